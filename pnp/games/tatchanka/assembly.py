"""The procedures of both games, joined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.tatchanka.combat import TatchankaCombat
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.mobilization import Forming, Muster, TatchankaArrivals
from pnp.games.tatchanka.movement import TatchankaMovement
from pnp.games.tatchanka.retreat import TatchankaRetreat
from pnp.games.tatchanka.supply import Lines
from pnp.games.tatchanka.transport import Transport
from pnp.games.tatchanka.victory import TatchankaVictory
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.setting import sources_needed


class TatchankaAssembly(Assembly):
    """The standard procedures as this series changes them, and its own.

    Rule: 2.1, 2.2, 2.3
    """

    KIT = TatchankaKit
    MOVEMENT = TatchankaMovement
    COMBAT = TatchankaCombat
    RETREAT = TatchankaRetreat
    ARRIVALS = TatchankaArrivals
    WITHDRAWALS = Muster
    VICTORY = TatchankaVictory
    LINES: ClassVar[type[Lines]] = Lines
    FORMING: ClassVar[type[Forming]] = Forming
    kit: TatchankaKit
    arrivals: TatchankaArrivals

    def __init__(self, *given: Any) -> None:
        with sources_needed(given[0]):
            super().__init__(*given)

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Supply along ways, and new units."""
        kit, movement = self.kit, self.movement
        assert isinstance(movement, TatchankaMovement)
        self.lines = self.arrivals.lines = self.LINES(kit)
        movement.transport = Transport(kit, self.lines.supplied)
        if isinstance(self.combat, TatchankaCombat):
            self.combat.movement = movement
        self.forming = self.FORMING(kit)
        return {"lines": self.lines, "forming": self.forming}

    def _phase_procedures(self) -> dict[str, PhaseProcedure]:
        procedures = super()._phase_procedures()
        self.arrivals = procedures["arrivals"]  # type: ignore[assignment]
        return procedures
