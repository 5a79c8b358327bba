"""The names of spaces for players: the same in the referee's messages, logs and reports and on the VASSAL board."""

from __future__ import annotations

from pnp.maps.hex_grid import hex_field
from pnp.model.map import MapSource


def place_names(game_map: MapSource) -> dict[str, str]:
    """Id of every space -> the name that players read: of a hex its own name, if any, and its printed number.

    "Viipuri (2262)", "2163", "JJ14"; areas and points have their names alone.
    """
    names = {str(space.id): space.name for space in game_map.spaces}
    if game_map.hexes is None:
        return names
    field = hex_field(game_map.hexes)
    return {
        ident: f"{names[ident]} ({number})" if ident in names else number
        for ident, number in zip(field.ids, field.numbers, strict=True)
    }
