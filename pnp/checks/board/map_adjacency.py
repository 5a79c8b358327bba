"""map-adjacency: adjacency is mutual, and no space is its own neighbour.

The rules read `neighbours`; if one space names the other but not the other way round, units could go but not return.

Passes: map.yaml spaces/dogwood/neighbours = [alder]
Fails:  map.yaml spaces/dogwood/neighbours = []
Fails:  map.yaml spaces/dogwood/neighbours = [alder, dogwood]
Fails:  map.yaml spaces/dogwood/neighbours = [alder, alder]
Mend:   name each in the list of the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.graph import neighbour_problems

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    yield from (finding for finding in neighbour_problems(survey.game.map) if finding.code == "map-adjacency")
    for space in survey.game.map.spaces:
        for index, other in enumerate(space.neighbours):
            if other in space.neighbours[:index]:
                yield problem(f"{other!r} is named twice", space.where("neighbours", index), "remove one")
