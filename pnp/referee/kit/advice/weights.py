"""How much each term of the advice counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the terms; the unit of all worth is a unit of mean strength.

    points   worth of a place with the mean number of points
    pull     the part of it that draws units from afar
    fade     what is left of that with each movement point of distance
    guard    the part of its points that staying in a threatened place saves
    supply   the part of a unit's worth that leaving supply costs
    contact  how much the attacks that follow count when units move
    caution  what own losses count for each enemy loss
    support  worth of a friend beside a space, in a retreat
    retreat  the part of its worth that a unit loses when it must give way
    variety  differences up to this are left to the seed of the player
    """

    points: float = 2.0
    pull: float = 0.5
    fade: float = 0.9
    guard: float = 0.2
    supply: float = 0.1
    contact: float = 1.0
    caution: float = 1.25
    support: float = 0.1
    retreat: float = 0.15
    variety: float = 0.02


WEIGHTS = Weights()
