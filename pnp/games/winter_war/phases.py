"""The turn: each `open_…` begins a phase, or goes on to the next when there is nothing to decide in it.

Rule: Sequence A, Sequence B, Sequence C, Sequence D
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions, interphase
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.excess import ask
from pnp.games.winter_war.losses import eliminate
from pnp.games.winter_war.movement import movable
from pnp.games.winter_war.reinforcement import arrivals
from pnp.games.winter_war.scenarios import rebuild_one
from pnp.games.winter_war.setup import prepare, turn_up
from pnp.games.winter_war.stacking import crowded
from pnp.games.winter_war.state import WinterState, rebuild
from pnp.games.winter_war.supply import settle
from pnp.referee.dice import bits
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


# Set-up ----------------------------------------------------------------------------------------------------------


def open_finnish_set_up(rules: WinterWar, state: WinterState) -> None:
    """Begin the Finnish set-up with every Finnish unit face down.

    Rule: Set-Up Finnish
    """
    board = rules.board
    state.down |= state.units_in[board.forces[FINNISH]]
    for space in bits(state.occupied[FINNISH]):
        state.down |= state.units_in[space]
    state.stale = 1
    settle(board, state)
    go_on_setting_up(rules, state)


def go_on_setting_up(rules: WinterWar, state: WinterState) -> None:
    """The next Finnish unit, as long as one is left.

    Rule: Set-Up Finnish
    """
    prepare(rules.board, state, FINNISH)
    if state.ready:
        state.stack[:] = [actions.FINNISH_SET_UP]
    else:
        open_soviet_set_up(rules, state)


def open_soviet_set_up(rules: WinterWar, state: WinterState) -> None:
    """Begin the Soviet set-up; with no unit left to place, turn the units face up and open the first turn.

    Rule: Set-Up Soviet
    """
    state.stale = 1
    settle(rules.board, state)
    prepare(rules.board, state, SOVIET)
    if state.ready:
        state.stack[:] = [actions.SOVIET_SET_UP]
    else:
        turn_up(rules, state)
        open_turn(rules, state)


# The phases of a turn --------------------------------------------------------------------------------------------


def open_turn(rules: WinterWar, state: WinterState) -> None:
    """Announce the game turn and open its first phase, the Soviet reinforcements.

    Rule: Sequence D
    """
    event(state, "turn", "Sequence D", 0, -1, (("value", state.turn),))
    open_soviet_reinforcement(rules, state)


def open_soviet_reinforcement(rules: WinterWar, state: WinterState) -> None:
    """Open the Soviet Reinforcement Phase.

    Rule: Sequence A1
    """
    _open_reinforcement(rules, state, SOVIET)


def open_finnish_reinforcement(rules: WinterWar, state: WinterState) -> None:
    """Rebuild the unit that a scenario grants, then open the Finnish Reinforcement Phase.

    Rule: Sequence B, Scenario D
    """
    rebuild_one(rules, state)
    _open_reinforcement(rules, state, FINNISH)


def _open_reinforcement(rules: WinterWar, state: WinterState, side: int) -> None:
    """Rule: Reinforcements Soviet, Reinforcements Finnish"""
    settle(rules.board, state)
    go_on_arriving(rules, state, side)


def go_on_arriving(rules: WinterWar, state: WinterState, side: int) -> None:
    """The next arrival, as long as a unit can come.

    Rule: Reinforcements Soviet, Reinforcements Finnish
    """
    state.ready = arrivals(rules, state, side)
    if state.ready:
        state.stack[:] = [actions.ARRIVALS[side]]
    elif side == SOVIET:
        open_soviet_movement(rules, state)
    else:
        open_finnish_movement(rules, state)


def open_soviet_movement(rules: WinterWar, state: WinterState) -> None:
    """Supply for movement is judged now, after the Soviet player has said who goes without.

    Rule: Sequence A2, Supply D
    """
    if not ask(rules, state, actions.SOVIET_EXCESS_MOVING):
        open_moves(rules, state, SOVIET)


def open_finnish_movement(rules: WinterWar, state: WinterState) -> None:
    """Open the Finnish Movement Phase.

    Rule: Sequence B, Supply D
    """
    open_moves(rules, state, FINNISH)


def open_moves(rules: WinterWar, state: WinterState, side: int) -> None:
    """The first move.

    Rule: Movement B, Supply D
    """
    board = rules.board
    settle(board, state)
    state.moved = state.filled = 0
    state.stuck = state.isolated & board.army[side]
    state.ready = movable(board, state, side)
    after_move(rules, state, side)


def after_move(rules: WinterWar, state: WinterState, side: int) -> None:
    """The next move, as long as a unit can move.

    Rule: Movement B, Stacking A
    """
    if state.ready:
        state.stack[:] = [actions.MOVE[side]]
    else:
        close_moves(rules, state, side)


def close_moves(rules: WinterWar, state: WinterState, side: int) -> None:
    """The Movement Phase ends when no hex holds too many; where none of them can move, one must go.

    Rule: Stacking A
    """
    if crowded(rules.board, state, side):
        state.stack[:] = [actions.SURPLUS[side]]
        return
    state.moved = state.stuck = state.ready = state.filled = 0
    if side == SOVIET:
        open_soviet_combat(rules, state)
    else:
        open_finnish_combat(rules, state)


def lose_surplus(rules: WinterWar, state: WinterState, unit: int) -> None:
    """A unit for which no room could be made.

    Rule: Stacking A
    """
    eliminate(rules, state, 1 << unit, "Stacking A")
    side = rules.board.side_of[unit]
    close_moves(rules, state, side)


def open_soviet_combat(rules: WinterWar, state: WinterState) -> None:
    """Open the Soviet Combat Phase once the Soviet player has chosen which units in excess go without supply.

    Rule: Sequence A3, Supply E
    """
    if not ask(rules, state, actions.SOVIET_EXCESS_ATTACKING):
        begin_combat(rules, state, SOVIET)


def open_finnish_combat(rules: WinterWar, state: WinterState) -> None:
    """Open the Finnish Combat Phase once the Soviet player has chosen which units in excess go without supply.

    Rule: Sequence B, Supply E
    """
    if not ask(rules, state, actions.SOVIET_EXCESS_DEFENDING):
        begin_combat(rules, state, FINNISH)


def begin_combat(rules: WinterWar, state: WinterState, side: int) -> None:
    """Settle zones and supply, then open the first segment of the Combat Phase of `side`.

    Rule: Sequence A3
    """
    settle(rules.board, state)
    rules.fighting.open_phase(state, side)


def open_interphase(rules: WinterWar, state: WinterState) -> None:
    """Open the interphase that ends a game turn.

    Rule: Sequence C
    """
    interphase.open_interphase(rules, state)


def after_combat(rules: WinterWar, state: WinterState, side: int) -> None:
    """What follows the Combat Phase of `side`; combat calls it when its last segment is over.

    Rule: Sequence B
    """
    if side == SOVIET:
        open_finnish_reinforcement(rules, state)
    else:
        interphase.open_interphase(rules, state)


def next_turn(rules: WinterWar, state: WinterState) -> None:
    """The turn marker moves on; the interphase calls it when it is over and the game isn't.

    Rule: Sequence D, Movement N
    """
    board = rules.board
    before = board.season_index(state.turn)
    state.turn += 1
    if board.season_index(state.turn) != before:
        rebuild(board, state)
    event(state, "advance-marker", "Sequence D", 0, -1, (("value", state.turn),))
    open_turn(rules, state)
