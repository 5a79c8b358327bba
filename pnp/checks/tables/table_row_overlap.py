"""table-row-overlap: no roll finds two rows of a table.

Passes: charts.yaml tables/weather/rows/fair/die = 1-3
Fails:  charts.yaml tables/weather/rows/fair/die = 1-4
Fails:  charts.yaml tables/weather/rows/fair/die = 3-1
Mend:   correct one of the ranges; a range begins with its lower number.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import bounds, reachable_rolls, rolled_tables
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in rolled_tables(survey):
        rolls = reachable_rolls(table, survey.game)
        spans: list[tuple[int, int, str]] = []  # parted stretches of rolls with their row, ascending
        for row in table.rows:
            low, high = bounds(row.die)
            if low > high:
                message = f"the range {row.die!r} is empty"
                yield problem(message, row.where("die"), f"write {high}-{low}", rule=table.rule)
                continue
            low, high = max(low, rolls[0]), min(high, rolls[-1])
            if low > high:
                continue
            at = bisect(spans, low, key=lambda span: span[1] + 1)
            if at < len(spans) and spans[at][0] <= high:
                message = (
                    f"{table.title}: a roll of {max(low, spans[at][0])} finds this row and the row {spans[at][2]!r}"
                )
                yield problem(message, row.where("die"), "correct one of the two ranges", rule=table.rule)
            else:
                spans.insert(at, (low, high, row.die))
