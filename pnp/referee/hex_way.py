"""The way that a unit goes on hexes: traced back from a goal through what `hex_movement.search` has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.referee.hex_movement import Ride, Search
from pnp.referee.hexes import HexLinks, Plane, indices


class Way(NamedTuple):
    """How a unit goes.

    hexes  entered, in order
    cost   points
    rail   those of `hexes` that it enters by rail
    """

    hexes: tuple[int, ...]
    cost: int
    rail: frozenset[int]


def way_to(found: Search, goal: int, rails: HexLinks | None = None) -> Way:
    """The cheapest way to a hex within reach; of equal ones, seen from the goal, that with the cheapest steps and lowest numbers.

    rails  the links of the railways that `found.rides` are parts of
    Raises ValueError for a hex out of reach.
    """
    total = found.cost(goal)
    if total is None:
        raise ValueError(goal)
    hexes: list[int] = []
    rail: list[int] = []
    at, spent, start = goal, total, found.start
    rides = found.rides if rails is not None else ()
    while at != start:
        ride = _ride_to(rides, at, spent) if rides else None
        if ride is not None and rails is not None:
            track = _ridden(rails, ride[1], ride[2], at)
            at = track.pop()
            rail += track
            hexes += track
            spent = found.cost(at) or 0 if at != start else 0
        else:
            hexes.append(at)
            at, spent = _before(found, at, spent)
    hexes.reverse()
    return Way(tuple(hexes), total, frozenset(rail))


def _ride_to(rides: Sequence[tuple[int, Ride, Plane]], at: int, spent: int) -> tuple[int, Ride, Plane] | None:
    """The first of `rides` that leads to a hex for so many points."""
    for ride in rides:
        if ride[0] == spent and (at in ride[1].hexes or ride[1].ends >> at & 1):
            return ride
    return None


def _ridden(rails: HexLinks, ride: Ride, boards: Plane, goal: int) -> list[int]:
    """The hexes from `goal` back to the nearest of `boards`, along the railway."""
    tree, far = rails.toward(goal)
    if boards & (boards - 1):
        first, *others = sorted(indices(boards), key=far.__getitem__)
        if far[first] == far[others[0]]:
            return _searched(rails, ride, boards, goal)
    else:
        first = boards.bit_length() - 1
    track = [first]
    hexes = ride.hexes
    while first != goal:
        if first not in hexes:
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


def _before(found: Search, at: int, spent: int) -> tuple[int, int]:
    """The hex from which the unit came on foot, and what it had spent there: the start, where its points didn't suffice."""
    start, stop, layers = found.start, found.stop, found.layers
    for cost, near in found.mover.came[at]:
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
