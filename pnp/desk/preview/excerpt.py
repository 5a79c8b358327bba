"""Stretches of a source as a page shows them: numbered lines, and how far an entry of YAML reaches; and places
and problems as it is told of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pnp.desk.preview.watch import Watcher
from pnp.errors import Location, Problem
from pnp.model.words import capital

AROUND = 3
"""Lines shown before and after what is meant."""

MOST_LINES = 60
MOST_LETTERS = 400
"""Of a line; a row of a long list is cut."""

_DASH = re.compile(r"(\s*)((?:- +)*)")
MOST_PROBLEMS = 200


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


def place_told(where: Location | None, absolute: Path | None) -> dict[str, Any]:
    """A place for a reader, and for an editor that opens `absolute`."""
    if where is None:
        return {"file": "", "line": 0, "column": 0, "length": 0, "absolute": ""}
    return {
        "file": where.path, "line": where.line, "column": where.column, "length": length_of(where),
        "cell": where.cell, "absolute": str(absolute or ""),
    }  # fmt: skip


def problems_told(problems: Iterable[Problem], watcher: Watcher) -> list[dict[str, Any]]:
    """Problems, each with the lines around it as last saved, why it is one, and how to mend it."""
    return [_problem(problem, watcher) for problem in [*problems][:MOST_PROBLEMS]]


def failed(problems: tuple[Problem, ...], watcher: Watcher) -> dict[str, Any]:
    """The message of a build that was not possible."""
    return {
        "kind": "failed", "problems": problems_told(problems, watcher),
        "more": max(0, len(problems) - MOST_PROBLEMS),
    }  # fmt: skip


def checked(problems: tuple[Problem, ...], watcher: Watcher) -> dict[str, Any]:
    """The message of what the validator has found."""
    counts = {level: sum(p.severity == level for p in problems) for level in ("error", "warning", "note")}
    return {"kind": "checked", "problems": problems_told(problems, watcher), "counts": counts}


def _problem(problem: Problem, watcher: Watcher) -> dict[str, Any]:
    from pnp.checks.manual import summary

    where = problem.where
    lines = watcher.lines(where.path) if where else []
    return {
        "code": problem.code, "level": problem.severity,
        **place_told(where, watcher.absolute(where.path) if where else None),
        "frame": frame_of(problem, lines), "what": capital(problem.message[:2000]),
        "why": capital(summary(problem.code)), "how": capital(problem.hint[:2000]), "fix": remedy(problem),
        "rule": problem.rule,
    }  # fmt: skip
