"""How to talk: which action is likely to bring most."""

from __future__ import annotations

from typing import Any, ClassVar

from pnp.referee.dice import bits
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action, mask_of
from pnp.referee.violation import _W

RELEASED, THEIRS, STORE = 0.12, 0.5, 2
"""What a unit is worth that war releases; the part of it for one of the others; the units in a store."""

LEAVING = 5
"""Units that the Entente’s leaving is worth: most of its troops are bound to the coast."""

PERSUADED = _W("it may well succeed, and bring {units} units")
TOGETHER = _W("they stay with the others")
WAR = _W("it releases troops and stores")


class Talks(AdviceTerm):
    """Each action by its chance and by what it brings: the units of a faction, or those of the Entente that go."""

    name = "talks"
    instead = True
    decisions: ClassVar[frozenset[str]] = frozenset({"diplomacy", "start-port"})

    def value(self, state: Any, decision: str, choice: Action) -> float:
        """The chance times the units that change sides or leave; the Poles stay with the others."""
        side = self.view.kit.board.sides[state.side]
        if decision == "start-port":
            return float(state.at[state.frames[-1]["unit"]] == choice[1])
        if len(choice) == 1:
            return self._war(state) if choice[0] == self.view.assembly.diplomacy.war_verb else 0.0
        row = self.view.assembly.diplomacy.rows[choice[1]]
        return (7 - row.effect(side)) / 6 * (self._units(state, row.id) / 4 + self._cities(state, row.id))

    def _war(self, state: Any) -> float:
        """What war is worth: units that may go farther, and stores that may be broken up, less those of the others."""
        board, movement, forming = self.view.kit.board, self.view.assembly.movement, self.view.assembly.forming
        war = state.copy(records=False)
        war.war = 1
        stores = forming.locked(state) & state.present
        bound = mask_of(unit for unit in bits(state.present) if movement.area(state, unit) != movement.area(war, unit))

        def released(units: int) -> int:
            return (bound & units).bit_count() + STORE * (stores & units).bit_count()

        own = state.armies[state.side]
        return RELEASED * (released(own) - THEIRS * released(board.all_units & ~own))

    def _units(self, state: Any, name: str) -> int:
        board = self.view.kit.board
        if name in board.sides:
            return (board.own[board.sides.index(name)] & state.present & board.combat).bit_count()
        return LEAVING

    def _cities(self, state: Any, name: str) -> int:
        """The points of the cities in which a faction stands."""
        board = self.view.kit.board
        if name not in board.sides:
            return 0
        held = state.occupied[board.sides.index(name)]
        return sum(space.victory_points for space in self.view.kit.game.map.spaces
                   if held >> board.space_index[space.id] & 1)  # fmt: skip

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """Why, in a sentence."""
        if len(choice) == 1 or decision == "start-port":
            return (TOGETHER if decision == "start-port" else WAR), {}
        return PERSUADED, {"units": self._units(state, self.view.assembly.diplomacy.rows[choice[1]].id)}
