"""The values of a table that rule texts can name: its ends, modifiers, codes and the numbers of its rows.

Read `table_values` first: its docstring lists the names by kind of table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.model.tables import AnyTable, EventsTable, FlowTable, ListTable, ResultsTable, ShiftsTable


def table_values(table: AnyTable) -> dict[str, Any]:
    """The values of `table` by name; a text writes `{{ table.<id>.<name> }}`.

    title               of every kind
    least, most         first and last row of a table with a die
    modifier, limit     by modifier id: what it adds, and what it adds at most, both with their sign
    first_column, last_column, code        of a results or shifts table
    row                 by row id: die, name, effects of an events table; key, text, effects of a list
    """
    if isinstance(table, ResultsTable):
        codes = {code.id: code.name for code in table.codes}
        return {**_rolled(table), **_ends(_printed_columns(table)), "code": codes}
    if isinstance(table, EventsTable):
        rows = {row.id: _event(row.die, row.name, row.effects, row.after_effects) for row in table.rows}
        return {**_rolled(table), "row": rows}
    if isinstance(table, ShiftsTable):
        shifts = dict(zip(_column_names(table), _shifts(table), strict=False))
        return {"title": table.title, **_ends(table.columns), "shift": shifts}
    if isinstance(table, ListTable):
        return {"title": table.title, "row": {r.id: _listed(r.key, r.name, r.text, r.effects) for r in table.rows}}
    assert isinstance(table, FlowTable)
    return {"title": table.title, "step": {step.id: step.text for step in table.steps}}


def number(value: object) -> str:
    """A number as printed: with a true minus sign."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """A change as printed: +2, −1."""
    return number(f"{value:+d}")


def _rolled(table: ResultsTable | EventsTable) -> dict[str, Any]:
    return {
        "title": table.title,
        "modifier": {m.id: signed(m.add) for m in table.modifiers},
        "limit": {m.id: signed(m.add * m.most) for m in table.modifiers},
        "least": table.rows[0].die.rstrip("+-") if table.rows else "",
        "most": table.rows[-1].die.rstrip("+-") if table.rows else "",
    }


def _printed_columns(table: ResultsTable) -> tuple[str, ...]:
    """Odds as the chart prints them, 6–1, not with the minus sign of a number."""
    return tuple(c.replace("-", "–") for c in table.columns) if table.column_kind == "odds" else table.columns


def _ends(columns: tuple[str, ...]) -> dict[str, str]:
    return {"first_column": number("".join(columns[:1])), "last_column": number("".join(columns[-1:]))}


def _column_names(table: ShiftsTable) -> list[str]:
    """A name for each column that a text can write: 1.5:1 is `at_1_5_to_1`."""
    return ["at_" + column.replace(".", "_").replace(":", "_to_") for column in table.columns]


def _shifts(table: ShiftsTable) -> list[str]:
    """Shifts as printed: 2L, 0, 1R."""
    return [f"{abs(shift)}{'L' if shift < 0 else 'R'}" if shift else "0" for shift in table.shifts]


def _event(die: str, name: str, effects: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {"die": die, "name": name, **_effects(effects), "after": {key: number(n) for key, n in after.items()}}


def _listed(key: str, name: str, text: str, effects: Mapping[str, Any]) -> dict[str, Any]:
    return {"key": key, "name": name, "text": text, **_effects(effects)}


def _effects(effects: Mapping[str, Any]) -> dict[str, Any]:
    numbers = {key: value for key, value in effects.items() if isinstance(value, int) and not isinstance(value, bool)}
    return {
        **{key: number(value) for key, value in effects.items()},
        "signed": {key: signed(value) for key, value in numbers.items()},
    }
