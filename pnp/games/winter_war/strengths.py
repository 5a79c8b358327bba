"""Strengths in a fight, in half points, so that isolated units keep their halves exactly; odds and columns from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, Board
from pnp.games.winter_war.state import WinterState, other
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

HALVES = 2
"""Half points in a point."""


def attack_halves(board: Board, units: int) -> int:
    """Twice the attack strength of `units`.

    Rule: Combat 3, Combat G, Combat L
    """
    return HALVES * sum(board.attack[unit] for unit in bits(units))


def attack_points(board: Board, units: int) -> int:
    """The attack points of `units`, as printed."""
    return sum(board.attack[unit] for unit in bits(units))


def defence_points(board: Board, units: int) -> int:
    """The defence points of `units`, as printed.

    Rule: Combat Results Table
    """
    return sum(board.defence[unit] for unit in bits(units))


def defenders_in(board: Board, state: WinterState, side: int, spaces: Plane) -> int:
    """All units of `side` in `spaces`."""
    found = 0
    for space in bits(spaces):
        found |= state.units_in[space]
    return found & board.army[side]


def defence_halves(rules: WinterWar, state: WinterState, side: int, spaces: Plane, attackers: int) -> int:
    """Twice the defence strength of the units of `side` in `spaces` against `attackers`: halved first, doubled once.

    Units that retreated onto others add nothing.
    Rule: Combat H, Combat K, Combat S, Combat A3, Supply B, Fortifications B
    """
    board = rules.board
    total = 0
    for space in bits(spaces):
        halves = 0
        for unit in bits(state.units_in[space] & board.army[side] & ~state.guests):
            halves += board.defence[unit] * (1 if state.isolated >> unit & 1 else HALVES)
        if halves and (sheltered(board, side) >> space & 1 or across_water(board, state, attackers, space)):
            halves *= 2
        total += halves
    return total


def sheltered(board: Board, side: int) -> Plane:
    """Hexes in which units of `side` are doubled, whoever held them before. Allied units count as Finnish.

    Rule: Combat S, Fortifications, Fortifications A, Fortifications D, Fortifications E, Terrain Effects Chart
    """
    if side == FINNISH:
        return board.finnish_cities | board.forts
    found = 0
    for city in board.supply:
        found |= 1 << city
    return found


def across_water(board: Board, state: WinterState, attackers: int, space: int) -> bool:
    """Whether every one of `attackers` attacks `space` across a river or the side of a minor lake, or from the sea.

    Rule: Combat S
    """
    if state.afloat:
        return True
    wet = board.season(state.turn).wet.near[space]
    return all(wet >> state.at[unit] & 1 for unit in bits(attackers))


def column_of(rules: WinterWar, state: WinterState, side: int, attackers: int, spaces: Plane) -> int | None:
    """Index of the column when `attackers` attack the units of `side` in `spaces`; None where nobody defends.

    Rule: Combat 3, Combat N, Combat R
    """
    defence = defence_halves(rules, state, side, spaces, attackers)
    if not defence:
        return None
    return rules.tables.column(attack_halves(rules.board, attackers), defence)


def bracketed(board: Board, side: int, spaces: Plane) -> bool:
    """Whether the results in brackets are used: against Finnish units of which any stands on a fortification.

    Rule: Fortifications B, Combat Results Table
    """
    return side == FINNISH and bool(board.forts & spaces)


def printed(halves: int) -> str:
    """Half points as they are written: 9 is 4.5."""
    return f"{halves // HALVES}.5" if halves % HALVES else str(halves // HALVES)


def odds_text(rules: WinterWar, state: WinterState, attackers: int, side: int, spaces: Plane) -> str:
    """The two strengths, e.g. 26:9."""
    defence = defence_halves(rules, state, side, spaces, attackers)
    return f"{printed(attack_halves(rules.board, attackers))}:{printed(defence)}"


def enemy_on(state: WinterState, side: int, space: int) -> bool:
    """Whether an enemy of `side` stands in `space`."""
    return bool(state.occupied[other(side)] >> space & 1)
