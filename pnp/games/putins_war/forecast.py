"""What a Russian attack brings, as exact probabilities from the tables and the units left in the pool."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import NamedTuple

from pnp.games.putins_war.board import WarBoard
from pnp.games.putins_war.state import WarState
from pnp.referee.combat import OddsTable
from pnp.referee.dice import bits
from pnp.referee.kit.rules import DeclaredRules

Pool = tuple[tuple[int, int], ...]
"""(combat value, how many) of the units in the pool, ascending."""


class Forecast(NamedTuple):
    """Chances of an attack.

    hold       the area is taken without loss
    pyrrhic    it is held, but one unit is lost
    repelled   all retreat
    bled       one unit is lost, the others retreat
    destroyed  all are eliminated
    """

    hold: float
    pyrrhic: float
    repelled: float
    bled: float
    destroyed: float

    def taken(self, units: int) -> float:
        """Chance that the area is held by what is left of `units`."""
        return self.hold + (self.pyrrhic if units > 1 else 0.0)

    def losses(self, units: int, room: int) -> float:
        """Units lost on average, when `room` of them find a place to retreat to."""
        return (
            self.pyrrhic
            + self.repelled * max(0, units - room)
            + self.bled * (1 + max(0, units - 1 - room))
            + self.destroyed * units
        )


class Forecaster:
    """Forecasts of one set of rules; each is computed once and kept."""

    def __init__(self, board: WarBoard, table: OddsTable) -> None:
        self.board, self.table = board, table
        self.neighbours = tuple(tuple(bits(mask)) for mask in board.neighbours)
        self._fights: dict[tuple[int, int, bool], Forecast] = {}
        self._invasions: dict[tuple[int, int, Pool], Forecast] = {}
        self._sums: dict[tuple[Pool, int], dict[int, float]] = {}

    def pool(self, state: WarState) -> Pool:
        """The pool of `state` by combat values."""
        combat = self.board.combat
        return tuple(sorted(Counter(combat[u] for u in bits(state.units_in[self.board.pool])).items()))

    def fight(self, russian: int, ukrainian: int, homeland: bool = False) -> Forecast:
        """A fight of known strengths; `homeland` when Ukraine attacks.

        Rule: 5.1, 5.2, 5.6
        """
        key = (russian, ukrainian, homeland)
        known = self._fights.get(key)
        if known is None:
            known = self._fights[key] = self._fight(*key)
        return known

    def _fight(self, russian: int, ukrainian: int, homeland: bool) -> Forecast:
        odds = self.table
        column = odds.column(ukrainian, russian) if homeland else odds.column(russian, ukrainian)
        codes = Counter([odds.table.below_first] if column < 0 else odds.results[column])
        share = {code: count / codes.total() for code, count in codes.items()}
        retreat, exchange = share.get("AR", 0.0), share.get("X", 0.0)
        pushed, wiped = share.get("DR", 0.0), share.get("DE", 0.0)
        if homeland:
            return Forecast(retreat, exchange, pushed, 0.0, wiped)
        return Forecast(pushed + wiped, 0.0, retreat, exchange, 0.0)

    def invasion(self, russian: int, add: int, pool: Pool) -> Forecast:
        """An invasion with `russian` strength where the roll is modified by `add`.

        Rule: 4.6, Invasion Table
        """
        key = (russian, add, pool)
        known = self._invasions.get(key)
        if known is None:
            known = self._invasions[key] = self._invasion(*key)
        return known

    def _invasion(self, russian: int, add: int, pool: Pool) -> Forecast:
        sides = self.board.invasion.table.dice.sides
        total = [0.0] * 5
        for die in range(1, sides + 1):
            row = self.board.invasion.row(die + add)
            numbers = range(1, sides + 1) if row.effect("reroll") else (row.effect("draw"),)
            homeland = bool(row.effect("attacker-ukraine"))
            for number in numbers:
                for strength, chance in self.sums(pool, number).items():
                    weight = chance / (sides * len(numbers))
                    met = strength + row.effect("strength") * number
                    for index, part in enumerate(self.fight(russian, met, homeland)):
                        total[index] += weight * part
        return Forecast(*total)

    def sums(self, pool: Pool, number: int) -> dict[int, float]:
        """Chance of each total strength of `number` units out of `pool`; missing ones count as average."""
        key = (pool, number)
        known = self._sums.get(key)
        if known is None:
            known = self._sums[key] = _sums(pool, number, self._average())
        return known

    def _average(self) -> int:
        """The combat value of a Ukrainian unit of which nothing is known."""
        values = [self.board.combat[u] for u in bits(self.board.ukrainian & ~self.board.late)]
        return round(sum(values) / len(values)) if values else 1


def _sums(pool: Pool, number: int, average: int) -> dict[int, float]:
    """Drawing without putting back: the hypergeometric distribution of the total."""
    size = sum(count for _, count in pool)
    missing = max(0, number - size)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, count in pool:
        grown: dict[tuple[int, int], int] = {}
        for (drawn, total), times in ways.items():
            for more in range(min(count, number - missing - drawn) + 1):
                place = (drawn + more, total + more * value)
                grown[place] = grown.get(place, 0) + times * comb(count, more)
        ways = grown
    wanted = number - missing
    everything = comb(size, wanted)
    return {
        total + missing * average: times / everything
        for (drawn, total), times in sorted(ways.items())
        if drawn == wanted
    }


def forecaster_of(rules: DeclaredRules) -> Forecaster:
    """The forecaster of `rules`, made once."""
    if "forecaster" not in rules.notes:
        board, combat = rules.kit.board, rules.assembly.combat
        assert isinstance(board, WarBoard)
        assert combat is not None
        assert isinstance(combat.table, OddsTable)
        rules.notes["forecaster"] = Forecaster(board, combat.table)
    made: Forecaster = rules.notes["forecaster"]
    return made
