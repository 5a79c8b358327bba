"""pool-backs: units that are drawn blind can't be told apart from behind.

Units in a pool need `back: face-down`; otherwise the back shows what the draw should hide. A pool that is not printed
on the map is a cup, where nobody sees the backs.

Passes: counters.yaml groups/guard/back = face-down
Passes: counters.yaml groups/guard/back = same
        and map.yaml boxes/blue-pool/rect_mm removed
Fails:  counters.yaml groups/guard/back = same
Mend:   write back: face-down, or put the units into another kind of box.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    reported = set()
    for scenario in survey.game.scenarios.values():
        for pool, units in (scenario.position.pools or {}).items():
            box = survey.boxes.get(pool)
            for unit in units if box is None or box.rect_mm else ():
                counter = survey.counters.get(unit)
                if counter and counter.group.back != "face-down" and counter.group.id not in reported:
                    reported.add(counter.group.id)
                    message = f"{counter.group.id!r} is drawn from {pool!r}, but its backs show what it is"
                    yield problem(
                        message, counter.group.where("back") or counter.group.where("id"), "write back: face-down"
                    )
