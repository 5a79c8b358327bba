"""Counter and map symbols: parametric drawings of our own, one function each.

In: a box or a circle in mm and colours. Out: nodes of `pnp.draw.scene` that stay inside it.
Everything that can be drawn by name is listed in `SYMBOLS` (counters) and `MAP_BADGES` (maps).
Read `badges` first, then `units`.
"""

from pnp.symbols.badges import MAP_BADGES

__all__ = ["MAP_BADGES"]
