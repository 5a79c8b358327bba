"""Board, state and kit of Makhno's Return: who leads whom, and the objectives of the Bolsheviks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.tatchanka.board import EDGE, TatchankaBoard
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.referee.kit.state import KitState
from pnp.referee.masks import union

BOLSHEVIK = "bolshevik"
GREY = "grey-edge"
"""The set of half-hexes through which units come that nobody enters."""


class ReturnState(TatchankaState):
    """The state of the series, and what binds the Bolsheviks.

    taken     objectives that the Bolsheviks have occupied at some time
    attacked  objectives that they have attacked in this turn
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*TatchankaState.NUMBERS, "attacked", "taken")

    __slots__ = ("attacked", "taken")

    attacked: int
    taken: int


class ReturnBoard(TatchankaBoard):
    """The board of the series; grey half-hexes are nobody's ground.

    grey        these half-hexes
    objectives  cities that give points
    Rule: 9.3.1, 9.8
    """

    def _ground(self) -> None:
        super()._ground()
        assert self.ground is not None
        self.grey = self.ground.sets[GREY]
        volunteer = self.sides.index("volunteer")
        self.bars[volunteer] = union(
            self.ground.sets[hexes.id] for hexes in self.ground.hexes.sets
            if hexes.kind == EDGE and hexes.side == "volunteer" and hexes.id != GREY
        )  # fmt: skip
        self.shared |= self.grey & union(bars for side, bars in enumerate(self.bars) if side != volunteer)
        self.objectives = self.cities


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
