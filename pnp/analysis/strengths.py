"""At which strengths an attack pays: every pair of strengths, its column after shifts, and the odds there."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.analysis.tables import ColumnOdds, TableOdds
from pnp.errors import TableLookupError
from pnp.model.game import Game
from pnp.model.tables import ResultsTable, ShiftsTable

MOST = 16
"""Highest strength of a side that is computed."""


@dataclass(frozen=True)
class Strengths:
    """Attackers against defenders of 1, 2, … points, without modifiers.

    size     the highest strength of either side
    columns  columns[attacker - 1][defender - 1], the label; "" where the table has none
    odds     the same with the odds of the column
    """

    table: str
    size: int
    columns: tuple[tuple[str, ...], ...]
    odds: tuple[tuple[ColumnOdds | None, ...], ...]

    def needed(self, defender: int) -> int | None:
        """The least strength from which on every attack on `defender` pays; None when none up to `size` does."""
        least = None
        for attacker in range(1, self.size + 1):
            column = self.odds[attacker - 1][defender - 1]
            if column is None or not column.pays:
                least = None
            elif least is None:
                least = attacker
        return least


def strengths_of(game: Game, table: ResultsTable, odds: TableOdds) -> Strengths | None:
    """Column and odds for every pair of strengths on `table`; None when its columns are not found by strengths."""
    if table.column_kind == "value":
        return None
    size = highest_strength(game)
    shifts = next((t for t in game.charts.tables if isinstance(t, ShiftsTable) and t.id == table.shifts), None)
    labels = tuple(tuple(column_label(table, shifts, a, d) for d in range(1, size + 1)) for a in range(1, size + 1))
    by_label = {column.column: column for column in odds.odds.get(0, ())}
    return Strengths(table.id, size, labels, tuple(tuple(by_label.get(label) for label in row) for row in labels))


def column_label(table: ResultsTable, shifts: ShiftsTable | None, attacker: int, defender: int) -> str:
    """The label of the column for two strengths, after the shift that `shifts` gives; "" where there is none."""
    try:
        column = (
            table.odds_column(attacker, defender)
            if table.column_kind == "odds"
            else table.difference_column(attacker - defender)
        )
        move = shifts.shift(attacker, defender) if shifts else 0
    except (TableLookupError, ValueError, IndexError):
        return ""
    if column is None:
        return ""
    return table.columns[min(max(table.columns.index(column) + move, 0), len(table.columns) - 1)]


def highest_strength(game: Game) -> int:
    """The highest strength worth computing: twice the highest factor of any counter, at least 4 and at most MOST."""
    factors = [value for counter in game.all_counters() for _, value in counter.factors if isinstance(value, int)]
    return min(max(2 * max(factors, default=4), 4), MOST)
