"""The Combat Phase, from retreats before combat to the last attack.

Rule: Combat
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.state import WinterState

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def open_combat(rules: WinterWar, state: WinterState, side: int) -> None:
    """The Combat Phase of `side` begins. Its own lists of this phase are empty, `supply.settle` has been called.

    Rule: Sequence A3
    """
    rules.after_combat(state, side)
