"""The procedures of Winter War, joined."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.winter_war.arrivals import WinterArrivals
from pnp.games.winter_war.combat import WinterCombat
from pnp.games.winter_war.excess import Excess
from pnp.games.winter_war.interphase import Interphase
from pnp.games.winter_war.kit import Isolation, WinterKit, WinterZones
from pnp.games.winter_war.movement import WinterMovement
from pnp.games.winter_war.setup import WinterSetup
from pnp.games.winter_war.victory import WinterVictory
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.turn import PhaseProcedure


class WinterAssembly(Assembly):
    """The declared procedures with what this game changes, and the Interphase."""

    KIT = WinterKit
    ZONES, SUPPLY, SETUP, ARRIVALS = WinterZones, Isolation, WinterSetup, WinterArrivals
    MOVEMENT, COMBAT, VICTORY = WinterMovement, WinterCombat, WinterVictory
    CALLED = frozenset({"events"})

    kit: WinterKit
    setup: WinterSetup
    movement: WinterMovement
    combat: WinterCombat
    victory: WinterVictory

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """The Interphase, which also closes the Soviet player-turn, and the choice of who goes without supply."""
        if not (self.movement and self.combat and self.victory):
            return {}  # the mistake is reported
        Excess(self.kit)
        return {"interphase": Interphase(self.kit, self.stacking, self.combat, self.victory)}
