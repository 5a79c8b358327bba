"""Cells that are no list of entries: a results table, the hexes of a map, the units of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.base import MarkedDict, Marks
from pnp.model.spreadsheet import PlacedUnit, SheetRows
from pnp.sources.spreadsheets.cells import Sheet
from pnp.sources.spreadsheets.rows import nested, read_rows

Marked = tuple[Any, Marks]


def result_rows(sheet: Sheet, source: SheetRows) -> tuple[Marked, Marked]:
    """The rows of a results table and its columns: these stand in the first row, the die results before the codes.

    Raises SourceError for a cell that no source can take.
    """
    _refuse_columns(source)
    top, left, bottom, right = area = sheet.area(source.cells)
    lines = [row for row in range(top, bottom + 1) if not sheet.is_blank(row, area)]
    if not lines:
        where = source.where("from")
        raise SourceError(Problem("empty-file", "there are no cells here", where, "the first row holds the columns"))

    def texts(row: int) -> Marked:
        places = [sheet.where(row, column) for column in range(left + 1, right + 1)]
        values = [str(sheet.value(row, place.column)) for place in places]
        return values, Marks(places[0] if places else sheet.where(row, left), None, dict(enumerate(map(Marks, places))))

    entries = []
    for row in lines[1:]:
        die = sheet.where(row, left)
        fields = {("die",): (sheet.value(row, left), Marks(die, die)), ("results",): texts(row)}
        entries.append(nested(die, fields))
    return listed(entries, source), texts(lines[0])


def hex_rows(sheet: Sheet, source: SheetRows, kinds: Mapping[str, str]) -> Marked:
    """The rows of codes of a hex map, a cell for each hex: a code, or the id or name of what has it; none = no hex.

    kinds  id or name -> code
    Raises SourceError for all cells with something else.
    """
    _refuse_columns(source)
    top, left, bottom, right = sheet.area(source.cells)
    problems = []
    codes = set(kinds.values()) | {"_", " ", "."}
    rows: list[Marked] = []
    for row in range(top, bottom + 1):
        line = ""
        for column in range(left, right + 1):
            text = str(sheet.value(row, column)) or "_"
            code = text if len(text) == 1 and (text in codes or not kinds) else kinds.get(text)
            if code is None:
                hint = did_you_mean(text, kinds, listed=f"The codes are {' '.join(sorted(set(kinds.values())))}.")
                problems.append(Problem("unknown-name", f"{text!r} is no code", sheet.where(row, column), hint))
            line += code or "_"
        rows.append((line, Marks(sheet.where(row, left))))
    if problems:
        raise SourceError(*problems[:MOST_PROBLEMS])
    return listed(rows, source)


MOST_PROBLEMS = 20


def coded(hexes: Mapping[str, Any], key: str) -> dict[str, str]:
    """Id or name of each terrain of a map as written, or of each region, -> its code."""
    kinds = hexes.get("terrains" if key == "rows" else "regions")
    entries = [kind for kind in kinds if isinstance(kind, dict)] if isinstance(kinds, list) else []
    return {
        str(kind[field]): code for kind in entries for field in ("code", "id", "name")
        if field in kind and isinstance(code := kind.get("code"), str) and len(code) == 1
    }  # fmt: skip


def placed_units(sheet: Sheet, source: SheetRows) -> Marked:
    """The units of a position by place, from rows with `unit`, `at` and perhaps `state`.

    Raises SourceError for all that `read_rows` refuses, and for rows without a unit or a place.
    """
    stacks: dict[str, list[Marked]] = {}
    problems = []
    for row in read_rows(sheet, source, PlacedUnit):
        if missing := [name for name in ("unit", "at") if (name,) not in row.fields]:
            message = f"this row has no {missing[0]!r}"
            problems.append(Problem("missing-key", message, row.here, "it says which counter stands where"))
            continue
        unit, state = row.fields[("unit",)], row.fields.get(("state",))
        entry: Marked = (unit.value, unit.marks)
        if state:
            entry = nested(unit.where, {("id",): (unit.value, unit.marks), ("state",): (state.value, state.marks)})
        stacks.setdefault(str(row.fields[("at",)].value), []).append(entry)
    if problems:
        raise SourceError(*problems)
    units = MarkedDict()
    inner: dict[str | int, Marks] = {}
    for place, entries in stacks.items():
        units[place], marks = listed(entries, source)
        here = entries[0][1].here
        inner[place] = Marks(here, here, marks.inner)
    units.marks = Marks(_here(source).here, None, inner)
    return units, units.marks


def listed(entries: list[Marked], source: SheetRows) -> Marked:
    """A list of `entries`; its place is where the source names the file."""
    return [value for value, _ in entries], Marks(
        _here(source).here, None, {index: marks for index, (_, marks) in enumerate(entries)}
    )


def _here(source: SheetRows) -> Marks:
    assert source.marks is not None
    return source.marks


def _refuse_columns(source: SheetRows) -> None:
    """Raise SourceError for keys that only rows with headings of their own need."""
    problems = [
        Problem("unknown-key", f"{key!r} has no meaning here", source.where_key(key), "the cells are one block")
        for key in _needless(source)
    ]
    if problems:
        raise SourceError(*problems)


def _needless(source: SheetRows) -> Iterator[str]:
    yield from (key for key in ("columns", "ignore", "each") if getattr(source, key))
