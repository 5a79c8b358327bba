"""counter-counts: there are as many counters of each group as the rules declare.

`declared_counts` in game.yaml repeats what the rulebook of the original says; the groups of counters.yaml make the
counters. Every group is declared, or none is. Where more counters are made than have pieces in the module, the count is
reported.

Passes: game.yaml declared_counts/tank = 2
Fails:  game.yaml declared_counts/tank = 3
Fails:  game.yaml declared_counts/turn removed
Mend:   correct the count of the group, or what is declared.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    info = survey.game.info
    for group in survey.game.counters.groups:
        declared = info.declared_counts.get(group.id)
        if declared is None and info.declared_counts:
            hint = f"add {group.id}: {group.count} to declared_counts in game.yaml"
            yield problem(f"the count of {group.id!r} is not declared", group.where("id"), hint)
        elif declared not in (None, group.count):
            message = (
                f"{counted(declared or 0, 'counter')} {group.id!r} {'is' if declared == 1 else 'are'} declared, "
                f"counters.yaml makes {group.count}"
            )
            pieces = sum(f"{group.id}-{number + 1}" in survey.game.gpids.pieces for number in range(group.count))
            made_wrong = group.numbered and pieces == min(declared or 0, group.count) < group.count
            where = group.where("count") if made_wrong else info.where("declared_counts", group.id)
            yield problem(message, where, "correct one of the two")
        if not group.numbered and group.count != 1:
            message = f"{group.count} counters {group.id!r} without numbers would have one id"
            yield problem(message, group.where("numbered"), "number them, or make only one")
