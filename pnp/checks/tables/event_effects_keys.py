"""event-effects-keys: all rows of an events table have the same effects, of the same kind.

The referee asks every row for every effect; one that is missing or misspelt would count as nothing.

Passes: charts.yaml tables/weather/rows/rain/effects = {mud: true, moves: 0}
Fails:  charts.yaml tables/weather/rows/rain/effects = {moves: 1}
Fails:  charts.yaml tables/weather/rows/rain/effects = {moves: 1, mudd: true}
Fails:  charts.yaml tables/weather/rows/rain/effects = {moves: 1, mud: 1}
Mend:   give each row every effect; 0 or false where it has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import events_tables
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for table in events_tables(survey):
        counts: dict[str, int] = {}
        kinds: dict[str, type] = {}
        for row in table.rows:
            for name, value in row.effects.items():
                counts[name] = counts.get(name, 0) + 1
                kinds.setdefault(name, type(value))
        usual = {name for name, count in counts.items() if count * 2 > len(table.rows)}
        for row in table.rows:
            for name in sorted(usual - set(row.effects)):
                message = f"{table.title}: the row {row.id!r} lacks the effect {name!r}"
                yield problem(message, row.where("effects"), "add it; 0 or false for none", rule=table.rule)
            for name, value in row.effects.items():
                if name not in usual:
                    hint = did_you_mean(name, usual) or "give it to every row"
                    message = f"{table.title}: most rows don't have the effect {name!r}"
                    yield problem(message, row.where_key("effects", name), hint, rule=table.rule)
                elif type(value) is not kinds[name]:
                    message = f"{table.title}: {name!r} is {value!r} here, another kind of value in the first row"
                    yield problem(message, row.where("effects", name), "use one kind in all rows", rule=table.rule)
