"""A hex map's ground as layers of a scene, cut where names lie on it."""

from __future__ import annotations

from pnp.draw.scene import Group
from pnp.generators.map_sheet_ink import MapInk
from pnp.maps.parts import MapPlan


def hex_ground_layers(plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    """All layers beneath the names, lowest first; hex numbers last."""
    return ()
