"""Reinforcements: who can arrive, and where.

Rule: Reinforcements Soviet, Reinforcements Finnish
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.feeding import capacity_of
from pnp.games.winter_war.movement import may_enter
from pnp.games.winter_war.scenarios import places_of
from pnp.games.winter_war.state import WinterState, held, pass_through, put
from pnp.games.winter_war.supply import linked_cities, settle
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

ADDRESS = ("Reinforcements Soviet", "Reinforcements Finnish")
"""The rule, by side."""

Room = list[tuple[int, int]]
"""Supply cities, and the attack points that each can still supply."""


def due(board: Board, state: WinterState, side: int) -> int:
    """Units whose turn to arrive has come; those of earlier turns may have been held back.

    Rule: Reinforcements Soviet, Reinforcements Finnish
    """
    units = 0
    for turn, box in board.waiting[side].items():
        if turn <= state.turn:
            units |= state.units_in[box]
    return units


def arrivals(rules: WinterWar, state: WinterState, side: int) -> int:
    """Units that are due and find a city.

    Rule: Reinforcements Soviet, Reinforcements Finnish
    """
    units = 0
    waiting = due(rules.board, state, side)
    room = _room(rules.board, state) if waiting and side == SOVIET else None
    for unit in bits(waiting):
        if cities_for(rules, state, unit, room):
            units |= 1 << unit
    return units


def cities_for(rules: WinterWar, state: WinterState, unit: int, room: Room | None = None) -> Plane:
    """Cities in which `unit` can arrive; `room`: what `_room` says, if it has been asked already.

    Rule: Reinforcements Soviet, Reinforcements Finnish, Movement K3, Scenario C
    """
    board = rules.board
    if board.side_of[unit] == FINNISH:
        cities = board.finnish_cities & held(board, state, FINNISH) & ~state.occupied[SOVIET]
        return cities & places_of(rules, state, unit)
    plane = 0
    for space, left in _room(board, state) if room is None else room:
        if _fits(board, unit, left):
            plane |= 1 << space
    return plane & may_enter(board, state, unit)


def select(rules: WinterWar, state: WinterState, unit: int, inner: int) -> None:
    """`unit` arrives next.

    Rule: Reinforcements Soviet, Reinforcements Finnish
    """
    state.selected = unit
    state.reach = cities_for(rules, state, unit)
    state.stack.append(inner)


def _fits(board: Board, unit: int, left: int) -> bool:
    return not board.dependent >> unit & 1 or board.attack[unit] <= left


def _room(board: Board, state: WinterState) -> Room:
    """Supply cities that are joined to Leningrad and not in Finnish hands, and the attack points that each can still
    supply.

    Rule: Reinforcements Soviet, Supply F2, Supply F3
    """
    settle(board, state)
    linked = linked_cities(board, state) & held(board, state, SOVIET)
    left = state.shares.left if state.shares is not None else {}
    return [
        (space, left.get(city, capacity_of(board, state, city)))
        for city, space in enumerate(board.supply) if linked >> space & 1
    ]  # fmt: skip


def arrive(rules: WinterWar, state: WinterState, space: int) -> None:
    """The selected unit enters at a city, entrained.

    Rule: Reinforcements Soviet, Reinforcements Finnish
    """
    board = rules.board
    unit = 1 << state.selected
    side = board.side_of[state.selected]
    put(board, state, unit, space)
    pass_through(board, state, side, 1 << space)
    event(state, "reinforce", ADDRESS[side], unit, space)
    state.selected = -1
    state.reach = 0
    state.stack.pop()
    settle(board, state)
