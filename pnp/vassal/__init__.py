"""VASSAL modules: written from a game, read back and checked.

In: a `Game` in its languages and the plan of its map. Out: the bytes of a `.vmod`, or of a `.vsav` for a position.
Read `archive.build_module` first, then `context` (names and texts) and `pieces`; `reader.read_module` reads any
module, even a hostile one, and `verify.check_module` says what the engine would keep silent about.
"""

from pnp.vassal.archive import build_module
from pnp.vassal.gpids import assign_gpids, missing_gpids, write_gpids
from pnp.vassal.setups import position_to_vsav

__all__ = ["assign_gpids", "build_module", "missing_gpids", "position_to_vsav", "write_gpids"]
