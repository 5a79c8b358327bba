"""Man-made lines of a hex map: borders between regions, fortified lines on hexsides, the grid, the numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import shapely
import shapely.ops
from numpy.typing import NDArray
from shapely.geometry import LineString

from pnp.maps.hex_plan import BorderShape, FortShape, GridLine, NumberPlan, RiverShape
from pnp.maps.hexes.chains import Edge, directed, edge_of, joined
from pnp.maps.hexes.noise import displaced, seed_of
from pnp.maps.hexes.numbers import number_place, on_water
from pnp.maps.hexes.rivers import DRAWN, sides_of
from pnp.maps.hexes.shapes import cut_line, lines_of, open_curve
from pnp.maps.hexes.water import Water
from pnp.maps.hexes.work import GroundWork
from pnp.maps.lines import Point, parse_line
from pnp.maps.placing import Measure

Floats = NDArray[np.float64]
WARP = ((0.9, 7.0), (0.35, 2.6))
FORT_INSET_MM = 1.15
TOOTH_MM, TOOTH_TOP_MM, TOOTH_HIGH_MM, TOOTH_STEP_MM = 1.65, 1.05, 1.25, 3.4
LED = 0.45
"""In hexsides: how far the grid is led to a river that leaves the corner of its hexes aside."""
SHORT_WATER = 1.1
"""In hexsides: a border crosses narrower water as if it were land."""
BESIDE, LEAST_PACE, SHORTEST, PITCH, EASE = 1.1, 0.5, 1.2, 0.08, 6
"""In hexsides: a border so near to a river runs in its bed, where it follows it for at least this share of its way, and
so far; from one point of a border to the next. And the number of points over which a border comes and goes.
"""
STRAIGHT = (1.3, 0.6, 0.25, 0.1)
"""In hexsides: how far a border over open water may stray to run straight; the first that keeps it off the land."""


# Borders ----------------------------------------------------------------------------------------


def border_shapes(work: GroundWork, water: Water, rivers: Sequence[RiverShape]) -> tuple[BorderShape, ...]:
    """Borders from the source's frontiers if it has any, in the rivers that they run along; else along the hexsides
    between regions.
    """
    shapes = []
    for between, line in _courses(work, rivers):
        for wet, part in _by_ground(work, line, water):
            course = LineString(part)
            course = _straight(course, water, work.side) if wet else course.simplify(0.05)
            points = np.asarray(course.coords)
            flat = tuple((round(x, 2), round(y, 2)) for x, y in points.tolist())
            shapes.append(BorderShape(between, open_curve(points), flat, wet))
    return tuple(shapes)


def _straight(course: LineString, water: Water, side: float) -> LineString:
    """A course over open water with as few bends as possible, but off the land."""
    ashore = course.difference(water.all).length + 0.5
    for share in STRAIGHT:
        simpler = course.simplify(share * side)
        if simpler.difference(water.all).length <= ashore:
            return simpler
    return course.simplify(0.05)


def _courses(work: GroundWork, rivers: Sequence[RiverShape]) -> list[tuple[tuple[str, str], Floats]]:
    if work.source.frontiers:
        lines = [np.array(parse_line(frontier.line)) for frontier in work.source.frontiers]
        lines = [line for line in lines if len(line) > 1]
        if not work.draft:
            lines = [_in_rivers(cut_line(line, 2), rivers, work.side) for line in lines]
        return [(("", ""), line) for line in lines]
    names = [region.id for region in work.hexes.regions]
    sides: dict[tuple[str, str], list[Edge]] = {}
    for index, owner in enumerate(work.region):
        for direction, other in enumerate(work.field.neighbours[index]):
            if other > index and owner >= 0 and work.region[other] not in (-1, owner):
                pair = names[owner], names[work.region[other]]
                sides.setdefault((min(pair), max(pair)), []).append(edge_of(work.field, index, direction))
    octaves = [(a * work.k, w * work.k) for a, w in WARP]
    courses = []
    for between in sorted(sides):
        for corners in joined(sides[between]):
            line = np.array(corners)
            if not work.draft:
                # Half-way points first: they take the zigzag of the hexsides out.
                line = np.vstack([line[:1], (line[1:] + line[:-1]) / 2, line[-1:]])
                line = displaced(cut_line(line, 3), octaves, seed_of("border"))
            courses.append((between, line))
    return courses


def _in_rivers(line: Floats, rivers: Sequence[RiverShape], side: float) -> Floats:
    """`line` in the bed of each river beside which it runs, eased in and out; those that it crosses don't move it."""
    for river in rivers:
        course = LineString(river.course)
        line = shapely.get_coordinates(shapely.segmentize(LineString(line), PITCH * side))
        beside = shapely.dwithin(shapely.points(line), course, BESIDE * side)
        ends = np.flatnonzero(np.diff(np.concatenate([[0], beside, [0]])))
        for first, last in zip(ends[::2][::-1], ends[1::2][::-1] - 1, strict=True):
            start, end = (course.project(shapely.Point(line[at])) for at in (first, last))
            if abs(end - start) > max(LEAST_PACE * PITCH * side * (last - first), SHORTEST * side):
                bed = shapely.ops.substring(course, start, end)
                bed = shapely.get_coordinates(shapely.segmentize(bed, PITCH * side))
                before, after = line[: max(first - EASE, 0)], line[last + EASE :]
                line = np.vstack([before, bed[EASE * (len(before) > 0) : len(bed) - EASE * (len(after) > 0)], after])
    return np.column_stack([_eased(line[:, 0], EASE // 3), _eased(line[:, 1], EASE // 3)]) if rivers else line


def _eased(values: Floats, reach: int) -> Floats:
    """The running mean over `reach` values to either side; the ends stay."""
    padded = np.concatenate([np.full(reach, values[0]), values, np.full(reach, values[-1])])
    mean = np.convolve(padded, np.full(2 * reach + 1, 1.0 / (2 * reach + 1)), mode="valid")
    mean[0], mean[-1] = values[0], values[-1]
    return np.asarray(mean)


def _by_ground(work: GroundWork, line: Floats, water: Water) -> list[tuple[bool, Floats]]:
    """Stretches on land and on open water, in turn; a narrow water counts as land."""
    course = LineString(line)
    if water.all.is_empty or not water.all.intersects(course):
        return [(False, line)]
    wet = [
        part for part in lines_of(course.intersection(water.all)) if LineString(part).length > SHORT_WATER * work.side
    ]
    if not wet:
        return [(False, line)]
    spans = sorted(sorted((course.project(shapely.Point(p[0])), course.project(shapely.Point(p[-1])))) for p in wet)
    cuts: list[tuple[bool, float, float]] = []
    at = 0.0
    for low, high in spans:
        if low - at > 0.6:
            cuts.append((False, at, low))
        cuts.append((True, low, high))
        at = high
    if course.length - at > 0.6:
        cuts.append((False, at, course.length))
    parts = [(wet_, shapely.ops.substring(course, low, high)) for wet_, low, high in cuts]
    return [(wet_, np.asarray(part.coords)) for wet_, part in parts if part.geom_type == "LineString"]


# Fortified lines --------------------------------------------------------------------------------


def fort_shapes(work: GroundWork) -> tuple[FortShape, ...]:
    """A wall inside the owner's hexes along the `faces` of each set, its bastions towards the enemy.

    Sets of one name are one line.
    """
    lines: dict[str, list[Edge]] = {}
    for group in work.hexes.sets:
        if not group.faces:
            continue
        inside = set(work.field.hexes(group.hexes))
        edges = lines.setdefault(group.name, [])
        for index, direction in sides_of(work, group, "faces"):
            other = work.field.neighbours[index][direction]
            if index not in inside and other in inside:
                index, direction = other, (direction + 3) % 6
            edges.append(edge_of(work.field, index, direction))
    walls = [
        _inset(corners, FORT_INSET_MM * work.k) for edges in lines.values() for corners in directed(edges)
    ]
    return tuple(FortShape(wall, _teeth(wall, work.k)) for wall in walls)


def _inset(corners: list[Point], distance: float) -> tuple[Point, ...]:
    """A line of hexsides moved to its right by `distance`, mitred, its free ends drawn back a little."""
    points = np.array(corners)
    legs = points[1:] - points[:-1]
    legs = legs / np.hypot(legs[:, 0], legs[:, 1])[:, None]
    normals = np.column_stack([-legs[:, 1], legs[:, 0]])  # to the right of the way, y down
    ring = corners[0] == corners[-1]
    moved = []
    for i in range(len(points)):
        before = normals[i - 1 if i else (-1 if ring else 0)]
        after = normals[min(i, len(normals) - 1) if i < len(normals) or not ring else 0]
        bisector = before + after
        moved.append(points[i] + bisector * (2 * distance / float(bisector @ bisector)))
    if not ring:
        moved[0], moved[-1] = moved[0] + legs[0] * 0.3 * distance, moved[-1] - legs[-1] * 0.3 * distance
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in moved)


def _teeth(wall: tuple[Point, ...], k: float) -> tuple[tuple[Point, ...], ...]:
    """Trapezoids on the left of the wall, towards the enemy."""
    teeth = []
    for (x1, y1), (x2, y2) in itertools.pairwise(wall):
        length = math.dist((x1, y1), (x2, y2))
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        count = max(1, int(length / (TOOTH_STEP_MM * k)))
        for number in range(count):
            middle = (number + 0.5) * length / count
            low, top, high = TOOTH_MM * k / 2, TOOTH_TOP_MM * k / 2, TOOTH_HIGH_MM * k
            corners = ((middle - low, 0.0), (middle - top, high), (middle + top, high), (middle + low, 0.0))
            teeth.append(tuple((round(x1 + ux * a + uy * b, 3), round(y1 + uy * a - ux * b, 3)) for a, b in corners))
    return tuple(teeth)


# Grid and numbers -------------------------------------------------------------------------------


def grid_lines(work: GroundWork, water: Water, rivers: tuple[RiverShape, ...]) -> tuple[GridLine, ...]:
    """Each hexside once, split where it crosses a shore; none under a river, to which its neighbours are led."""
    hidden = _under_rivers(work) if rivers else set()
    led = _led_to_rivers([corner for i, d in sorted(hidden) for corner in edge_of(work.field, i, d)], rivers, work.side)
    edges = []
    for index in range(len(work.field.cells)):
        for direction, other in enumerate(work.field.neighbours[index]):
            if (other < 0 or other > index) and (index, direction) not in hidden:
                edges.append([led.get(corner, corner) for corner in edge_of(work.field, index, direction)])
    lines = shapely.linestrings(np.array(edges))
    if water.all.is_empty:
        return _grid_lines(lines, False)
    wet, touching = shapely.contains(water.all, lines), shapely.intersects(water.all, lines)
    grid = [*_grid_lines(lines[~touching], False), *_grid_lines(lines[wet], True)]
    crossing = shapely.MultiLineString(list(lines[touching & ~wet]))  # at once: one overlay instead of a thousand
    pieces = shapely.intersection(crossing, water.all), shapely.difference(crossing, water.all)
    for part_wet, parts in zip((True, False), pieces, strict=True):
        single = shapely.get_parts(parts)
        grid += _grid_lines(single[(shapely.get_type_id(single) == 1) & (shapely.length(single) > 0.15)], part_wet)
    return tuple(grid)


def _led_to_rivers(
    corners: Sequence[Point], rivers: tuple[RiverShape, ...], side: float
) -> dict[Point, tuple[float, ...]]:
    """Corner -> the nearest point of a river that left it aside."""
    if not corners:
        return {}
    courses = shapely.MultiLineString([river.course for river in rivers])
    links = shapely.shortest_line(shapely.points(corners), courses)
    spots = shapely.get_coordinates(shapely.get_point(links, -1)).tolist()
    return {corner: tuple(spot) for corner, spot, reach in zip(corners, spots, shapely.length(links), strict=True)
            if reach < LED * side}  # fmt: skip


def _grid_lines(lines: NDArray[np.object_], wet: bool) -> tuple[GridLine, ...]:
    ends = [shapely.get_coordinates(shapely.get_point(lines, number)) for number in (0, -1)]
    return tuple(GridLine(*row, wet) for row in np.round(np.hstack(ends), 2).tolist())


def _under_rivers(work: GroundWork) -> set[tuple[int, int]]:
    looks = {kind.id: kind.look for kind in work.hexes.side_kinds}
    hidden = set()
    for feature in work.hexes.sides:
        if looks.get(feature.kind) not in DRAWN:
            continue
        for index, direction in sides_of(work, feature):
            hidden.add((index, direction))
            other = work.field.neighbours[index][direction]
            if other >= 0:
                hidden.add((other, (direction + 3) % 6))
    return hidden


def hex_numbers(work: GroundWork, water: Water, measure: Measure) -> tuple[float, dict[str, NumberPlan]]:
    """The numbers' size in pt, and hex id -> the plan of its number, for each number that lies inside the frame."""
    place = number_place(work.field, measure)
    spots = np.array([on_water(work.field, place, i) for i in range(len(work.field.cells))])
    if water.all.is_empty:
        wet = np.zeros(len(spots), bool)
    else:
        wet = shapely.contains_xy(water.all, spots[:, :, 0], spots[:, :, 1]).sum(axis=1) * 2 > spots.shape[1]
    x0, y0, across, down = work.frame
    plans = {}
    for index, (name, text) in enumerate(zip(work.field.ids, work.field.numbers, strict=True)):
        x, y = work.field.centre(index)
        rect = place.rect_at(work.field, (x, y))
        if rect[0] < x0 or rect[1] < y0 or rect[0] + rect[2] > x0 + across or rect[1] + rect[3] > y0 + down:
            continue
        dx, dy = work.field.turned((0.0, place.baseline))
        turn = float(work.field.grid.turn_deg)
        plans[name] = NumberPlan(text, round(x + dx, 3), round(y + dy, 3), rect, bool(wet[index]), turn_deg=turn)
    return place.size_pt, plans

