"""Water of a hex map: outlines that never lie about a hex, depth in steps, pale shore lines.

Shores come from the source in mm; water hexes without a shore of their own are rounded unions of hexes. Then the rule
of the centre is enforced: a land hex shows land at its centre and a water hex water, by warped discs where needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_noise import seed_of, warped
from pnp.maps.hex_plan import WaterShape
from pnp.maps.hex_shapes import (
    cut_corners,
    outlines,
    polygons,
    rounded,
    simplified,
    straight_curve,
    without_small_holes,
)
from pnp.maps.hex_work import GroundWork
from pnp.maps.lines import parse_line
from pnp.model.hexes import Shore

COAST = ((0.75, 6.5), (0.38, 2.4), (0.16, 1.0))
"""Octaves for shores that come from an atlas."""
INVENTED = ((2.3, 13.0), (1.1, 5.2), (0.4, 2.0), (0.16, 1.0))
"""Octaves for shores made of hexes."""
DEEP = ((1.6, 13.0), (0.6, 5.0))
DISC = ((1.25, 6.5), (0.6, 2.4))
SEA_STEPS, LAKE_STEPS = (0.85, 2.1, 4.2, 9.5), (0.42, 1.0, 2.2, 5.0)
"""Where the deeper tints begin, mm from the shore."""
LAND_DISC, TOWN_DISC, WATER_DISC = 0.46, 0.42, 0.50
ISLET_MM2 = 60.0
"""Smaller islands leave no mark on the depths."""
KEPT_ISLAND_MM2 = 130.0
"""A smaller island is no land to the rules, whatever it lies on; water is not cut through it."""
LEAST_ISLAND_MM2 = 2.2
"""A smaller island, or a smaller puddle of the sea, would be all coastline."""
CURVE_MM = 0.05
"""How far an outline may stray from the finest one."""


@dataclass(frozen=True)
class Water:
    """Water as shapes. major: seas and great lakes; minor: lakes without a coastline; all: both, prepared."""

    major: MultiPolygon
    minor: MultiPolygon
    all: MultiPolygon


def water_of(work: GroundWork) -> Water:
    """The water of a map."""
    major, minor = _class_of(work, True), _class_of(work, False)
    minor = polygons(minor.difference(major), 0.4 * work.k) if not minor.is_empty else minor
    whole = polygons(shapely.union(major, minor))
    shapely.prepare(whole)
    return Water(major, minor, whole)


def _class_of(work: GroundWork, major: bool) -> MultiPolygon:
    """The major or the minor water, by shores and by hexes."""
    drawn = _drawn(work, major)
    looks = ("sea", "ice") if major else ("lake",)
    own = [i for i, look in enumerate(work.looks) if look in looks]
    shown = np.asarray(shapely.contains_xy(drawn, *work.centres.T)) if not drawn.is_empty else np.zeros(len(work.looks), bool)
    bare = _unshored(work, own, shown) if not drawn.is_empty else set(own)
    hexes = sorted(bare)
    rim = range(len(work.looks), len(work.all_looks))
    if drawn.is_empty:
        hexes += [i for i in rim if work.all_looks[i] in looks and own]
    else:  # in the frame the shores say what is water
        hexes += [i for i in rim if work.all_looks[i] in looks and not work.in_frame(work.all_polygons[i].centroid)]
    shape: BaseGeometry = drawn
    if hexes:
        invented = _of_hexes(work, work.joined(hexes))
        shape = shapely.union(drawn, invented) if not drawn.is_empty else invented
    if not work.draft:
        shape = _true_to_centres(work, polygons(shape), own)
    shape = without_small_holes(shape, LEAST_ISLAND_MM2 * work.k * work.k)
    return polygons(shapely.clip_by_rect(shape, *_beyond(work)), (LEAST_ISLAND_MM2 if major else 0.3) * work.k * work.k)


def _beyond(work: GroundWork) -> tuple[float, float, float, float]:
    """The frame and so much around it that the depths at its edge do not know of it."""
    x, y, width, height = work.frame
    more = 11.0 * work.k
    return (x - more, y - more, x + width + more, y + height + more)


def _drawn(work: GroundWork, major: bool) -> MultiPolygon:
    """Water by the source's shores, islands taken out, roughened a little."""
    def shapes(kinds: tuple[str, ...], wanted: bool | None) -> BaseGeometry:
        found = [_shape(s) for s in work.hexes.shores if s.kind in kinds and (wanted is None or (s.major or s.kind == "sea") == wanted)]
        return shapely.union_all(found) if found else MultiPolygon()

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


def _unshored(work: GroundWork, own: list[int], shown: np.ndarray) -> set[int]:
    """Water hexes that lie in no group with a drawn shore: whole groups whose every centre is dry."""
    left, bare = set(own), set()
    while left:
        group, open_ = set(), [min(left)]
        while open_:
            here = open_.pop()
            if here in left:
                left.discard(here)
                group.add(here)
                open_ += [n for n in work.field.neighbours[here] if n in left]
        if not any(shown[i] for i in group):
            bare |= group
    return bare


def _of_hexes(work: GroundWork, shape: BaseGeometry) -> MultiPolygon:
    """Hexes with their corners rounded and warped, so that they look like a coast."""
    if work.draft:
        return cut_corners(shape, 1)
    side = work.side
    shape = rounded(shape, 0.25 * side, 0.55 * side, 0.02 * side)
    shape = cut_corners(shape.simplify(0.3 * work.k), 2)
    octaves = [(a * work.k, w * work.k) for a, w in INVENTED]
    return polygons(warped(shape, octaves, seed_of("shore"), 0.45 * work.k))


def _islands(work: GroundWork) -> MultiPolygon:
    """Islands of the source that stay though they lie on the centre of a hex of water, out to where the warp may move them."""
    found = [_shape(s) for s in work.hexes.shores if s.kind == "island"]
    kept = [shape for shape in found if shape.area <= KEPT_ISLAND_MM2 * work.k * work.k]
    return polygons(shapely.buffer(shapely.union_all(kept), 1.5 * work.k)) if kept else MultiPolygon()


def _true_to_centres(work: GroundWork, water: MultiPolygon, own: list[int]) -> MultiPolygon:
    """Water at the centres of `own`, land at those of land hexes."""
    mine = set(own)
    towns = set(work.named.values())
    land = [i for i in range(len(work.looks)) if not work.wet[i]]
    dry_needed = [i for i in land if i not in towns]
    out = [(_touching(work, water, dry_needed, LAND_DISC), LAND_DISC), (_touching(work, water, sorted(towns - mine), TOWN_DISC), TOWN_DISC)]
    for indices, share in out:
        water = polygons(water.difference(_warped_discs(work, indices, share)))
    wet = _within(work, polygons(shapely.union(water, _islands(work))), own, WATER_DISC)
    lacking = [i for i in own if i not in wet]
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


def _touching(work: GroundWork, water: MultiPolygon, indices: list[int], share: float) -> list[int]:
    """Hexes of `indices` with water nearer to the centre than `share` of a hexside."""
    if water.is_empty or not indices:
        return []
    near = work.spots_in(water, np.array(indices), share - 0.06).any(axis=1)
    return [i for i, wet in zip(indices, near, strict=True) if wet]


def _within(work: GroundWork, water: MultiPolygon, indices: list[int], share: float) -> set[int]:
    """Hexes of `indices` with only water nearer to the centre than `share` of a hexside."""
    if water.is_empty or not indices:
        return set()
    inside = work.spots_in(water, np.array(indices), share - 0.06).all(axis=1)
    return {i for i, all_wet in zip(indices, inside, strict=True) if all_wet}


# Depth ------------------------------------------------------------------------------------------


def water_shapes(work: GroundWork, water: Water) -> tuple[WaterShape, ...]:
    """Water as drawn: tints from the shore out, and shore lines."""
    found = []
    for kind, shape, major, steps in (("sea", water.major, True, SEA_STEPS), ("lake", water.minor, False, LAKE_STEPS)):
        if not shape.is_empty:
            found.append(_drawn_water(work, kind, shape, major, steps))
    return tuple(found)


def _drawn_water(work: GroundWork, kind: str, shape: MultiPolygon, major: bool, steps: tuple[float, ...]) -> WaterShape:
    if work.draft:
        curves = tuple(straight_curve(np.asarray(r.coords)[:-1]) for p in shape.geoms for r in (p.exterior, *p.interiors))
        return WaterShape(kind, major, (curves,))
    fine = CURVE_MM * work.k
    fills = [outlines(shape, fine)]
    whole = without_small_holes(shape, ISLET_MM2 * work.k * work.k)
    islets = polygons(whole.difference(shape))
    calm = polygons(simplified(whole, 0.12 * work.k))
    near = polygons(simplified(shape, 0.06 * work.k))
    for number, depth in enumerate(steps):
        offset = depth * work.k
        ground = near if depth <= 1.5 else calm
        inner = polygons(ground.buffer(-offset, quad_segs=3), 2.0 * work.k * work.k)
        if depth > 4.0:
            octaves = [(a * work.k, w * work.k) for a, w in DEEP]
            inner = polygons(warped(inner, octaves, seed_of("depth"), 0.9 * work.k))
        if depth > 1.5 and not islets.is_empty:
            inner = polygons(inner.difference(islets.buffer((0.95 + 0.25 * number) * work.k, quad_segs=3)), 1.0)
        fills.append(outlines(inner, 1.4 * fine))
    return WaterShape(kind, major, tuple(fills))


def shore_rings(water: Water) -> tuple[tuple[tuple[tuple[float, float], ...], ...], ...]:
    """All water as plain rings, a little coarser: for questions about what lies on it."""
    plain = polygons(simplified(water.all, 0.12))
    return tuple(
        tuple(tuple((round(x, 2), round(y, 2)) for x, y in ring.coords[:-1]) for ring in (part.exterior, *part.interiors))
        for part in plain.geoms
    )
