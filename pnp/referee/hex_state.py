"""What every state of a hex game keeps: where the units stand, and sets of hexes that follow from it.

Only `at` is saved. All else follows from it and is kept up to date as units move, or made again when a game is loaded;
a game lists its own such things in `KEPT`, and `faults` compare them with what is computed afresh.
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
    KEPT: ClassVar[tuple[str, ...]] = ("units_in", "occupied")
    """What follows from the saved fields: whole numbers, tuples, lists, dictionaries."""
    COUNTS: ClassVar[tuple[str, ...]] = ("zones",)
    """Of what follows, counters by side."""

    __slots__ = ("at", "occupied", "units_in", "zones")

    at: list[int]
    units_in: Stacks
    occupied: list[int]
    zones: list[Digits]

    def copy(self: S, *, records: bool = True) -> S:
        """A state of its own with the same content."""
        twin = super().copy(records=records)
        for name in self.KEPT:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) in _OWN else value)
        for name in self.COUNTS:
            setattr(twin, name, [digits[:] for digits in getattr(self, name)])
        return twin


_OWN = frozenset({list, dict, Stacks})


def clear_hexes(state: HexState, units: int, nowhere: int, sides: int, *, at: bool = True) -> None:
    """Put all `units` of them nowhere; `at` False: leave the places that are written there."""
    if at:
        state.at = [nowhere] * units
    state.units_in = Stacks({nowhere: (1 << units) - 1} if units else {})
    state.occupied = [0] * sides
    state.zones = [[] for _ in range(sides)]
