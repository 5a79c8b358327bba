"""Movement: who can move, where to, and what a move brings about.

A unit is chosen; then it goes to any hex within reach, by the cheapest way, and on from there while it has points.

Rule: Movement
"""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.stacking import taken
from pnp.games.winter_war.state import WinterState, all_zones, halt, held, leaves_marks, other, pass_through, put_one
from pnp.games.winter_war.supply import settle_soviet_zone, settle_zone
from pnp.referee.hex_movement import Search, search
from pnp.referee.hex_ride import NO_RIDES, Rides
from pnp.referee.hex_way import passage
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


class Bar(Flag):
    """What can keep a unit from a hex that its movement points would suffice for."""

    ENEMIES = auto()
    """Enemy units stand in the way."""
    ZONES = auto()
    """It stops in enemy zones of control, and goes from none into another."""
    TRAIN_ZONES = auto()
    """It neither entrains in an enemy zone of control nor rides on in one."""
    CUT = auto()
    """Enemies cut the railway, or hold every city that it leads to."""
    FROST = auto()
    """No train runs."""
    ENTRAINING = auto()
    """It pays for entraining."""


def may_enter(board: Board, state: WinterState, unit: int) -> Plane:
    """Hexes that `unit` may enter this turn, whoever is there.

    Rule: Movement K, Movement K1, Movement K2, Movement K3, Movement N
    """
    return board.passable[board.season_of[state.turn]][unit]


def movable(board: Board, state: WinterState, side: int) -> int:
    """Units of `side` on the map that have not moved and have a hex beside them that they may enter.

    Whether zones of control leave them one is found when they are chosen. Rule: Movement B, Movement F
    """
    enemies = state.occupied[other(side)]
    movers = board.movers[board.season_of[state.turn]]
    units = 0
    at, moved, count = state.at, state.moved, board.count
    for unit in board.fighters[side]:
        space = at[unit]
        if space < count and not moved >> unit & 1:
            near = movers[unit].near[space]
            if near & enemies != near:
                units |= 1 << unit
    return units


def zone_within(board: Board, state: WinterState, side: int, plane: Plane) -> Plane:
    """The zones of control of `side`, right within `plane`; supply is judged only if something there depends on it.

    Rule: Zones of Control H
    """
    if state.stale:
        # Never less than what they do control, whoever is isolated and whatever is fortified.
        if not all_zones(state, side) & plane:
            return 0
        settle_zone(board, state, side)
    if state.due and side == SOVIET:
        settle_soviet_zone(board, state)
    return state.zoc_known[side]


def rides_of(board: Board, state: WinterState, unit: int, zone: Plane) -> Rides:
    """The railways of its country on which `unit` can travel now, when the zones of control of its enemy are `zone`.

    Rule: Movement J, Event L
    """
    if state.frozen == state.turn:
        return NO_RIDES
    side = board.side_of[unit]
    return board.rails[side].rides(_linked(board, state, side) & may_enter(board, state, unit), zone)


def _linked(board: Board, state: WinterState, side: int) -> Plane:
    """Rail hexes of `side` that are joined to Leningrad, or to a city of Finland in Finnish hands.

    Rule: Movement J
    """
    sources = 1 << board.leningrad if side == SOVIET else board.finnish_cities & held(board, state, FINNISH)
    return board.rails[side].linked(sources, state.occupied[other(side)])


def explore(board: Board, state: WinterState, unit: int) -> Search:
    """What `unit` can reach with the points it has left.

    Rule: Movement A, Movement C, Movement F, Movement H, Movement I, Movement J, Supply A, Supply L
    Rule: Zones of Control B, Zones of Control F
    """
    side = board.side_of[unit]
    enemy = other(side)
    mover = board.movers[board.season_of[state.turn]][unit]
    start = state.at[unit]
    fresh = not state.spent and start == state.origin
    points = 0 if state.stuck >> unit & 1 else board.movement[unit] - state.spent
    known = mover.undisturbed(start, points, fresh)
    around = known.around
    rides, zone = NO_RIDES, 0
    if points and around & board.rails[side].all:
        zone = zone_within(board, state, enemy, board.everywhere)
        rides = rides_of(board, state, unit, zone)
    else:
        zone = zone_within(board, state, enemy, around)
    return search(
        mover, start, points, state.occupied[enemy], zone, rides=rides, aboard=fresh and not zone >> start & 1,
        boarding=board.entraining, at_least_one=fresh, undisturbed=known,
    )  # fmt: skip


def reach_without(board: Board, state: WinterState, unit: int, lifted: Bar) -> Plane:
    """What `unit` could reach with the points it has left if the bars of `lifted` did not hold.

    Rule: Movement A, Movement F, Movement J, Zones of Control, Zones of Control F, Event L
    """
    side, start = board.side_of[unit], state.at[unit]
    fresh = not state.spent and start == state.origin
    enemies = 0 if Bar.ENEMIES in lifted else state.occupied[other(side)]
    zone = zone_within(board, state, other(side), board.everywhere)
    halts = 0 if Bar.ZONES in lifted else zone
    barred = 0 if Bar.TRAIN_ZONES in lifted else zone
    rides = NO_RIDES
    if state.frozen != state.turn or Bar.FROST in lifted:
        net = board.rails[side]
        linked = net.all if Bar.CUT in lifted else _linked(board, state, side)
        rides = net.rides(linked & may_enter(board, state, unit), barred)
    # Not `search`: what the mover remembers of railways holds for the true price of entraining only.
    way = Search(board.mover(state.turn, unit), start, halts)
    way.spread(
        board.movement[unit] - state.spent, enemies, halts, fresh, rides,
        aboard=fresh and not barred >> start & 1, boarding=0 if Bar.ENTRAINING in lifted else board.entraining,
    )  # fmt: skip
    return way.reach


def look(board: Board, state: WinterState) -> None:
    """Find what the selected unit can reach, and keep it.

    A hex whose room is taken by units that have moved is no goal; others may still make room.

    Rule: Stacking A, Stacking C
    """
    unit = state.selected
    state.way = found = explore(board, state, unit)
    state.reach = found.reach
    if state.filled:
        state.reach ^= state.reach & taken(board, unit, state.filled)


def must_go(board: Board, state: WinterState) -> bool:
    """Whether the selected unit can't stay: others that have moved take the room in its hex, and it can go elsewhere.

    Rule: Stacking A
    """
    unit = state.selected
    here = state.at[unit]
    return state.filled >> here & 1 == 1 and bool(state.reach) and taken(board, unit, state.filled) >> here & 1 == 1


def select(rules: WinterWar, state: WinterState, unit: int, inner: int) -> None:
    """`unit` is about to move.

    Rule: Movement C
    """
    state.selected, state.origin, state.spent = unit, state.at[unit], 0
    look(rules.board, state)
    state.stack.append(inner)


def move(rules: WinterWar, state: WinterState, space: int) -> None:
    """The selected unit goes to `space`; every hex on the way is now its side's.

    Rule: Movement A, Movement G, Movement J, Capture, Zones of Control
    """
    board = rules.board
    unit, found = state.selected, state.way
    assert found is not None
    side = board.side_of[unit]
    marks = leaves_marks(board, state, side, found.reach)
    if marks or found.rides:
        cost, by_rail, passed = passage(found, space, board.rails[side].links)
    else:  # nobody asks which hexes it passes
        cost, by_rail, passed = found.cost(space) or 0, 0, 0
    extra: tuple[tuple[str, object], ...] = (board.told_from[state.at[unit]], board.told_cost[cost])
    if by_rail:
        extra = (*extra, ("by-rail", by_rail))
    event(state, "move", "Movement J" if by_rail else "Movement A", 1 << unit, space, extra)
    put_one(board, state, unit, space)
    if marks:
        pass_through(board, state, side, passed)
    state.spent += cost
    if state.stuck >> unit & 1 or state.spent >= board.movement[unit]:
        finish(rules, state)
        return
    if zone_within(board, state, other(side), 1 << space) >> space & 1:
        finish(rules, state)
        return
    look(board, state)
    if not state.reach:
        finish(rules, state)


def finish(rules: WinterWar, state: WinterState) -> None:
    """The move of the selected unit is over.

    Rule: Movement G
    """
    board, unit = rules.board, state.selected
    state.moved |= 1 << unit
    state.ready ^= state.ready & state.moved
    halt(board, state, unit)
    state.selected = state.origin = -1
    state.spent = state.reach = 0
    state.way = None
    state.stack.pop()
    rules.after_move(state, board.side_of[unit])
