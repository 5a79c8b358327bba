"""Run the benchmarks named, all when none is: `python -m benchmarks [NAME…] [--json] [--tree DIR]`.

Each figure in seconds is followed by its ratio to the yardstick (`benchmarks/yardstick.py`), measured before and after
the benchmark in the same run: quote the ratio, since seconds drift on shared machines.
--tree DIR runs `pnp` of another checkout in those benchmarks that time it from the shell, for a before and after.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
from pathlib import Path

from benchmarks import processes, yardstick
from benchmarks.figures import shown

NAMES = ("start", "check", "check_growth", "check_fuzz", "corpus", "build", "referee", "kit", "advice", "hexmap",
         "hexplay", "names", "rebuild", "edits", "legitimate", "mutate", "libraries", "books", "desk")


def main() -> None:
    """Print a line per figure, or one JSON document with --json."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--tree", type=Path, help="another checkout, whose `pnp` is run from the shell")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in NAMES]:
        parser.error(f"no benchmark {unknown[0]!r}; benchmarks: {', '.join(NAMES)}")
    if options.tree:
        processes.TREE = options.tree.resolve()
    report: dict[str, dict[str, object]] = {}
    before = yardstick.measure()
    for name in options.names or NAMES:
        figures = importlib.import_module(f"benchmarks.{name}").measure()
        after = yardstick.measure()
        wall, cpu = statistics.mean((before.wall_s, after.wall_s)), statistics.mean((before.cpu_s, after.cpu_s))
        report[name] = {"yardstick": f"{wall:.2f} s, {cpu:.2f} s of CPU"}
        report[name] |= {key: shown(value, wall, cpu) for key, value in figures.items()}
        before = after
        if not options.json:
            for key, text in report[name].items():
                print(f"{name:<12} {key:<52} {text}", flush=True)
    if options.json:
        print(json.dumps(report, indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
