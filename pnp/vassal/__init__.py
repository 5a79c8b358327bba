"""VASSAL modules: written from a game, read back and checked.

In: a `Game` in its languages and the plan of its map. Out: the bytes of a `.vmod`, of a `.vsav` for a position,
of a `.vlog` for a game played.
Read `archive.build_module` first, then `context` (names and texts) and `pieces`; `reader.read_module` reads any
module, even a hostile one, and `verify.check_module` says what the engine would keep silent about.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.vassal.archive import build_module
    from pnp.vassal.gpids import assign_gpids, missing_gpids, write_gpids
    from pnp.vassal.setups import position_to_vsav
    from pnp.vassal.vlog import LogStep, log_to_vlog

__all__ = [
    "LogStep", "assign_gpids", "build_module", "log_to_vlog", "missing_gpids", "position_to_vsav", "write_gpids",
]  # fmt: skip

_HOMES = {
    "build_module": "archive", "assign_gpids": "gpids", "missing_gpids": "gpids", "write_gpids": "gpids",
    "position_to_vsav": "setups", "LogStep": "vlog", "log_to_vlog": "vlog",
}  # fmt: skip
"""Name -> its module, imported at first use: `pnp check` needs only the numbers, not the drawing libraries."""


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"pnp.vassal.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
