"""How long checking takes: all games from the shell, one after start-up, and sources of 5,000 to 20,000 lines."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figures import Seconds
from benchmarks.processes import ROOT, median

AFTER_START = """
import time
import pnp.checks
from pnp.checks import check_named
from pnp.sources import game_folders
started = time.perf_counter()
check_named(list(game_folders()))
first = time.perf_counter() - started
started = time.perf_counter()
check_named(list(game_folders()))
print(f"{first:.3f} {time.perf_counter() - started:.3f}")
"""

SAMPLE = ROOT / "tests" / "checks" / "fixture_game"
LINES = (5_000, 10_000, 20_000)


def measure() -> dict[str, Seconds]:
    """Seconds; `first` includes importing what the checks use, `again` is the work alone."""
    done = subprocess.run([sys.executable, "-c", AFTER_START], cwd=ROOT, capture_output=True, text=True, check=True)
    first, again = done.stdout.split()
    found = {
        "pnp check, all games, from the shell": Seconds(median(5, "check")),
        "all games after start-up, first": Seconds(float(first)),
        "all games after start-up, again": Seconds(float(again)),
    }
    for lines in LINES:
        real, seconds = large_game_seconds(lines)
        found[f"read and check {real:,} lines"] = Seconds(
            cpu_s=seconds, note=f"{1_000_000 * seconds / real:.0f} µs a line"
        )
    return found


def large_game_seconds(lines: int) -> tuple[int, float]:
    """Lines of a made-up source, and the processor time to read and check it, the better of two runs."""
    from pnp.checks import check_game
    from pnp.sources import load_game

    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "large"
        real = write_large_game(folder, lines)
        times = []
        for _ in range(2):
            started = time.process_time()
            check_game(load_game(folder))
            times.append(time.process_time() - started)
    return real, min(times)


def write_large_game(folder: Path, lines: int) -> int:
    """The sample game of the checks with so many cases and records that it has about `lines` lines; tells how many."""
    shutil.copytree(SAMPLE, folder)
    (folder / "locale" / "it.po").unlink()
    info = folder / "game.yaml"
    info.write_text(info.read_text("utf-8").replace("languages: [en, it]", "languages: [en]"), "utf-8")
    chapters = range(2, 2 + lines // 111)
    rules = ["# yaml-language-server: $schema=../../../../output/schema/rules.schema.json", "title: Large", "cases:"]
    errata = (folder / "errata.yaml").read_text("utf-8").splitlines()
    for chapter in chapters:
        rules += [f'  - id: "{chapter}.0"', f"    title: Chapter {chapter}", "    text: It has cases.", "    cases:"]
        rules += [line for number in range(1, 16) for line in _case(chapter, number)]
        errata += [line for number in (1, 2, 3, 4) for line in _record(chapter, number)]
    (folder / "rules" / "20-large.yaml").write_text("\n".join(rules) + "\n", "utf-8")
    (folder / "errata.yaml").write_text("\n".join(errata) + "\n", "utf-8")
    return sum(path.read_text("utf-8").count("\n") for path in folder.rglob("*.yaml"))


def _case(chapter: int, number: int) -> list[str]:
    return [
        f'      - id: "{chapter}.{number}"',
        f"        title: Moving {chapter} by {number}",
        "        text: |",
        f"          A unit moves to a wood and fights there [[{chapter}.{max(1, number - 1)}]], as far as",
        "          the weather allows, with no more than {{ parameter.stack_limit }} others.",
    ]


def _record(chapter: int, number: int) -> list[str]:
    return [
        f"  - id: TW-{10 * chapter + number}", "    kind: gap", "    where_printed: nowhere",
        f"    printed: Nothing is said of {chapter} and {number}.",
        f"    ruling: Chapter {chapter} holds.", "    reason: It was left open.", "    rules: []", "    # one record",
    ]  # fmt: skip
