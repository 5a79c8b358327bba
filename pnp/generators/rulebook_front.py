"""The rulebook's first page: title, facts, theme, contents, and the components with real counters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from reportlab.lib.colors import HexColor

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.charts_parts import chit
from pnp.generators.charts_units import counters_told, unit_facts
from pnp.generators.rulebook_look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.items import Look, Piece, piece_width
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.placed import Placed, Shape
from pnp.generators.typeset.styles import SANS, SERIF, TextStyle
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.units import PT_PER_MM


def title_block(game: Game, look: BookLook) -> Drawing:
    """Title, subtitle, the facts in one line, and three counters at the right."""
    words = game.words
    info = game.info
    nodes: list[Node] = [Path(rect(0, 0, WIDE_MM, 2.2), fill=look.accent)]
    fan, left = _fan(game)
    size = 38.0 * min(1.0, (left - 4.0) / width_mm(info.printed_title, "serif-bold", 38.0))
    nodes.append(Text(0, 19.5, info.printed_title, "serif-bold", size, INK))
    nodes.append(Text(0, 27.6, info.subtitle, "serif-italic", 14.0, QUIET))
    facts = [
        words.text("Rules of play"),
        words.count("{n} player", "{n} players", info.players),
        info.playing_time,
        words.text("Version {version}", version=info.version),
    ]
    nodes.append(Text(0, 36.4, "  ·  ".join(facts), "sans-semibold", 9.0, INK))
    nodes += fan
    nodes.append(line(0, 40.2, WIDE_MM, 40.2, Stroke(INK, 0.9)))
    style = TextStyle(SERIF, 10.5, 14.0, INK, look.accent, game.language)
    theme = text_block(info.theme, style, WIDE_MM)
    nodes.append(theme.at(0, 43.6))
    return Drawing(tuple(nodes), WIDE_MM, 43.6 + theme.height_mm)


def _fan(game: Game) -> tuple[list[Node], float]:
    """One counter of each side's first groups, large, at the title's right; and where they begin."""
    chosen: list[Counter] = []
    for side in game.info.sides:
        group = next((g for g in game.counters.groups if g.side == side.id and g.type), None)
        if group:
            chosen.append(next(c for c in game.all_counters() if c.group.id == group.id))
    size, nodes = 20.0, []
    x = WIDE_MM - len(chosen) * (size + 3.0) + 3.0
    for counter in chosen:
        nodes += chit(game, counter, x, 9.0, size)
        x += size + 3.0
    return nodes, WIDE_MM - len(chosen) * (size + 3.0) + 3.0


PLATES = (
    (2, 15.875, True), (2, 14.0, True), (2, 12.7, True), (3, 12.7, True), (3, 11.0, True), (4, 12.7, False), (4, 10.0, True),
    (5, 13.5, False), (5, 12.4, False), (5, 11.4, False), (6, 11.0, False), (5, 10.4, False), (6, 10.0, False), (6, 9.2, False),
    (6, 8.5, False),
)  # fmt: skip
"""Columns, size of the counters, whether the words stand beside them (else below), best first."""


LEAST_PLATE_MM = 25.0
"""A heading and one row; with less room nothing else is tried than the smallest plate."""


Draw = Callable[[str, Callable[[], Drawing]], Drawing]
"""Gives a drawing by its name and how it is drawn."""


def components_plate(
    game: Game, look: BookLook, room: float, page: float = 0.0, draw: Draw = lambda name, make: make()
) -> Drawing:  # fmt: skip
    """Each kind of counter, front and back, with its name, number and values; as large as `room` mm of height allow.

    page  height of a page of its own, which it takes where `room` is too little for any
    draw  may know parts of it by their names
    """
    for height in (room, page):
        for columns, size, beside in PLATES if height > LEAST_PLATE_MM else PLATES[-1:]:
            drawn = _plate(game, look, columns, size, beside, draw)
            if drawn.height_mm <= height:
                return drawn
    return drawn


def _plate(game: Game, look: BookLook, columns: int, size: float, beside: bool, draw: Draw) -> Drawing:
    words = game.words
    nodes: list[Node] = [line(0, 0, WIDE_MM, 0, Stroke(look.accent, 0.9))]
    nodes.append(Text(0, 6.6, words.text("The counters"), "serif-bold", 13.0, INK))
    step = (WIDE_MM + 4.0) / columns
    y, tallest = 10.2, 0.0
    for index, group in enumerate(game.counters.groups):
        if index and index % columns == 0:
            y, tallest = y + tallest + 3.4, 0.0
        name = f"counters {columns} {size} {beside} {group.id}"
        drawn = draw(name, lambda group=group: _group(game, group, step - 4.0, size, look, beside))  # type: ignore[misc]
        nodes.append(drawn.at(index % columns * step, y))
        tallest = max(tallest, drawn.height_mm)
    y += tallest
    style = TextStyle(SANS, 8.2, 10.6, INK, look.accent, game.language)
    for number, note in enumerate(counters_told(game)):
        text = draw(f"note {number} on counters", lambda note=note: text_block(note, style, WIDE_MM))  # type: ignore[misc]
        nodes.append(text.at(0.0, y + 3.0))
        y += 1.6 + text.height_mm
    return Drawing(tuple(nodes), WIDE_MM, y)


def _group(game: Game, group: CounterGroup, room: float, size: float, look: BookLook, beside: bool) -> Drawing:
    """Front and back of the first counter of `group`, and what it is."""
    counter = next(c for c in game.all_counters() if c.group.id == group.id)
    nodes: list[Node] = []
    x = 0.0
    faces = ("front",) if group.back == "same" else ("front", "back")
    for face in faces:
        nodes += chit(game, counter, x, 0.0, size, face)
        x += size + 1.4
    left, top = (2 * (size + 1.4) + 1.0, -0.4) if beside else (0.0, size + 0.8)
    style = TextStyle(SANS, 8.2, 10.6, INK, look.accent, game.language)
    small = style.with_(colour=QUIET) if beside else style.with_(colour=QUIET, size_pt=7.6, leading_pt=9.4)
    detail = text_block(f"**{group.name}**", style, room - left)
    nodes.append(detail.at(left, top))
    more = text_block(unit_facts(game, group.id, traits=beside, back=not counters_told(game)), small, room - left)
    nodes.append(more.at(left, top + detail.height_mm + (0.2 if beside else 0.0)))
    return Drawing(tuple(nodes), room, max(size, top + detail.height_mm + more.height_mm))


# Contents ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents."""

    label: str
    title: str
    anchor: str
    level: int


class Contents(Placed):
    """Titles with page numbers in `columns` columns; every line is a link.

    pages  anchor -> page, from the pass before; an anchor not yet known has no number
    """

    TOP_PT, SUB_PT, HEAD_PT = 13.6, 11.0, 22.0

    def __init__(
        self, title: str, lines: Sequence[ContentsLine], pages: Mapping[str, int], look: BookLook, columns: int = 3
    ) -> None:
        super().__init__()
        self.title, self.lines, self.pages, self.look, self.columns = title, tuple(lines), pages, look, columns
        self.heights = [self.TOP_PT + 3.0 if entry.level == 0 else self.SUB_PT for entry in self.lines]
        self.split_at = self._balanced()
        self.height = self.HEAD_PT + max(sum(self.heights[a:b]) for a, b in self.split_at)

    def _balanced(self) -> list[tuple[int, int]]:
        """First and last line of each column: the least height that holds all in order, sections kept together."""
        groups: list[list[int]] = []
        for index, entry in enumerate(self.lines):
            if entry.level == 0 or not groups:
                groups.append([])
            groups[-1].append(index)
        sizes = [sum(self.heights[i] for i in group) for group in groups]
        limit = max([sum(sizes) / self.columns, *sizes])
        while (cut := _filled(sizes, limit)) is not None and len(cut) > self.columns:
            limit += 2.0
        columns: list[tuple[int, int]] = []
        first = 0
        for count in cut or []:
            last = first + count
            columns.append((groups[first][0], groups[last - 1][-1] + 1))
            first = last
        return columns or [(0, 0)]

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width = available_width
        return self.width, self.height

    @property
    def shape(self) -> Shape:
        """Its width."""
        return (self.width,)

    def as_placed(self, shape: Shape) -> Contents:
        """The same, as wide as it was."""
        (self.width,) = shape
        return self

    def draw(self) -> None:
        canvas = self.canv
        canvas.setStrokeColor(HexColor(self.look.accent))
        canvas.setLineWidth(0.9)
        canvas.line(0, self.height, self.width, self.height)
        head = Look("serif-bold", 13.0, INK)
        paint_runs(canvas, 0, self.height - 6.6 * PT_PER_MM, (Piece(self.title, head),))
        gap = 5.0 * PT_PER_MM
        room = (self.width - gap * (self.columns - 1)) / self.columns
        for column, (first, last) in enumerate(self.split_at):
            y = self.height - self.HEAD_PT
            for index in range(first, last):
                top = y
                y -= self.heights[index]
                self._line(self.lines[index], column * (room + gap), y + 2.6, room, top - y)

    def _line(self, entry: ContentsLine, x: float, y: float, room: float, height: float) -> None:
        canvas = self.canv
        top = entry.level == 0
        font, size = ("sans-semibold", 9.0) if top else ("sans-regular", 8.2)
        number = Look("condensed-bold", size, self.look.accent)
        look = Look(font, size, INK)
        if entry.label:
            paint_runs(canvas, x, y, (Piece(entry.label, number),))
        start = x + 9.0 * PT_PER_MM
        if piece_width(entry.title, look) * PT_PER_MM > room - 13.4 * PT_PER_MM:
            look = Look("condensed-semibold" if top else "condensed-regular", size, INK)
        end = paint_runs(canvas, start, y, (Piece(_cut(entry.title, look, room - 13.4 * PT_PER_MM), look),))
        page = str(self.pages[entry.anchor]) if entry.anchor in self.pages else ""
        if page:
            figure = Look("condensed-semibold" if top else "condensed-regular", size, INK)
            width = piece_width(page, figure) * PT_PER_MM
            paint_runs(canvas, x + room - width, y, (Piece(page, figure),))
            self._dots(end + 3.0, x + room - width - 3.0, y)
        canvas.linkRect("", entry.anchor, (x, y - 2.6, x + room, y - 2.6 + height), relative=1, Border="[0 0 0]")

    def _dots(self, left: float, right: float, y: float) -> None:
        if right - left < 6:
            return
        canvas = self.canv
        canvas.setStrokeColor(HexColor("#a9a399"))
        canvas.setLineWidth(0.6)
        canvas.setDash([0.6, 2.4])
        # From the right, so that the dots of all lines stand under each other.
        canvas.line(right, y + 0.6, left, y + 0.6)
        canvas.setDash()


def _filled(sizes: Sequence[float], limit: float) -> list[int]:
    """How many groups go into each column when none may be higher than `limit`."""
    counts, height = [0], 0.0
    for size in sizes:
        if counts[-1] and height + size > limit + 1e-6:
            counts.append(0)
            height = 0.0
        counts[-1] += 1
        height += size
    return counts


def _cut(text: str, look: Look, room_pt: float) -> str:
    """`text`, shortened with an ellipsis when it is wider than `room_pt`."""
    if piece_width(text, look) * PT_PER_MM <= room_pt:
        return text
    while text and piece_width(text + "…", look) * PT_PER_MM > room_pt:
        text = text[:-1].rstrip()
    return text + "…"
