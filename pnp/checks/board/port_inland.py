"""port-inland: a place with the symbol `port` lies at the sea, a lake or a river.

On an area map one of its borders is that of a sea or follows a river. On a hex map it lies in or beside a hex of water,
a river runs through it, hexsides of a river or a coast pass its hex, or a shore
is drawn no farther from its centre than a hex is wide.

Passes: map.yaml surroundings/outland/kind = sea
        and map.yaml symbols/airport/id = port
        and map.yaml spaces/birch/features = [port]
Fails:  map.yaml symbols/airport/id = port
        and map.yaml spaces/birch/features = [port]
Mend:   correct the place of the port, or draw the water that it lies at.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.hex_grid import hex_field, terrain_of
from pnp.maps.lines import parse_line
from pnp.model.hexes import HexMap
from pnp.model.map import MapSource

SEVERITY = "warning"

PORTS = frozenset({"port", "harbour"})
RIVERS = frozenset({"river", "rapids"})
"""Looks of ways through hexes that are rivers."""


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    ports = [space for space in source.spaces if PORTS & {*space.features}]
    if not ports or source.kind == "points":
        return
    coastal = _at_borders(source) if source.hexes is None else _hexes(source, source.hexes, {p.id for p in ports})
    for space in ports:
        if space.id not in coastal:
            message = f"{space.name or space.id} has a port, and lies at no water"
            yield problem(message, space.where("features"), "correct the place of the port, or draw its water")


def _at_borders(source: MapSource) -> set[str]:
    """Areas at a sea or a river."""
    seas = {region.id for region in source.surroundings if region.kind == "sea"}
    return {name for border in source.borders if border.river or seas & {*border.between} for name in border.between}


def _hexes(source: MapSource, hexes: HexMap, ports: set[str]) -> set[str]:
    """Those of `ports` that lie at water."""
    field = hex_field(hexes)
    water = {index for index, kind in enumerate(terrain_of(hexes, field)) if hexes.terrains[kind].water}
    wet = {kind.id for kind in hexes.side_kinds if kind.look != "wall" and (kind.look != "none" or kind.closed)}
    coastal = set(water)
    for feature in hexes.sides:
        for here, direction in field.hexsides(feature.sides) if feature.kind in wet else ():
            coastal |= {here, field.neighbours[here][direction]}
    rivers = {road.id for road in source.roads if road.look in RIVERS}
    coastal |= {index for way in hexes.ways if way.kind in rivers for index in field.hexes(way.hexes)}
    indices = {name: field.index[name] for name in ports if name in field.index}
    found = {name for name, at in indices.items() if at in coastal or water & {*field.neighbours[at]}}
    far = {name: field.centre(at) for name, at in indices.items() if name not in found}
    shores = [point for shore in hexes.shores for point in parse_line(shore.line)] if far else []
    within = hexes.grid.flat_mm
    return found | {name for name, at in far.items() if any(dist(at, point) < within for point in shores)}
