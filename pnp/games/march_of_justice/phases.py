"""The turn: each procedure starts a step, or goes on to the next when there is nothing to decide in it.

Rule: 4.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions
from pnp.games.march_of_justice.ai import next_attack, plan_turn
from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Board
from pnp.games.march_of_justice.combat import attackable
from pnp.games.march_of_justice.control import occupies
from pnp.games.march_of_justice.dispersal import due, place_returning
from pnp.games.march_of_justice.mobilization import draw
from pnp.games.march_of_justice.momentum import (
    adjustable,
    boons_possible,
    expenses_possible,
    level,
    russian_expense,
    set_level,
)  # fmt: skip
from pnp.games.march_of_justice.movement import any_movable
from pnp.games.march_of_justice.roadblocks import deploy_by_system, deployable
from pnp.games.march_of_justice.state import ELIMINATED, REDUCED, REPULSED, MarchState
from pnp.games.march_of_justice.victory import last_turn, won
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice


def open_turn(rules: MarchOfJustice, state: MarchState) -> None:
    """A new turn.

    Rule: 4.0
    """
    event(state, "turn", "4.0", 0, -1, (("value", state.turn),))
    open_adjustment(rules, state)


# Administration -------------------------------------------------------------------------------------------------


def open_adjustment(rules: MarchOfJustice, state: MarchState) -> None:
    """Open the Momentum adjustment, or go on to the boons when no marker can be shifted.

    Rule: 5.0, 5.1
    """
    state.moved = state.attacked = 0
    if adjustable(rules.board, state):
        state.stack[:] = [actions.ADJUST]
    else:
        open_boons(rules, state)


def open_boons(rules: MarchOfJustice, state: MarchState) -> None:
    """Offer the boons, or go on to the Wagner player turn when none can be bought.

    Rule: 5.2
    """
    state.shifted = 0
    if boons_possible(rules.board, state):
        state.stack[:] = [actions.BOONS]
    else:
        open_wagner(rules, state)


# The turn of either side ----------------------------------------------------------------------------------------


def open_wagner(rules: MarchOfJustice, state: MarchState) -> None:
    """Open the Wagner player turn with the units that return.

    Rule: 6.0
    """
    state.moved = state.attacked = 0
    open_return(rules, state, WAGNER)


def open_return(rules: MarchOfJustice, state: MarchState, side: int) -> None:
    """Open the return of dispersed units of `side`.

    Rule: 3.11
    """
    state.waiting = due(rules.board, state, side)
    go_on_returning(rules, state, side)


def go_on_returning(rules: MarchOfJustice, state: MarchState, side: int) -> None:
    """Place the next returning unit of `side`, or open the movement when none is left.

    Rule: 3.11
    """
    if place_returning(rules, state, side):
        open_movement(rules, state, side)
    else:
        state.stack[:] = [actions.RETURN[side]]


def open_movement(rules: MarchOfJustice, state: MarchState, side: int) -> None:
    """Players move their units; the system follows its priorities.

    Rule: 6.1, 7.4
    """
    if not rules.decides[side]:
        plan_turn(rules, state)
        attack_by_system(rules, state)
    else:
        go_on_moving(rules, state, side)


def go_on_moving(rules: MarchOfJustice, state: MarchState, side: int) -> None:
    """The next group, while any unit can still move.

    Rule: 6.1
    """
    if any_movable(rules.board, state, side):
        state.stack[:] = [actions.MOVE[side]]
    else:
        open_contact(rules, state, side)


def open_contact(rules: MarchOfJustice, state: MarchState, side: int) -> None:
    """Open the contacts of `side`, or close its turn when nothing can be attacked.

    Rule: 6.2, 7.5
    """
    if attackable(rules.board, state, side):
        state.stack[:] = [actions.CONTACT[side]]
    else:
        close_turn(rules, state, side)


def attack_by_system(rules: MarchOfJustice, state: MarchState) -> None:
    """The next attack that was prepared, until none is left.

    Rule: 7.5
    """
    state.stack.clear()
    if not next_attack(rules, state):
        close_turn(rules, state, RUSSIA)


def after_contact(rules: MarchOfJustice, state: MarchState, side: int) -> None:
    """The side on turn may start another contact.

    Rule: 6.2, 7.5
    """
    if rules.decides[side]:
        open_contact(rules, state, side)
    else:
        attack_by_system(rules, state)


def close_turn(rules: MarchOfJustice, state: MarchState, side: int) -> None:
    """The turn of `side` is over: look for its victory, then go on.

    Rule: 6.3, 11.0
    """
    state.stack.clear()
    if (side == WAGNER or rules.board.two_player) and won(rules, state, side):
        return
    if side == WAGNER:
        open_mobilization(rules, state)
    else:
        end_turn(rules, state)


# The Russian turn up to movement --------------------------------------------------------------------------------


def open_mobilization(rules: MarchOfJustice, state: MarchState) -> None:
    """Open the Russian player turn with its draw from the cup.

    Rule: 7.0, 7.1
    """
    state.moved = state.attacked = state.deployed = 0
    state.stack.clear()
    if draw(rules, state):
        open_expenditure(rules, state)


def open_expenditure(rules: MarchOfJustice, state: MarchState) -> None:
    """Carry out or offer the Russian expenses, then go on to the roadblocks.

    Rule: 7.2, 11.0
    """
    if not rules.decides[RUSSIA]:
        russian_expense(rules, state)
    elif expenses_possible(rules.board, state):
        state.stack[:] = [actions.EXPENDITURE]
        return
    open_roadblocks(rules, state)


def open_roadblocks(rules: MarchOfJustice, state: MarchState) -> None:
    """Deploy roadblocks: by the system, or by the Russian player where there is one.

    Rule: 7.3
    """
    if rules.decides[RUSSIA]:
        go_on_deploying(rules, state)
    else:
        deploy_by_system(rules.board, state)
        close_roadblocks(rules, state)


def go_on_deploying(rules: MarchOfJustice, state: MarchState) -> None:
    """Offer the next roadblock, or close the deployment when none is left to place.

    Rule: 7.3
    """
    if deployable(rules.board, state):
        state.stack[:] = [actions.ROADBLOCK]
    else:
        close_roadblocks(rules, state)


def close_roadblocks(rules: MarchOfJustice, state: MarchState) -> None:
    """End the deployment of roadblocks and open the return of Russian units.

    Rule: 7.3, 3.11
    """
    state.deployed = 0
    open_return(rules, state, RUSSIA)


# End of the turn ------------------------------------------------------------------------------------------------

HAPPENINGS = {"reduced": REDUCED, "eliminated": ELIMINATED, "repulsed": REPULSED}
"""Events that a momentum question can ask for, besides `occupies`."""


def end_turn(rules: MarchOfJustice, state: MarchState) -> None:
    """Move the momentum marker once by all answers, then the turn marker.

    Rule: 8.0, 8.1
    """
    board = rules.board
    state.moved = state.attacked = 0
    before = level(board, state)
    set_level(board, state, before + answers(board, state))
    event(state, "momentum", "8.1", 0, -1, (("from", str(before)), ("value", level(board, state))))
    event(
        state,
        "score",
        "8.1",
        0,
        -1,
        (("turn", state.turn), ("by", board.sides[WAGNER]), ("value", level(board, state))),
    )
    state.happened = 0
    if last_turn(rules, state):
        return
    state.turn += 1
    event(state, "advance-marker", "8.0", 0, -1, (("value", state.turn),))
    open_turn(rules, state)


def answers(board: Board, state: MarchState) -> int:
    """The sum of all momentum questions that are answered yes.

    Rule: 8.1
    """
    total = 0
    for question in board.questions:
        if question.space >= 0:
            yes = occupies(state, question.side, question.space)
        else:
            yes = bool(state.happened >> (2 * HAPPENINGS[question.event] + question.side) & 1)
        if yes:
            total += question.add
            event(state, "question", "8.1", 0, -1, (("code", question.id), ("value", question.add)))
    return total
