"""arrival-turn: units arrive in a turn that is played, each once, and don't stand on the map already.

Units that a rule brings have no turn, may be named by several rules, and may start on the map: eliminated, they come
back.

Passes: scenarios/standard.yaml arrivals = [{turn: 2, side: red, units: [tank-2]}]
Fails:  scenarios/standard.yaml arrivals = [{turn: 9, side: red, units: [tank-2]}]
Fails:  scenarios/standard.yaml arrivals = [{turn: 2, side: red, units: [tank-2]}, {turn: 3, side: red, units:
        [tank-2]}]
Fails:  scenarios/standard.yaml arrivals = [{turn: 2, side: blue, units: [guard-1]}]
Fails:  scenarios/standard.yaml arrivals = [{turn: 2, side: blue, units: [tank-2]}]
Fails:  scenarios/standard.yaml arrivals = [{side: red, units: [tank-2, tank-2]}]
Mend:   correct the turn, or take the unit out of one of the two places.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, SourceError
from pnp.maps.graph import space_ids
from pnp.model.scenario import Scenario

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    try:
        spaces = frozenset(space_ids(survey.game.map))
    except (SourceError, KeyError, ValueError):
        return
    for scenario in survey.game.scenarios.values():
        yield from _arrivals(survey, scenario, spaces)


def _arrivals(survey: Survey, scenario: Scenario, spaces: frozenset[str]) -> Iterator[Problem]:
    standing = {
        str(getattr(unit, "id", unit)): place
        for place, units in (scenario.position.units or {}).items() if place in spaces for unit in units
    }  # fmt: skip
    arrived, sides = set[str](), {side.id for side in survey.game.info.sides}
    for arrival in scenario.arrivals:
        if arrival.turn is not None and arrival.turn > scenario.turns:
            yield problem(
                f"units arrive in turn {arrival.turn} of {scenario.turns}", arrival.where("turn"), "correct the turn"
            )
        for index, unit in enumerate(arrival.units):
            where = arrival.where("units", index)
            counter = survey.counters.get(unit)
            if unit in arrival.units[:index] or (unit in arrived and arrival.turn is not None):
                yield problem(f"{unit!r} arrives twice", where, "take it out of one of the two")
            elif unit in standing and arrival.turn is not None:
                yield problem(
                    f"{unit!r} arrives, and stands in {standing[unit]!r} from the start",
                    where,
                    "take it out of one of the two",
                )
            elif counter is not None and counter.side not in (None, arrival.side) and arrival.side in sides:
                yield problem(
                    f"{unit!r} belongs to {counter.side!r}, not to {arrival.side!r}", where, "correct the side"
                )
            if arrival.turn is not None:  # what a rule brings may come in several ways
                arrived.add(unit)
