"""table-row-order: the rows of a table stand in the order of the die.

Rows that fall are as good as rows that rise, as long as all of them do.

Passes: charts.yaml tables/weather/rows = [{die: 4-6, id: rain, name: Rain, text: Go slowly.}, {die: 1-3, id: fair,
        name: Fair, text: Go far.}]
Fails:  charts.yaml tables/weather/rows = [{die: 1-2, id: fair, name: Fair, text: Go far.}, {die: 5-6, id: rain, name:
        Rain, text: Go slowly.}, {die: 3-4, id: hail, name: Hail, text: Stay.}]
Mend:   bring the rows into order; two of them may have changed their dice.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import bounds, rolled_tables
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    for table in rolled_tables(survey):
        starts = [bounds(row.die)[0] for row in table.rows]
        if starts in (sorted(starts), sorted(starts, reverse=True)):
            continue
        for row, start, before in zip(table.rows[1:], starts[1:], starts, strict=False):
            if start < before:
                message = f"{table.title}: the row {row.die!r} stands behind the row of a higher roll"
                yield problem(message, row.where("die"), "bring the rows into the order of the die", rule=table.rule)
