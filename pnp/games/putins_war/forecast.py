"""What a fight is likely to bring, by the results that are declared and by the Invasion Table."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pnp.games.putins_war.board import RUSSIA, UKRAINE
from pnp.games.putins_war.combat import WarCombat
from pnp.referee.dice import bits
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.sentences import BOTH, FIGHTERS

NEARER = 0.3
"""By how many areas each of its points makes an area nearer."""


class Forecast(NamedTuple):
    """What is likely to become of the Russian units in a fight.

    holds     chance that the Ukrainian units are gone and some Russian unit stays
    loses     chance that one unit is lost
    retreats  chance that those left retreat
    perishes  chance that all are lost
    """

    holds: float
    loses: float
    retreats: float
    perishes: float


class Forecaster:
    """Forecasts of all fights; each is made once. `fight` takes both strengths, `invasion` the Russian one.

    fronts  by area: how far the others lie, each point of which makes it `NEARER`, and which; nearest first
    """

    def __init__(self, combat: WarCombat) -> None:
        self.board, self.table, self.parts = combat.board, combat.odds_table, combat.parts
        strengths = [self.board.combat[unit] for unit in bits(self.board.ukrainian & ~self.board.late)]
        self.mean = sum(strengths) / max(len(strengths), 1)
        spaces, far, points = range(self.board.count), self.board.steps_between, self.board.points
        self.fronts = [sorted((far(space, goal) - NEARER * points[goal], goal) for goal in spaces) for space in spaces]
        self.fight, self.invasion = cache(self._fight), cache(self._invasion)

    def _fight(self, russian: int, ukrainian: int, attacker: int = RUSSIA) -> Forecast:
        """A fight of known strengths.

        Rule: 5.1, 5.2, 5.6
        """
        (own, foe), odds = (FIGHTERS, (russian, ukrainian))
        if attacker == UKRAINE:
            own, foe, odds = foe, own, (ukrainian, russian)
        column, fates = self.table.column(*odds), [0, 0, 0, 0]
        codes = self.table.results[column] if column >= 0 else [self.table.table.below_first or ""]
        for code in codes:
            does = {(part.verb, one) for part in self.parts[code] for one in FIGHTERS if part.subject in (one, BOTH)}
            fates[0] += bool(does & {("retreat", foe), ("eliminate", foe)})
            for fate, verb in enumerate(("lose", "retreat", "eliminate"), start=1):
                fates[fate] += (verb, own) in does
        return Forecast(*(fate / len(codes) for fate in fates))

    def _invasion(self, russian: int, add: int) -> Forecast:
        """An invasion with `add` to the roll; units that are drawn have the strength of all on average.

        Rule: 4.6, Invasion Table
        """
        faces, fates = range(1, self.board.invasion.table.dice.sides + 1), [0.0] * 4
        for die in faces:
            row = self.board.invasion.row(die + add)
            attacker = UKRAINE if row.effect("attacker-ukraine") else RUSSIA
            numbers = faces if row.effect("reroll") else [row.effect("draw")]
            for number in numbers:
                fight = self.fight(russian, round(number * (self.mean + row.effect("strength"))), attacker)
                for index, fate in enumerate(fight):
                    fates[index] += fate / (len(faces) * len(numbers))
        return Forecast(*fates)


def forecaster_of(assembly: Assembly) -> Forecaster:
    """What forecasts the fights of all games of an assembly."""
    if Forecaster not in assembly.notes:
        assert isinstance(assembly.combat, WarCombat)
        assembly.notes[Forecaster] = Forecaster(assembly.combat)
    return assembly.notes[Forecaster]  # type: ignore[no-any-return]
