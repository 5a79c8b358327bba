"""below-first-code: what happens below the first column is explained, and no better than the first column.

Passes: charts.yaml tables/combat/below_first removed
Fails:  charts.yaml tables/combat/below_first = XX
Fails:  charts.yaml tables/combat/below_first = DR
Mend:   name the code that the worst odds deserve.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        if table.below_first is None:
            continue
        where = table.where("below_first")
        codes = [code.id for code in table.codes]
        firsts = [row.results[0] for row in table.rows if row.results and row.results[0] in codes]
        if table.below_first not in codes:
            message = f"{table.title}: {table.below_first!r} is not explained"
            yield problem(message, where, did_you_mean(table.below_first, codes), rule=table.rule)
        elif firsts and codes.index(table.below_first) > min(map(codes.index, firsts)):
            message = (
                f"{table.title}: {table.below_first!r} below {table.columns[0]} is better than results at "
                f"{table.columns[0]}"
            )
            yield problem(message, where, "worse odds deserve no better result", rule=table.rule)
