"""Reads each PDF of a finished build and names every place where its layout breaks a rule of
`tests/press/test_layout.py`: outside the type area, too small, half empty, in the printer's margin, cut off.

`make build`, then `python -m benchmarks.layout [OUTPUT [GAME…]]`; exit code 1 where something was found.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.processes import ROOT


def faults(path: Path) -> list[str]:
    """What breaks a rule in one PDF, each with the name of the rule."""
    sys.path.insert(0, str(ROOT))
    from tests.press.test_layout import product_of, reading

    if not product_of(path):
        return []
    return [f"{rule}: {fault}" for rule, found in reading(path).faults.items() for fault in found]


def main(output: str = "output", *games: str) -> int:
    """Print the faults of all PDFs below `output`, or of some games there; the number of PDFs last."""
    paths = sorted(path for path in Path(output).rglob("*.pdf") if not games or {*games} & {*path.parts})
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(faults, paths))
    for path, lines in zip(paths, found, strict=True):
        print("".join(f"{path}: {line}\n" for line in lines), end="")
    print(f"{len(paths)} files, {sum(map(bool, found))} with faults")
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
