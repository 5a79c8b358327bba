"""The rulebook's first page of text: the title, or behind a cover what the game is about; the components with real
counters. The contents stand in `contents`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.charts.kinds import Kind, faces_shown, kind_facts, kinds
from pnp.generators.charts.units import counters_told
from pnp.generators.counters.chit import chit
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle, text_faces
from pnp.model.counters import Counter
from pnp.model.game import Game


def title_block(game: Game, look: BookLook) -> Drawing:
    """Title, subtitle, the facts in one line, the theme, and a counter of each side at the right."""
    words = game.words
    info = game.info
    nodes: list[Node] = [Path(rect(0, 0, WIDE_MM, 2.2), fill=look.accent)]
    fan, fan_x = _fan(game)
    size = 38.0 * min(1.0, (fan_x - 4.0) / width_mm(info.printed_title, "serif-bold", 38.0))
    nodes.append(Text(0, 19.5, info.printed_title, "serif-bold", size, INK))
    small = 14.0 * min(1.0, (fan_x - 4.0) / max(1.0, width_mm(info.subtitle, "serif-italic", 14.0)))
    nodes.append(Text(0, 27.6, info.subtitle, "serif-italic", small, QUIET))
    facts = [
        words.text("Rules of play"),
        words.count("{n} player", "{n} players", info.players),
        info.playing_time,
        words.text("Version {version}", version=info.version),
    ]
    nodes.append(Text(0, 36.4, "  ·  ".join(filter(None, facts)), "sans-semibold", 9.0, INK))
    nodes += fan
    nodes.append(line(0, 40.2, WIDE_MM, 40.2, Stroke(INK, 0.9)))
    style = TextStyle(text_faces(game.language), 10.5, 14.0, INK, look.accent, game.language)
    theme = text_block(info.theme, style, WIDE_MM)
    nodes.append(theme.at(0, 43.6))
    return Drawing(tuple(nodes), WIDE_MM, 43.6 + theme.height_mm)


def contents_head(game: Game, look: BookLook) -> Drawing:
    """The head of the page behind a cover, which has the title: the page's own name, and what the game is about."""
    style = TextStyle(text_faces(game.language), 11.3, 15.2, INK, look.accent, game.language)
    theme = text_block(game.info.theme, style, WIDE_MM)
    bar = Path(rect(0, 0, WIDE_MM, 2.2), fill=look.accent)
    head = Text(0, 17.0, game.words.text("Contents"), "sans-bold", 29.0, INK)
    return Drawing((bar, head, theme.at(0, 23.0)), WIDE_MM, 23.0 + theme.height_mm)


FAN_ROW = 3
"""Most counters of the fan in one row; more sides have two rows of smaller ones."""


def _fan(game: Game) -> tuple[list[Node], float]:
    """A large counter of each side, right of the title, and the x at which they begin."""
    chosen: list[Counter] = []
    for side in game.info.sides:
        group = next((g for g in game.counters.groups if g.side == side.id and g.type), None)
        if group:
            chosen.append(next(c for c in game.all_counters() if c.group.id == group.id))
    across, size, top, gap = len(chosen), 20.0, 9.0, 3.0
    if across > FAN_ROW:
        across, size, top, gap = -(-across // 2), 14.5, 6.0, 2.0
    left = WIDE_MM - across * (size + gap) + gap
    nodes: list[Node] = []
    for index, counter in enumerate(chosen):
        row, column = divmod(index, across)
        nodes += chit(game, counter, left + column * (size + gap), top + row * (size + gap), size)
    return nodes, left


PLATES = (
    (2, 15.875, True), (2, 14.0, True), (2, 12.7, True), (3, 12.7, True), (3, 11.0, True), (4, 12.7, False),
    (4, 10.0, True),
    (5, 13.5, False), (5, 12.4, False), (5, 11.4, False), (6, 11.0, False), (5, 10.4, False), (6, 10.0, False),
    (6, 9.2, False),
    (6, 8.5, False), (8, 8.4, False),
)  # fmt: skip
"""Columns, size of the counters, whether the words stand beside them (else below), best first."""


SMALL_MM = 8.5
"""Counters smaller than this have smaller words, too."""
HEAD_MM = 10.2
"""Height of a plate's heading."""
LEAST_PLATE_MM, LEAST_PART_MM = 25.0, 50.0
"""Height of a heading and one row, with less room only the smallest plate is tried; and of a plate that goes on."""


def components_plates(game: Game, look: BookLook, room: float, page: float = 0.0) -> list[Drawing]:
    """Every kind of counter, front and back, with its name, number and values; as large as fits in height `room`.

    page  height of the next page, on which they go on when no size fits into `room`, or of several when none fits there
    """
    for heights in ((room,), *([(room, page)] if min(room, page) >= LEAST_PART_MM else []), (page,)):
        for shape in PLATES if heights[0] > LEAST_PLATE_MM else PLATES[-1:]:
            drawn = list(islice(_plates(game, look, *shape, heights), len(heights) + 1))
            if len(drawn) <= len(heights) and all(map(_fits, drawn, heights)):
                return drawn
    return list(_plates(game, look, *PLATES[-1], (max(room, page),)))


def _fits(plate: Drawing, height: float) -> bool:
    return plate.height_mm <= height


def _plates(
    game: Game, look: BookLook, columns: int, size: float, beside: bool, heights: Sequence[float]
) -> Iterator[Drawing]:
    """The rows of counters under headings, each plate no higher than its one of `heights`, the last of which is that
    of all further ones, unless a single row is.
    """
    heading = Text(0, 6.6, game.words.text("The counters"), "sans-bold", 13.0, INK)
    head = (line(0, 0, WIDE_MM, 0, Stroke(look.accent, 0.9)), heading)
    nodes: list[Node] = [*head]
    y, number = HEAD_MM, 0
    for drawn, above in _rows(game, look, columns, size, beside):
        if len(nodes) > len(head) and y + above + drawn.height_mm > heights[min(number, len(heights) - 1)]:
            yield Drawing(tuple(nodes), WIDE_MM, y)
            nodes, y, number = [*head], HEAD_MM, number + 1
        y += above if len(nodes) > len(head) else 0.0
        nodes.append(drawn.at(0.0, y))
        y += drawn.height_mm
    yield Drawing(tuple(nodes), WIDE_MM, y)


def _rows(game: Game, look: BookLook, columns: int, size: float, beside: bool) -> Iterator[tuple[Drawing, float]]:
    """Rows of counters, then what is said of all of them, with the room above each."""
    step, shown = (WIDE_MM + 4.0) / columns, kinds(game)
    for first in range(0, len(shown), columns):
        cells = [_kind(game, kind, step - 4.0, size, look, beside) for kind in shown[first : first + columns]]
        placed = tuple(cell.at(index * step, 0.0) for index, cell in enumerate(cells))
        yield Drawing(placed, WIDE_MM, max(cell.height_mm for cell in cells)), 3.4
    style = TextStyle(SANS, 8.2, 10.6, INK, look.accent, game.language)
    for note in counters_told(game):
        text = text_block(note, style, WIDE_MM)
        yield Drawing((text.at(0.0, 1.4),), WIDE_MM, text.height_mm), 1.6


def _kind(game: Game, kind: Kind, room: float, size: float, look: BookLook, beside: bool) -> Drawing:
    """Front and back of the first counter of `kind`, with its description."""
    nodes: list[Node] = []
    x = 0.0
    faces = ("front",) if kind.group.back == "same" else ("front", "back")
    for face in faces:
        nodes += chit(game, kind.counters[0], x, 0.0, size, face)
        x += size + 1.4
    left, top = (faces_shown(game) * (size + 1.4) + 1.0, -0.4) if beside else (0.0, size + 0.8)
    style = TextStyle(SANS, 8.2, 10.6, INK, look.accent, game.language)
    small = style.with_(colour=QUIET) if beside else style.with_(colour=QUIET, size_pt=7.6, leading_pt=9.4)
    if size < SMALL_MM:
        style, small = (text.with_(size_pt=6.8, leading_pt=8.2) for text in (style, small))
    detail = text_block(f"**{kind.name}**", style, room - left)
    nodes.append(detail.at(left, top))
    more = text_block(kind_facts(game, kind, traits=beside, back=not counters_told(game)), small, room - left)
    nodes.append(more.at(left, top + detail.height_mm + (0.2 if beside else 0.0)))
    return Drawing(tuple(nodes), room, max(size, top + detail.height_mm + more.height_mm))
