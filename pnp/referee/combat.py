"""Odds, differences and results: printed tables prepared for quick look-up, for every game with a results table."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from pnp.errors import TableLookupError
from pnp.model.tables import EventRow, EventsTable, ResultsTable, ShiftsTable, die_span


@dataclass(frozen=True, slots=True)
class OddsTable:
    """A results table entered with odds.

    table    as printed
    ratios   (left, right) of each column, worst for the attacker first
    results  results[column][die] -> code; dice from `first_die`
    rows     rows[die] -> the printed die range
    """

    table: ResultsTable
    ratios: tuple[tuple[int, int], ...]
    first_die: int
    results: tuple[tuple[str, ...], ...]
    rows: tuple[str, ...]
    _columns: dict[tuple[int, int], int] = field(default_factory=dict, repr=False, compare=False)

    def column(self, attacker: int, defender: int) -> int:
        """Index of the column for two strengths, rounded down; -1 below the first.

        A defender without strength is met in the last column.
        """
        number = self._columns.get((attacker, defender))
        if number is None:
            number = -1
            for index, (attackers, defenders) in enumerate(self.ratios):
                if attacker * defenders >= max(defender, 0) * attackers:
                    number = index
            self._columns[attacker, defender] = number
        return number

    def result(self, column: int, die: int) -> str:
        """The code in column `column` for `die`."""
        return self.results[column][die - self.first_die]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """A results table entered with a number: units, strength, the turn.

    table      as printed
    values     over each column, ascending
    first_die  lowest roll
    results    results[column][die - first_die] -> code
    rows       the printed die range of each roll
    """

    table: ResultsTable
    values: tuple[int, ...]
    first_die: int
    results: tuple[tuple[str, ...], ...]
    rows: tuple[str, ...]

    def column(self, value: int) -> int:
        """Index of the last column that `value` reaches; -1 below the first."""
        return max((index for index, least in enumerate(self.values) if value >= least), default=-1)


def value_table(table: ResultsTable) -> ValueTable:
    """`table` made ready.

    Raises TableLookupError for a roll without a row, ValueError for a column without a number.
    """
    values = tuple(int(re.split(r"[-–+]", column)[0]) for column in table.columns)
    if any(right <= left for left, right in pairwise(values)):
        raise ValueError(f"{table.title}: columns don't ascend")
    dice = range(table.dice.count, table.dice.count * table.dice.sides + 1)
    results = tuple(tuple(table.result(name, die) for die in dice) for name in table.columns)
    return ValueTable(table, values, dice[0], results, tuple(table.row_for(die).die for die in dice))


def odds_table(table: ResultsTable) -> OddsTable:
    """`table` made ready. Raises TableLookupError when a roll of its dice has no row."""
    ratios = []
    for name in table.columns:
        attackers, defenders = (int(part) for part in re.split(r"[:-]", name))
        ratios.append((attackers, defenders))
    first, last = table.dice.count, table.dice.count * table.dice.sides
    dice = range(first, last + 1)
    results = tuple(tuple(table.result(name, die) for die in dice) for name in table.columns)
    return OddsTable(table, tuple(ratios), first, results, tuple(table.row_for(die).die for die in dice))


MOST_ROLLS = 10_000
"""Modified rolls for which a table is made ready."""


@dataclass(frozen=True, slots=True)
class EventRows:
    """An events table made ready: the row for each modified roll that can come up."""

    table: EventsTable
    first: int
    rows: tuple[EventRow, ...]

    def row(self, roll: int) -> EventRow:
        """The row for the modified `roll`."""
        return self.rows[roll - self.first]


def event_rows(table: EventsTable) -> EventRows:
    """`table` made ready for every roll and any set of its modifiers. Raises TableLookupError for a hole."""
    first = table.dice.count + sum(min(m.add, 0) for m in table.modifiers)
    last = table.dice.count * table.dice.sides + sum(max(m.add, 0) for m in table.modifiers)
    if last - first > MOST_ROLLS:
        raise TableLookupError(f"{table.title}: rolls from {first} to {last} are more than {MOST_ROLLS}")
    return EventRows(table, first, tuple(table.row_for(roll) for roll in range(first, last + 1)))


def modifiers_by_space(table: EventsTable | ResultsTable, spaces: tuple[str, ...]) -> tuple[int, ...]:
    """For each space the sum of the table's die-roll modifiers (DRM) there."""
    return tuple(sum(m.add for m in table.modifiers if not m.spaces or space in m.spaces) for space in spaces)


@dataclass(frozen=True, slots=True)
class Odds:
    """Where two strengths lead.

    difference  attacker less defender
    label       ratio column of the shift, "" without a table of shifts
    shift       columns to the right (+) or left (-)
    column      index of the column that is used
    value       what stands over it, as a number
    """

    difference: int
    label: str
    shift: int
    column: int
    value: int


@dataclass(frozen=True, slots=True)
class DifferenceTable:
    """A results table entered with a difference of strengths, moved by their ratio.

    columns  the difference over each column
    results  results[column][roll - first] -> code; rolls beyond either end are in the last row
    rows     rows[roll - first] -> the printed die range
    """

    table: ResultsTable
    shifts: ShiftsTable | None
    columns: tuple[int, ...]
    first: int
    results: tuple[tuple[str, ...], ...]
    rows: tuple[str, ...]
    _odds: dict[tuple[int, int], Odds] = field(default_factory=dict, repr=False, compare=False)

    def odds(self, attacker: int, defender: int) -> Odds:
        """The column for two strengths, clamped to the table's ends after the shift."""
        odds = self._odds.get((attacker, defender))
        if odds is None:
            label = self.shifts.column_for(attacker, defender) if self.shifts else ""
            shift = self.shifts.shifts[self.shifts.columns.index(label)] if self.shifts else 0
            difference = attacker - defender
            value = min(max(difference + shift, self.columns[0]), self.columns[-1])
            odds = Odds(difference, label, shift, self.columns.index(value), value)
            self._odds[attacker, defender] = odds
        return odds

    def row_index(self, roll: int) -> int:
        """Index into `rows` and the columns of `results` for the modified `roll`."""
        return min(max(roll - self.first, 0), len(self.rows) - 1)


def _whole_number(table: ResultsTable, column: str) -> int:
    try:
        return int(column)
    except ValueError:
        raise ValueError(f"{table.title}: the column {column!r} is not a whole number") from None


def difference_table(table: ResultsTable, shifts: ShiftsTable | None) -> DifferenceTable:
    """`table` made ready for every roll that its dice and modifiers can come to.

    Raises TableLookupError for a roll without a row, ValueError where the columns aren't whole numbers in steps of one.
    """
    columns = tuple(_whole_number(table, column) for column in table.columns)
    if any(right - left != 1 for left, right in pairwise(columns)):
        raise ValueError(f"{table.title}: columns are not one apart")
    spans = [die_span(row.die) for row in table.rows]
    ends = [end for span in spans for end in span if end is not None]
    rolls = range(min(ends), max(ends) + 1)
    results = tuple(tuple(table.result(name, roll) for roll in rolls) for name in table.columns)
    return DifferenceTable(table, shifts, columns, rolls[0], results, tuple(table.row_for(roll).die for roll in rolls))


LoggedCell = tuple[tuple[str, str | int], ...]
"""What the log holds about a table that was read: table, column, row and code."""


def logged_cells(ready: OddsTable | DifferenceTable | ValueTable) -> list[list[LoggedCell]]:
    """What the log holds for each cell, by column and row."""
    return [
        [
            (("table", ready.table.id), ("column", column), ("row", row), ("code", code))
            for row, code in zip(ready.rows, ready.results[index], strict=True)
        ]
        for index, column in enumerate(ready.table.columns)
    ]
