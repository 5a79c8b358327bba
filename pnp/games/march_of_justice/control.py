"""Who holds what: occupation, and the line of communications along the main road."""

from __future__ import annotations

from pnp.games.march_of_justice.board import Board
from pnp.games.march_of_justice.state import MarchState, held_by


def occupies(state: MarchState, side: int, space: int) -> bool:
    """Whether units of `side` stand in `space`.

    Rule: 3.3
    """
    return bool(held_by(state, side) >> space & 1)


def has_communications(board: Board, state: MarchState, side: int) -> bool:
    """Whether `side` stands in the enemy's home and no enemy unit on the main road.

    Rule: 3.4
    """
    return occupies(state, side, board.base[1 - side]) and not board.road & held_by(state, 1 - side)
