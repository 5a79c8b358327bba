"""factor-names: units of one side have the same factors, in the same order.

Passes: counters.yaml groups/guard/factors = {defence: 2}
Fails:  counters.yaml groups/+ = {id: scout, name: Scout, side: blue, type: guard, count: 1, factors: {combta: 1}}
Mend:   use one name for one idea.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    first: dict[str | None, tuple[str, tuple[str, ...]]] = {}
    for group in survey.game.counters.groups:
        if not group.type or not group.factors:
            continue
        names = tuple(group.factors)
        other, wanted = first.setdefault(group.side, (group.id, names))
        if names != wanted:
            message = f"{group.id!r} has {', '.join(names)}, {other!r} has {', '.join(wanted)}"
            yield problem(message, group.where("factors"), "use the same factors for all units of a side")
