"""The ground of a hex map, made layer by layer: water, terrain, rivers, ways, borders, grid and textures."""

from __future__ import annotations

from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.placing import Measure
from pnp.model.map import MapSource
from pnp.model.style import StyleSource


def hex_ground(game_map: MapSource, style: StyleSource, measure: Measure, *, draft: bool = False) -> HexGroundPlan:
    """Everything of a hex map that has no words but its numbers.

    draft  without smoothing and textures, for quick turns
    Raises SourceError for an unknown code of a row.
    """
    raise NotImplementedError
