"""Pieces and zones of the module of a point map, as its tests look them up."""

from __future__ import annotations

from pnp.vassal.layout import inside


def by_counter(module):
    """The pieces by the id of their counter."""
    return {piece.properties()["CounterId"]: piece for piece in module.pieces}


def layer(piece, name):
    """The layer `name` of a piece."""
    return next(t for t in piece.traits if t.id == "emb2" and t.get("name") == name)


def computed(piece):
    """Calculated property -> its expression; of two with one name the first trait counts."""
    return {t.get("name"): t.get("expression") for t in reversed(piece.traits) if t.id == "calcProp"}


def zone_properties(module):
    """First region of a zone -> its properties."""
    properties = {}
    for zone in module.root.find_all("Zone"):
        region = next((region.attributes["name"] for region in zone.find_all("Region")), "")
        properties[region] = {p.attributes["name"]: p.attributes["initialValue"] for p in zone.find_all("ZoneProperty")}
    return properties


def zone_at(module, point):
    """The zone that a point lies in."""
    return next((zone.name for zone in module.zones if inside(zone.outline, point)), None)
