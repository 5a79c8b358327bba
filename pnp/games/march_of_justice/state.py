"""Where everything stands, and what the open decision is about."""

from __future__ import annotations

from typing import ClassVar

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Board
from pnp.referee.standing import move_units
from pnp.referee.state import State

REDUCED, ELIMINATED, REPULSED = range(3)
"""What can happen to a side's units in a turn; `happened` has a bit for each, per side."""


class MarchState(State):
    """The state of March of Justice. Sets of units and of spaces are whole numbers, one bit each.

    momentum   index of the marker on its track, lowest value first
    marks      index on the Maneuver/Combat Track of each core column's marker
    at         place of each unit
    units_in   set of units in each place, `nowhere` last
    reduced, switched   sets of units
    ours, theirs   spaces with units of the first and of the second side (kept up to date)
    barred     spaces with a roadblock (kept up to date)
    sp, ma     strength and movement allowance of each unit, track included (kept up to date)
    moved, attacked   units that have done so in this player turn
    shifted, deployed   columns whose marker, roadblocks that have been moved this turn
    happened   what the momentum questions ask for
    selected   unit that a decision is about, -1 for none
    chosen     units of the group or of the attack that is being put together
    targets    spaces that all of `chosen` can reach
    row        row of a list that is being bought, -1 for none
    left       how many times an event still takes effect
    spot       location under attack, -1 for none
    attacker   side that attacks
    fighters, sources   attackers, and the locations from which they came
    tasks      what a result still demands, next last: kind + 8 × set of units
    waiting    dispersed units still to be placed
    plans      attacks that the priorities have prepared, next last: target, units, needed value + 64 (0: any)
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (
        *State.NUMBERS, "momentum", "reduced", "switched", "ours", "theirs", "barred", "moved", "attacked", "shifted",
        "deployed", "happened", "selected", "chosen", "targets", "row", "left", "spot", "attacker", "fighters",
        "sources", "waiting",
    )  # fmt: skip
    ARRAYS: ClassVar[tuple[str, ...]] = (*State.ARRAYS, "marks", "at", "units_in", "sp", "ma", "tasks", "plans")
    NONE_YET: ClassVar[tuple[str, ...]] = ("selected", "row", "spot")

    __slots__ = (*NUMBERS[len(State.NUMBERS) :], *ARRAYS[len(State.ARRAYS) :])

    momentum: int
    reduced: int
    switched: int
    ours: int
    theirs: int
    barred: int
    moved: int
    attacked: int
    shifted: int
    deployed: int
    happened: int
    selected: int
    chosen: int
    targets: int
    row: int
    left: int
    spot: int
    attacker: int
    fighters: int
    sources: int
    waiting: int
    marks: list[int]
    at: list[int]
    units_in: list[int]
    sp: list[int]
    ma: list[int]
    tasks: list[int]
    plans: list[int]


def army(board: Board, state: MarchState, side: int) -> int:
    """Units that belong to `side` now, wherever they are; no markers.

    Rule: 3.1
    """
    return board.native[RUSSIA] & ~state.switched if side == RUSSIA else board.native[WAGNER] | state.switched


def side_of(state: MarchState, board: Board, unit: int) -> int:
    """The side that `unit` belongs to now."""
    return WAGNER if (board.native[WAGNER] | state.switched) >> unit & 1 else RUSSIA


def held_by(state: MarchState, side: int) -> int:
    """Spaces with units of `side`.

    Rule: 3.3
    """
    return state.theirs if side == RUSSIA else state.ours


def put(board: Board, state: MarchState, units: int, place: int) -> None:
    """Move the set `units` to `place` and keep the sets of spaces up to date."""
    refresh_spaces(board, state, move_units(state, units, place) & board.land)


def refresh_spaces(board: Board, state: MarchState, spaces: int) -> None:
    """Recompute what the sets of spaces say of `spaces`."""
    ours = board.native[WAGNER] | state.switched
    theirs = board.native[RUSSIA] & ~state.switched
    while spaces:
        bit = spaces & -spaces
        spaces ^= bit
        inside = state.units_in[bit.bit_length() - 1]
        state.ours = state.ours | bit if inside & ours else state.ours & ~bit
        state.theirs = state.theirs | bit if inside & theirs else state.theirs & ~bit
        state.barred = state.barred | bit if inside & board.roadblocks else state.barred & ~bit


def refresh_unit(board: Board, state: MarchState, unit: int) -> None:
    """Recompute strength and movement allowance of `unit` from its side and from the track.

    Rule: 3.1.1, 3.1.2, 3.5
    """
    down = state.reduced >> unit & 1
    state.sp[unit], state.ma[unit] = board.sp[down][unit], board.ma[down][unit]
    marker = board.marker_of[unit]
    if marker >= 0:
        space = board.track[state.marks[marker]]
        state.sp[unit] += space.sp
        state.ma[unit] += space.ma


def note(state: MarchState, what: int, side: int) -> None:
    """Remember for the momentum questions that `what` befell a unit of `side`.

    Rule: 8.1
    """
    state.happened |= 1 << (2 * what + side)
