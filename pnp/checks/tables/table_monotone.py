"""table-monotone: results get no worse for the attacker with better odds, and change one way with the die.

`codes` stands worst for the attacker first, so each row must rise from left to right; from row to row the results
rise, or fall, in all columns alike. A cell that breaks the order is nearly always a misprint. A table with results in
brackets is read twice, with them and without; one whose columns are values and whose codes favour nobody has no order.

Passes: charts.yaml tables/combat/rows/1/results = [AR, NE, NE]
Fails:  charts.yaml tables/combat/rows/0/results = [AR, DR, NE]
Fails:  charts.yaml tables/combat/rows/2/results = [NE, AR, AR]
Fails:  charts.yaml tables/combat/rows = [{die: 1, results: [AR, DR, NE]}, {die: 2, results: [AR, DR, NE]},
            {die: 3-6, results: [AR, DR, NE]}]
Mend:   correct the cell, or allow it with the reason: # pnp: allow table-monotone as printed
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Location, Problem
from pnp.model.tables import ResultRow, ResultsTable

SEVERITY = "warning"

Cells = tuple[str, ...]
"""The results of a row in one reading."""

ROWS_AGAINST = 3
"""Places where two codes stand in the other order, and no others do, before the codes are wrong and not the cells."""

HINT = "correct the cell; the order of `codes` is worst for the attacker first"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        rank = {code.id: number for number, code in enumerate(table.codes)}
        whole = all(
            set(row.results) | (set(row.bracketed) - {""}) <= set(rank) and len(row.results) == len(table.columns)
            for row in table.rows
        )
        for bracketed in table.readings if whole and table.ranked else ():
            cells = [tuple(row.code(i, bracketed=bracketed) for i in range(len(table.columns))) for row in table.rows]
            swapped = {pair for results in cells for pair in pairwise(results) if rank[pair[1]] < rank[pair[0]]}
            often = sum(pair in swapped for results in cells for pair in pairwise(results))
            if len(swapped) == 1 and often >= ROWS_AGAINST:
                ((left, right),) = swapped
                message = f"{table.title}: {right!r} stands before {left!r} in `codes`, but after it in {often} cells"
                yield problem(message, table.codes[rank[left]].where("id"), "exchange the two codes", rule=table.rule)
                continue
            yield from _rows(table, rank, cells, bracketed)
            yield from _columns(table, rank, cells, bracketed)


def _where(row: ResultRow, index: int, bracketed: bool) -> Location | None:
    """The cell of the reading that shows the fault."""
    inner = bracketed and index < len(row.bracketed) and row.bracketed[index]
    return row.where("bracketed" if inner else "results", index)


def _rows(table: ResultsTable, rank: dict[str, int], cells: list[Cells], bracketed: bool) -> Iterator[Problem]:
    for row, results in zip(table.rows, cells, strict=True):
        for index, (left, right) in enumerate(pairwise(results), 1):
            if rank[right] < rank[left]:
                suffix = " in brackets" if bracketed else ""
                message = (
                    f"{table.title}: {right!r} at {table.columns[index]} is worse than {left!r} at "
                    f"{table.columns[index - 1]}{suffix}"
                )
                yield problem(message, _where(row, index, bracketed), HINT, rule=table.rule)


def _columns(table: ResultsTable, rank: dict[str, int], cells: list[Cells], bracketed: bool) -> Iterator[Problem]:
    steps = [
        (index, number, above[index], below[index])
        for number, (above, below) in enumerate(pairwise(cells))
        for index in range(len(table.columns))
        if rank[above[index]] != rank[below[index]]
    ]
    rising = [step for step in steps if rank[step[2]] < rank[step[3]]]
    upward = len(rising) * 2 >= len(steps)
    for step in steps:
        if (step in rising) is not upward:
            index, number, before, after = step
            above, below = table.rows[number : number + 2]
            way = "falls" if upward else "rises"
            message = (
                f"{table.title}: at {table.columns[index]} the result {way} from {before!r} (die {above.die}) "
                f"to {after!r} (die {below.die})" + (" in brackets" if bracketed else "")
            )
            yield problem(message, _where(below, index, bracketed), HINT, rule=table.rule)
