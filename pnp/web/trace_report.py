"""The page of `pnp trace`: first the cases that lack something, then all of them with code, tests and counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from pnp.analysis.trace import Trace, TracedCase
from pnp.analysis.trace_text import gap_names, summary
from pnp.model.game import Game
from pnp.web.html import html_table, page


def trace_page(game: Game, trace: Trace) -> str:
    """The HTML of a trace, in the game's language."""
    words, counts = game.words, trace.counts()
    figures = [
        {"value": counts["for_referee"], "label": words.text("cases for the referee")},
        {"value": counts["code"], "label": words.text("no code")},
        {"value": counts["test"], "label": words.text("no test")},
    ]
    if trace.games is not None:
        figures.append({"value": counts["play"], "label": words.text("never fired")})
    sections = [_gaps(game, trace), _all(game, trace), _beside(game, trace)]
    values = {
        "language": game.language,
        "title": words.text("{game}: from rule to code", game=game.info.printed_title),
        "subtitle": summary(game, trace),
        "figures": figures,
        "sections": [section for section in sections if section],
        "as_table": words.text("The same as a table"),
        "credit": game.info.credits.statement,
    }
    return page("analysis.html", values)


def _part(table: Markup) -> dict[str, Any]:
    return {"title": "", "plot": "", "table": table}


def _gaps(game: Game, trace: Trace) -> dict[str, Any]:
    words, names = game.words, gap_names(game)
    rows = [(case.address, case.title, ", ".join(names[gap] for gap in case.gaps)) for case in trace.cases if case.gaps]
    title = words.text("Cases that lack something")
    if not rows:
        return {"title": title, "lines": [words.text("None.")], "parts": []}
    return {
        "title": title,
        "lines": [],
        "parts": [_part(html_table([words.text("Case"), "", words.text("Missing")], rows))],
    }


def _all(game: Game, trace: Trace) -> dict[str, Any]:
    words = game.words
    heads = [
        words.text("Case"),
        "",
        words.text("Code"),
        words.text("Tests"),
        words.text("Examples"),
        words.text("Fired"),
    ]
    rows = [_row(case) for case in trace.cases if case.code or not case.reason]
    return {"title": words.text("All cases for the referee"), "lines": [], "parts": [_part(html_table(heads, rows))]}


def _row(case: TracedCase) -> tuple[object, ...]:
    def places(lines: Iterable[Any]) -> str:
        return ", ".join(dict.fromkeys(f"{line.path.rpartition('/')[2]}:{line.line} {line.function}" for line in lines))

    fired = "" if case.fired is None else case.fired
    return case.address, case.title, places(case.code), places(case.tests), ", ".join(case.examples), fired


def _beside(game: Game, trace: Trace) -> dict[str, Any] | None:
    """Cases that no code has to carry out, with the reasons; and counts of cases that don't exist."""
    words = game.words
    rows = [(case.address, case.title, case.reason) for case in trace.cases if case.reason and not case.code]
    parts = [_part(html_table([words.text("Case"), "", words.text("Reason")], rows))] if rows else []
    if trace.unknown:
        parts.append(_part(html_table([words.text("Unknown case"), words.text("Fired")], trace.unknown.items())))  # type: ignore[arg-type]
    return {"title": words.text("Not for the referee"), "lines": [], "parts": parts} if parts else None
