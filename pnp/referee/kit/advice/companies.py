"""Groups of units that are worth a look: the strongest, and one more each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.referee.dice import bits

Group = tuple[int, int, int]
"""Units that go together, how many of them start in one space, and their strength."""


def strongest(units: int, strength: Sequence[int]) -> list[int]:
    """The strongest of `units` first, of equals the first in source order."""
    return sorted(bits(units), key=lambda unit: (-strength[unit], unit))


def groups(bound: Sequence[int], apart: Sequence[int], strength: Sequence[int], most: int) -> Iterator[Group]:
    """The first of the units `bound` to one space, one more each time, alone and with the first of those that start
    `apart`; `most` in all.
    """
    units = total = 0
    for number, unit in enumerate(bound[:most], start=1):
        units, total = units | 1 << unit, total + strength[unit]
        yield units, number, total
        joined, together = units, total
        for other in apart[: most - number]:
            joined, together = joined | 1 << other, together + strength[other]
            yield joined, number, together
