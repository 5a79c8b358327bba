"""What the courses of games show, as tables and a plot for the page of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from pnp.model.game import Game
from pnp.referee.wording import names_of
from pnp.web import plots
from pnp.web.heat import TITLE
from pnp.web.html import html_table, side_name

HOTTEST = 15
"""Spaces in the table behind the heat map."""


def course_values(game: Game, report: Mapping[str, Any], heat_map: str) -> dict[str, Any]:
    """The values of the sections on the course of the games; what nothing is known of is empty."""
    return {
        "course_words": _headings(game, report),
        "sources_table": _sources(game, report),
        "openings_table": _openings(game, report),
        "decided_plot": _decided(game, report),
        "last_table": _last(game, report),
        "losses_table": _losses(game, report),
        "heat_map": heat_map,
        "heat_table": _heat(game, report),
    }


def _headings(game: Game, report: Mapping[str, Any]) -> dict[str, str]:
    words = game.words
    return {
        "sources": words.text("Where points come from"),
        "openings": words.text("Effect of the opening"),
        "openings_note": words.text("Games by where the first attack of the first turn goes, and who won them."),
        "decided": words.text("When games are decided"),
        "last": words.text(
            "The last player-turn changes who wins in {share} of the games in which somebody can be said to lead.",
            share=_percent(report["last_player_turn"]["turned"]["share"]),
        ),
        "losses": words.text("Losses by type of unit"),
        "heat": words.text(TITLE),
        "heat_note": words.text("Blue: units that came to a space; red: fights there. The more, the larger."),
    }  # fmt: skip


def _sources(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    texts = {line.id: line.text for line in game.scenarios[report["scenario"]].victory}
    names = names_of(game)
    heads = [
        words.text("Line of the schedule"), words.text("Side"), words.text("Mean"), words.text("Counts at the end"),
        words.text("Taken in"), words.text("Times a game"), words.text("First in turn, median"),
    ]  # fmt: skip
    rows = [
        (texts.get(row["line"]) or names.get(row["line"], row["line"]), side_name(game, row["side"]),
         f"{row['points']:.2f}".replace("-", "−"), _percent(row["at_end"]["share"]), _percent(row["taken"]["share"]),
         f"{row['times']:.2f}", row["first_turn"]["median"] or "")
        for row in report["sources"]
    ]  # fmt: skip
    return html_table(heads, rows) if rows else Markup("")


def _openings(game: Game, report: Mapping[str, Any]) -> Markup:
    words, names = game.words, names_of(game)
    if len(report["openings"]) < 2:
        return Markup("")
    sides = [side.id for side in game.info.sides if any(side.id in row["wins"] for row in report["openings"])]
    heads = [words.text("First attack"), words.text("Games"), *(side_name(game, side) for side in sides)]
    rows = [
        (names.get(row["first_attack"], row["first_attack"]) or words.text("none"), row["games"],
         *(_interval(row["wins"].get(side)) for side in sides))
        for row in report["openings"]
    ]  # fmt: skip
    return html_table(heads, rows)


def _decided(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    if not report["decided"]:
        return Markup("")
    counts = sorted(report["decided"].items(), key=lambda item: int(item[0]))
    title = words.text("Games by the turn since whose end the winner has led")
    return Markup(plots.columns(counts, title=title, across=words.text("turn")))


def _last(game: Game, report: Mapping[str, Any]) -> Markup:
    words, last = game.words, report["last_player_turn"]
    if not report["decided"]:
        return Markup("")
    heads = [words.text("Side"), words.text("Wins"), words.text("Leads before the last player-turn")]
    rows = [
        (side_name(game, side), _interval(report["wins"][side]), _interval(before))
        for side, before in last["wins_before"].items() if before["count"] or report["wins"][side]["count"]
    ]  # fmt: skip
    return html_table(heads, rows)


def _losses(game: Game, report: Mapping[str, Any]) -> Markup:
    words = game.words
    names = {kind.id: kind.plural for kind in game.info.unit_types}
    heads = [words.text("Units"), words.text("Side"), words.text("Lost, mean"), words.text("of")]
    rows = [
        (names.get(row["type"], row["type"]), side_name(game, row["side"]), f"{row['lost']:.2f}", f"{row['of']:g}")
        for row in report["losses"]
    ]
    return html_table(heads, rows) if rows else Markup("")


def _heat(game: Game, report: Mapping[str, Any]) -> Markup:
    """The spaces with most fights, then those with most moves."""
    words, names, heat = game.words, names_of(game), report["heat"]
    moves, fights = heat["moves"], heat["fights"]
    spaces = sorted(moves.keys() | fights.keys(), key=lambda s: (-fights.get(s, 0), -moves.get(s, 0), s))[:HOTTEST]
    heads = [words.text("Space"), words.text("Fights"), words.text("Units that came there")]
    rows = [(_space(names, space), fights.get(space, 0), moves.get(space, 0)) for space in spaces]
    return html_table(heads, rows) if rows else Markup("")


def _space(names: Mapping[str, str], space: str) -> str:
    name = names.get(space, space)
    return name if name == space or not space.isalnum() or space.isalpha() else f"{name} ({space})"


def _interval(share: Mapping[str, Any] | None) -> str:
    if share is None:
        return "–"
    return f"{100 * share['share']:.1f} % ({100 * share['low']:.0f} – {100 * share['high']:.0f})"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"
