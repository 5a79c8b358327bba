"""factor-list-length: a list in a group has one value for each counter.

Passes: counters.yaml groups/tank/factors/combat = [4, 4]
Fails:  counters.yaml groups/tank/factors/combat = [4, 3, 3]
Fails:  counters.yaml groups/tank/reduced = {combat: [2, 1, 1]}
Fails:  counters.yaml groups/guard/designation = [A, B]
Mend:   add or remove values, or correct `count`; one value without brackets serves all.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for group in survey.game.counters.groups:
        lists = {("factors", name): value for name, value in group.factors.items()}
        lists |= {("reduced", name): value for name, value in group.reduced.items()}
        lists |= {(field,): getattr(group, field) for field in ("designation", "parent", "code")}  # type: ignore[misc]
        for path, value in lists.items():
            if isinstance(value, tuple) and len(value) != group.count:
                message = (
                    f"{counted(len(value), 'value')} of {path[-1]!r} for {counted(group.count, 'counter')} {group.id!r}"
                )
                yield problem(
                    message, group.where(*path), "one value for each counter, or one without brackets for all"
                )
