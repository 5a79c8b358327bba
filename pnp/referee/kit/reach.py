"""What a unit can reach with its points on any map: layer by layer of points spent, whole sets of spaces at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from pnp.referee.dice import bits
from pnp.referee.hex_movement import KNOWN_LIMIT, Mover
from pnp.referee.hexes import FEW


@dataclass(slots=True)
class Hindrance:
    """What stands in a unit's way; it doesn't change once it is made.

    land      all spaces
    barred    spaces that it can't enter
    zones     spaces in enemy zones of control
    stops     whether it must stop in one
    between   those of `zones` into which it may go straight from another
    cost      points more to enter one
    leaving   points more to leave one
    halts     spaces in which it must stop for what they are

    free, from_zone, stop, disturbed   what follows: where it can go, where to from a zone, where it must stop, and all
                                       spaces that make a difference
    """

    land: int
    barred: int
    zones: int = 0
    stops: bool = True
    between: int = 0
    cost: int = 0
    leaving: int = 0
    halts: int = 0
    free: int = field(init=False)
    from_zone: int = field(init=False)
    stop: int = field(init=False)
    disturbed: int = field(init=False)

    def __post_init__(self) -> None:
        self.free = self.land & ~self.barred
        self.from_zone = self.free & (~self.zones | self.between)
        self.stop = self.halts | self.zones if self.stops else self.halts
        self.disturbed = self.barred | self.zones | self.halts


def reachable(mover: Mover, start: int, points: int, hindrance: Hindrance, *, at_least_one: bool = False) -> int:
    """The spaces that a unit in `start` can reach, without `start`.

    at_least_one  it may enter a neighbouring space even where its points don't suffice
    """
    walk = mover.undisturbed(start, points, at_least_one)
    around = walk.around
    if not hindrance.disturbed & around:
        return walk.reach
    key = (
        start, points, at_least_one, hindrance.cost, hindrance.leaving,
        hindrance.free & around, hindrance.from_zone & around, hindrance.zones & around, hindrance.stop & around,
    )  # fmt: skip
    reach = mover.known.get(key)
    if reach is None:
        if len(mover.known) >= KNOWN_LIMIT:
            mover.known.clear()
        reach = mover.known[key] = _search(mover, start, points, hindrance, at_least_one)
    return reach


def _search(mover: Mover, start: int, points: int, hindrance: Hindrance, at_least_one: bool) -> int:
    """The same where something is in its way."""
    free, from_zone, zones, stop = hindrance.free, hindrance.from_zone, hindrance.zones, hindrance.stop
    layers = [0] * (points + 1)
    visited = front = layers[0] = 1 << start
    steps, grow = mover.steps, mover.grow
    dear = hindrance.cost or hindrance.leaving
    for spent in range(points):
        if spent:
            front = layers[spent]
            if not front:
                continue
            front ^= front & visited
            visited |= front
            front ^= front & stop
            if not front:
                continue
        if dear:
            _grow_dearly(mover, layers, front, spent, hindrance)
            continue
        if front.bit_count() > FEW:
            for part, open_ in ((front & zones, from_zone), (front & ~zones, free)):
                if part:
                    grow(layers, part, spent, open_)
            continue
        left = points - spent
        while front:
            here = front.bit_length() - 1
            front ^= 1 << here
            open_ = from_zone if zones >> here & 1 else free
            for cost, near in steps[here]:
                if cost > left:
                    break
                layers[spent + cost] |= near & open_
    visited |= layers[points]
    if at_least_one:
        visited |= mover.near[start] & (from_zone if zones >> start & 1 else free)
    return visited & ~(1 << start)


def _grow_dearly(mover: Mover, layers: list[int], front: int, spent: int, hindrance: Hindrance) -> None:
    """Add to `layers` what one step leads to from `front`, where zones cost points to enter or to leave."""
    points, zones = len(layers) - 1, hindrance.zones
    for here in bits(front):
        in_zone = zones >> here & 1
        open_ = hindrance.from_zone if in_zone else hindrance.free
        paid = spent + (hindrance.leaving if in_zone else 0)
        for cost, near in mover.steps[here]:
            if paid + cost > points:
                break
            beside = near & open_
            dear = beside & zones
            if dear and paid + cost + hindrance.cost <= points:
                layers[paid + cost + hindrance.cost] |= dear
            layers[paid + cost] |= beside & ~zones


def way(
    mover: Mover, start: int, goal: int, points: int, hindrance: Hindrance, *, at_least_one: bool = False,
    last: int = -1,
) -> tuple[tuple[int, int], ...]:  # fmt: skip
    """A cheapest way from `start` to `goal`: its spaces, each with the points spent when it is entered.

    Of several the one with the fewest spaces, then with the lowest indices. Empty where none leads there, which is the
    case exactly where `reachable` doesn't find the goal.

    last  spaces from which the goal may be entered
    """
    zones, there = hindrance.zones, 1 << goal
    came: dict[int, tuple[int, int]] = {}
    heap = [(0, 0, start, start)]
    while heap:
        spent, steps, here, origin = heappop(heap)
        if here in came:
            continue
        came[here] = origin, spent
        if here == goal:
            return _traced(came, start, goal)
        if hindrance.stop >> here & 1 and here != start:
            continue
        in_zone = zones >> here & 1
        open_ = hindrance.from_zone if in_zone else hindrance.free
        if not last >> here & 1:
            open_ &= ~there
        paid = spent + (hindrance.leaving if in_zone else 0)
        for cost, near in mover.steps[here]:
            for beside in bits(near & open_):
                entered = paid + cost + (hindrance.cost if zones >> beside & 1 else 0)
                if entered <= points:
                    heappush(heap, (entered, steps + 1, beside, here))
    if at_least_one and last >> start & 1:
        open_ = hindrance.from_zone if zones >> start & 1 else hindrance.free
        if mover.near[start] & open_ & there:
            return ((goal, points),)
    return ()


def _traced(came: dict[int, tuple[int, int]], start: int, goal: int) -> tuple[tuple[int, int], ...]:
    """The way to `goal`, given from where each space was entered."""
    back = []
    while goal != start:
        origin, spent = came[goal]
        back.append((goal, spent))
        goal = origin
    return tuple(reversed(back))
