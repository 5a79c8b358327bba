"""main-road: the routes of a main road form one way, without a gap or a branch.

The map draws a main road in a colour of its own, and rules count along it, so that it must lead from one end to the
other.

Game:   march-of-justice
Passes: map.yaml roads/m4/name = Motorway
Fails:  map.yaml "[kamensk, boguchar], road: m4" -> "[kamensk, boguchar], road: road"
Fails:  map.yaml "[voronezh, kursk], road: road" -> "[voronezh, kursk], road: m4"
Mend:   correct `road` of the route that is missing or too much; a road with branches is no `main` road.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    for road in source.roads:
        if not road.main:
            continue
        routes = [route for route in source.routes if route.road == road.id and route.between[0] != route.between[1]]
        ends: dict[str, list[str]] = {}
        for route in routes:
            one, other = route.between
            ends.setdefault(one, []).append(other)
            ends.setdefault(other, []).append(one)
        for route in routes:
            for index, point in enumerate(route.between):
                if len(ends[point]) > 2 and route.between[1 - index] == ends[point][2]:
                    message = f"the main road {road.id!r} branches in {point!r}"
                    yield problem(
                        message, route.where("road"), "correct `road` of one of the routes", rule=road.rule or ""
                    )
        reached = _along(ends)
        for route in routes:
            if route.between[0] not in reached:
                message = f"the main road {road.id!r} is broken: {' and '.join(route.between)} lie on another stretch"
                yield problem(message, route.where("road"), "add the route between the stretches", rule=road.rule or "")
                break
        if routes and all(len(others) == 2 for others in ends.values()):
            yield problem(
                f"the main road {road.id!r} has no end", road.where("id"), "it should lead from one end to the other"
            )


def _along(ends: dict[str, list[str]]) -> set[str]:
    """The points that are joined to the first."""
    front = list(ends)[:1]
    reached = set(front)
    while front:
        fresh = [point for point in ends[front.pop()] if point not in reached]
        reached.update(fresh)
        front += fresh
    return reached
