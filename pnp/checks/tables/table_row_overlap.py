"""table-row-overlap: no roll finds two rows of a table.

Passes: charts.yaml tables/weather/rows/fair/die = 1-3
Fails:  charts.yaml tables/weather/rows/fair/die = 1-4
Fails:  charts.yaml tables/weather/rows/fair/die = 3-1
Mend:   correct one of the ranges; a range begins with its lower number.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import reachable_rolls
from pnp.errors import Problem
from pnp.model.tables import die_span, in_span

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in survey.game.charts.tables:
        first: dict[int, str] = {}
        for row in table.rows:
            low, high = die_span(row.die)
            if low is not None and high is not None and low > high:
                yield problem(f"the range {row.die!r} is empty", row.where("die"), f"write {high}-{low}", rule=table.rule)
            shared = [roll for roll in reachable_rolls(table) if in_span(row.die, roll) and roll in first]
            if shared:
                message = f"{table.title}: a roll of {shared[0]} finds this row and the row {first[shared[0]]!r}"
                yield problem(message, row.where("die"), "correct one of the two ranges", rule=table.rule)
            for roll in reachable_rolls(table):
                if in_span(row.die, roll):
                    first.setdefault(roll, row.die)
