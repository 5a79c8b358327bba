"""How many faults of the corpus (`tests/checks/corpus`) are reported, by family; what else is reported beside a fault;
how long it takes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figures import Seconds
from benchmarks.processes import ROOT

EVERY = 25
"""One case of so many is also run with every check, to count what is reported beside the fault."""


def measure() -> dict[str, object]:
    """Found and missed by family; the cases that are missed are named on stderr."""
    sys.path.insert(0, str(ROOT / "tests" / "checks"))
    from corpus.report import FAMILIES, cases, misses, run_family, sources
    from corpus.run import Runner

    games, total, missed = sources(), 0, 0
    told: dict[str, object] = {}
    started = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for name in FAMILIES:
            family = run_family(name, games, Runner(Path(folder)))
            count, lost = len(family.outcomes), len(family.missed)
            total, missed = total + count, missed + lost
            told[f"{name}: {count} faults, {family.derived} from the data"] = (
                f"{count - lost} found, {100 * (count - lost) / count:.1f} %"
            )
            if lost:
                print(f"missed in {name}:\n{misses(family)}", file=sys.stderr)
        told[f"all: {total} faults"] = f"{total - missed} found, {100 * (total - missed) / total:.1f} %"
        told["processor time"] = Seconds(cpu_s=time.process_time() - started)
        whole = Runner(Path(folder), whole=True)
        beside = [
            len(outcome.found)
            for name in FAMILIES
            for game, listed, _ in cases(name, games)
            for outcome in whole.run(game, listed[::EVERY])
        ]
    return {**told, f"findings for a fault, all checks, {len(beside)} faults": f"{sum(beside) / len(beside):.1f}"}
