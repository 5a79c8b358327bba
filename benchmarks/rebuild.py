"""What it costs to see a change: Winter War in three languages, both papers, built cold, unchanged, and after edits.

Every row is a whole process, started from the shell. The factor changed is that of one group of counters: PICTURED is
in the turn record of the map, as 18 of the 21 groups are, so that all products but the tables change; UNPICTURED isn't
on the map. No example of play holds either, so no example needs mending.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Seconds
from benchmarks.processes import ROOT, pnp_with_cpu

PICTURED, UNPICTURED = "heavy-artillery", "paratroops"
LOOK = ("--lang", "en", "--paper", "a4")
"""What somebody looks at who edits the English text on A4."""

RUNS = 5
"""Times that each short build is run, each after a change of its own; the median counts."""


def measure() -> dict[str, object]:
    """Wall and CPU seconds of builds from the shell, on a copy of the sources."""
    return dict(_rows())


def _rows() -> Iterator[tuple[str, object]]:
    with tempfile.TemporaryDirectory() as folder:
        sources, out = Path(folder) / "sources", Path(folder) / "output"
        shutil.copytree(ROOT / "sources", sources)
        counters = sources / "winter_war" / "counters.yaml"
        command = ("--sources", str(sources), "--quiet", "build", "winter-war", "--out", str(out))

        def edited(key: str, *options: str, group: str = PICTURED) -> tuple[float, float]:
            counters.write_text(changed(counters.read_text("utf-8"), key, group), "utf-8")
            return pnp_with_cpu(*command, *options)

        cold = pnp_with_cpu(*command)
        yield "cold, all 64 products", Seconds(*cold)
        yield "nothing changed", _median([pnp_with_cpu(*command) for _ in range(RUNS)])
        for row, key, group in (
            ("another factor", "defence", PICTURED),
            ("another name", "name", PICTURED),
            ("a factor off the map", "defence", UNPICTURED),
        ):
            spent = edited(key, group=group)
            yield f"{row}, all 64 products", Seconds(*spent, f"{spent[0] / cold[0]:.2f} of cold")
        for product, row, group in (
            ("counters", "another factor", PICTURED),
            ("map", "another factor", PICTURED),
            ("map", "a factor off the map", UNPICTURED),
        ):
            only = ("--only", product, *LOOK)
            yield f"{row}, {' '.join(only)}", _median([edited("defence", *only, group=group) for _ in range(RUNS)])


def _median(runs: list[tuple[float, float]]) -> Seconds:
    return Seconds(*sorted(runs)[len(runs) // 2])


def changed(text: str, key: str, group_id: str) -> str:
    """The file of counters with the factor `key` of a group one higher, or with a longer name.

    Raises RuntimeError when the file has no such line.
    """
    head, marker, rest = text.partition(f"  - id: {group_id}\n")
    group, *others = re.split(r"(?=^  - id: )", rest, maxsplit=1, flags=re.MULTILINE)
    if key == "name":
        group, count = re.subn(r"(    name: .*)", r"\1 II", group, count=1)
    else:
        group, count = re.subn(rf"({key}: )(\d+)", lambda match: f"{match[1]}{int(match[2]) + 1}", group, count=1)
    if not (marker and count):
        raise RuntimeError(f"no {key} of {group_id} in the file of counters")
    return "".join([head, marker, group, *others])
