"""Spreadsheets written: rows as CSV or XLSX, the same bytes for the same rows, and nothing in them a formula."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from typing import Any

from pnp.output import ZIP_EPOCH
from pnp.sources.spreadsheets.files import FORMULA, GUARD

_MODIFIED = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")
_TIME = rb"\g<1>1980-01-01T00:00:00Z"
WIDEST = 40
"""Characters of a column; a longer text runs on into the next."""


def csv_bytes(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """UTF-8 with a byte order mark, as spreadsheet programs expect it. A text that they would take for a formula gets
    an apostrophe, which pnp takes off again.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([_guarded(value) for value in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


def _guarded(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return GUARD + value if isinstance(value, str) and FORMULA.match(value) else value


def xlsx_bytes(headings: Sequence[str], rows: Sequence[Sequence[Any]], title: str) -> bytes:
    """A workbook with one sheet of that `title`: headings in bold that stay in sight, texts stored as text."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    workbook = Workbook()
    sheet = workbook.active
    sheet.title = title
    for number, row in enumerate([list(headings), *rows], start=1):
        for column, value in enumerate(row, start=1):
            if value is None:
                continue
            cell = sheet.cell(number, column)
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"  # else openpyxl takes =1 for a formula, #N/A for an error
                cell.number_format = "@"  # a text that is typed there stays text, too
                cell.quotePrefix = bool(FORMULA.match(value))
    for column, heading in enumerate(headings, start=1):
        sheet.cell(1, column).font = Font(bold=True)
        lengths = [len(str(row[column - 1])) for row in rows if row[column - 1] is not None]
        width = min(WIDEST, max([len(heading), *lengths]) + 2)
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = "B2"
    stream = io.BytesIO()
    workbook.save(stream)
    return _timeless(stream.getvalue())


def _timeless(data: bytes) -> bytes:
    """The workbook without the time at which it was written."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as written, zipfile.ZipFile(stream, "w") as archive:
        for name in sorted(written.namelist(), key=lambda name: (name != "[Content_Types].xml", name)):
            entry = zipfile.ZipInfo(name, ZIP_EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, _MODIFIED.sub(_TIME, written.read(name)))
    return stream.getvalue()
