"""What an overrun is likely to bring: a forecast of its fight, in which those who clear the space always enter it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.referee.kit.advice.battles import Battles, Course, Forecast
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.procedures.odds import AttackOdds
from pnp.referee.kit.procedures.overrun import Overrun
from pnp.referee.kit.sentences import Parts
from pnp.referee.kit.state import KitState


class Overruns(Battles):
    """Forecasts of the overruns of a side."""

    def __init__(self, view: Standpoint, overrun: Overrun) -> None:
        super().__init__(view.assembly, view.worth, overrun.fight)
        self.view, self.overrun = view, overrun

    def begun(self, state: KitState, unit: int, space: int) -> Forecast:
        """The overrun of a space that a unit would begin, with all who could join it."""
        units, via = self.overrun.strongest(state, unit, space)
        return self.fought(state, units, space, via)

    def fought(self, state: KitState, units: int, space: int, via: int) -> Forecast:
        """The overrun of a space by units that fight from `via`."""
        scene = self.view.scene(state)
        self.kit.put(scene, units, via)
        forecast = self.forecast(scene, units, 1 << space)
        return forecast if self.overrun.fight.thrown else replace(forecast, column=None)

    def _codes(self, odds: AttackOdds, *, kind: int) -> list[tuple[str, float]]:
        return super()._codes(odds, kind=kind) if self.overrun.fight.thrown else [("", 1.0)]

    def _courses(
        self, state: KitState, parts: Parts, attackers: int, defenders: int
    ) -> Iterator[tuple[Course, float]]:
        for course, chance in super()._courses(state, parts, attackers, defenders):
            course.enters = not course.defenders and bool(course.attackers)
            yield course, chance
