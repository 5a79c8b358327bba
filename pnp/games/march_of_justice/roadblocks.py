"""Roadblocks: where the system puts them, and where a second player may."""

from __future__ import annotations

from pnp.games.march_of_justice.board import Board
from pnp.games.march_of_justice.state import MarchState, put
from pnp.referee.dice import bits, pick_space
from pnp.referee.records import event


def at_hand(board: Board, state: MarchState) -> int:
    """Roadblocks that can be deployed: set aside or on the map.

    Rule: 7.3, 3.8
    """
    found = state.units_in[board.aside] & board.roadblocks
    for space in bits(state.barred):
        found |= state.units_in[space] & board.roadblocks
    return found


def deployable(board: Board, state: MarchState) -> int:
    """Roadblocks that a player can still deploy in this turn.

    Rule: 7.3
    """
    return at_hand(board, state) & ~state.deployed if sites(board, state) else 0


def sites(board: Board, state: MarchState) -> int:
    """Locations in which a roadblock can be put: no Wagner units, no other roadblock, no home of the others.

    Rule: 7.3
    """
    return board.land & ~(board.shut | state.ours | state.barred)


def deploy(board: Board, state: MarchState, marker: int, space: int) -> None:
    """One roadblock to its new location.

    Rule: 7.3
    """
    bit, before = 1 << marker, state.at[marker]
    event(state, "deploy", "7.3", bit, space, (("from", board.places[before]),))
    put(board, state, bit, space)
    state.deployed |= bit


def deploy_by_system(board: Board, state: MarchState) -> None:
    """The system's roadblocks on the shortest way from the Wagner units nearest to a goal, the first as near as
    possible.

    A marker that stands on one of these locations already stays there; without a location it stays where it is.
    Rule: 7.3
    """
    markers = at_hand(board, state)
    if not markers or not state.ours:
        return
    wanted = way(board, state)[: markers.bit_count()]
    for space in list(wanted):
        standing = state.units_in[space] & markers
        if standing:
            markers &= ~standing
            wanted.remove(space)
    for marker, space in zip(bits(markers), wanted, strict=False):
        deploy(board, state, marker, space)


def way(board: Board, state: MarchState) -> list[int]:
    """Locations on which roadblocks belong, the nearest to Wagner first; ties by lot.

    Rule: 7.3
    """
    least, nearest = 99, 0
    for space in bits(state.ours):
        steps_left = board.to_goal[space][0]
        if steps_left < least:
            least, nearest = steps_left, 0
        if steps_left == least:
            nearest |= 1 << space
    if least < 2:  # nothing lies between
        return []
    here = _lot(state, nearest)
    goal = _lot(state, board.to_goal[here][1])
    onward, found = board.onward[goal], []
    for _ in range(least - 1):
        here = _lot(state, onward[here])
        if not (board.shut | state.ours) >> here & 1:
            found.append(here)
    return found


def _lot(state: MarchState, spaces: int) -> int:
    """The one space, or one of several by lot."""
    return pick_space(state, spaces, "roadblock", "7.3") if spaces & (spaces - 1) else spaces.bit_length() - 1
