"""Activation: which units go together, and where they can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.putins_war import actions
from pnp.games.putins_war.board import Board
from pnp.games.putins_war.combat import enter
from pnp.games.putins_war.control import controlled, hostile
from pnp.games.putins_war.state import WarState, put
from pnp.referee.dice import bits
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar


def ground_targets(board: Board, state: WarState, unit: int) -> int:
    """Areas that a ground unit can enter: the adjacent ones, and other ports from a port.

    Rule: 4.4, Ports
    """
    space = state.at[unit]
    targets = board.neighbours[space]
    if board.sea >> unit & 1 and board.ports >> space & 1:
        targets |= board.ports & ~(1 << space)
    return targets


def air_targets(board: Board, state: WarState) -> int:
    """Areas to which Air Force can fly, however far: a fight there, or a controlled airport area.

    With no Ukrainian unit left to draw or to transfer, an invasion leads to no fight. Rule: 4.5, 4.7
    """
    fights = hostile(board, state)
    if not state.enemy_at and not state.units_in[board.pool]:
        fights &= board.alarm & ~state.alarmed if state.units_in[board.aside] & board.late else 0
    return fights | (controlled(board, state) & board.airports)


def targets_of(board: Board, state: WarState, unit: int) -> int:
    """Areas that `unit`, on the map, can enter.

    Rule: 4.4, 4.5
    """
    if board.air >> unit & 1:
        return board.near[state.at[unit]] & air_targets(board, state)
    return ground_targets(board, state, unit)


def movable(board: Board, state: WarState) -> int:
    """Units that can start an activation.

    Rule: 4.3
    """
    units = state.afield & ~state.activated
    flyers = units & board.air
    if flyers:
        skies = air_targets(board, state)
        at, near = state.at, board.near
        while flyers:
            low = flyers & -flyers
            flyers ^= low
            if not near[at[low.bit_length() - 1]] & skies:
                units ^= low
    return units


def joinable(board: Board, state: WarState) -> int:
    """Units that can join those already chosen.

    Rule: 4.3, 4.5
    """
    units = state.afield & ~state.activated & ~state.chosen
    ground = units & board.ground
    at, targets, neighbours = state.at, state.targets, board.neighbours
    if state.origin >= 0:
        ground &= state.units_in[state.origin]
        if ground and targets & neighbours[state.origin] == 0:
            ground &= board.sea if board.ports >> state.origin & 1 else 0
        joining = ground
    else:
        joining = 0
        for unit in bits(ground):
            if targets & ground_targets(board, state, unit):
                joining |= 1 << unit
    flyers = units & board.air
    if flyers:
        skies = targets & air_targets(board, state)
        while flyers:
            low = flyers & -flyers
            flyers ^= low
            if board.near[at[low.bit_length() - 1]] & skies:
                joining |= low
    return joining


def choose(rules: PutinsWar, state: WarState, unit: int) -> None:
    """Add `unit` to the activation.

    Rule: 4.3
    """
    board = rules.board
    targets = targets_of(board, state, unit)
    state.targets = state.targets & targets if state.chosen else targets
    state.chosen |= 1 << unit
    if board.ground >> unit & 1:
        state.origin = state.at[unit]
    if state.stack[-1] != actions.TARGET:
        state.stack.append(actions.TARGET)


def move(rules: PutinsWar, state: WarState, space: int) -> None:
    """The chosen units enter `space`, and what that brings about follows.

    Rule: 4.4, 4.5, 6.1, Ports
    """
    board = rules.board
    units, origin, found = state.chosen, state.origin, state.units_in[space]
    state.activated |= units
    state.stack.pop()
    ground, air = units & board.ground, units & board.air
    held = controlled(board, state)
    event(state, "activate", "4.3", units)
    if ground:
        by_sea = not board.neighbours[origin] >> space & 1
        event(state, "move", "Ports" if by_sea else "4.4", ground, space, (("from", board.places[origin]),))
    if air:
        event(state, "fly", "4.5", air, space)
    put(board, state, units, space)
    for left in bits(held & ~controlled(board, state)):
        event(state, "give-up", "6.1", 0, left)
    state.chosen = state.targets = 0
    state.origin = -1
    enter(rules, state, space, units, found)
