"""result-code-once: no result stands in one cell alone.

In a table of any size a result that occurs once is as a rule a misprint of a code like it.

Passes: charts.yaml tables/combat/rows/0/results = [AR, AR, NE]
Fails:  charts.yaml tables/combat/codes/+ = {id: DE, name: Elimination, text: All die.}
        and charts.yaml tables/combat/rows/3/results = [DR, DR, DE]
Mend:   correct the cell; a result that is meant so gets an allowance with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "warning"

SMALLEST = 12
"""Cells; in a smaller table a result may well occur once."""


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        cells = [(code, row, index) for row in table.rows for index, code in enumerate(row.results)]
        counts = Counter(code for code, _, _ in cells)
        for code, row, index in cells if len(cells) >= SMALLEST and table.ranked else ():
            if counts[code] == 1 and code != table.below_first:
                message = f"{table.title}: the result {code!r} stands in this cell alone"
                yield problem(
                    message,
                    row.where("results", index),
                    "correct the cell, or allow it with the reason",
                    rule=table.rule,
                )
