"""table-row-width: every row of a results table has a result for each column.

Passes: charts.yaml tables/combat/rows/0/results = [AR, AR, NE]
Fails:  charts.yaml tables/combat/rows/0/results = [AR, AR]
Mend:   add the missing results, in the order of `columns`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem, counted

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        columns = counted(len(table.columns), "column")
        for row in table.rows:
            if len(row.results) != len(table.columns):
                message = f"{table.title}: the row {row.die!r} has {counted(len(row.results), 'result')} for {columns}"
                hint = f"give one for each of {', '.join(table.columns)}"
                yield problem(message, row.where("results"), hint, rule=table.rule)
            elif row.bracketed and len(row.bracketed) != len(table.columns):
                message = (
                    f"{table.title}: the row {row.die!r} has {counted(len(row.bracketed), 'cell')} in brackets for "
                    f"{columns}"
                )
                yield problem(
                    message, row.where("bracketed"), 'give one for each column, "" where there is none', rule=table.rule
                )
