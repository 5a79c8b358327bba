"""What a unit can reach with its points on any map: layer by layer of points spent, whole sets of spaces at once."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.referee.dice import bits
from pnp.referee.hex_movement import Mover


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What stands in a unit's way.

    barred    spaces that it can't enter
    zones     spaces in enemy zones of control
    stops     whether it must stop in one
    between   those of `zones` into which it may go straight from another
    cost      points more to enter one
    leaving   points more to leave one
    halts     spaces in which it must stop for what they are
    """

    barred: int
    zones: int
    stops: bool = True
    between: int = 0
    cost: int = 0
    leaving: int = 0
    halts: int = 0


def reachable(mover: Mover, start: int, points: int, hindrance: Hindrance, *, at_least_one: bool = False) -> int:
    """The spaces that a unit in `start` can reach, without `start`.

    at_least_one  it may enter a neighbouring space even where its points don't suffice
    """
    walk = mover.undisturbed(start, points, at_least_one)
    zones = hindrance.zones
    if not (hindrance.barred | zones | hindrance.halts) & walk.around:
        return walk.reach
    free = mover.board & ~hindrance.barred
    from_zone = free & (~zones | hindrance.between)
    layers = [0] * (points + 1)
    layers[0] = 1 << start
    uniform = not hindrance.cost and not hindrance.leaving
    stop = hindrance.halts | zones if hindrance.stops else hindrance.halts
    visited = 0
    for spent in range(points + 1):
        front = layers[spent] & ~visited
        visited |= front
        if not front or spent == points:
            continue
        if spent:
            front &= ~stop
        if uniform:
            zoned = front & zones
            if zoned:
                mover.grow(layers, zoned, spent, from_zone)
            if front != zoned:
                mover.grow(layers, front ^ zoned, spent, free)
        else:
            _grow_dearly(mover, layers, front, spent, hindrance, free, from_zone)
    if at_least_one:
        visited |= mover.near[start] & (from_zone if zones >> start & 1 else free)
    return visited & ~(1 << start)


def _grow_dearly(
    mover: Mover, layers: list[int], front: int, spent: int, hindrance: Hindrance, free: int, from_zone: int
) -> None:
    """Add to `layers` what one step leads to from `front`, where zones cost points to enter or to leave."""
    points, zones = len(layers) - 1, hindrance.zones
    for here in bits(front):
        in_zone = zones >> here & 1
        open_ = from_zone if in_zone else free
        paid = spent + (hindrance.leaving if in_zone else 0)
        for cost, near in mover.steps[here]:
            if paid + cost > points:
                break
            beside = near & open_
            dear = beside & zones
            if dear and paid + cost + hindrance.cost <= points:
                layers[paid + cost + hindrance.cost] |= dear
            layers[paid + cost] |= beside & ~zones
