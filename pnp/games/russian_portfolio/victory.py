"""Who wins: victory cities in supply, Warsaw and Bucharest, and time."""

from __future__ import annotations

from typing import Any, cast

from pnp.games.russian_portfolio.board import AXIS
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.referee.dice import bits
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.kit.state import KitState
from pnp.referee.masks import union
from pnp.referee.records import event


class PortfolioVictory(Victory):
    """The Axis player needs weight in cities that supply reaches over land; the Russian player comes first."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.scoring = [AXIS]

    def conquer(self, state: KitState, outcome: str, rule: str) -> None:
        """End the game with an outcome."""
        self.finish(state, self._outcomes.index(outcome), rule)

    def points(self, state: Any, side: int) -> int:
        """The weight of the victory cities into which an Axis line of supply leads over land.

        Rule: IV.1, X.C
        """
        kit, board = cast(PortfolioKit, self.kit), cast(PortfolioKit, self.kit).board
        if not board.victory_cities & state.held[AXIS]:
            return 0
        reached = union(kit.network(state, nation) for nation in board.western)
        return sum(board.weight[city] for city in bits(reached & board.victory_cities & state.held[AXIS]))

    def _end_turn(self, state: KitState) -> None:
        """Warsaw and Bucharest first, then the weight.

        Rule: V.8, IV.1, IV.2, IV.3, XVI.A, XVI.C.2
        """
        super()._end_turn(state)
        if state.ended:
            return
        kit = cast(PortfolioKit, self.kit)
        need = kit.numbers[
            "victory-weight-redeployed" if kit.options["russian-redeployment"] else "victory-weight"
        ]  # fmt: skip
        weight = self.points(state, AXIS)
        event(state, "score", "IV.1", 0, -1, (("turn", state.turn), ("by", kit.board.sides[AXIS]), ("value", weight)))
        if weight >= need:
            self.conquer(state, "axis-victory", "IV.1")
