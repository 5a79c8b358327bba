"""The tables of the help page: heads, rows and notes of every kind of table, as plain text."""

from __future__ import annotations

from typing import Any

from pnp.model.game import Game
from pnp.model.tables import AnyTable, EventsTable, FlowTable, ListTable, ResultRow, ResultsTable, ShiftsTable
from pnp.model.words import signed
from pnp.vassal.context import rule_label
from pnp.vassal.tables.dice_buttons import column_label


def table_values(game: Game, table: AnyTable) -> dict[str, Any]:
    """The values of a table for the template."""
    heads, rows, notes = _parts(game, table)
    notes += [f"{note.mark} {note.text}" for note in table.notes]
    return {"title": table.title, "rule": rule_label(game, table.rule), "heads": heads, "rows": rows, "notes": notes}


def _parts(game: Game, table: AnyTable) -> tuple[list[str], list[list[str]], list[str]]:
    words = game.words
    if isinstance(table, ResultsTable):
        heads = [words.text("Die"), *(_with_minus(column_label(table, index)) for index in range(len(table.columns)))]
        codes = [f"{code.id} {code.name}: {code.text}" for code in table.codes]
        modifiers = [f"{signed(m.add)} {m.text}" for m in table.modifiers]
        if table.bracket_note:
            modifiers.insert(0, table.bracket_note)
        return heads, [[row.die, *_cells(row)] for row in table.rows], codes + modifiers
    if isinstance(table, ShiftsTable):
        return list(table.columns), [[signed(shift) for shift in table.shifts]], []
    if isinstance(table, ListTable):
        heads = [table.heads.get("key", ""), table.heads.get("text", "")]
        return heads, [[row.key, f"{row.name}: {row.text}" if row.name else row.text] for row in table.rows], []
    if isinstance(table, FlowTable):
        return _flow(game, table)
    return _events(game, table)


def _cells(row: ResultRow) -> list[str]:
    """The codes of a row, each with the one in brackets beside it."""
    inner = [*row.bracketed, *[""] * len(row.results)]
    return [f"{code} ({bracketed})" if bracketed else code for code, bracketed in zip(row.results, inner, strict=False)]


def _events(game: Game, table: EventsTable) -> tuple[list[str], list[list[str]], list[str]]:
    words = game.words
    heads = [words.text("Die"), words.text("Event"), words.text("Units"), words.text("Afterwards")]
    rows = [[row.die, row.name, row.text, row.after_text] for row in table.rows]
    if not any(row.after_text for row in table.rows):
        heads, rows = [words.text("Die"), words.text("Event"), words.text("Effect")], [row[:3] for row in rows]
    return heads, rows, [modifier.text for modifier in table.modifiers]


def _flow(game: Game, table: FlowTable) -> tuple[list[str], list[list[str]], list[str]]:
    """A decision procedure as numbered steps, each with the steps that follow."""
    words = game.words
    numbers = {step.id: str(index) for index, step in enumerate(table.steps, 1)}
    rows = []
    for step in table.steps:
        ways = [(words.text("yes: {step}", step=numbers[step.yes]) if step.yes in numbers else ""),
                (words.text("no: {step}", step=numbers[step.no]) if step.no in numbers else ""),
                (words.text("go on with {step}", step=numbers[step.next]) if step.next in numbers else "")]  # fmt: skip
        rows.append([numbers[step.id], step.text, ", ".join(way for way in ways if way)])
    return ["", words.text("Question or action"), words.text("Then")], rows, [table.text] if table.text else []


def _with_minus(text: str) -> str:
    """`text` with a true minus sign where it begins with a hyphen."""
    return "−" + text[1:] if text.startswith("-") else text
