"""A hex map's names and symbols, over its ground."""

from __future__ import annotations

from pnp.draw.scene import Group
from pnp.generators.map_sheet_ink import MapInk
from pnp.maps.parts import MapPlan
from pnp.model.game import Game


def hex_name_layers(game: Game, plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    """Layers over the ground, lowest first: cities, towns, names."""
    return ()
