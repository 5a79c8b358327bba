"""Stacking: where another unit finds room, and where too many stand.

Rule: Stacking
"""

from __future__ import annotations

from pnp.games.winter_war.board import Board
from pnp.games.winter_war.state import WinterState, counting
from pnp.referee.hexes import Plane, indices
from pnp.referee.masks import mask_of


def overfull(board: Board, state: WinterState, side: int) -> Plane:
    """Hexes in which more units of `side` stand than may, counted afresh.

    Rule: Stacking
    """
    army, units_in = board.army[side], state.units_in
    return mask_of(h for h in indices(state.occupied[side]) if counting(board, units_in[h] & army, h) > board.limit[h])


def has_room(board: Board, state: WinterState, unit: int) -> Plane:
    """Hexes in which `unit` finds room beside the units of its side; its own hex only if there is room for a second.

    Rule: Stacking, Stacking C
    """
    return board.everywhere ^ taken(board, unit, state.packed[board.side_of[unit]])


def taken(board: Board, unit: int, packed: Plane) -> Plane:
    """Hexes in which there is no room for `unit` when those of `packed` are full; where Allied units come in they
    always find some.

    Rule: Stacking, Stacking C, Scenario A
    """
    if not packed or board.uncounted >> unit & 1:
        return 0
    return packed & ~board.havens if board.allied >> unit & 1 else packed


def crowded(board: Board, state: WinterState, side: int) -> int:
    """Units of `side` in hexes with too many; ski patrols don't count.

    Rule: Stacking A, Stacking C
    """
    units, crowds = 0, state.crowds[side]
    while crowds:
        space = crowds.bit_length() - 1
        crowds ^= 1 << space
        units |= state.units_in[space]
    return units & board.army[side] & ~board.uncounted


def places_left(board: Board, state: WinterState, side: int, plane: Plane) -> int:
    """How many more units find room in the hexes of `plane`.

    Rule: Stacking
    """
    army, units_in = board.army[side], state.units_in
    begun = plane & state.occupied[side] & ~state.packed[side]
    room = sum(board.limit[h] - counting(board, units_in[h] & army, h) for h in indices(begun))
    return room + _empty_room(board, state, side, plane)


def least_left(board: Board, state: WinterState, side: int, plane: Plane) -> int:
    """How many more units find room in the hexes of `plane` at least: one where somebody stands and room is left.

    Rule: Stacking
    """
    begun = plane & state.occupied[side] & ~state.packed[side]
    return begun.bit_count() + _empty_room(board, state, side, plane)


def _empty_room(board: Board, state: WinterState, side: int, plane: Plane) -> int:
    """How many units find room in the empty hexes of `plane`."""
    empty = plane ^ (plane & state.occupied[side])
    north, south = board.limits
    below = (empty & board.south).bit_count()
    return (empty.bit_count() - below) * north + below * south
