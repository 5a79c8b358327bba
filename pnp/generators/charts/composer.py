"""Blocks on pages: across the page or in two columns as level as they can be, all as large as they can be.

In: blocks that can be drawn at several widths; the space on a page. Out: a `Composed` page each. The blocks are shared
out among as few pages as hold them in ordinary type, then among as many in the largest that needs no more, so that
all are about equally full; a page with room is larger still. What is left goes into rows and between blocks, as far as
looks well; then the page ends early.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from pnp.draw.scene import Node
from pnp.errors import LayoutError
from pnp.generators.typeset.block import Drawing

GUTTER_MM = GAP_MM = 6.0
"""White between columns, and between blocks."""
SIZES = (0.893, 0.92, 0.95, 0.98, 1.01, 1.05, 1.09, 1.13, 1.18, 1.23)
"""Sizes of type: body type of 9 pt, notes of 8.4, are never smaller than 8 and 7.5."""
ORDINARY = 0.95
"""The size in which the pages are counted, if no block is higher than a page then."""
TRIED, RAGGED_MM, FULL, BLANK = 3, 17.0, 0.95, 0.2
"""How many sizes may be tried for one in which columns end so level, or so far from the foot of a page so full; the
share of a page that may be white at the most where smaller type saves one.
"""
LOWER, PARTED, OVERFULL, RAGGED = 0.65, 0.06, 10.0, 12.0
"""The share of its height that a block keeps at the most where it stands across for it; how much worse it is to have a
task on one more page, a page twice as high as its room, and uneven columns, in squares of shares of a page.
"""
LEAD_MM, LOW_MM = 64.0, 42.0
"""How high a block alone at the top is that names the page; what is lower than the other stands below higher things."""
LOOSEST, STEPS, MOST_GAP_MM, AIRY, ALIKE = 1.6, 32, 12.0, 0.4, 1.25
"""How loose rows become before white parts blocks, and in how many steps; how much of it parts two; how loose they stay
in larger type, and how much larger than that of other pages it is at the most.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A part of a sheet.

    draw       (width in mm, looseness) -> Drawing; rows of a looseness of 0 are as low as they can be, of 1 as high as
               looks well; the height grows evenly with it. What was measured is remembered
    task       what a player does with it, which titles the page
    least_mm   the width of the narrowest column in which it looks well
    focal      it opens the first page
    name       the id of its table
    """

    draw: Callable[[float, float], Drawing]
    task: str = ""
    least_mm: float = 0.0
    focal: bool = False
    name: str = ""
    _heights: dict[tuple[float, float], tuple[float, float]] = field(default_factory=dict, repr=False)

    def height(self, width: float, looseness: float = 0.0) -> float:
        """Its height in mm at that width."""
        return self._measured(width, looseness)[0]

    def head_mm(self, width: float) -> float:
        """The height of its heading at that width."""
        return self._measured(width, 0.0)[1]

    def _measured(self, width: float, looseness: float) -> tuple[float, float]:
        if (width, looseness) not in self._heights:
            drawing = self.draw(width, looseness)
            self._heights[width, looseness] = drawing.height_mm, drawing.head_mm
        return self._heights[width, looseness]


@dataclass(frozen=True, slots=True)
class Composed:
    """A page: its drawing, and what it is about.

    tasks      task -> the share that its blocks have in the page, in reading order
    lead       the title of the first block where that is alone at the top, for the page to bear, and what is beside it
    fill       share of the page's height in use
    ragged_mm  most by which the bottoms of columns side by side differ
    """

    drawing: Drawing
    tasks: dict[str, float]
    fill: float
    ragged_mm: float
    scale: float = 1.0
    lead: tuple[str, str] = ("", "")


def compose(
    blocks: Sequence[Block], width: float, room: float, sizes: Sequence[float] = SIZES, least_pages: int = 1,
    *, leads: bool = False,
) -> list[Composed]:  # fmt: skip
    """`blocks` on as few pages of `width` by `room` mm as hold them, in the largest type of `sizes`, which rise.

    leads  a page bears the title of the block alone at its top

    Raises LayoutError for a block that is higher than a page.
    """
    def of(page: list[int], size: float) -> _Page:
        return _page([blocks[number] for number in page], width / size, leads)

    def fits(page: list[int], size: float, air: float = 0.0) -> bool:
        wide = size == sizes[0] or width / size >= max(blocks[number].least_mm for number in page)
        return wide and of(page, size).height(air) <= room / size

    def white(way: Sequence[Composed]) -> float:
        return max(max(page.ragged_mm, (FULL - page.fill) * room) for page in way)

    def grown(page: list[int], least: float) -> Composed:
        larger = [size for size in reversed(sizes) if least < size <= ALIKE * least and fits(page, size, AIRY)]
        ways = (of(page, size).drawn(room / size, size) for size in (*larger, least))
        return min(ways, key=lambda way: max(white([way]), RAGGED_MM))

    ways = list[list[Composed]]()
    for first in (max(ORDINARY, sizes[0]), sizes[0]):  # smaller where the fewest pages of that leave too much white
        pages = _fewest(blocks, width / first, room / first, leads)
        while pages and len(pages) < min(least_pages, len(blocks)):
            most = max(pages, key=len)
            pages.append([most.pop() for _ in range(len(most) // 2)])
        fitting = [(sizes[0], pages)] if pages else []
        for size in sizes if pages else ():
            pages = _shared_out(blocks, pages, width / size, room / size)
            fitting += [(size, pages)] if all(fits(page, size) for page in pages) else []
        for size, pages in (fitting[1:] or fitting)[: -TRIED - 1 : -1]:
            ways.append([grown(page, size) for page in pages])
            if white(ways[-1]) < RAGGED_MM:
                return ways[-1]
        if ways and white(min(ways, key=white)) < BLANK * room:
            break
    if not ways:
        raise LayoutError(f"a chart doesn't fit on a page of {width:.0f} × {room:.0f} mm")
    return min(ways, key=white)


Pages = list[list[int]]
"""The numbers of the blocks of each page."""


def _fewest(blocks: Sequence[Block], width: float, room: float, leads: bool) -> Pages:
    """The blocks on the fewest pages, the largest first on that which has most room or dealt in turn, then shared out;
    [] where one is too high.
    """
    half = (width - GUTTER_MM) / 2
    share = [(one.height(half) / 2 if one.least_mm <= half else one.height(width)) / room for one in blocks]
    for count in range(int(sum(share)) or 1, len(blocks) + 1):
        filled: Pages = [[] for _ in range(count)]
        for number in (0, *sorted(range(1, len(blocks)), key=lambda number: -share[number])):
            min(filled, key=lambda page: sum(share[n] for n in page)).append(number)
        for start in filled, [[*range(first, len(blocks), count)] for first in range(count)]:
            pages = _shared_out(blocks, [sorted(page) for page in start], width, room, 1.0)
            if all(_page([blocks[n] for n in page], width, leads).height() <= room for page in pages):
                return pages
    return []


def _shared_out(
    blocks: Sequence[Block], pages: Pages, width: float, room: float, ragged: float = RAGGED
) -> Pages:  # fmt: skip
    """As many pages, the blocks moved and exchanged as long as that makes these more evenly full or brings tasks
    together; the first one stays where it is.
    """
    @cache
    def cost(page: tuple[int, ...]) -> float:
        shown = [blocks[number] for number in page]
        _, *heights = _laid(shown, width)
        high, filled = (one / room for one in heights)
        uneven = (1.0 - filled) ** 2 + ragged * (high - filled) ** 2
        return uneven + OVERFULL * (high - 0.9) * (high > 1.0) + PARTED * len({block.task for block in shown})

    def ways(page: Sequence[int], other: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
        for count, back in ((1, 0), (1, 1), (2, 0), (2, 1)):
            for chosen in itertools.combinations([number for number in page if number], count):
                for given in itertools.combinations([number for number in other if number], back):
                    yield (tuple(sorted({*page, *given} - {*chosen})), tuple(sorted({*other, *chosen} - {*given})))

    left = [tuple(page) for page in pages]
    while True:
        for a, b in itertools.permutations(range(len(left)), 2):
            now = cost(left[a]) + cost(left[b]) - 1e-6
            if found := next((way for way in ways(left[a], left[b]) if sum(map(cost, way)) < now), None):
                left[a], left[b] = found
                break
        else:
            return sorted([*page] for page in left if page)


def _laid(blocks: Sequence[Block], width: float) -> tuple[list[Block], float, float]:
    """The blocks in columns: those that fit into half of the page, but as many of those that become much lower across
    it as makes the page lowest and leaves least white; its height, with columns about even, and that of what fills it.
    """
    half = (width - GUTTER_MM) / 2
    narrow = sorted((block for block in blocks if block.least_mm <= half),
                    key=lambda block: block.height(width) / block.height(half), reverse=True)  # fmt: skip
    gain = sum(block.height(width) <= LOWER * block.height(half) for block in narrow)
    ways = list[tuple[float, float, int]]()
    for across in range(gain + 1):
        beside, columns = narrow[: len(narrow) - across], [0.0, 0.0]
        wide = half if beside[1:] else width
        for tall in sorted((block.height(wide) + GAP_MM for block in beside), reverse=True):
            columns[columns.index(min(columns))] += tall
        high = sum(block.height(width) + GAP_MM for block in blocks if block not in beside) - GAP_MM
        filling = min(max(columns), sum(block.height(half) + GAP_MM for block in beside) / 2)  # one alone wastes room
        ways.append((high + max(columns), high + filling, across))
    high, filled, across = min(ways, key=lambda way: 2 * way[0] - way[1])
    return narrow[: len(narrow) - across], high, filled


# A page --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    """Blocks one below the other."""

    blocks: Sequence[Block]
    width: float

    def height(self, looseness: float = 0.0) -> float:
        """The height in mm; only what is tight, 0, and loose, 1, is measured."""
        tight = sum(block.height(self.width) for block in self.blocks) + GAP_MM * (len(self.blocks) - 1)
        return tight + looseness * self.slope() if looseness else tight

    def slope(self) -> float:
        """How much higher a step of looseness makes it."""
        return sum(block.height(self.width, 1.0) - block.height(self.width) for block in self.blocks)


_Band = Sequence[_Column]
"""Columns side by side."""


def _band_mm(band: _Band, looseness: float = 0.0) -> float:
    return max(column.height(looseness) for column in band)


@dataclass(frozen=True, slots=True)
class _Page:
    """Bands one below the other."""

    bands: Sequence[_Band]
    width: float
    leads: bool = False

    def height(self, looseness: float = 0.0) -> float:
        return sum(_band_mm(band, looseness) for band in self.bands) + GAP_MM * (len(self.bands) - 1) - self.head_mm()

    def head_mm(self) -> float:
        """The height of the heading of the block alone at the top, whose title is the page's; 0 for a small one."""
        first = self.bands[0][0].blocks[0]
        alone = self.leads and len(self.bands[0]) == 1 and first.height(self.width) >= LEAD_MM
        return first.head_mm(self.width) if alone else 0.0

    def drawn(self, room: float, scale: float) -> Composed:
        """The page with its rows as loose as its height allows, the rest of the white shared between its blocks."""
        parted = [max(len(column.blocks) for column in band) - 1 for band in self.bands]
        gaps = len(self.bands) - 1 + sum(parted)
        tight, loose = self.height(), self.height(LOOSEST)
        looseness = LOOSEST * min(1.0, (room - tight) / max(loose - tight, 0.01))
        more = min(MOST_GAP_MM - GAP_MM, (room - self.height(looseness)) / gaps) if gaps else 0.0
        nodes: list[Node] = []
        areas: dict[str, float] = {}
        y, ragged, lead = -self.head_mm(), 0.0, ("", "")
        for band, within in zip(self.bands, parted, strict=True):
            high, x = _band_mm(band, looseness) + more * within, 0.0
            for column in band:
                slope, at = column.slope(), y
                own = looseness + min(2.5, (high - column.height(looseness)) / slope if slope > 0.01 else 0.0)
                if alone := not gaps and not band[1:]:
                    own, high = LOOSEST, room + self.head_mm()
                for step in range(STEPS, -1, -1):  # less loose where a block grows faster than evenly
                    parts = [block.draw(column.width, own * step / STEPS) for block in column.blocks]
                    left = high - sum(part.height_mm for part in parts)
                    if left >= GAP_MM * (len(parts) - 1) - 0.1:
                        break
                high -= left if alone else 0.0
                gap = min(left / max(1, len(parts) - 1), MOST_GAP_MM)
                for block, part in zip(column.blocks, parts, strict=True):
                    if at < 0.0:
                        lead, part = (part.title, part.aside), part.headless
                        at += self.head_mm()
                    nodes.append(part.at(x, at))
                    areas[block.task] = areas.get(block.task, 0.0) + part.height_mm * column.width
                    at += part.height_mm + gap
                ragged = max(ragged, y + high - (at - gap))
                x += column.width + GUTTER_MM
            y += high + GAP_MM + more
        high, whole = y - GAP_MM - more, sum(areas.values()) or 1.0
        shares = {task: area / whole for task, area in areas.items()}
        drawing = Drawing(tuple(nodes), self.width, high).scaled(scale)
        return Composed(drawing, shares, high / room, ragged * scale, scale, lead)


def _page(blocks: Sequence[Block], width: float, leads: bool = False) -> _Page:
    """Blocks in columns, one alone in all the width, the others above these or below, in their order; low ones last.
    """
    beside, *_ = _laid(blocks, width)
    narrow = [block for block in blocks if block in beside and beside[1:]]
    wide = [(_Column((block,), width),) for block in blocks if block not in narrow]
    above = next((number for number, block in enumerate(blocks) if block in narrow), len(blocks))
    bands = [*wide[:above], *([_level(narrow, width)] if narrow else []), *wide[above:]]
    return _Page(sorted(bands, key=lambda band: _band_mm(band) < LOW_MM), width, leads)


def _level(blocks: Sequence[Block], width: float) -> _Band:
    """Blocks in two columns, which end as level as they can, low ones at the foot."""
    half = (width - GUTTER_MM) / 2
    heights = [block.height(half) + GAP_MM for block in blocks]
    ways = {round(heights[0]): (heights[0], (0,))}  # what the left column can hold, to the millimetre
    for number, high in enumerate(heights[1:], 1):
        for left, inside in [*ways.values()]:
            ways.setdefault(round(left + high), (left + high, (*inside, number)))
    _, inside = min(ways.values(), key=lambda way: max(way[0], sum(heights) - way[0]))
    columns = [blocks[n] for n in inside], [block for n, block in enumerate(blocks) if n not in inside]
    low = [sorted(column, key=lambda block: block.height(half) < LOW_MM) for column in columns if column]
    return [_Column(column, half) for column in low]
