"""The ground of a hex map, made layer by layer: water, terrain, rivers, ways, borders, grid, numbers and textures.

Geometry first, ink last: every shape is computed once, and drawing only fills and strokes finished shapes.
"""

from __future__ import annotations

from pnp.maps.hex_lines import border_shapes, fort_shapes, grid_lines, hex_numbers
from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.hex_rivers import river_shapes
from pnp.maps.hex_terrain import terrain_regions, terrain_shapes
from pnp.maps.hex_texture import overlay_shapes, textures, town_radii
from pnp.maps.hex_water import shore_rings, water_of, water_shapes
from pnp.maps.hex_ways import way_shapes
from pnp.maps.hex_work import ground_work
from pnp.maps.placing import Measure
from pnp.model.map import MapSource


def hex_ground(game_map: MapSource, measure: Measure, *, draft: bool = False) -> HexGroundPlan:
    """Everything of a hex map that has no words but its numbers.

    draft  without smoothing and textures, for quick turns
    Raises SourceError for an unknown code, hex, hexside or class of way.
    """
    work = ground_work(game_map, draft=draft)
    water = water_of(work)
    regions = terrain_regions(work)
    rivers = river_shapes(work, water)
    ways = way_shapes(work, water, rivers)
    number_pt, numbers = hex_numbers(work, water, measure)
    texture = textures(work, water, regions, ways, rivers, numbers)
    overlays, cracks = overlay_shapes(work, water)
    return HexGroundPlan(
        side_mm=round(work.side, 4), number_pt=number_pt,
        centres={name: (round(x, 3), round(y, 3)) for name, (x, y) in zip(work.field.ids, work.centres.tolist(), strict=True)},
        waters=water_shapes(work, water), terrains=terrain_shapes(work, regions), rivers=rivers, ways=ways,
        borders=border_shapes(work, water), forts=fort_shapes(work), grid=grid_lines(work, water, rivers), numbers=numbers,
        overlays=overlays, marks=texture.marks | cracks, strokes=texture.strokes, towns=town_radii(work),
        shore=shore_rings(water), draft=draft,
    )  # fmt: skip
