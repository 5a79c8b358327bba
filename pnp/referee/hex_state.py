"""What every state of a hex game holds: the places of the units, and sets of hexes that follow from it.

Only `at` is saved. All else follows from it and is kept up to date as units move, or made again when a game is loaded;
a game lists its own such things in `SHARED` or `OWN`, and `faults` compare them with what is computed afresh.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from pnp.referee.hex_counts import Digits
from pnp.referee.state import State

S = TypeVar("S", bound="HexState")


class Stacks(dict[int, int]):
    """The set of units in each place that holds any; 0 for every other place."""

    __slots__ = ()

    def __missing__(self, place: int) -> int:
        return 0

    def copy(self) -> Stacks:
        """A dictionary of its own."""
        return Stacks(self)


class HexState(State):
    """The state of a game on hexes.

    at        place of each unit
    units_in  set of units in each place, only of places that hold some
    occupied  by side: hexes with its units
    zones     by side: how many of its units would exert a zone of control on each hex, were none of them cut off
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*State.ARRAYS, "at")
    OWN: ClassVar[tuple[str, ...]] = (*State.OWN, "units_in", "occupied")

    __slots__ = ("at", "occupied", "units_in", "zones")

    at: list[int]
    units_in: Stacks
    occupied: list[int]
    zones: list[Digits]

    def copy(self: S, *, records: bool = True) -> S:
        """A state of its own with the same content."""
        twin = super().copy(records=records)
        twin.zones = [digits.copy() for digits in self.zones]
        return twin


def clear_hexes(state: HexState, units: int, nowhere: int, sides: int, *, at: bool = True) -> None:
    """Put all `units` of them nowhere; `at` False: leave the places that are written there."""
    if at:
        state.at = [nowhere] * units
    state.units_in = Stacks({nowhere: (1 << units) - 1} if units else {})
    state.occupied = [0] * sides
    state.zones = [[] for _ in range(sides)]
