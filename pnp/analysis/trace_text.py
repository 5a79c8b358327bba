"""A trace as plain data for JSON, and as lines for a terminal."""

from __future__ import annotations

from typing import Any

from pnp.analysis.trace import Trace, TracedCase
from pnp.checks.procedures import RuleLine
from pnp.model.game import Game


def trace_as_json(trace: Trace) -> dict[str, Any]:
    """The trace as plain data: counts, and every case with its places in code and tests."""
    return {
        "game": trace.game,
        "games": trace.games,
        "counts": trace.counts(),
        "cases": [_case(case) for case in trace.cases],
        "unknown": dict(trace.unknown),
    }


def _case(case: TracedCase) -> dict[str, Any]:
    where = case.where
    return {
        "address": case.address, "title": case.title, "path": where.path if where else "",
        "line": where.line if where else 0,
        "code": [_line(line) for line in case.code], "tests": [_line(line) for line in case.tests],
        "examples": list(case.examples), "fired": case.fired, "not_for_referee": case.reason, "gaps": list(case.gaps),
    }  # fmt: skip


def _line(line: RuleLine) -> dict[str, Any]:
    return {"path": line.path, "line": line.line, "function": line.function}


def trace_as_text(game: Game, trace: Trace, *, gaps_only: bool = False) -> str:
    """One line per case (address, title, counts, gaps) above its places in code and tests; last the summary."""
    lines = []
    width = max((len(case.address) for case in trace.cases), default=1)
    for case in trace.cases:
        if gaps_only and not case.gaps:
            continue
        lines.append(f"{case.address:<{width}}  {case_text(game, case)}")
        lines += [f"{'':<{width}}    {line.path}:{line.line} {line.function}" for line in (*case.code, *case.tests)]
    return "\n".join([*lines, summary(game, trace)])


def case_text(game: Game, case: TracedCase) -> str:
    """A case's title, how much code, how many tests and examples it has, and its gaps, on one line."""
    words = game.words
    title = "" if case.title == case.address else f"{case.title}. "
    if case.reason and not case.code:
        return title + words.text("Not for the referee: {reason}", reason=case.reason)
    parts = [
        words.text("code {count}", count=len(case.code)),
        words.text("tests {count}", count=len(case.tests)),
        words.text("examples {count}", count=len(case.examples)),
    ]
    if case.fired is not None:
        parts.append(words.text("fired {count}", count=case.fired))
    names = gap_names(game)
    missing = [names[gap] for gap in case.gaps]
    return title + ", ".join(parts) + (f"  ← {', '.join(missing)}" if missing else "")


def gap_names(game: Game) -> dict[str, str]:
    """Kind of gap, as in `TracedCase.gaps` -> its name in the game's language."""
    words = game.words
    return {"code": words.text("no code"), "test": words.text("no test"), "play": words.text("never fired")}


def summary(game: Game, trace: Trace) -> str:
    """The counts of the whole trace on one line."""
    counts = trace.counts()
    text = game.words.count(
        "{n} case, {meant} for the referee: {code} without code, {test} without a test",
        "{n} cases, {meant} for the referee: {code} without code, {test} without a test",
        counts["cases"], meant=counts["for_referee"], code=counts["code"], test=counts["test"],
    )  # fmt: skip
    if trace.games is not None:
        fired = (", {count} never fired in {n} game", ", {count} never fired in {n} games")
        text += game.words.count(*fired, trace.games, count=counts["play"])
    return text
