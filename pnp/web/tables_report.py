"""The page of `pnp tables`: the odds of every table with plots, and a table behind each plot."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from pnp.analysis.strengths import Strengths
from pnp.analysis.tables import TableOdds
from pnp.analysis.tables_text import lost, percent, signed, verdict
from pnp.model.game import Game
from pnp.web import table_plots
from pnp.web.html import html_table, page

SCALE = ("result-worst", "result-bad", "result-neutral", "result-good", "result-best")
PLAIN = ("#ecd8d2", "#f5eae6", "#eee7d3", "#d3e1ee", "#a9c6e1")
"""Colours of results where a style has none of its own."""


def tables_page(game: Game, tables: Sequence[tuple[TableOdds, Strengths | None]]) -> str:
    """The HTML of the tables' odds, in the game's language."""
    words = game.words
    values = {
        "language": game.language,
        "title": words.text("{game}: the odds of its tables", game=game.info.printed_title),
        "subtitle": words.text("Computed from the tables, exactly; nothing is sampled."),
        "figures": [],
        "sections": [_section(game, odds, strengths) for odds, strengths in tables],
        "as_table": words.text("The same as a table"),
        "credit": game.info.credits.statement,
    }
    return page("analysis.html", values)


def _section(game: Game, odds: TableOdds, strengths: Strengths | None) -> dict[str, Any]:
    parts = [_shares(game, odds, 0)] if odds.kind == "results" else [_events(game, odds)]
    if odds.kind == "results":
        parts += [part for part in (_losses(game, odds), _by_modifier(game, odds), _strengths(game, strengths)) if part]
    return {"title": odds.title, "lines": list(verdict(game, odds, strengths)), "parts": parts}


def _colours(game: Game, results: Sequence[str]) -> dict[str, str]:
    """A colour for each result, from worst to best."""
    palette = [game.style.palette.get(role, plain) for role, plain in zip(SCALE, PLAIN, strict=True)]
    colours = {}
    for number, name in enumerate(results):
        place = number / max(1, len(results) - 1) * (len(palette) - 1)
        low = min(int(place), len(palette) - 2)
        colours[name] = table_plots.shade(palette[low], palette[low + 1], place - low)
    return colours


def _shares(game: Game, odds: TableOdds, net: int) -> dict[str, Any]:
    words, colours = game.words, _colours(game, odds.results)
    columns = [(c.column, [(n, float(c.shares.get(n, 0)), colours[n]) for n in odds.results]) for c in odds.odds[net]]
    title = words.text("Results by column, in percent")
    heads = [words.text("Result"), *(column.column for column in odds.odds[net])]
    rows = [
        (f"{name} {odds.names.get(name, '')}", *(percent(c.shares.get(name, Fraction(0))) for c in odds.odds[net]))
        for name in odds.results
    ]  # fmt: skip
    plot = table_plots.shares(columns, title=title, across=words.text("column"))
    return {"title": title, "plot": Markup(plot), "table": html_table(heads, rows)}


def _events(game: Game, odds: TableOdds) -> dict[str, Any]:
    words = game.words
    columns = []
    for net in odds.modifiers:
        tint = {name: PLAIN[number % len(PLAIN)] for number, name in enumerate(odds.results)}
        columns.append(
            (
                signed(net),
                [(odds.names.get(n, n), float(odds.odds[net][0].shares.get(n, 0)), tint[n]) for n in odds.results],
            )
        )
    title = words.text("Rows by modifier, in percent")
    heads = [words.text("Row"), *(signed(net) for net in odds.modifiers)]
    rows: list[tuple[str, ...]] = [
        (
            odds.names.get(name, name),
            *(percent(odds.odds[net][0].shares.get(name, Fraction(0))) for net in odds.modifiers),
        )
        for name in odds.results
    ]
    for effect, values in odds.effects.items():
        rows.append(
            (words.text("{effect}, expected", effect=effect), *(f"{float(values[net]):.2f}" for net in odds.modifiers))
        )
    plot = table_plots.shares(columns, title=title, across=words.text("modifier"))
    return {"title": title, "plot": Markup(plot), "table": html_table(heads, rows)}


def _losses(game: Game, odds: TableOdds) -> dict[str, Any] | None:
    words = game.words
    columns = [c for c in odds.odds[0] if c.losses]
    if not columns:
        return None
    title = words.text("Expected losses by column")
    names = words.text("attacker"), words.text("defender")
    values = [
        [float(getattr(c.losses, f"{side}") + getattr(c.losses, f"{side}_all")) for c in columns]
        for side in ("attacker", "defender")
    ]
    cells = [
        [(f"{value:.2f}", table_plots.shade("#ffffff", "#e2b9a8", value), False) for value in side] for side in values
    ]
    plot = table_plots.grid(
        names, [c.column for c in columns], lambda row, column: cells[row][column],
        title=title, down="", across=words.text("A side that loses all counts as one."),
    )  # fmt: skip
    heads = [words.text("Side"), *(c.column for c in columns)]
    rows = [
        (names[0], *(lost(c.losses.attacker, c.losses.attacker_all) for c in columns if c.losses)),
        (names[1], *(lost(c.losses.defender, c.losses.defender_all) for c in columns if c.losses)),
    ]
    return {"title": title, "plot": Markup(plot), "table": html_table(heads, rows)}


def _by_modifier(game: Game, odds: TableOdds) -> dict[str, Any] | None:
    words = game.words
    if len(odds.modifiers) < 2 or not any(c.favour for c in odds.odds[0]):
        return None
    nets = list(odds.modifiers)
    title = words.text("Results that serve the attacker, in percent, by modifier and column")

    def cell(row: int, column: int) -> tuple[str, str, bool]:
        column_odds = odds.odds[nets[row]][column]
        good = column_odds.favour[0] if column_odds.favour else Fraction(0)
        return percent(good), table_plots.shade("#ffffff", "#a9c6e1", float(good)), bool(column_odds.pays)

    columns = [c.column for c in odds.odds[0]]
    plot = table_plots.grid(
        [signed(net) for net in nets], columns, cell, title=title, down=words.text("modifier"),
        across=words.text("Bold: likelier than results that serve the defender."),
    )  # fmt: skip
    heads = [words.text("Modifier"), *columns]
    rows = [(signed(net), *(percent(c.favour[0]) if c.favour else "" for c in odds.odds[net])) for net in nets]
    return {"title": title, "plot": Markup(plot), "table": html_table(heads, rows)}


def _strengths(game: Game, strengths: Strengths | None) -> dict[str, Any] | None:
    words = game.words
    if strengths is None or not any(column and column.favour for row in strengths.odds for column in row):
        return None
    title = words.text("Strengths and their column, without modifiers")

    def cell(row: int, column: int) -> tuple[str, str, bool]:
        column_odds = strengths.odds[column][row]
        pays = bool(column_odds and column_odds.pays)
        return strengths.columns[column][row] or "–", "#cfe0c3" if pays else "#ffffff", pays

    numbers = [str(n) for n in range(1, strengths.size + 1)]
    plot = table_plots.grid(
        numbers,
        numbers,
        cell,
        title=title,
        down=words.text("defender"),
        across=words.text("Attacker. Tinted: attacking pays."),
    )
    heads = [words.text("Defender"), words.text("Attacker from whom on it pays")]
    rows = [(str(d), str(strengths.needed(d) or "–")) for d in range(1, strengths.size + 1)]
    return {"title": title, "plot": Markup(plot), "table": html_table(heads, rows)}
