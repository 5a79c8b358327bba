"""VASSAL modules: written from a game, read back and checked.

In: a `Game` in its languages and the plan of its map. Out: the bytes of a `.vmod`, of a `.vsav` for a position,
of a `.vlog` for a game played.
Read `module.archive.build_module` first, then `context` (names and texts). One room per subject: `format` (the file
format, and `format.reader`, which reads any module, even a hostile one), `tables`, `pieces`, `pages`, `saves`,
`board`, `module` (all of it as one archive) and `verify` (faults that the engine doesn't report); each imports only
from those before it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.vassal.format.gpids import assign_gpids, missing_gpids, write_gpids
    from pnp.vassal.module.archive import build_module
    from pnp.vassal.saves.setups import position_to_vsav
    from pnp.vassal.saves.vlog import LogStep, log_to_vlog

__all__ = [
    "LogStep", "assign_gpids", "build_module", "log_to_vlog", "missing_gpids", "position_to_vsav", "write_gpids",
]  # fmt: skip

_HOMES = {
    "build_module": "module.archive", "assign_gpids": "format.gpids", "missing_gpids": "format.gpids",
    "write_gpids": "format.gpids",
    "position_to_vsav": "saves.setups", "LogStep": "saves.vlog", "log_to_vlog": "saves.vlog",
}  # fmt: skip
"""Name -> its module, imported at first use: `pnp check` needs only the numbers, not the drawing libraries."""


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"pnp.vassal.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
