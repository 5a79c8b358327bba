"""result-code-unused: every result that is explained can happen.

Passes: charts.yaml tables/combat/codes/NE/name = Stalemate
Fails:  charts.yaml tables/combat/codes/+ = {id: DE, name: Defender eliminated, text: All die.}
Mend:   remove the code, or correct the cells that should have it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        results = {result for row in table.rows for _, _, result in row.cells()} | {table.below_first}
        for code in table.codes:
            if code.id not in results:
                message = f"{table.title}: no cell has the result {code.id!r}"
                yield problem(message, code.where("id"), "remove it, or correct the cells", rule=table.rule)
