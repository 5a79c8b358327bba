"""A small map in letters: the hexes around one, drawn as bricks that touch as the hexes do; of other maps a list.

Every hexside is a stretch of border of its own: bricks of a pointy-topped grid touch two below, those of a flat-topped
grid two beside. A hexside with a feature, such as a river, is a double line.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from pnp.maps.hex_grid import HexField, hex_field
from pnp.players.person.sight import Sight, graph_of

WIDE, HIGH = 14, 4
"""From one brick to the next: columns and lines, both even."""
INNER = WIDE - 1

_LINES = {
    0b0011: "│", 0b1100: "─", 0b0110: "┌", 0b1010: "┐", 0b0101: "└", 0b1001: "┘",
    0b0111: "├", 0b1011: "┤", 0b1110: "┬", 0b1101: "┴", 0b1111: "┼",
    0b0001: "│", 0b0010: "│", 0b0100: "─", 0b1000: "─",
}  # fmt: skip
_UP, _DOWN, _RIGHT, _LEFT = 1, 2, 4, 8
_DOUBLE = {True: "═", False: "║"}
GLYPHS: Mapping[str, str] = {
    "forest": "♣", "light-woods": "♧", "swamp": "\"", "rough": "^", "mountain": "▲", "broken": "^", "hills": "^",
    "sea": "≈", "lake": "≈", "ice": "*", "city": "■", "outside": "/",
}  # fmt: skip
"""How a terrain is marked behind the number of its hex, by its look."""

Spans = tuple[tuple[str, str], ...]
"""A line as pieces of text, each with the name of its style: "", "dim", "own", "enemy", "focus", "offered", "side"."""


@dataclass(frozen=True, slots=True)
class SmallMap:
    """A map in letters.

    lines   from top to bottom
    legend  mark -> what it means, of those that the map has
    """

    lines: tuple[Spans, ...]
    legend: Mapping[str, str]


@dataclass
class _Canvas:
    """Characters with styles, and lines that join where they meet."""

    bits: dict[tuple[int, int], int] = field(default_factory=dict)
    doubled: dict[tuple[int, int], bool] = field(default_factory=dict)
    text: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def line(self, x: int, y: int, length: int, *, level: bool, doubled: bool) -> None:
        """A stretch of border from (x, y) to the right or down."""
        forth, back = (_RIGHT, _LEFT) if level else (_DOWN, _UP)
        for step in range(length + 1):
            at = (x + step, y) if level else (x, y + step)
            self.bits[at] = self.bits.get(at, 0) | (forth if step < length else 0) | (back if step else 0)
            if doubled and (0 < step < length or length == 1):
                self.doubled[at] = level

    def _runs_on(self, at: tuple[int, int], bits: int) -> bool:
        """Whether two double stretches meet here and nothing else does."""
        x, y = at
        return bits == _RIGHT | _LEFT and self.doubled.get((x - 1, y)) is self.doubled.get((x + 1, y)) is True

    def write(self, x: int, y: int, text: str, style: str) -> None:
        """A text from (x, y) on."""
        for step, letter in enumerate(text):
            self.text[x + step, y] = letter, style

    def lines(self) -> tuple[Spans, ...]:
        """All of it, without what is empty on the right."""
        marks = {at: (_LINES.get(bits, "┼"), "dim") for at, bits in self.bits.items()}
        marks |= {at: (_DOUBLE[level], "side") for at, level in self.doubled.items()}
        marks |= {at: (_DOUBLE[True], "side") for at, bits in self.bits.items() if self._runs_on(at, bits)}
        marks |= self.text
        left = min(x for x, _ in marks)
        rows: list[Spans] = []
        for y in range(min(y for _, y in marks), max(y for _, y in marks) + 1):
            right = max((x for x, row in marks if row == y), default=left)
            rows.append(_joined([marks.get((x, y), (" ", "")) for x in range(left, right + 1)]))
        return tuple(rows)


def _joined(letters: list[tuple[str, str]]) -> Spans:
    """Letters of one style after another as one piece."""
    spans: list[tuple[str, str]] = []
    for letter, style in letters:
        if spans and spans[-1][1] == style:
            spans[-1] = spans[-1][0] + letter, style
        else:
            spans.append((letter, style))
    return tuple(spans)


def hexes_around(
    sight: Sight, focus: str, *, width: int, offered: Collection[str] = (), rows: int = 3
) -> SmallMap:  # fmt: skip
    """The hexes around `focus` as far as `width` columns of letters and so many rows of hexes hold.

    offered  hexes that can be chosen now
    """
    hexes = sight.game.map.hexes
    assert hexes is not None
    grid = hex_field(hexes)
    canvas, legend = _Canvas(), dict[str, str]()
    shown = _window(grid, grid.index[focus], max((width - 1) // WIDE, 1), rows)
    for index in shown:
        x, y = _corner(grid, index)
        _borders(sight, grid, canvas, legend, index, x, y)
        _brick(sight, canvas, legend, grid, index, (x + 1, y + 1), focus, offered)
    return SmallMap(canvas.lines(), legend)


def _window(grid: HexField, focus: int, columns: int, rows: int) -> list[int]:
    """The hexes of `columns` and `rows` around one, as many as the shift of every second line leaves room for."""
    column, row = grid.cells[focus]
    if grid.grid.top == "pointy":
        columns -= 1  # half a hex for the rows that are shifted
    before = (max(columns, 1) - 1) // 2
    first_column = min(max(column - before, 0), max(c for c, _ in grid.cells) - max(columns, 1) + 1)
    wanted = range(max(first_column, 0), max(first_column, 0) + max(columns, 1))
    first_row = row - (rows - 1) // 2
    return [
        index for index, (c, r) in enumerate(grid.cells) if c in wanted and first_row <= r < first_row + rows
    ]


def _corner(grid: HexField, index: int) -> tuple[int, int]:
    """The top left corner of a hex's brick."""
    column, row = grid.cells[index]
    if grid.grid.top == "pointy":
        return WIDE * column + (WIDE // 2 if grid.is_shifted(row) else 0), HIGH * row
    return WIDE * column, HIGH * row + (HIGH // 2 if grid.is_shifted(column) else 0)


_STRETCHES = {
    "pointy": (
        (7, 0, 7, True), (14, 0, 4, False), (7, 4, 7, True), (0, 4, 7, True), (0, 0, 4, False), (0, 0, 7, True)
    ),
    "flat": (
        (0, 0, 14, True), (14, 0, 2, False), (14, 2, 2, False), (0, 4, 14, True), (0, 2, 2, False), (0, 0, 2, False)
    ),
}  # fmt: skip
"""Of each hexside, by direction: where its border begins, its length, whether it is level."""


def _borders(
    sight: Sight, grid: HexField, canvas: _Canvas, legend: dict[str, str], index: int, x: int, y: int
) -> None:  # fmt: skip
    """The six hexsides of a hex; one with a feature is doubled."""
    graph, hexes = graph_of(sight.rules), sight.game.map.hexes
    names = {kind.id: kind.name for kind in hexes.side_kinds} if hexes else {}
    for direction, (dx, dy, length, level) in enumerate(_STRETCHES[grid.grid.top]):
        other = grid.neighbours[index][direction]
        link = graph.links.get(frozenset((grid.ids[index], grid.ids[other]))) if other >= 0 else None
        kinds = link.sides if link else ()
        canvas.line(x + dx, y + dy, length, level=level, doubled=bool(kinds))
        for kind in kinds:
            known = legend.get("═", "").split(", ") if "═" in legend else []
            legend["═"] = ", ".join(dict.fromkeys([*known, names.get(kind, kind)]))


def _brick(
    sight: Sight, canvas: _Canvas, legend: dict[str, str], grid: HexField, index: int, at: tuple[int, int],
    focus: str, offered: Collection[str],
) -> None:  # fmt: skip
    """What stands in a brick: number, terrain and name, then units with their values."""
    (x, y), place = at, grid.ids[index]
    terrain = sight.terrain(place)
    glyph = GLYPHS.get(terrain.look, "") if terrain else ""
    if glyph and terrain:
        legend[glyph] = terrain.name
    space = next((space for space in sight.game.map.spaces if space.id == place), None)
    head = f"{grid.numbers[index]}{glyph}"
    style = "focus" if place == focus else "offered" if place in offered else "dim"
    if place == focus:
        legend["▶"] = sight.place(place)
        head = "▶" + head
    elif place in offered:
        head = "·" + head
    canvas.write(x, y, shortened(head, INNER), style)
    if space is not None and (room := INNER - len(head) - 1) > 2:
        canvas.write(x + len(head) + 1, y, shortened(space.name, room), "")
    lines = _unit_lines(sight, place)
    if len(lines) > 2:
        lines = [lines[0], (f"+{len(lines) - 1}", "")]
    for line, (text, kind) in enumerate(lines, 1):
        canvas.write(x, y + line, shortened(text, INNER), kind)


def _unit_lines(sight: Sight, place: str) -> list[tuple[str, str]]:
    """The units of a place, like ones together, each with the letter of its side."""
    kinds: dict[tuple[str, str], int] = {}
    for unit in sight.units_in(place):
        side = sight.side_of(unit)
        letter = sight.speech.sides.get(side, side or "·")[:1]
        values = sight.values(unit) or ("?" if unit in sight.hidden else sight.unit(unit))
        style = "own" if side == sight.viewer else "enemy" if side else ""
        key = (f"{letter} {values}", style)
        kinds[key] = kinds.get(key, 0) + 1
    return [(text if count == 1 else f"{text} ×{count}", style) for (text, style), count in kinds.items()]


def shortened(text: str, room: int) -> str:
    """A text in a brick; one that is too long ends with …, and stands in full in the lists."""
    return text if len(text) <= room else text[: room - 1] + "…"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A place beside another.

    direction  of a hex, as in "ne"; "" on other maps
    between    names of what lies between: a river, a bridge, the class of a road
    """

    place: str
    direction: str
    between: tuple[str, ...]


def neighbours_of(sight: Sight, place: str) -> list[Neighbour]:
    """The places beside `place`, clockwise from the north on a hex map, else in the map's order."""
    graph, game_map = graph_of(sight.rules), sight.game.map
    grid = hex_field(game_map.hexes) if game_map.hexes else None
    names = {road.id: road.name for road in game_map.roads} | {river.id: river.name for river in game_map.rivers}
    if game_map.hexes:
        names |= {kind.id: kind.name for kind in game_map.hexes.side_kinds}
    beside = []
    for other in graph.neighbours.get(place, ()):
        link = graph.links[frozenset((place, other))]
        kinds = (*link.sides, *link.ways, *((link.kind,) if link.kind not in ("border", "hexside") else ()))
        kinds += (link.river,) if link.river else ()
        direction = grid.directions[grid.direction(grid.index[place], grid.index[other])] if grid else ""
        beside.append(Neighbour(other, direction, tuple(names.get(kind, kind.replace("-", " ")) for kind in kinds)))
    order = dict(zip(("n", "ne", "e", "se", "s", "sw", "w", "nw", ""), range(9), strict=True))
    return sorted(beside, key=lambda one: order[one.direction])
