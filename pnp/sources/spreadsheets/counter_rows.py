"""Groups of counters from rows, a row for each counter or for several that are alike; and rows from groups.

Rows with one id are one group, in their order. What a group may list (factors, names of formations, codes, sizes) may
differ from row to row; all else stands in one of them, or alike in several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pnp.errors import Problem, SourceError
from pnp.model.base import MarkedDict, Marks
from pnp.model.counters import CounterGroup
from pnp.model.pictures import FullPicture
from pnp.model.spreadsheet import SheetRows
from pnp.sources.spreadsheets.cells import Sheet
from pnp.sources.spreadsheets.rows import Field, Path, Row, expanded, fields_of, nested, read_rows

NUMBERS = ("factors", "reduced")
"""Keys whose values have names of the game's own; each may be a list."""

LISTED = tuple(
    key for key, kind in fields_of(CounterGroup).items()
    if len(expanded(kind)) > 1 and any(getattr(arm, "__origin__", None) is tuple for arm in expanded(kind))
)  # fmt: skip
"""Other keys that may hold one value for all counters of a group, or a list."""

MOST = 500
"""Counters of a group."""


def counter_groups(sheet: Sheet, source: SheetRows) -> list[tuple[MarkedDict, Marks]]:
    """The groups of a sheet, in the order of their first rows, each with the places of its values.

    Raises SourceError for all that `read_rows` refuses, and for rows of one group that contradict each other.
    """
    rows = read_rows(sheet, source, CounterGroup, other=lambda key: ("factors", key))
    groups: dict[Any, list[Row]] = {}
    problems = []
    for row in rows:
        if ("id",) in row.fields:
            groups.setdefault(row.fields[("id",)].value, []).append(row)
        else:
            hint = "rows with the same id are one group of like counters"
            problems.append(Problem("missing-key", "this row has no 'id'", row.here, hint))
    entries = []
    for members in groups.values():
        try:
            entries.append(_group(members))
        except SourceError as error:
            problems += error.problems
    if problems:
        raise SourceError(*problems)
    return entries


def _group(rows: Sequence[Row]) -> tuple[MarkedDict, Marks]:
    counts = [row.fields[("count",)].value if ("count",) in row.fields else 1 for row in rows]
    values: dict[Path, tuple[Any, Marks]] = {}
    for path in dict.fromkeys(path for row in rows for path in row.fields):
        fields = [row.fields.get(path) for row in rows]
        if path == ("count",):
            continue
        values[path] = _listed(path, fields, counts, rows) if may_differ(path) else _shared(path, fields)
    first = rows[0].fields.get(("count",)) or rows[0].fields[("id",)]
    whole = [count for count in counts if type(count) is int and 0 < count <= MOST]
    odd = next((row.fields[("count",)] for row, n in zip(rows, counts, strict=True) if n not in whole), None)
    values[("count",)] = (odd.value, odd.marks) if odd else (sum(whole), first.marks)
    return nested(rows[0].here, values)


def may_differ(path: Path) -> bool:
    """Whether counters of one group may have different values at `path`."""
    return path[0] in NUMBERS or path[0] in LISTED


def _shared(path: Path, fields: Sequence[Field | None]) -> tuple[Any, Marks]:
    """The one value of a group. Raises SourceError where two rows differ."""
    given = [field for field in fields if field]
    for field in given[1:]:
        if field.value != given[0].value:
            message = f"{'.'.join(path)!r} is {field.value!r} here, and {given[0].value!r} in {given[0].where.cell}"
            hint = "counters of one group have it in common: give these an id of their own"
            raise SourceError(Problem("bad-value", message, field.where, hint))
    return given[0].value, given[0].marks


def _listed(
    path: Path, fields: Sequence[Field | None], counts: Sequence[Any], rows: Sequence[Row]
) -> tuple[Any, Marks]:
    """One value for all, or a list with one for each counter. Raises SourceError where a number is missing."""
    given = [field for field in fields if field]
    if len(given) == len(fields) and all(field.value == given[0].value for field in given):
        return given[0].value, given[0].marks
    values: list[Any] = []
    inner: dict[str | int, Marks] = {}
    for field, count, row in zip(fields, counts, rows, strict=True):
        if field is None and path[0] in NUMBERS:
            name, other = ".".join(path), given[0].where.cell
            hint = "write a value, or give the counters of this row an id of their own"
            raise SourceError(Problem("missing-key", f"no {name!r}, which {other} has", row.here, hint))
        for _ in range(min(count, MOST) if type(count) is int else 1):
            inner[len(values)] = Marks(field.where if field else row.here)
            values.append(field.value if field else "")
    return values, Marks(given[0].where, given[0].heading, inner)


# The way back --------------------------------------------------------------------------------------------------------


def group_rows(groups: Sequence[CounterGroup]) -> tuple[list[str], list[list[Any]]]:
    """Headings, and the rows of `groups`: one for all counters that are alike, else one for each.

    A cell holds text, a number, true or false, or None where there is nothing.
    """
    records = [record for group in groups for record in _records(group)]
    paths = dict.fromkeys(path for key in fields_of(CounterGroup) for record in records for path in record
                          if path[0] == key)  # fmt: skip
    return [".".join(path) for path in paths], [[record.get(path) for path in paths] for record in records]


def _records(group: CounterGroup) -> Iterator[dict[Path, Any]]:
    values: dict[Path, Any] = {}
    for key, info in CounterGroup.model_fields.items():
        value = getattr(group, key)
        if key in NUMBERS:
            values |= {(key, name): number for name, number in value.items()}
        elif info.is_required() or value != info.get_default(call_default_factory=True):
            values[(key,)] = value
    lists = [path for path, value in values.items() if isinstance(value, tuple) and may_differ(path)]
    for index in range(group.count if lists else 1):
        yield {
            path: _cell(_nth(value, index) if path in lists else value) for path, value in values.items()
        } | ({("count",): 1} if lists else {})


def _nth(values: tuple[Any, ...], index: int) -> Any:
    return values[min(index, len(values) - 1)] if values else None


def _cell(value: Any) -> Any:
    if isinstance(value, FullPicture):
        return value.as_text
    return ", ".join(value) if isinstance(value, tuple) else value
