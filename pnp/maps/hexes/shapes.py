"""Rounding polygons of hexes and turning outlines into Béziers. In: shapely shapes in mm; out: shapes or curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_plan import Curve

Floats = NDArray[np.float64]
PLACES = 2
"""Decimals of coordinates in curves, mm: 0.01 mm is finer than any printer."""


def polygons(shape: BaseGeometry, least_mm2: float = 0.0) -> MultiPolygon:
    """Only the polygons of `shape`, made valid, without those smaller than `least_mm2`."""
    if not shape.is_valid:
        shape = shapely.make_valid(shape, method="structure", keep_collapsed=False)  # four times faster than by lines
    singles = shapely.get_parts(shapely.get_parts([shape]))  # a collection may hold multipolygons
    parts = [part for part in singles if isinstance(part, Polygon)]
    return MultiPolygon([p for p in parts if p.area > least_mm2 and not p.is_empty])


def cut_corners(shape: BaseGeometry, rounds: int) -> MultiPolygon:
    """The polygons of `shape` with their corners cut `rounds` times (Chaikin 1974)."""
    parts = []
    for part in polygons(shape).geoms:
        rings = [_chaikin(np.asarray(ring.coords)[:-1], rounds) for ring in (part.exterior, *part.interiors)]
        parts.append(Polygon(rings[0], rings[1:]))
    return polygons(MultiPolygon(parts))


def _chaikin(points: Floats, rounds: int) -> Floats:
    for _ in range(rounds):
        after = np.roll(points, -1, axis=0)
        cut = np.empty((2 * len(points), 2))
        cut[0::2], cut[1::2] = 0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after
        points = cut
    return points


def cut_line(points: Sequence[tuple[float, float]] | Floats, rounds: int) -> Floats:
    """An open line with its corners cut `rounds` times, its ends kept; shape (N, 2)."""
    line = np.asarray(points, dtype=float)
    for _ in range(rounds if len(line) > 2 else 0):
        a, b = line[:-1], line[1:]
        cut = np.empty((2 * len(a), 2))
        cut[0::2], cut[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
        cut[0], cut[-1] = line[0], line[-1]
        line = cut
    return line


def rounded(shape: BaseGeometry, close: float, open_: float, inset: float) -> BaseGeometry:
    """`shape` with bays narrower than `close` filled, tongues narrower than `open_` removed, and shrunk by `inset`."""
    grown = shape.buffer(close, quad_segs=4).buffer(-(close + open_), quad_segs=4)
    return grown.buffer(open_ - inset, quad_segs=4)


def closed_curve(points: Floats) -> Curve:
    """A smooth closed curve through `points`, which do not repeat the first."""
    if len(points) < 3:
        return ()
    before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
    chords = np.hypot(*(after - points).T)
    tangents = after - before
    return _bezier(points, after, tangents, np.roll(tangents, -1, axis=0), chords)


def open_curve(points: Floats) -> Curve:
    """A smooth curve through `points`."""
    if len(points) < 2:
        return ()
    tangents = np.empty_like(points)
    tangents[1:-1] = points[2:] - points[:-2]
    tangents[0], tangents[-1] = points[1] - points[0], points[-1] - points[-2]
    chords = np.hypot(*(points[1:] - points[:-1]).T)
    return _bezier(points[:-1], points[1:], tangents[:-1], tangents[1:], chords)


def _bezier(starts: Floats, ends: Floats, leaving: Floats, arriving: Floats, chords: Floats) -> Curve:
    """Béziers from `starts` to `ends`; handles are a third of the chord, so that none overshoots."""

    def unit(vectors: Floats) -> Floats:
        length = np.hypot(vectors[:, 0], vectors[:, 1])
        return np.asarray(vectors / np.where(length > 0, length, 1.0)[:, None])

    reach = (chords / 3)[:, None]
    flat = np.hstack([starts + unit(leaving) * reach, ends - unit(arriving) * reach, ends])
    values = np.round(np.concatenate([starts[0], flat.ravel()]), PLACES)
    return tuple((values + 0.0).tolist())


def outlines(shape: BaseGeometry, tolerance: float, *, smooth: bool = True) -> tuple[Curve, ...]:
    """The outlines of a polygon as closed curves, holes too, for an even-odd fill."""
    curves = []
    for part in polygons(simplified(shape, tolerance)).geoms:
        for ring in (part.exterior, *part.interiors):
            points = np.asarray(ring.coords)[:-1]
            curves.append(closed_curve(points) if smooth else straight_curve(points))
    return tuple(curve for curve in curves if curve)


def simplified(shape: BaseGeometry, tolerance: float) -> BaseGeometry:
    """`shape` with fewer points (Douglas and Peucker). Its rings may touch: apply `polygons` before any overlay."""
    return shape.simplify(tolerance, preserve_topology=False)


def straight_curve(points: Floats) -> Curve:
    """A closed polygon written as a curve, for drafts."""
    after = np.roll(points, -1, axis=0)
    flat = np.hstack([points + (after - points) / 3, after - (after - points) / 3, after])
    values = np.round(np.concatenate([points[0], flat.ravel()]), PLACES)
    return tuple((values + 0.0).tolist())


def without_small_holes(shape: BaseGeometry, least_mm2: float) -> MultiPolygon:
    """Polygons without holes smaller than `least_mm2`, and without anything inside such a hole: a pond on an islet."""
    parts: list[Polygon] = []
    filled: list[Polygon] = []
    for part in polygons(shape).geoms:
        holes = [Polygon(ring) for ring in part.interiors]
        small = [hole for hole in holes if hole.area < least_mm2]
        filled += small
        parts.append(Polygon(part.exterior, [h.exterior for h in holes if h.area >= least_mm2]) if small else part)
    if filled:
        tree = shapely.STRtree(filled)
        parts = [
            p for p in parts if p.area >= least_mm2 or not len(tree.query(p.representative_point(), predicate="within"))
        ]
    return MultiPolygon(parts)


def lines_of(shape: BaseGeometry) -> list[Floats]:
    """The points of each line in `shape`, lines that touch end to end joined."""
    if shape.is_empty:
        return []
    merged = shapely.line_merge(shape)
    return [
        np.asarray(p.coords) for p in shapely.get_parts(merged) if p.geom_type == "LineString" and len(p.coords) > 1
    ]
