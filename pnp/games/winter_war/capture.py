"""Lines of communication, and what a side has captured.

Rule: Capture
"""

from __future__ import annotations

from pnp.games.winter_war.board import FINNISH, SOVIET, WinterBoard
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.supply import linked_cities, passable_ground
from pnp.referee.hexes import Plane


def soviet_lines(board: WinterBoard, state: WinterState) -> Plane:
    """Hexes from which a Soviet line of communication leads to Leningrad, or to a city with a railway to it.

    It runs to a headquarters and from there to the city, both by hexes that are free of Finnish units and of their
    zones of control; a Soviet unit in a hex cancels them. Capacities don't matter, nor which city is the closest.
    Rule: Capture, Supply F, Supply K
    """
    parameter = board.parameter
    free = passable_ground(board, state) & ~state.occupied[FINNISH] & ~(state.zoc[FINNISH] & ~state.occupied[SOVIET])
    links = board.links[board.season(state.turn)]
    fed = links.flood(linked_cities(board, state) & free, free, parameter["city-range"])
    quarters = 0
    for unit in board.headquarters:
        if state.at[unit] < board.count:
            quarters |= 1 << state.at[unit]
    return links.flood(quarters & fed, free, parameter["hq-range"])


def finnish_lines(board: WinterBoard, state: WinterState) -> Plane:
    """Hexes from which a Finnish line of communication leads to Finland.

    Rule: Capture, Supply G, Supply K
    """
    free = passable_ground(board, state) & ~state.occupied[SOVIET] & ~(state.zoc[SOVIET] & ~state.occupied[FINNISH])
    return board.links[board.season(state.turn)].flood(free & board.home[FINNISH], free)


def captured(board: WinterBoard, state: WinterState, side: int, among: Plane) -> Plane:
    """Those hexes `among` some that `side` has captured: of the enemy's country, or of nobody's.

    Rule: Capture
    """
    passed = among & state.held[side] & ~board.home[side]
    return passed and passed & (soviet_lines if side == SOVIET else finnish_lines)(board, state)
