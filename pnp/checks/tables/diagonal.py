"""How close a results table is to a function of die + column.

Many tables are drawn up so: one column to the right is worth a fixed number on the die, and equal sums have equal
results. Cells that leave the pattern are where a table has character, or a misprint.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pnp.model.tables import ResultsTable

STEPS = (1, 2, 3)
"""What a column may be worth on the die."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A cell that breaks the pattern: its place, its result, and the usual result of its sum."""

    die: str
    column: str
    result: str
    usual: str


@dataclass(frozen=True)
class Diagonal:
    """The function of die + column that agrees with most cells.

    step        what one column is worth on the die, in rows
    rising      whether a higher row is better for the attacker
    agree       cells that it gives rightly
    cells       all cells
    sums        sums that stand in one cell only, which any function gives
    exceptions  the other cells, in the order of the table
    """

    step: int
    rising: bool
    agree: int
    cells: int
    sums: int
    exceptions: tuple[Stray, ...]

    @property
    def exact(self) -> bool:
        """Whether the table is such a function."""
        return self.agree == self.cells


def diagonal_of(table: ResultsTable) -> Diagonal | None:
    """The best such function; None for a table with ragged rows or no cells. Of equals the smallest step is taken."""
    if not table.rows or not table.columns or any(len(row.results) != len(table.columns) for row in table.rows):
        return None
    fits = [_fit(table, step, rising) for step in STEPS for rising in (True, False)]
    # A sum of its own is no evidence, so that a large step isn't taken just because it leaves few cells together.
    return max(fits, key=lambda fit: (fit.agree - fit.sums) / max(1, fit.cells - fit.sums))


def _fit(table: ResultsTable, step: int, rising: bool) -> Diagonal:
    sums: dict[int, Counter[str]] = {}
    for number, row in enumerate(table.rows):
        for index, result in enumerate(row.results):
            sums.setdefault(_sum(number, index, step, rising), Counter())[result] += 1
    usual = {total: min(counts, key=lambda r: (-counts[r], r)) for total, counts in sums.items()}
    odd = [
        Stray(row.die, table.columns[index], result, usual[_sum(number, index, step, rising)])
        for number, row in enumerate(table.rows)
        for index, result in enumerate(row.results)
        if result != usual[_sum(number, index, step, rising)]
    ]
    cells = len(table.rows) * len(table.columns)
    alone = sum(counts.total() == 1 for counts in sums.values())
    return Diagonal(step, rising, cells - len(odd), cells, alone, tuple(odd))


def _sum(row: int, column: int, step: int, rising: bool) -> int:
    return column * step + (row if rising else -row)
