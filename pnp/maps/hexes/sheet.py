"""The plan of a hex map: its ground, shared by all languages, and the names placed on it.

`hex_ground` is slow (many seconds for 2,700 hexes) and depends on no language: a build calls it once. `plan_hexes`
adds a light `SpacePlan` for each hex, tracks and boxes, and places the names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.errors import LayoutError
from pnp.maps.hex_grid import hex_field
from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.lines import pair, rect_of
from pnp.maps.parts import MapPlan, SpacePlan
from pnp.maps.tracks import plan_track
from pnp.model.map import MapSource
from pnp.model.style import StyleSource
from pnp.output import content_hash

if TYPE_CHECKING:
    from pnp.maps.placing import Measure


def plan_hexes(
    game_map: MapSource, style: StyleSource, measure: Measure, *, rounds: int = 2, ground: HexGroundPlan | None = None
) -> MapPlan:
    """The positions of everything on a hex map.

    ground  from `hex_ground`, in any language; built here when absent
    rounds  0 = a draft
    Raises LayoutError when the map has no hexes, SourceError for an unknown code of a row.
    """
    from pnp.maps.hexes.ground import hex_ground  # these need shapely
    from pnp.maps.hexes.place import place_labels

    if game_map.hexes is None:
        raise LayoutError(f"{game_map.id}: a map of kind 'hexes' needs `hexes`")
    ground = hex_ground(game_map, measure, draft=rounds == 0) if ground is None else in_words_of(ground, game_map)
    labels, left_out, problems = place_labels(game_map, ground, measure, draft=rounds == 0, faces=style.faces)
    return MapPlan(
        size_mm=pair(game_map.size_mm), frame_mm=rect_of(game_map.frame_mm),
        spaces=_spaces(game_map, style.counters.size_mm), regions={}, borders=(), links=(), rivers=(), lakes=(),
        towns=(), curved=(), tracks={track.id: plan_track(track) for track in game_map.tracks},
        boxes={box.id: rect_of(box.rect_mm) for box in game_map.boxes if box.rect_mm},
        left_out=left_out, problems=problems, hexes=ground, labels=labels,
    )  # fmt: skip


def in_words_of(ground: HexGroundPlan, game_map: MapSource) -> HexGroundPlan:
    """`ground`, built from the same map in any language, with the river names of `game_map`."""
    assert game_map.hexes is not None
    sides = game_map.hexes.sides
    return replace(ground, rivers=tuple(replace(river, name=sides[river.feature].name) for river in ground.rivers))


def ground_key(game_map: MapSource) -> str:
    """A hash of everything that the ground of a hex map depends on: shapes and hexes, no text but the numbers."""
    hexes = game_map.hexes
    assert hexes is not None
    drawn_keys = {
        "id", "code", "look", "kind", "hexes", "sides", "faces", "line", "major", "widths_pt", "label", "terrain",
    }  # fmt: skip
    parts = (
        *hexes.terrains, *hexes.regions, *hexes.side_kinds, *hexes.sides, *hexes.ways, *hexes.sets, *hexes.overlays,
        *hexes.shores,
    )  # fmt: skip
    return content_hash(
        "hex-ground-9", hexes.grid.model_dump_json(), *(part.model_dump_json(include=drawn_keys) for part in parts),
        repr((hexes.rows, hexes.region_rows, hexes.partial, hexes.water, game_map.size_mm, game_map.frame_mm)),
        repr([(road.id, road.look) for road in game_map.roads]),
        repr([frontier.line for frontier in game_map.frontiers]),
        repr([(space.id, space.rank) for space in game_map.spaces]),
    )  # fmt: skip


def _spaces(game_map: MapSource, counter_mm: float) -> dict[str, SpacePlan]:
    """Hex id -> its plan: its corners as outline, a stack as large as a counter at its centre."""
    assert game_map.hexes is not None
    field = hex_field(game_map.hexes)
    size = round(counter_mm, 3)
    plans = {}
    for index, name in enumerate(field.ids):
        x, y = field.centre(index)
        corners = tuple((round(cx, 3), round(cy, 3)) for cx, cy in field.corners(index))
        stack = (round(x - size / 2, 3), round(y - size / 2, 3), size, size)
        plans[name] = SpacePlan(name, (corners,), corners, 0, False, stack, (), stack, (), None, 0.0)
    return plans
