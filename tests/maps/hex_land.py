"""A hex map with every kind of ground, for tests of the ground: pointy or flat, 10 × 7 hexes of 18 mm."""

from __future__ import annotations

from pnp.maps.hexes.work import ground_work
from pnp.model.map import MapSource

LOOKS = {".": "clear", "f": "forest", "s": "swamp", "r": "rough", "^": "mountain", "o": "lake", "~": "sea"}
ROWS = (
    "..ff..^^~~",
    ".fff..^r~~",
    "..f....r~~",
    ".o..ss..~~",
    "....ss...~",
    "..f......~",
    "........~~",
)
"""One lone wood at column 3, row 6; a lake at column 2, row 4; the sea in the east."""


def land(top="pointy", rows=ROWS, **changes):
    """The map; `hexes` among the changes adds keys of the hex map."""
    terrains = [
        {"id": look, "code": code, "name": look, "look": look, "rule": "1", "water": look in ("lake", "sea")}
        for code, look in LOOKS.items()
    ]
    hexes = {
        "grid": {
            "top": top,
            "flat_mm": 18,
            "columns": len(rows[0]),
            "rows": len(rows),
            "origin_mm": [16, 18],
            "number_pt": 5,
        },
        "terrains": terrains,
        "rows": list(rows),
        "side_kinds": [{"id": "river", "name": "River", "look": "river", "rule": "1"}],
    } | changes.pop("hexes", {})
    source = {
        "id": "land", "title": "Land", "kind": "hexes", "size_mm": [220, 160], "frame_mm": [6, 6, 208, 148],
        "hexes": hexes,
        "roads": [
            {"id": "rail", "name": "Railway", "look": "rail"}, {"id": "branch", "name": "Branch", "look": "minor-rail"},
            {"id": "road", "name": "Road", "look": "road"}, {"id": "path", "name": "Path", "look": "track"},
        ],
    }  # fmt: skip
    return MapSource.model_validate(source | changes)


def work(top="pointy", rows=ROWS, *, draft=False, **changes):
    """The same, prepared for its ground."""
    return ground_work(land(top, rows, **changes), draft=draft)


def way(kind, hexes):
    """An entry of `ways`."""
    return {"kind": kind, "hexes": hexes}


def side(kind, sides, **more):
    """An entry of `sides`."""
    return {"kind": kind, "sides": sides} | more
