"""Control of spaces and what it is worth. Serves every game that scores spaces."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.referee.masks import MaskSum


class Score:
    """Points of a side: the values of the spaces it controls.

    exempt  spaces that never score
    """

    __slots__ = ("_points", "_scoring")

    def __init__(self, values: Sequence[int], exempt: int = 0) -> None:
        self._points = MaskSum(values)
        self._scoring = ((1 << len(values)) - 1) & ~exempt

    def of(self, controlled: int) -> int:
        """The points for the set of `controlled` spaces."""
        return self._points.of(controlled & self._scoring)
