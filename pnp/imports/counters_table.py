"""A list of counters with headings of anybody as a draft: which column means what is guessed and told.

Two columns that may mean the same are an error with their cells, never a choice made in silence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.imports.draft import GameDraft, Ids, marker_label
from pnp.sources.spreadsheets.cells import CODE, Sheet, Unusable, refused
from pnp.sources.spreadsheets.files import sheet_of

MEANINGS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "unit", "unit name", "counter", "title", "piece"),
    "side": ("side", "nation", "nationality", "army", "player", "faction", "country", "belligerent"),
    "type": ("type", "unit type", "kind", "class", "arm", "branch"),
    "count": ("count", "copies", "quantity", "qty", "number of counters", "how many"),
    "designation": ("designation", "formation"),
    "size": ("size", "echelon"),
}  # fmt: skip
"""Meaning -> headings that are taken for it, in lower case, blanks for what is between words."""
MOST_SIDES = 8
ZIP, OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
"""How a workbook begins, whatever its file is called; and one of before 2007."""


def table_draft(
    data: bytes, shown: str, ident: str, columns: Mapping[str, str] | None = None, sheet_name: str | None = None
) -> GameDraft:
    """The draft of the counters in a CSV, XLSX or ODS file.

    shown    the file as messages show it
    columns  meaning -> heading, for those that can't be guessed
    sheet_name  of a workbook with several sheets
    Raises SourceError with the cell of what can't be read.
    """
    if data.startswith(OLE):
        raise refused(shown, "is a workbook of before 2007, or has a password", "save it as .xlsx or .ods")
    sheet = sheet_of(data, shown, sheet_name, Location(shown), text=not data.startswith(ZIP))
    head = next((n for n, row in enumerate(sheet.rows, 1) if any(value != "" for value in row)), 0)
    if not head:
        raise SourceError(Problem(CODE, "the table is empty", sheet.where(1, 1), "its first row names the columns"))
    draft = GameDraft(ident, ident.replace("-", " ").title(), "a table of counters")
    meant = _meanings(sheet, head, columns or {}, draft)
    reading = _Rows(sheet, head, meant, draft)
    for row in range(head + 1, len(sheet.rows) + 1):
        if any(value != "" for value in sheet.rows[row - 1]):
            reading.add(row)
    if not draft.groups:
        raise SourceError(Problem(CODE, "no row follows the headings", sheet.where(head, 1), "write a row for each"))
    return draft


def _plain(heading: object) -> str:
    return " ".join(re.findall(r"[^\W_]+", str(heading).lower()))


def _meanings(sheet: Sheet, head: int, columns: Mapping[str, str], draft: GameDraft) -> dict[str, int]:
    """Meaning -> column; values of units as "=heading". Raises SourceError for what is ambiguous or missing."""
    headings = [sheet.value(head, column) for column in range(1, len(sheet.rows[head - 1]) + 1)]
    meant: dict[str, int] = {}
    for meaning, heading in columns.items():
        if meaning not in MEANINGS:
            raise SourceError(Problem("unknown-name", f"no column means {meaning!r}", sheet.where(head, 1),
                                      did_you_mean(meaning, MEANINGS)))  # fmt: skip
        if heading not in headings:
            raise SourceError(Problem("unknown-name", f"no column is called {heading!r}", sheet.where(head, 1),
                                      did_you_mean(heading, [str(h) for h in headings])))  # fmt: skip
        meant[meaning] = headings.index(heading) + 1
    chosen = set(meant.values())
    for column, heading in enumerate(headings, 1):
        fits = [meaning for meaning, words in MEANINGS.items() if _plain(heading) in words]
        if not fits or column in chosen or fits[0] in columns:
            continue
        if fits[0] in meant:
            first = meant[fits[0]]
            raise SourceError(Problem(
                CODE, f"both {headings[first - 1]!r} and {heading!r} may be the {fits[0]}", sheet.where(head, column),
                f"say which: --column {fits[0]}={heading}",
            ))  # fmt: skip
        meant[fits[0]] = column
    if "name" not in meant:
        raise SourceError(Problem(CODE, "no column holds the names of the counters", sheet.where(head, 1),
                                  "call one 'Name', or say which: --column name=HEADING"))  # fmt: skip
    guessed = ", ".join(f"{headings[column - 1]!r} as {meaning}" for meaning, column in meant.items())
    draft.note(f"columns are read so: {guessed}")
    for column, heading in enumerate(headings, 1):
        if column in meant.values() or heading == "":
            continue
        cells = [(row, line[column - 1]) for row, line in enumerate(sheet.rows, 1)
                 if row > head and column <= len(line) and line[column - 1] != ""]  # fmt: skip
        odd = next(((row, value) for row, value in cells if _whole(value) is None), None)
        if odd:
            value = odd[1].message if isinstance(odd[1], Unusable) else repr(odd[1])
            draft.note(f"the column {heading!r} is not read: {sheet.where(odd[0], column)} is no whole number: {value}")
        elif cells:
            meant[f"={str(heading).removeprefix('factors.')}"] = column
        else:
            draft.note(f"the column {heading!r} is empty")
    factors = ", ".join(repr(key[1:]) for key in meant if key.startswith("="))
    if factors:
        draft.note(f"columns of numbers are read as values of the units: {factors}")
    return meant


def _whole(value: object) -> int | None:
    text = str(value).strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,4}", text) else None


class _Rows:
    """The rows of a table on their way into groups of counters."""

    def __init__(self, sheet: Sheet, head: int, meant: Mapping[str, int], draft: GameDraft) -> None:
        self.sheet, self.head, self.meant, self.draft = sheet, head, meant, draft
        self.ids, self.side_ids, self.type_ids, self.factor_ids = Ids(), Ids("each", "other"), Ids(), Ids()
        self.sides: dict[str, str] = {}
        self.types: dict[str, str] = {}
        self.factors = {key: self.factor_ids.of(key[1:], "value") for key in meant if key.startswith("=")}

    def text(self, row: int, meaning: str) -> str:
        """What a row has in the column of that meaning, "" for nothing."""
        return str(self.sheet.value(row, self.meant[meaning])) if meaning in self.meant else ""

    def add(self, row: int) -> None:
        """The group of one row. Raises SourceError with the cell."""
        name = self.draft.name(self.text(row, "name"), "")
        if not name:
            raise SourceError(Problem(CODE, "a counter without a name", self.sheet.where(row, self.meant["name"]),
                                      "write one, or empty the row"))  # fmt: skip
        count = self._count(row)
        group: dict[str, Any] = {"id": self.ids.of(name, "counter"), "name": name, "count": count}
        if count == 1:
            group["numbered"] = False
        if side := self._side(row):
            group |= {"side": side, "type": self._type(row)}
            factors = {self.factors[key]: number for key in self.factors
                       if (number := _whole(self.text(row, key))) is not None}  # fmt: skip
            if factors:
                group["factors"] = factors
            for meaning, most in (("designation", 12), ("size", 5)):
                if value := self.text(row, meaning):
                    group[meaning] = self.draft.name(value, "", most)
        else:
            group |= {"marker": "star", **marker_label(name)}
        self.draft.groups.append(group)

    def _count(self, row: int) -> int:
        text = self.text(row, "count") or "1"
        count = _whole(text)
        if count is None or not 1 <= count <= 500:
            where = self.sheet.where(row, self.meant["count"])
            raise SourceError(Problem("bad-value", f"{text!r} is no number from 1 to 500", where, "how many counters?"))
        return count

    def _side(self, row: int) -> str:
        if "side" not in self.meant:
            if not self.sides:
                self.draft.note("no column tells the side: all units belong to the first")
                self.sides[""] = self.side_ids.of("First side")
                self.draft.sides.append((self.sides[""], "First side"))
            return self.sides[""]
        text = self.text(row, "side")
        if text and text not in self.sides:
            if len(self.sides) == MOST_SIDES:
                where = self.sheet.where(row, self.meant["side"])
                raise SourceError(Problem("bad-value", f"{text!r} is a ninth side", where, "a draft has at most 8"))
            self.sides[text] = self.side_ids.of(text, "side")
            self.draft.sides.append((self.sides[text], self.draft.name(text, "Side")))
        return self.sides.get(text, "")

    def _type(self, row: int) -> str:
        text = self.text(row, "type") or "Unit"
        if text not in self.types:
            self.types[text] = self.type_ids.of(text, "unit")
            self.draft.types.append((self.types[text], self.draft.name(text, "Unit")))
        return self.types[text]
