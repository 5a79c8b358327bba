"""Blocks on pages: each as wide as leaves the least white, the columns beside it level, in type as large as fits.

In: blocks that can be drawn at several widths, in order; the space on a page. Out: a `Composed` page each. A page is a
stack of bands, a band one to three columns of a grid of twelve, a column a stack of blocks. The fewest pages win, then
the largest type, then the least white; what is left of a page goes into its rows, so that every column and every page
ends level, with one white between blocks.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from pnp.draw.scene import Node
from pnp.errors import LayoutError
from pnp.generators.typeset.block import Drawing

COLUMNS = 12
GUTTER_MM = 6.0
GAP_MM = 6.0
"""White between blocks."""
WIDE_MM = 100.0
"""Where blocks may begin to have fewer rows, in two columns."""
LOOSE, MOST = 1.8, 4.0
"""The looseness of rows that still look well; how many times that a page may be that is emptier."""
GROWTH = 1.5
"""Type larger by a share makes text higher by the share to this power, or a little more."""
SCALES = (1.0, 0.97, 0.94, 0.92, 0.9, 0.88, 0.86, 0.84, 0.82)
"""Sizes of type to try, largest first: body type of 9 pt never becomes smaller than 7.4, notes than 6.9."""
LARGER = (1.2, 1.16, 1.12, 1.08, 1.04)
"""By how much the type of a page may grow that has room for it."""
AIRY = 0.3
"""The share of its looseness that a page in larger type keeps."""

SPLITS = ((12,), (6, 6), (8, 4), (4, 8), (7, 5), (5, 7), (4, 4, 4))
SPANS = tuple(sorted({span for split in SPLITS for span in split}))
UNEVEN_MM = {(7, 5): 3.0, (5, 7): 3.0}
"""What a page of halves and thirds looks better by than one of these."""
MOST_IN_BAND, MOST_IN_THREE = 5, 4
"""Blocks side by side in two columns, and in three."""
RAGGED_MM = 30.0
"""A column that ends so far above its neighbour costs as much height again."""
PARTED = 3.0
"""What a task on two pages costs, in hundredths of the white of a page."""
MOST_MOVES, MOST_ROUNDS = 48, 2
"""Orders that are tried to save a page or white, in a round."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a sheet.

    draw       (width in mm, looseness) -> Drawing; rows of a looseness of 0 are as low as they can be, of 1 as high as
               looks well; the height grows evenly with it. What was measured is remembered
    task       what a player does with it, which titles the page
    least_mm, most_mm  widths at which it looks well
    spare      it is left out where it would take a further page
    focal      it opens the first page
    name       the id of its table
    """

    draw: Callable[[float, float], Drawing]
    task: str = ""
    least_mm: float = 0.0
    most_mm: float = math.inf
    spare: bool = False
    focal: bool = False
    name: str = ""
    _sizes: dict[float, tuple[float, float]] = field(default_factory=dict, compare=False, repr=False)
    _slopes: dict[bool, float] = field(default_factory=dict, compare=False, repr=False)

    def size(self, width: float) -> tuple[float, float]:
        """The height when tight, and how much higher each step of looseness makes it: measured once for all narrow and
        once for all wide columns, as the number of rows is nearly the same.
        """
        if width not in self._sizes:
            tight = self.draw(width, 0.0).height_mm
            if (wide := width > WIDE_MM) not in self._slopes:
                self._slopes[wide] = self.slope(width, tight)
            self._sizes[width] = tight, self._slopes[wide]
        return self._sizes[width]

    def slope(self, width: float, tight: float) -> float:
        """How much higher a step of looseness makes it at exactly that width."""
        return self.draw(width, 1.0).height_mm - tight

    def estimated(self, width: float) -> tuple[float, float]:
        """The same between what was measured on either side: text twice as wide is half as high."""
        if not self._sizes:
            return self.size(width)
        narrower = max((known for known in self._sizes if known <= width), default=min(self._sizes))
        wider = min((known for known in self._sizes if known >= width), default=max(self._sizes))
        part = (1 / narrower - 1 / width) / (1 / narrower - 1 / wider) if wider > narrower else 0.0
        (low, slope), (high, _) = self._sizes[narrower], self._sizes[wider]
        return low + min(max(part, 0.0), 1.0) * (high - low), slope


@dataclass(frozen=True, slots=True)
class Composed:
    """A page: its drawing, and what it is about.

    tasks      task -> the share that its blocks have in the page, in reading order
    fill       share of the page's height in use
    ragged_mm  most by which the bottoms of columns side by side differ
    """

    drawing: Drawing
    tasks: dict[str, float]
    fill: float
    ragged_mm: float
    scale: float = 1.0


def compose(
    blocks: Sequence[Block], width: float, room: float, scales: Sequence[float] = SCALES, count: int = 0
) -> list[Composed]:
    """`blocks` on pages of `width` by `room` mm.

    count  how many pages, where the blocks can stand on so many; 0 = as few as can be
    Raises LayoutError for a block that is higher than a page.
    """
    setting, plan = _largest(blocks, (width, room), scales, count)
    plan = setting.improved(plan)
    for number in (n for n, block in enumerate(blocks) if block.spare):
        plan = setting.with_further(plan, number)
    return [_grown(setting, page) for page in plan]


def filling(blocks: Sequence[Block], width: float, room: float, most: int = 3) -> list[Block]:
    """At most so many of `blocks`, in order, that fill a page of `width` by `room` mm best: with their rows as high as
    looks well, else with the least white; none on a page without room.
    """
    ways = []
    blocks = blocks if room > 0.0 else ()
    for chosen in (tried for count in range(1, most + 1) for tried in itertools.combinations(blocks, count)):
        page = _Setting(chosen, (width, room), SCALES[0], 0).page(tuple(range(len(chosen))))
        if page is not None:
            looseness, white = page.looseness(room), max(0.0, room - page.height(LOOSE)) / room
            ways.append((page.cost / 10 + abs(min(looseness, LOOSE) - AIRY) + 20 * white, chosen))
    return [*min(ways, key=lambda way: way[0], default=(0.0, ()))[1]]


def _largest(
    blocks: Sequence[Block], space: tuple[float, float], scales: Sequence[float], count: int
) -> tuple[_Setting, list[_Page]]:
    """The largest type in which the blocks stand on so many pages, or on the fewest.

    Type of the first size is measured; how many pages the smallest takes is found from estimates, and what lies between
    is measured only where it promises as few.
    """
    needed = tuple(number for number, block in enumerate(blocks) if not block.spare)
    settings = [_Setting(blocks, space, scale, count) for scale in scales]
    plan, last = settings[0].planned(needed), settings[-1].estimate()
    if plan and len(plan) <= max(count, 1 if count else last.least_pages(needed)):
        return settings[0], plan
    tight = last.improved(last.planned(needed), tasks=True)
    goal = count or (len(tight) if tight else math.inf)
    best = [(len(plan), settings[0], plan)] if plan else []
    for order in dict.fromkeys((needed, _order(tight) or needed)):
        for setting in settings:
            if (setting is last or len(setting.estimate().planned(order)) <= goal) and (
                tried := setting.planned(order)
            ):
                if len(tried) <= goal:
                    return setting, tried
                best.append((len(tried), setting, tried))
    _, setting, plan = min(best, key=lambda found: found[0], default=(0, settings[0], []))
    if not plan:
        raise LayoutError(f"a chart doesn't fit on a page of {space[0]:.0f} × {space[1]:.0f} mm")
    return setting, plan


def _grown(setting: _Setting, page: _Page) -> Composed:
    """The page in its own type, or in larger type where that fits."""
    for growth in LARGER:
        if page.height(0.0) / setting.room * growth**GROWTH < 1.0:
            larger = _Setting(setting.blocks, setting.space, setting.scale * growth)
            near = larger.estimate().page(page.order)
            grown = larger.page(page.order) if near is not None else None
            if grown is not None and grown.height(AIRY) <= larger.room:
                return larger.drawn(grown)
    return setting.drawn(page)


# Measuring ---------------------------------------------------------------------------------------------


class _Column(NamedTuple):
    """Blocks one below the other: their height when tight, and how much a step of looseness adds."""

    span: int
    blocks: tuple[int, ...]
    tight_mm: float
    slope_mm: float

    def looseness(self, height: float) -> float:
        """How loose it is to be as high as that."""
        return max(0.0, (height - self.tight_mm) / self.slope_mm) if self.slope_mm > 0.01 else 0.0


class _Band(NamedTuple):
    """Columns side by side: the height of the highest, and by how much it grows up to where all can become loose."""

    columns: tuple[_Column, ...]
    tight_mm: float
    growth_mm: float
    cost: float

    @classmethod
    def of(cls, columns: Sequence[_Column], cost: float) -> _Band:
        tight = max([column.tight_mm for column in columns])
        most = min([column.tight_mm + LOOSE * column.slope_mm for column in columns]) - tight
        least = LOOSE * min([column.slope_mm for column in columns]) / 2  # of one that is loose to be level
        return cls(tuple(columns), tight, max(most, least), cost)

    def height(self, looseness: float) -> float:
        return self.tight_mm + looseness * self.growth_mm


class _Page(NamedTuple):
    """Bands, the blocks in them in order, and what its white costs."""

    bands: tuple[_Band, ...]
    order: tuple[int, ...]
    cost: float

    def height(self, looseness: float) -> float:
        """When it is tight, 0, to when all columns are loose, 1."""
        return sum(band.height(looseness) for band in self.bands) + (len(self.bands) - 1) * GAP_MM

    def looseness(self, room: float) -> float:
        """How loose it is where it is as high as `room`."""
        tight, loose = self.height(0.0), self.height(1.0)
        return min(max(0.0, (room - tight) / (loose - tight)), MOST) if loose > tight else 0.0


@cache
def _ways(count: int) -> Sequence[tuple[tuple[int, ...], Sequence[tuple[int, ...]]]]:
    """Every way to share `count` blocks among the columns of a split, each in order, and the first of the columns too.
    """
    ways = []
    for split in SPLITS:
        columns = range(len(split))
        if count == 1 if len(split) == 1 else count <= (MOST_IN_THREE if len(split) == 3 else MOST_IN_BAND):
            for places in itertools.product(columns, repeat=count):
                if [*dict.fromkeys(places)] == [*columns]:
                    ways.append((split, [tuple(n for n, at in enumerate(places) if at == c) for c in columns]))
    return ways


@dataclass(slots=True)
class _Setting:
    """Blocks at one size of type: what each measures at each width, and the bands found so far."""

    blocks: Sequence[Block]
    space: tuple[float, float]
    scale: float
    count: int = 0
    exact: bool = True
    _sizes: dict[tuple[int, int], tuple[float, float] | None] = field(default_factory=dict)
    _columns: dict[tuple[int, tuple[int, ...]], _Column | None] = field(default_factory=dict)
    _areas: dict[int, float] = field(default_factory=dict)
    _bands: dict[tuple[int, ...], _Band | None] = field(default_factory=dict)
    _stacks: dict[tuple[tuple[int, ...], bool], tuple[float, tuple[_Band, ...]] | None] = field(default_factory=dict)
    _pages: dict[tuple[int, ...], _Page | None] = field(default_factory=dict)

    @property
    def width(self) -> float:
        return self.space[0] / self.scale

    @property
    def room(self) -> float:
        return self.space[1] / self.scale

    def estimate(self) -> _Setting:
        """The same without measuring."""
        return _Setting(self.blocks, self.space, self.scale, self.count, exact=False)

    def span_mm(self, span: int) -> float:
        return (self.width + GUTTER_MM) * span / COLUMNS - GUTTER_MM

    def size(self, number: int, span: int) -> tuple[float, float] | None:
        """Height and slope of a block; None where it is too wide for the span, or would look lost in it."""
        if (number, span) not in self._sizes:
            block, width = self.blocks[number], self.span_mm(span)
            fits = block.least_mm <= width or span == COLUMNS
            measured = block.size if self.exact else block.estimated
            self._sizes[number, span] = measured(width) if fits else None
        return self._sizes[number, span]

    def band(self, order: tuple[int, ...]) -> _Band | None:
        """The best band of these blocks; None where none holds them all."""
        if order not in self._bands:
            best: _Band | None = None
            for split, shares in _ways(len(order)):
                columns: list[_Column] = []
                for span, share in zip(split, shares, strict=True):
                    column = self._column(span, tuple([order[n] for n in share]))
                    # A band costs its height at least.
                    if column is None or (best is not None and column.tight_mm + GAP_MM >= best.cost):
                        break
                    columns.append(column)
                else:
                    band = self._weighed(split, columns)
                    best = band if best is None or band.cost < best.cost else best
            self._bands[order] = best
        return self._bands[order]

    def _column(self, span: int, numbers: tuple[int, ...]) -> _Column | None:
        """These blocks one below the other; None where one doesn't fit."""
        if (span, numbers) not in self._columns:
            self._columns[span, numbers] = self._piled(span, numbers)
        return self._columns[span, numbers]

    def _piled(self, span: int, numbers: tuple[int, ...]) -> _Column | None:
        sizes = [size for number in numbers if (size := self.size(number, span))]
        if len(sizes) < len(numbers):
            return None
        tight, slope = map(sum, zip(*sizes, strict=True))
        return _Column(span, numbers, tight + (len(numbers) - 1) * GAP_MM, slope)

    def _weighed(self, split: tuple[int, ...], columns: Sequence[_Column]) -> _Band:
        high = max(column.tight_mm for column in columns)
        short = [max(0.0, high - column.tight_mm - LOOSE * column.slope_mm) for column in columns]
        ragged = max(short) ** 2 / RAGGED_MM + sum(x * c.span / COLUMNS for x, c in zip(short, columns, strict=True))
        over = [(self.span_mm(c.span) - self.blocks[n].most_mm, self.size(n, c.span)) for c in columns
                for n in c.blocks]  # fmt: skip
        lost = sum(size[0] * max(0.0, more) / self.width for more, size in over if size)
        return _Band.of(columns, high + GAP_MM + ragged + lost + UNEVEN_MM.get(split, 0.0))

    # Pages ----------------------------------------------------------------------------------------------

    def page(self, order: tuple[int, ...]) -> _Page | None:
        """These blocks on one page; None where they are higher than it."""
        if order not in self._pages:
            best = (self._stacked(order, by_cost) for by_cost in (True, False))
            self._pages[order] = next((page for page in best if page and page.height(0.0) <= self.room), None)
        return self._pages[order]

    def _stacked(self, order: tuple[int, ...], by_cost: bool) -> _Page | None:
        """The bands of least cost, or height, that hold the blocks in order."""
        if (found := self._banded(order, by_cost)) is None:
            return None
        bands = found[1]
        tried = _Page(bands, order, 0.0)
        white = max(0.0, self.room - tried.height(1.0) * LARGER[2] ** GROWTH) / self.room
        ragged = sum(band.cost - GAP_MM - band.height(0.0) for band in bands) / self.room
        return tried._replace(cost=100 * white**1.5 + 100 * ragged)

    def _banded(self, order: tuple[int, ...], by_cost: bool) -> tuple[float, tuple[_Band, ...]] | None:
        """The same bands with what they cost, or their height: the best bands of the first blocks, and a last band."""
        if not order:
            return 0.0, ()
        if (order, by_cost) not in self._stacks:
            ways = []
            for start in range(max(0, len(order) - MOST_IN_BAND), len(order)):
                before, band = self._banded(order[:start], by_cost), self.band(order[start:])
                if before is not None and band is not None:
                    ways.append((before[0] + (band.cost if by_cost else band.tight_mm + GAP_MM), before[1], band))
            weight, above, last = min(ways, key=itemgetter(0), default=(0.0, (), None))
            self._stacks[order, by_cost] = (weight, (*above, last)) if last else None
        return self._stacks[order, by_cost]

    def planned(self, order: Sequence[int]) -> list[_Page]:
        """The blocks in order on `count` pages, else on the fewest, those of least white; [] where one has no room."""
        order = tuple(order)
        best: list[dict[int, tuple[float, tuple[_Page, ...]]]] = [{0: (0.0, ())}]
        for end in range(1, len(order) + 1):
            ways: dict[int, tuple[float, tuple[_Page, ...]]] = {}
            for start in reversed(range(end)):
                page = self.page(order[start:end])
                if page is None:
                    if self.least_pages(order[start:end]) > 1:
                        break
                    continue
                own = page.cost + PARTED * self._parted(order, start)
                for pages, (cost, before) in best[start].items():
                    cost += own
                    if pages + 1 not in ways or cost < ways[pages + 1][0]:
                        ways[pages + 1] = cost, (*before, page)
            best.append(ways)
        found = best[-1]
        return list(found[self.count if self.count in found else min(found)][1]) if found else []

    def least_pages(self, order: Sequence[int]) -> int:
        """How many pages blocks take at the least, however they stand."""
        return math.ceil(sum(map(self._area, order)) / (self.width * self.room))

    def _area(self, number: int) -> float:
        """The least area that a block takes at any width."""
        if number not in self._areas:
            sizes = [(size[0], span) for span in SPANS if (size := self.size(number, span))]
            self._areas[number] = min(height * self.span_mm(span) for height, span in sizes)
        return self._areas[number]

    def _parted(self, order: tuple[int, ...], start: int) -> bool:
        """Whether a page that begins here begins amid a task."""
        return start > 0 and self.blocks[order[start - 1]].task == self.blocks[order[start]].task

    def improved(self, plan: list[_Page], *, tasks: bool = False) -> list[_Page]:
        """The plan with blocks, or also tasks, in other places where that saves a page, or white."""
        for _ in range(MOST_ROUNDS if plan else 0):
            tries = (tried for order in self._moves(_order(plan), tasks) if (tried := self.planned(order)))
            better = min(itertools.islice(tries, MOST_MOVES), key=_worth, default=plan)
            if _worth(better) >= _worth(plan, 0.5):
                break
            plan = better
        return plan

    def with_further(self, plan: list[_Page], further: int) -> list[_Page]:
        """The plan with one more block, where that takes no further page."""
        order = _order(plan)
        plans = [self.planned((*order[:at], further, *order[at:])) for at in self._places(order, further)]
        return min((tried for tried in plans if 0 < len(tried) <= len(plan)), key=_worth, default=plan)

    def _places(self, order: tuple[int, ...], further: int) -> Sequence[int]:
        """Where a further block may stand: behind those of its task."""
        return (max((at + 1 for at, number in enumerate(order) if number < further), default=0),)

    def _moves(self, order: tuple[int, ...], tasks: bool) -> Iterator[tuple[int, ...]]:
        """Other orders: two neighbours, or two tasks, in each other's place."""
        for at in range(len(order) - 1):
            if not self._leads(order[at + 1]) and (not self._leads(order[at]) or self._resumes(order[at + 1])):
                yield (*order[:at], order[at + 1], order[at], *order[at + 2 :])
        starts = [at for at, number in enumerate(order) if self._leads(number)] if tasks else []
        for one, two, end in zip(starts[1:], starts[2:], starts[3:], strict=False):
            yield order[:one] + order[two:end] + order[one:two] + order[end:]

    def _leads(self, number: int) -> bool:
        """Whether a block is the first of its task, which opens it."""
        return all(block.task != self.blocks[number].task for block in self.blocks[:number])

    def _resumes(self, number: int) -> bool:
        """Whether blocks of another task parted it from those of its own."""
        return not self._leads(number) and self.blocks[number - 1].task != self.blocks[number].task

    # Drawing --------------------------------------------------------------------------------------------

    def _measured(self, band: _Band) -> _Band:
        """The band with what looser rows add to its columns as they are."""
        columns = []
        for column in band.columns:
            width = self.span_mm(column.span)
            slopes = (self.blocks[n].slope(width, self.blocks[n].size(width)[0]) for n in column.blocks)
            columns.append(column._replace(slope_mm=sum(slopes)))
        return _Band.of(columns, band.cost)

    def drawn(self, page: _Page) -> Composed:
        """The page drawn, its rows as loose as fills it."""
        page = page._replace(bands=tuple(self._measured(band) for band in page.bands))
        looseness = page.looseness(self.room)
        nodes: list[Node] = []
        areas: dict[str, float] = {}
        y, ragged = 0.0, 0.0
        for band in page.bands:
            high, x = band.height(looseness), 0.0
            for column in band.columns:
                width, at, own = self.span_mm(column.span), y, column.looseness(high)
                for number in column.blocks:
                    block = self.blocks[number]
                    part = block.draw(width, own)
                    nodes.append(part.at(x, at))
                    areas[block.task] = areas.get(block.task, 0.0) + part.height_mm * width
                    at += part.height_mm + GAP_MM
                ragged = max(ragged, y + high - (at - GAP_MM))
                x += width + GUTTER_MM
            y += high + GAP_MM
        whole = sum(areas.values()) or 1.0
        drawing = Drawing(tuple(nodes), self.width, y - GAP_MM).scaled(self.scale)
        shares = {task: area / whole for task, area in areas.items()}
        return Composed(drawing, shares, (y - GAP_MM) / self.room, ragged * self.scale, self.scale)


def _order(plan: Sequence[_Page]) -> tuple[int, ...]:
    return tuple(number for page in plan for number in page.order)


def _worth(plan: Sequence[_Page], less: float = 0.0) -> tuple[int, float]:
    """By how many pages, then by how much white, plans are compared."""
    return len(plan), sum(page.cost for page in plan) - less
