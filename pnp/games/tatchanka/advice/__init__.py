"""How to play both games: what a side sees, attacks in common, and where the others go.

In: a position. Out: `Strategy`, a term of the advice; begin with it, in `terms`.
"""

from pnp.games.tatchanka.advice.terms import Strategy

__all__ = ["Strategy"]
