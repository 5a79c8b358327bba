"""How many faults of the corpus (`tests/checks/corpus`) are reported, by family, with every check at work on each; and how long it takes."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from benchmarks.processes import ROOT


def measure() -> dict[str, str]:
    """Found and missed by family; what else is reported beside the fault; the cases that are missed, on stderr."""
    sys.path.insert(0, str(ROOT / "tests" / "checks"))
    from corpus.report import FAMILIES, misses, run_family, sources
    from corpus.run import Runner

    games, found, total, missed, beside = sources(), {}, 0, 0, 0
    started = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for name in FAMILIES:
            family = run_family(name, games, Runner(Path(folder), whole=True))
            total, missed = total + len(family.outcomes), missed + len(family.missed)
            beside += sum(len(o.found) for o in family.outcomes)
            cases = len(family.outcomes)
            rate = 100 * (cases - len(family.missed)) / cases if cases else 0.0
            found[f"{name}: found of {cases} ({family.derived} derived)"] = f"{cases - len(family.missed)}, {rate:.1f} %"
            if family.missed:
                print(f"missed in {name}:\n{misses(family)}", file=sys.stderr)
    return {
        **found, f"all: found of {total}": f"{total - missed}, {100 * (total - missed) / total:.1f} %",
        "findings for each fault": f"{beside / total:.1f}", "processor time": f"{time.process_time() - started:.0f} s",
    }  # fmt: skip
