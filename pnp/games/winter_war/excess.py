"""Which units go without supply where a city has to feed too many: the Soviet player's choice.

Unless he says otherwise the weakest go without. He is asked before Soviet units move, before they attack and before
they defend, if there is anything to choose.

Rule: Supply F2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import Board
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.supply import settle
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def eligible(board: Board, state: WinterState) -> int:
    """Units that can be told to go without, while one goes without that nobody has told so.

    Rule: Supply F2
    """
    settle(board, state)
    shares = state.shares
    return shares.fed & ~state.cut if shares is not None and shares.starved & ~state.cut else 0


def isolate(rules: WinterWar, state: WinterState, unit: int) -> None:
    """`unit` goes without, before others.

    Rule: Supply F2
    """
    event(state, "isolate", "Supply F2", 1 << unit, state.at[unit])
    state.cut |= 1 << unit
    state.stale = 1
    settle(rules.board, state)


def ask(rules: WinterWar, state: WinterState, step: int) -> bool:
    """Begin the choice in `step`; False when there is none.

    Rule: Supply F2
    """
    state.stale |= 1 if state.cut else 0
    state.cut = 0
    if not eligible(rules.board, state):
        return False
    state.stack[:] = [step]
    return True
