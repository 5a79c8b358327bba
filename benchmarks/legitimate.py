"""A hundred and twenty edits that leave a sound game, of ten kinds: `pnp check` should find nothing new in any of them.

They are data, `legitimate_edits/<folder of the game>.yaml`, written by people who hadn't read the checks. Each has an
`id`, a `kind`, and what it does, in this order: `copy` (file -> new file), `everywhere` (words replaced in all files),
`change` (in one file, a text that stands there once, and the new one). Findings in catalogues that an edit leaves alone
are the translator's work that is still to do, and don't count; they are reported in a row of their own.

`python -m benchmarks.legitimate [ID…]` prints the false alarms of these edits, or of all.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from benchmarks.copies import SOURCES, Copy, quick_reading
from benchmarks.mutations.values import part_of
from pnp.errors import Problem

EDITS = Path(__file__).with_name("legitimate_edits")


@dataclass(frozen=True)
class Edit:
    """One edit.

    game        name of the folder in `sources/`
    copy        file -> new file that begins as its copy
    everywhere  word -> word, in every file
    change      (file, old text, new text)
    """

    game: str
    id: str
    kind: str
    copy: dict[str, str] = field(default_factory=dict)
    everywhere: dict[str, str] = field(default_factory=dict)
    change: tuple[tuple[str, str, str], ...] = ()

    def files(self, texts: dict[str, str]) -> dict[str, str]:
        """Path -> new text of every file that it changes. Raises ValueError where the sources have moved on."""
        new = dict(texts)
        for path, to in self.copy.items():
            new[to] = new[path]
        for old, word in self.everywhere.items():
            if not any(old in text for text in new.values()):
                raise ValueError(f"{self.game} {self.id}: no file has {old!r}")
            new = {path: text.replace(old, word) for path, text in new.items()}
        for path, old, text in self.change:
            if new[path].count(old) != 1:
                raise ValueError(f"{self.game} {self.id}: {path} has {old!r} {new[path].count(old)} times, not once")
            new[path] = new[path].replace(old, text)
        return {path: text for path, text in new.items() if texts.get(path) != text}


def edits() -> list[Edit]:
    """All edits, by game."""
    return [_edit(path.stem, entry) for path in sorted(EDITS.glob("*.yaml")) for entry in _entries(path)]


def _entries(path: Path) -> list[dict[str, Any]]:
    return yaml.safe_load(path.read_text("utf-8"))


def _edit(game: str, entry: dict[str, Any]) -> Edit:
    change = tuple((step["in"], step["old"], step["new"]) for step in entry.pop("change", ()))
    return Edit(game, **entry, change=change)


def alarms(chosen: list[Edit]) -> Iterator[tuple[Edit, list[Problem], int]]:
    """Each edit with the findings that it brings, and the number of those that are left to the translator."""
    with tempfile.TemporaryDirectory() as folder, quick_reading():
        copies = {game: Copy(SOURCES / game, Path(folder)) for game in sorted({edit.game for edit in chosen})}
        clean = {game: Counter(map(_key, copy.problems())) for game, copy in copies.items()}
        for edit in chosen:
            copy = copies[edit.game]
            files = edit.files(copy.texts)
            new, seen = [], Counter(clean[edit.game])
            for problem in copy.problems(files):
                if seen[_key(problem)]:
                    seen[_key(problem)] -= 1
                else:
                    new.append(problem)
            later = [problem for problem in new if _translators(copy.place(problem)[0], files)]
            yield edit, [problem for problem in new if problem not in later], len(later)


def _key(problem: Problem) -> tuple[str, str]:
    """A finding without its place, which any edit above it moves."""
    return problem.code, problem.message


def _translators(path: str, files: dict[str, str]) -> bool:
    return part_of(path).startswith("locale/") and path not in files


def measure() -> dict[str, object]:
    """Kind -> how many of its edits raise a false alarm."""
    kinds: dict[str, list[bool]] = {}
    later = 0
    for edit, found, stale in alarms(edits()):
        kinds.setdefault(edit.kind, []).append(bool(found))
        later += bool(stale)
    told: dict[str, object] = {kind: f"{sum(hits)} of {len(hits)} with a finding" for kind, hits in kinds.items()}
    every = [hit for hits in kinds.values() for hit in hits]
    return {**told, "all": f"{sum(every)} of {len(every)}", "with translations that want work": later}


def main() -> None:
    """Print the false alarms."""
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.legitimate", description=about)
    parser.add_argument("ids", nargs="*", metavar="ID", help="edits; all when none is named")
    chosen = parser.parse_args().ids
    count = raised = 0
    for edit, found, later in alarms([edit for edit in edits() if not chosen or edit.id in chosen]):
        count, raised = count + 1, raised + bool(found)
        if found:
            print(f"{edit.game} {edit.kind}: {edit.id}")
        for problem in found:
            print(f"    {problem.where}: {problem.message} [{problem.code}]")
        if chosen and later:
            print(f"    and {later} in catalogues")
    print(f"{raised} of {count} edits with findings")


if __name__ == "__main__":
    main()
