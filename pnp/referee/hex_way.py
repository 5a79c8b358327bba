"""The way that a unit goes on hexes: traced back from a goal through a search of `hex_movement.search`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.referee.hex_movement import Search
from pnp.referee.hex_rail import Ride
from pnp.referee.hexes import HexLinks, Plane, indices
from pnp.referee.masks import mask_of


class UnitPath(NamedTuple):
    """The hexes that a unit enters on its way, and what they cost.

    hexes  entered, in order
    cost   points
    rail   those of `hexes` that it enters by rail
    """

    hexes: tuple[int, ...]
    cost: int
    rail: frozenset[int]


def way_to(journey: Search, goal: int, rails: HexLinks | None = None) -> UnitPath:
    """The cheapest way to a hex within reach; of equal ones, seen from the goal, that with the cheapest steps and
    lowest numbers.

    rails  the links of the railways that `found.rides` are parts of
    Raises ValueError for a hex out of reach.
    """
    total = journey.cost(goal)
    if total is None:
        raise ValueError(goal)
    hexes: list[int] = []
    rail: list[int] = []
    at, spent, start = goal, total, journey.start
    rides = journey.rides if rails is not None else ()
    while at != start:
        ride = _ride_to(rides, at, spent) if rides else None
        if ride is not None and rails is not None:
            track = _ridden(rails, ride[1], ride[2], at)
            at = track.pop()
            rail += track
            hexes += track
            spent = journey.cost(at) or 0 if at != start else 0
        else:
            hexes.append(at)
            at, spent = _before(journey, at, spent)
    hexes.reverse()
    return UnitPath(tuple(hexes), total, frozenset(rail))


def passage(journey: Search, goal: int, rails: HexLinks) -> tuple[int, int, Plane]:
    """What a unit leaves behind on the way that `way_to` returns: points, number of hexes entered by rail, all hexes
    entered.

    Raises ValueError for a hex out of reach.
    """
    at, start = goal, journey.start
    passed = by_rail = 0
    ride = _aboard(journey.rides, goal)
    total = spent = 0 if ride else journey.cost(goal)
    if total is None or spent is None:
        raise ValueError(goal)
    while at != start:
        ride = ride or _ride_to(journey.rides, at, spent)
        if ride is None:
            passed |= 1 << at
            at, spent = _before(journey, at, spent)
            continue
        boarded, count, track = _track(rails, ride[1], ride[2], at)
        passed |= track
        by_rail += count
        at, ride = boarded, None
        spent = journey.cost(at) or 0 if at != start else 0
    return total, by_rail, passed


def _aboard(rides: Sequence[tuple[int, Ride, Plane]], goal: int) -> tuple[int, Ride, Plane] | None:
    """The ride of a unit that is entrained already, if it leads to `goal`; it comes first and costs nothing."""
    if rides and not rides[0][0] and (goal in rides[0][1].hexes or rides[0][1].ends >> goal & 1):
        return rides[0]
    return None


def _ride_to(rides: Sequence[tuple[int, Ride, Plane]], at: int, spent: int) -> tuple[int, Ride, Plane] | None:
    """The first of `rides` that leads to a hex for so many points."""
    for ride in rides:
        if ride[0] == spent and (at in ride[1].hexes or ride[1].ends >> at & 1):
            return ride
    return None


def _boarded(rails: HexLinks, boards: Plane, goal: int) -> int:
    """The one of `boards` that is nearest to `goal` by rail; -1 where two are."""
    if not boards & (boards - 1):
        return boards.bit_length() - 1
    far = rails.toward(goal)[1]
    first, second, *_ = sorted(indices(boards), key=far.__getitem__)
    return first if far[first] < far[second] else -1


def _track(rails: HexLinks, ride: Ride, boards: Plane, goal: int) -> tuple[int, int, Plane]:
    """Where the unit boards to ride to `goal`, how many hexes it enters then, and which."""
    boarded = _boarded(rails, boards, goal)
    if boarded >= 0:
        track = rails.track(boarded, goal)
        if not (track ^ (track & ride.part)) & ~(1 << goal):
            return boarded, rails.toward(goal)[1][boarded], track ^ 1 << boarded
    *hexes, boarded = _searched(rails, ride, boards, goal)
    return boarded, len(hexes), mask_of(hexes)


def _ridden(rails: HexLinks, ride: Ride, boards: Plane, goal: int) -> list[int]:
    """The hexes from `goal` back to the nearest of `boards`, along the railway."""
    first = _boarded(rails, boards, goal)
    if first < 0:
        return _searched(rails, ride, boards, goal)
    tree = rails.toward(goal)[0]
    track = [first]
    while first != goal:
        if first not in ride.hexes:
            return _searched(rails, ride, boards, goal)
        first = tree[first]
        track.append(first)
    track.reverse()
    return track


def _searched(rails: HexLinks, ride: Ride, boards: Plane, goal: int) -> list[int]:
    """The same where the shortest way of all leads off the stretch, or there are several hexes to board in."""
    ends = set(indices(boards))
    came: dict[int, int] = {goal: goal}
    front = [goal]
    for here in front:
        if here in ends:
            track = [here]
            while track[-1] != goal:
                track.append(came[track[-1]])
            return track[::-1]
        for other in rails.beside[here]:
            if other not in came and other in ride.hexes:
                came[other] = here
                front.append(other)
    raise ValueError(goal)


def _before(journey: Search, at: int, spent: int) -> tuple[int, int]:
    """The hex from which the unit came on foot, and what it had spent there: the start, where its points didn't
    suffice.
    """
    start, stop, layers = journey.start, journey.stop, journey.layers
    for cost, near in journey.mover.came[at]:
        if cost > spent:
            break
        ones = near & layers[spent - cost]
        if halted := ones & stop:
            ones ^= halted
            if halted >> start & 1 and not stop >> at & 1:
                ones |= 1 << start
        if ones:
            return (ones & -ones).bit_length() - 1, spent - cost
    return start, 0
