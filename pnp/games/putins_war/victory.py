"""Points, and victory as soon as they suffice."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pnp.games.putins_war.board import RUSSIA
from pnp.games.putins_war.state import WarKit, WarState
from pnp.model.info import Phase
from pnp.model.procedures import VictorySource
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.records import event


class WarVictory(Victory):
    """Only what Russia controls counts."""

    kit: WarKit

    def __init__(self, kit: WarKit, source: VictorySource) -> None:
        super().__init__(kit, source)
        self.scoring = [RUSSIA]
        self._worth = lru_cache(2_000)(kit.board.worth.of)
        self._won = [outcome.winner for outcome in kit.game.info.outcomes].index(kit.board.russia)

    def points(self, state: Any, side: int) -> int:
        """Victory points of the areas that Russia controls now.

        Rule: 3.3
        """
        return self._worth(state.held[RUSSIA])

    def won(self, state: WarState) -> bool:
        """End the game at once when Russia has the points it needs.

        Rule: 3.1
        """
        if self._worth(state.held[RUSSIA]) < self.kit.board.goal:
            return False
        self.finish(state, self._won, "3.1")
        return True

    def begin(self, state: WarState, phase: Phase) -> None:
        """Count points at the end of a turn; they may suffice.

        Rule: 3.3
        """
        board, score = self.kit.board, self.points(state, RUSSIA)
        event(state, "score", "3.3", 0, -1, (("turn", state.turn), ("by", board.russia), ("value", score)))
        self.won(state)
