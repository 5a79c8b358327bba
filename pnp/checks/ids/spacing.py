"""spacing: no line of a source ends with blanks, no file with more or less than one line end, none holds a tab.

`pnp check --fix` mends it. No name or id holds a character that nobody sees, such as U+200B: it looks like another and
isn't.

Passes: gpids.yaml "next: 7" -> "next: 7   # free"
Fails:  gpids.yaml "next: 7" -> "next: 7  "
Fails:  map.yaml spaces/alder/name = "Al\\u200bder"
Mend:   let your editor remove them, or run `pnp check GAME --fix`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem
from pnp.model.game import SourceText

SEVERITY = "note"

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_NAMES = ("id", "name", "title", "plural", "adjective", "designation", "label")


def check(survey: Survey) -> Iterator[Problem]:
    for source in survey.game.files.values():
        if " \n" in source.text or "\t" in source.text or source.text.endswith(" "):
            yield from _lines(source)
        if not source.text.endswith("\n") or source.text.endswith("\n\n"):
            lines = source.text.rstrip("\n").count("\n") + 1
            yield problem(
                "the file does not end with one line end", Location(source.path, lines, 0), "run pnp check --fix"
            )
    for field in _NAMES:
        for model, name in survey.having(field):
            if unseen := _UNSEEN.search(str(name)):
                message = f"{name!r} holds a character that nobody sees, U+{ord(unseen[0]):04X}"
                yield problem(message, model.where(field), "remove it")


def _lines(source: SourceText) -> Iterator[Problem]:
    for number, line in enumerate(source.text.split("\n"), 1):
        bare = line.rstrip(" \t")
        if bare != line:
            yield problem(
                "blanks at the end of the line",
                Location(source.path, number, len(bare) + 1, len(line) + 1),
                "run pnp check --fix",
            )
