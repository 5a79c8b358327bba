"""Retreat before combat, and the advance that may follow it.

Rule: Combat A, Combat B
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.retreats import enterable, refuges, withdraw
from pnp.games.winter_war.state import WinterState, held, other
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def line_lost(board: Board, state: WinterState) -> bool:
    """Whether the Soviet side occupies, or was the last to pass, every hex of the Mannerheim Line.

    Rule: Fortifications F
    """
    return not board.mannerheim & ~held(board, state, SOVIET)


def entitled(board: Board, state: WinterState, side: int, within: Plane = -1) -> int:
    """Units of `side` in the hexes of `within` that may retreat before combat, if there is an enemy to retreat from.

    Rule: Combat A, Fortifications F
    """
    if side == FINNISH and line_lost(board, state):
        return 0
    places = board.home[FINNISH] & ~board.south if side == FINNISH else board.everywhere
    found = 0
    for space in bits(places & state.occupied[side] & within):
        found |= state.units_in[space]
    return found & board.army[side] & board.traits["retreats-before-combat"]


def pressed(board: Board, state: WinterState, side: int) -> Plane:
    """Hexes with units of `side` that enemies are adjacent to.

    Rule: Combat A, Combat C
    """
    return state.occupied[side] & board.season(state.turn).open.spread(state.occupied[other(side)])


def retreating(rules: WinterWar, state: WinterState, side: int) -> int:
    """Units of `side` that can retreat before combat.

    Rule: Combat A, Combat A1, Combat A2, Combat A3
    """
    board = rules.board
    near = pressed(board, state, side)
    found = 0
    for unit in bits(entitled(board, state, side, near) & ~state.withdrew):
        if refuges(rules, state, unit):
            found |= 1 << unit
    return found


def retreat_before(rules: WinterWar, state: WinterState, unit: int, space: int) -> None:
    """`unit` retreats to `space`; the hex that it leaves empty is open to an advance.

    Rule: Combat A1, Combat B
    """
    left = state.at[unit]
    withdraw(rules, state, unit, space, "Combat A")
    state.withdrew |= 1 << unit
    state.vacated &= ~(1 << space)
    if not state.occupied[rules.board.side_of[unit]] >> left & 1:
        state.vacated |= 1 << left


# The advance -----------------------------------------------------------------------------------------------------


def followed(rules: WinterWar, state: WinterState, unit: int) -> Plane:
    """Hexes that `unit` may advance into before combat.

    Rule: Combat B, Movement K2
    """
    board = rules.board
    near = board.season(state.turn).open.near[state.at[unit]] & state.vacated
    return near & enterable(board, state, unit) if near else 0


def may_follow(board: Board, state: WinterState, side: int) -> int:
    """Units of `side` on the map that may advance before combat at all: no headquarters, none that has done so.

    Rule: Combat B
    """
    return board.army[side] & ~(board.traits["headquarters"] | state.advanced)


def followers(rules: WinterWar, state: WinterState, side: int) -> int:
    """Units of `side` that can advance before combat.

    Rule: Combat B
    """
    if not state.vacated:
        return 0
    board = rules.board
    beside = board.season(state.turn).open.spread(state.vacated) & state.occupied[side]
    found = 0
    for space in bits(beside):
        for unit in bits(state.units_in[space] & may_follow(board, state, side)):
            if followed(rules, state, unit):
                found |= 1 << unit
    return found
