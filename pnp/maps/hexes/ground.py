"""The ground of a hex map, built layer by layer: water, terrain, rivers, ways, borders, grid, numbers and textures.

Geometry first, ink last: every shape is computed once, and drawing only fills and strokes finished shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import shapely
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_labels import Ring
from pnp.maps.hex_plan import BorderShape, FortShape, HexGroundPlan, RiverShape, WayShape
from pnp.maps.hexes.badges import set_lines
from pnp.maps.hexes.lines import border_shapes, fort_shapes, grid_lines, hex_numbers
from pnp.maps.hexes.linocut import lino_strokes, river_glints
from pnp.maps.hexes.numbers import off_lines
from pnp.maps.hexes.rivers import river_shapes
from pnp.maps.hexes.shapes import polygons
from pnp.maps.hexes.terrain import look_at, terrain_regions, terrain_shapes
from pnp.maps.hexes.texture import overlay_shapes, textures, town_radii
from pnp.maps.hexes.washes import RELIEF, hex_washes
from pnp.maps.hexes.water import dry_under_rails, shore_rings, water_of, water_shapes
from pnp.maps.hexes.ways import way_shapes
from pnp.maps.hexes.work import GroundWork, ground_work
from pnp.maps.lines import Point
from pnp.maps.placing import Measure
from pnp.model.map import MapSource
from pnp.units import MM_PER_PT

NOTCH = 0.9
"""In hexsides: half the width of a stretch beside the hexes that is country abroad."""
COAST_MM = 0.3
"""Half the width of a shore under a number."""
PIECE = 40
"""Points of a line in each piece that is buffered by itself."""


def hex_ground(game_map: MapSource, measure: Measure, *, draft: bool = False) -> HexGroundPlan:
    """Everything of a hex map that has no words but its numbers.

    measure  the width of a text in mm
    draft    without smoothing and textures, for quick previews
    Raises SourceError for an unknown code, hex, hexside or class of way.
    """
    work = ground_work(game_map, draft=draft)
    water = water_of(work)
    regions = terrain_regions(work)
    rivers = river_shapes(work, water)
    ways = way_shapes(work, water, rivers)
    water = dry_under_rails(work, water, ways)
    borders, forts = border_shapes(work, water, rivers), fort_shapes(work)
    number_pt, numbers = hex_numbers(work, water, measure)
    walls = [*_walls(rivers, forts)]
    shores = [ring.coords for p in water.all.geoms for ring in (p.exterior, *p.interiors)]
    lines = [*_bands(work, shores, rivers, ways, borders)]
    lino_cut = work.hexes.water == "linocut"
    grounds = [] if lino_cut else [regions[look] for look in RELIEF if look in regions]
    numbers = off_lines(numbers, partial(look_at, regions), lines, walls, grounds, water.all)
    texture = textures(work, water, regions, ways, rivers, numbers)
    lino = {}
    if lino_cut:
        lino = lino_strokes(work, water, numbers) | river_glints(work, ways, numbers)
    overlays, cracks = overlay_shapes(work, water)
    return HexGroundPlan(
        side_mm=round(work.side, 4),
        number_pt=number_pt,
        centres={
            name: (round(x, 3), round(y, 3)) for name, (x, y) in zip(work.field.ids, work.centres.tolist(), strict=True)
        },
        waters=water_shapes(work, water),
        terrains=terrain_shapes(work, regions),
        rivers=rivers,
        ways=ways,
        borders=borders,
        forts=forts,
        grid=grid_lines(work, water, rivers),
        numbers=numbers,
        overlays=overlays,
        marks=texture.marks | cracks,
        strokes=texture.strokes | lino,
        washes={} if draft or lino else hex_washes(regions, work.frame),
        towns=town_radii(work),
        shore=shore_rings(water),
        abroad=_abroad(work),
        draft=draft,
    )


def _abroad(work: GroundWork) -> tuple[Ring, ...]:
    """What lies in the frame beside all hexes, where that is more than the notches at their edge."""
    x, y, width, height = work.frame
    board = work.joined(range(len(work.field.cells)))
    beside = polygons(shapely.box(x, y, x + width, y + height).difference(board))
    wide = [part for part in beside.geoms if not part.buffer(-NOTCH * work.side).is_empty]
    rings = [ring for part in wide for ring in (part.exterior, *part.interiors)]
    return tuple(tuple((round(px, 3), round(py, 3)) for px, py in ring.coords) for ring in rings)


def _bands(
    work: GroundWork, shores: Sequence[Sequence[Point]], rivers: Sequence[RiverShape], ways: Sequence[WayShape],
    borders: Sequence[BorderShape],
) -> Iterator[BaseGeometry]:  # fmt: skip
    """Shores, rivers, ways, borders and edges of sets at about their drawn width, in short pieces; and places."""
    lines: list[tuple[Sequence[Point], float]] = [
        (river.course, max(work.hexes.sides[river.feature].widths_pt) / 2 * MM_PER_PT)
        for river in rivers if river.look != "wall"
    ]
    lines += [(way.points, 0.45) for way in ways] + [(border.points, 0.3) for border in borders]
    lines += [(ring, COAST_MM) for ring in shores]
    lines += [(line.points, 0.3) for line in set_lines(work.hexes, work.field, work.frame)]
    pieces = [(shapely.LineString(points[start : start + PIECE + 1]), half)
              for points, half in lines for start in range(0, len(points) - 1, PIECE)]  # fmt: skip
    yield from shapely.buffer(*zip(*pieces, strict=True), quad_segs=1) if pieces else ()
    for name, radius in town_radii(work).items():
        yield shapely.Point(work.field.centre(work.field.index[name])).buffer(radius)


def _walls(rivers: Sequence[RiverShape], forts: Sequence[FortShape]) -> Iterator[BaseGeometry]:
    for river in rivers:
        if river.look == "wall":
            yield shapely.LineString(river.course).buffer(0.5, quad_segs=1)
    for fort in forts:
        yield shapely.LineString(fort.points).buffer(0.4, quad_segs=1)
        yield from (shapely.Polygon(tooth) for tooth in fort.teeth)
