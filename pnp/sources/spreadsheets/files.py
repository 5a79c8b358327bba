"""A spreadsheet of a game's folder opened: in bounded time and memory, with nothing run or fetched."""

from __future__ import annotations

import codecs
import csv
import io
import re
from pathlib import Path

from pnp.errors import Location, Problem, SourceError
from pnp.sources.find import SHEETS, shown_path
from pnp.sources.reader import MAX_BYTES, decode, read_bytes
from pnp.sources.spreadsheets.cells import CODE, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Sheet, Value, cleaned, refused
from pnp.sources.spreadsheets.workbook import workbook_rows

_QUOTED = re.compile(r'"[^"]*"')
GUARD = "'"
"""Stands before a text that a spreadsheet program would take for a formula; `pnp export` writes it."""
FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How such a text begins, or one that has the apostrophe already."""


def csv_rows(data: bytes, shown: str) -> list[list[Value]]:
    """The rows of a CSV file. Raises SourceError for another encoding, a NUL, an open quotation, and too many cells."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise refused(shown, "is written in UTF-16", "save it as CSV in UTF-8")
    text = decode(data, shown)
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise refused(shown, "a NUL character: this is no text", "save it as CSV in UTF-8", Location(shown, line, 1))
    rows: list[list[Value]] = []
    cells = 0
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True):
            cells += len(row)
            if len(rows) >= MAX_ROWS or len(row) > MAX_COLUMNS or cells > MAX_CELLS:
                limits = f"{MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns, {MAX_CELLS:,} cells"
                raise refused(shown, f"has more cells than are read: {limits}", "split it")
            rows.append([_unguarded(value) for value in row])
    except csv.Error as error:
        hint = 'put a text with quotation marks into quotes, and double those inside: "the ""Big"" hill"'
        where = Location(shown, len(rows) + 1, 1, sheet="")
        raise SourceError(Problem("spreadsheet", f"cannot be read from this row on: {error}", where, hint)) from None
    return rows


def _delimiter(text: str) -> str:
    """What stands most often in the first line that isn't empty, outside of quotation marks."""
    head = _QUOTED.sub("", text.lstrip("\n")[:10_000].partition("\n")[0])
    return max(",;\t", key=head.count)


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith(GUARD) and FORMULA.match(text) else text


def read_sheet(file: str, sheet: str | None, folder: Path, asked: Location) -> Sheet:
    """The sheet of that name in `file`, which lies in `folder`; of a file with one sheet that one, without a name.

    asked  where the source names the file
    Raises SourceError: another kind of file, one outside the folder, one too large or damaged, no such sheet.
    """
    path = folder / file
    shown = shown_path(path)
    suffix = path.suffix.lower()
    if suffix not in SHEETS:
        hint = f"save it as one of {', '.join(SHEETS)}"
        raise SourceError(Problem(CODE, f"{file!r} is no spreadsheet that can be read", asked, hint))
    try:
        data = read_bytes(path, shown, within=folder, limit=MAX_BYTES)
    except SourceError as error:
        (problem,) = error.problems
        hint = "the path begins in the game's folder" if problem.code == "missing-file" else problem.hint
        raise SourceError(Problem(problem.code, f"{file!r}: {problem.message}", asked, hint)) from None
    return sheet_of(data, shown, sheet, asked, text=suffix in (".csv", ".tsv"))


def sheet_of(data: bytes, shown: str, sheet: str | None, asked: Location, *, text: bool) -> Sheet:
    """The sheet of that name in the content of a file, of a file with one sheet that one.

    asked  where the sheet is named
    text   it is CSV; else a workbook
    Raises SourceError as `read_sheet`.
    """
    if text:
        if sheet is not None:
            raise SourceError(Problem(CODE, f"{shown!r} has no sheets", asked, "leave `sheet` out"))
        return Sheet(shown, "", cleaned(csv_rows(data, shown)))
    name, rows = workbook_rows(data, shown, sheet, asked)
    return Sheet(shown, name, cleaned(rows))
