"""Some thousand mutations of the sources of every game, read and checked: how many crash or hang, and how fast it goes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from benchmarks.processes import ROOT

ATTACKS = 500
"""On each game; the tests run the first few of the same."""


def measure() -> dict[str, str]:
    """Faults by game, named on stderr; the slowest attack."""
    sys.path.insert(0, str(ROOT / "tests" / "checks"))
    from corpus.case import Sources
    from hostile import attacks

    from pnp.sources import game_folders

    found = {}
    for folder in (ROOT / "tests" / "checks" / "fixture_game", *game_folders().values()):
        faults = loaded = 0
        slowest, started = 0.0, time.process_time()
        begun = started
        with tempfile.TemporaryDirectory() as into:
            for attack in attacks(Sources(folder), Path(into), 0, ATTACKS):
                loaded += attack.verdict.loaded
                slowest, begun = max(slowest, time.process_time() - begun), time.process_time()
                if attack.verdict.fault:
                    faults += 1
                    print(
                        f"{attack.game} {attack.number}: {attack.file}: {attack.what}: {attack.verdict.fault}",
                        file=sys.stderr,
                    )
        seconds = time.process_time() - started
        found[folder.name] = (
            f"{faults} faults in {ATTACKS}, {loaded} could be read; {seconds:.0f} s, the slowest {slowest:.1f} s"
        )
    return found
