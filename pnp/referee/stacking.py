"""Stacking: the units in a space, and how many are over the limit. Serves every game with a limit."""

from __future__ import annotations

from collections.abc import Sequence


def surplus(standing: int, arriving: int, limit: int) -> int:
    """How many of `arriving` units find no room beside `standing` ones."""
    return min(arriving, max(0, standing + arriving - limit))


def over_stacked(units_in: Sequence[int], who: int, limit: int, spaces: int) -> list[int]:
    """Spaces 0 … `spaces` - 1 that hold more than `limit` units of the set `who`."""
    return [space for space in range(spaces) if (units_in[space] & who).bit_count() > limit]
