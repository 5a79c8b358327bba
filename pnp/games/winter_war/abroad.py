"""Finnish and Allied units abroad: who has a line of supply home, and who is cut off.

Ways home that were found are kept, and so is where there is none: each holds until a hex on which it depends changes.

Rule: Supply G, Supply K
"""

from __future__ import annotations

from pnp.games.winter_war.board import FINNISH, WinterBoard
from pnp.games.winter_war.state import WinterState, other
from pnp.referee.hexes import Plane, indices

KNOWN = 60
"""Ways home that are remembered."""

NO_WAY = 0, 0, 0
"""What is known of a hex from which no way home has been looked for."""


def passable_ground(board: WinterBoard, state: WinterState) -> Plane:
    """Hexes through which a line can be traced: terrain and borders that no unit of any kind is kept from.

    Rule: Supply F1, Supply G
    """
    return board.ground_open[board.season_of[state.turn]]


def free_ground(board: WinterBoard, state: WinterState, side: int, zone: Plane) -> Plane:
    """Hexes through which a side traces a line when the enemy's zones of control are `zone`; a friend in a hex cancels
    them.

    Rule: Supply F1, Supply G, Supply K
    """
    ground = passable_ground(board, state)
    return ground ^ (ground & (state.occupied[other(side)] | zone ^ (zone & state.occupied[side])))


def cut_off(board: WinterBoard, state: WinterState, abroad: Plane, zone: Plane) -> int:
    """Finnish and Allied units in `abroad` that can't trace a line to Finland, when the Soviet zones of control are
    `zone`.

    Rule: Supply G, Supply K
    """
    free = free_ground(board, state, FINNISH, zone)
    spaces, ways = state.homeways
    if abroad & spaces == abroad and ways & free == ways:
        return 0
    links = board.links[board.season(state.turn)]
    goal = free & board.home[FINNISH]
    units = done = ways = 0
    homeward = state.homeward
    for space in indices(abroad):
        if done >> space & 1:
            continue
        beside = links.near[space] & goal
        if beside:
            ways |= beside & -beside
            continue
        way, found, rim = homeward.get(space, NO_WAY)
        if way and way & free == way and way & goal:
            ways |= way
            continue
        if not found or rim & free:
            if len(homeward) > KNOWN:
                homeward.clear()
            way, found, rim = homeward[space] = links.way(space, free, goal)
            ways |= way
        if found:
            units |= state.units_at(indices(abroad & found)) & board.own[FINNISH]
            done |= found
    if not units:
        state.homeways = abroad, ways
    return units
