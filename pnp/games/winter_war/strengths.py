"""Strengths in half points, as advisers reckon with them; what a fight comes to the kit tells."""

from __future__ import annotations

from pnp.games.winter_war.board import FINNISH, WinterBoard
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane

HALVES = 2
"""Half points in a point."""


def attack_halves(board: WinterBoard, units: int) -> int:
    """Twice the attack strength of `units`.

    Rule: Combat 3, Combat G, Combat L
    """
    return HALVES * sum(board.attack[unit] for unit in bits(units))


def defence_points(board: WinterBoard, units: int) -> int:
    """The defence points of `units`, as printed.

    Rule: Combat Results Table
    """
    return sum(board.defence[unit] for unit in bits(units))


def sheltered(board: WinterBoard, side: int) -> Plane:
    """Hexes in which units of `side` are doubled, whoever held them before. Allied units count as Finnish.

    Rule: Combat S, Fortifications, Fortifications A, Fortifications D, Fortifications E, Terrain Effects Chart
    """
    if side == FINNISH:
        return board.finnish_cities | board.forts
    found = 0
    for city in board.supply:
        found |= 1 << city
    return found
