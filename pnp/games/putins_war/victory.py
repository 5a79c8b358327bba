"""Points, victory and defeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war.control import controlled
from pnp.games.putins_war.state import WarState
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def points(rules: PutinsWar, state: WarState) -> int:
    """Victory points of the areas that Russia controls now.

    Rule: 3.3
    """
    return rules.board.worth.of(controlled(rules.board, state))


def won(rules: PutinsWar, state: WarState) -> bool:
    """End the game at once when Russia has the points it needs.

    Rule: 3.1
    """
    score = points(rules, state)
    if score < rules.board.goal:
        return False
    side = rules.board.russia
    event(state, "victory", "3.1", 0, -1, (("by", side), ("value", score)))
    finish(rules, state, side)
    return True


def lost(rules: PutinsWar, state: WarState) -> bool:
    """End the game when the last turn is over.

    Rule: 3.2
    """
    if state.turn < rules.board.turns:
        return False
    side = rules.board.ukraine
    event(state, "victory", "3.2", 0, -1, (("by", side), ("value", points(rules, state))))
    finish(rules, state, side)
    return True


def finish(rules: PutinsWar, state: WarState, winner: str) -> None:
    """Close the game with the outcome that `winner` wins."""
    outcomes = [outcome.winner for outcome in rules.game.info.outcomes]
    state.ended = 1 + outcomes.index(winner)
    state.stack.clear()
