"""factor-names: units of one side have the same factors, in the same order.

Passes: counters.yaml groups/guard/factors = {defence: 2}
Fails:  counters.yaml groups/+ = {id: scout, name: Scout, side: blue, type: guard, count: 1, factors: {combta: 1}}
Mend:   use one name for one idea.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.counters import CounterGroup

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    sides: dict[str | None, list[CounterGroup]] = {}
    for group in survey.game.counters.groups:
        if group.type and group.factors:
            sides.setdefault(group.side, []).append(group)
    for groups in sides.values():
        counts = Counter(tuple(group.factors) for group in groups)
        usual = max(counts, key=lambda names: counts[names])
        other = next(group for group in groups if tuple(group.factors) == usual)
        for group in groups:
            if tuple(group.factors) != usual:
                message = f"{group.id!r} has {', '.join(group.factors)}, {other.id!r} has {', '.join(usual)}"
                yield problem(message, group.where("factors"), "use the same factors for all units of a side")
