"""The units in each place, as a state keeps them."""

from __future__ import annotations


class Stacks(dict[int, int]):
    """The set of units in each place that holds any; 0 for every other place."""

    __slots__ = ()

    def __missing__(self, place: int) -> int:
        return 0

    def leave(self, place: int, units: int) -> int:
        """Take units away from where they are; those that stay there."""
        left = self[place] ^ units
        if left:
            self[place] = left
        else:
            del self[place]
        return left

    def copy(self) -> Stacks:
        """A dictionary of its own."""
        return Stacks(self)
