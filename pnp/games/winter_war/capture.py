"""Lines of communication, and what a side has captured.

Rule: Capture
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState, held
from pnp.games.winter_war.supply import linked_cities, passable_ground, settle
from pnp.referee.hexes import Plane

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def soviet_lines(rules: WinterWar, state: WinterState) -> Plane:
    """Hexes from which a Soviet line of communication leads to Leningrad, or to a city with a railway to it.

    It runs to a headquarters and from there to the city, both by hexes that are free of Finnish units and of their
    zones of control; a Soviet unit in a hex cancels them. Capacities don't matter, nor which city is the closest.
    Rule: Capture, Supply F, Supply K
    """
    board, parameter = rules.board, rules.board.parameter
    settle(board, state)
    free = passable_ground(board, state) & ~state.occupied[FINNISH] & ~(state.zoc[FINNISH] & ~state.occupied[SOVIET])
    links = board.season(state.turn).open
    fed = links.flood(linked_cities(board, state) & free, free, parameter["city-range"])
    quarters = 0
    for unit in board.headquarters:
        if state.at[unit] < board.count:
            quarters |= 1 << state.at[unit]
    return links.flood(quarters & fed, free, parameter["hq-range"])


def finnish_lines(rules: WinterWar, state: WinterState) -> Plane:
    """Hexes from which a Finnish line of communication leads to Finland.

    Rule: Capture, Supply G, Supply K
    """
    board = rules.board
    settle(board, state)
    free = passable_ground(board, state) & ~state.occupied[SOVIET] & ~(state.zoc[SOVIET] & ~state.occupied[FINNISH])
    return board.season(state.turn).open.flood(free & board.home[FINNISH], free)


def captured(rules: WinterWar, state: WinterState, side: int) -> Plane:
    """Hexes of the enemy's country, or of nobody's, that `side` has captured.

    Rule: Capture
    """
    lines = soviet_lines(rules, state) if side == SOVIET else finnish_lines(rules, state)
    return held(rules.board, state, side) & lines & ~rules.board.home[side]
