"""pool-backs: units that are drawn blind can't be told apart from behind.

Units in a pool need `back: face-down`; otherwise the back shows what the draw should hide.

Passes: counters.yaml groups/guard/back = face-down
Fails:  counters.yaml groups/guard/back = same
Mend:   write back: face-down, or put the units into another kind of box.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    told = set()
    for scenario in survey.game.scenarios.values():
        for pool, units in (scenario.position.pools or {}).items():
            for unit in units:
                counter = survey.counters.get(unit)
                if counter and counter.group.back != "face-down" and counter.group.id not in told:
                    told.add(counter.group.id)
                    message = f"{counter.group.id!r} is drawn from {pool!r}, but its backs show what it is"
                    yield problem(message, counter.group.where("back") or counter.group.where("id"), "write back: face-down")
