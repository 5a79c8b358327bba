"""shifts-unused: every table of shifts moves the column of some table.

Passes: charts.yaml tables/+ = {id: ratio, kind: shifts, title: Ratio, rule: Fog, columns: ["1:2", "1:1"], shifts: [-1,
        0]}
        and charts.yaml tables/combat/shifts = ratio
Fails:  charts.yaml tables/+ = {id: ratio, kind: shifts, title: Ratio, rule: Fog, columns: ["1:2", "1:1"], shifts: [-1,
        0]}
Mend:   write `shifts: ID` at the table whose column it moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    named = {table.shifts for table in results_tables(survey)}
    for table in survey.game.charts.tables:
        if table.kind == "shifts" and table.id not in named:
            yield problem(
                f"no table is shifted by {table.id!r}",
                table.where("id"),
                "name it in `shifts` of a table",
                rule=table.rule,
            )
