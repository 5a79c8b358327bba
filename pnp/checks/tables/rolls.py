"""Which rolls a table must answer: the dice, with every modifier that can apply at once."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.model.tables import EventsTable, ResultsTable

AnyTable = ResultsTable | EventsTable


def reachable_rolls(table: AnyTable) -> range:
    """From the lowest roll with all minuses of one space to the highest with all its pluses."""
    anywhere = [m.add for m in table.modifiers if not m.spaces]
    spaces = {space for m in table.modifiers for space in m.spaces}
    cases = [anywhere, *([*anywhere, *(m.add for m in table.modifiers if s in m.spaces)] for s in sorted(spaces))]
    low = min(sum(add for add in case if add < 0) for case in cases)
    high = max(sum(add for add in case if add > 0) for case in cases)
    return range(table.dice.count + low, table.dice.count * table.dice.sides + high + 1)


def results_tables(survey: Survey) -> Iterator[ResultsTable]:
    """The tables with a code in each cell."""
    for table in survey.game.charts.tables:
        if isinstance(table, ResultsTable):
            yield table


def events_tables(survey: Survey) -> Iterator[EventsTable]:
    """The tables with one event a row."""
    for table in survey.game.charts.tables:
        if isinstance(table, EventsTable):
            yield table
