"""Regions of forest, swamp, rough and mountain: unions of hexes, rounded and warped, but true at every centre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry import MultiPolygon

from pnp.maps.hex_plan import TerrainShape
from pnp.maps.hexes.noise import seed_of, warped
from pnp.maps.hexes.shapes import cut_corners, outlines, polygons, rounded, simplified
from pnp.maps.hexes.work import WATER_LOOKS, GroundWork

REGION_LOOKS = ("forest", "light-woods", "swamp", "rough", "broken", "mountain", "hills", "outside")
"""Looks with a ground of their own; clear land and cities lie on the paper's land tint."""
WARP = ((4.6, 16.0), (2.5, 6.2), (0.6, 1.9))
MARSHY = 1.6
"""How much more the shores of marshes wander, which are often but a hex wide."""
DISC_WARP = ((1.25, 6.5), (0.6, 2.4))
CLOSE, OPEN, INSET = 0.8, 0.82, 0.02
"""In hexsides: bays filled, tongues removed, shrinkage. A lone hex stays a hexagon when OPEN is below 0.4."""
CENTRE = 0.40
"""In hexsides: the radius around its centre in which a hex shows its own terrain."""
CURVE_MM = 0.08
REACH = 0.58
"""In hexsides: how far a forest grows beyond its hexes towards a swamp or hills."""
UNDER_WATER = 2
"""How many hexes a region extends under water, so that the shore cuts it."""


def terrain_regions(work: GroundWork) -> dict[str, MultiPolygon]:
    """Look -> the shape of all hexes with it, for the looks in REGION_LOOKS that the map has."""
    looks = _spread(work)
    regions = {}
    for look in REGION_LOOKS:
        members = [i for i, name in enumerate(looks) if name == look]
        if members:
            regions[look] = _region(work, look, members)
    if len(regions) > 1 and "forest" in regions and not work.draft:
        regions["forest"] = _up_to_its_neighbours(work, looks, regions)
    return regions


def _up_to_its_neighbours(work: GroundWork, looks: Sequence[str], regions: Mapping[str, MultiPolygon]) -> MultiPolygon:
    """The forest extended to the swamps and hills that it touches, so that no open ground is left between them."""
    rim, others_beside = _meeting(work, looks, regions)
    if not rim:
        return regions["forest"]
    edge = work.joined(rim).buffer(REACH * work.side, quad_segs=2)
    fine = 0.05 * work.k
    together = shapely.intersection(polygons(simplified(_natural(work, "forest", [*rim, *others_beside]), fine)), edge)
    beyond = [shape for name, shape in regions.items() if name != "forest"]
    neighbours = shapely.union_all([simplified(shape, 2 * fine).buffer(-0.2 * work.k, quad_segs=1) for shape in beyond])
    forest = shapely.union(polygons(simplified(regions["forest"], fine)), polygons(together))
    grown = polygons(simplified(forest.difference(polygons(neighbours)), fine), 2.0)
    gap = 0.25 * work.k
    return polygons(grown.buffer(-gap, quad_segs=1).buffer(gap, quad_segs=2), 2.0)


def _meeting(
    work: GroundWork, looks: Sequence[str], regions: Mapping[str, MultiPolygon]
) -> tuple[list[int], list[int]]:
    """Hexes of forest that touch another region, and the hexes of those regions that touch forest."""
    cells = [*work.field.cells, *work.rim]
    at = {cell: i for i, cell in enumerate(cells)}
    rim: set[int] = set()
    others: set[int] = set()
    for index, look in enumerate(looks):
        if look in regions and look != "forest":
            beside = [at.get(work.field.cell_beside(cells[index], d), -1) for d in range(6)]
            woods = [i for i in beside if i >= 0 and looks[i] == "forest"]
            rim.update(woods)
            others.update([index] if woods else ())
    return sorted(rim), sorted(others)


def look_at(regions: Mapping[str, MultiPolygon], x: float, y: float) -> str:
    """The look of the land drawn at a point: that of the uppermost region there, "clear" where there is none."""
    return next(
        (look for look in reversed(REGION_LOOKS) if look in regions and shapely.contains_xy(regions[look], x, y)),
        "clear",
    )


def _spread(work: GroundWork) -> list[str]:
    """The look of each hex and rim hex; water near the shore takes the look of most of the land around it."""
    looks = list(work.all_looks)
    cells = [*work.field.cells, *work.rim]
    at = {cell: i for i, cell in enumerate(cells)}
    for _ in range(UNDER_WATER):
        before = list(looks)
        for i, look in enumerate(before):
            if look not in WATER_LOOKS:
                continue
            beside = [at.get(work.field.cell_beside(cells[i], d), -1) for d in range(6)]
            land = Counter(before[j] for j in beside if j >= 0 and before[j] not in WATER_LOOKS)
            if land:
                looks[i] = max(sorted(land), key=lambda name: land[name])
    return looks


def _region(work: GroundWork, look: str, members: list[int]) -> MultiPolygon:
    if work.draft:
        return cut_corners(work.joined(members), 1)
    return _true_to_centres(work, look, _natural(work, look, members))


def _natural(work: GroundWork, look: str, members: list[int]) -> MultiPolygon:
    """The hexes `members` as one shape, rounded, shrunk and warped."""
    side, k = work.side, work.k
    shape = rounded(work.joined(members), CLOSE * side, OPEN * side, INSET * side)
    shape = cut_corners(shape.simplify(0.3 * k), 2)
    more = MARSHY if look == "swamp" else 1.0
    octaves = [(a * more * k, w * k) for a, w in WARP]
    return polygons(warped(shape, octaves, seed_of(look), 0.6 * k), 4.0 * k * k)


def _true_to_centres(work: GroundWork, look: str, shape: MultiPolygon) -> MultiPolygon:
    """`shape` plus a disc on each hex of its look that it misses, less one on each other land hex that it covers."""
    spots = work.spots_in(shape, np.arange(len(work.looks)), CENTRE - 0.08)
    near, inside = spots.any(axis=1), spots.all(axis=1)
    matching = np.array([name == look for name in work.looks])
    wet = np.array(work.wet)
    lacking, intruding = np.flatnonzero(matching & ~inside), np.flatnonzero(~matching & ~wet & near)
    octaves = [(a * work.k, w * work.k) for a, w in DISC_WARP]
    result: MultiPolygon = shape
    for indices, join in ((lacking, shapely.union), (intruding, shapely.difference)):
        if len(indices):
            bumps = warped(work.discs(indices.tolist(), CENTRE + 0.06), octaves, seed_of("disc"), 0.5 * work.k)
            result = polygons(join(result, polygons(bumps)))
    gap = 0.3 * work.k
    result = polygons(simplified(result, 0.03 * work.k))
    return polygons(result.buffer(-gap, quad_segs=2).buffer(2 * gap, quad_segs=2).buffer(-gap, quad_segs=2), 2.0)


def terrain_shapes(work: GroundWork, regions: dict[str, MultiPolygon]) -> tuple[TerrainShape, ...]:
    """The regions as curves, clipped to a little more than the frame."""
    shapes = []
    for look in REGION_LOOKS:
        if look in regions:
            shape = polygons(shapely.clip_by_rect(regions[look], *work.window))
            curves = outlines(shape, CURVE_MM * work.k, smooth=not work.draft)
            shapes.append(TerrainShape(look, curves))  # type: ignore[arg-type]
    return tuple(shapes)
