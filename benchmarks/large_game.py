"""Sources of any length that say nothing foolish: a grid of areas, chapters of rules, rulings, units and their set-up.
"""

from __future__ import annotations

from pathlib import Path

SIDES = ("red", "blue")
CELL_MM = 20
EDGE_MM = 20

HEAD = """\
id: large-war
title: Large War
printed_title: Large War
subtitle: As many areas as you like
version: "1.0"
year: 2026
theme: Red and Blue quarrel about a chessboard.
players: 2
playing_time: all night
languages: [en]
sides:
  - {id: red, name: Red, adjective: Red, played_by: player}
  - {id: blue, name: Blue, adjective: Blue, played_by: player}
unit_types:
  - {id: guard, name: Guard, plural: Guards, symbol: infantry, size: X}
phases:
  - {id: moving, name: Moving, rule: "1.1", text: Move units.}
outcomes:
  - {id: red-wins, name: Red victory, winner: red, rule: "1.2", text: Red has the points.}
  - {id: blue-wins, name: Blue victory, winner: blue, rule: "1.2", text: The time is over.}
parameters:
  - {id: reach, value: 4, rule: "1.1", text: areas in a turn}
needed: [one die]
credits:
  original: Large War (2026), made for these measurements
  lines: [{role: Design, names: [A. Tester]}]
  statement: An independent reconstruction of Large War (2026); not published, endorsed or checked by anybody.
  map_sources: The board is invented.
  licence: CC BY-NC-SA 4.0
"""

CASE = """\
      - id: "{chapter}.{number}"
        title: Order {chapter} of {number}
        rulings: [LW-{ruling}]
        text: |
          An **order {name}** lets one Guard march from {here} to {there}, {{{{ parameter.reach }}}} areas at most,
          and no further. Whoever gives it says so aloud.

          - The Guard stops when it meets an enemy, as the order before it tells [[{before}]].
          - Nothing else stops it, neither rain nor a river nor the end of the day.

          Orders are given one after another; the order of {there} is the last one of its kind.
"""


def write_large_game(folder: Path, lines: int) -> int:
    """Write sources of about `lines` lines into `folder`; the lines that they really have."""
    areas = max(16, lines // 27)
    wide = max(4, round(areas**0.5))
    high = max(4, areas // wide)
    cases = max(18, lines // 25)
    cases -= cases % 9
    groups = max(4, lines // 200)
    for name in ("rules", "scenarios", "examples"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    ids = [f"{side}-{n}" for n in range(1, groups + 1) for side in SIDES]
    texts = {
        "game.yaml": HEAD + "declared_counts:\n" + "".join(f"  {g}: 3\n" for g in ids) + "  turn: 1\n",
        "map.yaml": _map(wide, high),
        "counters.yaml": _counters(ids),
        "charts.yaml": _charts(),
        "style.yaml": _style(),
        "errata.yaml": _errata(cases),
        "gpids.yaml": _gpids(ids),
        "scenarios/standard.yaml": _scenario(ids, wide, high),
        "rules/10-orders.yaml": _rules(cases, wide, high),
    }
    total = 0
    for name, text in texts.items():
        up = "../" * (2 + name.count("/"))
        kind = (
            name.partition("/")[0].removesuffix(".yaml").removesuffix("s")
            if "/" in name
            else name.removesuffix(".yaml")
        )
        kind = "rules" if kind == "rule" else kind
        text = f"# yaml-language-server: $schema={up}output/schema/{kind}.schema.json\n{text}"
        (folder / name).write_text(text, "utf-8")
        total += text.count("\n")
    return total


def _space(column: int, row: int) -> str:
    return f"area-{column}-{row}"


def _name(column: int, row: int) -> str:
    return f"{_letters(column)}{row}"


def _letters(number: int) -> str:
    text = ""
    while number >= 0:
        text, number = chr(65 + number % 26) + text, number // 26 - 1
    return text


def _map(wide: int, high: int) -> str:
    size = (2 * EDGE_MM + wide * CELL_MM, 4 * EDGE_MM + high * CELL_MM)
    frame = f"[{EDGE_MM}, {EDGE_MM}, {wide * CELL_MM}, {high * CELL_MM}]"
    low = EDGE_MM * 2 + high * CELL_MM
    lines = [
        "id: board", "title: Board", "kind: areas", f"size_mm: [{size[0]}, {size[1]}]", f"frame_mm: {frame}",
        "panels:", "  - {kind: title, rect_mm: [2, 2, 60, 14]}", "tracks:", "  - id: turn", "    name: Turns",
        "    kind: turn",
        f"    rect_mm: [2, {low}, 40, 20]", "    spaces:", "      - {id: turn-1, numeral: I, name: May}",
        "      - {id: turn-2, numeral: II, name: June}", "boxes: []", "spaces:",
    ]  # fmt: skip
    cells = [(c, r) for r in range(high) for c in range(wide)]
    for column, row in cells:
        near = [(column + x, row + y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
        names = ", ".join(_space(c, r) for c, r in near if 0 <= c < wide and 0 <= r < high)
        lines += [
            f"  - id: {_space(column, row)}",
            f"    name: {_name(column, row)}",
            "    victory_points: 1",
            f"    neighbours: [{names}]",
        ]
        lines += [f"    start_of: {SIDES[row > 0]}"] if row in (0, high - 1) else []
    lines += ["surroundings:", "  - {id: outland, name: Outland, kind: country}", "junctions:"]
    lines += [
        f"  j-{c}-{r}: [{EDGE_MM + c * CELL_MM}, {EDGE_MM + r * CELL_MM}]"
        for r in range(high + 1)
        for c in range(wide + 1)
    ]
    lines.append("borders:")
    for column, row in cells:
        for other, first, last in (
            ((column - 1, row), (column, row), (column, row + 1)),
            ((column, row - 1), (column, row), (column + 1, row)),
        ):  # fmt: skip
            lines += _border((column, row), other, first, last, wide, high)
        if column == wide - 1:
            lines += _border((column, row), (wide, row), (wide, row), (wide, row + 1), wide, high)
        if row == high - 1:
            lines += _border((column, row), (column, high), (column, high), (column + 1, high), wide, high)
    return "\n".join(lines) + "\n"


def _border(
    cell: tuple[int, int], other: tuple[int, int], first: tuple[int, int], last: tuple[int, int], wide: int, high: int
) -> list[str]:
    inside = 0 <= other[0] < wide and 0 <= other[1] < high
    name = _space(*other) if inside else "outland"
    return [f"  - between: [{_space(*cell)}, {name}]", f"    ends: [j-{first[0]}-{first[1]}, j-{last[0]}-{last[1]}]"]


def _counters(ids: list[str]) -> str:
    lines = ["groups:"]
    for group in ids:
        side, number = group.split("-")
        lines += [
            f"  - id: {group}", f"    name: {side.capitalize()} {number}", f"    side: {side}", "    type: guard",
            "    count: 3",
            "    factors: {combat: [4, 3, 2]}", "    back: activated",
        ]  # fmt: skip
    lines += ["  - {id: turn, name: Turn, marker: clock, count: 1, numbered: false, label: Turn}"]
    return (
        "\n".join(
            [
                *lines,
                "sheets:",
                "  - id: main",
                "    name: Counters",
                "    groups:",
                *(f"      - {g}" for g in [*ids, "turn"]),
            ]
        )
        + "\n"
    )


def _charts() -> str:
    return """\
tables:
  - id: combat
    kind: results
    title: Combat Table
    rule: "1.1"
    dice: {count: 1, sides: 6}
    columns: ["1:2", "1:1", "2:1"]
    open_end: true
    below_first: AR
    codes:
      - {id: AR, name: Attacker retreats, text: The attacker goes back.}
      - {id: NE, name: No effect, text: Nothing happens.}
      - {id: DR, name: Defender retreats, text: The defender goes back.}
    rows:
      - {die: 1-3, results: [AR, AR, NE]}
      - {die: 4-5, results: [AR, NE, DR]}
      - {die: 6, results: [NE, DR, DR]}
"""


def _style() -> str:
    roles = (
        "paper", "panel", "text", "quiet-text", "start-area", "start-area-2", "outside", "outside-hatch", "border",
        "border-band",
        "start-border", "coast", "sea", "river", "lake", "sea-name", "symbol", "port", "star", "title", "result-worst",
        "result-bad",
        "result-neutral", "result-good", "result-best", "zebra", "accent",
    )  # fmt: skip
    dark = ("text", "quiet-text", "border", "sea-name", "symbol", "port", "star", "title", "accent", "start-border")
    colours = "".join(f'  {role}: "{"#1d1b18" if role in dark else "#fbfaf7"}"\n' for role in roles)
    sides = """\
sides:
  red:
    {ground: "#641d16", ink: "#ffffff", box: "#3a100c", back_ground: "#e3c6be", back_ink: "#4f1610",
     back_box: "#f4e6e2", pattern: plain}
  blue:
    {ground: "#1c3f68", ink: "#ffffff", box: "#f4d35e", box_ink: "#12263d", back_ground: "#c6d3e3",
     back_ink: "#10204f", back_box: "#e2eaf4", pattern: band}
"""
    tints = 'area_tints: ["#f5edd8", "#dfe2c4", "#ead5b4", "#c9d1bd"]'
    markers = 'markers:\n  clock: {ground: "#e4dfd2", ink: "#1d1b18"}\n'
    return f"{tints}\npalette:\n{colours}{sides}{markers}"


def _rulings(cases: int) -> int:
    return max(1, cases // 9)


def _errata(cases: int) -> str:
    lines = ["errata:"]
    for number in range(1, _rulings(cases) + 1):
        below = ", ".join(f'"{number}.{n}"' for n in range(1, 10))
        lines += [
            f"  - id: LW-{number}", "    kind: gap", f'    where_printed: "{number}.0"',
            "    printed: Nothing is said about how far an order leads.",
            "    ruling: As far as the next area with an enemy in it.",
            "    reason: Anything else would be a march without an end.",
            f"    rules: [{below}]", "    confidence: high",
        ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _rules(cases: int, wide: int, high: int) -> str:
    parts = ["cases:\n"]
    before = "1.0"
    for chapter in range(1, cases // 9 + 1):
        parts.append(
            f'  - id: "{chapter}.0"\n    title: Chapter {_letters(chapter).capitalize()}\n    text: What follows '
            'belongs together.\n'
            "    not_for_referee: {reason: An overview of the cases below it.}\n    cases:\n"
        )
        for number in range(1, 10):
            at = (chapter * 9 + number) % (wide * high)
            here, there = _name(at % wide, at // wide), _name((at + 1) % wide, (at + 1) // wide % high)
            parts.append(CASE.format(
                chapter=chapter, number=number, ruling=chapter, name=f"{_letters(chapter)}{number}", here=here,
                there=there, before=before))  # fmt: skip
            before = f"{chapter}.{number}"
    parts.append(
        "  - id: Combat Table\n    title: Combat Table\n    text: |\n      Every fight looks here.\n\n      @table "
        "combat\n"
    )
    return "".join(parts)


def _gpids(ids: list[str]) -> str:
    units = [*(f"{group}-{n}" for group in ids for n in (1, 2, 3)), "turn"]
    return f"next: {len(units) + 1}\npieces:\n" + "".join(f"  {unit}: {n}\n" for n, unit in enumerate(units, 1))


def _scenario(ids: list[str], wide: int, high: int) -> str:
    lines = [
        "id: standard",
        "name: The quarrel",
        "text: Two turns.",
        "turns: 2",
        f"victory_points: {wide}",
        "position:",
        "  turn: 1",
        "  phase: moving",
        "  units:",
    ]
    rows = {"red": 0, "blue": high - 1}
    spots: dict[str, list[str]] = {}
    for number, group in enumerate(ids):
        at = _space(number // 2 % wide, rows[group.split("-")[0]])
        spots.setdefault(at, []).extend(f"{group}-{n}" for n in (1, 2, 3))
    for space, units in spots.items():
        lines += [f"    {space}:", *(f"      - {unit}" for unit in units)]
    return "\n".join([*lines, "  tracks: {turn: 1}"]) + "\n"
