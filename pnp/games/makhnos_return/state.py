"""The state of Makhno's Return."""

from __future__ import annotations

from typing import ClassVar

from pnp.games.tatchanka.state import TatchankaState


class ReturnState(TatchankaState):
    """The state of the series, and what binds the Bolsheviks.

    taken     objectives that the Bolsheviks have occupied at some time
    attacked  objectives that they have attacked in this turn
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*TatchankaState.NUMBERS, "attacked", "taken")

    __slots__ = ("attacked", "taken")

    attacked: int
    taken: int
