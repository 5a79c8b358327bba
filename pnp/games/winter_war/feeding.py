"""Whom the Soviet supply cities can feed: the strongest first, where too many draw on one.

Rule: Supply F2
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.winter_war.board import WinterBoard
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane


def capacity_of(board: WinterBoard, state: WinterState, city: int) -> int:
    """Attack points that a supply city supplies, by its index.

    Rule: Supply, Event H
    """
    raised = state.logistics and city == board.growing
    return max(board.capacity[city], board.parameter["more-capacity"]) if raised else board.capacity[city]


def fed_by(
    board: WinterBoard, state: WinterState, units: int, cities: tuple[tuple[int, Plane], ...], own: tuple[int, ...]
) -> tuple[int, dict[int, int]]:
    """Those of `units` that the cities supply, and what each has left: the strongest first, those of `cut` last.

    own  units that can draw on each city
    Rule: Supply F2
    """
    left = {city: capacity_of(board, state, city) for city, _ in cities}
    if not units:
        return 0, left
    fed = shared = seen = 0
    for theirs in own:
        shared |= seen & theirs
        seen |= theirs
    drawing = {city: theirs for city, theirs in zip(left, own, strict=True) if theirs}
    if shared:
        return _feed_strongest(board, state, units, shared, drawing, left), left
    for city, theirs in drawing.items():
        need = board.attack_sum.of(theirs)
        if need <= left[city]:
            left[city] -= need
            fed |= theirs
        else:
            fed |= _feed_strongest(board, state, theirs, 0, {city: theirs}, left)
    return fed, left


def _feed_strongest(
    board: WinterBoard, state: WinterState, units: int, shared: int, drawing: Mapping[int, int], left: dict[int, int]
) -> int:
    """Those of `units` that are fed, the strongest first. Takes it off what is `left`.

    shared  those that can draw on several cities; drawing: who can draw on each
    Rule: Supply F2
    """
    fed = 0
    for group in (units & ~state.cut, units & state.cut) if state.cut else (units,):
        for attack, equals in board.strongest_first:
            part = group & equals
            if part & shared:
                fed |= _feed_one_by_one(part, attack, drawing, left)
            elif part:
                for city, sharing in drawing.items():
                    if theirs := part & sharing:
                        fed |= _feed_equals(theirs, attack, city, left)
    return fed


def _feed_equals(units: int, attack: int, city: int, left: dict[int, int]) -> int:
    """Those of `units`, with `attack` points each, that `city` feeds. Takes it off what is `left`.

    Rule: Supply F2
    """
    count = units.bit_count()
    while count * attack > left[city]:
        units ^= 1 << units.bit_length() - 1
        count -= 1
    left[city] -= count * attack
    return units


def _feed_one_by_one(units: int, attack: int, drawing: Mapping[int, int], left: dict[int, int]) -> int:
    """The same where some of `units` can draw on several cities: each goes to that which has the most left.

    Rule: Supply F2
    """
    fed = 0
    for unit in bits(units):
        bit = 1 << unit
        best = -1
        for city, sharing in drawing.items():
            if sharing & bit and left[city] >= attack and (best < 0 or left[city] > left[best]):
                best = city
        if best >= 0:
            left[best] -= attack
            fed |= bit
    return fed
