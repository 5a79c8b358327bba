"""Rows of an XLSX or ODS file.

Before calamine opens it, the archive is unpacked within limits, its XML read once for the number of cells, for errors
and for formulas without a value, and packed anew: what calamine reads is what was counted.
"""

from __future__ import annotations

import datetime
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from pnp.errors import Location
from pnp.sources.spreadsheets.cells import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    Unusable,
    Value,
    column_number,
    no_such_sheet,
    refused,
)

MAX_ENTRIES = 1_000
MAX_UNPACKED = 64_000_000
MAX_ELEMENTS = 2_000_000
MAX_BLANKS = 100_000
"""Blanks that a file says are repeated, of all its cells."""

_NOT_READ = re.compile(
    r"|.*/|(?:.*/)?(?:media|drawings|embeddings|Pictures|Thumbnails|theme|printerSettings)/.*|.*\.bin"
)
"""Entries of the archive that say nothing about cells."""
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError,
)  # fmt: skip
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ERROR = Unusable("the formula in this cell gives an error", "mend the formula, or write the value")
_FORMULA = Unusable(
    "the formula in this cell has no stored value",
    "open the file in a spreadsheet program and save it, or write the value",
)


@dataclass
class _Extent:
    """What a pass over the XML of a sheet finds: how far it reaches, and its cells that can't be used."""

    rows: int = 0
    columns: int = 0
    odd: dict[tuple[int, int], Unusable] = field(default_factory=dict)

    def take(self, row: int, column: int, odd: Unusable | None) -> None:
        self.rows, self.columns = max(self.rows, row), max(self.columns, column)
        if self.rows > MAX_ROWS or self.columns > MAX_COLUMNS or self.rows * self.columns > MAX_CELLS:
            limits = f"row {MAX_ROWS:,}, column {MAX_COLUMNS:,} or {MAX_CELLS:,} cells"
            raise _Refusal(f"a sheet goes beyond {limits}", "split it, or delete what lies far out")
        if odd:
            self.odd[row, column] = odd


class _Refusal(Exception):
    """A message and a hint."""


def workbook_rows(data: bytes, shown: str, sheet: str | None, asked: Location) -> tuple[str, list[list[Value]]]:
    """The name of a sheet and its rows, from A1 on; `sheet` is its name, None where there is one only.

    Raises SourceError for what isn't a workbook, a bomb, document types, too many cells, or no such sheet.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    parts = _unpacked(data, shown)
    extents = _extents(parts, shown)
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(_packed(parts)))
        names = list(workbook.sheet_names)
        if sheet not in names and (sheet is not None or len(names) != 1):
            raise no_such_sheet(shown, sheet, names, asked)
        name = names[0] if sheet is None else sheet
        rows = workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except CalamineError as error:
        raise refused(shown, f"cannot be read: {error}", "save it anew as .xlsx or .ods") from None
    except BaseException as error:  # a panic of calamine's own code is no Exception
        if type(error).__name__ != "PanicException":
            raise
        raise refused(shown, "cannot be read: it is damaged", "save it anew as .xlsx or .ods") from None
    values = [[_value(value) for value in row] for row in rows]
    for (row, column), odd in extents.get(name, _Extent()).odd.items():
        while len(values) < row:
            values.append([])
        values[row - 1] += [""] * (column - len(values[row - 1]))
        values[row - 1][column - 1] = odd
    return name, values


def _value(value: object) -> Value:
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return int(value)
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        what = "time" if isinstance(value, (datetime.time, datetime.timedelta)) else "date"
        hint = "format the cell as text, and write it again: 1-2 and 3/4 become dates by themselves"
        return Unusable(f"the cell holds a {what}, {value}", hint)
    return ""


def _unpacked(data: bytes, shown: str) -> dict[str, bytes]:
    """The entries that a reader of cells needs. Raises SourceError for a damaged or hostile archive."""
    bomb = "is it a ZIP bomb?"
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = [info for info in archive.infolist() if not _NOT_READ.fullmatch(info.filename)]
        if len(archive.infolist()) > MAX_ENTRIES:
            raise refused(shown, f"holds more than {MAX_ENTRIES:,} files", bomb)
        if any(info.flag_bits & 1 for info in infos):
            raise refused(shown, "is encrypted", "save it without a password")
        parts: dict[str, bytes] = {}
        left = MAX_UNPACKED
        for info in infos:
            with archive.open(info) as stream:
                parts[info.filename] = stream.read(left + 1)
            left -= len(parts[info.filename])
            if left < 0:
                raise refused(shown, f"unpacks to more than {MAX_UNPACKED:,} bytes", bomb)
    except _DAMAGED as error:
        raise refused(shown, f"is no workbook: {error}", "save it anew as .xlsx or .ods") from None
    return parts


def _packed(parts: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


# The XML, read once ----------------------------------------------------------------------------------------------


def _extents(parts: Mapping[str, bytes], shown: str) -> dict[str, _Extent]:
    """Sheet -> what the pass over its XML finds."""
    elements = 0
    by_part: dict[str, _Extent] = {}
    tables: dict[str, _Extent] = {}
    names: list[tuple[str, str]] = []
    targets: dict[str, str] = {}

    def listed(tag: str, attributes: dict[str, str]) -> None:
        if tag.rpartition(":")[2] == "sheet":
            names.append((attributes.get("name", ""), attributes.get("r:id", "")))
        elif tag == "Relationship":
            targets[attributes.get("Id", "")] = attributes.get("Target", "")

    for name, content in parts.items():
        if not name.endswith((".xml", ".rels")):
            continue
        if name == "content.xml":
            handlers: _Cells = _OdsCells(tables)
        elif "worksheets/" in name and name.endswith(".xml"):
            handlers = _XlsxCells(by_part.setdefault(name.rpartition("/")[2], _Extent()))
        else:
            handlers = _Cells()
            if name in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels"):
                handlers.start = listed  # type: ignore[method-assign]
        try:
            elements = _parsed(content, handlers, elements)
        except _Refusal as error:
            message, hint = error.args
            raise refused(shown, message, hint) from None
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise refused(shown, f"{name} in it is damaged: {error}", "save it anew as .xlsx or .ods") from None
    found = {name: by_part.get(targets.get(key, "").rpartition("/")[2], _Extent()) for name, key in names}
    return found | tables


class _Cells:
    """Handlers of a pass over XML; these do nothing."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """A piece of text."""


class _XlsxCells(_Cells):
    """Cells of a sheet of an XLSX file: `<row r="7"><c r="C7" t="e"><f/><v/></c></row>`."""

    def __init__(self, extent: _Extent) -> None:
        self.extent = extent
        self.row = self.column = 0
        self.kind, self.filled, self.formula = "", False, False
        self.reading = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        local = tag.rpartition(":")[2]
        if local == "row":
            self.row, self.column = int(attributes.get("r", self.row + 1)), 0
        elif local == "c":
            self.column += 1
            if match := _REFERENCE.fullmatch(attributes.get("r", "")):
                self.row, self.column = int(match[2]), column_number(match[1])
            self.kind, self.filled, self.formula = attributes.get("t", ""), False, False
        elif local in ("v", "is"):
            self.reading = True
        elif local == "f":
            self.formula = True

    def text(self, text: str) -> None:
        self.filled = self.filled or self.reading

    def end(self, tag: str) -> None:
        local = tag.rpartition(":")[2]
        if local in ("v", "is"):
            self.reading = False
        elif local == "c" and (self.filled or self.formula):
            odd = _ERROR if self.kind == "e" else None if self.filled or self.kind == "str" else _FORMULA
            self.extent.take(self.row, self.column, odd)


class _OdsCells(_Cells):
    """Cells of all sheets of an ODS file; rows and cells may say that they are repeated."""

    def __init__(self, tables: dict[str, _Extent]) -> None:
        self.tables = tables
        self.extent = _Extent()
        self.row = self.column = 0
        self.rows = self.cells = 1
        self.filled = False
        self.odd: Unusable | None = None
        self.inside = False
        self.blanks = 0
        self.pending: list[tuple[int, Unusable | None]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table:table":
            self.extent = self.tables.setdefault(attributes.get("table:name", ""), _Extent())
            self.row = 0
        elif tag == "table:table-row":
            self.rows = int(attributes.get("table:number-rows-repeated", 1))
            self.column, self.pending = 0, []
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self.cells = int(attributes.get("table:number-columns-repeated", 1))
            self.inside = True
            formula = "table:formula" in attributes
            self.filled = "office:value-type" in attributes or formula
            error = attributes.get("calcext:value-type") == "error"
            self.odd = _ERROR if error else _FORMULA if formula and "office:value-type" not in attributes else None
        elif tag == "text:s":
            self.blanks += abs(int(attributes.get("text:c", 1)))
            if self.blanks > MAX_BLANKS:
                raise _Refusal(f"has more than {MAX_BLANKS:,} blanks in its cells", "is it a bomb?")

    def text(self, text: str) -> None:
        self.filled = self.filled or (self.inside and bool(text.strip()))

    def end(self, tag: str) -> None:
        if tag in ("table:table-cell", "table:covered-table-cell"):
            self.inside = False
            self.column += max(1, self.cells)
            if self.filled:
                self.pending.append((self.column, self.odd))
        elif tag == "table:table-row":
            self.row += max(1, self.rows)
            for column, odd in self.pending:
                self.extent.take(self.row, column, odd)


def _parsed(content: bytes, handlers: _Cells, elements: int) -> int:
    """Read `content` with `handlers`; the number of elements so far. No document type, no entities, not too many."""
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal elements
        elements += 1
        if elements > MAX_ELEMENTS:
            raise _Refusal(f"has more than {MAX_ELEMENTS:,} elements", "split it")
        handlers.start(tag, attributes)

    def doctype(*_: object) -> None:
        raise _Refusal("has a document type in its XML, which no spreadsheet needs", "is it an XML bomb?")

    parser.StartElementHandler = start
    parser.EndElementHandler = handlers.end
    parser.CharacterDataHandler = handlers.text
    parser.StartDoctypeDeclHandler = doctype
    parser.Parse(content, True)
    return elements


