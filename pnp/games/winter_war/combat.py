"""The Combat Phase: what this game adds to the kit's combat on land, and attacks from the sea."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.games.winter_war.state import WinterState
from pnp.model.info import Phase
from pnp.referee.dice import bits, roll
from pnp.referee.kit.procedures.combat import AttackOdds, Combat, Front
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.state import KitState
from pnp.referee.obligation import Contact, unmet
from pnp.referee.records import event

REGISTERS: Mapping[str, int] = dict.fromkeys(("fought", "struck", "withdrawn", "followed", "vacated", "guests"), 0)
"""What a Combat Phase remembers until it is over."""


MOST_NAMED = 6
"""Units or hexes that a message names at most."""


def _listed(names: list[str]) -> tuple[str, ...]:
    """The first few of `names`."""
    return (*names[:MOST_NAMED], *(("…",) if len(names) > MOST_NAMED else ()))


class WinterRetreat(Retreat):
    """Retreats after combat."""

    def start(self, state: KitState, units: int, spaces: int) -> None:
        """Units at sea have nowhere to retreat from.

        Rule: Scenario A
        """
        super().start(state, units & ~cast(WinterState, state).afloat, spaces)


class WinterCombat(Combat):
    """Combat as this game tells it, on land and from the sea.

    Rule: Combat A3, Combat H, Combat J, Combat M, Combat R, Fortifications B, Fortifications C, Zones of Control A
    """

    kit: WinterKit

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.attacker = self.kit.own_decision(replace(self.attacker, always=True))
        self.target = self.kit.own_decision(replace(self.target, unended=self._owed))

    def _owed(self, state: KitState) -> tuple[Any, ...]:
        """The duty to attack refuses the end of the attacks, with the units and hexes that are left.

        Rule: Combat E
        """
        left, board = unmet(self.front(state).contact), self.kit.board
        assert left is not None
        unit, within = left.pairs[0]
        return "Combat E", "still-to-attack", {
            "unit": board.units[unit], "place": board.spaces[next(bits(within))], "count": len(left.pairs),
            "units": _listed([board.units[one] for one, _ in left.pairs]),
            "spaces": _listed([board.spaces[one] for one in bits(left.spaces)]),
        }  # fmt: skip

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

    def contacts_of(self, state: WinterState, side: int) -> Contact:
        """Who could attack which hexes, were it the Combat Phase of `side` now.

        Rule: Combat C, Combat F, Combat Q
        """
        if state.side != side or not state.frames or "fought" not in state.frames[0]:
            state = state.copy(records=False)
            state.side, state.frames = side, [dict(REGISTERS)]
        return self.contacts(state)

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

    def named_space(self, spaces: int) -> int:
        """The first one."""
        return next(bits(spaces))

    def throw(self, state: KitState) -> int:
        """Throw the die of the table.

        Rule: Combat 3
        """
        assert self.table is not None
        return roll(state, self.table.table.dice.sides, self.table.table.id, "Combat 3")

    def tell(self, state: KitState, odds: AttackOdds) -> None:
        """What the log says of an attack before the die is rolled.

        Rule: Combat G, Combat K, Combat N
        """
        assert self.table is not None
        frame = state.frames[-1]
        cast(WinterState, state).front = None
        by = (("by", self.kit.board.sides[frame["attacker"]]),)
        for number, space in enumerate(bits(frame["spaces"])):
            name, rule = ("attack-too", "Combat K") if number else ("attack", "Combat C")
            event(state, name, rule, 0 if number else frame["attackers"], space, by)
        if odds.defence:
            strengths = ":".join(f"{float(strength):g}" for strength in (odds.attack, odds.defence))
            extra = (("column", self.table.table.columns[odds.column]), ("odds", strengths))
            event(state, "odds", "Combat N", frame["defenders"], -1, extra)
