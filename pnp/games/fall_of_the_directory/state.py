"""The state of Fall of the Directory."""

from __future__ import annotations

from typing import ClassVar

from pnp.games.tatchanka.state import TatchankaState

PRESENT, LEAVING, GONE = range(3)
"""What has become of the Entente and the Germans; the spaces of their track."""


class FallState(TatchankaState):
    """The state of the series, and what diplomacy has brought.

    war         1 once war has been declared
    foreigners  PRESENT, LEAVING or GONE
    garrisoned  cities for which there are actions and that another side than the Bolsheviks has held
    captured    those that the Bolsheviks have captured
    actions     by faction: diplomatic actions that it has taken
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*TatchankaState.NUMBERS, "war", "foreigners", "garrisoned", "captured")
    ARRAYS: ClassVar[tuple[str, ...]] = (*TatchankaState.ARRAYS, "actions")

    __slots__ = ("actions", "captured", "foreigners", "garrisoned", "war")

    war: int
    foreigners: int
    garrisoned: int
    captured: int
    actions: list[int]
