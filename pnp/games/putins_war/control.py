"""Control of areas, and garrisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war.board import Board
from pnp.games.putins_war.state import WarState, put
from pnp.referee.control import held
from pnp.referee.dice import bits
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def controlled(board: Board, state: WarState) -> int:
    """Areas that Russia controls: a ground unit, a garrison or a Red Star, and no Ukrainian unit.

    Rule: 6.1
    """
    return held(state.ground_at | state.garrison_at | board.stars, state.enemy_at)


def hostile(board: Board, state: WarState) -> int:
    """Areas that Russian units can't enter without a fight: Ukrainian units there, or empty and uncontrolled.

    Rule: 4.6, 5.4
    """
    calm = state.ground_at | state.air_at | state.garrison_at | board.stars
    return state.enemy_at | (board.land & ~calm)


def garrison_spaces(board: Board, state: WarState) -> int:
    """Areas in which a garrison can be placed: controlled, without a garrison or Red Star.

    Rule: 2.4, Clarifications.4
    """
    return held(state.ground_at, state.enemy_at | state.garrison_at | board.stars)


def remove_garrison(board: Board, state: WarState, space: int) -> None:
    """A garrison goes back to the stock when Ukrainian units enter its area.

    Rule: 6.3
    """
    gone = state.units_in[space] & board.garrisons
    if gone:
        put(board, state, gone, board.stock)
        event(state, "remove-garrison", "6.3", gone, space)


def place_garrison_won(rules: PutinsWar, state: WarState, space: int) -> None:
    """The first garrison of the stock into the area just won.

    Rule: 6.2
    """
    board = rules.board
    stock = state.units_in[board.stock] & board.garrisons
    marker = stock & -stock
    put(board, state, marker, space)
    event(state, "place-garrison", "6.2", marker, space)


def garrisons_to_place(board: Board, state: WarState) -> int:
    """Garrisons that can still be placed in this phase: in stock or on the map, each once.

    Rule: 6.4
    """
    if not garrison_spaces(board, state):
        return 0
    usable = 0
    for unit in bits(board.garrisons & ~state.replaced):
        if state.at[unit] < board.count or state.at[unit] == board.stock:
            usable |= 1 << unit
    return usable


def place_garrison(rules: PutinsWar, state: WarState, space: int) -> None:
    """The selected garrison to its new area, at the end of the turn.

    Rule: 6.4, 2.4
    """
    marker = 1 << state.selected
    put(rules.board, state, marker, space)
    event(state, "place-garrison", "2.4", marker, space)
    state.replaced |= marker
    state.selected = -1
