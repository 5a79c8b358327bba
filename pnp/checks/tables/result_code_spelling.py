"""result-code-spelling: a result code is spelled one way.

Codes that differ only in case, blanks or punctuation (DR, Dr, D.R.) are one code to a reader and two to the referee.

Passes: charts.yaml tables/combat/codes/NE/id = N
        and charts.yaml tables/combat/rows/0/results = [AR, AR, N]
Fails:  charts.yaml tables/combat/codes/+ = {id: Dr, name: Retreat, text: The defender goes back.}
Fails:  charts.yaml tables/combat/rows/0/results = [AR, AR, n-e]
Fails:  charts.yaml tables/combat/rows/0/results = [AR, AR, ne]
Mend:   write it one way everywhere; two codes that are printed so get an allowance at the second, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Location, Problem
from pnp.model.tables import ResultsTable

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        first: dict[str, str] = {}
        for code, where in _codes(table):
            plain = "".join(c for c in code if c.isalnum()).casefold()
            spelled = first.setdefault(plain, code)
            if spelled != code:
                message = f"{table.title}: {code!r} is spelled {spelled!r} elsewhere"
                yield problem(message, where, f"write {spelled} everywhere", rule=table.rule)


def _codes(table: ResultsTable) -> Iterator[tuple[str, Location | None]]:
    explained = {code.id for code in table.codes}
    for code in table.codes:
        yield code.id, code.where("id")
    for row in table.rows:
        for field, index, result in row.cells():
            if result not in explained:
                yield result, row.where(field, index)
