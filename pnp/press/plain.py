"""Frozen dataclasses of plain values as JSON and back, by the annotations of their fields.

In: a value made of dataclasses, tuples, sets of text, mappings with text as keys, text, numbers and None. Out: its
JSON, and from that an equal value. The reader makes only what the annotations of the expected class name, so it runs no
code of a stranger.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import orjson

Value = TypeVar("Value")
Reader = Callable[[Any], Any]


def to_plain(value: object) -> bytes:
    """`value` as JSON: a dataclass as the list of its fields."""
    return json.dumps(value, default=_fields_of, separators=(",", ":")).encode("ascii")


def from_plain(kind: type[Value], data: bytes) -> Value:
    """What `to_plain` has written of a value of the class `kind`."""
    value: Value = _reader(kind)(orjson.loads(data))
    return value


def _fields_of(value: Any) -> Any:
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no plain form")


@cache
def _reader(kind: Any) -> Reader:
    """What makes a value of that annotation from its JSON. Raises TypeError for an annotation without a plain form."""
    origin, arms = get_origin(kind), get_args(kind)
    if kind in (str, int, float, bool, type(None), Any) or origin is Literal:
        return _same
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        readers = [_reader(hints[field.name]) for field in fields(kind)]
        return lambda row: kind(*(read(value) for read, value in zip(readers, row, strict=True)))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        readers = [_reader(hints[name]) for name in kind._fields]
        return lambda row: kind(*(read(value) for read, value in zip(readers, row, strict=True)))
    if origin is tuple:
        return _tuple_reader(arms)
    if origin is frozenset:
        return frozenset
    if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        inner = _reader(arms[1])
        return lambda row: {name: inner(value) for name, value in row.items()}
    if origin in (Union, types.UnionType) and len(arms) == 2 and type(None) in arms:
        inner = _reader(next(arm for arm in arms if arm is not type(None)))
        return lambda value: None if value is None else inner(value)
    supertype = getattr(kind, "__supertype__", None)  # of a NewType
    if supertype is not None:
        return _reader(supertype)
    raise TypeError(f"{kind} has no plain form")


def _tuple_reader(arms: tuple[Any, ...]) -> Reader:
    if len(arms) == 2 and arms[1] is Ellipsis:
        inner = _reader(arms[0])
        if inner is _same:
            return tuple
        return (lambda row: tuple(map(tuple, row))) if inner is tuple else (lambda row: tuple(map(inner, row)))
    readers = [_reader(arm) for arm in arms]
    if all(reader is _same for reader in readers):
        return tuple
    return lambda row: tuple(read(value) for read, value in zip(readers, row, strict=True))


def _same(value: Any) -> Any:
    return value
