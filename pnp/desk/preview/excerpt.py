"""Stretches of a source as a page shows them: numbered lines, and how far an entry of YAML reaches."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.errors import Location, Problem

AROUND = 3
"""Lines shown before and after what is meant."""

MOST_LINES = 60
MOST_LETTERS = 400
"""Of a line; a row of a long list is cut."""

_DASH = re.compile(r"(\s*)((?:- +)*)")


def end_of_entry(lines: Sequence[str], start: int) -> int:
    """The last line, from 1, of the entry that begins in line `start`: what follows is indented more."""
    if not 0 < start <= len(lines):
        return start
    depth, end = _depth(lines[start - 1]), start
    for number in range(start + 1, len(lines) + 1):
        text = lines[number - 1]
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if _depth(text) <= depth:
            break
        end = number
    return end


def _depth(line: str) -> int:
    found = _DASH.match(line)
    return len(found[1]) if found else 0


def numbered(lines: Sequence[str], first: int, last: int) -> list[dict[str, object]]:
    """The lines `first` to `last`, as far as there are any: their numbers and texts."""
    first, last = max(first, 1), min(last, len(lines), first + MOST_LINES - 1)
    return [{"n": number, "text": lines[number - 1][:MOST_LETTERS]} for number in range(first, last + 1)]


def frame_of(problem: Problem, lines: Sequence[str]) -> list[dict[str, object]]:
    """The lines around a problem; none when it has no place in a text."""
    where = problem.where
    if where is None or not where.line or where.sheet is not None:
        return []
    return numbered(lines, where.line - 2, where.line + 2)


def length_of(where: Location | None) -> int:
    """How many characters a place covers, at least one."""
    return max(1, where.end_column - where.column) if where and where.end_column else 1


_MEANT = re.compile(r"did you mean '([^']+)'\?")


def remedy(problem: Problem) -> dict[str, str] | None:
    """The line as it is and as it should be, where the hint names what was meant; else None."""
    found, where = _MEANT.search(problem.hint), problem.where
    if not found or not where or not where.column or not where.end_column:
        return None
    line = problem.source_line
    old = line[where.column - 1 : where.end_column - 1]
    if not old.strip():
        return None
    new = line[: where.column - 1] + old.replace(old.strip("'\""), found[1]) + line[where.end_column - 1 :]
    return {"before": line.strip()[:MOST_LETTERS], "after": new.strip()[:MOST_LETTERS]}
