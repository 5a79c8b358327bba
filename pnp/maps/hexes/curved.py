"""Names along curves on a hex map: countries and seas shifted to where they cover least, rivers slid along a course."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise, product

import numpy
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_labels import AreaName
from pnp.maps.hexes.names import DESCENT_EM, FORBIDDEN, NameGround
from pnp.maps.lines import Point, along, length_mm, stretch
from pnp.maps.placing import CAP_EM, Measure

SHIFTS_MM = (-9.0, -7.5, -6.0, -4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5, 6.0, 7.5, 9.0)
"""Distances by which a curve may be moved from where its author drew it, across and down."""
NUDGES_MM = (-1.25, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25)
"""Smaller moves, once the best of those is known."""
DRAFT_SHIFTS_MM = (-6.0, 0.0, 6.0)
SPACINGS = (0.9, 1.1, 0.8, 1.2, 0.7, 1.3, 0.6, 0.5, 0.4)
SLOPES_DEG = (-2.0, 2.0, -4.0, 4.0, -7.0, 7.0, -10.0, 10.0)
"""Other ways to set a name that covers something: shares of its letterspacing, turns about its middle."""
AREA_PT = (6.4, 9.5, 12.5, 16.0, 22.0, 30.0)
"""The sizes in which names of seas, lakes and countries are set."""
LETTER_AIR_MM = 0.05
FAR = 0.12
"""Cost of each mm of such a move."""
STEEP = 0.8
BENDS = 9.0
RIVER_FONT, RIVER_PT, RIVER_TRACKING = "condensed-italic", 6.4, 0.06
RIVER_STEP_MM, DRAFT_STEP_MM = 3.0, 12.0
RIVER_END_MM = 3.0
"""From the river's ends to its name."""
GAPS_MM = ((1.15, 0.0), (1.6, 0.3), (2.1, 0.8))
"""From the stream to the letters, and what it counts."""
TRIED_AT_ONCE = 24
"""Names whose costs are reckoned together."""
MOST_RIVER = 30.0
"""The name of a river that costs more, and that nothing mends, is left out."""


def letter_spots(
    text: str, points: Sequence[Point], font: str, size_pt: float, tracking_em: float, measure: Measure
) -> list[tuple[float, float, float, float]]:
    """(x, y, angle in radians, width) of each letter's middle on the baseline, as the drawing sets them."""
    widths = [measure(char, font, size_pt, 0.0) for char in text]
    gap = tracking_em * size_pt * 25.4 / 72
    total = measure(text, font, size_pt, tracking_em)
    far = list(accumulate((math.dist(p, q) for p, q in pairwise(points)), initial=0.0))
    cursor = (far[-1] - total) / 2
    spots = []
    for char, width in zip(text, widths, strict=True):
        middle = cursor + width / 2
        if not char.isspace():
            (ax, ay), (bx, by) = _beyond(points, far, middle - 0.9), _beyond(points, far, middle + 0.9)
            x, y = _beyond(points, far, middle)
            spots.append((x, y, math.atan2(by - ay, bx - ax), width))
        cursor += width + gap
    return spots


def _beyond(points: Sequence[Point], far: Sequence[float], distance: float) -> Point:
    """The point `distance` mm along the line, which goes straight on beyond its ends. far: distance of each point."""
    leg = min(max(bisect_left(far, distance), 1), len(far) - 1)
    (ax, ay), (bx, by) = points[leg - 1], points[leg]
    share = (distance - far[leg - 1]) / ((far[leg] - far[leg - 1]) or 1.0)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def letter_quads(
    spots: Sequence[tuple[float, float, float, float]], size_pt: float, *, air: float = 0.0, descent: bool = False
) -> list[tuple[Point, ...]]:
    """A box around each letter, turned with it: four corners in mm.

    spots    letters as from `letter_spots`
    air      added on every side, mm
    descent  whether the boxes reach below the line, for small letters
    """
    up, down = CAP_EM * size_pt + air, (DESCENT_EM * size_pt if descent else 0.0) + air
    quads = []
    for x, y, angle, width in spots:
        cos, sin = math.cos(angle), math.sin(angle)
        half = width / 2 + air
        corners = ((-half, -up), (half, -up), (half, down), (-half, down))
        quads.append(
            tuple((round(x + cos * dx - sin * dy, 3), round(y + sin * dx + cos * dy, 3)) for dx, dy in corners)
        )
    return quads


def name_quads(name: AreaName, measure: Measure, air: float = 0.3) -> list[tuple[Point, ...]]:
    """Boxes around the letters of a placed name, `air` mm larger on every side."""
    spots = letter_spots(name.text, name.points, name.font, name.size_pt, name.tracking_em, measure)
    return letter_quads(spots, name.size_pt, air=air, descent=name.text != name.text.upper())


def name_shapes(name: AreaName, measure: Measure, air: float = 0.0) -> list[BaseGeometry]:
    """The boxes of `name_quads` as shapes for other names to avoid."""
    return [shapely.Polygon(quad) for quad in name_quads(name, measure, air)]


def place_area_name(
    name: AreaName, ground: NameGround, measure: Measure, *, wet: bool | None, shifts: Sequence[float] = SHIFTS_MM,
    thorough: bool = False,
) -> AreaName:  # fmt: skip
    """`name` moved to where it covers least; its `cost` is that of what it still covers.

    wet       True for a name of water, False for one of land, None for neither, as in `NameGround.costs`
    shifts    distances in mm to try, across and down
    thorough  while the name covers anything, also try other letterspacings, then other slopes and smaller type
    """
    if not name_quads(name, measure):
        return name
    best = _moved(name, ground, measure, wet, shifts)
    for variants in (_spacings, _slopes, _sizes) if thorough else ():
        if best.cost <= 0:
            return best
        moved = ((_moved(one, ground, measure, wet, shifts[::2]), one) for one in variants(name))
        near, one = min(moved, key=lambda pair: pair[0].cost)
        if near.cost < best.cost:
            best, name = _moved(one, ground, measure, wet, shifts), one
    if thorough and best.cost > 0:
        best = min(best, _moved(best, ground, measure, wet, NUDGES_MM), key=lambda one: one.cost)
    return best


def _moved(
    name: AreaName, ground: NameGround, measure: Measure, wet: bool | None, shifts: Sequence[float]
) -> AreaName:
    quads = numpy.array(name_quads(name, measure, LETTER_AIR_MM))
    boxes = numpy.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    moves = [(dx, dy) for dy in shifts for dx in shifts]
    every = numpy.concatenate([boxes + numpy.array([dx, dy, dx, dy]) for dx, dy in moves])
    costs = ground.costs(every, wet=wet).reshape(len(moves), -1).sum(axis=1)
    leaning = numpy.array([FAR * math.hypot(dx, dy) for dx, dy in moves])
    best = int(numpy.argmin(numpy.round(costs + leaning, 6)))
    dx, dy = moves[best]
    points = tuple((round(x + dx, 3), round(y + dy, 3)) for x, y in name.points)
    return replace(name, points=points, cost=round(float(costs[best]), 2))


def _spacings(name: AreaName) -> list[AreaName]:
    return [replace(name, tracking_em=round(name.tracking_em * share, 3)) for share in SPACINGS]


def _slopes(name: AreaName) -> list[AreaName]:
    return [turned(name, degrees) for degrees in SLOPES_DEG]


def turned(name: AreaName, degrees: float) -> AreaName:
    """The name turned about its middle."""
    if not degrees:
        return name
    x, y = name.points[len(name.points) // 2]
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    points = tuple(
        (round(x + cos * (px - x) - sin * (py - y), 3), round(y + sin * (px - x) + cos * (py - y), 3))
        for px, py in name.points
    )
    return replace(name, points=points)


def _sizes(name: AreaName) -> list[AreaName]:
    smaller = [size for size in AREA_PT if size < name.size_pt][-1:] or [name.size_pt]
    return [
        replace(name, size_pt=size, tracking_em=round(name.tracking_em * spacing, 3))
        for size in smaller for spacing in (1.5, 1.25, 1.0, 0.8, 0.6, 0.4)
    ]  # fmt: skip


def area_pt(size_pt: float) -> float:
    """The size of AREA_PT that is nearest to `size_pt`, of two the smaller."""
    return min(AREA_PT, key=lambda size: (abs(size - size_pt), size))


def place_stream_name(
    text: str, courses: Sequence[Sequence[Point]], half_mm: float, ground: NameGround, measure: Measure,
    *, step_mm: float = RIVER_STEP_MM, font: str = RIVER_FONT,
) -> AreaName | None:  # fmt: skip
    """A river's name above or below the straightest free stretch of its courses; None when no stretch is free.

    half_mm  half of the ribbon's width
    step_mm  from one stretch tried to the next
    """
    width = measure(text, font, RIVER_PT, RIVER_TRACKING)
    tries: list[tuple[Sequence[Point], float, bool]] = []
    leanings: list[float] = []
    for course in courses:
        total = length_mm(course)
        ends = min(RIVER_END_MM, max(0.0, (total - width - 2.0) / 2))
        start = ends
        while start + width + 2 <= total - ends + 1e-6:
            part = stretch(course, start, start + width + 2.0)
            start += step_mm
            chord = math.dist(part[0], part[-1])
            if chord < 0.8 * width:
                continue
            bends, steep = length_mm(part) / chord - 1.0, abs(part[-1][1] - part[0][1]) / chord
            for below, (gap_mm, far) in product((False, True), GAPS_MM):
                tries.append((part, half_mm + gap_mm, below))
                leanings.append(BENDS * bends + STEEP * steep + (0.3 if below else 0.0) + far)

    def name(number: int) -> AreaName:
        return AreaName(text, _beside(*tries[number]), font, RIVER_PT, RIVER_TRACKING, "river")

    return _cheapest(name, numpy.array(leanings), ground, measure)


def _beside(part: Sequence[Point], away_mm: float, below: bool) -> tuple[Point, ...]:
    if not below:
        return along(part, lift=away_mm)
    cap = CAP_EM * RIVER_PT
    mirrored = along([(x, -y) for x, y in part], lift=away_mm + cap)
    return tuple((x, -y) for x, y in mirrored)


def _cheapest(
    name: Callable[[int], AreaName], leanings: numpy.ndarray, ground: NameGround, measure: Measure
) -> AreaName | None:
    """The name that costs least with its leaning, of several the first; None when it would lie on what is forbidden.

    What a name covers only adds to its leaning, so those that lean more than the best costs aren't tried.
    """
    best: tuple[float, int, float, AreaName] | None = None
    order = numpy.argsort(leanings, kind="stable")
    for start in range(0, len(order), TRIED_AT_ONCE):
        numbers = order[start : start + TRIED_AT_ONCE].tolist()
        if best is not None and leanings[numbers[0]] > best[0] + 1e-5:
            break
        names = [name(number) for number in numbers]
        costs = _costs(names, ground, measure)
        whole = numpy.round(costs + leanings[numbers], 6).tolist()
        found = min(zip(whole, numbers, costs.tolist(), names, strict=True), key=lambda one: one[:2])
        best = found if best is None else min(best, found, key=lambda one: one[:2])
    if best is None or best[2] >= FORBIDDEN:
        return None
    return replace(best[3], cost=round(best[2], 2))


def _costs(names: Sequence[AreaName], ground: NameGround, measure: Measure) -> numpy.ndarray:
    """What each of the names covers; shape (N,)."""
    owners: list[int] = []
    boxes: list[numpy.ndarray] = []
    for index, name in enumerate(names):
        quads = numpy.array(name_quads(name, measure, 0.1))
        owners += [index] * len(quads)
        boxes.append(numpy.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1))
    costs = numpy.zeros(len(names))
    numpy.add.at(costs, numpy.array(owners), ground.costs(numpy.concatenate(boxes)))
    return costs
