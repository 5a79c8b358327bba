"""How the time to read and check sources grows with their length: 5,000, 10,000 and 20,000 lines of a generated game.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import Seconds
from benchmarks.large_game import write_large_game
from benchmarks.processes import ROOT

LENGTHS = (5_000, 10_000, 20_000)
CODE = """
import sys, time
from pnp.checks import check_named
wall, processor = time.perf_counter(), time.process_time()
report = check_named([sys.argv[1]])
print(f"{time.perf_counter() - wall:.2f} {time.process_time() - processor:.2f} {len(report.problems)}")
"""


def measure() -> dict[str, Seconds]:
    """Seconds of a process of its own for each length, after the program has started, and for each 1,000 lines."""
    found = {}
    for length in LENGTHS:
        with tempfile.TemporaryDirectory() as folder:
            lines = write_large_game(Path(folder) / "large", length)
            done = subprocess.run(
                [sys.executable, "-c", CODE, str(Path(folder) / "large")], cwd=ROOT, capture_output=True, text=True,
                check=True
            )
        wall, processor, problems = done.stdout.split()
        each = 1_000_000 * float(processor) / lines
        found[f"{lines:,} lines"] = Seconds(
                float(wall), float(processor), f"{each:.0f} ms for 1,000 lines, {problems} findings"
            )
    return found
