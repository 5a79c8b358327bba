"""table-twice: no table stands in charts.yaml twice, not even with a cell or two that differ.

A chart has one source; a copy made for a second place is the one that stays behind when the first is mended.

Passes: charts.yaml tables/weather/title = Sky
Fails:  charts.yaml tables/+ = {id: combat-2, kind: results, title: C, rule: Fog, columns: ["1:2", "1:1", "2:1"], codes:
        [], rows: [{die: 1, results: [AR, AR, NE]}, {die: 2-4, results: [AR, NE, DR]}, {die: 5, results: [NE, DR, DR]},
        {die: 6+, results: [DR, DR, NE]}]}
Fails:  charts.yaml tables/+ = {id: sky, kind: events, title: Sky, rule: Fog, rows: [{die: 1-3, id: fair, name: Fair,
        text: Go far., effects: {moves: 2, mud: false}}, {die: 4-6, id: rain, name: Rain, text: Go slowly., effects:
        {moves: 1, mud: true}}]}
Mend:   keep one and show it in both places with @table.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, counted
from pnp.model.tables import AnyTable, EventsTable, ListTable, ResultsTable

SEVERITY = "error"

ALIKE = 0.9
"""Share of cells that make two tables one."""


def check(survey: Survey) -> Iterator[Problem]:
    shapes: dict[tuple[object, ...], list[AnyTable]] = {}
    for table in survey.game.charts.tables:
        shape = _shape(table)
        if shape:
            shapes.setdefault(shape, []).append(table)
    for alike in shapes.values():
        first = alike[0]
        for table in alike[1:]:
            pairs = list(zip(_cells(first), _cells(table), strict=False))
            same = sum(a == b for a, b in pairs)
            if pairs and same >= ALIKE * len(pairs):
                message = f"{table.title} has {same} of {counted(len(pairs), 'cell')} of {first.title}"
                yield problem(
                    message, table.where("id"), f"keep one; show it elsewhere with @table {first.id}", rule=table.rule
                )


def _shape(table: AnyTable) -> tuple[object, ...]:
    """What two tables must have alike before their cells are compared; () for charts of other kinds."""
    if isinstance(table, ResultsTable):
        return (table.kind, table.columns, tuple(row.die for row in table.rows))
    if isinstance(table, (EventsTable, ListTable)):
        return (table.kind, len(table.rows))
    return ()


def _cells(table: AnyTable) -> list[object]:
    if isinstance(table, ResultsTable):
        return [result for row in table.rows for result in row.results]
    if isinstance(table, EventsTable):
        return [cell for row in table.rows for cell in (row.die, row.name, row.text, row.effects)]
    if isinstance(table, ListTable):
        return [cell for row in table.rows for cell in (row.key, row.text, row.effects)]
    return []
