"""Movement of either side: units alone or together, by the cheapest way."""

from __future__ import annotations

from pnp.games.march_of_justice.board import WAGNER, Board
from pnp.games.march_of_justice.state import MarchState, army, held_by, put
from pnp.referee.dice import bits
from pnp.referee.movement import Cost
from pnp.referee.records import event


def reach(board: Board, state: MarchState, unit: int, *, past_enemies: bool = False) -> int:
    """Locations that `unit` can move to, without its own; `past_enemies` those that its movement points would do for.

    Rule: 6.1, 3.3, 3.5
    """
    allowance = state.ma[unit]
    if not allowance:
        return 0
    space = state.at[unit]
    travel = board.fly if board.flyers >> unit & 1 else board.walk
    if (board.native[WAGNER] | state.switched) >> unit & 1:
        reached = travel.reach(space, allowance, 0 if past_enemies else state.theirs, state.barred)
    else:
        reached = travel.reach(space, allowance, 0 if past_enemies else state.ours)
    return reached & ~(1 << space)


def costs(board: Board, state: MarchState, unit: int) -> Cost:
    """What it costs `unit` to go anywhere; -1 where no way leads.

    Rule: 6.1
    """
    travel = board.fly if board.flyers >> unit & 1 else board.walk
    if (board.native[WAGNER] | state.switched) >> unit & 1:
        return travel.costs(state.at[unit], state.theirs, state.barred)
    return travel.costs(state.at[unit], state.ours)


def movable(board: Board, state: MarchState, side: int) -> int:
    """Units of `side` that can still move.

    Rule: 6.1
    """
    found = 0
    for space in bits(held_by(state, side)):
        for unit in bits(state.units_in[space] & army(board, state, side) & ~state.moved):
            if reach(board, state, unit):
                found |= 1 << unit
    return found


def any_movable(board: Board, state: MarchState, side: int) -> bool:
    """Whether a unit of `side` can still move.

    Rule: 6.1
    """
    fresh = army(board, state, side) & ~state.moved
    for space in bits(held_by(state, side)):
        for unit in bits(state.units_in[space] & fresh):
            if reach(board, state, unit):
                return True
    return False


def joinable(board: Board, state: MarchState) -> int:
    """Units that can go along with those already chosen: same location, a common destination.

    Rule: 6.1
    """
    space = state.at[state.chosen.bit_length() - 1]
    found = 0
    for unit in bits(state.units_in[space] & ~(state.chosen | state.moved | board.roadblocks)):
        if reach(board, state, unit) & state.targets:
            found |= 1 << unit
    return found


def choose(board: Board, state: MarchState, unit: int) -> None:
    """Add `unit` to the group that moves.

    Rule: 6.1
    """
    found = reach(board, state, unit)
    state.targets = state.targets & found if state.chosen else found
    state.chosen |= 1 << unit


def move(board: Board, state: MarchState, space: int, rule: str = "6.1") -> None:
    """The chosen units go to `space`.

    Rule: 6.1
    """
    units = state.chosen
    event(state, "move", rule, units, space, (("from", board.places[state.at[units.bit_length() - 1]]),))
    put(board, state, units, space)
    state.moved |= units
    state.chosen = state.targets = 0
