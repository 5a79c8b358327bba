"""Stacking: where another unit finds room, and where too many stand.

Rule: Stacking
"""

from __future__ import annotations

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hex_counts import Digits, above, count_at
from pnp.referee.hexes import Plane


def full(board: Board, counts: Digits) -> Plane:
    """Hexes in which, by `counts`, no further unit finds room.

    Rule: Stacking
    """
    if not counts:
        return 0
    north, south = board.limits
    return above(counts, north - 1) & ~board.south | above(counts, south - 1) & board.south


def overfull(board: Board, counts: Digits) -> Plane:
    """Hexes in which more units stand than may.

    Rule: Stacking
    """
    if len(counts) < 2:
        return above(counts, board.limits[0]) & ~board.south if counts else 0
    north, south = board.limits
    return above(counts, north) & ~board.south | above(counts, south) & board.south


def unlimited(board: Board, state: WinterState, side: int) -> Plane:
    """Hexes in which a side stacks without limit: those in which Allied units entered, while one is there.

    Rule: Scenario A, Scenario B
    """
    if side == SOVIET or not state.scenario:
        return 0
    plane = 0
    for space in bits(board.loose & state.occupied[FINNISH]):
        if state.units_in[space] & board.allied:
            plane |= 1 << space
    return plane


def packed(board: Board, state: WinterState, side: int) -> Plane:
    """Hexes with more units of `side` than may stand there.

    Rule: Stacking A
    """
    plane = overfull(board, state.stacks[side])
    return plane & ~unlimited(board, state, side) if plane else 0


def has_room(board: Board, state: WinterState, unit: int) -> Plane:
    """Hexes in which `unit` finds room beside the units of its side; its own hex only if there is room for a second.

    Rule: Stacking, Stacking C
    """
    if board.uncounted >> unit & 1:
        return board.everywhere
    side = board.side_of[unit]
    return board.everywhere & (~full(board, state.stacks[side]) | unlimited(board, state, side))


def crowded(board: Board, state: WinterState, side: int) -> int:
    """Units of `side` in hexes with too many; ski patrols don't count.

    Rule: Stacking A, Stacking C
    """
    units = 0
    for space in bits(packed(board, state, side)):
        units |= state.units_in[space]
    return units & board.army[side] & ~board.uncounted


def places_left(board: Board, state: WinterState, side: int, plane: Plane) -> int:
    """How many more units find room in the hexes of `plane`.

    Rule: Stacking
    """
    counts = state.stacks[side]
    return sum(max(0, board.limit(space) - count_at(counts, space)) for space in bits(plane))
