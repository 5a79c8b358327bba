"""result-code-undefined: every result in a table is explained in its `codes`.

Passes: charts.yaml tables/combat/rows/0/results = [NE, NE, NE]
Fails:  charts.yaml tables/combat/rows/0/results = [AR, AR, EX]
Mend:   correct the code, or explain it in `codes`, worst for the attacker first.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        ids = [code.id for code in table.codes]
        for row in table.rows:
            for field, index, result in row.cells():
                if result not in ids:
                    hint = did_you_mean(result, ids, listed="Codes are explained under `codes`.")
                    message = f"{table.title}: the result {result!r} is not explained"
                    yield problem(message, row.where(field, index), hint, rule=table.rule)
