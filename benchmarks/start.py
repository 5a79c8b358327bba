"""How long `pnp --help` takes."""

from __future__ import annotations

from benchmarks.figures import Seconds
from benchmarks.processes import median


def measure() -> dict[str, Seconds]:
    """Seconds from the shell, median of 7."""
    return {"pnp --help": Seconds(median(7, "--help")), "pnp --version": Seconds(median(7, "--version"))}
