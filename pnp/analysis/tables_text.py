"""The odds of tables as plain data for JSON, and as lines for a terminal, in the game's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pnp.analysis.strengths import Strengths
from pnp.analysis.tables import ColumnOdds, TableOdds
from pnp.checks.tables.diagonal import Diagonal
from pnp.model.game import Game
from pnp.model.words import signed

# Plain data -----------------------------------------------------------------------------------------------


def exact(value: Fraction) -> dict[str, object]:
    """A fraction as text and as a decimal of six digits."""
    return {"exact": str(value), "value": round(float(value), 6)}


def odds_as_json(odds: TableOdds, strengths: Strengths | None) -> dict[str, Any]:
    """One table's odds as plain data; each probability both exact and as a decimal.

    strengths  what `strengths_of` computed for the table, None for a table that strengths don't enter
    """
    return {
        "id": odds.id,
        "kind": odds.kind,
        "title": odds.title,
        "rule": odds.rule,
        "results": [{"id": name, "name": odds.names.get(name, "")} for name in odds.results],
        "modifiers": [
            {
                "modifier": net,
                "columns": [_column_json(column) for column in odds.odds[net]],
                **({"bracketed": [_column_json(column) for column in odds.bracketed[net]]} if odds.bracketed else {}),
                "pays_from": odds.pays_from(net),
                "gains_from": odds.gains_from(net),
                "effects": {name: exact(values[net]) for name, values in odds.effects.items()},
            }
            for net in odds.modifiers
        ],
        "diagonal": _diagonal_json(odds.diagonal),
        "strengths": _strengths_json(strengths),
    }


def _column_json(column: ColumnOdds) -> dict[str, Any]:
    losses = column.losses
    return {
        "column": column.column,
        "shares": {name: exact(share) for name, share in column.shares.items()},
        "favours": None
        if column.favour is None
        else {"attacker": exact(column.favour[0]), "defender": exact(column.favour[1])},
        "pays": column.pays,
        "losses": None
        if losses is None
        else {
            "attacker": exact(losses.attacker),
            "defender": exact(losses.defender),
            "attacker_all": exact(losses.attacker_all),
            "defender_all": exact(losses.defender_all),
        },
    }


def _diagonal_json(diagonal: Diagonal | None) -> dict[str, Any] | None:
    if diagonal is None:
        return None
    exceptions = [{"die": e.die, "column": e.column, "result": e.result, "usual": e.usual} for e in diagonal.exceptions]
    return {
        "step": diagonal.step, "rising": diagonal.rising, "agree": diagonal.agree, "cells": diagonal.cells,
        "exact": diagonal.exact, "exceptions": exceptions,
    }  # fmt: skip


def _strengths_json(strengths: Strengths | None) -> dict[str, Any] | None:
    if strengths is None:
        return None
    return {
        "size": strengths.size,
        "columns": [list(row) for row in strengths.columns],
        "needed": {str(defender): strengths.needed(defender) for defender in range(1, strengths.size + 1)},
    }


# Lines ----------------------------------------------------------------------------------------------------


def percent(share: Fraction) -> str:
    """A probability for a reader: 16.7, or a point for never."""
    return "·" if share == 0 else f"{100 * float(share):.1f}"


def odds_as_text(game: Game, odds: TableOdds, strengths: Strengths | None, modifiers: Sequence[int]) -> str:
    """One table as lines: the columns under each of `modifiers`, where attacking pays, how regular the table is."""
    words = game.words
    parts = [f"{odds.title} ({odds.rule})" if odds.rule != odds.title else odds.title]
    for net in modifiers if odds.kind == "results" else odds.modifiers[:0]:
        parts += ["", words.text("Modifier {number}: probability of each result, in percent", number=signed(net))]
        parts += _grid(_result_rows(game, odds, odds.odds, net))
        if odds.bracketed:
            note = odds.bracket_note
            parts += ["", words.text("The same with the results in brackets, in percent. {note}", note=note).rstrip()]
            parts += _grid(_result_rows(game, odds, odds.bracketed, net))
    if odds.kind == "events":
        parts += ["", words.text("Probability of each row by modifier, in percent")]
        parts += _grid(_event_rows(game, odds))
    parts += [f"  {line}" for line in verdict(game, odds, strengths)]
    return "\n".join(parts)


def _result_rows(
    game: Game, odds: TableOdds, reading: Mapping[int, Sequence[ColumnOdds]], net: int
) -> Iterator[list[str]]:
    columns = reading[net]
    yield ["", *(column.column for column in columns)]
    for name in odds.results:
        if any(column.shares.get(name) for c in reading.values() for column in c):
            yield [name, *(percent(column.shares.get(name, Fraction(0))) for column in columns)]
    losses = [column.losses for column in columns if column.losses]
    if len(losses) == len(columns):
        yield [game.words.text("attacker loses"), *(lost(x.attacker, x.attacker_all) for x in losses)]
        yield [game.words.text("defender loses"), *(lost(x.defender, x.defender_all) for x in losses)]


def lost(number: Fraction, everything: Fraction) -> str:
    """Expected losses: the mean number, then after a + how many percent lose everything."""
    return f"{float(number):.2f}" + (f"+{100 * float(everything):.0f}%" if everything else "")


def _event_rows(game: Game, odds: TableOdds) -> Iterator[list[str]]:
    yield ["", *(signed(net) for net in odds.modifiers)]
    for name in odds.results:
        yield [
            odds.names.get(name, name),
            *(percent(odds.odds[net][0].shares.get(name, Fraction(0))) for net in odds.modifiers),
        ]
    for effect, values in odds.effects.items():
        label = game.words.text("{effect}, expected", effect=effect)
        yield [label, *(f"{float(values[net]):.2f}" for net in odds.modifiers)]


def verdict(game: Game, odds: TableOdds, strengths: Strengths | None) -> Iterator[str]:
    """What the figures mean, one sentence at a time, in the game's language."""
    words = game.words
    if odds.kind == "results":
        if any(column.favour for column in odds.odds[0]):
            for line in _by_modifier([(net, odds.pays_from(net)) for net in odds.modifiers]):
                yield words.text(
                    "Good results are likelier than bad ones for the attacker from (with a modifier of): {where}",
                    where=line or words.text("nowhere"),
                )
        if odds.bracketed and any(column.favour for column in odds.bracketed[0]):
            for line in _by_modifier([(net, odds.pays_from_in_brackets(net)) for net in odds.modifiers]):
                yield words.text("With the results in brackets from: {where}", where=line or words.text("nowhere"))
        if any(column.losses for column in odds.odds[0]):
            for line in _by_modifier([(net, odds.gains_from(net)) for net in odds.modifiers]):
                yield words.text(
                    "The defender loses more than the attacker from (with a modifier of): {where}",
                    where=line or words.text("nowhere"),
                )
    if strengths is not None and any(column.favour for column in odds.odds[0]):
        needed = [(d, strengths.needed(d)) for d in range(1, strengths.size + 1)]
        pairs = ", ".join(f"{a}:{d}" for d, a in needed if a is not None)
        if pairs:
            yield words.text("Least strengths with which attacking pays, without modifiers: {pairs}", pairs=pairs)
    if odds.diagonal is not None:
        yield from _regular(game, odds.diagonal)


def _by_modifier(columns: Sequence[tuple[int, str | None]]) -> list[str]:
    """First columns by modifier on one line: `2:1 (0), 1:1 (+1 … +3)`. columns: (net modifier, first column)."""
    runs: list[tuple[str, list[int]]] = []
    for net, column in columns:
        if column is not None and runs and runs[-1][0] == column:
            runs[-1][1].append(net)
        elif column is not None:
            runs.append((column, [net]))
    spans = [(column, signed(nets[0]) + (f" … {signed(nets[-1])}" if len(nets) > 1 else "")) for column, nets in runs]
    return [", ".join(f"{column} ({span})" for column, span in spans)]


def _regular(game: Game, diagonal: Diagonal) -> Iterator[str]:
    words = game.words
    if diagonal.exact:
        yield words.text(
            "The table is a function of die and column: one column is worth {step} on the die.", step=diagonal.step
        )
        return
    share = f"{100 * diagonal.agree / diagonal.cells:.1f}"
    yield words.text(
        "{share} % of the cells are a function of die and column, one column worth {step} on the die.",
        share=share, step=diagonal.step,
    )  # fmt: skip
    for odd in diagonal.exceptions[:12]:
        yield words.text(
            "  die {die}, column {column}: {result}, elsewhere on that diagonal {usual}",
            die=odd.die, column=odd.column, result=odd.result, usual=odd.usual,
        )  # fmt: skip


def _grid(rows: Iterator[list[str]]) -> list[str]:
    """`rows` as aligned lines: the first column flush left, the others flush right."""
    listed = list(rows)
    widths = [max(len(row[index]) for row in listed) for index in range(len(listed[0]))]
    return [
        "  "
        + row[0].ljust(widths[0])
        + "".join("  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in listed
    ]
