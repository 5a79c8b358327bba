"""The Combat Phase: what this game adds to the kit's combat on land, and attacks from the sea."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.state import WinterState
from pnp.model.info import Phase
from pnp.referee.kit.procedures.combat import Combat, Front
from pnp.referee.kit.procedures.odds import AttackOdds
from pnp.referee.kit.state import KitState

REGISTERS: Mapping[str, int] = dict.fromkeys(("fought", "struck", "withdrawn", "followed", "vacated", "guests"), 0)
"""What a Combat Phase remembers until it is over."""


class WinterCombat(Combat):
    """Combat as this game tells it, on land and from the sea.

    Rule: Combat A3, Combat H, Combat J, Combat M, Combat R, Fortifications B, Fortifications C, Zones of Control A
    """

    kit: WinterKit

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.attacker = self.kit.own_decision(replace(self.attacker, always=True))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase: the Soviet player says who goes without supply; retreats before combat, advances, attacks.
        What a position has told to be done already is passed over.

        Rule: Sequence A3, Sequence A3a, Sequence A3b, Sequence A3c, Combat 1, Combat 2, Combat D, Combat E, Movement E
        """
        assert self.before is not None
        state.frames[0] = frame = {**REGISTERS, **state.frames[0]}
        cast(WinterState, state).front = None
        if state.side == SOVIET:
            state.agenda.append("murmansk")
        state.agenda.append("combat:next")
        if not frame["fought"] | frame["struck"]:
            segments = self.before.agenda(state.side)
            state.agenda += segments[:1] if frame["followed"] else segments
        state.agenda.append("excess")

    def fight_from_sea(self, state: WinterState, spaces: int) -> None:
        """The units afloat attack.

        Rule: Scenario A
        """
        state.frames[0] |= REGISTERS
        state.agenda += ["landing:ashore", "combat:resolve"]
        self.open_battle(state, spaces, FINNISH, state.afloat)

    def front(self, state: KitState) -> Front:
        """The front of the side on turn, kept until something changes.

        Rule: Combat C, Combat D, Combat E, Combat N
        """
        winter = cast(WinterState, state)
        if winter.front is None:
            winter.front = super().front(state)
        return cast(Front, winter.front)

    def all_across(self, state: KitState, near: tuple[int, ...], attackers: int, spaces: int) -> bool:
        """Whether all attack across water: from the sea they do.

        Rule: Combat S
        """
        return bool(cast(WinterState, state).afloat) or super().all_across(state, near, attackers, spaces)

    def tell(self, state: KitState, odds: AttackOdds) -> None:
        """What the log says of an attack before the die is rolled; from now on others can attack.

        Rule: Combat G, Combat K, Combat N
        """
        cast(WinterState, state).front = None
        super().tell(state, odds)
