"""Stacking: how many units find no room in a space. Serves every game with a limit."""

from __future__ import annotations


def surplus(standing: int, arriving: int, limit: int) -> int:
    """How many of `arriving` units find no room beside `standing` ones."""
    return min(arriving, max(0, standing + arriving - limit))
