"""Twenty kinds of edit in the sources of Winter War, each in a finished build: what it makes again, and that the bytes
are those of a cold build.

The edits follow one another on a copy of the sources. PNP_EDITS_ARGUMENTS may narrow the builds, e.g. to "--lang en";
whole builds take a quarter of an hour.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.processes import ROOT, pnp_with_cpu

GAME = "winter_war"

EDITS: dict[str, tuple[str, str, str]] = {
    "factor of a counter": (
        "counters.yaml",
        "factors: {attack: 8, defence: 3, movement: 2}",
        "factors: {attack: 8, defence: 4, movement: 2}",
    ),
    "name of a counter": ("counters.yaml", "name: Heavy artillery", "name: Siege artillery"),
    "designation of a counter": ("counters.yaml", "designation: SWED", "designation: SVEN"),
    "colour of a side": ("style.yaml", 'soviet: {ground: "#3f5b3c"', 'soviet: {ground: "#4f5b3c"'),
    "style of the map": ("style.yaml", 'forest: "#d3dfbf"', 'forest: "#d2debe"'),
    "style of the counters": ("style.yaml", 'box: "#2b4129"', 'box: "#3b4129"'),
    "name of a place": ("map.yaml", "name: Oulu,", "name: Uleåborg,"),
    "terrain of a hex": ("map.yaml", "____________ffff.f....", "____________ffsf.f...."),
    "title of a rule": ("rules/90-optional.yaml", "    title: Optional Rule\n", "    title: The Optional Rule\n"),
    "text of a rule": ("rules/90-optional.yaml", "both players roll a die", "both players roll one die"),
    "chart": ("charts.yaml", "name: Exchange, text: ", "name: Exchange of losses, text: "),
    "set-up of a scenario": (
        "scenarios/historical.yaml",
        '"2565": [finnish-battalion-1]',
        '"2564": [finnish-battalion-1]',
    ),
    "ruling": ("errata.yaml", "ruling: The column 1–4 stands", "ruling: The left column 1–4 stands"),
    "example": ("examples/10-movement.yaml", "title: By train to Petrozavodsk", "title: By rail to Petrozavodsk"),
    "title of the game": ("game.yaml", "printed_title: Winter War", "printed_title: The Winter War"),
    "credits": ("game.yaml", "role: Design of the original game", "role: Designer of the original game"),
    "symbol of a unit": ("game.yaml", "symbol: armour, size: X}", "symbol: cavalry, size: X}"),
    "translation into one language": ("locale/fi.po", 'msgstr "Talvisota 30.', 'msgstr "Sota 30.'),
    "translation of a counter": ("locale/it.po", 'msgstr "Divisione di fanteria"', 'msgstr "Divisione fanteria"'),
}
"""What is edited -> file, text in it, and what stands there afterwards."""


def measure() -> dict[str, str]:
    """Edit -> how many products it made again in what time. Raises RuntimeError where the bytes differ from those of a
    cold build.
    """
    return dict(_rows())


def _rows() -> Iterator[tuple[str, str]]:
    narrowed = shlex.split(os.environ.get("PNP_EDITS_ARGUMENTS", ""))
    with tempfile.TemporaryDirectory() as folder:
        sources, out, cold = (Path(folder) / name for name in ("sources", "output", "cold"))
        shutil.copytree(ROOT / "sources", sources)

        def build(target: Path) -> tuple[float, float]:
            return pnp_with_cpu(
                "--sources", str(sources), "--quiet", "build", "winter-war", "--out", str(target), *narrowed
            )

        yield "cold", _told(*build(out))
        for name, (file, old, new) in EDITS.items():
            before = _hashes(out)
            path = sources / GAME / file
            text = path.read_text("utf-8")
            if old not in text:
                raise RuntimeError(f"{name}: {file} has no {old!r}")
            path.write_text(text.replace(old, new, 1), "utf-8")
            spent = build(out)
            build(cold)
            after, wanted = _hashes(out), _hashes(cold)
            if after != wanted:
                differing = sorted(path for path in after.keys() | wanted.keys() if after.get(path) != wanted.get(path))
                raise RuntimeError(f"{name}: other bytes than a cold build: {', '.join(differing)}")
            shutil.rmtree(cold)
            changed = sum(before[path] != digest for path, digest in after.items() if path in before)
            yield name, f"{_told(*spent)}, {changed} of {len(after)} files differ from before"


def _hashes(out: Path) -> dict[str, str]:
    """Path -> hash of every product, as the manifest lists them and as they lie there."""
    folder = out / "winter-war"
    listed = [row["path"] for row in json.loads((folder / "manifest.json").read_text("utf-8"))["files"]]
    return {path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in listed}


def _told(wall: float, cpu: float) -> str:
    return f"{wall:.2f} s, {cpu:.2f} s of CPU"
