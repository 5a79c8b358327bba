"""How long `pnp --help` takes."""

from __future__ import annotations

from benchmarks.processes import median


def measure() -> dict[str, str]:
    """Seconds from the shell, median of 7."""
    return {"pnp --help": f"{median(7, '--help'):.3f} s", "pnp --version": f"{median(7, '--version'):.3f} s"}
