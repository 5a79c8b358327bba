"""table-twice: no table stands in charts.yaml twice, not even with a cell or two that differ.

A chart has one source; a copy made for a second place is the one that stays behind when the first is mended.

Passes: charts.yaml tables/weather/title = Sky
Fails:  charts.yaml tables/+ = {id: combat-2, kind: results, title: C, rule: Fog, columns: ["1:2", "1:1", "2:1"], codes: [], rows: [{die: 1, results: [AR, AR, NE]}, {die: 2-4, results: [AR, NE, DR]}, {die: 5, results: [NE, DR, DR]}, {die: 6+, results: [DR, DR, NE]}]}
Mend:   keep one and show it in both places with @table.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem
from pnp.model.tables import ResultsTable

SEVERITY = "error"

ALIKE = 0.9
"""Share of cells that make two tables one."""


def check(survey: Survey) -> Iterator[Problem]:
    shapes: dict[tuple[object, ...], list[ResultsTable]] = {}
    for table in results_tables(survey):
        shapes.setdefault((table.columns, tuple(row.die for row in table.rows)), []).append(table)
    for alike in shapes.values():
        first = alike[0]
        for table in alike[1:]:
            pairs = [pair for a, b in zip(first.rows, table.rows) for pair in zip(a.results, b.results)]
            same = sum(a == b for a, b in pairs)
            if pairs and same >= ALIKE * len(pairs):
                message = f"{table.title} has {same} of {len(pairs)} cells of {first.title}"
                yield problem(message, table.where("id"), f"keep one; show it elsewhere with @table {first.id}", rule=table.rule)
