"""The draw from the cup, where what is drawn enters, and the event marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions
from pnp.games.march_of_justice.board import RUSSIA, Board
from pnp.games.march_of_justice.dispersal import disperse
from pnp.games.march_of_justice.momentum import afield, level
from pnp.games.march_of_justice.results import go_over, reduce
from pnp.games.march_of_justice.state import MarchState, army, put
from pnp.referee.dice import bits, pick, pick_space
from pnp.referee.masks import mask_of
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice


def draw(rules: MarchOfJustice, state: MarchState) -> bool:
    """One piece from the cup. False while a player must decide what follows from it.

    Rule: 7.1, 3.8
    """
    board = rules.board
    pool = state.units_in[board.cup]
    if not pool:
        return True
    unit = pick(state, pool, "cup", "7.1")
    bit = 1 << unit
    if bit & board.event_marker:
        put(board, state, bit, board.removed)
        return fall_silent(rules, state, bit)
    if bit & board.roadblocks:
        put(board, state, bit, board.aside)
        event(state, "mobilize", "7.1", bit, board.aside)
        return True
    spaces = arrival_spaces(board, state, unit)
    if spaces & (spaces - 1):
        if rules.decides[RUSSIA]:
            state.selected = unit
            state.stack.append(actions.MOBILIZATION_PLACE)
            return False
        spaces = 1 << pick_space(state, spaces, "arrival", "7.1")
    if spaces:
        arrive(board, state, unit, spaces.bit_length() - 1)
    else:
        disperse(board, state, unit, "7.1")
    return True


def arrival_spaces(board: Board, state: MarchState, unit: int) -> int:
    """Where a drawn unit enters: its place of arrival, or next to it when the enemy holds that.

    Rule: 7.1
    """
    place = board.arrives[unit]
    if not state.ours >> place & 1:
        return 1 << place
    return board.neighbours[place] & ~state.ours


def arrive(board: Board, state: MarchState, unit: int, space: int) -> None:
    """A drawn unit enters the game.

    Rule: 7.1
    """
    put(board, state, 1 << unit, space)
    state.selected = -1
    event(state, "mobilize", "7.1", 1 << unit, space)


# The event ------------------------------------------------------------------------------------------------------


def silence_row(board: Board, state: MarchState) -> tuple[int, int, int, str]:
    """The row of the event for the momentum of now.

    Rule: 7.1.1
    """
    owned = level(board, state)
    found = board.silence[0]
    for row in board.silence:
        if owned >= row[0]:
            found = row
    return found


def fall_silent(rules: MarchOfJustice, state: MarchState, marker: int) -> bool:
    """The event takes effect and is out of the game. False while the Wagner player must choose.

    Rule: 7.1.1
    """
    _, state.left, _, name = silence_row(rules.board, state)
    event(state, "people-are-silent", "7.1.1", marker, rules.board.removed, (
        ("code", name), ("value", level(rules.board, state)),
    ))  # fmt: skip
    return reduce_some(rules, state)


def reducible(board: Board, state: MarchState) -> int:
    """Russian units on the map that can be turned to a reduced side.

    Rule: 7.1.1, 3.1
    """
    return army(board, state, RUSSIA) & afield(board, state) & board.reducible & ~state.reduced


def reduce_some(rules: MarchOfJustice, state: MarchState) -> bool:
    """Reduce as many units as the event says, fewer if there are not enough. False while there is a choice.

    Rule: 7.1.1
    """
    board = rules.board
    able = reducible(board, state)
    if able.bit_count() > state.left > 0:
        state.stack.append(actions.SILENT_REDUCE)
        return False
    if state.left:
        for unit in bits(able):
            reduce(board, state, unit, "7.1.1")
    state.left = silence_row(board, state)[2]
    return switch_some(rules, state)


def switchable(board: Board, state: MarchState) -> int:
    """Russian units on the map that the event can bring over.

    Rule: 7.1.1
    """
    return army(board, state, RUSSIA) & afield(board, state) & board.switchers


def switch_some(rules: MarchOfJustice, state: MarchState) -> bool:
    """Offer the change of sides. False while there is a choice.

    Rule: 7.1.1
    """
    if state.left and switchable(rules.board, state):
        state.stack.append(actions.SILENT_SWITCH)
        return False
    state.left = 0
    return True


def reduce_one(rules: MarchOfJustice, state: MarchState, unit: int) -> bool:
    """The player has chosen `unit`. False while there is more to choose.

    Rule: 7.1.1
    """
    state.stack.pop()
    reduce(rules.board, state, unit, "7.1.1")
    state.left -= 1
    return reduce_some(rules, state)


def switch_one(rules: MarchOfJustice, state: MarchState, unit: int) -> bool:
    """`unit` goes over; if it is stacked with others, to the nearest location with Wagner units.

    Rule: 7.1.1
    """
    board = rules.board
    state.stack.pop()
    state.left -= 1
    space = state.at[unit]
    others = state.units_in[space] & army(board, state, RUSSIA) & ~(1 << unit)
    if not others:
        go_over(board, state, unit, space, "7.1.1")
        return switch_some(rules, state)
    spaces = nearest_held(board, state, space)
    if spaces & (spaces - 1):
        state.selected = unit
        state.stack.append(actions.SILENT_JOIN)
        return False
    if spaces:
        go_over(board, state, unit, spaces.bit_length() - 1, "7.1.1")
    else:
        state.switched |= 1 << unit
        event(state, "switch", "7.1.1", 1 << unit)
        disperse(board, state, unit, "7.1.1")
    return switch_some(rules, state)


def nearest_held(board: Board, state: MarchState, space: int) -> int:
    """The locations with Wagner units that are fewest locations away.

    Rule: 7.1.1
    """
    held = list(bits(state.ours))
    if not held:
        return 0
    least = min(board.steps[other][space] for other in held)
    return mask_of(other for other in held if board.steps[other][space] == least)


def join_silently(rules: MarchOfJustice, state: MarchState, space: int) -> bool:
    """The player has chosen which of the nearest locations the unit joins.

    Rule: 7.1.1
    """
    state.stack.pop()
    unit, state.selected = state.selected, -1
    go_over(rules.board, state, unit, space, "7.1.1")
    return switch_some(rules, state)
