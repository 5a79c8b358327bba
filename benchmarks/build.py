"""Building Putin's War: cold, with nothing changed, with one counter's value changed."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from benchmarks.figures import Seconds
from benchmarks.processes import ROOT, pnp, pnp_with_memory


def measure() -> dict[str, object]:
    """Seconds from the shell, two languages, both papers, on a copy of the sources."""
    with tempfile.TemporaryDirectory() as folder:
        sources, out = Path(folder) / "sources", Path(folder) / "output"
        shutil.copytree(ROOT / "sources", sources)
        arguments = ("--sources", str(sources), "--quiet", "build", "putins-war", "--out", str(out))
        cold, memory = pnp_with_memory(*arguments)
        again = [pnp(*arguments) for _ in range(3)]
        counters = sources / "putins_war" / "counters.yaml"
        text = counters.read_text("utf-8")
        counters.write_text(text.replace("combat: [4, 3, 3, 3]", "combat: [4, 3, 3, 2]"), "utf-8")
        changed = pnp(*arguments)
        return {
            "cold, all products": Seconds(cold, note=f"on {os.cpu_count()} cores"),
            "memory, all its processes": f"{memory:.0f} MB",
            "nothing changed": Seconds(min(again)),
            "one counter's value changed": Seconds(changed),
        }
