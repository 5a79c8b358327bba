"""Who stands where: units in places as whole numbers, one bit each, and what must always hold of them.

A state that has `at` and `units_in` is one of these; the index after the last place is nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
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


# What can't be ----------------------------------------------------------------------------------------------


def set_faults(state: State, names: Iterable[str], whole: int, what: str) -> list[str]:
    """The numbers `names` are sets within `whole`; `what` they are sets of."""
    return [f"{name!r} is no set of {what}" for name in names if not 0 <= getattr(state, name) <= whole]
