"""Routes of a point map: splines from box to box, and the bars where they meet a river.

A main road is one spline through all its boxes, another road one from box to box through its `via` points. The bar
of a crossing stands where the drawn road meets the drawn river, kept clear of the boxes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem
from pnp.maps.lines import Point, Rect, centre, length_mm, pair, point_at
from pnp.maps.parts import CrossingPlan, RoadPlan
from pnp.model.map import MapSource, Route

CLEAR_OF_ENDS_MM = 3.6
"""From the middle of a bar to the box at either end."""
PIECES = 24
"""Straight pieces of one span of a spline."""
AGREES_MM = 4.0
"""How far a bar may stand from its river, to keep clear of a box."""


def plan_roads(
    game_map: MapSource, boxes: Mapping[str, Rect], rivers: Mapping[str, BaseGeometry], pieces: int = PIECES
) -> list[RoadPlan]:
    """Every route as a road, in source order.

    boxes   space -> its whole box, tab included
    rivers  id -> the river as drawn
    """
    main = {road.id for road in game_map.roads if road.main}
    looks = {road.id: road.look for road in game_map.roads}
    courses = _main_courses(game_map, boxes, main)
    roads = []
    for route in game_map.routes:
        a, b = route.between
        points = spline(
            [centre(boxes[a]), *(pair(p) for p in route.via), centre(boxes[b])],
            _heading(courses.get((a, route.road)), b), _heading(courses.get((b, route.road)), a, back=True), pieces,
        )  # fmt: skip
        shown = between_boxes(points, boxes[a], boxes[b])
        crossing = _crossing(route, shown, rivers.get(route.river or ""))
        look = looks.get(route.road, "road")
        roads.append(RoadPlan(route.between, route.road, route.road in main, points, shown, crossing, look))
    return roads


Course = tuple[str, str, Point]
"""The neighbours before and after a point on a main road, and the direction from the one to the other."""


def _main_courses(game_map: MapSource, boxes: Mapping[str, Rect], main: set[str]) -> dict[tuple[str, str], Course]:
    """(point, main road) -> its course there, for points that the road passes through."""
    near: dict[tuple[str, str], list[str]] = {}
    for route in game_map.routes:
        if route.road in main:
            a, b = route.between
            near.setdefault((a, route.road), []).append(b)
            near.setdefault((b, route.road), []).append(a)
    courses = {}
    for key, ends in near.items():
        if len(ends) == 2:
            (x1, y1), (x2, y2) = centre(boxes[ends[0]]), centre(boxes[ends[1]])
            length = math.dist((x1, y1), (x2, y2)) or 1.0
            courses[key] = (ends[0], ends[1], ((x2 - x1) / length, (y2 - y1) / length))
    return courses


def _heading(course: Course | None, towards: str, *, back: bool = False) -> Point | None:
    """The unit direction in which a main road leaves a point for `towards`, or with `back` arrives from there."""
    if course is None:
        return None
    _, after, (dx, dy) = course
    sign = 1.0 if (after == towards) != back else -1.0
    return sign * dx, sign * dy


def spline(
    points: Sequence[Point], start: Point | None = None, end: Point | None = None, pieces: int = PIECES
) -> tuple[Point, ...]:
    """A smooth line through `points`.

    start, end  unit directions in which it leaves the first point and arrives at the last; free when absent
    pieces      straight pieces of each span
    """
    count = len(points)
    tangents = []
    for index in range(count):
        before, after = points[max(index - 1, 0)], points[min(index + 1, count - 1)]
        length = math.dist(before, after) or 1.0
        tangents.append(((after[0] - before[0]) / length, (after[1] - before[1]) / length))
    tangents[0], tangents[-1] = start or tangents[0], end or tangents[-1]
    line = [points[0]]
    for index in range(count - 1):
        line += _hermite(points[index], points[index + 1], tangents[index], tangents[index + 1], pieces)
    return tuple((round(x, 4), round(y, 4)) for x, y in line)


def _hermite(p: Point, q: Point, leaving: Point, arriving: Point, pieces: int) -> list[Point]:
    """Points of a cubic from `p` (left out) to `q`; the directions count with the length of the chord."""
    chord = math.dist(p, q)
    points = []
    for index in range(1, pieces + 1):
        t = index / pieces
        a, b = 2 * t**3 - 3 * t**2 + 1, -2 * t**3 + 3 * t**2
        c, d = chord * (t**3 - 2 * t**2 + t), chord * (t**3 - t**2)
        x, y = (a * p[axis] + b * q[axis] + c * leaving[axis] + d * arriving[axis] for axis in (0, 1))
        points.append((x, y))
    return points


def between_boxes(points: Sequence[Point], *boxes: Rect) -> tuple[Point, ...]:
    """The longest part of a way outside `boxes`, those that it joins; () when they touch."""
    covered = shapely.union_all([shapely.box(x, y, x + w, y + h) for x, y, w, h in boxes])
    outside = LineString(points).difference(covered)
    parts = [part for part in shapely.get_parts(outside) if isinstance(part, LineString) and part.length > 0]
    if not parts:
        return ()
    longest = max(parts, key=lambda part: part.length)
    return tuple((round(x, 4), round(y, 4)) for x, y in longest.coords)


# Crossings --------------------------------------------------------------------------------------


def _crossing(route: Route, shown: Sequence[Point], river: BaseGeometry | None) -> CrossingPlan | None:
    """The bar of a route: at its `crossing_at`, else where road and river meet, else half-way; None without a river."""
    if not route.river or len(shown) < 2:
        return None
    way = LineString(shown)
    if route.crossing_at:
        along = way.project(shapely.Point(pair(route.crossing_at)))
    else:
        meetings = _meetings(way, river) if river is not None else []
        along = min(meetings, key=lambda at: abs(at - way.length / 2), default=way.length / 2)
    if way.length >= 2 * CLEAR_OF_ENDS_MM:
        along = min(max(along, CLEAR_OF_ENDS_MM), way.length - CLEAR_OF_ENDS_MM)
    else:
        along = way.length / 2
    (x1, y1), (x2, y2) = point_at(shown, along - 0.8), point_at(shown, along + 0.8)
    x, y = point_at(shown, along)
    turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
    return CrossingPlan(route.river, (round(x, 3), round(y, 3)), round(turn, 2))


def _meetings(way: LineString, river: BaseGeometry) -> list[float]:
    """The distances along the way at which it meets the river, ascending."""
    met = shapely.get_parts(way.intersection(river))
    return sorted(way.project(part.centroid) for part in met if not part.is_empty)


def crossing_problems(
    game_map: MapSource, roads: Sequence[RoadPlan], rivers: Mapping[str, BaseGeometry]
) -> list[Problem]:
    """Problems where the drawing and the rules disagree on rivers.

    A route with a river must cross it as drawn, once or any odd number of times, and its bar must stand there; a
    route must not end on the other bank of a river of the rules without naming it.
    """
    counted = {route.river for route in game_map.routes if route.river}
    problems = []
    for route, road in zip(game_map.routes, roads, strict=True):
        if len(road.shown) < 2:
            continue
        way, names = LineString(road.shown), " and ".join(repr(name) for name in route.between)
        for river in sorted(counted & rivers.keys()):
            times = len(_meetings(way, rivers[river]))
            hint = "move the river, or give the road `via`"
            if river == route.river and times % 2 == 0:
                message = f"the road of {names} does not cross the {river!r} as drawn"
                problems.append(Problem("map-crossing", message, route.where("river"), hint))
            elif river != route.river and times:
                message = f"the road of {names} crosses the {river!r} as drawn, but not in the rules"
                problems.append(Problem("map-crossing", message, route.where("between"), hint))
        crossing = road.crossing
        river = rivers.get(crossing.river) if crossing else None
        if crossing and river is not None and river.distance(shapely.Point(crossing.at)) > AGREES_MM:
            message = f"the bar of {names} stands away from the {crossing.river!r}"
            hint = "move the river nearer to the middle of the road"
            problems.append(Problem("map-crossing", message, route.where("river"), hint))
    return problems


# Room -------------------------------------------------------------------------------------------

APART_MM = 1.2
"""Between a road's edge and a box at which it doesn't end."""


def road_problems(
    game_map: MapSource, roads: Sequence[RoadPlan], obstacles: Mapping[str, Rect], half_widths: Mapping[bool, float]
) -> list[Problem]:
    """Roads without room: boxes that touch, roads close to another box or a panel, roads that cross.

    obstacles    name -> rectangle; spaces by their ids
    half_widths  half a road's width in mm: main -> mm
    """
    problems = []
    shapes = {name: shapely.box(x, y, x + w, y + h) for name, (x, y, w, h) in obstacles.items()}
    for route, road in zip(game_map.routes, roads, strict=True):
        a, b = route.between
        where = route.where("between")
        if len(road.shown) < 2:
            message = f"{a!r} and {b!r} leave no room for the road between them"
            problems.append(Problem("map-fit", message, where, "move them apart"))
            continue
        way, reach = LineString(road.shown), half_widths[road.main] + APART_MM
        for name, shape in shapes.items():
            if name not in route.between and way.distance(shape) < reach:
                message = f"the road of {a!r} and {b!r} runs into {name!r}"
                problems.append(Problem("map-fit", message, where, "give it `via` points, or move the box"))
    for (route, one), (_, other) in itertools.combinations(zip(game_map.routes, roads, strict=True), 2):
        if len(one.shown) < 2 or len(other.shown) < 2:
            continue
        if LineString(one.shown).crosses(LineString(other.shown)):
            message = f"the road of {' and '.join(one.between)} crosses that of {' and '.join(other.between)}"
            problems.append(Problem("map-fit", message, route.where("between"), "give one of them `via` points"))
    return problems


def bar_rect(crossing: CrossingPlan, reach_mm: float) -> Rect:
    """A square around a bar, to keep other things clear of it."""
    x, y = crossing.at
    return (round(x - reach_mm, 3), round(y - reach_mm, 3), 2 * reach_mm, 2 * reach_mm)


def road_rects(road: RoadPlan, half_mm: float, step_mm: float = 2.0) -> list[Rect]:
    """Squares along the visible road, to keep other things clear of it."""
    if len(road.shown) < 2:
        return []
    count = max(1, round(length_mm(road.shown) / step_mm))
    middles = [point_at(road.shown, (index + 0.5) * length_mm(road.shown) / count) for index in range(count)]
    return [(x - half_mm, y - half_mm, 2 * half_mm, 2 * half_mm) for x, y in middles]
