"""scenario-stacking: no set-up starts above the stacking limit.

Compared are units of one side in one space, at the start and in the default of a free placement, with the parameter
`stack-limit` of game.yaml where there is one. Markers and boxes don't count.

Passes: scenarios/standard.yaml position/units/cedar = [guard-1, guard-2]
Fails:  scenarios/standard.yaml position/units/cedar = [guard-1, guard-2, guard-3]
Mend:   spread the units, or allow it with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "warning"

LIMIT = "stack-limit"


def check(survey: Survey) -> Iterator[Problem]:
    limit = next((p.value for p in survey.game.info.parameters if p.id == LIMIT), None)
    if limit is None:
        return
    for scenario in survey.game.scenarios.values():
        unit_counts: dict[tuple[str, str], int] = {}
        placed = [(s, u, scenario.position, ("units", s)) for s, u in (scenario.position.units or {}).items()]
        placed += [(s, u, p, ("default", s)) for p in scenario.placements for s, u in p.default.items()]  # type: ignore[misc]
        for space, units, model, path in placed:
            for unit in units if space in survey.spaces else ():
                counter = survey.counters.get(str(getattr(unit, "id", unit)))
                if counter and counter.group.type:
                    key = space, str(counter.side)
                    unit_counts[key] = unit_counts.get(key, 0) + 1
                    if unit_counts[key] == limit + 1:
                        message = f"more than {counted(limit, 'unit')} of {counter.side!r} start in {space!r}"
                        yield problem(message, model.where(*path), "spread them, or allow it with the reason")
