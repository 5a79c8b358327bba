"""map-connected: every space can be reached from every other.

Passes: map.yaml spaces/dogwood/victory_points = 1
Fails:  map.yaml spaces/dogwood/neighbours = []
        and map.yaml spaces/alder/neighbours = [birch, cedar]
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
    reached = {next(iter(spaces))}
    front = list(reached)
    while front:
        here = front.pop()
        touching = {*spaces[here].neighbours, *(s for s in spaces if here in spaces[s].neighbours)}
        fresh = (touching & set(spaces)) - reached
        reached |= fresh
        front += sorted(fresh)
    for name in spaces:
        if name not in reached:
            message = f"{name!r} can't be reached from {next(iter(spaces))!r}"
            yield problem(message, spaces[name].where("neighbours"), "add its neighbours")
