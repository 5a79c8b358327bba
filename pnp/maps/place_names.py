"""What players call a space: one name for the referee's sentences, logs and reports, and for the VASSAL board."""

from __future__ import annotations

from pnp.maps.hexes import hex_field
from pnp.model.map import MapSource


def place_names(game_map: MapSource) -> dict[str, str]:
    """Id of every space -> its name. A hex is called by its printed number, after its own name if it has one.

    "Viipuri (2262)", "2163", "JJ14"; areas and points by their names alone.
    """
    named = {str(space.id): space.name for space in game_map.spaces}
    if game_map.hexes is None:
        return named
    field = hex_field(game_map.hexes)
    return {
        ident: f"{named[ident]} ({number})" if ident in named else number
        for ident, number in zip(field.ids, field.numbers, strict=True)
    }
