"""start-code: a unit whose counter names a space starts there.

The code in the corner of a counter is that of the first scenario, the standard one; in others units may start
elsewhere. Games in which many units start somewhere else than their counters say are let be.

Game:   the-ford
Passes: scenarios/standard.yaml turns = 9
Fails:  scenarios/standard.yaml ""0605": [" -> ""0805": ["
Mend:   correct the start or the code.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.graph import space_ids

SEVERITY = "warning"

MOST_WRONG = 1 / 3
"""Share of the units with such codes that start elsewhere by a slip."""


def check(survey: Survey) -> Iterator[Problem]:
    scenario = next(iter(survey.game.scenarios.values()), None)
    codes = {name: counter.code for name, counter in survey.counters.items() if counter.code}
    if scenario is None or not codes:
        return
    spaces = frozenset(map(str, space_ids(survey.game.map)))
    starts = [
        (codes[name], place, name, scenario.position.where("units", place, index))
        for place, units in (scenario.position.units or {}).items()
        for index, name in enumerate(str(getattr(unit, "id", unit)) for unit in units)
        if codes.get(name) in spaces
    ]
    wrong = [start for start in starts if start[0] != start[1]]
    for code, place, name, where in wrong if len(wrong) <= MOST_WRONG * len(starts) else ():
        message = f"{name!r} starts in {place!r}; its counter says {code!r}"
        yield problem(message, where, "correct the start or the code")
