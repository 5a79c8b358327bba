"""spacing: no line of a source ends with blanks, no file with more or less than one line end, none holds a tab.

`pnp check --fix` mends it.

Passes: gpids.yaml "next: 7" -> "next: 7   # free"
Fails:  gpids.yaml "next: 7" -> "next: 7  "
Mend:   let your editor remove them, or run `pnp check GAME --fix`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem
from pnp.model.game import SourceText

SEVERITY = "note"


def check(survey: Survey) -> Iterator[Problem]:
    for source in survey.game.files.values():
        if " \n" in source.text or "\t" in source.text or source.text.endswith(" "):
            yield from _lines(source)
        if not source.text.endswith("\n") or source.text.endswith("\n\n"):
            lines = source.text.rstrip("\n").count("\n") + 1
            yield problem(
                "the file does not end with one line end", Location(source.path, lines, 0), "run pnp check --fix"
            )


def _lines(source: SourceText) -> Iterator[Problem]:
    for number, line in enumerate(source.text.split("\n"), 1):
        bare = line.rstrip(" \t")
        if bare != line:
            yield problem(
                "blanks at the end of the line",
                Location(source.path, number, len(bare) + 1, len(line) + 1),
                "run pnp check --fix",
            )
