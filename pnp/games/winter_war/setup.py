"""The set-up: the Finnish units face down, then the Soviet ones in supply, then all is turned up.

Rule: Set-Up, Set-Up Finnish, Set-Up Soviet
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.room import Room
from pnp.games.winter_war.stacking import has_room
from pnp.games.winter_war.start import headquarters_places, may_switch, shares_seen, start_places
from pnp.games.winter_war.state import WinterState, put, put_one
from pnp.games.winter_war.supply import passable_ground
from pnp.referee.hexes import Plane, indices
from pnp.referee.masks import mask_of
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

ADDRESS = ("Set-Up Soviet", "Set-Up Finnish")
"""The rule of each side’s set-up."""


def prepare(board: Board, state: WinterState, side: int) -> None:
    """Find which units of the start can be placed next, and keep them in `state.ready`; headquarters come first.

    What the other Soviet units may do depends on where the headquarters are. Rule: Set-Up Finnish, Set-Up Soviet
    """
    units = state.units_in[board.forces[side]]
    if side == SOVIET:
        units = units & board.traits["headquarters"] or units
    state.ready = 0
    room = Room(board, state, side)
    for group in board.alike[side]:
        if (waiting := group & units) and _has_place(board, state, waiting.bit_length() - 1, room):
            state.ready |= waiting


def select(rules: WinterWar, state: WinterState, unit: int, inner: int) -> None:
    """`unit` is placed next.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    state.selected = unit
    state.reach = places_for(rules.board, state, unit)
    state.stack.append(inner)


# Where a unit may start --------------------------------------------------------------------------------------------


def places_for(board: Board, state: WinterState, unit: int) -> Plane:
    """Hexes in which a unit of the start may be placed: every unit that is still to come keeps one after that.

    Rule: Set-Up Finnish, Set-Up Soviet, Stacking
    """
    sure, tried = _places(board, state, unit, Room(board, state, board.side_of[unit]))
    return sure | mask_of(space for space in indices(tried) if leaves_over(board, state, unit, space) < 0)


def _has_place(board: Board, state: WinterState, unit: int, room: Room) -> bool:
    """Whether `places_for` offers a hex."""
    if room.ample and room.free(unit) & has_room(board, state, unit) & room.quiet:
        return True
    sure, tried = _places(board, state, unit, room)
    return bool(sure) or any(leaves_over(board, state, unit, at) < 0 for at in _leningrad_first(board, tried))


def _places(board: Board, state: WinterState, unit: int, room: Room) -> tuple[Plane, Plane]:
    """Hexes in which `unit` surely leaves one for every other, and hexes that must be tried one by one.

    What a headquarters leaves depends on the hex from which it leads others; what a unit leaves that lifts an enemy
    zone of control, on the ways that open.
    """
    side = board.side_of[unit]
    places = start_places(board, state, unit, room.shares) & has_room(board, state, unit)
    closed = places ^ (places & room.quiet)
    tried = closed if closed and room.shares is not None and may_switch(board, state, room.shares) else 0
    heads = state.units_in[board.forces[SOVIET]] & board.traits["headquarters"]
    if heads >> unit & 1 and not room.ample:
        if ahead := _one_more_headquarters(board, state, heads ^ 1 << unit):
            room = Room(board, ahead, side)
            tried |= ahead.packed[side]
        elif (short := room.left_over()) >= 0:
            # Only a headquarters that leads to where this unit starts can make room for it.
            links, ground = board.season(state.turn).open, passable_ground(board, state)
            places &= links.flood(board.start[short], ground, board.parameter["hq-range"])
    tried = places & (tried | room.scarce(unit))
    return places ^ tried, tried


def leaves_over(board: Board, state: WinterState, unit: int, space: int) -> int:
    """A unit for which no hex is left once `unit` is placed in `space`, or which loses its supply; -1 if there is none.

    Rule: Set-Up Finnish, Set-Up Soviet, Supply J
    """
    side = board.side_of[unit]
    ahead = _after(board, state, unit, space)
    cut = _cut_off(board, state, ahead) if side == SOVIET else 0
    return cut.bit_length() - 1 if cut else left_over(board, ahead, side)


def left_over(board: Board, state: WinterState, side: int) -> int:
    """A unit of the start for which no hex is left, whatever its side does; -1 if there is none.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    unit = Room(board, state, side).left_over()
    if unit >= 0 and side == SOVIET:
        heads = state.units_in[board.forces[SOVIET]] & board.traits["headquarters"]
        return -1 if _one_more_headquarters(board, state, heads) else unit
    return unit


def _one_more_headquarters(board: Board, state: WinterState, heads: int) -> WinterState | None:
    """The state in which one of `heads` stands so that all others find a hex; None where no hex does that."""
    if not heads:
        return None
    head = heads.bit_length() - 1
    places = headquarters_places(board, state) & board.start[head] & has_room(board, state, head)
    for space in _leningrad_first(board, places):
        ahead = _after(board, state, head, space)
        if Room(board, ahead, SOVIET).left_over() < 0 and not _cut_off(board, state, ahead):
            return ahead
    return None


def _cut_off(board: Board, state: WinterState, ahead: WinterState) -> int:
    """The units that are in supply in `state`, and no more in `ahead`.

    Rule: Supply J
    """
    return shares_seen(board, ahead).isolated & ~shares_seen(board, state).isolated


def _leningrad_first(board: Board, places: Plane) -> Iterator[int]:
    """The hexes of `places`, Leningrad before the others: most of the army starts near it, and it feeds all."""
    leningrad = places & 1 << board.leningrad
    yield from indices(leningrad)
    yield from indices(places ^ leningrad)


def _after(board: Board, state: WinterState, unit: int, space: int) -> WinterState:
    """The state in which `unit` stands in `space`."""
    ahead = state.copy(records=False)
    put_one(board, ahead, unit, space)
    return ahead


# Placing -----------------------------------------------------------------------------------------------------------


def place(rules: WinterWar, state: WinterState, space: int) -> None:
    """The selected unit into a hex.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    unit = 1 << state.selected
    side = rules.board.side_of[state.selected]
    put(rules.board, state, unit, space)
    event(state, "place", ADDRESS[side], unit, space)
    state.selected = -1
    state.reach = 0
    state.stack.pop()


def turn_up(rules: WinterWar, state: WinterState) -> None:
    """The Finnish units are turned face up, and the blanks taken off.

    Rule: Set-Up Soviet
    """
    board = rules.board
    event(state, "turn-up", "Set-Up Soviet", state.down & ~board.dummies)
    put(board, state, board.dummies & state.down, board.forces[FINNISH])
    state.down = 0
    state.lines, state.open, state.stale = (), 0, 1
