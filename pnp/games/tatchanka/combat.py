"""Combat: attacks by units of one faction, armor only with combat units, each along its own ways."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.games.tatchanka.board import TatchankaBoard
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.movement import TatchankaMovement
from pnp.games.tatchanka.state import TatchankaState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Reason
from pnp.referee.kit.procedures.combat import NO_CONTACT, Combat
from pnp.referee.kit.state import KitState
from pnp.referee.obligation import Contact


class TatchankaCombat(Combat):
    """Combat of this series; its movement knows the areas of operation.

    Rule: 5.0, 5.1, 5.1.1, 5.1.2, 5.1.3, 5.2.1, 5.2.2
    """

    kit: TatchankaKit
    movement: TatchankaMovement

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        board: TatchankaBoard = self.kit.board
        self.board, self._willing_ever = board, sum(1 << u for u, factor in enumerate(self.attack) if factor)
        self._near = [one | two | three for one, two, three in zip(
            board.links[0].near, board.rivers.near, board.rail.near, strict=True
        )]  # fmt: skip
        reasons = list(self.attacker.reasons)
        at = next(index for index, reason in enumerate(reasons) if reason.key == "not-beside")
        reasons[at + 1 :] = [
            Reason("5.0", "other-faction-attacks", self._of_one_faction),
            Reason("5.0", "armor-alone", self.joinable),
        ]
        self.attacker = self.kit.decision(replace(self.attacker, reasons=tuple(reasons)), self.source)

    def able(self, state: Any) -> int:
        """Units of the phasing side that can still attack.

        Rule: 4.3, 5.0
        """
        return (self.kit.units_of(state, state.side) & self._willing_ever & state.present
                & ~state.frames[0]["fought"] & ~state.formed)  # fmt: skip

    def standing(self, state: Any) -> Plane:
        """Hexes with enemies; they may be attacked again, but none stands in a half-hex of others.

        Rule: 1.6.7, 5.0
        """
        return self.kit.enemies_at(state, state.side) & ~self.board.edge

    def _unstruck(self, state: KitState) -> int:
        return -1

    def reach_of(self, state: TatchankaState, unit: int, enemies: Plane) -> Plane:
        """Those of some hexes that a unit can attack from where it stands.

        Rule: 1.6.8, 5.0
        """
        board, bit, here = self.board, 1 << unit, state.at[unit]
        if bit & board.trains:
            near = board.rail.near[here]
        elif bit & board.ships:
            near = board.water.near[here]
        elif bit & board.boats:
            near = board.rivers.near[here]
        else:
            near = board.links[0].near[here]
        near &= enemies
        return near & self.movement.area(state, unit) if near else 0

    def contacts(self, state: Any) -> Contact:
        """Who could attack which hexes."""
        enemies = self.standing(state)
        reach: dict[int, int] = {}
        near = self.kit.around(enemies) | self.board.rivers.spread(enemies & (self.board.coast | self.board.sea))
        units = self.able(state) & state.units_within(near & self.kit.side_at(state, state.side))
        for unit in bits(units):
            if within := self.reach_of(state, unit, enemies):
                reach[unit] = within
        return Contact(reach) if reach else NO_CONTACT

    def contact(self, state: KitState) -> Plane:
        """Hexes with enemies beside units that can attack."""
        return self.contacts(state).spaces

    def beside(self, state: Any, spaces: Plane) -> int:
        """Units that could attack all of `spaces`."""
        if not spaces or spaces & spaces - 1:
            return self.contacts(state).able(spaces)
        near = self._near[spaces.bit_length() - 1] & self.kit.side_at(state, state.side)
        enemies, units = spaces & self.standing(state), 0
        for unit in bits(self.able(state) & state.units_within(near) if enemies else 0):
            if self.reach_of(state, unit, enemies):
                units |= 1 << unit
        return units

    def in_contact(self, state: KitState) -> bool:
        """Whether anything could be attacked at all."""
        return True

    # One faction attacks, with a combat unit ----------------------------------------------------------------

    def by_faction(self, units: int) -> list[int]:
        """Units by faction, of those that have a combat unit among them."""
        combat = self.board.combat
        return [own for army in self.board.own if (own := units & army) and own & combat]

    def targets(self, state: KitState) -> Plane:
        """Hexes that the units of some faction can attack together at odds that the table has."""
        spaces = 0
        for space, units in self.contacts(state).against.items():
            if any(self._suffices(state, own, space) for own in self.by_faction(units)):
                spaces |= 1 << space
        return spaces

    def _suffices(self, state: Any, units: int, space: int) -> bool:
        """Whether units of a faction are enough; kept in the state while attackers and defenders are the same."""
        key = units, space, state.units_in[space]
        enough = state.sufficing.get(key)
        if enough is None:
            enough = state.sufficing[key] = self.enough(state, units, 1 << space)
        return bool(enough)

    def _of_one_faction(self, state: KitState) -> int:
        """Units of the faction that attacks; at first of those that are strong enough for it."""
        frame = state.frames[-1]
        if frame["attackers"]:
            return self.board.own[self.board.side_of[frame["attackers"].bit_length() - 1]]
        return self._strong_enough(state, self.beside(state, frame["spaces"]))

    def _strong_enough(self, state: KitState, beside: int) -> int:
        """Those of the units beside the attacked hex whose faction can attack it."""
        units, space = 0, state.frames[-1]["spaces"].bit_length() - 1
        for own in self.by_faction(beside):
            if self._suffices(state, own, space):
                units |= own
        return units

    def joinable(self, state: KitState) -> int:
        """Units that can join the attack: a combat unit comes first."""
        frame = state.frames[-1]
        units, attackers = self.beside(state, frame["spaces"]), frame["attackers"]
        if attackers:
            return units & ~attackers & self._of_one_faction(state)
        return self._strong_enough(state, units) & self.board.combat

    def faults(self, state: Any) -> list[str]:
        """What is kept of attacks and isn't so."""
        if self.kit.runs(state, "combat"):
            for (units, space, inside), enough in state.sufficing.items():
                if inside == state.units_in[space] and enough != self.enough(state, units, 1 << space):
                    return ["what is kept of who can attack is out of date"]
        return super().faults(state)

    def begin(self, state: KitState, phase: Any) -> None:
        """Open the phase: nobody has fought, unless a position has told so."""
        state.frames[-1] |= {"fought": state.frames[-1].get("fought", 0), "struck": 0}
        state.sufficing = {}  # type: ignore[attr-defined]
        state.agenda.append("combat:next")
