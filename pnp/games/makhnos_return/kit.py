"""The kit of Makhno's Return: who leads whom, and the objectives of the Bolsheviks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.makhnos_return.board import ReturnBoard
from pnp.games.makhnos_return.state import ReturnState
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.referee.kit.state import KitState

BOLSHEVIK = "bolshevik"


class ReturnKit(TatchankaKit):
    """The kit of the series. The Makhnovists lead three factions, and their player decides for the Bolsheviks.

    Rule: 9.1, 9.3
    """

    BOARD = ReturnBoard
    ALLIES: ClassVar[Mapping[str, str]] = {
        "directory": "makhnovist", "republican": "makhnovist", "insurgent-soviet": "makhnovist",
    }  # fmt: skip
    COMMANDERS: ClassVar[Mapping[str, str]] = {BOLSHEVIK: "makhnovist"}
    board: ReturnBoard

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.bolshevik = self.board.sides.index(BOLSHEVIK)
        self.volunteer = self.board.sides.index("volunteer")
        self.sets |= {"taken": self.board.objectives, "attacked": self.board.objectives}
        self.each_turn.append(_forget_attacks)

    def put(self, state: KitState, units: int, place: int) -> None:
        """Move units; Bolshevik combat units take the objectives into which they come.

        Rule: 9.3.2
        """
        super().put(state, units, place)
        board = self.board
        if board.objectives >> place & 1 and units & board.own[self.bolshevik] & board.combat:
            assert isinstance(state, ReturnState)
            state.taken |= 1 << place

    def refresh(self, state: KitState) -> None:
        """Make everything that follows from the fields anew; what has been taken is kept."""
        assert isinstance(state, ReturnState)
        kept = state.taken
        super().refresh(state)
        state.taken = kept


def _forget_attacks(state: Any) -> None:
    """In each turn the Bolsheviks have to attack anew.

    Rule: 9.3.2
    """
    state.attacked = 0
