"""table-diagonal: in a table that is drawn up as die + column, every cell follows the pattern.

In many tables one column to the right is worth a fixed number on the die, and equal sums have equal results. Where nine
cells of ten follow such a pattern, one that leaves it is a misprint or a decision of the designer.

Game:   march-of-justice
Passes: charts.yaml tables/contact/title = Results of Contacts
Fails:  charts.yaml tables/contact/rows/3/results = [AR, AR, AR, Ar, Ar, EX, EX, EX, EX, NE, Rp, Rp, Rp]
Mend:   correct the cell, or allow it with the reason: # pnp: allow table-diagonal as printed
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.diagonal import diagonal_of
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "warning"

SHARE, FEWEST = 0.9, 20
"""Share of the cells that must follow the pattern, and the cells that a table must have."""


def check(survey: Survey) -> Iterator[Problem]:
    for table in results_tables(survey):
        diagonal = diagonal_of(table) if table.ranked else None
        if diagonal is None or diagonal.cells < FEWEST or diagonal.agree < SHARE * diagonal.cells:
            continue
        odd = {(stray.die, stray.column): stray for stray in diagonal.exceptions}
        for row in table.rows if odd else ():
            for index, column in enumerate(table.columns):
                stray = odd.get((row.die, column))
                if stray is not None:
                    message = (
                        f"{table.title}: {stray.result!r} for die {row.die} at {column}; cells of the same sum have "
                        f"{stray.usual!r}"
                    )
                    yield problem(
                        message,
                        row.where("results", index),
                        "correct the cell, or allow it with the reason",
                        rule=table.rule,
                    )
