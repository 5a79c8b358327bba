"""table-row-unreachable: some roll finds each row of a table.

Passes: charts.yaml tables/combat/rows/0/die = 1-
Fails:  charts.yaml tables/combat/rows/+ = {die: 9, results: [DR, DR, DR]}
Mend:   correct the range or the modifiers, or remove the row.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import bounds, reachable_rolls, rolled_tables
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    for table in rolled_tables(survey):
        rolls = reachable_rolls(table, survey.game)
        for row in table.rows:
            low, high = bounds(row.die)
            if low <= high and (low > rolls[-1] or high < rolls[0]):
                message = f"{table.title}: no roll reaches the row {row.die!r}; rolls reach {rolls[0]} to {rolls[-1]}"
                yield problem(message, row.where("die"), "correct the range or the modifiers", rule=table.rule)
