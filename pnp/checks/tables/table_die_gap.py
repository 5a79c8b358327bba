"""table-die-gap: a table answers every roll that its dice and modifiers can make.

A modifier counts with the most that it can add: `add` times `most`, or times the values of its `track`. Modifiers of
two sides, or of two spaces, never meet.

Passes: charts.yaml tables/combat/rows/3/die = 6-7
Fails:  charts.yaml tables/combat/rows/3/die = 6
Fails:  charts.yaml tables/weather/rows/rain/die = 5-6
Fails:  charts.yaml tables/combat/modifiers/+ = {id: mud, add: -1, most: 2, text: "-1 each", rule: "1.2"}
Mend:   add the row, widen a range, or write an open end such as 6+ or 1-.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import bounds, reachable_rolls, rolled_tables, uncovered
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in rolled_tables(survey):
        rolls = reachable_rolls(table, survey.game)
        gaps = uncovered(table, rolls)
        if gaps:
            missing = ", ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in gaps[:8])
            message = f"{table.title} has no row for {missing}; rolls reach {rolls[0]} to {rolls[-1]}"
            behind = (row.where("die") for row in table.rows if bounds(row.die)[0] > gaps[0][1])
            where = next(behind, table.where("rows"))
            yield problem(message, where, "add a row, or an open end such as 6+", rule=table.rule)
