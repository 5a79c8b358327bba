"""All names of a hex map, placed on its ground: the hook that `pnp.maps.hex_sheet.plan_hexes` calls."""

from __future__ import annotations

from pnp.errors import Problem
from pnp.maps.hex_plan import HexGroundPlan, HexLabelPlan
from pnp.maps.placing import Measure
from pnp.model.map import MapSource


def place_labels(
    game_map: MapSource, ground: HexGroundPlan, measure: Measure, *, draft: bool = False
) -> tuple[HexLabelPlan, tuple[str, ...], tuple[Problem, ...]]:
    """The names of a map in its language, the names that found no place, and what is to be reported."""
    return HexLabelPlan(), (), ()
