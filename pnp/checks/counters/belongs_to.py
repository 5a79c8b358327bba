"""belongs-to: markers that belong to units name one unit each, and no unit has two.

Passes: counters.yaml groups/turn = {id: turn, name: Turn, marker: clock, count: 1, numbered: false, belongs_to:
        [tank-1]}
Fails:  counters.yaml groups/turn = {id: turn, name: Turn, marker: clock, count: 1, numbered: false, belongs_to:
        [tank-1, tank-2]}
Fails:  counters.yaml groups/turn = {id: turn, name: Turn, marker: clock, count: 2, belongs_to: [tank-1, tank-1]}
Fails:  counters.yaml groups/tank/belongs_to = [guard-1, guard-2]
Fails:  counters.yaml groups/turn = {id: turn, name: Turn, marker: clock, count: 1, numbered: false, belongs_to: [turn]}
Mend:   name as many units as there are markers, in their order.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for group in survey.game.counters.groups:
        if not group.belongs_to:
            continue
        if not group.marker:
            yield problem(
                f"{group.id!r} are units and belong to units", group.where("belongs_to"), "only markers belong to units"
            )
        if len(group.belongs_to) != group.count:
            message = (
                f"{counted(group.count, 'marker')} {group.id!r} for {counted(len(group.belongs_to), 'unit')} in "
                "`belongs_to`"
            )
            yield problem(message, group.where("belongs_to"), "name one unit for each marker")
        owners = set()
        for index, name in enumerate(group.belongs_to):
            counter = survey.counters.get(name)
            where = group.where("belongs_to", index)
            if name in owners:
                yield problem(f"{name!r} has two markers {group.id!r}", where, "name each unit once")
            elif counter is not None and counter.group.marker:
                yield problem(f"{name!r} is a marker, not a unit", where, "name the unit")
            owners.add(name)
