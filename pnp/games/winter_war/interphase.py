"""What happens between two turns: scenarios, special events, the end of the game.

Rule: Sequence C
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.state import WinterState

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def open_interphase(rules: WinterWar, state: WinterState) -> None:
    """Rule: Sequence C"""
    rules.next_turn(state)
