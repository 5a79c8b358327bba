"""Textures of the ground: trees, swamp, rough ground, hills, ice. None under a number, a town, a river or a way.

A texture is many small marks at spaced points; each mark is a kind, a variant and a size, and the drawing knows the
shapes. So a board with tens of thousands of trees stays a short list of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPolygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_plan import NumberPlan, OverlayShape, RiverShape, WayShape
from pnp.maps.hexes.hachures import hachures
from pnp.maps.hexes.noise import noise, seed_of, shares, spaced_points, warped
from pnp.maps.hexes.shapes import cut_corners, lines_of, open_curve, outlines, polygons, rounded, simplified
from pnp.maps.hexes.water import Water
from pnp.maps.hexes.work import GroundWork
from pnp.model.hexes import TerrainLook

Floats = NDArray[np.float64]
TREE_MM, TREE_INSET_MM, TREE_WAY_MM = 2.35, -0.9, 1.55
"""Between trees; how far they stay inside their wood, whose edge they cross; and from ways."""
STAND_MM, THINNED = 44.0, 0.7
"""Wavelength of stands, and the share of the trees that the thinnest lack."""
LIGHT_MM = 3.9
"""The same in light woods."""
TREE_POWER = 0.75
"""Trees shrink less than hexes: smaller ones would blur to grey."""
ROUND_SHARE = 0.13
"""Share of trees that are not spruces."""
SWAMP_ROW_MM, TUFT_MM = 1.25, 4.3
HILL_MM = 3.9
CRACK_MM = 4.4
AIR_MM = 0.6
"""Between strokes and the numbers and towns."""
TOWN_MM = {1: 3.2, 2: 2.4, 3: 1.7, 4: 1.5}
"""Room for the symbol of a place by its rank, in a hex with a side of 10.39 mm."""


@dataclass(frozen=True)
class Texture:
    """The textures of a map; marks and strokes as in `HexGroundPlan`."""

    marks: dict[str, tuple[float, ...]]
    strokes: dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class _TextureGround:
    """The ground as textures see it: all that they keep clear of.

    boxes    of the numbers: left, top, right, bottom, shape (N, 4)
    towns    x, y, radius of each place, shape (N, 3)
    lines    bands around ways and rivers
    shore    all water, a little coarser
    """

    work: GroundWork
    water: Water
    boxes: Floats
    towns: Floats
    lines: BaseGeometry
    shore: BaseGeometry


def textures(
    work: GroundWork, water: Water, regions: dict[str, MultiPolygon], ways: Sequence[WayShape],
    rivers: Sequence[RiverShape], numbers: dict[str, NumberPlan],
) -> Texture:  # fmt: skip
    """The textures of all regions; none in a draft.

    regions  look -> its shape
    numbers  hex id -> the plan of its number, which textures keep clear of
    """
    texture = Texture({}, {})
    if work.draft:
        return texture
    ground = _ground(work, water, ways, rivers, numbers)
    for look, draw in (("forest", _trees), ("light-woods", _light_woods), ("swamp", _swamp)):
        if look in regions:
            draw(ground, regions[look], texture)
    peaks = work.hexes.water == "linocut"
    if "hills" in regions and peaks:
        points = _spots(ground, regions["hills"], "hill", HILL_MM, inset=1.0, gap=1.4)
        _put(texture, "hill", points, sizes_at(points, "hill", 0.85, 1.15) * work.k)
    for look in ("rough", "broken", *(() if peaks else ("hills",))):
        if look in regions:
            room = _room(ground, regions[look], -1.5, 0.6)
            for kind, strokes in hachures(regions[look], look).items():
                clear = _clear(ground, room, strokes)
                texture.strokes[kind] = (*texture.strokes.get(kind, ()), *clear.ravel().tolist())
    return texture


def town_radii(work: GroundWork) -> dict[str, float]:
    """Id of each place -> radius in mm of the room for its symbol."""
    return {space.id: round(TOWN_MM[space.rank or 4] * work.k, 3) for space in work.source.spaces}


def _ground(
    work: GroundWork, water: Water, ways: Sequence[WayShape], rivers: Sequence[RiverShape],
    numbers: dict[str, NumberPlan]
) -> _TextureGround:
    k = work.k
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h in (n.rect for n in numbers.values())]).reshape(-1, 4)
    towns = np.array(
        [(*work.field.centre(work.field.index[name]), radius) for name, radius in town_radii(work).items()]
    )
    lines = [LineString(way.points) for way in ways] + [LineString(river.course) for river in rivers]
    reach = [TREE_WAY_MM * k] * len(ways) + [1.0 * k] * len(rivers)
    bands = shapely.union_all(shapely.buffer(lines, reach, quad_segs=2, cap_style="flat")) if lines else MultiPolygon()
    return _TextureGround(work, water, boxes, towns.reshape(-1, 3), bands, polygons(simplified(water.all, 0.12)))


def _room(ground: _TextureGround, region: MultiPolygon, inset: float, off_water: float) -> BaseGeometry:
    """The part of a region where a texture may be drawn, prepared for look-ups."""
    k = ground.work.k
    room = polygons(simplified(region, 0.1)).buffer(-inset * k, quad_segs=2)
    if not ground.water.all.is_empty:
        room = room.difference(ground.shore.buffer(off_water * k, quad_segs=2))
    x, y, width, height = ground.work.frame
    margin = 1.2 * k
    room = shapely.clip_by_rect(room, x + margin, y + margin, x + width - margin, y + height - margin)
    room = polygons(room.difference(ground.lines))
    shapely.prepare(room)
    return room


def _spots(
    ground: _TextureGround, region: MultiPolygon, name: str, radius: float, *, inset: float, gap: float
) -> Floats:
    """Spaced points where marks may stand: x, y of each, from north to south; shape (N, 2)."""
    room = _room(ground, region, inset, abs(inset))
    if room.is_empty:
        return np.zeros((0, 2))
    points = spaced_points(room.bounds, radius * ground.work.k, seed_of(name))
    points = points[shapely.contains_xy(room, points[:, 0], points[:, 1])]
    gap *= ground.work.k  # more from below, since marks stand on their points
    return _off(ground, points, shapely.points(points), 0.6 * gap, 0.3 * gap, 1.5 * gap, 0.8 * gap)


def _off(
    ground: _TextureGround, rows: Floats, shapes: NDArray[np.object_], beside: float, over: float, under: float,
    around: float,
) -> Floats:  # fmt: skip
    """Those of `rows`, each with its shape, that keep so far beside, over and under the numbers and around towns."""
    left, top, right, foot = ground.boxes.T
    zones = [
        *shapely.box(left - beside, top - over, right + beside, foot + under),
        *shapely.buffer(shapely.points(ground.towns[:, :2]), ground.towns[:, 2] + around, quad_segs=4),
    ]
    return np.delete(rows, shapely.STRtree(shapes).query(zones, predicate="intersects")[1], axis=0)


def _put(texture: Texture, kind: str, points: Floats, sizes: Floats) -> None:
    """Store a mark at each point in `texture`."""
    if len(points):
        texture.marks[kind] = marks_at(points, kind, sizes)


def marks_at(points: Floats, kind: str, sizes: Floats) -> tuple[float, ...]:
    """A mark at each point, as in `HexGroundPlan.marks`; its place decides its variant."""
    variants = np.floor(_shares(points, kind) * 64)
    return tuple(np.column_stack([variants, points, np.round(sizes, 2)]).ravel().tolist())


def _shares(points: Floats, name: str) -> Floats:
    """A pseudo-random share from 0 to 1 for each point, by its place."""
    grid = np.round(points * 100).astype(np.int64)
    return shares(grid[:, 0], grid[:, 1], seed_of(name))


def sizes_at(points: Floats, name: str, least: float, most: float) -> Floats:
    """A size for each point, in eight steps, so that few different ones are written."""
    steps = np.floor(_shares(points, name + " size") * 8) / 7
    return np.asarray(least + (most - least) * steps)


def _trees(ground: _TextureGround, region: MultiPolygon, texture: Texture) -> None:
    """Stands of trees, dense and thin; on larger hexes trees are larger but no further apart."""
    k, scale = ground.work.k**TREE_POWER, ground.work.k
    points = _spots(ground, region, "tree", TREE_MM * min(k, 1.0) / scale, inset=TREE_INSET_MM, gap=1.05)
    stand = noise(*(points / (STAND_MM * scale)).T, seed_of("stand"))
    points = points[_shares(points, "thinned") >= THINNED * np.clip(0.55 - 2.2 * stand, 0.0, 1.0)]
    leafy = _shares(points, "leafy") < ROUND_SHARE
    _put(texture, "spruce", points[~leafy], sizes_at(points[~leafy], "spruce", 0.78, 1.22) * k)
    _put(texture, "round", points[leafy], sizes_at(points[leafy], "round", 0.8, 1.15) * k)


def _light_woods(ground: _TextureGround, region: MultiPolygon, texture: Texture) -> None:
    """Single leafy trees, with the ground between them."""
    k = ground.work.k**TREE_POWER
    points = _spots(ground, region, "light woods", LIGHT_MM * k / ground.work.k, inset=TREE_INSET_MM, gap=1.05)
    _put(texture, "leafy", points, sizes_at(points, "leafy", 0.95, 1.3) * k)


def _swamp(ground: _TextureGround, region: MultiPolygon, texture: Texture) -> None:
    """Level strokes of water in rows, interrupted by tufts."""
    k = ground.work.k
    tufts = _spots(ground, region, "tuft", TUFT_MM, inset=1.1, gap=1.2)
    _put(texture, "tuft", tufts, sizes_at(tufts, "tuft", 0.85, 1.15) * k)
    room = _room(ground, region, 0.5, 0.5)
    strokes = _rows(ground, room, SWAMP_ROW_MM * k, (1.2 * k, 4.6 * k), (1.0 * k, 4.2 * k), "swamp")
    if len(strokes) and len(tufts):
        tree = shapely.STRtree(shapely.linestrings(strokes.reshape(-1, 2, 2)))
        zones = shapely.box(tufts[:, 0] - 1.5 * k, tufts[:, 1] - 1.5 * k, tufts[:, 0] + 1.5 * k, tufts[:, 1] + 0.5 * k)
        keep = np.ones(len(strokes), bool)
        keep[tree.query(zones, predicate="intersects")[1]] = False
        strokes = strokes[keep]
    texture.strokes["swamp"] = tuple(np.round(strokes, 2).ravel().tolist())


def _rows(
    ground: _TextureGround, room: BaseGeometry, pitch: float, long: tuple[float, float], gaps: tuple[float, float],
    name: str,
) -> Floats:  # fmt: skip
    """Level strokes within `room`, off the numbers, shape (N, 4): x1, y1, x2, y2."""
    if room.is_empty:
        return np.zeros((0, 4))
    x0, y0, x1, y1 = room.bounds
    rows = np.arange(int(y0 / pitch), int(y1 / pitch) + 1)
    per_row = int((x1 - x0) / (long[0] + gaps[0]) * 0.55) + 2
    cells = np.stack(np.meshgrid(np.arange(per_row), rows), axis=-1).reshape(-1, 2).astype(np.int64)
    lengths = long[0] + (long[1] - long[0]) * shares(cells[:, 0], cells[:, 1], seed_of(name)) ** 1.5
    pauses = gaps[0] + (gaps[1] - gaps[0]) * shares(cells[:, 0], cells[:, 1], seed_of(name + " gap")) ** 1.5
    shape = len(rows), per_row
    ends = np.cumsum((lengths + pauses).reshape(shape), axis=1).ravel()
    starts = x0 - 3.0 + ends - lengths - pauses
    y = cells[:, 1] * pitch + (shares(cells[:, 0], cells[:, 1], seed_of(name + " lift")) - 0.5) * 0.25 * pitch
    return _clear(ground, room, np.column_stack([starts, y, starts + lengths, y]))


def _clear(ground: _TextureGround, room: BaseGeometry, strokes: Floats) -> Floats:
    """Those of `strokes`, x1, y1, x2, y2 of each, that lie within `room` and off the numbers and the towns."""
    for share in (0.0, 0.35, 0.65, 1.0):
        strokes = strokes[shapely.contains_xy(room, *((1 - share) * strokes[:, :2] + share * strokes[:, 2:]).T)]
    return _off(ground, strokes, shapely.linestrings(strokes.reshape(-1, 2, 2)), *4 * (AIR_MM,))


# Overlays ---------------------------------------------------------------------------------------


def overlay_shapes(work: GroundWork, water: Water) -> tuple[tuple[OverlayShape, ...], dict[str, tuple[float, ...]]]:
    """The shapes of the overlays, rounded, ice cut to the water; and the marks on ice, as in `HexGroundPlan.marks`."""
    looks: dict[str, TerrainLook] = {terrain.id: terrain.look for terrain in work.hexes.terrains}
    shapes, frozen = [], []
    for overlay in work.hexes.overlays:
        members = list(work.field.hexes(overlay.hexes))
        look = looks.get(overlay.terrain, "ice")
        if look == "ice":  # frozen up to the shore, which lies in the land hexes beside
            beside = {n for i in members for n in work.field.neighbours[i] if n >= 0 and not work.wet[n]}
            members = sorted({*members, *beside})
        shape = _overlay(work, work.joined(members), water if look == "ice" else None)
        if shape.is_empty:
            continue
        shore = _near(water, shape).boundary.buffer(0.8 * work.k, quad_segs=2)
        edges = tuple(open_curve(line) for line in lines_of(shape.boundary.difference(shore)))
        shapes.append(OverlayShape(overlay.id, look, outlines(shape, 0.06, smooth=not work.draft), edges))
        frozen.append(shape)
    texture = Texture({}, {})
    if frozen and not work.draft:
        ice = polygons(shapely.union_all(frozen)).buffer(-1.4 * work.k, quad_segs=2)
        pitch = CRACK_MM * work.k
        points = np.zeros((0, 2)) if ice.is_empty else spaced_points(ice.bounds, pitch, seed_of("crack"))
        points = points[shapely.contains_xy(ice, points[:, 0], points[:, 1])]
        _put(texture, "crack", points, sizes_at(points, "crack", 0.75, 1.25) * work.k)
    return tuple(shapes), texture.marks


def _overlay(work: GroundWork, shape: BaseGeometry, water: Water | None) -> MultiPolygon:
    near = _near(water, shape) if water is not None else None
    if near is not None and not near.is_empty:
        shape = polygons(shape.intersection(near), 6.0 * work.k)
    if work.draft:
        return polygons(shape)
    shape = rounded(shape, 0.05 * work.side, 0.12 * work.side, 0.03 * work.side)
    octaves = [(0.9 * work.k, 9.0 * work.k), (0.5 * work.k, 3.1 * work.k)]
    shape = warped(cut_corners(simplified(shape, 0.1), 1), octaves, seed_of("ice"), 0.6 * work.k)
    if near is not None and not near.is_empty:
        shape = shape.buffer(0).intersection(near)
    return polygons(shape, 6.0 * work.k)


def _near(water: Water, shape: BaseGeometry) -> MultiPolygon:
    """The water in and around the bounds of `shape`."""
    x0, y0, x1, y1 = shape.bounds
    return polygons(shapely.clip_by_rect(water.all, x0 - 5, y0 - 5, x1 + 5, y1 + 5))
