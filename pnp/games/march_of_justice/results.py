"""What a result demands of units: losses, retreats, changes of sides. Decisions that stay open are told by False."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions
from pnp.games.march_of_justice.board import Board
from pnp.games.march_of_justice.dispersal import disperse
from pnp.games.march_of_justice.state import (
    ELIMINATED,
    REDUCED,
    REPULSED,
    MarchState,
    held_by,
    note,
    put,
    refresh_unit,
    side_of,
)  # fmt: skip
from pnp.referee.dice import bits, pick, pick_space
from pnp.referee.masks import mask_of
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

REDUCE, ELIMINATE, SURRENDER, RETREAT, SWITCH = range(5)
"""Kinds of tasks that a result leaves."""

KIND_BITS = 3


# Losses ---------------------------------------------------------------------------------------------------------


def lose(rules: MarchOfJustice, state: MarchState, kind: int, units: int) -> bool:
    """The unit of highest strength loses; of several its owner says which. False while that is open.

    Rule: 6.2.2
    """
    highest = strongest(state, units)
    if highest & (highest - 1):
        owner = side_of(state, rules.board, highest.bit_length() - 1)
        if rules.decides[owner]:
            state.tasks.append(kind | units << KIND_BITS)
            state.stack.append(actions.LOSS[state.attacker][owner])
            return False
        highest = 1 << pick(state, highest, "loss", "6.2.2")
    take_loss(rules.board, state, kind, highest.bit_length() - 1)
    return True


def strongest(state: MarchState, units: int) -> int:
    """Those of `units` with most strength, track included.

    Rule: 6.2.2
    """
    most = max(state.sp[unit] for unit in bits(units))
    return mask_of(unit for unit in bits(units) if state.sp[unit] == most)


def tied(state: MarchState) -> int:
    """Units of which one must lose, by the choice that is open."""
    return strongest(state, state.tasks[-1] >> KIND_BITS) if state.tasks else 0


def take_loss(board: Board, state: MarchState, kind: int, unit: int) -> None:
    """`unit` is reduced, eliminated, or leaves the game; a reduced or one-sided unit that is reduced is eliminated.

    Rule: 6.2.2, 3.1, 3.10, 8.1
    """
    bit, space = 1 << unit, state.at[unit]
    side = side_of(state, board, unit)
    if kind == REDUCE and board.reducible & ~state.reduced & bit:
        reduce(board, state, unit, "6.2.2")
        return
    note(state, ELIMINATED, side)
    state.fighters &= ~bit
    put(board, state, bit, board.removed if kind == SURRENDER else board.eliminated)
    event(state, "surrender" if kind == SURRENDER else "eliminate", "3.1" if kind == REDUCE else "6.2.2", bit, space)


def reduce(board: Board, state: MarchState, unit: int, rule: str) -> None:
    """`unit` shows its reduced side.

    Rule: 3.1, 8.1
    """
    state.reduced |= 1 << unit
    refresh_unit(board, state, unit)
    note(state, REDUCED, side_of(state, board, unit))
    event(state, "reduce", rule, 1 << unit, state.at[unit])


# Retreat --------------------------------------------------------------------------------------------------------


def retreat(rules: MarchOfJustice, state: MarchState, units: int) -> bool:
    """All of `units` retreat, each from its own location. False while an owner must choose where one goes.

    In the capital nobody moves: the strongest of them is reduced instead.
    Rule: 6.2.2, 3.10
    """
    board = rules.board
    side = side_of(state, board, units.bit_length() - 1)
    if board.capital >> board.base[side] & 1:
        holding = units & state.units_in[board.base[side]]
        if holding:
            event(state, "stand", "3.10", holding, board.base[side])
            state.tasks.append(RETREAT | (units & ~holding) << KIND_BITS)
            state.tasks.append(REDUCE | holding << KIND_BITS)
            return True
    for unit in bits(units):
        bit = 1 << unit
        if not units & bit:
            continue
        spaces = refuges(board, state, unit)
        if spaces & (spaces - 1):
            if rules.decides[side]:
                state.selected = unit
                state.tasks.append(RETREAT | (units & ~bit) << KIND_BITS)
                state.stack.append(actions.RETREAT[state.attacker][side])
                return False
            group = companions(board, state, units, unit)
            withdraw(board, state, group, pick_space(state, spaces, "retreat", "6.2.2"))
            units &= ~group
        elif spaces:
            withdraw(board, state, bit, spaces.bit_length() - 1)
        else:
            note(state, REPULSED, side)
            disperse(board, state, unit, "3.10" if state.at[unit] == board.homes[side][unit] else "6.2.2")
        units &= ~bit
    return True


def refuges(board: Board, state: MarchState, unit: int) -> int:
    """Where `unit` can retreat to: next to it, nearer to its home, without enemies; none at home.

    Rule: 6.2.2, 3.10
    """
    side, space = side_of(state, board, unit), state.at[unit]
    return board.onward[board.homes[side][unit]][space] & ~held_by(state, 1 - side)


def companions(board: Board, state: MarchState, units: int, unit: int) -> int:
    """Those of `units` in the location of `unit` that make for the same home; the system sends them together."""
    homes = board.homes[side_of(state, board, unit)]
    return mask_of(other for other in bits(units & state.units_in[state.at[unit]]) if homes[other] == homes[unit])


def withdraw(board: Board, state: MarchState, units: int, space: int) -> None:
    """`units`, of one location, arrive in `space`.

    Rule: 6.2.2, 8.1
    """
    unit = units.bit_length() - 1
    note(state, REPULSED, side_of(state, board, unit))
    event(state, "retreat", "6.2.2", units, space, (("from", board.places[state.at[unit]]),))
    put(board, state, units, space)
    state.fighters &= ~units


# Switching sides ------------------------------------------------------------------------------------------------


def switch(rules: MarchOfJustice, state: MarchState, units: int) -> bool:
    """Each of `units` goes over to an attacking location. False while the player must choose which.

    Rule: 6.2.2
    """
    for unit in bits(units):
        if state.sources & (state.sources - 1):
            state.selected = unit
            state.tasks.append(SWITCH | (units & ~(1 << unit)) << KIND_BITS)
            state.stack.append(actions.WAGNER_JOIN)
            return False
        go_over(rules.board, state, unit, state.sources.bit_length() - 1, "6.2.2")
        units &= ~(1 << unit)
    return True


def go_over(board: Board, state: MarchState, unit: int, space: int, rule: str) -> None:
    """`unit` belongs to Wagner from now on, and stands in `space`; it acts from the next Wagner turn.

    Rule: 3.1, 6.2.2, 7.1.1
    """
    bit, before = 1 << unit, state.at[unit]
    state.switched |= bit
    put(board, state, bit, space)
    state.moved |= bit
    state.attacked |= bit
    refresh_unit(board, state, unit)
    event(state, "switch", rule, bit, space, (("from", board.places[before]),))
