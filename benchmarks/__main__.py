"""Run the benchmarks named, all when none is: `python -m benchmarks build check check_growth check_fuzz corpus start referee hexmap hexplay rebuild`."""

from __future__ import annotations

import importlib
import json
import sys

NAMES = ("start", "check", "check_growth", "check_fuzz", "corpus", "build", "referee", "hexmap", "hexplay", "rebuild")


def main() -> None:
    """Print a line per figure, or one JSON document with --json."""
    asked = [a for a in sys.argv[1:] if not a.startswith("-")] or list(NAMES)
    unknown = [a for a in asked if a not in NAMES]
    if unknown:
        sys.exit(f"no benchmark {unknown[0]!r}; benchmarks: {', '.join(NAMES)}")
    found = {}
    for name in asked:
        found[name] = importlib.import_module(f"benchmarks.{name}").measure()
        if "--json" not in sys.argv:
            for key, value in found[name].items():
                print(f"{name:<12} {key:<46} {value}")
    if "--json" in sys.argv:
        print(json.dumps(found, indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
