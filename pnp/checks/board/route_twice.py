"""route-twice: two points are joined by one route, and no route leads back to where it starts.

The rules ask which route two neighbours share: its road, its river. With two there would be two answers.

Passes: map.yaml routes = [{between: [alder, birch], road: lane}, {between: [birch, cedar], road: lane}]
Fails:  map.yaml routes = [{between: [alder, birch], road: lane}, {between: [birch, alder], road: lane}]
Fails:  map.yaml routes = [{between: [alder, alder], road: lane}]
Mend:   take one of the two out, or correct its ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem
from pnp.maps.graph import route_problems

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    yield from (problem for problem in route_problems(survey.game.map) if problem.code == "route-twice")
