"""Who wins: the line of communications after a player turn, and the end of the last turn."""

from __future__ import annotations

from pnp.games.march_of_justice.board import WAGNER
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import MarchState
from pnp.model.info import Phase
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.records import event


class MarchVictory(Victory):
    """The declared victory; with two players nobody wins by the end of the last turn.

    Rule: 8.0, 10.0, 11.0
    """

    kit: MarchKit

    def _judge_end(self, state: MarchState) -> None:  # type: ignore[override]
        if self.kit.board.two_player:
            event(state, "no-victory", "11.0")
            state.ended = 1 + self._outcomes.index("draw")
        else:
            super()._judge_end(state)

    def win(self, state: MarchState, side: int) -> None:
        """Victory of a side by its line of communications."""
        outcome, rule = ("win", "10.0") if side == WAGNER else ("russian-win", "11.0")
        self.end_with(state, outcome, rule)


class Communications:
    """Whether the side that has played stands in the enemy's home and no enemy unit on the main road: it has won.

    Rule: 3.4, 6.3, 11.0
    """

    def __init__(self, kit: MarchKit, victory: MarchVictory) -> None:
        self.kit, self.victory = kit, victory
        kit.operation("communications", self._look)

    def begin(self, state: MarchState, phase: Phase) -> None:
        """Look at the main road."""
        self._look(state)

    def _look(self, state: MarchState) -> None:
        board, side = self.kit.board, state.side
        open_road = state.occupied[side] >> board.base[1 - side] & 1 and not board.road & state.occupied[1 - side]
        extra = (("by", board.sides[side]), ("code", "open" if open_road else "closed"))
        event(state, "communications", "6.3" if side == WAGNER else "11.0", 0, -1, extra)
        if open_road:
            self.victory.win(state, side)
        else:
            state.moved = state.attacked = 0
