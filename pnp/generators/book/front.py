"""The rulebook's first page of text: the title, or behind a cover what the game is about; the components with real
counters. The contents stand in `contents`.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator, Sequence
from itertools import islice

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.set_list import RULE
from pnp.generators.charts.kinds import Kind, kind_facts, kinds
from pnp.generators.charts.units import counters_told
from pnp.generators.counters.anatomy import back_told, factor_name
from pnp.generators.counters.chit import chit
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle, text_faces
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.info import Side


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


SHAPES = (
    (2, 15.875), (3, 15.875), (3, 14.0), (3, 12.7), (4, 12.7), (4, 11.4), (4, 10.4), (5, 10.4), (5, 9.6), (5, 9.0),
    (5, 8.6), (6, 8.6), (6, 8.0), (6, 7.5),
)  # fmt: skip
"""Columns and size of the counters, best first."""

MANY = 30
"""Of more kinds than this the traits of their types are left to the rules."""

ROW_MM, GAP_MM, BESIDE_MM = 2.2, 4.0, 1.4
"""White below a row, between two columns, and beside a counter."""
TEXT_MM = 13.0
"""Least room for the words beside a counter."""
LARGE_MM = 10.0
"""Counters smaller than this have smaller words, too."""
HEAD_MM, SIDE_MM = 10.2, 5.2
"""Height of a plate's heading, and of that of a side."""
LEAST_PLATE_MM, LEAST_PART_MM = 25.0, 50.0
"""Height of a heading and one row, with less room only the smallest plate is tried; and of a plate that goes on."""

TELLING_BACKS = ("reduced", "switched", "dispersed")
"""Backs with something of their own to see; of the others a word says enough."""


def components_plates(game: Game, look: BookLook, room: float, page: float = 0.0) -> list[Drawing]:
    """Every kind of counter side by side, with its name, number and values; as large as fits in height `room`.

    page  height of the next page, on which they go on when no size fits into `room`, or of several when none fits there
    """
    for heights in ((room,), *([(room, page)] if min(room, page) >= LEAST_PART_MM else []), (page,)):
        for shape in SHAPES if heights[0] > LEAST_PLATE_MM else SHAPES[-1:]:
            drawn = list(islice(_plates(game, look, *shape, heights), len(heights) + 1))
            if len(drawn) <= len(heights) and all(map(_fits, drawn, heights)):
                return drawn
    return list(_plates(game, look, *SHAPES[-1], (max(room, page),)))


def _fits(plate: Drawing, height: float) -> bool:
    return plate.height_mm <= height


def _plates(game: Game, look: BookLook, columns: int, size: float, heights: Sequence[float]) -> Iterator[Drawing]:
    """The rows of counters under headings, each plate no higher than its one of `heights`, the last of which is that
    of all further ones, unless a single row is.
    """
    heading = Text(0, 6.6, game.words.text("The counters"), "sans-bold", 13.0, INK)
    key = Text(WIDE_MM, 6.6, values_told(game), "sans-italic", 7.6, QUIET, anchor="end")
    head = (line(0, 0, WIDE_MM, 0, Stroke(look.accent, 0.9)), heading, key)
    nodes: list[Node] = [*head]
    y, number = HEAD_MM, 0
    for rows in _sections(game, look, columns, size):
        first, whole = rows[0], sum(row.height_mm for row in rows)
        for index, row in enumerate(rows):
            kept = whole if index == 0 and whole < max(heights) - HEAD_MM else row.height_mm
            if len(nodes) > len(head) and y + kept > heights[min(number, len(heights) - 1)]:
                yield Drawing(tuple(nodes), WIDE_MM, y)
                nodes, y, number = [*head], HEAD_MM, number + 1
                if index:  # the name of the side again
                    nodes.append(first.at(0.0, y))
                    y += first.height_mm
            nodes.append(row.at(0.0, y))
            y += row.height_mm
    yield Drawing(tuple(nodes), WIDE_MM, y)


def values_told(game: Game) -> str:
    """What the figures on the units mean, in their order; nothing where units of several forms have different ones."""
    names = {tuple(group.factors) for group in game.counters.groups if group.type and group.factors}
    return " – ".join(factor_name(game, name) for name in next(iter(names))) if len(names) == 1 else ""


def _sections(game: Game, look: BookLook, columns: int, size: float) -> Iterator[list[Drawing]]:
    """For each side, then for markers of nobody: a heading, rows of counters; at the end what holds for all."""
    shown = [kind for kind in kinds(game) if not _is_blank(kind.group)]
    style = TextStyle(SANS, 8.2, 10.4, INK, look.accent, game.language)
    if size < LARGE_MM:
        style = style.with_(faces=CONDENSED, size_pt=7.4, leading_pt=8.8)
    for side in (*game.info.sides, None):
        own = [kind for kind in shown if kind.group.side == (side and side.id)]
        if not own:
            continue
        step = (WIDE_MM + GAP_MM) / columns
        more = {kind.group.id: _more(game, kind, traits=len(shown) <= MANY) for kind in own}
        said = Counted(fact for facts in more.values() for fact in facts)
        common = [fact for fact, times in said.items() if times > 1]
        cells = [
            _kind(game, kind, side.name if side else "", [f for f in more[kind.group.id] if f not in common],
                  step - GAP_MM, size, style)
            for kind in own
        ]  # fmt: skip
        notes = [
            fact if said[fact] == len(own)
            else f"{fact} – {', '.join(_short(kind, side) for kind in own if fact in more[kind.group.id])}"
            for fact in common
        ]  # fmt: skip
        note = ". ".join(note[:1].upper() + note[1:] for note in notes)
        rows = [_side_head(look, side.name if side else "", note, style)]
        for first in range(0, len(cells), columns):
            row = cells[first : first + columns]
            placed = tuple(cell.at(index * step, 0.0) for index, cell in enumerate(row))
            rows.append(Drawing(placed, WIDE_MM, max(cell.height_mm for cell in row) + ROW_MM))
        yield rows
    for note in counters_told(game):
        text = text_block(note, style.with_(faces=SANS), WIDE_MM)
        yield [Drawing((text.at(0.0, 0.6),), WIDE_MM, text.height_mm + 1.2)]


def _is_blank(group: CounterGroup) -> bool:
    """Whether a group is for players to write on, and tells nothing."""
    return group.marker == "square" and not (group.label or group.side)


def _more(game: Game, kind: Kind, *, traits: bool) -> list[str]:
    """What is said of a kind besides its number and values: on request its traits; what its back means."""
    of_type = next((t.traits for t in game.info.unit_types if t.id == kind.group.type), ())
    named = [trait.name for trait in game.info.traits if trait.id in of_type] if traits else []
    return [*named, *(back_told(game, kind.group) if not counters_told(game) else [])]


def _short(kind: Kind, side: Side | None) -> str:
    """Its name below the heading of its side."""
    return kind.name.removeprefix(f"{side.name}: ") if side else kind.name


def _side_head(look: BookLook, name: str, note: str, style: TextStyle) -> Drawing:
    """The name of a side, and beside it what is said of several of its kinds."""
    nodes: list[Node] = [line(0, 0, WIDE_MM, 0, Stroke(RULE, 0.5))]
    beside = width_mm(name, "condensed-bold", 9.4) + 3.0 if name else 0.0
    nodes += [Text(0, 3.9, name, "condensed-bold", 9.4, look.number_ink)] if name else []
    height = SIDE_MM if name else 2.0
    if note:
        small = style.with_(faces=SANS, size_pt=7.4, leading_pt=9.0, colour=QUIET)
        text = text_block(f"{note}.", small, WIDE_MM - beside)
        nodes.append(text.at(beside, 1.2))
        height = max(height, text.height_mm + 2.2)
    return Drawing(tuple(nodes), WIDE_MM, height)


def _kind(
    game: Game, kind: Kind, side: str, more: Sequence[str], room: float, size: float, style: TextStyle
) -> Drawing:
    """The first counter of `kind`, its back where that tells something, and beside them what it is."""
    faces = ("front", "back") if kind.group.back in TELLING_BACKS else ("front",)
    if room - len(faces) * (size + BESIDE_MM) < TEXT_MM:
        faces = faces[:1]
    nodes: list[Node] = []
    for number, face in enumerate(faces):
        nodes += chit(game, kind.counters[0], number * (size + BESIDE_MM), 0.0, size, face)
    left = len(faces) * (size + BESIDE_MM) + 0.6
    name = text_block(f"**{kind.name.removeprefix(f'{side}: ')}**", style, room - left)
    facts = "; ".join([kind_facts(game, kind, traits=False, back=False), *more])
    told = text_block(facts, style.with_(faces=CONDENSED, colour=QUIET), room - left)
    top = max(0.0, (size - name.height_mm - told.height_mm) / 2 - 0.2)
    nodes += [name.at(left, top), told.at(left, top + name.height_mm)]
    return Drawing(tuple(nodes), room, max(size, top + name.height_mm + told.height_mm))
