"""Whom the Soviet supply cities can feed: the strongest first, where too many draw on one.

Rule: Supply F2
"""

from __future__ import annotations

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
    drawing = {city: theirs for city, theirs in zip(left, own, strict=True) if theirs}
    fed = choosing = seen = 0
    if not units:
        return fed, left
    for theirs in own:
        choosing |= seen & theirs
        seen |= theirs
    for city, theirs in drawing.items():
        if not theirs & choosing and (need := board.attack_sum.of(theirs)) <= left[city]:
            left[city] -= need
            fed |= theirs
    short = units & ~fed
    for group in (short & ~state.cut, short & state.cut):
        for unit in sorted(bits(group), key=board.strongest.__getitem__) if group else ():
            need, most, feeding = board.attack[unit], -1, -1
            for city, theirs in drawing.items():
                if left[city] > most and left[city] >= need and theirs >> unit & 1:
                    most, feeding = left[city], city
            if feeding >= 0:
                left[feeding] -= need
                fed |= 1 << unit
    return fed, left
