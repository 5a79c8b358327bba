"""How long checking one game takes, from the shell and after start-up."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.processes import ROOT, median

AFTER_START = """
import time
import pnp.checks
from pnp.checks import check_named
started = time.perf_counter()
check_named(["putins-war"], dirs=())
first = time.perf_counter() - started
started = time.perf_counter()
check_named(["putins-war"], dirs=())
print(f"{first:.3f} {time.perf_counter() - started:.3f}")
"""


def measure() -> dict[str, str]:
    """Seconds; `first` includes importing what the checks use, `again` is the work alone."""
    done = subprocess.run([sys.executable, "-c", AFTER_START], cwd=ROOT, capture_output=True, text=True, check=True)
    first, again = done.stdout.split()
    return {
        "pnp check putins-war, from the shell": f"{median(5, 'check', 'putins-war'):.3f} s",
        "after start-up, first": f"{first} s",
        "after start-up, again": f"{again} s",
    }
