"""One counter of Winter War changed in a finished build of all its products: what the next build costs.

The changed group (heavy artillery) is placed by no example of the book, so the examples stay true; but it is pictured on
the map, on charts, in the book and in the module. Wall time needs a quiet machine; CPU seconds of all processes don't.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.processes import ROOT, pnp_with_cpu

GROUP = "heavy-artillery"
CHANGES = (("defence", "another factor"), ("movement", "another factor again"), ("name", "another name"))
"""What is changed in turn: the key, and how it is told."""


def measure() -> dict[str, str]:
    """Wall and CPU seconds of builds from the shell, three languages, both papers, on a copy of the sources."""
    return dict(_rows())


def _rows() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        sources, out = Path(folder) / "sources", Path(folder) / "output"
        shutil.copytree(ROOT / "sources", sources)
        arguments = ("--sources", str(sources), "--quiet", "build", "winter-war", "--out", str(out))
        yield "cold, all products", _told(*pnp_with_cpu(*arguments))
        yield "nothing changed", _told(*pnp_with_cpu(*arguments))
        counters = sources / "winter_war" / "counters.yaml"
        for key, told in CHANGES:
            counters.write_text(changed(counters.read_text("utf-8"), key), "utf-8")
            yield f"one counter changed: {told}", _told(*pnp_with_cpu(*arguments))


def changed(text: str, key: str) -> str:
    """The file of counters with one more of the factor `key` of GROUP, or with a longer name.

    Raises RuntimeError when the file has no such line.
    """
    head, found, rest = text.partition(f"  - id: {GROUP}\n")
    own, *others = re.split(r"(?=^  - id: )", rest, maxsplit=1, flags=re.MULTILINE)
    if key == "name":
        new, count = re.subn(r"(    name: .*)", r"\1 II", own, count=1)
    else:
        new, count = re.subn(rf"({key}: )(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}", own, count=1)
    if not (found and count):
        raise RuntimeError(f"no {key} of {GROUP} in the file of counters")
    return "".join([head, found, new, *others])


def _told(wall: float, cpu: float) -> str:
    return f"{wall:.2f} s, {cpu:.2f} s of CPU"
