"""name-crowded: each name on a hex map finds a place where it covers no number, town, railway or other name.

A quick look: ways run straight from centre to centre, rivers and shores are left out. The plan of the map reports what
is crowded once all is drawn.

Game:   hex-war
Passes: map.yaml spaces/0202/name = Birch Hill
Fails:  map.yaml spaces/0202/name = Birch of the Hundred and Twenty Springs beside the Old Mill Road, by
        the Longest Wall of All the North
Mend:   give the place a `name_to`, a higher rank number or a shorter name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.hex_grid import HexField, hex_field
from pnp.model.hexes import HexMap
from pnp.model.map import MapSource

if TYPE_CHECKING:
    from pnp.maps.hexes.names import NamedPlace, NameGround

SEVERITY = "warning"

TOWN_MM, LINE_MM = 1.3, 0.45
"""Radius of a place's symbol and half the width of a way, by and large."""


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    if source.hexes is None or not any(space.rank for space in source.spaces):
        return
    from pnp.draw.text import width_mm
    from pnp.maps.hexes.mending import mended_names
    from pnp.maps.hexes.names import NamedPlace, dear_names, position_names
    from pnp.maps.hexes.place import blocked_rects, under_any

    try:
        field = hex_field(source.hexes)
        blocked = blocked_rects(source)
        visible = [
            s
            for s in source.spaces
            if s.rank and s.id in field.index and not under_any(field.centre(field.index[s.id]), blocked)
        ]
        places = [
            NamedPlace(s.id, s.name, s.rank or 4, field.centre(field.index[s.id]), TOWN_MM, s.name_to) for s in visible
        ]
        ground = _ground(source, source.hexes, field, places)
        names = position_names(places, ground, width_mm)
        names = mended_names([p for p in places if any(p.id == name.id for name in names)], names, ground, width_mm)
    except (KeyError, ValueError, ZeroDivisionError):  # what is wrong with hexes and lists, other checks tell
        return
    crowded = {name.id: name.cost for name in dear_names(names)}
    placed = {name.id for name in names}
    for space in visible:
        if space.id not in placed:
            yield problem(
                f"the name {space.name!r} finds no room on the map",
                space.where("name"),
                "shorten it, or give it a smaller rank of type",
            )
        elif space.id in crowded:
            message = (
                f"the name {space.name!r} covers numbers, lines or other names (cost {crowded[space.id]:g}, free is 0)"
            )
            yield problem(
                message, space.where("name"), "give the place a `name_to`, a higher rank number or a shorter name"
            )


def _ground(source: MapSource, hexes: HexMap, field: HexField, places: Sequence[NamedPlace]) -> NameGround:
    """Numbers, symbols and straight ways."""
    import shapely

    from pnp.draw.text import width_mm
    from pnp.maps.hexes.names import NameGround
    from pnp.maps.hexes.numbers import number_place
    from pnp.maps.hexes.place import blocked_rects

    number = number_place(field, width_mm)
    rects = (number.rect_at(field, field.centre(index)) for index in range(len(field.cells)))
    boxes = [(x, y, x + width, y + height) for x, y, width, height in rects]
    looks = {road.id: road.look for road in source.roads}
    lines: dict[str, list[Any]] = {"rail": [], "road": []}
    for way in hexes.ways:
        points = [field.centre(index) for index in field.hexes(way.hexes)]
        kind = "rail" if "rail" in looks.get(way.kind, "") else "road"
        if len(points) > 1:
            lines[kind] += [
                shapely.LineString(points[i : i + 4]).buffer(LINE_MM, quad_segs=2) for i in range(0, len(points) - 1, 3)
            ]
    things = {
        "number": list(shapely.box(*zip(*boxes, strict=True))),
        "town": [shapely.Point(place.at).buffer(place.radius) for place in places],
        **lines,
    }
    frame = tuple(float(value) for value in source.frame_mm)
    return NameGround(frame, blocked_rects(source), things)  # type: ignore[arg-type]
