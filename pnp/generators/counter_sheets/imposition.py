"""Where counters lie on a sheet, and their backs behind them; pure geometry, no drawing.

A `SheetPlan` is a rectangle of counters with its origin at the trimmed block's top left, in mm. It is the same
for A4 and Letter and for every layout; only `origin` knows the paper. Backs mirror about the page's centre, so
that front and back register whichever side is printed first:

    long edge   x' = W - x - width                    art upright
    short edge  y' = H - y - height                   art turned by 180°
    fold-over   y' = 2 · fold - y - height, same page art turned by 180°, fold level across the page's middle
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.errors import LayoutError
from pnp.generators.counters.layout import SizeMm, sides_mm
from pnp.generators.sheets.margin import EDGE_MM
from pnp.generators.sheets.sides import FOLD_GAP_MM, SHEET_PAPERS, Layout
from pnp.model.counters import Counter, CounterGroup, CounterSheet, CountersSource, counters_of
from pnp.units import PAPERS_MM

FOOT_MM = 19.0
"""Kept free at the foot for the sheet margin, and at the head too, since both sides are centred on the page."""
TICK_MM = 2.7
TICK_GAP_MM = 0.5
"""A cut tick starts this far outside the bleed."""
CAPTION_GAP_MM, CAPTION_MM = 1.4, 13.5
"""From the bleed to the captions beside a block, and their least width."""
BLOCK_GAP_MM = 5.6
"""Gap between blocks of different ground, so that each has its own bleed."""
TOP_MM = 32.0
"""From the paper's upper edge to the counters, below the title; those of a full sheet are centred."""
TWICE_SHARE = 0.615
"""The most of its page that a small set takes which is printed twice."""
_OUTSIDE_MM = EDGE_MM + CAPTION_MM + CAPTION_GAP_MM + 1.5
"""Distance from the paper's edge to a block, for captions, ticks and bleed."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One place on a sheet.

    x, y   the trimmed counter's top left, from the plan's origin
    spare  a copy beyond what the game needs
    """

    x: float
    y: float
    counter: Counter
    spare: bool = False

    @property
    def group(self) -> CounterGroup:
        """The counter's group."""
        return self.counter.group


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of cells, left to right."""

    y: float
    cells: tuple[SheetCell, ...]


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """Rows of counters that share a ground.

    side  id of the side that the fronts belong to, None for markers, "" for all on a solid sheet
    """

    side: str | None
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """One sheet: which counter lies where.

    sheet          id of the sheet in counters.yaml
    size           width and height of a counter
    width, height  of the trimmed rectangle that holds all blocks
    """

    sheet: str
    size: SizeMm
    gutter: float
    bleed: float
    columns: int
    blocks: tuple[SheetBlock, ...]
    width: float
    height: float

    @property
    def pitch(self) -> float:
        """Distance in mm from one counter's left edge to the next one's."""
        return self.size[0] + self.gutter

    def cells(self) -> Iterator[SheetCell]:
        """Every cell, in reading order."""
        for block in self.blocks:
            for row in block.rows:
                yield from row.cells


# Plans ----------------------------------------------------------------------------------------------


_Placed = tuple[Counter, bool]
"""What a cell holds: a counter, and whether it is spare."""
_Rows = list[list[_Placed]]
_Blocks = list[tuple[str | None, _Rows]]


def plan_sheets(
    source: CountersSource, sheet: CounterSheet, *, size: float | SizeMm, gutter: float, bleed: float, layout: Layout,
    endless: bool = False, again: bool = False,
) -> list[SheetPlan]:  # fmt: skip
    """The plans of `sheet`, one for each page, which fit both papers.

    size     edge of the counters, or their width and height
    endless  one plan of any length, for drawings without a paper size
    again    a small set lies on its page twice, the second time as spares
    Raises LayoutError when not even one row fits.
    """
    size = width, height = sides_mm(size)
    columns = min(sheet.columns, _columns_that_fit(width, gutter))
    if columns < 1:
        raise LayoutError(f"counters of {width:g} mm with a gutter of {gutter:g} mm do not fit the paper")
    blocks = block_rows(source, sheet, columns)
    twice = [(side, [*rows, *([(counter, True) for counter, _ in row] for row in rows)]) for side, rows in blocks]
    if again and _height_of(twice, height, gutter) <= TWICE_SHARE * room_height(layout):
        blocks = twice
    pages = _pages(blocks, math.inf if endless else room_height(layout), height, gutter)
    return [_placed_plan(sheet.id, page, columns, size, gutter, bleed) for page in pages]


def _pages(blocks: _Blocks, room: float, height: float, gutter: float) -> list[_Blocks]:
    """The blocks on each page of `room` mm; a block that would be split moves to the next page if it fits there."""
    pages: list[_Blocks] = [[]]
    for side, rows in blocks:
        while rows:
            gap = max(BLOCK_GAP_MM, gutter) if pages[-1] else 0.0
            free = room - _height_of(pages[-1], height, gutter) - gap
            fit = len(rows) if math.isinf(room) else min(int((free + gutter + 1e-6) // (height + gutter)), len(rows))
            if fit < 1 and not pages[-1]:
                raise LayoutError(f"a row of counters {height:g} mm high does not fit {room:.1f} mm")
            if fit < len(rows) and pages[-1]:
                pages.append([])
                continue
            pages[-1].append((side, rows[:fit]))
            rows = rows[fit:]
    return pages


def _columns_that_fit(wide: float, gutter: float) -> int:
    width = min(PAPERS_MM[paper][0] for paper in SHEET_PAPERS)
    return int((width - 2 * _OUTSIDE_MM + gutter + 1e-6) // (wide + gutter))


def room_height(layout: Layout) -> float:
    """Height available to a trimmed plan, the same for both papers."""
    height = min(PAPERS_MM[paper][1] for paper in SHEET_PAPERS)
    ticks = TICK_MM + TICK_GAP_MM + 1.5
    if layout == "fold":
        return height / 2 - FOLD_GAP_MM / 2 - ticks - FOOT_MM
    return height - 2 * (FOOT_MM + ticks)


def _height_of(blocks: _Blocks, height: float, gutter: float) -> float:
    rows = sum(len(rows) * (height + gutter) - gutter for _, rows in blocks)
    return rows + max(len(blocks) - 1, 0) * max(BLOCK_GAP_MM, gutter)


def block_rows(source: CountersSource, sheet: CounterSheet, columns: int) -> _Blocks:
    """Rows of counters by ground: first the sides in the order of the sheet, then the markers.

    Counters whose backs have another side's ground form blocks of their own, so that both faces have their bleed. A
    solid sheet is one block. Few markers that fit into the last row of the last side stand there.
    """
    groups = [source.group(name) for name in sheet.groups]
    order = list(dict.fromkeys(group.side for group in groups if not group.marker))
    groups.sort(key=lambda group: len(order) if group.marker else order.index(group.side))
    markers = sum(group.count for group in groups if group.marker)
    blocks: dict[tuple[str | None, str | None], dict[tuple[str | None, str | None], list[CounterGroup]]] = {}
    for group in groups:
        ground = ("", None) if sheet.solid else (None, None) if group.marker else (group.side, group.switches_to)
        if group.marker and blocks and ground not in blocks:
            last = next(reversed(blocks))
            units = sum(unit.count for part in blocks[last].values() for unit in part)
            if markers <= -units % columns and 2 * markers < columns:
                ground, markers = last, 0
        part = (None, None) if group.marker else (group.side, group.nationality)
        blocks.setdefault(ground, {}).setdefault(part, []).append(group)
    placed: _Blocks = []
    for (side, _), parts in blocks.items():
        cells = _together(list(parts.values()), columns)
        placed.append((side, [cells[first : first + columns] for first in range(0, len(cells), columns)]))
    return placed


def _together(parts: Sequence[Sequence[CounterGroup]], columns: int) -> list[_Placed]:
    """The units of one side and nation after the other, then the markers. As far as the spares go, those of a part
    fill its last row, so that the next begins a row; too few for that stand before the markers.
    """
    counts = [sum(group.count for group in part) for part in parts]
    left = -sum(counts) % columns
    last = max((at for at, part in enumerate(parts) if not part[0].marker), default=len(parts) - 1)
    placed: list[_Placed] = []
    for at, (part, count) in enumerate(zip(parts, counts, strict=True)):
        missing = -(len(placed) + count) % columns
        fill = missing if missing <= left else left if at == last else 0
        placed += _filled(part, fill)
        left -= fill
    return placed


def _filled(groups: Sequence[CounterGroup], fill: int) -> list[_Placed]:
    """The counters of `groups`, then `fill` spares, copies of one of each group in turn, the commonest first. Units
    whose backs look alike lie together, so that the backs show it too: those of one colour by type and number. Dummies,
    which have no factors, are the last.
    """
    factored = any(group.factors for group in groups)  # else a game whose units have none
    dummies = [group for group in groups if factored and not group.marker and not group.factors]
    often = sorted((group for group in groups if group not in dummies), key=lambda group: -group.count)
    own = [list(counters_of(group)) for group in often or dummies]
    copies = [counters[n % len(counters)] for n in range(len(own[0])) for counters in own]
    counters = [counter for group in groups for counter in counters_of(group)]
    types, inks = ([*dict.fromkeys(name)] for name in zip(*((c.group.type, c.ink) for c in counters), strict=True))

    def rank(counter: Counter) -> tuple[object, ...]:
        group = counter.group
        alike = group in dummies, group.back in ("same", "blank"), group.back, inks.index(counter.ink)
        order = groups.index(group), counter.index
        return order if group.marker else (*alike, types.index(group.type), *order)

    spares = sorted((copies[n % len(copies)] for n in range(fill)), key=rank)
    return [*((counter, False) for counter in sorted(counters, key=rank)), *((counter, True) for counter in spares)]


def _placed_plan(
    sheet: str, blocks: _Blocks, columns: int, size: SizeMm, gutter: float, bleed: float
) -> SheetPlan:  # fmt: skip
    across, down = (side + gutter for side in size)
    y = 0.0
    sheet_blocks: list[SheetBlock] = []
    for side, rows in blocks:
        sheet_rows = []
        for row in rows:
            cells = tuple(SheetCell(column * across, y, *placed) for column, placed in enumerate(row))
            sheet_rows.append(SheetRow(y, cells))
            y += down
        sheet_blocks.append(SheetBlock(side, tuple(sheet_rows)))
        y += max(BLOCK_GAP_MM, gutter) - gutter
    width = columns * across - gutter
    height = y - max(BLOCK_GAP_MM, gutter)
    return SheetPlan(sheet, size, gutter, bleed, columns, tuple(sheet_blocks), width, height)


def mirrored(plan: SheetPlan) -> SheetPlan:
    """The plan as seen from behind: left and right swapped, rows unchanged."""
    def behind(row: SheetRow) -> SheetRow:
        return replace(row, cells=tuple(replace(c, x=plan.width - c.x - plan.size[0]) for c in reversed(row.cells)))

    return replace(plan, blocks=tuple(replace(block, rows=tuple(map(behind, block.rows))) for block in plan.blocks))


# Pages ----------------------------------------------------------------------------------------------


def origin(plan: SheetPlan, page_mm: tuple[float, float], layout: Layout) -> tuple[float, float]:
    """The plan's top left on the front of a page: below the title, or above the fold."""
    width, height = page_mm
    x = (width - plan.width) / 2
    if layout == "fold":
        return x, height / 2 - FOLD_GAP_MM / 2 - plan.height
    return x, min(TOP_MM, (height - plan.height) / 2)


# Cuts -----------------------------------------------------------------------------------------------


def cut_columns(plan: SheetPlan) -> tuple[float, ...]:
    """x of every cut down the sheet, without repeats; the cuts of all blocks are aligned."""
    return _merged(column * plan.pitch + side for column in range(plan.columns) for side in (0.0, plan.size[0]))


def cut_rows(plan: SheetPlan) -> tuple[float, ...]:
    """y of every cut across the sheet, without repeats."""
    return _merged(row.y + side for block in plan.blocks for row in block.rows for side in (0.0, plan.size[1]))


def block_spans(plan: SheetPlan) -> tuple[tuple[float, float], ...]:
    """Top and bottom of each block's trimmed counters."""
    return tuple((block.rows[0].y, block.rows[-1].y + plan.size[1]) for block in plan.blocks)


def _merged(values: Iterator[float]) -> tuple[float, ...]:
    """The values in order, those within a micrometre of each other merged."""
    merged: list[float] = []
    for value in sorted(values):
        if not merged or value - merged[-1] > 1e-3:
            merged.append(value)
    return tuple(merged)
