"""Automatic victory, and the end of the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.control import has_communications
from pnp.games.march_of_justice.momentum import level
from pnp.games.march_of_justice.state import MarchState
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

WON, LOST, RUSSIA_WON, DRAWN = "win", "loss", "russian-win", "draw"
"""Outcomes of the game by id."""


def won(rules: MarchOfJustice, state: MarchState, side: int) -> bool:
    """Look for the line of communications after the turn of `side`; with one the game is won.

    Rule: 6.3, 10.0, 3.4, 11.0
    """
    board = rules.board
    open_road = has_communications(board, state, side)
    rule, victory = ("6.3", "10.0") if side == WAGNER else ("11.0", "11.0")
    event(
        state, "communications", rule, 0, -1, (("by", board.sides[side]), ("code", "open" if open_road else "closed"))
    )
    if open_road:
        event(state, "victory", victory, 0, -1, (("by", board.sides[side]), ("value", level(board, state))))
        finish(rules, state, WON if side == WAGNER else RUSSIA_WON)
    return open_road


def last_turn(rules: MarchOfJustice, state: MarchState) -> bool:
    """End the game when the last turn is over.

    Rule: 8.0, 10.0, 11.0
    """
    if state.turn < rules.board.turns:
        return False
    if rules.board.two_player:
        event(state, "no-victory", "11.0")
        finish(rules, state, DRAWN)
    else:
        event(
            state, "victory", "10.0", 0, -1, (("by", rules.board.sides[RUSSIA]), ("value", level(rules.board, state)))
        )
        finish(rules, state, LOST)
    return True


def finish(rules: MarchOfJustice, state: MarchState, outcome: str) -> None:
    """Close the game with `outcome`."""
    state.ended = 1 + [known.id for known in rules.game.info.outcomes].index(outcome)
    state.stack.clear()
