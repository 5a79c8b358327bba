"""map-connected: every space can be reached from every other.

On a map of areas by the neighbours, on a map of points by the routes; on a map of hexes every hex with a name that
units may enter, over hexes and hexsides that are not closed.

Passes: map.yaml spaces/dogwood/victory_points = 1
Fails:  map.yaml spaces/dogwood/neighbours = []
        and map.yaml spaces/alder/neighbours = [birch, cedar]
Fails:  map.yaml spaces/alder/neighbours = []
        and map.yaml spaces/birch/neighbours = [cedar]
        and map.yaml spaces/cedar/neighbours = [birch]
        and map.yaml spaces/dogwood/neighbours = [birch]
Mend:   add the missing neighbours; an island that is meant so gets an allowance with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.hex_grid import hex_field, region_of, terrain_of
from pnp.model.hexes import HexMap

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    spaces = survey.spaces
    if not spaces:
        return
    if survey.game.map.hexes is not None:
        yield from _hexes(survey, survey.game.map.hexes)
        return
    near: dict[str, set[str]] = {name: set() for name in spaces}
    pairs = [(name, other) for name, space in spaces.items() for other in space.neighbours]
    pairs += [route.between for route in survey.game.map.routes]
    for one, other in pairs:
        if one in near and other in near:
            near[one].add(other)
            near[other].add(one)
    parts = _parts(near)
    largest = max(parts, key=len)
    start = next(name for name in spaces if name in largest)
    for name in spaces:
        if name not in largest:
            field_and_hint = (
                ("id", "add its routes") if survey.game.map.kind == "points" else ("neighbours", "add its neighbours")
            )
            yield problem(
                f"{name!r} can't be reached from {start!r}", spaces[name].where(field_and_hint[0]), field_and_hint[1]
            )


def _hexes(survey: Survey, hexes: HexMap) -> Iterator[Problem]:
    """Named hexes that lie apart from most others."""
    field = hex_field(hexes)
    terrains, regions = terrain_of(hexes, field), region_of(hexes, field)
    walls = {kind.id for kind in hexes.side_kinds if kind.closed}
    frozen = {i for overlay in hexes.overlays for i in field.hexes(overlay.hexes)}
    open_hexes = {
        i
        for i, terrain in enumerate(terrains)
        if (not hexes.terrains[terrain].closed or i in frozen)
        and not (regions[i] >= 0 and hexes.regions[regions[i]].closed)
    }
    shut = {(here, d) for f in hexes.sides if f.kind in walls for here, d in field.hexsides(f.sides)}
    shut |= {(field.neighbours[here][d], (d + 3) % 6) for here, d in shut}
    near = {
        field.ids[i]: {
            field.ids[n] for d, n in enumerate(field.neighbours[i]) if n in open_hexes and (i, d) not in shut
        }
        for i in sorted(open_hexes)
    }
    named = [space for space in survey.game.map.spaces if space.id in near]
    largest = max(_parts(near), key=len, default=set())
    for space in named:
        if space.id not in largest:
            yield problem(
                f"{space.name} ({space.id}) can't be reached from most of the map",
                space.where("id"),
                "open a hex or a hexside beside it",
            )


def _parts(near: dict[str, set[str]]) -> list[set[str]]:
    """The parts of the map that hang together, in the order of their first spaces."""
    parts: list[set[str]] = []
    visited: set[str] = set()
    for start in near:
        if start in visited:
            continue
        reached, front = {start}, [start]
        while front:
            fresh = near[front.pop()] - reached
            reached |= fresh
            front += sorted(fresh)
        parts.append(reached)
        visited |= reached
    return parts
