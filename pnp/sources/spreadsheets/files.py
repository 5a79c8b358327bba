"""A spreadsheet of a game's folder opened: in bounded time and memory, with nothing run or fetched."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import Location, Problem, SourceError
from pnp.sources.find import SHEETS, shown_path
from pnp.sources.reader import MAX_BYTES, read_bytes
from pnp.sources.spreadsheets.cells import CODE, Sheet, cleaned
from pnp.sources.spreadsheets.csv_text import csv_rows
from pnp.sources.spreadsheets.workbook import workbook_rows


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
