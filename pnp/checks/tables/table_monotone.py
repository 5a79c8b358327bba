"""table-monotone: results get no worse for the attacker with better odds, and change one way with the die.

`codes` stands worst for the attacker first, so each row must rise from left to right; from row to row the results
rise, or fall, in all columns alike. A cell that breaks the order is nearly always a misprint.

Passes: charts.yaml tables/combat/rows/1/results = [AR, NE, NE]
Fails:  charts.yaml tables/combat/rows/0/results = [AR, DR, NE]
Fails:  charts.yaml tables/combat/rows/2/results = [NE, AR, AR]
Mend:   correct the cell, or allow it with the reason: # pnp: allow table-monotone as printed
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem
from pnp.model.tables import ResultsTable

SEVERITY = "error"

HINT = "correct the cell; the order of `codes` is worst for the attacker first"


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        rank = {code.id: number for number, code in enumerate(table.codes)}
        if all(set(row.results) <= set(rank) and len(row.results) == len(table.columns) for row in table.rows):
            yield from _rows(table, rank)
            yield from _columns(table, rank)


def _rows(table: ResultsTable, rank: dict[str, int]) -> Iterator[Problem]:
    for row in table.rows:
        for index, (left, right) in enumerate(pairwise(row.results), 1):
            if rank[right] < rank[left]:
                message = f"{table.title}: {right!r} at {table.columns[index]} is worse than {left!r} at {table.columns[index - 1]}"
                yield problem(message, row.where("results", index), HINT, rule=table.rule)


def _columns(table: ResultsTable, rank: dict[str, int]) -> Iterator[Problem]:
    steps = [
        (index, above, below)
        for above, below in pairwise(table.rows)
        for index in range(len(table.columns))
        if rank[above.results[index]] != rank[below.results[index]]
    ]
    rising = [step for step in steps if rank[step[1].results[step[0]]] < rank[step[2].results[step[0]]]]
    upward = len(rising) * 2 >= len(steps)
    for step in steps:
        if (step in rising) is not upward:
            index, above, below = step
            way = "falls" if upward else "rises"
            message = (
                f"{table.title}: at {table.columns[index]} the result {way} from {above.results[index]!r} (die {above.die}) "
                f"to {below.results[index]!r} (die {below.die})"
            )
            yield problem(message, below.where("results", index), HINT, rule=table.rule)
