"""The set-up: the Finnish units face down, then the Soviet ones in supply, then all is turned up.

Rule: Set-Up, Set-Up Finnish, Set-Up Soviet
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.stacking import has_room, places_left
from pnp.games.winter_war.state import WinterState, put
from pnp.games.winter_war.supply import Shares, passable_ground, share_out
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

Tight = Sequence[tuple[int, Plane]]
"""Groups of units, and the hexes that are kept for them."""


def prepare(board: Board, state: WinterState, side: int) -> None:
    """Find which units of the start can be placed next, and keep them in `state.ready`; headquarters come first.

    What the other Soviet units may do depends on where the headquarters are. Rule: Set-Up Finnish, Set-Up Soviet
    """
    units = state.units_in[board.forces[side]]
    if side == SOVIET:
        units = units & board.traits["headquarters"] or units
    state.ready = 0
    shares = shares_seen(board, state) if side == SOVIET else None
    tight = tight_places(board, state, side, shares)
    for group in board.alike[side]:
        waiting = group & units
        if waiting and places_for(board, state, waiting.bit_length() - 1, shares, tight):
            state.ready |= waiting


def select(rules: WinterWar, state: WinterState, unit: int, inner: int) -> None:
    """`unit` is placed next.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    state.selected = unit
    state.reach = places_for(rules.board, state, unit)
    state.stack.append(inner)


def places_for(
    board: Board, state: WinterState, unit: int, shares: Shares | None = None, tight: Tight | None = None
) -> Plane:
    """Hexes in which a unit of the start may be placed.

    shares, tight  what `shares_seen` and `tight_places` say, if they have been asked already
    Rule: Set-Up Finnish, Set-Up Soviet, Stacking
    """
    places = board.start[unit] & has_room(board, state, unit)
    if not places:
        return 0
    side = board.side_of[unit]
    if side == SOVIET:
        shares = shares or shares_seen(board, state)
    if tight is None:
        tight = tight_places(board, state, side, shares)
    for group, area in tight:
        if not group >> unit & 1:
            places ^= places & area
    if side == FINNISH or shares is None:
        return places
    if board.traits["headquarters"] >> unit & 1:
        return places & headquarters_places(board, state, shares)
    return places & in_supply(board, shares, unit) if board.dependent >> unit & 1 else places


def seen_free(board: Board, state: WinterState) -> Plane:
    """Hexes through which lines can be traced while the Finnish units are face down: each may exert a zone of control.

    Blanks look like units, so they count like them; nothing that is hidden can be found out by trying.
    Rule: Set-Up Soviet
    """
    soviet, finnish = state.occupied
    ground, zone = passable_ground(board, state), seen_zone(board, state)
    return ground ^ (ground & (finnish | zone ^ (zone & soviet)))


def seen_zone(board: Board, state: WinterState) -> Plane:
    """Hexes that the Finnish counters may control, whatever they are.

    Rule: Set-Up Soviet
    """
    known = state.zone_known[FINNISH]
    if known[0] == state.moves[FINNISH] and known[1] < 0:
        return known[3]
    plane = board.season(state.turn).open.spread(state.occupied[FINNISH])
    state.zone_known[FINNISH] = (state.moves[FINNISH], -1, [], plane)
    return plane


def shares_seen(board: Board, state: WinterState) -> Shares:
    """Who draws on which supply city, as far as can be seen.

    Rule: Set-Up Soviet, Supply F
    """
    return share_out(board, state, seen_zone(board, state))


def in_supply(board: Board, shares: Shares, unit: int) -> Plane:
    """Hexes in which `unit` would be in supply, beside those that are there already.

    Rule: Set-Up Soviet, Supply F, Supply J
    """
    plane = shares.unlimited
    for city, area in shares.limited:
        if shares.left[city] >= board.attack[unit]:
            plane |= area
    return plane


def headquarters_places(board: Board, state: WinterState, shares: Shares) -> Plane:
    """Hexes from which a headquarters reaches a supply city; the last of them Leningrad, if none does yet.

    Without that the rifle corps, which start near Leningrad, would find no supply. Rule: Set-Up Soviet, Supply F2
    """
    free = seen_free(board, state)
    links, ranges = board.season(state.turn).open, board.parameter
    waiting = state.units_in[board.forces[SOVIET]] & board.traits["headquarters"]
    leningrad = 1 << board.leningrad
    if waiting.bit_count() > 1 or any(line and line.goals & leningrad for line in shares.lines):
        return links.flood(board.supply_cities, free, ranges["city-range"])
    return links.flood(leningrad, free, ranges["hq-range"])


def tight_places(board: Board, state: WinterState, side: int, shares: Shares | None) -> Tight:
    """Groups of waiting units that may stand in few hexes only and need all the room there is, and these hexes.

    shares  what `shares_seen` says, for the Soviet side
    Rule: Set-Up Finnish, Set-Up Soviet
    """
    made = []
    units = state.units_in[board.forces[side]]
    for group, area in board.bound[side]:
        if waiting := group & units:
            if shares is not None:
                area &= in_supply(board, shares, (group & -group).bit_length() - 1)
            if places_left(board, state, side, area) <= waiting.bit_count():
                made.append((group, area))
    return made


def kept_free(board: Board, state: WinterState, unit: int) -> Plane:
    """Hexes that are kept for others, which may stand nowhere else and need all the room there.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    side = board.side_of[unit]
    kept = 0
    for group, area in tight_places(board, state, side, shares_seen(board, state) if side == SOVIET else None):
        if not group >> unit & 1:
            kept |= area
    return kept


def place(rules: WinterWar, state: WinterState, space: int) -> None:
    """The selected unit into a hex.

    Rule: Set-Up Finnish, Set-Up Soviet
    """
    unit = 1 << state.selected
    side = rules.board.side_of[state.selected]
    put(rules.board, state, unit, space)
    event(state, "place", "Set-Up Finnish" if side == FINNISH else "Set-Up Soviet", unit, space)
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
