"""The heuristic player of Putin's War: looks one activation ahead and counts the odds exactly.

In: a state. Out: a choice with reasons. Read `forecast` (what a fight brings), then `plans` (which fights are worth
it), then `player`.
"""

from pnp.players.putins_war.player import PutinsWarPlayer

__all__ = ["PutinsWarPlayer"]
