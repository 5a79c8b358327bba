"""Entries from rows: the headings say which keys the columns are, the model of the entries what their cells hold."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.model.base import MarkedDict, Marks
from pnp.model.pictures import FullPicture
from pnp.model.spreadsheet import SheetRows
from pnp.sources.reader import resolved
from pnp.sources.spreadsheets.cells import Sheet

Path = tuple[str, ...]
"""Keys one inside the other: ("factors", "attack"), in a heading factors.attack."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value of a row: what it is, where it stands, and the heading of its column."""

    value: Any
    where: Location
    heading: Location
    inner: Mapping[str | int, Marks]

    @property
    def marks(self) -> Marks:
        """Its place, as a value of a mapping."""
        return Marks(self.where, self.heading, self.inner)


@dataclass(frozen=True, slots=True)
class Row:
    """The filled cells of a row by their key; here: its first cell."""

    here: Location
    fields: Mapping[Path, Field]


def read_rows(
    sheet: Sheet, source: SheetRows, model: type[BaseModel], *, other: Callable[[str], Path | None] = lambda key: None
) -> list[Row]:
    """The rows below the headings, without blank ones.

    model  of an entry: its keys are headings, and tell what the cells hold
    other  key in `columns` that `model` hasn't -> where its value belongs
    Raises SourceError with all that is wrong in the headings, or in the cells.
    """
    top, left, bottom, right = area = sheet.area(source.cells)
    while top <= bottom and sheet.is_blank(top, area):
        top += 1
    if top > bottom:
        where = source.where("from")
        raise SourceError(Problem("empty-file", "there are no cells here", where, "the first row holds the headings"))
    columns = _columns(sheet, source, model, other, top, left, right)
    kinds = {path: frozenset(kinds_at(model, path)) for path in columns.values()}
    each = dict(_each(source, model, other))
    problems: list[Problem] = []
    rows = []
    for number in range(top + 1, bottom + 1):
        if sheet.is_blank(number, area):
            continue
        fields = dict(each)
        for column, path in columns.items():
            try:
                value = sheet.value(number, column)
            except SourceError as error:
                problems += error.problems
                continue
            if value != "":
                where = sheet.where(number, column)
                fields[path] = _field(value, where, sheet.where(top, column), kinds[path])
        rows.append(Row(sheet.where(number, min(columns, default=left)), fields))
    if problems:
        raise SourceError(*problems[:MOST_PROBLEMS])
    return rows


MOST_PROBLEMS = 50


def _columns(
    sheet: Sheet, source: SheetRows, model: type[BaseModel], other: Callable[[str], Path | None], top: int, left: int,
    right: int,
) -> dict[int, Path]:  # fmt: skip
    """Column -> its key. Raises SourceError for headings that are no key, stand twice, or aren't there."""
    keys = {heading: key for key, heading in source.columns.items()}
    columns: dict[int, Path] = {}
    headings: dict[str, int] = {}
    problems = []
    for column in range(left, right + 1):
        heading = str(sheet.value(top, column))
        where = sheet.where(top, column)
        if heading == "" or heading in source.ignore:
            if heading == "" and any(
                sheet.value(row, column) != "" for row in range(top + 1, len(sheet.rows) + 1)
            ):
                problems.append(Problem("unknown-key", "this column has no heading", where, "write its key there"))
            continue
        path = _path(model, keys.get(heading, heading), other if heading in keys else _none)
        if path is None:
            known = [*fields_of(model), *keys]
            inside = [f"{field}.{heading}" for field in fields_of(model) if _path(model, f"{field}.{heading}", _none)]
            near = f"a value within a key is headed {' or '.join(inside)}." if inside else did_you_mean(heading, known)
            hint = f"{near} Else name the column under `columns`, as KEY: {heading}, or under `ignore`.".strip()
            problems.append(Problem("unknown-key", f"the heading {heading!r} is no key", where, hint))
        elif path in columns.values():
            problems.append(Problem("duplicate-key", f"{'.'.join(path)!r} has a column already", where, "keep one"))
        else:
            columns[column] = path
        headings[heading] = column
    for key, heading in source.columns.items():
        if heading not in headings:
            hint = did_you_mean(heading, headings)
            where = source.where("columns", key) or sheet.where(top, left)
            problems.append(Problem("unknown-name", f"no column has the heading {heading!r}", where, hint))
    if problems:
        raise SourceError(*problems)
    return columns


def _each(
    source: SheetRows, model: type[BaseModel], other: Callable[[str], Path | None]
) -> Iterator[tuple[Path, Field]]:
    for key, value in source.each.items():
        where = source.where("each", key) or Location("")
        path = _path(model, key, other)
        if path is None:
            hint = did_you_mean(key, fields_of(model))
            raise SourceError(Problem("unknown-key", f"unknown key {key!r}", source.where_key("each", key), hint))
        yield path, _field(value, where, source.where_key("each", key) or where, frozenset(kinds_at(model, path)))


def _none(key: str) -> None:
    """No key of the model's own choice."""


def _path(model: type[BaseModel], key: str, other: Callable[[str], Path | None]) -> Path | None:
    path = tuple(key.split("."))
    return path if any(map(_fits_a_cell, kinds_at(model, path))) else other(key)


def _fits_a_cell(kind: Any) -> bool:
    """Whether a value of this kind can be written in one cell: a scalar, a picture, or a list of these."""
    if get_origin(kind) is tuple:
        return any(_fits_a_cell(part) for part in expanded(get_args(kind)[0]))
    return get_origin(kind) is Literal or kind in (str, int, float, bool, FullPicture)


# What the model says -------------------------------------------------------------------------------------------------


def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """Key -> annotation of its value."""
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}


def kinds_at(model: type[BaseModel], path: Path) -> list[Any]:
    """The kinds of value that may stand at `path` in an entry: types, lists and literals; none where nothing may."""
    kinds: list[Any] = [model]
    for key in path:
        below: list[Any] = []
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                below += expanded(fields_of(kind).get(key)) if key in fields_of(kind) else []
            elif get_origin(kind) is dict:
                below += expanded(get_args(kind)[1])
        kinds = below
    return kinds


def expanded(kind: Any) -> list[Any]:
    """The arms of a union, without annotations."""
    if get_origin(kind) in (Union, types.UnionType):
        return [arm for part in get_args(kind) for arm in expanded(part)]
    if hasattr(kind, "__metadata__"):
        return expanded(get_args(kind)[0])
    if hasattr(kind, "__supertype__"):
        return expanded(kind.__supertype__)
    return [kind]


def _field(value: Any, where: Location, heading: Location, kinds: frozenset[Any]) -> Field:
    scalars, members = _scalars(kinds)
    if members is not None:
        parts = [part.strip() for part in str(value).replace(";", ",").replace("\n", ",").split(",")]
        values = [as_kind(resolved(part), members) for part in parts if part]
        return Field(values, where, heading, {index: Marks(where) for index in range(len(values))})
    return Field(as_kind(value, scalars), where, heading, {})


@cache
def _scalars(kinds: frozenset[Any]) -> tuple[frozenset[type], frozenset[type] | None]:
    """The types of scalars among `kinds`; and of the members of a list where nothing but a list may stand."""
    lists = [kind for kind in kinds if get_origin(kind) is tuple]
    scalars = {type(arg) for kind in kinds if get_origin(kind) is Literal for arg in get_args(kind)}
    scalars |= {kind for kind in kinds if isinstance(kind, type)}
    only_lists = lists and not scalars - {type(None)}
    return frozenset(scalars), _scalars(frozenset(expanded(get_args(lists[0])[0])))[0] if only_lists else None


def as_kind(value: Any, scalars: frozenset[type]) -> Any:
    """`value` of a cell as one of `scalars`: a number as text where only text may stand, and the other way round."""
    if isinstance(value, str) and scalars & {int, float, bool}:
        plain = {"yes": True, "no": False, "true": True, "false": False}.get(value.lower(), resolved(value))
        return plain if type(plain) in scalars or (isinstance(plain, int) and float in scalars) else value
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not scalars & {int, float}:
        return str(value) if str in scalars else value
    return value


# Entries -------------------------------------------------------------------------------------------------------------


def entry(row: Row) -> tuple[MarkedDict, Marks]:
    """A mapping of the row's values, with their places."""
    return nested(row.here, {path: (field.value, field.marks) for path, field in row.fields.items()})


def nested(here: Location, values: Mapping[Path, tuple[Any, Marks]]) -> tuple[MarkedDict, Marks]:
    """A mapping of `values`, those with longer paths in mappings of their own."""
    data = MarkedDict()
    inner: dict[str | int, Marks] = {}
    for key in dict.fromkeys(path[0] for path in values):
        if (key,) in values:
            data[key], inner[key] = values[(key,)]
            continue
        below = {path[1:]: value for path, value in values.items() if path[0] == key}
        first = next(iter(below.values()))[1]
        data[key], marks = nested(first.here, below)
        inner[key] = Marks(marks.here, first.key, marks.inner)
        data[key].marks = inner[key]
    data.marks = Marks(here, None, inner)
    return data, data.marks
