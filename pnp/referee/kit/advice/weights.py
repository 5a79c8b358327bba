"""How much each term of the advice counts.

A term stays only where it helps in play of adviser against adviser; `benchmarks/README.md` holds the table of what each
is worth, which `python benchmarks/advice.py` makes anew. Some game shows that `contact`, `guard`, `pull` and `finish`
help (`pull` does harm in another).

Left out since they did harm: units that stay where an enemy could otherwise end the game in its next move, in five
forms (2 to 23 in the game of the capitals, 29 to 53 in Two Rivers; `finish`, which makes the last place dear to both
sides, holds it well enough); danger from all who can come beside a space (46, and 43 at a quarter of it); a guard that
counts the same in every turn (43 and 42 in the small games). Left out since they changed nothing: cutting enemies off
from supply, own units that stay in supply, own losses that count more than the enemy's, a price for giving way, friends
beside a space of retreat, units worth less in the last turn, a weaker pull where friends are nearer.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the terms; the unit of all worth is a unit of mean strength.

    points   worth of a place with the mean number of points
    pull     the part of it that draws units from afar
    fade     what is left of that with each movement point of distance
    guard    the part of its points that staying in a threatened place saves
    contact  how much the attacks that follow count when units move
    finish   worth of the last place that a sudden end needs, as a part of what all places together are worth
    variety  differences up to this are left to the seed of the player
    """

    points: float = 2.0
    pull: float = 0.5
    fade: float = 0.9
    guard: float = 0.2
    contact: float = 1.0
    finish: float = 1.0
    variety: float = 0.02


WEIGHTS = Weights()
