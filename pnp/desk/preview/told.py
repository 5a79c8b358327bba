"""Places and problems as a page is told of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pnp.desk.preview.excerpt import frame_of, length_of, remedy
from pnp.desk.preview.watch import Watcher
from pnp.errors import Location, Problem
from pnp.model.words import capital

MOST_PROBLEMS = 200


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
