"""Lakes by hexside: water lies along a hexside that the source calls wet, and keeps clear of every other one.

Where units may cross a lake's hexside at a price, a player has to see which hexsides those are. So the outlines of an
atlas give way: a strip of water joins the corners of each hexside whose kind has the look `water`, a strip of land
covers every other hexside between two hexes of land, and a hex of land is not painted mostly as lake.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.hexes.noise import seed_of, warped
from pnp.maps.hexes.shapes import polygons, simplified
from pnp.maps.hexes.work import GroundWork

WET_SHARE, DRY_SHARE = 0.15, 0.12
"""Half the width of a strip of water or of land, in hexsides."""
SHORT_SHARE = 0.24
"""A strip of land ends so far, in hexsides, from a corner where water may lie."""
MOST_WET, LAND_DISC = 0.45, 0.72
"""A hex of land with a greater share of lake gets a disc of land with this radius in hexsides."""
WARP = ((0.5, 4.5), (0.25, 1.8))
SMOOTH_MM = 0.25
LEAST_LAKE_MM2 = 2.0
"""A smaller rest of a lake that was cut is left out."""


def follows_sides(work: GroundWork) -> bool:
    """Whether the map says of which hexsides the lakes are."""
    return bool(_wet_kinds(work))


def fitted_to_sides(
    work: GroundWork, major: MultiPolygon, minor: MultiPolygon
) -> tuple[MultiPolygon, MultiPolygon]:
    """The seas and the lakes, changed so that a lake lies on the hexsides of its kind and on no other; (major, minor).

    A wet hexside joins the sea where more of the sea than of any lake lies there already.
    """
    wet, streams = _listed(work, _wet_kinds(work)), _listed(work, {k.id for k in work.hexes.side_kinds})
    sides = [(i, d) for i, beside in enumerate(work.field.neighbours) for d, j in enumerate(beside) if j > i]
    open_sides = [(i, d) for i, d in sides if not work.wet[i] and not work.wet[work.field.neighbours[i][d]]]
    pair = {(i, d): frozenset((i, work.field.neighbours[i][d])) for i, d in open_sides}
    dry = [side for side in open_sides if pair[side] not in streams]
    soaked = [side for side in open_sides if pair[side] in wet]
    lakes: BaseGeometry = minor.difference(_warped(work, _dry_strips(work, minor, dry)))
    lakes = lakes.difference(_warped(work, _land_discs(work, polygons(lakes))))
    strips = _strips(work, soaked, WET_SHARE)
    marine = _under(strips, major) > _under(strips, minor)
    lakes = shapely.union(lakes, _warped(work, shapely.union_all(strips[~marine])))
    seas = shapely.union(major, _warped(work, shapely.union_all(strips[marine]))) if marine.any() else major
    return polygons(seas), _smooth(work, lakes)


def _under(shapes: NDArray[np.object_], water: MultiPolygon) -> NDArray[np.float64]:
    """The area in mm² of each of `shapes` that lies in `water`."""
    parts = shapely.get_parts(water)
    which, part = shapely.STRtree(parts).query(shapes, predicate="intersects")
    return np.bincount(which, shapely.area(shapely.intersection(shapes[which], parts[part])), len(shapes))


def _wet_kinds(work: GroundWork) -> set[str]:
    return {kind.id for kind in work.hexes.side_kinds if kind.look == "water"}


def _listed(work: GroundWork, kinds: set[str]) -> set[frozenset[int]]:
    """The two hexes of each hexside of `kinds`."""
    return {
        frozenset((i, work.field.neighbours[i][d]))
        for feature in work.hexes.sides if feature.kind in kinds
        for i, d in work.field.hexsides(feature.sides)
    }  # fmt: skip


def _strips(work: GroundWork, sides: Sequence[tuple[int, int]], share: float) -> NDArray[np.object_]:
    lines = [shapely.LineString(work.field.side_points(i, d)) for i, d in sides]
    return np.asarray(shapely.buffer(np.array(lines, dtype=object), share * work.side, quad_segs=4))


def _dry_strips(work: GroundWork, water: MultiPolygon, sides: Sequence[tuple[int, int]]) -> BaseGeometry:
    """Strips of land along those of `sides` that `water` touches, as one shape.

    A strip runs from corner to corner where all three hexsides of the corner are dry, else it stops short of it.
    """
    ends = np.array([work.field.side_points(i, d) for i, d in sides]).reshape(-1, 2, 2)
    corners, number = np.unique(np.round(ends.reshape(-1, 2), 2), axis=0, return_inverse=True)
    dry = np.bincount(number.ravel(), minlength=len(corners))[number].reshape(-1, 2) >= 3
    along = ends[:, ::-1] - ends
    ends = ends + along * np.where(dry, 0.0, SHORT_SHARE)[:, :, None]
    strips = shapely.buffer(shapely.linestrings(ends), DRY_SHARE * work.side, quad_segs=4)
    shapely.prepare(water)
    return shapely.union_all(strips[shapely.intersects(water, strips)])


def _land_discs(work: GroundWork, lakes: MultiPolygon) -> BaseGeometry:
    """Discs of land in the hexes of land that are mostly lake."""
    land = np.flatnonzero(~np.array(work.wet))
    hexes = work.all_polygons[land]
    mostly_wet = land[_under(hexes, lakes) / shapely.area(hexes) > MOST_WET]
    return work.discs([int(i) for i in mostly_wet], LAND_DISC)


def _warped(work: GroundWork, shape: BaseGeometry) -> BaseGeometry:
    if shape.is_empty:
        return shape
    return polygons(warped(shape, [(a * work.k, w * work.k) for a, w in WARP], seed_of("side"), 0.5 * work.k))


def _smooth(work: GroundWork, lakes: BaseGeometry) -> MultiPolygon:
    gap = SMOOTH_MM * work.k
    shape = polygons(simplified(polygons(lakes), 0.02))
    shape = shape.buffer(-gap, quad_segs=3).buffer(2 * gap, quad_segs=3).buffer(-gap, quad_segs=3)
    return polygons(shape, LEAST_LAKE_MM2 * work.k * work.k)
