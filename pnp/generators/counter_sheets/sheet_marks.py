"""Everything on a counter sheet that is not a counter: cut ticks, fold, registration marks.

All in plan coordinates (origin at the trimmed block's top left), so one transform moves a whole side.
"""

from __future__ import annotations

from itertools import pairwise

from pnp.draw.colour import INK, QUIET
from pnp.draw.scene import Group, Node, Path, Point, Segment, Stroke, Text, circle, line
from pnp.draw.text import width_mm
from pnp.generators.counter_sheets.imposition import (
    TICK_GAP_MM,
    TICK_MM,
    SheetPlan,
    block_spans,
    cut_columns,
    cut_rows,
)  # fmt: skip
from pnp.generators.sheets.margin import EDGE_MM
from pnp.generators.sheets.sides import FOLD_GAP_MM

CUT = "#ff00ff"
"""Cut lines of drawings: the magenta that cutting software takes for a contour, used for nothing else."""

TICK_PT = 0.35
HAIRLINE_PT = 0.25
ARM_MM, AWAY_MM = 3.0, 5.6
"""Half of a registration mark, and its distance from the corner of the block."""
SEAM, PARTED = Stroke(INK, 0.25, opacity=0.75), Stroke("#ffffff", 2.0)
"""The line between two counters, too fine to show once cut; below it between two sides that share a block."""
SHEET_REACH_MM = 9.0
"""Margin around the trimmed block in a drawing, for bleed, ticks and registration marks."""


def hairline(start: Point, end: Point, *, dashed: bool = False) -> Path:
    """A line of a drawing for cutting or folding; without fill."""
    return line(*start, *end, Stroke(INK if dashed else CUT, HAIRLINE_PT, dash_mm=(2.4, 1.6) if dashed else ()))


def cut_ticks(plan: SheetPlan, *, folded: bool = False) -> tuple[Node, ...]:
    """Ticks at the ends of every cut, outside the bleed, and short ones in the gaps between blocks.

    folded  at a fold below the sheet they stop short
    """
    pen = Stroke(INK, TICK_PT)
    start = plan.bleed + TICK_GAP_MM
    end = start + TICK_MM
    below = FOLD_GAP_MM / 2 - 0.3 if folded else end
    ticks: list[Node] = []
    spans = block_spans(plan)
    for x in cut_columns(plan):
        ticks.append(line(x, -end, x, -start, pen))
        for (_, upper), (lower, _) in pairwise(spans):
            room = lower - upper - 2 * plan.bleed
            if room > 0.8:
                middle, half = (upper + lower) / 2, room / 2 - 0.3
                ticks.append(line(x, middle - half, x, middle + half, pen))
        ticks.append(line(x, plan.height + start, x, plan.height + below, pen))
    for y in cut_rows(plan):
        ticks.append(line(-end, y, -start, y, pen))
        ticks.append(line(plan.width + start, y, plan.width + end, y, pen))
    return tuple(ticks)


def seams(plan: SheetPlan) -> tuple[Node, ...]:
    """A hairline around each counter, one between two that meet, on white where they are of different sides."""
    (width, height), edges = plan.size, dict[tuple[Point, Point], set[object]]()
    for cell in plan.cells():
        x, y, right, foot = (round(at, 3) for at in (cell.x, cell.y, cell.x + width, cell.y + height))
        for edge in ((x, y), (right, y)), ((x, foot), (right, foot)), ((x, y), (x, foot)), ((right, y), (right, foot)):
            edges.setdefault(edge, set()).add(cell.group.side)
    parted = (edge for edge, sides in edges.items() if len(sides) > 1)
    courses = [tuple((verb, *at) for edge in sorted(some) for verb, at in zip("ML", edge, strict=True))
               for some in (parted, edges)]  # fmt: skip
    return tuple(Path(course, stroke=pen) for course, pen in zip(courses, (PARTED, SEAM), strict=True) if course)


def register_marks(plan: SheetPlan, *, scaled: bool = False, without: str = "") -> tuple[Node, ...]:
    """A cross in a circle off each corner, the same on both sides, so that they coincide against the light.

    scaled   with a tick at each half millimetre, by which the back reads how far the front's mark is away
    without  "left", "right" or "bottom": the side at the fold, which has none
    """
    columns = {"left": -AWAY_MM, "right": plan.width + AWAY_MM}
    rows = {"top": -AWAY_MM, "bottom": plan.height + AWAY_MM}
    return tuple(
        _register(x, y, scaled=scaled)
        for below, y in rows.items() for beside, x in columns.items() if without not in (below, beside)
    )  # fmt: skip


def _register(x: float, y: float, *, scaled: bool) -> Group:
    pen = Stroke(INK, HAIRLINE_PT)
    marks = [
        Path(circle(x, y, 1.25), stroke=pen),
        line(x - ARM_MM, y, x + ARM_MM, y, pen),
        line(x, y - ARM_MM, x, y + ARM_MM, pen),
    ]
    if scaled:
        ticks: list[Segment] = []
        for step in range(-6, 7):
            at, half = step / 2, 0.2 if step % 2 else 0.4
            ticks += [("M", x + at, y - half), ("L", x + at, y + half)]
            ticks += [("M", x - half, y + at), ("L", x + half, y + at)]
        marks.append(Path(tuple(ticks), stroke=pen))
    return Group(tuple(marks))


def fold_line(page_mm: tuple[float, float], word: str) -> Group:
    """The dashed line across the middle of a page, with its name at the left end."""
    width, y, left = page_mm[0], page_mm[1] / 2, EDGE_MM + 1.0
    start = left + width_mm(word, "condensed-italic", 7.0) + 1.2
    name = Text(left, y + 0.75, word, "condensed-italic", 7.0, QUIET)
    return Group((name, line(start, y, width - left, y, Stroke(INK, 0.5, dash_mm=(3.0, 1.8)))), layer="fold")
