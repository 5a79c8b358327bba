"""Dispersal to the turn track, and the way back onto the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Board
from pnp.games.march_of_justice.state import MarchState, army, held_by, put
from pnp.referee.dice import bits, pick_space
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice


def disperse(board: Board, state: MarchState, unit: int, rule: str) -> None:
    """`unit` goes to the next space of the turn track; on the last turn it is gone.

    Rule: 3.11
    """
    bit, before = 1 << unit, state.at[unit]
    origin = (("from", board.places[before]),) if before < board.count else ()
    if state.turn >= board.turns:
        put(board, state, bit, board.removed)
        event(state, "gone", "3.11", bit, board.removed, origin)
    else:
        place = board.turn_places[state.turn + 1]
        put(board, state, bit, place)
        event(state, "disperse", rule, bit, place, origin)
    state.fighters &= ~bit


def due(board: Board, state: MarchState, side: int) -> int:
    """Dispersed units of `side` that come back this turn.

    Rule: 3.11
    """
    units = 0
    for place in board.turn_places[1 : state.turn + 1]:
        units |= state.units_in[place]
    return units & army(board, state, side)


def return_spaces(board: Board, state: MarchState, side: int, unit: int) -> int:
    """Where a dispersed unit can be placed: in or next to its home, one with a home of its own only there.

    Rule: 3.11
    """
    allowed = board.returns[RUSSIA][unit] if side == RUSSIA else board.returns[WAGNER][unit]
    return allowed & ~held_by(state, 1 - side)


def place_returning(rules: MarchOfJustice, state: MarchState, side: int) -> bool:
    """Bring back waiting units one by one; False when a player must choose a place for the selected one.

    Rule: 3.11
    """
    board = rules.board
    for unit in bits(state.waiting):
        spaces = return_spaces(board, state, side, unit)
        if spaces & (spaces - 1):
            if rules.decides[side]:
                state.selected = unit
                return False
            home = 1 << board.homes[side][unit]
            spaces = spaces & home or 1 << pick_space(state, spaces, "return", "3.11")
        if spaces:
            come_back(board, state, unit, spaces.bit_length() - 1)
        else:
            wait(board, state, unit)
    return True


def come_back(board: Board, state: MarchState, unit: int, space: int) -> None:
    """A dispersed unit stands on the map again.

    Rule: 3.11
    """
    bit = 1 << unit
    event(state, "return", "3.11", bit, space, (("from", board.places[state.at[unit]]),))
    put(board, state, bit, space)
    state.waiting &= ~bit
    state.selected = -1


def wait(board: Board, state: MarchState, unit: int) -> None:
    """No place is free: another turn on the track; on the last turn it is gone.

    Rule: 3.11
    """
    bit = 1 << unit
    if state.turn >= board.turns:
        put(board, state, bit, board.removed)
        event(state, "gone", "3.11", bit, board.removed)
    else:
        place = board.turn_places[state.turn + 1]
        put(board, state, bit, place)
        event(state, "wait", "3.11", bit, place)
    state.waiting &= ~bit
