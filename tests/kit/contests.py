"""Declared games that either side can win, for play of adviser against adviser."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.model.game import Game
from tests.kit.games import declared

TURNS = """
- {id: blue-movement, name: Movement, side: blue, rule: "4", text: Units move., procedure: movement}
- {id: blue-combat, name: Combat, side: blue, rule: "8", text: Units fight., procedure: combat}
- {id: red-movement, name: Movement, side: red, rule: "4", text: Units move., procedure: movement}
- {id: red-combat, name: Combat, side: red, rule: "8", text: Units fight., procedure: combat}
"""

TOWNS = """
spaces:
  - {id: "0102", name: Ash, victory_points: 2}
  - {id: "0105", name: Birch, victory_points: 2}
  - {id: "0802", name: Cedar, victory_points: 2}
  - {id: "0805", name: Elm, victory_points: 2}
  - {id: "0503", name: Fir, victory_points: 3}
"""

HELD = """
control: {rule: "12", at_start: {blue: {space: ["0102", "0105"]}, red: {space: ["0802", "0805"]}}}
victory: {rule: "12", side: blue, last_turn: null}
"""

LEVELS = "{turns: 6, levels: [{outcome: red-wins}, {outcome: blue-wins, at_least: 6}]}"

ARMIES = """
"0102": [blue-1, horse-1]
"0103": [blue-2]
"0104": [blue-3, blue-4]
"0105": [horse-2]
"0802": [red-1, guard-1]
"0803": [red-2]
"0804": [red-3, red-4]
"0805": [guard-2]
"""


def towns(procedures: str = "") -> Game:
    """A game that either side can win: each holds two towns, and the one between them decides."""
    return declared(HELD + procedures, units=f"{{{ARMIES.strip().replace(chr(10), ', ')}}}", phases=TURNS,
                    game_map=TOWNS, scenario=LEVELS)  # fmt: skip


def depots() -> Game:
    """The towns once more, as sources of supply without which nobody attacks."""
    return towns("""
supply: {sources: {space: ["0102", "0105", "0802", "0805"], held: own}, range: 4, without: {attack: 0}, rule: "7"}
""")


GRID = """
id: plain
title: Plain
kind: {kind}
size_mm: [200, 200]
frame_mm: [0, 0, 200, 200]
spaces: [{spaces}]
boxes:
  - {{id: blue-lost, name: Lost, kind: eliminated, side: blue}}
  - {{id: red-lost, name: Lost, kind: eliminated, side: red}}
"""


def board_of(kind: str) -> str:
    """A map of 5 by 3 areas or points, each joined to those beside, above and below it."""
    near = {f"{x}{y}": [f"{a}{b}" for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                        if 1 <= a <= 5 and 1 <= b <= 3] for x in range(1, 6) for y in range(1, 4)}  # fmt: skip
    spaces = [
        f"{{id: s{name}, name: S{name}, victory_points: {2 if name in ('12', '32', '52') else 1}"
        + (f", neighbours: [{', '.join('s' + other for other in others)}]}}" if kind == "areas" else "}")
        for name, others in near.items()
    ]
    text = GRID.format(kind=kind, spaces=", ".join(spaces))
    if kind == "points":
        pairs = [(name, other) for name, others in near.items() for other in others if name < other]
        text += "roads: [{id: lane, name: Lane}]\nroutes:\n"
        text += "".join(f"  - {{between: [s{one}, s{other}], road: lane}}\n" for one, other in pairs)
    return text


def grid(kind: str, *, fighting: bool = True, sudden: str = "[]") -> Game:
    """A game for 18 points on such a map; each side starts at its end of it and needs more than half of them."""
    procedures = "movement: {allowance: 2, rule: '4'}\n"
    procedures += f"victory: {{rule: '12', side: blue, last_turn: null, sudden: {sudden}}}\n"
    phases = TURNS
    if not fighting:
        procedures += "combat: null\nretreat: null\nadvance: null\nlosses: null\n"
        phases = "".join(line + "\n" for line in TURNS.splitlines() if "movement" in line)
    return declared(
        procedures, phases=phases, whole_map=board_of(kind),
        units="{s11: [blue-1, blue-2], s12: [blue-3], s13: [blue-4], s51: [red-1, red-2], s52: [red-3], s53: [red-4]}",
        scenario="{turns: 5, levels: [{outcome: red-wins}, {outcome: blue-wins, at_least: 9}]}",
    )  # fmt: skip


def capitals() -> Game:
    """The areas, where a side wins at once when it holds two of the three from which the other one started."""
    return grid("areas", sudden="""[
  {outcome: blue-wins, when: {places: {space: [s51, s52, s53], held: blue}, least: 2}},
  {outcome: red-wins, when: {places: {space: [s11, s12, s13], held: red}, least: 2}},
]""")


CONTESTS: Mapping[str, Callable[[], Game]] = {
    "towns": towns, "depots": depots, "areas": lambda: grid("areas"), "capitals": capitals,
}  # fmt: skip
"""The games by name."""
