"""Which rolls a table must answer: the dice, with every modifier that can apply at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pnp.checks.base import Survey
from pnp.model.game import Game
from pnp.model.tables import DieModifier, EventsTable, ResultsTable, die_span

RolledTable = ResultsTable | EventsTable
"""A table that dice enter."""

FARTHEST = 1000
"""No die range names a roll so far from 0, so all rolls beyond are alike."""


def reachable_rolls(table: RolledTable, game: Game) -> range:
    """From the lowest roll with all minuses that can meet to the highest with all their pluses.

    Modifiers of two sides never meet, nor do those of two spaces.
    """
    spans = [(m, modifier_span(m, game)) for m in table.modifiers]
    sides = sorted({m.side for m in table.modifiers if m.side}) or [None]
    sums = [both for side in sides for both in _sums([(m, span) for m, span in spans if m.side in (None, side)])]
    low, high = min(least for least, _ in sums), max(most for _, most in sums)
    first, last = table.dice.count + low, table.dice.count * table.dice.sides + high
    return range(max(min(first, FARTHEST), -FARTHEST), max(min(last, FARTHEST), -FARTHEST) + 1)


def modifier_span(modifier: DieModifier, game: Game) -> tuple[int, int]:
    """The least and the most that a modifier adds; 0 where it need not apply."""
    amounts = [0, modifier.add * modifier.most]
    if modifier.track is not None:
        amounts = [0, *(modifier.add * value for value in track_values(game, modifier.track))]
    return min(amounts), max(amounts)


def track_values(game: Game, name: str) -> list[int]:
    """The values of the spaces of a track, in its order; empty for an unknown one."""
    for track in game.tracks:
        if track.id == name:
            return [number if space.value is None else space.value for number, space in enumerate(track.spaces, 1)]
    return []


def _sums(spans: list[tuple[DieModifier, tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """What modifiers add at least and at most, elsewhere and in each space that they name."""
    low = sum(span[0] for m, span in spans if not m.spaces)
    high = sum(span[1] for m, span in spans if not m.spaces)
    yield low, high
    here: dict[str, tuple[int, int]] = {}
    for modifier, (least, most) in spans:
        for space in modifier.spaces:
            before = here.get(space, (low, high))
            here[space] = before[0] + least, before[1] + most
    yield from here.values()


@cache
def bounds(die: str) -> tuple[int, int]:
    """First and last roll of a die range; an open end reaches beyond all rolls."""
    low, high = die_span(die)
    return -FARTHEST if low is None else low, FARTHEST if high is None else high


def uncovered(table: RolledTable, rolls: range) -> list[tuple[int, int]]:
    """The stretches of `rolls` for which `table` has no row."""
    gaps, following = [], rolls[0]
    for low, high in sorted(bounds(row.die) for row in table.rows):
        if low > high or high < following:
            continue
        if low > following and following <= rolls[-1]:
            gaps.append((following, min(low - 1, rolls[-1])))
        following = high + 1
    return [*gaps, (following, rolls[-1])] if following <= rolls[-1] else gaps


def rolled_tables(survey: Survey) -> Iterator[RolledTable]:
    """The tables that dice enter."""
    for table in survey.game.charts.tables:
        if isinstance(table, (ResultsTable, EventsTable)):
            yield table


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
