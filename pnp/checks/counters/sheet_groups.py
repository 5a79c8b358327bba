"""sheet-groups: every group of counters is printed on exactly one sheet.

Passes: counters.yaml sheets/main/groups = [turn, guard, tank]
Fails:  counters.yaml sheets/main/groups = [tank, guard]
Fails:  counters.yaml sheets/main/groups = [tank, guard, turn, turn]
Mend:   name the group once in one of the sheets.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    counters = survey.game.counters
    sheets: dict[str, str] = {}
    for sheet in counters.sheets:
        for index, name in enumerate(sheet.groups):
            if name in sheets:
                message = f"the group {name!r} is on the sheet {sheets[name]!r} already"
                yield problem(message, sheet.where("groups", index), "remove it here or there")
            sheets.setdefault(name, sheet.id)
    for group in counters.groups:
        if group.id not in sheets:
            yield problem(f"the group {group.id!r} is on no sheet", group.where("id"), "add it to `groups` of a sheet")
