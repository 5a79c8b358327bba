"""Regions of forest, swamp, rough and mountain: unions of hexes, rounded and warped, but true at every centre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import shapely
from shapely.geometry import MultiPolygon

from pnp.maps.hex_plan import TerrainShape
from pnp.maps.hexes.lines import WARP as BORDER_WARP
from pnp.maps.hexes.noise import Octaves, seed_of, warped
from pnp.maps.hexes.shapes import cut_corners, outlines, polygons, rounded, simplified
from pnp.maps.hexes.work import WATER_LOOKS, GroundWork

REGION_LOOKS = ("forest", "light-woods", "swamp", "rough", "broken", "mountain", "hills", "outside")
"""Looks with a ground of their own; clear land and cities lie on the paper's land tint."""
WARP, RAGGED = ((8.5, 26.0),), ((2.8, 9.0), (0.8, 2.4))
"""Of every outline, by one field, so that what touches stays in contact: first in waves of one hex and a half."""
ASTRAY = 0.17
"""How far an outline strays outwards from its hexsides, in hexes across flats, before it is made ragged; inwards it
strays less, so that a lone hex is no islet: every centre keeps its own terrain.
"""
CLOSE, OPEN, INSET = 0.8, 0.82, 0.02
"""In hexsides: bays filled, tongues removed, shrinkage. A lone hex stays a hexagon when OPEN is below 0.4."""
CURVE_MM = 0.08
REACH = 0.58
"""In hexsides: how far a forest grows beyond its hexes towards a swamp or hills."""
UNDER_WATER = 2
"""How many hexes a region extends under water, so that the shore cuts it."""


def terrain_regions(work: GroundWork) -> dict[str, MultiPolygon]:
    """Look -> the shape of all hexes with it, for the looks in REGION_LOOKS that the map has."""
    looks = _spread(work)
    members = {look: [i for i, name in enumerate(looks) if name == look] for look in REGION_LOOKS if look in looks}
    regions = {look: _region(work, look, indices) for look, indices in members.items() if look != "forest"}
    if regions and "forest" in members and not work.draft:
        return regions | {"forest": _up_to_its_neighbours(work, members, regions)}
    return regions | {look: _region(work, look, members[look]) for look in members if look == "forest"}


def _up_to_its_neighbours(
    work: GroundWork, members: Mapping[str, list[int]], regions: Mapping[str, MultiPolygon]
) -> MultiPolygon:
    """The forest up to the swamps and hills that it touches, so that no open ground is left between them."""
    cells, woods = [*work.field.cells, *work.rim], members["forest"]
    wooded = {cells[i] for i in woods}
    meeting = [i for look in regions for i in members[look]
               if any(work.field.cell_beside(cells[i], d) in wooded for d in range(6))]  # fmt: skip
    fine, gap = 0.05 * work.k, 0.25 * work.k
    edge = work.joined(woods).buffer(REACH * work.side, quad_segs=2)
    others = [simplified(region, 2 * fine) for region in regions.values()]
    neighbours = shapely.union_all(shapely.buffer(others, -0.2 * work.k, quad_segs=1))
    forest = shapely.intersection(polygons(simplified(_natural(work, [*woods, *meeting]), fine)), edge)
    forest = polygons(simplified(polygons(forest).difference(polygons(neighbours)), fine), 2.0)
    return polygons(forest.buffer(-gap, quad_segs=1).buffer(gap, quad_segs=2), 2.0)


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
    if look == "outside":  # up to the border
        shape = cut_corners(work.joined(members), 3)
        return polygons(warped(shape, _scaled(BORDER_WARP, work.k), seed_of("border"), 0.6 * work.k))
    return _natural(work, members)


def _natural(work: GroundWork, members: list[int]) -> MultiPolygon:
    """The hexes `members` as one shape, rounded and warped, its outline at most ASTRAY from theirs."""
    side, k = work.side, work.k
    exact = work.joined(members)
    shape = cut_corners(rounded(exact, CLOSE * side, OPEN * side, INSET * side).simplify(0.3 * k), 2)
    shape = polygons(warped(shape, _scaled(WARP, k), seed_of("terrain"), 1.2 * k))
    astray, gap = ASTRAY * work.field.grid.flat_mm, 0.6 * k
    most, least = exact.buffer(astray, quad_segs=4), exact.buffer(-0.6 * astray - gap).buffer(gap, quad_segs=4)
    shape = polygons(shapely.union(shapely.intersection(shape, most), least))
    shape = polygons(warped(shape, _scaled(RAGGED, k), seed_of("ragged"), 0.6 * k))
    return polygons(shape.buffer(-gap, quad_segs=2).buffer(2 * gap, quad_segs=2).buffer(-gap, quad_segs=2), 4.0 * k * k)


def _scaled(octaves: Octaves, k: float) -> Octaves:
    return [(amplitude * k, wavelength * k) for amplitude, wavelength in octaves]


def terrain_shapes(work: GroundWork, regions: dict[str, MultiPolygon]) -> tuple[TerrainShape, ...]:
    """The regions as curves, clipped to a little more than the frame."""
    shapes = []
    for look in REGION_LOOKS:
        if look in regions:
            shape = polygons(shapely.clip_by_rect(regions[look], *work.window))
            curves = outlines(shape, CURVE_MM * work.k, smooth=not work.draft)
            shapes.append(TerrainShape(look, curves))  # type: ignore[arg-type]
    return tuple(shapes)
