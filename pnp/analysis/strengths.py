"""Which strengths pay to attack with: every pair of strengths, its column after shifts, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.analysis.tables import ColumnOdds, TableOdds
from pnp.errors import TableLookupError
from pnp.model.game import Game
from pnp.model.tables import ResultsTable, ShiftsTable

MOST = 16
"""Strengths on a side that are looked at."""


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
        """The least attacker for whom an attack on `defender` pays, from which on it always does; None = nobody here."""
        least = None
        for attacker in range(1, self.size + 1):
            column = self.odds[attacker - 1][defender - 1]
            if column is None or not column.pays:
                least = None
            elif least is None:
                least = attacker
        return least


def strengths_of(game: Game, table: ResultsTable, odds: TableOdds) -> Strengths | None:
    """The pairs of strengths of `table`; None when it isn't entered with strengths."""
    if table.column_kind == "value":
        return None
    size = highest_strength(game)
    shifts = next((t for t in game.charts.tables if isinstance(t, ShiftsTable) and t.id == table.shifts), None)
    labels = tuple(tuple(column_label(table, shifts, a, d) for d in range(1, size + 1)) for a in range(1, size + 1))
    by_label = {column.column: column for column in odds.odds.get(0, ())}
    return Strengths(table.id, size, labels, tuple(tuple(by_label.get(label) for label in row) for row in labels))


def column_label(table: ResultsTable, shifts: ShiftsTable | None, attacker: int, defender: int) -> str:
    """The column for two strengths, moved by `shifts`; "" where there is none."""
    try:
        column = table.odds_column(attacker, defender) if table.column_kind == "odds" else table.difference_column(attacker - defender)
        move = shifts.shift(attacker, defender) if shifts else 0
    except (TableLookupError, ValueError, IndexError):
        return ""
    return "" if column is None else table.columns[_within(table.columns.index(column) + move, table.columns)]


def _within(index: int, columns: Sequence[str]) -> int:
    return min(max(index, 0), len(columns) - 1)


def highest_strength(game: Game) -> int:
    """Twice the strongest counter's highest factor, from 4 to MOST."""
    factors = [value for counter in game.all_counters() for _, value in counter.factors if isinstance(value, int)]
    return min(max(2 * max(factors, default=4), 4), MOST)
