"""Movement: who can move, where to, and what a move brings about.

A unit is chosen; then it goes to any hex within reach, by the cheapest way, and on from there while it has points.

Rule: Movement
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.stacking import taken
from pnp.games.winter_war.state import WinterState, halt, held, other, pass_through, put
from pnp.games.winter_war.supply import settle_zone
from pnp.referee.dice import bits
from pnp.referee.hex_movement import Ride, Search, search, way_to
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def may_enter(board: Board, state: WinterState, unit: int) -> Plane:
    """Hexes that `unit` may enter this turn, whoever is there.

    Rule: Movement K, Movement K1, Movement K2, Movement K3, Movement N
    """
    return board.passable[board.season_of[state.turn]][unit]


def movable(board: Board, state: WinterState, side: int) -> int:
    """Units of `side` on the map that have not moved and have a hex beside them that they may enter.

    Rule: Movement B, Movement F, Movement I, Zones of Control F
    """
    enemies, zone = state.occupied[other(side)], state.zoc[other(side)]
    barred = enemies | zone
    movers = board.movers[board.season_of[state.turn]]
    units = 0
    at, moved, count = state.at, state.moved, board.count
    for unit in board.fighters[side]:
        space = at[unit]
        if space < count and not moved >> unit & 1 and movers[unit].near[space] & ~(barred if zone >> space & 1 else enemies):
            units |= 1 << unit
    return units


def rides_of(board: Board, state: WinterState, unit: int) -> tuple[Ride, ...]:
    """The railways of its country on which `unit` can travel now.

    Rule: Movement J, Event L
    """
    if state.frozen == state.turn:
        return ()
    side = board.side_of[unit]
    enemies = state.occupied[other(side)]
    sources = 1 << board.leningrad if side == SOVIET else board.finnish_cities & held(board, state, FINNISH)
    net = board.rails[side]
    return net.rides(net.linked(sources, enemies) & may_enter(board, state, unit), state.zoc[other(side)])


def explore(board: Board, state: WinterState, unit: int) -> Search:
    """What `unit` can reach with the points it has left.

    Rule: Movement A, Movement C, Movement F, Movement H, Movement I, Movement J, Supply A, Supply L, Zones of Control B
    """
    side = board.side_of[unit]
    enemies, zone = state.occupied[other(side)], state.zoc[other(side)]
    mover = board.movers[board.season_of[state.turn]][unit]
    start = state.at[unit]
    if state.stuck >> unit & 1:
        return search(mover, start, 0, enemies, zone, at_least_one=True)
    fresh = not state.spent and start == state.origin
    return search(
        mover, start, board.movement[unit] - state.spent, enemies, zone, rides=rides_of(board, state, unit),
        aboard=fresh and not zone >> start & 1, boarding=board.parameter["entrain-cost"], at_least_one=fresh,
    )  # fmt: skip


def look(board: Board, state: WinterState) -> None:
    """Find what the selected unit can reach, and keep it.

    A hex whose room is taken by units that have moved is no goal; others may still make room. Rule: Stacking A, Stacking C
    """
    unit = state.selected
    state.way = found = explore(board, state, unit)
    state.reach = found.reach & ~taken(board, unit, state.halted)


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
    way = way_to(found, space, board.rails[side].links)
    passed = 0
    for hex_ in way.hexes:
        passed |= 1 << hex_
    extra: tuple[tuple[str, object], ...] = (("from", board.places[state.at[unit]]), ("cost", way.cost))
    if way.rail:
        extra = (*extra, ("by-rail", way.rail.bit_count()))
    event(state, "move", "Movement J" if way.rail else "Movement A", 1 << unit, space, extra)
    put(board, state, 1 << unit, space)
    pass_through(board, state, side, passed)
    state.spent += way.cost
    refresh(board, state, side)
    if state.stuck >> unit & 1 or state.zoc[other(side)] >> space & 1 or state.spent >= board.movement[unit]:
        finish(rules, state)
        return
    look(board, state)
    if not state.reach:
        finish(rules, state)


def refresh(board: Board, state: WinterState, side: int) -> None:
    """Bring the enemy's zones of control up to date after a move of `side`, and with them who can still move.

    Rule: Zones of Control H
    """
    before = state.zoc[other(side)]
    settle_zone(board, state, other(side))
    if state.zoc[other(side)] != before:
        state.ready = movable(board, state, side)


def finish(rules: WinterWar, state: WinterState) -> None:
    """The move of the selected unit is over.

    Rule: Movement G
    """
    board, unit = rules.board, state.selected
    state.moved |= 1 << unit
    state.ready &= ~state.moved
    halt(board, state, unit)
    state.selected = state.origin = -1
    state.spent = state.reach = 0
    state.way = None
    state.stack.pop()
    rules.after_move(state, board.side_of[unit])
