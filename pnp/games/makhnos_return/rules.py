"""Makhno's Return, ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.makhnos_return.bolsheviks import ReturnCombat, ReturnMovement
from pnp.games.makhnos_return.kit import BOLSHEVIK, ReturnKit, ReturnState
from pnp.games.makhnos_return.shipments import Shipments
from pnp.games.tatchanka.assembly import TatchankaAssembly
from pnp.games.tatchanka.rules import TatchankaPosition, TatchankaRules
from pnp.games.tatchanka.supply import LAST_PHASE, Lines
from pnp.referee.kit.position import Told
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.violation import _W


class ReturnLines(Lines):
    """Supply; with the last supply phase of a player-turn those are lost who have not left the grey half-hexes.

    Rule: 9.7, 9.8
    """

    def judge(self, state: Any, side: int) -> None:
        """Judge the supply of all units of a side."""
        super().judge(state, side)
        kit: Any = self.kit
        if side == kit.volunteer and kit.game.info.all_phases[state.phase].id == LAST_PHASE:
            kit.lose(state, state.units_within(kit.board.grey) & state.armies[side], "9.8")


class ReturnAssembly(TatchankaAssembly):
    """The procedures of the series as this game changes them.

    Rule: 9.1, 9.5
    """

    KIT = ReturnKit
    LINES = ReturnLines
    MOVEMENT = ReturnMovement
    COMBAT = ReturnCombat
    FORMING = Shipments
    forming: Shipments

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Those of the series; shipments need its lines."""
        procedures = super().own_procedures()
        self.forming.lines = self.lines
        return procedures


class ReturnPosition(TatchankaPosition):
    """Reads a position: objectives that the Bolsheviks have taken, and attacked in this turn, are flags."""

    TOLD = (
        *TatchankaPosition.TOLD, Told("taken", ("taken",), spaces=True), Told("struck", ("attacked",), spaces=True),
    )  # fmt: skip


class MakhnosReturn(TatchankaRules):
    """The rules of Makhno's Return."""

    STATE = ReturnState
    ASSEMBLY = ReturnAssembly
    READER = ReturnPosition
    REASONS: ClassVar[Mapping[str, str]] = {
        **TatchankaRules.REASONS,
        "has-to-attack": _W("A lost city has to be attacked."),
        "has-to-move": _W("An empty city can still be reached and has to be occupied."),
        "has-to-return": _W("A unit outside its sector can still come nearer to it, and has to."),
        "has-to-occupy": _W("{unit} has to occupy an empty city within its reach."),
        "has-to-stay": _W("{unit} is the last combat unit in its city and has to stay."),
        "no-base": _W("In {place} is no base that arms could reach, or it has had its units."),
    }
    kit: ReturnKit
    assembly: ReturnAssembly

    @property
    def playing(self) -> tuple[str, ...]:
        """The sides of the players, and the Bolsheviks, for whom one of them decides.

        Rule: 9.3
        """
        return (*self.deciding, BOLSHEVIK)
