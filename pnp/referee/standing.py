"""Who stands where: units in places as whole numbers, one bit each, and what must always hold of them.

A state that has `at` and `units_in` is one of these; the index after the last place is nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from pnp.referee.state import State


class Standing(Protocol):
    """The part of a state that concerns its units.

    at        place of each unit
    units_in  set of units in each place, nowhere last
    """

    at: list[int]
    units_in: list[int]


def clear(state: Standing, units: int, nowhere: int) -> None:
    """Put all `units` of them nowhere."""
    state.at = [nowhere] * units
    state.units_in = [0] * nowhere + [(1 << units) - 1]


def move_units(state: Standing, units: int, place: int) -> int:
    """Move the set `units` to `place`; the set of places that it touches, to bring up to date what depends on them."""
    at, units_in = state.at, state.units_in
    rest = units
    touched = 1 << place
    while rest:
        low = rest & -rest
        rest ^= low
        unit = low.bit_length() - 1
        origin = at[unit]
        units_in[origin] ^= low
        touched |= 1 << origin
        at[unit] = place
    units_in[place] |= units
    return touched


# What can't be ----------------------------------------------------------------------------------------------


def standing_faults(state: Standing, units: int, nowhere: int) -> list[str]:
    """`at` and `units_in` have the right length and hold places and units that there are."""
    faults = []
    if len(state.at) != units or not all(0 <= place <= nowhere for place in state.at):
        faults.append("'at' doesn't give a place for each unit")
    if len(state.units_in) != nowhere + 1 or not all(0 <= inside < 1 << units for inside in state.units_in):
        faults.append("'units_in' doesn't give a set of units for each place")
    return faults


def set_faults(state: State, names: Iterable[str], whole: int, what: str) -> list[str]:
    """The numbers `names` are sets within `whole`; `what` they are sets of."""
    return [f"{name!r} is no set of {what}" for name in names if not 0 <= getattr(state, name) <= whole]


def range_faults(state: State, limits: Mapping[str, int]) -> list[str]:
    """The numbers that mean nothing while they are -1 stay below their limits."""
    return [f"{name!r} is out of range" for name in state.NONE_YET if not -1 <= getattr(state, name) < limits[name]]


def place_faults(state: Standing, names: Sequence[str]) -> list[str]:
    """Check that each unit is in exactly one place, its own; `names` of the units."""
    return [
        f"{names[unit]} is not in exactly one place"
        for unit, place in enumerate(state.at)
        if [p for p, units in enumerate(state.units_in) if units >> unit & 1] != [place]
    ]


def stale_faults(state: State, units_in: Sequence[int], kinds: Mapping[str, int], count: int) -> list[str]:
    """Check that the sets of spaces updated move by move equal those computed afresh.

    kinds  name of the set -> the units whose spaces it holds
    count  number of spaces
    """
    faults = []
    for name, units in kinds.items():
        if getattr(state, name) != sum(1 << space for space in range(count) if units_in[space] & units):
            faults.append(f"{name!r} is not up to date")
    return faults
