"""Who is isolated now, and whose zones of control count.

Rule: Supply
"""

from __future__ import annotations

from pnp.games.winter_war.board import Board
from pnp.games.winter_war.state import WinterState


def isolated_now(board: Board, state: WinterState) -> int:
    """The units of both sides that are isolated at this instant.

    Rule: Supply E
    """
    settle(board, state)
    return state.isolated


def settle(board: Board, state: WinterState) -> None:
    """Bring `state.isolated` and `state.zoc` up to date after units have moved or left the map.

    Rule: Supply, Zones of Control H
    """
