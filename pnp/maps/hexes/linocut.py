"""A sea cut in linoleum: rows of tapered strokes along the shore, wilder and farther apart towards the open water.

Each stroke is a chain of short straight pieces in one of a few widths, so that it swells and thins; pieces are kept by
width, as the other textures are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from pnp.maps.hex_plan import NumberPlan, WayShape
from pnp.maps.hexes.noise import seed_of, shares, warped
from pnp.maps.hexes.shapes import lines_of, polygons, simplified
from pnp.maps.hexes.water import Water
from pnp.maps.hexes.work import GroundWork

Floats = NDArray[np.float64]
WIDTHS = ("lino-1", "lino-2", "lino-3")
"""Names of the strokes from thin to thick."""
FIRST_MM, STEP_MM, GROWTH, WIDEST_MM = 0.95, 1.3, 0.13, 4.6
"""The first row off the shore; the distance to the next, how it grows with that from the shore, and its most."""
DEEPEST_MM = 90.0
CALM_MM, ROUGHNESS, ROUGHEST_MM = 2.0, 0.12, 1.1
"""Rows nearer to the shore follow it; beyond, they stray by a share of their distance."""
LEAST_STEP = 0.4
"""The least distance between two rows, in steps: rows that stray never cross, nor those far out the last by a coast."""
ISLET_MM2, FAR_MM = 30.0, 0.5
"""Far out, smaller islands and bends don't count."""
GLINT_GAP = 1.4
"""By how much the glints of rivers are farther apart than the strokes of the sea."""
PIECE_MM = 0.8
NUMBER_MM = 0.45


def lino_strokes(work: GroundWork, water: Water, numbers: Mapping[str, NumberPlan]) -> dict[str, tuple[float, ...]]:
    """Name of a width -> pieces x1, y1, x2, y2 … of the strokes on all seas; none in a draft."""
    if work.draft or water.major.is_empty:
        return {}
    pieces: dict[str, list[Floats]] = {name: [] for name in WIDTHS}
    near = polygons(simplified(water.major, 0.06 * work.k))
    far = polygons(simplified(_without_islets(water, work.k), FAR_MM * work.k))
    before, coastal, ground = near, near, near
    for row, (offset, step) in enumerate(_offsets(work.k)):
        clear = polygons(before.buffer(-LEAST_STEP * step, quad_segs=1))
        coastal = clear if ground is near else coastal
        ground = near if offset < 6 * work.k else far
        inner = polygons(simplified(polygons(ground.buffer(-offset, quad_segs=2)), 0.1 * work.k), 3.0)
        if inner.is_empty:
            break
        if offset > CALM_MM * work.k:
            stray = min(ROUGHNESS * offset, ROUGHEST_MM * work.k)
            inner = polygons(warped(inner, [(stray, 4.0 * work.k + offset / 2)], seed_of(f"lino {row}"), 0.6 * work.k))
        before = inner
        # A row within which the next has no room gets one at half the step.
        last = [polygons(p.buffer(-step / 2)) for p in inner.geoms if p.buffer(-step).is_empty]
        shapes = [*inner.geoms, *(p for part in last for p in part.geoms)]
        rings = shapely.MultiLineString([r for p in shapes for r in (p.exterior, *p.interiors)])
        free = polygons(clear.intersection(coastal))
        for number, line in enumerate(lines_of(rings.intersection(free))):
            for name, lines in _strokes(shapely.LineString(line), offset / work.k, row, number, work.k):
                pieces[name].append(lines)
    return {name: _free(work, np.vstack(lines), numbers) for name, lines in pieces.items() if lines}


def river_glints(
    work: GroundWork, ways: Sequence[WayShape], numbers: Mapping[str, NumberPlan]
) -> dict[str, tuple[float, ...]]:
    """Marks of the gouge in the rivers, as "glint"; none in a draft."""
    pieces: list[Floats] = []
    rivers = () if work.draft else (shapely.LineString(way.points) for way in ways if way.look == "river")
    for number, river in enumerate(rivers):
        for row, offset in enumerate((-0.3, 0.3)):
            course = river.offset_curve(offset * work.k)
            if course.geom_type == "LineString" and not course.is_empty:
                strokes = _strokes(course, 12.0, row + 200, number, work.k, sparse=GLINT_GAP)
                pieces += [lines for name, lines in strokes if name != WIDTHS[0]]
    return {"glint": _free(work, np.vstack(pieces), numbers)} if pieces else {}


def _offsets(k: float) -> Iterator[tuple[float, float]]:
    """The distance of each row from the shore, and that to the next row."""
    offset = FIRST_MM
    while offset < DEEPEST_MM:
        step = min(STEP_MM + GROWTH * offset, WIDEST_MM)
        yield offset * k, step * k
        offset += step


def _without_islets(water: Water, k: float) -> shapely.MultiPolygon:
    least = ISLET_MM2 * k * k
    return polygons(
        shapely.union_all(
            [
                shapely.Polygon(p.exterior, [r for r in p.interiors if shapely.Polygon(r).area >= least])
                for p in water.major.geoms
            ]
        )
    )


def _strokes(
    ring: shapely.LineString, offset: float, row: int, number: int, k: float, *, sparse: float = 1.0
) -> Iterator[tuple[str, Floats]]:
    """The strokes of one row: chopped at random lengths, `sparse` times as far apart, each in pieces by width."""
    length, at, index = ring.length, 0.0, 0
    most = min(4000, math.ceil(length / (2.7 * k)))  # the shortest stroke with the shortest gap
    indices = np.arange(most)[:, None] + np.zeros(3, int)
    draws = shares(indices, np.zeros_like(indices) + np.arange(3), seed_of(f"lino {row} {number}")).tolist()
    while at < length and index < most:
        draw = draws[index]
        long = (3.0 + 12.0 * draw[0] if offset < 1.5 else 2.0 + 9.0 * draw[0]) * k
        gap = (0.7 + 0.9 * draw[1] + 0.11 * min(offset, 12.0)) * sparse * k
        end = min(at + long, length)
        if end - at > 1.2 * k:
            yield from _pieces(ring, at, end, 0.3 + 0.4 * draw[2], offset, k)
        at, index = end + gap, index + 1


def _pieces(
    ring: shapely.LineString, start: float, end: float, skew: float, offset: float, k: float
) -> Iterator[tuple[str, Floats]]:
    """A stroke in pieces: it swells up to `skew` of its length, then thins."""
    count = max(3, math.ceil((end - start) / (PIECE_MM * k)))
    points = shapely.get_coordinates(shapely.line_interpolate_point(ring, np.linspace(start, end, count + 1)))
    lines = np.round(np.hstack([points[:-1], points[1:]]), 2)
    middle = (np.arange(count) + 0.5) / count
    swell = np.where(middle < skew, middle / skew, (1 - middle) / (1 - skew)) ** 0.7
    thick = swell * (1.0 - 0.02 * min(offset, 25.0))
    for low, high, name in ((0.0, 0.45, WIDTHS[0]), (0.45, 0.75, WIDTHS[1]), (0.75, 9.0, WIDTHS[2])):
        of_width = lines[(thick >= low) & (thick < high)]
        if len(of_width):
            yield name, of_width


def _free(work: GroundWork, lines: Floats, numbers: Mapping[str, NumberPlan]) -> tuple[float, ...]:
    """The pieces within the frame that keep clear of numbers."""
    x, y, width, height = work.frame
    middles = (lines[:, :2] + lines[:, 2:]) / 2
    inside = (middles >= (x, y)).all(axis=1) & (middles <= (x + width, y + height)).all(axis=1)
    lines = lines[inside]
    rects = np.array([number.rect for number in numbers.values()]).reshape(-1, 4)
    zones = shapely.box(
        rects[:, 0] - NUMBER_MM, rects[:, 1] - NUMBER_MM,
        rects[:, 0] + rects[:, 2] + NUMBER_MM, rects[:, 1] + rects[:, 3] + NUMBER_MM,
    )  # fmt: skip
    keep = np.ones(len(lines), bool)
    if len(lines) and len(zones):
        tree = shapely.STRtree(shapely.linestrings(lines.reshape(-1, 2, 2)))
        keep[tree.query(zones, predicate="intersects")[1]] = False
    return tuple(lines[keep].ravel().tolist())
