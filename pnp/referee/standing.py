"""Who stands where: units in places as whole numbers, one bit each.

A state that has `at` and `units_in` is one of these; the index after the last place is nowhere.
"""

from __future__ import annotations

from typing import Protocol


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
