"""The exact distribution of a roll, and the net modifiers that can apply to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pnp.checks.tables.rolls import RolledTable, modifier_span, track_values
from pnp.model.game import Game
from pnp.model.tables import Dice, DieModifier

Odds = Mapping[int, Fraction]
"""Roll -> its probability; they add up to 1."""

MOST_NETS = 41
"""Most net modifiers that are computed for a table; of more, those nearest to 0."""


def roll_odds(dice: Dice) -> dict[int, Fraction]:
    """The distribution of the sum of `dice`: roll -> probability, ascending."""
    ways = {0: 1}
    for _ in range(dice.count):
        following: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, dice.sides + 1):
                following[total + face] = following.get(total + face, 0) + count
        ways = following
    everything = dice.sides**dice.count
    return {total: Fraction(ways[total], everything) for total in sorted(ways)}


def net_modifiers(table: RolledTable, game: Game) -> tuple[int, ...]:
    """Every sum of modifiers that can apply together, ascending, with 0; those of two sides or two spaces never do."""
    totals = {0}
    for case in _meeting(table):
        sums = {0}
        for modifier in case:
            sums = {total + amount for total in sums for amount in amounts(modifier, game)}
            if len(sums) > 10 * MOST_NETS:
                sums = set(sorted(sums, key=abs)[: 10 * MOST_NETS])
        totals |= sums
    return tuple(sorted(sorted(totals, key=lambda n: (abs(n), n))[:MOST_NETS]))


def amounts(modifier: DieModifier, game: Game) -> tuple[int, ...]:
    """The values that `modifier` can add to a roll, ascending; 0 is always one of them."""
    if modifier.track is not None:
        values = track_values(game, modifier.track)[:MOST_NETS]
        return tuple(sorted({0, *(modifier.add * value for value in values)}))
    low, high = modifier_span(modifier, game)
    step = abs(modifier.add) or 1
    return tuple(range(low, high + 1, step))


def _meeting(table: RolledTable) -> Iterator[list[DieModifier]]:
    """The modifiers that can apply together, for each side and each space that they name."""
    sides = sorted({m.side for m in table.modifiers if m.side}) or [None]
    for side in sides:
        ours = [m for m in table.modifiers if m.side in (None, side)]
        for space in [None, *sorted({space for m in ours for space in m.spaces})]:
            yield [m for m in ours if not m.spaces or space in m.spaces]
