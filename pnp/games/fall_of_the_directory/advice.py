"""How to talk: which action is likely to bring most."""

from __future__ import annotations

from typing import Any, ClassVar

from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action
from pnp.referee.violation import _W

WAR_FOR = {"bolshevik": 0.2, "directory": 2.5}
"""What war is worth to a side: it opens the stores of the Directory."""

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
            war = choice[0] == self.view.assembly.diplomacy.war_verb
            return WAR_FOR.get(side, 0.0) if war else 0.0
        row = self.view.assembly.diplomacy.rows[choice[1]]
        return (7 - row.effect(side)) / 6 * self._units(state, row.id) / 4

    def _units(self, state: Any, name: str) -> int:
        board = self.view.kit.board
        if name in board.sides:
            return (board.own[board.sides.index(name)] & state.present & board.combat).bit_count()
        return 5

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """Why, in a sentence."""
        if len(choice) == 1 or decision == "start-port":
            return (TOGETHER if decision == "start-port" else WAR), {}
        return PERSUADED, {"units": self._units(state, self.view.assembly.diplomacy.rows[choice[1]].id)}
