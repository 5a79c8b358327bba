"""table-die-gap: a table answers every roll that its dice and modifiers can make.

Passes: charts.yaml tables/combat/rows/3/die = 6-7
Fails:  charts.yaml tables/combat/rows/3/die = 6
Fails:  charts.yaml tables/weather/rows/rain/die = 5-6
Mend:   add the row, widen a range, or write an open end such as 6+ or 1-.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import reachable_rolls
from pnp.errors import Problem
from pnp.model.tables import in_span

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in survey.game.charts.tables:
        rolls = reachable_rolls(table)
        missing = [roll for roll in rolls if not any(in_span(row.die, roll) for row in table.rows)]
        if missing:
            message = f"{table.title} has no row for {', '.join(map(str, missing))}; rolls reach {rolls[0]} to {rolls[-1]}"
            yield problem(message, table.where("rows"), "add a row, or an open end such as 6+", rule=table.rule)
