"""The key to the counters: under the name of each side, in its colour, an entry for every kind of counter it has.

In: a game, the room. Out: drawings, as large as fits, their rows as full as can be, spread down to the foot.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pnp.draw.scene import Group, Node
from pnp.draw.text import width_mm
from pnp.generators.book.contents import filled
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.charts.kinds import Kind, by_owner, figures, kinds
from pnp.generators.charts.units import counters_told
from pnp.generators.counters.anatomy import back_told, factor_name
from pnp.generators.counters.chit import chit
from pnp.generators.counters.laid import best_units
from pnp.generators.scenarios.lists import BAND_MM, draw_band
from pnp.generators.tables.parts import NOTE, TITLE_MM, least_title_mm, titled
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.info import Side

SIZES_MM = (24.0, 20.0, 18.0, 16.8, 15.875, 14.2875, 12.7, 11.4, 10.4, 9.6, 9.0)
"""Of the counters, best first."""
BESIDE_OTHERS_MM = 18.0
"""Beside other things in a book they are no larger."""
PT = (8.4, 9.8)
"""Size and leading of all words, as on the sheets of counters."""
MOST_COLUMNS = 6
TEXT_MM, ROOMY_MM, LONG_MM = 20.0, 24.0, 27.2
"""Least room for the words beside a counter; with less than the second they are condensed; a longer word is broken."""
GAP_MM, BESIDE_MM = 4.0, 1.6
"""White between two columns, and beside a counter."""
ROW_MM, BLOCK_MM, MOST_MORE_MM = 1.7, 2.4, 3.0
"""White below a row and below a side, at least; most by which the first grows."""
HEAD_MM = 9.4
"""Height of a heading of one line with the white below it."""
HOLE_MM = 9.0
"""How much height an empty place at the end of a row is worth."""
TELLING_BACKS = ("reduced", "switched", "dispersed")
"""Backs with something of their own to see; of the others a word says enough."""


@dataclass(frozen=True, slots=True)
class KeyBlock:
    """Sides whose names stand in one row, and the rows of their kinds."""

    band: Drawing
    rows: tuple[Drawing, ...]

    @property
    def height_mm(self) -> float:
        """With the white below it."""
        return self.band.height_mm + sum(row.height_mm + ROW_MM for row in self.rows) + BLOCK_MM

    def parted(self, limit: float) -> Iterator[KeyBlock]:
        """Blocks of some of its rows, as high as `limit` at most, each under the names."""
        rows = iter(self.rows)
        for count in filled([row.height_mm + ROW_MM for row in self.rows], limit - self.band.height_mm - BLOCK_MM):
            yield KeyBlock(self.band, tuple(next(rows) for _ in range(count)))


@dataclass(frozen=True, slots=True)
class CounterKey:
    """Blocks one below the other, under a heading."""

    head: Drawing
    blocks: tuple[KeyBlock, ...]

    @property
    def height_mm(self) -> float:
        """At the closest."""
        return self.head.height_mm + sum(block.height_mm for block in self.blocks)

    def drawn(self, height: float) -> Drawing:
        """The key with its rows spread to end at `height`."""
        count = sum(len(block.rows) for block in self.blocks)
        more = min(max(height - self.height_mm, 0.0) / max(count, 1), MOST_MORE_MM)
        nodes: list[Node] = [*self.head.nodes]
        y = self.head.height_mm
        for block in self.blocks:
            nodes.append(block.band.at(0.0, y))
            y += block.band.height_mm
            for row in block.rows:
                nodes.append(row.at(0.0, y))
                y += row.height_mm + ROW_MM + more
            y += BLOCK_MM
        return Drawing(tuple(nodes), self.head.width_mm, y)


def counter_key(
    game: Game, look: BookLook, width: float, height: float, least_mm: float = 0.0, most_mm: float = BESIDE_OTHERS_MM
) -> CounterKey | None:
    """The key with the largest counters that fit, from `least_mm` to `most_mm`, its rows as full as can be; None if
    none does.
    """
    sizes = [size for size in SIZES_MM if least_mm <= size <= most_mm and height > 0.0]
    head = _head(game, width)
    for word, size in product((_word_mm(game), 0.0), sizes):  # names break only where whole ones have no room
        keys = [(columns * _rows(game, columns), CounterKey(head, _body(game, look, width, columns, size)))
                for columns in _counts(width, size, word) if _least_mm(game, columns, size) <= height]  # fmt: skip
        fitting = [(key.height_mm + HOLE_MM * places, key) for places, key in keys if key.height_mm <= height]
        if fitting:
            return min(fitting, key=lambda one: one[0])[1]
    return None


def key_pages(game: Game, look: BookLook, page_mm: float) -> list[Drawing]:
    """The key on pages of its own, as few as can be, evenly filled, with the largest counters that need no more."""
    if (whole := counter_key(game, look, WIDE_MM, page_mm, most_mm=SIZES_MM[0])) is not None:
        return [whole.drawn(page_mm)]
    head, word = _head(game, WIDE_MM), _word_mm(game)
    room = page_mm - head.height_mm
    ways = [[part for block in _body(game, look, WIDE_MM, _counts(WIDE_MM, size, word)[-1], size)
             for part in block.parted(room)] for size in SIZES_MM]  # fmt: skip
    parts = min(ways, key=lambda way: len(filled([part.height_mm for part in way], room)))
    sizes = [part.height_mm for part in parts]
    fewest = len(filled(sizes, room))
    limit = sum(sizes) / fewest
    while len(counts := filled(sizes, limit)) > fewest:
        limit += 1.0
    left = iter(parts)
    return [CounterKey(head, tuple(next(left) for _ in range(count))).drawn(page_mm) for count in counts]


def _word_mm(game: Game) -> float:
    """Width of the longest word in a name, condensed, as far as it isn't to be broken."""
    words = (width_mm(word, "condensed-bold", PT[0]) for kind in kinds(game) for word in kind.name.split())
    return min(max(words, default=0.0), LONG_MM) + BESIDE_MM


def _counts(width: float, size: float, word: float) -> list[int]:
    """The numbers of columns that leave room for words, one of them so long."""
    least = max(TEXT_MM, word) + size + BESIDE_MM + GAP_MM
    return [n for n in range(1, MOST_COLUMNS + 1) if (width + GAP_MM) / n >= least] or [1]


def _owned(game: Game) -> list[tuple[Side | None, list[Kind]]]:
    """The kinds of each side, listed once."""
    if "kinds" not in game.pictures:
        game.pictures["kinds"] = by_owner(game, kinds(game))
    return game.pictures["kinds"]


def _shared(game: Game, columns: int) -> list[list[tuple[Side | None, list[Kind]]]]:
    """The sides of each block: those with few kinds stand beside each other."""
    blocks: list[list[tuple[Side | None, list[Kind]]]] = []
    for side, own in _owned(game):
        if blocks and sum(len(others) for _, others in blocks[-1]) + len(own) <= columns:
            blocks[-1].append((side, own))
        else:
            blocks.append([(side, own)])
    return blocks


def _rows(game: Game, columns: int) -> int:
    """How many rows there are; what doesn't fill the last of a side are holes."""
    return sum(-(-sum(len(own) for _, own in block) // columns) for block in _shared(game, columns))


def _least_mm(game: Game, columns: int, size: float) -> float:
    """The height of a key whose rows are as high as its counters."""
    return HEAD_MM + len(_shared(game, columns)) * (BAND_MM + BLOCK_MM) + _rows(game, columns) * (size + ROW_MM)


def _body(game: Game, look: BookLook, width: float, columns: int, size: float) -> tuple[KeyBlock, ...]:
    """All blocks; the last has the notes that hold for all."""
    step = (width + GAP_MM) / columns
    narrow = step - GAP_MM - size - BESIDE_MM < max(ROOMY_MM, 1.2 * _word_mm(game))
    style = TextStyle(CONDENSED if narrow else SANS, *PT, INK, look.accent, game.language)
    blocks = []
    for block in _shared(game, columns):
        bands: list[Node] = []
        cells: list[Drawing] = []
        last = block[-1][0]
        for side, own in block:
            across = (len(own) if side is not last else columns - len(cells)) if len(block) > 1 else columns
            name = side.name if side else game.words.text("Markers")
            band = draw_band(game, side.id if side else "", name, (), across * step - GAP_MM)
            bands.append(band.at(len(cells) * step, 0.0))
            paired = any(kind.group.back in TELLING_BACKS for kind in own)
            faces = ("front", "back") if paired and step - GAP_MM - 2 * (size + BESIDE_MM) >= TEXT_MM else ("front",)
            cells += [_kind(game, kind, step - GAP_MM, size, style, faces if kind.group.back in TELLING_BACKS else
                            faces[:1]) for kind in own]  # fmt: skip
        wide = (width + GAP_MM) / min(columns, len(cells)) if len(block) == 1 else step  # a short row is no ragged one
        rows = [_row(cells[at : at + columns], wide, width) for at in range(0, len(cells), columns)]
        if side is _owned(game)[-1][0]:
            rows += [text_block(notes, style, width)] if (notes := _notes(game)) else []
        blocks.append(KeyBlock(Drawing(tuple(bands), width, band.height_mm + 0.6), tuple(rows)))
    return tuple(blocks)


def _row(cells: Sequence[Drawing], step: float, width: float) -> Drawing:
    high = max(cell.height_mm for cell in cells)
    placed = tuple(cell.at(n * step, (high - cell.height_mm) / 2) for n, cell in enumerate(cells))
    return Drawing(placed, width, high)


def _notes(game: Game) -> str:
    """What holds for many counters, what their backs mean, and how large they are."""
    notes = counters_told(game)
    for side, own in _owned(game) if not notes else ():
        backs: dict[str, list[str]] = {}
        for kind in own:
            for fact in back_told(game, kind.group):
                backs.setdefault(fact, []).append(kind.name)
        for fact, names in backs.items():
            notes.append(f"**{side.name if side and len(names) == len(own) else game.words.listed(names)}**: {fact}")
    if not notes:  # the foot of a sheet tells their size too
        return ""
    size = game.words.text("{n} mm", n=game.words.decimal(f"{game.style.counters.size_mm:.1f}"))
    notes.append(game.words.text("Printed size: {size}", size=size))
    return game.words.sentences(f"{note.rstrip('.。')}{game.words.stop}" for note in notes)


def values_told(game: Game) -> str:
    """What the figures on the units mean, in their order; nothing where units of several forms have different ones."""
    names = {tuple(group.factors) for group in game.counters.groups if group.type and group.factors}
    return " – ".join(factor_name(game, name) for name in next(iter(names))) if len(names) == 1 else ""


def headed(game: Game, name: str, drawing: Drawing, told: str = "") -> Drawing:
    """A drawing under a heading of its game, at whose right end something is told where there is room."""
    width, more = drawing.width_mm, HEAD_MM - TITLE_MM
    body = Drawing((drawing.at(0.0, more),), width, drawing.height_mm + more)
    fits = least_title_mm(game, name) + width_mm(told, "sans-italic", NOTE.size_pt) + 3.0 <= width
    return titled(game, name, body, note=told if fits else "")


def _head(game: Game, width: float) -> Drawing:
    return headed(game, game.words.text("The counters"), Drawing((), width, 0.0), values_told(game))


def sides_shown(game: Game, look: BookLook, width: float, size: float) -> Drawing:
    """The strongest unit of each side, `size` mm wide, its name, and how many counters it has; two in a row."""
    style = TextStyle(SANS, *PT, INK, look.accent, game.language)
    step, counted = (width + GAP_MM) / 2, Counted(counter.group.side for counter in game.all_counters())
    cells = []
    for side in game.info.sides:
        units = best_units(game, side.id)[:1]
        told = game.words.count("{n} counter", "{n} counters", counted[side.id])
        cells.append(_cell(game, units, f"**{side.name}**", told, step - GAP_MM, size, style))
    rows = [_row(cells[at : at + 2], step, width) for at in range(0, len(cells), 2)]
    placed = tuple(row.at(0.0, n * (row.height_mm + ROW_MM)) for n, row in enumerate(rows))
    return Drawing(placed, width, sum(row.height_mm + ROW_MM for row in rows) - ROW_MM)


def _kind(
    game: Game, kind: Kind, room: float, size: float, style: TextStyle, faces: Sequence[str]
) -> Drawing:
    """The first counter of `kind`, and beside it what it is."""
    facts = [_counted(game, kind), *([game.words.text("optional rule")] if kind.group.optional else [])]
    reduced = dict.fromkeys(figures(c.reduced, c.group) for c in kind.counters if c.reduced)
    if reduced and len(faces) == 1:
        facts.insert(1, game.words.text("reduced {value}", value=game.words.listed(reduced)))
    return _cell(game, kind.counters[:1], f"**{kind.name}**", game.words.listed(facts, "; "), room, size, style, faces)


def _cell(
    game: Game, counters: Sequence[Counter], name: str, told: str, room: float, size: float, style: TextStyle,
    faces: Sequence[str] = ("front",),
) -> Drawing:  # fmt: skip
    """A counter, and beside it two lines or more."""
    left = len(faces) * (size + BESIDE_MM) + 0.4
    small = style.with_(faces=CONDENSED, colour=QUIET)
    texts = text_block(name, style, room - left), text_block(told, small, room - left)
    words = texts[0].height_mm + texts[1].height_mm
    high = max(size, words)
    nodes: list[Node] = []
    for counter in counters:
        for number, face in enumerate(faces):
            drawn = chit(game, counter, number * (size + BESIDE_MM), (high - size) / 2, size, face)
            nodes.append(Group(tuple(drawn), layer="picture"))
    top = (high - words) / 2
    return Drawing((*nodes, texts[0].at(left, top), texts[1].at(left, top + texts[0].height_mm)), room, high)


def _counted(game: Game, kind: Kind) -> str:
    """How many there are, of each value."""
    values = Counted(figures(c.factors, c.group) for c in kind.counters if c.factors)
    of_values = [f"{number}\u00a0×\u00a0{value}" for value, number in values.items()]
    return ", ".join(of_values) or game.words.count("{n} counter", "{n} counters", len(kind.counters))
