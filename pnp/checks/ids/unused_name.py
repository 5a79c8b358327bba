"""unused-name: what is defined is also used.

A unit type without counters, a map symbol that no space carries, colours for a marker that isn't there, a role of a
set of hexes that no procedure asks for: most often the rest of an older version, or a misspelt twin.

Passes: game.yaml unit_types/tank/name = Panzer
Fails:  game.yaml unit_types/+ = {id: ship, name: Ship, plural: Ships, symbol: infantry}
Fails:  map.yaml spaces/birch/features = []
Fails:  game.yaml traits = [{id: slow, name: slow, rule: "1.1"}]
Fails:  map.yaml roads = [{id: lane, name: lane}]
Fails:  style.yaml markers/star = {ground: "#ffffff", ink: "#000000"}
Mend:   remove it, or use it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    groups = (*game.counters.groups, *game.counters.printed_only)
    used_types = {group.type for group in groups}
    used_markers = {name for group in groups if group.marker for name in (group.id, group.marker)}
    used_symbols = {feature for space in game.map.spaces for feature in space.features}
    if any(space.victory_points for space in game.map.spaces):
        used_symbols.add("victory-points")
    sides = {group.side for group in groups}
    for kind in game.info.unit_types:
        if kind.id not in used_types:
            yield problem(f"no counter is of the unit type {kind.id!r}", kind.where("id"), "remove it, or use it")
    for side in game.info.sides if groups else ():
        if side.id not in sides:
            yield problem(f"the side {side.id!r} has no counters", side.where("id"), "add them, or remove the side")
    for symbol in game.map.symbols:
        if symbol.id not in used_symbols:
            yield problem(f"no space carries the symbol {symbol.id!r}", symbol.where("id"), "remove it, or use it")
    used_traits = {trait for holder in (*game.info.unit_types, *game.counters.groups) for trait in holder.traits}
    for trait in game.info.traits:
        if trait.id not in used_traits:
            message = f"no unit type and no group of counters has the trait {trait.id!r}"
            yield problem(message, trait.where("id"), "remove it, or use it")
    hexes = game.map.hexes
    used_roads = {route.road for route in game.map.routes} | {way.kind for way in (hexes.ways if hexes else ())}
    for road in game.map.roads:
        if road.id not in used_roads:
            yield problem(
                f"no {'way' if hexes else 'route'} is a {road.id!r}", road.where("id"), "remove the road, or use it"
            )
    for kind in hexes.side_kinds if hexes else ():
        if kind.id not in {feature.kind for feature in hexes.sides}:  # type: ignore[union-attr]
            yield problem(f"no hexside is a {kind.id!r}", kind.where("id"), "remove it, or use it")
    for terrain in hexes.terrains if hexes else ():
        overlaid = {overlay.terrain for overlay in hexes.overlays}  # type: ignore[union-attr]
        if terrain.id not in overlaid and not any(terrain.code in row for row in hexes.rows):  # type: ignore[union-attr]
            yield problem(f"no hex is {terrain.id!r}", terrain.where("id"), "remove the terrain, or use it")
    for hex_set in hexes.sets if hexes and survey.procedures else ():
        if hex_set.role and not survey.procedures.asks_for(hex_set.role):  # type: ignore[union-attr]
            message = f"no procedure asks for a set in the role {hex_set.role!r}"
            yield problem(message, hex_set.where("role"), "correct it, or remove it")
    for name in game.style.markers:
        if name not in used_markers:
            yield problem(f"no marker has the drawing {name!r}", game.style.where_key("markers", name), "remove it")
