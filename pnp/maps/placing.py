"""Places for the names of towns and rivers, once the boxes and names of areas are placed.

A town tries eight positions and takes the cheapest; a river tries the stretches along its course. A name without a
place is left out and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from pnp.maps.lines import Point, Rect, along, length_mm, overlap, stretch
from pnp.maps.parts import CurvedName, TownPlan
from pnp.model.map import Town

Measure = Callable[[str, str, float, float], float]
"""(text, font, size in pt, tracking in em) -> width in mm."""

LEAST_PT, CONDENSED = 6.4, 0.93
TOWN_TYPE: dict[int, tuple[str, float, float]] = {
    1: ("condensed-semibold", 8.0, 0.95),
    2: ("condensed-medium", 8.0, 0.8),
    3: ("condensed-italic", LEAST_PT, 0.65),
}
"""Rank -> font, size in pt, radius of the dot in mm."""

CAP_EM = 0.247
"""Height of a capital, mm for each pt: 0.70 em."""


DOT_GAP_MM = 0.7
NAME_GAPS_MM = (0.8, 0.5)
"""What stays free around a town's name; the smaller only where there is no other way."""


CROSSING, SMALLER = (6.4, 2.8), 2.0
"""Cost of lying across a border and across a river, and that of each pt by which a name is smaller; the smallest is
printed at LEAST_PT, condensed."""


@dataclass
class Obstacles:
    """Obstacles to names.

    rects    boxes, names, symbols, panels: never touched
    frame    names stay inside
    borders  crossing one costs CROSSING[0]
    rivers   crossing one costs CROSSING[1]
    """

    rects: list[Rect]
    frame: Rect
    borders: Sequence[BaseGeometry]
    rivers: Sequence[BaseGeometry]

    def __post_init__(self) -> None:
        self._borders = STRtree(list(self.borders))
        self._rivers = STRtree(list(self.rivers))

    def free(self, rect: Rect, gap: float) -> bool:
        """Whether `rect` lies in the frame and at least `gap` mm from every rectangle."""
        x, y, width, height = self.frame
        inside = (
            rect[0] >= x + 1
            and rect[1] >= y + 1
            and rect[0] + rect[2] <= x + width - 1
            and rect[1] + rect[3] <= y + height - 1
        )
        if not inside:
            return False
        left, top, right, bottom = rect[0] - gap, rect[1] - gap, rect[0] + rect[2] + gap, rect[1] + rect[3] + gap
        for ox, oy, other_width, other_height in self.rects:  # the hot loop of all names: `overlap` written out
            if left < ox + other_width and ox < right and top < oy + other_height and oy < bottom:
                return False
        return True

    def on_border(self, shape: BaseGeometry) -> bool:
        """Whether `shape` touches a border."""
        return len(self._borders.query(shape, predicate="intersects")) > 0

    def crossings(self, shape: BaseGeometry) -> float:
        """The cost of the borders and rivers that `shape` touches."""
        borders = len(self._borders.query(shape, predicate="intersects"))
        rivers = len(self._rivers.query(shape, predicate="intersects"))
        return CROSSING[0] * borders + CROSSING[1] * rivers


def place_towns(
    towns: Sequence[Town], obstacles: Obstacles, measure: Measure
) -> tuple[tuple[TownPlan, ...], tuple[Town, ...]]:
    """The plans of towns, in source order, and the towns that have no room.

    Important towns are placed first; their dots and names become obstacles to the others.
    """
    dots = {}
    for index, town in enumerate(towns):
        radius = TOWN_TYPE[town.rank][2]
        x, y = town.at
        rect = (x - radius, y - radius, 2 * radius, 2 * radius)
        if obstacles.free(rect, DOT_GAP_MM):
            dots[index] = rect
    plans: dict[int, TownPlan] = {}
    for index in sorted(dots, key=lambda i: (towns[i].rank, i)):
        others = [rect for i, rect in dots.items() if i != index]
        plan = _place_town(towns[index], obstacles, others, measure)
        if plan is not None:
            plans[index] = plan
            obstacles.rects += [plan.rect, dots[index]]
    unplaced = tuple(town for index, town in enumerate(towns) if index not in plans)
    return tuple(plans[index] for index in sorted(plans)), unplaced


def _place_town(town: Town, obstacles: Obstacles, dots: Sequence[Rect], measure: Measure) -> TownPlan | None:
    font, largest, radius = TOWN_TYPE[town.rank]
    x, y = town.at
    best: tuple[float, TownPlan] | None = None
    for gap in NAME_GAPS_MM:
        for size in dict.fromkeys((largest, LEAST_PT, CONDENSED * LEAST_PT)):
            width, cap = measure(town.name, font, size, 0.0), CAP_EM * size
            for left, baseline, cost in _town_spots(x, y, radius, width, cap):
                rect = (round(left, 3), round(baseline - cap, 3), round(width, 3), round(cap * 1.25, 3))
                if not obstacles.free(rect, gap) or any(overlap(rect, dot, gap) for dot in dots):
                    continue
                wide, high = rect[2] + gap, rect[3] + gap
                cost += obstacles.crossings(shapely.box(left - gap, rect[1] - gap, left + wide, rect[1] + high))
                cost += SMALLER * (largest - size)
                if best is None or cost < best[0]:
                    at = (round(left, 3), round(baseline, 3))
                    best = (cost, TownPlan(town.name, town.rank, (x, y), radius, font, size, *at, rect))
        if best:
            return best[1]
    return None


def _town_spots(x: float, y: float, radius: float, width: float, cap: float) -> list[tuple[float, float, float]]:
    """Left end, baseline and cost of each position of a name about a dot: level, then along its edges, ever farther."""
    spots = []
    for away, far in ((0.8, 0.0), (1.4, 0.4), (2.2, 1.0), (3.2, 1.8), (4.2, 2.6)):
        near = radius + away
        low, high, mid = y + near + cap, y - near, y + cap / 2
        rows = ((mid, 0.0), (mid - 0.5 * cap, 0.12), (mid + 0.5 * cap, 0.14))
        spots += [(x + near, row, far + cost) for row, cost in rows]
        spots += [(x - near - width, row, far + 0.25 + cost) for row, cost in rows]
        spots += [
            (x + 0.75 * near, high + 0.3, far + 0.35), (x + 0.75 * near, low - 0.3, far + 0.45),
            (x - 0.75 * near - width, high + 0.3, far + 0.55), (x - 0.75 * near - width, low - 0.3, far + 0.65),
        ]  # fmt: skip
        for share, cost in ((0.5, 0.6), (0.3, 0.65), (0.7, 0.7), (0.1, 0.75), (0.9, 0.8)):
            spots += [(x - share * width, high, far + cost), (x - share * width, low, far + cost + 0.1)]
    return spots


RIVER_PT = 8.0
RIVER_FONT = "condensed-italic"


def place_river_name(
    name: str, course: Sequence[Point], obstacles: Obstacles, measure: Measure, size_pt: float = RIVER_PT
) -> CurvedName | None:
    """The river's name above the straightest free stretch of its course, else below it; None when none is free."""
    tracking = 0.08
    width = measure(name, RIVER_FONT, size_pt, tracking)
    total = length_mm(course)
    best: tuple[float, CurvedName] | None = None
    start = 4.0
    while start + width + 6 < total:
        part = stretch(course, start, start + width + 3.0)
        for lift, worse in ((1.0, 0.0), (-1.0 - CAP_EM * size_pt, 1.0)):
            line = along(part, lift=lift)
            cost = _river_cost(part, line, obstacles, width, size_pt)
            if cost is not None and (best is None or cost + worse < best[0] - 1e-9):
                best = (cost + worse, CurvedName(name, line, size_pt, tracking, "river"))
        start += 2.0
    return best[1] if best else None


def _river_cost(
    part: Sequence[Point], line: Sequence[Point], obstacles: Obstacles, width: float, size_pt: float
) -> float | None:
    cap = CAP_EM * size_pt
    for x, y in line:
        if not obstacles.free((x - 0.9, y - cap - 0.4, 1.8, cap + 1.2), 0.5):
            return None
    chord = LineString([part[0], part[-1]]).length
    if chord < width:
        return None
    band = LineString([(x, y - cap / 2) for x, y in line]).buffer(0.5 * cap)
    if obstacles.on_border(band):
        return None
    bends = length_mm(part) / chord - 1.0
    steep = abs(part[-1][1] - part[0][1]) / chord
    return obstacles.crossings(band) + 6.0 * bends + 0.8 * steep
