"""Set-up and reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war.board import Board
from pnp.games.putins_war.control import controlled
from pnp.games.putins_war.state import WarState, put
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def units_to_set_up(board: Board, state: WarState) -> int:
    """Starting units that stand nowhere yet.

    Rule: 2.1
    """
    units = 0
    for unit in board.free:
        if state.at[unit] == board.nowhere:
            units |= 1 << unit
    return units


def set_up(rules: PutinsWar, state: WarState, space: int) -> None:
    """The selected starting unit into a start area.

    Rule: 2.1
    """
    unit = 1 << state.selected
    put(rules.board, state, unit, space)
    event(state, "place", "2.1", unit, space)
    state.selected = -1


def arrival_spaces(board: Board, state: WarState, unit: int) -> int:
    """Areas in which `unit` can arrive: start areas, for Air Force airport areas, that Russia controls.

    Rule: 4.2
    """
    held = controlled(board, state)
    return held & (board.airports | board.starts if board.air >> unit & 1 else board.starts)


def arrivals_possible(board: Board, state: WarState) -> int:
    """Units of the Reserve that can arrive now.

    Rule: 4.2, 2.3
    """
    if state.turn < board.arrivals_from or state.arrived >= board.arrivals:
        return 0
    held = controlled(board, state)
    units = 0
    if held & board.starts:
        units |= board.russian
    elif held & board.airports:
        units |= board.air
    return units & state.units_in[board.reserve]


def arrive(rules: PutinsWar, state: WarState, space: int) -> None:
    """The selected unit from the Reserve onto the map.

    Rule: 4.2
    """
    unit = 1 << state.selected
    put(rules.board, state, unit, space)
    event(state, "reinforce", "4.2", unit, space)
    state.arrived += 1
    state.selected = -1
