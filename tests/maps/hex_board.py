"""A small hex map and a plain ground for it, for tests of what lies above the ground."""

from __future__ import annotations

from pnp.draw.text import width_mm
from pnp.maps.hex_grid import hex_field
from pnp.maps.hex_plan import GridLine, HexGroundPlan, NumberPlan, RiverShape, WayShape
from pnp.maps.hexes.numbers import number_place, on_water
from pnp.model.map import MapSource


def hex_map(rows=("......", "......", "......", "......"), *, spaces=(), size=(120, 80), flat_mm=13.8, **changes):
    """Hexes of 13.8 mm from (12, 14), row by row; `~` is sea."""
    hexes = {
        "grid": {"flat_mm": flat_mm, "columns": max(map(len, rows)), "rows": len(rows), "origin_mm": [12, 14]},
        "terrains": [
            {"id": "clear", "code": ".", "name": "Clear", "rule": "1"},
            {"id": "sea", "code": "~", "name": "Sea", "look": "sea", "rule": "1", "water": True, "closed": True},
        ],
        "rows": list(rows),
    } | changes.pop("hexes", {})  # fmt: skip
    source = {
        "id": "small", "title": "Small", "kind": "hexes", "size_mm": list(size),
        "frame_mm": [2, 2, size[0] - 4, size[1] - 4],
        "spaces": list(spaces), "hexes": hexes,
    }  # fmt: skip
    return MapSource.model_validate(source | changes)


def plain_ground(game_map, *, rivers=(), ways=(), shore=()):
    """A ground with numbers and grid, and such lines as a test gives.

    rivers, ways  polylines in mm: (name, points); "rail" is the class of every way
    shore         outer rings of water
    """
    hexes = game_map.hexes
    field = hex_field(hexes)
    place = number_place(field, width_mm)
    numbers = {}
    for index, name in enumerate(field.ids):
        cx, cy = field.centre(index)
        numbers[name] = NumberPlan(
            field.numbers[index], cx, cy + place.baseline, place.rect_at(field, (cx, cy)),
            len(on_water(field, place, index)) == 0
        )
    sides = [
        (*field.side_points(i, d), hexes.rows[field.cells[i][1]][field.cells[i][0]] == "~")
        for i in range(len(field.ids))
        for d in range(6)
    ]
    return HexGroundPlan(
        side_mm=field.side_mm,
        number_pt=place.size_pt,
        centres={n: field.centre(i) for i, n in enumerate(field.ids)},
        waters=(),
        terrains=(),
        rivers=tuple(
            RiverShape(kind="river", look="river", name=name, label=True, ribbon=(), course=tuple(points), feature=0)
            for name, points in rivers
        ),
        ways=tuple(WayShape("rail", "rail", (), tuple(points)) for _, points in ways),
        borders=(),
        forts=(),
        grid=tuple(GridLine(*a, *b, water) for a, b, water in sides),
        numbers=numbers,
        shore=tuple((tuple(ring),) for ring in shore),
    )
