"""Water of a hex map: outlines that never misrepresent a hex, depth in steps, pale shore lines.

Shores come from the source in mm; water hexes without a shore of their own are rounded unions of hexes. Then the rule
of the centre is enforced: a land hex shows land at its centre and a water hex water, by warped discs where needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_plan import WaterShape, WayShape
from pnp.maps.hexes.noise import seed_of, warped
from pnp.maps.hexes.shapes import (
    cut_corners,
    outlines,
    polygons,
    rounded,
    simplified,
    straight_curve,
    without_small_holes,
)
from pnp.maps.hexes.water_sides import fitted_to_sides, follows_sides
from pnp.maps.hexes.work import GroundWork
from pnp.maps.lines import parse_line
from pnp.model.hexes import Shore

COAST = ((0.75, 6.5), (0.38, 2.4), (0.16, 1.0))
"""Octaves for shores that come from an atlas."""
INVENTED = ((2.3, 13.0), (1.1, 5.2), (0.4, 2.0), (0.16, 1.0))
"""Octaves for shores made of hexes."""
DEEP = ((1.6, 13.0), (0.6, 5.0))
DISC = ((1.7, 7.0), (0.85, 2.6), (0.3, 1.1))
SEA_STEPS, LAKE_STEPS = (0.85, 2.1, 4.2, 9.5), (0.42, 1.0, 2.2, 5.0)
"""Where the deeper tints begin, mm from the shore."""
LAND_DISC, TOWN_DISC, WATER_DISC = 0.46, 0.42, 0.50
POND_MM2 = 110.0
"""Smaller lakes have one tint within a fine rim: rings would make shards of them."""
RIM_MM = 0.22
ISLET_MM2 = 60.0
"""Smaller islands have no effect on the depths."""
KEPT_ISLAND_MM2 = 130.0
"""A smaller island is no land to the rules, whatever it lies on; water is not cut through it."""
LEAST_ISLAND_MM2 = 2.2
"""A smaller island, or a smaller puddle of the sea, would be all coastline."""
BANK_MM, WIDEST_BANK = 1.5, 1.6
"""What stays dry to either side of a railway; in hexsides: how long a stretch of it over water becomes a bank."""
CURVE_MM = 0.05
"""How far a simplified outline may stray from the exact one."""


@dataclass(frozen=True)
class Water:
    """The water of a map. major: seas and great lakes; minor: lakes without a coastline; all: both, prepared."""

    major: MultiPolygon
    minor: MultiPolygon
    all: MultiPolygon


def water_of(work: GroundWork) -> Water:
    """The water of a map, from its shores and its hexes; clipped to a little more than the frame."""
    major, minor = _class_of(work, True), _class_of(work, False)
    if not work.draft and follows_sides(work):
        major, minor = fitted_to_sides(work, major, minor)
    minor = polygons(minor.difference(major), 0.4 * work.k) if not minor.is_empty else minor
    whole = polygons(shapely.union(major, minor))
    shapely.prepare(whole)
    return Water(major, minor, whole)


def _class_of(work: GroundWork, major: bool) -> MultiPolygon:
    """The major or the minor water, by shores and by hexes."""
    from_shores = _from_shores(work, major)
    looks = ("sea", "ice") if major else ("lake",)
    members = [i for i, look in enumerate(work.looks) if look in looks]
    rim = range(len(work.looks), len(work.all_looks))
    if from_shores.is_empty:
        hexes = [*members, *(i for i in rim if work.all_looks[i] in looks and members)]
    else:  # in the frame the shores say what is water
        hexes = sorted(_unshored(work, members, shapely.contains_xy(from_shores, *work.centres.T)))
        hexes += [i for i in rim if work.all_looks[i] in looks and not work.in_frame(work.all_polygons[i].centroid)]
    shape: BaseGeometry = from_shores
    if hexes:
        invented = _of_hexes(work, work.joined(hexes))
        shape = shapely.union(from_shores, invented) if not from_shores.is_empty else invented
    if not work.draft:
        shape = _true_to_centres(work, polygons(shape), members)
    shape = without_small_holes(shape, LEAST_ISLAND_MM2 * work.k * work.k)
    return polygons(shapely.clip_by_rect(shape, *_beyond(work)), (LEAST_ISLAND_MM2 if major else 0.3) * work.k * work.k)


def _beyond(work: GroundWork) -> tuple[float, float, float, float]:
    """The frame and enough around it that the clipping has no effect on the depths inside: left, top, right, bottom."""
    x, y, width, height = work.frame
    more = 11.0 * work.k
    return (x - more, y - more, x + width + more, y + height + more)


def _from_shores(work: GroundWork, major: bool) -> MultiPolygon:
    """The major or minor water that the source's shores enclose, less islands, slightly roughened."""

    def shapes(kinds: tuple[str, ...], is_major: bool | None) -> BaseGeometry:
        shores = [s for s in work.hexes.shores if s.kind in kinds]
        parts = [_shape(s) for s in shores if is_major is None or (s.major or s.kind == "sea") == is_major]
        return shapely.union_all(parts) if parts else MultiPolygon()

    water = shapes(("sea", "lake"), major)
    if water.is_empty:
        return MultiPolygon()
    water = polygons(water.difference(shapes(("island",), None)))
    if work.draft:
        return water
    water = cut_corners(simplified(water, 0.12 * work.k), 2)
    octaves = [(a * work.k, w * work.k) for a, w in COAST]
    return polygons(warped(water, octaves, seed_of("shore"), 0.5 * work.k))


def _shape(shore: Shore) -> BaseGeometry:
    points = parse_line(shore.line)
    return polygons(Polygon(points)) if len(points) > 2 else MultiPolygon()


def _unshored(work: GroundWork, members: list[int], covered: np.ndarray) -> set[int]:
    """The hexes of `members` in groups without a shore of their own: those of which no hex is `covered`.

    covered  whether the centre of each hex lies in the water of the shores
    """
    remaining, bare = set(members), set()
    while remaining:
        group, front = set(), [min(remaining)]
        while front:
            index = front.pop()
            if index in remaining:
                remaining.discard(index)
                group.add(index)
                front += [n for n in work.field.neighbours[index] if n in remaining]
        if not any(covered[i] for i in group):
            bare |= group
    return bare


def _of_hexes(work: GroundWork, shape: BaseGeometry) -> MultiPolygon:
    """A union of hexes with its outline rounded and warped, so that it looks like a coast."""
    if work.draft:
        return cut_corners(shape, 1)
    side = work.side
    shape = rounded(shape, 0.25 * side, 0.55 * side, 0.02 * side)
    shape = cut_corners(shape.simplify(0.3 * work.k), 2)
    octaves = [(a * work.k, w * work.k) for a, w in INVENTED]
    return polygons(warped(shape, octaves, seed_of("shore"), 0.45 * work.k))


def _islands(work: GroundWork) -> MultiPolygon:
    """Small islands of the source, which stay even on the centre of a water hex, buffered by what the warp may add."""
    islands = [_shape(s) for s in work.hexes.shores if s.kind == "island"]
    small_islands = [shape for shape in islands if shape.area <= KEPT_ISLAND_MM2 * work.k * work.k]
    return polygons(shapely.buffer(shapely.union_all(small_islands), 1.5 * work.k)) if small_islands else MultiPolygon()


def _true_to_centres(work: GroundWork, water: MultiPolygon, members: list[int]) -> MultiPolygon:
    """`water` corrected by discs: wet at the centres of `members`, dry at those of land hexes."""
    member_set = set(members)
    towns = set(work.named_hexes.values())
    land = [i for i in range(len(work.looks)) if not work.wet[i]]
    dry_needed = [i for i in land if i not in towns]
    out = [
        (_touching(work, water, dry_needed, LAND_DISC), LAND_DISC),
        (_touching(work, water, sorted(towns - member_set), TOWN_DISC), TOWN_DISC),
    ]
    for indices, share in out:
        water = polygons(water.difference(_warped_discs(work, indices, share)))
    wet = _within(work, polygons(shapely.union(water, _islands(work))), members, WATER_DISC)
    lacking = [i for i in members if i not in wet]
    if lacking:
        water = polygons(shapely.union(water, _warped_discs(work, lacking, WATER_DISC)))
    gap = 0.28 * work.k
    water = polygons(simplified(water, 0.02))
    return polygons(water.buffer(gap, quad_segs=3).buffer(-2 * gap, quad_segs=3).buffer(gap, quad_segs=3))


def _warped_discs(work: GroundWork, indices: list[int], share: float) -> BaseGeometry:
    discs = work.discs(indices, share)
    if work.draft or discs.is_empty:
        return discs
    octaves = [(a * work.k, w * work.k) for a, w in DISC]
    return polygons(warped(discs, octaves, seed_of("disc"), 0.5 * work.k))


def dry_under_rails(work: GroundWork, water: Water, ways: Sequence[WayShape]) -> Water:
    """`water` drawn back from railways that run along its shores; over a wide one they have a bridge."""
    rails = shapely.union_all([shapely.LineString(way.points) for way in ways if "rail" in way.look])
    if work.draft or rails.is_empty or water.all.is_empty:
        return water
    major, minor = (_drawn_back(work, shape, rails) for shape in (water.major, water.minor))
    whole = polygons(shapely.union(major, minor))
    shapely.prepare(whole)
    return Water(major, minor, whole)


def _drawn_back(work: GroundWork, shape: MultiPolygon, rails: BaseGeometry) -> MultiPolygon:
    wet = [part for part in shapely.get_parts(rails.intersection(shape)) if part.length < WIDEST_BANK * work.side]
    banks = shapely.union_all(shapely.buffer(wet, BANK_MM * work.k, quad_segs=2))
    met = [part for part in shape.geoms if part.intersects(banks)]
    gap = 0.28 * work.k
    cut = polygons(shapely.union_all(met).difference(banks).buffer(-gap, quad_segs=3).buffer(gap, quad_segs=3), 1.0)
    return polygons(shapely.union_all([*cut.geoms, *(part for part in shape.geoms if not part.intersects(banks))]))


def _touching(work: GroundWork, water: MultiPolygon, indices: list[int], share: float) -> list[int]:
    """The hexes of `indices` with any water nearer to the centre than `share` of a hexside."""
    if water.is_empty or not indices:
        return []
    near = work.spots_in(water, np.array(indices), share - 0.06).any(axis=1)
    return [i for i, wet in zip(indices, near, strict=True) if wet]


def _within(work: GroundWork, water: MultiPolygon, indices: list[int], share: float) -> set[int]:
    """The hexes of `indices` with nothing but water nearer to the centre than `share` of a hexside."""
    if water.is_empty or not indices:
        return set()
    inside = work.spots_in(water, np.array(indices), share - 0.06).all(axis=1)
    return {i for i, all_wet in zip(indices, inside, strict=True) if all_wet}


# Depth ------------------------------------------------------------------------------------------


def water_shapes(work: GroundWork, water: Water) -> tuple[WaterShape, ...]:
    """Seas and lakes as drawn: fills from the shore out to deep water."""
    shapes = []
    for kind, shape, major, steps in (("sea", water.major, True, SEA_STEPS), ("lake", water.minor, False, LAKE_STEPS)):
        if not shape.is_empty:
            shapes.append(_drawn_water(work, kind, shape, major, steps))
    return tuple(shapes)


def _drawn_water(work: GroundWork, kind: str, shape: MultiPolygon, major: bool, steps: tuple[float, ...]) -> WaterShape:
    if work.draft:
        curves = tuple(
            straight_curve(np.asarray(r.coords)[:-1]) for p in shape.geoms for r in (p.exterior, *p.interiors)
        )
        return WaterShape(kind, major, (curves,))
    fine = CURVE_MM * work.k
    fills = [outlines(shape, fine)]
    least = 0.0 if major else POND_MM2 * work.k * work.k
    large, ponds = polygons(shape, least), MultiPolygon([part for part in shape.geoms if part.area <= least])
    whole = without_small_holes(large, ISLET_MM2 * work.k * work.k)
    islets = polygons(whole.difference(large))
    calm = polygons(simplified(whole, 0.12 * work.k))
    near = polygons(simplified(large, 0.06 * work.k))
    for number, depth in enumerate(steps):
        offset = depth * work.k
        ground = near if depth <= 1.5 else calm
        inner = polygons(ground.buffer(-offset, quad_segs=3), 2.0 * work.k * work.k)
        if depth > 4.0:
            octaves = [(a * work.k, w * work.k) for a, w in DEEP]
            inner = polygons(warped(inner, octaves, seed_of("depth"), 0.9 * work.k))
        if depth > 1.5 and not islets.is_empty:
            inner = polygons(inner.difference(islets.buffer((0.95 + 0.25 * number) * work.k, quad_segs=3)), 1.0)
        if number == 0 and ponds.geoms:
            inner = polygons(shapely.union(inner, ponds.buffer(-RIM_MM * work.k, quad_segs=2)))
        fills.append(outlines(inner, 1.4 * fine))
    return WaterShape(kind, major, tuple(fills))


def shore_rings(water: Water) -> tuple[tuple[tuple[tuple[float, float], ...], ...], ...]:
    """All water as plain rings, slightly simplified, for tests whether something lies on it: (outer, holes …) each."""
    plain = polygons(simplified(water.all, 0.12))
    return tuple(
        tuple(
            tuple((round(x, 2), round(y, 2)) for x, y in ring.coords[:-1]) for ring in (part.exterior, *part.interiors)
        )
        for part in plain.geoms
    )
