"""Units that leave the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.state import WinterState, put
from pnp.games.winter_war.supply import settle
from pnp.referee.dice import bits
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def eliminate(rules: WinterWar, state: WinterState, units: int, rule: str) -> None:
    """`units`, all of one side, are eliminated; an Allied unit is worth points.

    Rule: Combat Results Table, Victory Point Schedule
    """
    board = rules.board
    for place in sorted({state.at[unit] for unit in bits(units)}):
        event(state, "eliminate", rule, units & state.units_in[place], place)
    state.allies += (units & board.allied).bit_count()
    state.afloat &= ~units
    if len(state.frames) > 1:
        state.chosen &= ~units
    put(board, state, units, board.eliminated[board.side_of[units.bit_length() - 1]])
    settle(board, state)
