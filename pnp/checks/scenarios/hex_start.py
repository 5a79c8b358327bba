"""hex-start: no unit starts or arrives in a hex that units may not enter, and free placements name existing hexes.

Game:   hex-war
Passes: scenarios/standard.yaml position/units/0102 = [guard-1]
Fails:  scenarios/standard.yaml position/units/0101 = [guard-1]
Fails:  scenarios/standard.yaml placements/0/region = west
Fails:  scenarios/standard.yaml placements/0/set = walls
Fails:  scenarios/standard.yaml placements/0/spaces = ["0101"]
Mend:   move the unit, or correct terrain, region or set.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean
from pnp.maps.hex_grid import hex_field, region_of, terrain_of

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    hexes = survey.game.map.hexes
    if hexes is None:
        return
    field = hex_field(hexes)
    regions, terrains = region_of(hexes, field), terrain_of(hexes, field)
    closed = {
        name for i, name in enumerate(field.ids)
        if hexes.terrains[terrains[i]].closed or (regions[i] >= 0 and hexes.regions[regions[i]].closed)
    }  # fmt: skip
    names = {"region": [r.id for r in hexes.regions], "set": [s.id for s in hexes.sets]}
    for scenario in survey.game.scenarios.values():
        for place, units in (scenario.position.units or {}).items():
            if place in closed and units:
                unit = getattr(units[0], "id", units[0])
                where = scenario.position.where("units", place)
                yield problem(
                    f"{unit!r} starts in {place}, which no unit may enter", where, "correct the hex or its terrain"
                )
        for arrival in scenario.arrivals:
            wet = [i for i, name in enumerate(arrival.spaces) if name in closed]
            if wet:
                message = f"units arrive in {arrival.spaces[wet[0]]}, which no unit may enter"
                yield problem(message, arrival.where("spaces", wet[0]), "correct the hex or its terrain")
        for placement in scenario.placements:
            for kind, ids in names.items():
                name = getattr(placement, kind)
                if name is not None and name not in ids:
                    yield problem(f"unknown {kind} {name!r}", placement.where(kind), did_you_mean(name, ids))
            wet = [i for i, name in enumerate(placement.spaces) if name in closed and placement.within is None]
            if wet:
                message = f"{placement.spaces[wet[0]]} is offered for placement, and no unit may enter it"
                yield problem(message, placement.where("spaces", wet[0]), "correct the hex or its terrain")
