"""threshold-order: thresholds in a list rise from row to row.

The effects `from`, `least` and `points` of a row are thresholds; the referee takes the last row that is reached.

Passes: charts.yaml tables/+ = {id: level, kind: list, title: L, rule: Fog, rows: [{id: a, text: One., effects: {from:
        1}}, {id: b, text: Two., effects: {from: 2}}]}
Fails:  charts.yaml tables/+ = {id: level, kind: list, title: L, rule: Fog, rows: [{id: a, text: One., effects: {from:
        2}}, {id: b, text: Two., effects: {from: 1}}]}
Fails:  charts.yaml tables/+ = {id: level, kind: list, title: L, rule: Fog, rows: [{id: a, text: One., effects: {from:
        1}}, {id: b, text: Two., effects: {from: 1}}]}
Mend:   sort the rows, or correct the threshold.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

THRESHOLDS = ("from", "least", "points")


def check(survey: Survey) -> Iterator[Problem]:
    for table in survey.game.charts.tables:
        if table.kind != "list":
            continue
        for name in THRESHOLDS:
            before: int | None = None
            for row in table.rows:
                value = row.effects.get(name)
                if not isinstance(value, int):
                    continue
                if before is not None and value <= before:
                    message = f"{table.title}: {name} {value} comes after {before}"
                    yield problem(
                        message,
                        row.where("effects", name),
                        "thresholds rise from row to row",
                        rule=row.rule or table.rule,
                    )
                before = value
