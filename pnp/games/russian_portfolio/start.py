"""What happens as a turn begins, and set-ups of the players' own."""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.board import AXIS, GOOD, MUD, RUSSIAN
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.model.info import Phase
from pnp.referee.dice import bits, roll
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.masks import mask_of
from pnp.referee.records import event


def begin_turn(kit: PortfolioKit, state: Any) -> None:
    """Face all units forward, and find out the weather.

    Rule: V.1, V.9, VI.A, VII.C, XIII.H, XVI.C.1.c
    """
    state.spent = state.moved = state.broke = state.arrived = state.shifted = state.fronts = 0
    state.paid = 0
    weather = kit.board.weather[state.turn]
    if state.by_die and state.turn == kit.board.first:
        weather = MUD if roll(state, 6, "weather", "XVI.C.1.c") % 2 else GOOD
    if weather != state.weather:
        state.weather = weather
        event(state, "weather", "VI.A", 0, -1, (("code", kit.weathers[weather]),))


class Redeployment:
    """A set-up of a side's own: each unit of the historical one may be put elsewhere, once.

    The frame of the phase holds the units that have been `placed`.
    Rule: XVI.C.1.a, XVI.C.2
    """

    def __init__(self, kit: PortfolioKit) -> None:
        self.kit, self.board = kit, kit.board
        self.unit = kit.unit_and_space(
            "redeployment", "XVI.C", self.units,
            (Reason("XVI.C", "not-yours", lambda s: kit.board.own[s.side]),
             Reason("XVI.C", "not-to-set-up", self.units)),
            self.spaces, self._put, may_end=self._done,
        )  # fmt: skip

    def begin(self, state: Any, phase: Phase) -> None:
        """In the first turn, with the options; else all stand where the scenario has them.

        Rule: Set-Up, XVI.B.5, XVI.C.1.b
        """
        if state.turn == self.board.first:
            self.kit.rouse(state)
        freely = self.kit.options["russian-redeployment"]
        axis = state.side == AXIS and (freely or self.kit.options["axis-redeployment"])
        if state.turn == self.board.first and (axis or (freely and state.side == RUSSIAN)):
            state.frames[-1]["placed"] = 0
            state.agenda.append("redeployment:next")

    def _garrisons(self, state: PortfolioState) -> int:
        """Armies in Russian major cities."""
        return state.units_on(self.board.own[RUSSIAN] & self.board.armies, self.board.major)

    def _short(self, state: PortfolioState) -> bool:
        """Whether too few major cities have an army.

        Rule: XVI.C.2
        """
        cities = state.spaces_of(self._garrisons(state)).bit_count()
        return state.side == RUSSIAN and cities < self.kit.numbers["redeployed-cities"]

    def _stacked(self, state: PortfolioState) -> int:
        """Units that stand together where each must stand alone.

        Rule: XVI.C.2
        """
        units, own = 0, self.board.own[RUSSIAN]
        for place, inside in state.units_in.items():
            both = inside & own
            units |= both if place < self.board.count and both & both - 1 else 0
        return units if state.side == RUSSIAN else 0

    def _done(self, state: Any) -> bool:
        return not self._short(state) and not self._stacked(state)

    def units(self, state: Any) -> int:
        """Units that can be put elsewhere: first those that must."""
        left = self.board.own[state.side] & state.present & ~state.frames[0].get("placed", 0)
        if state.side == RUSSIAN:
            if self._short(state):
                left &= self.board.armies & ~self._garrisons(state)
            elif stacked := self._stacked(state) & left:
                left = stacked
            else:
                left &= ~self._garrisons(state)
        return mask_of(unit for unit in bits(left) if self.spaces(state, unit))

    def spaces(self, state: PortfolioState, unit: int) -> Plane:
        """Where a unit can be set up.

        Rule: XVI.C.1.a, XVI.C.2, XIV.A.2
        """
        board, here = self.board, 1 << state.at[unit]
        closed = board.water | board.lakes
        if state.side == RUSSIAN:
            free = board.home[RUSSIAN] & ~state.occupied[RUSSIAN] & ~closed
            return free & board.major if self._short(state) else free
        nation = next(name for name, units in board.nations.items() if units >> unit & 1)
        regions = board.regions
        greater = regions["germany"] | regions["hungary"]
        own = {"romanian": regions["romania"], "finnish": regions["finland"], "german": board.home[AXIS]}
        return own.get(nation, greater) & self.kit.room_for(state, unit) & ~here & ~closed

    def _put(self, state: Any, unit: int, space: int) -> None:
        state.frames[-1]["placed"] |= 1 << unit
        self.kit.place(state, 1 << unit, space, "deploy", "XVI.C.1.a" if state.side == AXIS else "XVI.C.2")
        self.kit.rouse(state)
