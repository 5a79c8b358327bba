"""Commands timed as whole processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TREE = ROOT
"""The checkout whose `pnp` is run; `--tree` of `python -m benchmarks` names another one."""


def pnp(*arguments: str, expected: tuple[int, ...] = (0,)) -> float:
    """Wall seconds of `pnp ARGUMENTS`. Raises RuntimeError with its stderr when it fails."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "pnp", *arguments], cwd=TREE, capture_output=True, text=True, env=_environment()
    )
    seconds = time.perf_counter() - started
    if done.returncode not in expected:
        raise RuntimeError(f"pnp {' '.join(arguments)} gave {done.returncode}: {done.stderr[-2000:]}")
    return seconds


def pnp_with_cpu(*arguments: str) -> tuple[float, float]:
    """Wall seconds of `pnp ARGUMENTS`, and the CPU seconds of it and its workers (0 where the system does not tell)."""
    before = os.times()
    wall = pnp(*arguments)
    after = os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


def _environment() -> dict[str, str]:
    # With compiled modules, as a user has them: to compile all of them takes a second.
    return {**os.environ, "PYTHONPATH": str(TREE), "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": ""}


def median(runs: int, *arguments: str) -> float:
    """Median wall seconds of several runs."""
    return statistics.median(pnp(*arguments) for _ in range(runs))


def pnp_with_memory(*arguments: str) -> tuple[float, float]:
    """Wall seconds of `pnp ARGUMENTS`, and the peak of the memory that it and its workers hold together, in MB.

    Memory is the proportional set size of the process group, sampled ten times a second (Linux only; 0 elsewhere).
    """
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", *arguments], cwd=TREE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env=_environment(), start_new_session=True, text=True,
    )  # fmt: skip
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, _group_mb(process.pid))
        time.sleep(0.1)
    if process.returncode:
        assert process.stderr is not None
        raise RuntimeError(process.stderr.read()[-2000:])
    return time.perf_counter() - started, peak


def _group_mb(group: int) -> float:
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == group:
                rows = (folder / "smaps_rollup").read_text().splitlines()
                total += next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 1024
        except (OSError, StopIteration, ValueError):
            continue
    return total
