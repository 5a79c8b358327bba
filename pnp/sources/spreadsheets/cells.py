"""A sheet of a spreadsheet as rows of plain values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pnp.errors import Location, Problem, SourceError, did_you_mean

CODE = "spreadsheet"
MAX_ROWS, MAX_COLUMNS, MAX_CELLS = 20_000, 1_000, 500_000
"""Of a sheet, from A1 to its last cell with a value; cells with none count, since a reader must hold them."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_AREA = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})(?::([A-Z]{1,3})([1-9][0-9]{0,6}))?")


@dataclass(frozen=True, slots=True)
class Unusable:
    """What stands in a cell whose value no source can take: what is wrong, and how to mend it."""

    message: str
    hint: str


Value = str | int | float | bool | Unusable
"""Of a cell; "" in an empty one."""

Area = tuple[int, int, int, int]
"""First row and column, last row and column of a block of cells, from 1."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet.

    path  the file as messages show it
    name  "" in a file without sheets
    rows  rows[row][column] from A1 on; of unequal length
    """

    path: str
    name: str
    rows: tuple[tuple[Value, ...], ...]

    def where(self, row: int, column: int) -> Location:
        """The place of a cell; both from 1."""
        return Location(self.path, row, column, sheet=self.name)

    def value(self, row: int, column: int) -> Value:
        """The value of a cell, "" outside of what is filled. Raises SourceError for one that no source can take."""
        line = self.rows[row - 1] if row <= len(self.rows) else ()
        value = line[column - 1] if column <= len(line) else ""
        if isinstance(value, Unusable):
            raise SourceError(Problem("bad-value", value.message, self.where(row, column), value.hint))
        return value

    def is_blank(self, row: int, area: Area) -> bool:
        """Whether a row has nothing within the columns of `area`."""
        line = self.rows[row - 1] if row <= len(self.rows) else ()
        return not any(value != "" for value in line[area[1] - 1 : area[3]])

    def area(self, cells: str | None) -> Area:
        """The block "B2:H9", or all that is filled. Raises ValueError for another text."""
        width = max(map(len, self.rows), default=0)
        if cells is None:
            return 1, 1, len(self.rows), width
        match = _AREA.fullmatch(cells)
        if match is None:
            raise ValueError(cells)
        first = int(match[2]), column_number(match[1])
        last = (int(match[4]), column_number(match[3])) if match[3] else (len(self.rows), width)
        return *first, min(last[0], len(self.rows)), min(last[1], width)


def column_number(letters: str) -> int:
    """The number of a column, from 1, by its letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def cleaned(rows: list[list[Value]]) -> tuple[tuple[Value, ...], ...]:
    """`rows` with texts stripped of blanks around them, and those that nothing can print told from the others."""
    return tuple(tuple(_cleaned(value) for value in row) for row in rows)


def _cleaned(value: Value) -> Value:
    if not isinstance(value, str):
        return value
    text = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    if match := _CONTROL.search(text):
        return Unusable(f"the cell holds a control character, U+{ord(match[0]):04X}", "remove it")
    return text


def refused(shown: str, message: str, hint: str, where: Location | None = None) -> SourceError:
    """An error about a whole file."""
    return SourceError(Problem(CODE, message, where or Location(shown), hint))


def no_such_sheet(shown: str, sheet: str | None, names: list[str], asked: Location) -> SourceError:
    """An error about a sheet that a file doesn't have, or that isn't named where there are several."""
    if sheet is None:
        message = f"{shown} has {len(names)} sheets"
        return SourceError(Problem(CODE, message, asked, f"say which: {did_you_mean('', names) or 'sheet: NAME'}"))
    return SourceError(Problem("unknown-name", f"{shown} has no sheet {sheet!r}", asked, did_you_mean(sheet, names)))
