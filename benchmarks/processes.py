"""Commands timed as whole processes."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def pnp(*arguments: str, expected: tuple[int, ...] = (0,)) -> float:
    """Wall seconds of `pnp ARGUMENTS`. Raises RuntimeError with its stderr when it fails."""
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "pnp", *arguments], cwd=ROOT, capture_output=True, text=True, env=_environment())
    seconds = time.perf_counter() - started
    if done.returncode not in expected:
        raise RuntimeError(f"pnp {' '.join(arguments)} gave {done.returncode}: {done.stderr[-2000:]}")
    return seconds


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}


def median(runs: int, *arguments: str) -> float:
    """Median wall seconds of several runs."""
    return statistics.median(pnp(*arguments) for _ in range(runs))


def peak_children_mb() -> float:
    """The largest resident set of any child so far, in MB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
