"""Small hex maps written as text."""

from __future__ import annotations

from pnp.model.hexes import HexMap
from pnp.referee.hex_terrain import ground_of

TERRAINS = [
    {"id": "clear", "code": ".", "name": "Clear", "rule": "T"},
    {"id": "swamp", "code": "s", "name": "Swamp", "rule": "T", "cost": 1, "costs": {"red": 2}},
    {"id": "marsh", "code": "u", "name": "Marsh", "rule": "T", "cost": 2},
    {"id": "sea", "code": "~", "name": "Sea", "rule": "T", "closed": True, "water": True},
    {"id": "ice", "code": "i", "name": "Ice", "rule": "T", "cost": 2, "water": True},
]

SIDES = [
    {"id": "river", "name": "River", "rule": "T", "cost": 1},
    {"id": "shore", "name": "Shore", "rule": "T", "closed": True},
]


def hex_map(rows, *, top="pointy", sides=(), ways=(), sets=(), overlays=(), regions=(), region_rows=()):
    """A map with these rows of terrain codes; hexes are numbered column, row, as 0101."""
    width = max(len(row) for row in rows)
    return HexMap.model_validate(
        {
            "grid": {
                "top": top,
                "flat_mm": 10,
                "columns": width,
                "rows": len(rows),
                "origin_mm": [10, 10],
                "number": "{column:02}{row:02}",
            },
            "terrains": TERRAINS,
            "rows": list(rows),
            "side_kinds": SIDES,
            "sides": [{"kind": kind, "sides": listed} for kind, listed in sides],
            "ways": [{"kind": kind, "hexes": listed} for kind, listed in ways],
            "sets": [{"id": name, "name": name, "kind": "area", "hexes": listed, "rule": "T"} for name, listed in sets],
            "overlays": list(overlays),
            "regions": list(regions),
            "region_rows": list(region_rows),
        }
    )


def ground(rows, turns=1, **more):
    """Its ground, ready for the referee."""
    return ground_of(hex_map(rows, **more), turns)


def plane(ground, listed):
    """The set of hexes of a list such as "0101 0203"."""
    return sum(1 << index for index in ground.field.hexes(listed))


def names(ground, found):
    """The hexes of a set, as a list."""
    return " ".join(name for index, name in enumerate(ground.field.ids) if found >> index & 1)
