"""Puts the rows of spreadsheets where a source has `{from: FILE}` for them.

In a list whose entries have keys, an entry `{from: FILE}` stands for the rows of a sheet; `key: {from: FILE}` for a
list that has no others. Four keys take cells in a form of their own: the groups of counters (a row for each counter),
the rows of a results table and of a hex map (a block), and the units of a position.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from pnp.errors import Problem, SourceError
from pnp.model.base import MarkedDict, Marks
from pnp.model.counters import CounterGroup, CountersSource
from pnp.model.hexes import HexMap
from pnp.model.position import PositionSource
from pnp.model.spreadsheet import SheetRows
from pnp.model.tables import ResultsTable
from pnp.sources.reader import MAX_EXPANDED, YamlDocument
from pnp.sources.spreadsheets.blocks import Marked, coded, hex_rows, placed_units, result_rows
from pnp.sources.spreadsheets.cells import MAX_CELLS, Sheet
from pnp.sources.spreadsheets.counter_rows import counter_groups
from pnp.sources.spreadsheets.files import read_sheet
from pnp.sources.spreadsheets.rows import entry, expanded, fields_of, read_rows
from pnp.sources.validate import validate

_FROM = re.compile(r"""from["']?\s*:""")  # without \b, which would keep it from looking for the word at once
MOST_SHEETS = 100
"""That one file may name."""


def with_sheets(document: YamlDocument, model: type[BaseModel], folder: Path) -> tuple[YamlDocument, frozenset[str]]:
    """`document` with the rows of the spreadsheets that it names, and the paths of these in `folder`.

    Raises SourceError: what is wrong in the entries that name them, in the files, their headings and cells.
    """
    if not _FROM.search(document.source.text):
        return document, frozenset()
    expansion = _Expansion(document, folder)
    data, marks = expansion.value((document.data, document.marks), [model])
    if expansion.problems:
        raise SourceError(*expansion.problems)
    return YamlDocument(data, marks, document.source, document.shared), frozenset(expansion.files)


class _Expansion:
    """One pass over a document; it gathers the problems and the names of the files."""

    def __init__(self, document: YamlDocument, folder: Path) -> None:
        self.document = document
        self.folder = folder
        self.problems: list[Problem] = []
        self.files: list[str] = []
        self.sheets: dict[tuple[str, str | None], Sheet] = {}
        self.read_cells = self.taken = 0

    def value(self, marked: Marked, kinds: list[Any]) -> Marked:
        """The value with rows in the place of what names them; `kinds` are the types that may stand there."""
        data, marks = marked
        if not _leads_to_a_file(data):
            return marked
        members = [arm for kind in kinds if get_origin(kind) is tuple for arm in expanded(get_args(kind)[0])]
        if members and _names_a_file(data):
            data, marks = [data], Marks(marks.here, marks.key, {0: marks})
        if isinstance(data, list):
            return self.list(data, marks, members)
        models = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        below = [arm for kind in kinds if get_origin(kind) is dict for arm in expanded(get_args(kind)[1])]
        return self.mapping(data, marks, [model for model in models if _suits(model, data)], below)

    def list(self, data: list[Any], marks: Marks, kinds: list[Any]) -> Marked:
        """A list, with rows spliced in where an entry names a sheet of them."""
        models = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        entries: list[Marked] = []
        for index, item in enumerate(data):
            marked = item, marks.inner[index]
            if _names_a_file(item) and models and not any("from" in fields_of(model) for model in models):
                entries += self.read(marked, lambda sheet, source: _entries(sheet, source, models[0]), [])
            else:
                entries.append(self.value(marked, kinds))
        inner = {index: place for index, (_, place) in enumerate(entries)}
        return [value for value, _ in entries], Marks(marks.here, marks.key, inner)

    def mapping(
        self, data: dict[str, Any], marks: Marks, models: list[type[BaseModel]], others: list[Any]
    ) -> Marked:
        """A mapping, with what its spreadsheets hold; `others` are the types of values whose keys no model says."""
        if CountersSource in models and "counters" in data:
            data, marks = _with_counters(data, marks)
        members: dict[str, Marked] = {}
        for key, value in data.items():
            marked = value, marks.inner[key]
            if _names_a_file(value) and (special := _special(models, key, data)):
                members |= self.read(marked, special, {key: marked})
                continue
            kinds = [arm for model in models for arm in expanded(fields_of(model).get(key))]
            members[key] = self.value(marked, kinds or others)
        values = MarkedDict({key: value for key, (value, _) in members.items()})
        keys = {key: marks.inner[key].key if key in marks.inner else None for key in members}
        inner = {key: Marks(place.here, keys[key] or place.key, place.inner) for key, (_, place) in members.items()}
        values.marks = Marks(marks.here, marks.key, inner)
        return values, values.marks

    def read(self, marked: Marked, take: Callable[[Sheet, SheetRows], Any], otherwise: Any) -> Any:
        """What `take` makes of the sheet that a mapping names; `otherwise` where something is wrong in it."""
        data, marks = marked
        try:
            source = validate(SheetRows, YamlDocument(data, marks, self.document.source, self.document.shared))
            return take(self.sheet(source, marks), source)
        except SourceError as error:
            lines = (self.document.line(p.where) if p.where else "" for p in error.problems)
            self.problems += [
                replace(problem, source_line=problem.source_line or line)
                for problem, line in zip(error.problems, lines, strict=True)
            ]
            return otherwise

    def sheet(self, source: SheetRows, marks: Marks) -> Sheet:
        """The sheet that `source` names, read once however often it is named.

        Raises SourceError when it can't be read, and when the file names too many sheets or cells in all.
        """
        name = source.from_, source.sheet
        self.files.append(source.from_)
        if name not in self.sheets:
            self.sheets[name] = read_sheet(*name, self.folder, marks.at("from"))
            self.read_cells += sum(map(len, self.sheets[name].rows))
        self.taken += sum(value != "" for row in self.sheets[name].rows for value in row)
        if len(self.files) > MOST_SHEETS or self.read_cells > MAX_CELLS or self.taken > MAX_EXPANDED:
            limits = f"{MOST_SHEETS} sheets, {MAX_CELLS:,} cells, {MAX_EXPANDED:,} values"
            hint = "name fewer or smaller sheets"
            raise SourceError(Problem("too-large", f"takes more than {limits} from spreadsheets", marks.here, hint))
        return self.sheets[name]


def _names_a_file(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("from"), str)


def _leads_to_a_file(value: Any) -> bool:
    """Whether a value, or one within it, names a file."""
    if isinstance(value, dict):
        return _names_a_file(value) or any(map(_leads_to_a_file, value.values()))
    return isinstance(value, list) and any(map(_leads_to_a_file, value))


def _suits(model: type[BaseModel], data: dict[str, Any]) -> bool:
    """Whether `data` may be a `model`: one of several that stand in a place says its `kind`."""
    kind = fields_of(model).get("kind")
    return get_origin(kind) is not Literal or "kind" not in data or data["kind"] in get_args(kind)


def _entries(sheet: Sheet, source: SheetRows, model: type[BaseModel]) -> list[Marked]:
    if model is CounterGroup:
        return counter_groups(sheet, source)
    return [entry(row) for row in read_rows(sheet, source, model)]


def _with_counters(data: dict[str, Any], marks: Marks) -> tuple[dict[str, Any], Marks]:
    """counters.yaml with what `counters` names at the end of `groups`."""
    groups: list[Any] = []
    places: list[Marks] = []
    for key in ("groups", "counters"):
        value, place = data.get(key, []), marks.inner.get(key, marks)
        several = isinstance(value, list)
        groups += value if several else [value]
        places += [place.inner[index] for index in range(len(value))] if several else [place]
    rest = {key: value for key, value in data.items() if key not in ("groups", "counters")}
    here = marks.inner.get("groups", marks.inner["counters"])
    joined = Marks(here.here, here.key, dict(enumerate(places)))
    return {"groups": groups, **rest}, Marks(marks.here, marks.key, {**marks.inner, "groups": joined})


def _special(
    models: list[type[BaseModel]], key: str, beside: dict[str, Any]
) -> Callable[[Sheet, SheetRows], dict[str, Marked]] | None:
    """What makes of a sheet the value of a `key` that takes cells in a form of its own, and of keys beside it."""
    if ResultsTable in models and key == "rows":
        return lambda sheet, source: _table(sheet, source, beside)
    if HexMap in models and key in ("rows", "region_rows"):
        return lambda sheet, source: {key: hex_rows(sheet, source, coded(beside, key))}
    if PositionSource in models and key == "units":
        return lambda sheet, source: {key: placed_units(sheet, source)}
    return None


def _table(sheet: Sheet, source: SheetRows, beside: dict[str, Any]) -> dict[str, Marked]:
    rows, columns = result_rows(sheet, source)
    if "columns" in beside:
        hint = "leave `columns` out, or name a block without it"
        raise SourceError(Problem("duplicate-key", "the sheet has the columns, too", source.where("from"), hint))
    return {"columns": columns, "rows": rows}
