"""map-connected: every space can be reached from every other.

On a map of areas by the neighbours, on a map of points by the routes.

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

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    spaces = survey.spaces
    if not spaces:
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
            told = ("id", "add its routes") if survey.game.map.kind == "points" else ("neighbours", "add its neighbours")
            yield problem(f"{name!r} can't be reached from {start!r}", spaces[name].where(told[0]), told[1])


def _parts(near: dict[str, set[str]]) -> list[set[str]]:
    """The parts of the map that hang together, in the order of their first spaces."""
    parts: list[set[str]] = []
    seen: set[str] = set()
    for start in near:
        if start in seen:
            continue
        reached, front = {start}, [start]
        while front:
            fresh = near[front.pop()] - reached
            reached |= fresh
            front += sorted(fresh)
        parts.append(reached)
        seen |= reached
    return parts
