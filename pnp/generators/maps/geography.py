"""The geographical names of a map, which belong to no space: countries, seas and rivers."""

from __future__ import annotations

from pnp.draw.scene import Halo, Node, Text, TextOnPath
from pnp.generators.maps.ink import MapInk
from pnp.maps.parts import COUNTRY_FONT, SEA_FONT, MapPlan

CLEAR_PT = 4.6
"""Width of the halo of a country's name, wide enough for the hatching to stop beside it."""


def geography_names(
    plan: MapPlan, ink: MapInk, *, country_tracking_em: float, river: str, river_halo: Halo
) -> list[Node]:
    """Names of countries, level; of seas and rivers, along their curves.

    country_tracking_em  space between the letters of a country's name
    river                the colour of rivers' names; seas have that of the palette
    river_halo           the colour of the halo around them
    """
    nodes: list[Node] = []
    for region in plan.regions.values():
        nodes += [
            Text(name.x, name.y, name.text, COUNTRY_FONT, name.size_pt, ink["quiet-text"], anchor="middle",
                 tracking_em=country_tracking_em, halo=Halo(ink["outside"], CLEAR_PT))
            for name in region.names
        ]  # fmt: skip
    for curve in plan.curved:
        sea = curve.kind == "sea"
        nodes.append(
            TextOnPath(
                curve.points, curve.text, SEA_FONT, curve.size_pt, ink["sea-name"] if sea else river,
                tracking_em=curve.tracking_em, halo=None if sea else river_halo,
            )
        )
    return nodes
