"""list-rows: no two rows of a list say the same, and one effect is spelled one way and of one kind in all rows.

Where all cases but one below that of the table have a row, so has the last.

Passes: charts.yaml tables/+ = {id: buy, kind: list, title: Buy, rule: Fog, rows: [{id: a, key: "1", text: One.,
        effects: {cost: 1}}, {id: b, key: "2", text: Two., effects: {cost: 2}}]}
Fails:  charts.yaml tables/+ = {id: buy, kind: list, title: Buy, rule: Fog, rows: [{id: a, key: "1", text: One.,
        effects: {cost: 1}}, {id: b, key: "1", text: Two., effects: {cost: 1}}]}
Fails:  charts.yaml tables/+ = {id: buy, kind: list, title: Buy, rule: Fog, rows: [{id: a, key: "1", text: One.,
        effects: {cost: 1}}, {id: b, key: "2", text: Two., effects: {cost: true}}]}
Fails:  charts.yaml tables/+ = {id: buy, kind: list, title: Buy, rule: Fog, rows: [{id: a, key: "1", text: One.,
        effects: {cost: 1}}, {id: b, key: "2", text: One., effects: {cost: 2}}]}
Fails:  charts.yaml tables/+ = {id: buy, kind: list, title: Buy, rule: Fog, rows: [{id: a, text: A., effects: {cost:
        1}}, {id: b, text: B., effects: {cost: 2}}, {id: c, text: C., effects: {csot: 3}}]}
Fails:  rules/10-basics.yaml cases/1.0/cases/+ = {id: "1.4", title: Woods, text: Woods stop tanks.}
        and charts.yaml tables/+ = {id: buy, kind: list, title: Buy, rule: "1.0", rows: [{id: a, text: A., rule: "1.1"},
        {id: b, text: B., rule: "1.2"}, {id: c, text: C., rule: "1.3"}]}
Mend:   correct key, text or effects; or remove one of the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

FEWEST = 3
"""Cases that have rows, before the last is missed."""


def check(survey: Survey) -> Iterator[Problem]:
    for table in survey.game.charts.tables:
        if table.kind != "list":
            continue
        below = [case.id for case in survey.cases[table.rule].cases] if table.rule in survey.cases else []
        left = [address for address in below if address not in {row.rule for row in table.rows}]
        if len(left) == 1 and len(below) > FEWEST:
            message = f"{table.title}: every case below {table.rule} has a row but {left[0]}"
            yield problem(message, table.where("rows"), "add the row", rule=left[0])
        first_rows: dict[str, str] = {}
        kinds: dict[str, type] = {}
        counts = Counter(name for row in table.rows for name in row.effects)
        for row in table.rows:
            for what, field in (
                (f"{row.key!r} {sorted(row.effects.items())!r}" if row.effects else "", "effects"),
                (row.text, "text"),
            ):
                first = first_rows.setdefault(what, row.id) if what else row.id
                if first != row.id:
                    message = f"{table.title}: the row {row.id!r} has the {field} of the row {first!r}"
                    yield problem(
                        message, row.where(field), "correct it, or remove one of the rows", rule=row.rule or table.rule
                    )
            for name, value in row.effects.items():
                near = (
                    get_close_matches(name, [n for n in counts if counts[n] > 1], n=1, cutoff=0.75)
                    if counts[name] == 1
                    else []
                )
                if near:
                    message = f"{table.title}: {name!r} is in no other row"
                    yield problem(
                        message,
                        row.where_key("effects", name),
                        f"did you mean {near[0]!r}?",
                        rule=row.rule or table.rule,
                    )
                if kinds.setdefault(name, type(value)) is not type(value):
                    message = f"{table.title}: {name!r} is {value!r} here, another kind of value in the first row"
                    yield problem(
                        message, row.where("effects", name), "use one kind in all rows", rule=row.rule or table.rule
                    )
