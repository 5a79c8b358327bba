"""Rows of a CSV file: UTF-8 with or without a byte order mark; comma, semicolon or tab between the cells."""

from __future__ import annotations

import codecs
import csv
import io
import re

from pnp.errors import Location, Problem, SourceError
from pnp.sources.reader import decode
from pnp.sources.spreadsheets.cells import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Value, refused

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
