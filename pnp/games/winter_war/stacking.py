"""Where another unit finds room.

Rule: Stacking
"""

from __future__ import annotations

from pnp.games.winter_war.board import WinterBoard
from pnp.games.winter_war.state import WinterState
from pnp.referee.hex_counts import above, count_at
from pnp.referee.hexes import Plane, indices


def packed(board: WinterBoard, state: WinterState, side: int) -> Plane:
    """Hexes in which no other unit of `side` finds room.

    Rule: Stacking
    """
    counts, parameter = state.stacks[side], board.parameter
    south = board.south & above(counts, parameter["stacking-south"] - 1)
    return south | above(counts, parameter["stacking-north"] - 1) & ~board.south


def has_room(board: WinterBoard, state: WinterState, unit: int) -> Plane:
    """Hexes in which `unit` finds room beside the units of its side; its own hex only if there is room for a second.

    Rule: Stacking, Stacking C
    """
    return board.land & ~taken(board, unit, packed(board, state, board.side_of[unit]))


def taken(board: WinterBoard, unit: int, packed: Plane) -> Plane:
    """Hexes in which there is no room for `unit` when those of `packed` are full; where Allied units come in they
    always find some.

    Rule: Stacking, Stacking C, Scenario A
    """
    if not packed or board.uncounted >> unit & 1:
        return 0
    return packed & ~board.havens if board.allied >> unit & 1 else packed


def places_left(board: WinterBoard, state: WinterState, side: int, plane: Plane) -> int:
    """How many more units find room in the hexes of `plane`.

    Rule: Stacking
    """
    begun = plane & state.occupied[side] & ~packed(board, state, side)
    room = sum(board.limit[space] - count_at(state.stacks[side], space) for space in indices(begun))
    return room + _empty_room(board, state, side, plane)


def least_left(board: WinterBoard, state: WinterState, side: int, plane: Plane) -> int:
    """How many more units find room in the hexes of `plane` at least: one where somebody stands and room is left.

    Rule: Stacking
    """
    begun = plane & state.occupied[side] & ~packed(board, state, side)
    return begun.bit_count() + _empty_room(board, state, side, plane)


def _empty_room(board: WinterBoard, state: WinterState, side: int, plane: Plane) -> int:
    """How many units find room in the empty hexes of `plane`."""
    empty = plane & ~state.occupied[side]
    below = (empty & board.south).bit_count()
    parameter = board.parameter
    return (empty.bit_count() - below) * parameter["stacking-north"] + below * parameter["stacking-south"]
