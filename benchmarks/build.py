"""Building Putin's War: cold, with nothing changed, with one counter's value changed."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from benchmarks.processes import ROOT, pnp, pnp_with_memory


def measure() -> dict[str, str]:
    """Seconds from the shell, two languages, both papers, on a copy of the sources."""
    with tempfile.TemporaryDirectory() as folder:
        sources, out = Path(folder) / "sources", Path(folder) / "output"
        shutil.copytree(ROOT / "sources", sources)
        arguments = ("--sources", str(sources), "--quiet", "build", "putins-war", "--out", str(out))
        cold, memory = pnp_with_memory(*arguments)
        again = [pnp(*arguments) for _ in range(3)]
        counters = sources / "putins_war" / "counters.yaml"
        counters.write_text(counters.read_text("utf-8").replace("combat: [4, 3, 3, 3]", "combat: [4, 3, 3, 2]"), "utf-8")
        changed = pnp(*arguments)
        return {
            "cold, all products": f"{cold:.2f} s on {os.cpu_count()} cores",
            "memory, all its processes": f"{memory:.0f} MB",
            "nothing changed": f"{min(again):.2f} s",
            "one counter's value changed": f"{changed:.2f} s",
        }
