"""Validates plain data into a model; pydantic's errors become problems at their line and column."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.model.base import Marks, SourceModel
from pnp.sources.reader import QUOTE_IT, YamlDocument

MAX_PROBLEMS = 200
TEXT_WANTED = "write text here"
SEE_SCHEMA = "`pnp schema` lists what may stand here"

_MEANT = re.compile(r"did you mean '([^']+)'")
_MISSING = re.compile(r"the key '([^']+)' is missing")
NEAR = 30
"""Lines between the head of an entry that lacks a key and the misspelt one in it."""

Model = TypeVar("Model", bound=SourceModel)


def validate(model: type[Model], document: YamlDocument) -> Model:
    """`document` as a `model`. Raises SourceError with all problems, at most MAX_PROBLEMS."""
    if not isinstance(document.data, dict):
        raise SourceError(
            Problem(
                "bad-value", f"expected a mapping with keys, got {_short(document.data)}", document.marks.here,
                f"its keys are {', '.join(model.model_fields)}",
                source_line=document.line(document.marks.here),
            )
        )  # fmt: skip
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        errors = _without_idle_arms(document.marks, error.errors(include_url=False)[:MAX_PROBLEMS])
        raise SourceError(*_without_misspelt(_unique(_problem(model, document, e) for e in errors))) from None


def _unique(problems: Iterable[Problem]) -> list[Problem]:
    return list({(p.where, p.message): p for p in problems}.values())


def _without_misspelt(problems: list[Problem]) -> list[Problem]:
    """`problems` without missing keys that are present but misspelt: one slip, one message."""
    misspelt = [
        (match[1], p.where)
        for p in problems
        if p.code == "unknown-key" and p.where and (match := _MEANT.search(p.hint))
    ]

    def is_there(missing: Problem) -> bool:
        missing_key = _MISSING.search(missing.message) if missing.code == "missing-key" else None
        here = missing.where
        return missing_key is not None and here is not None and any(
            name == missing_key[1] and where.path == here.path and 0 <= where.line - here.line <= NEAR
            for name, where in misspelt
        )

    return [p for p in problems if not is_there(p)]


_KINDS = {
    "bool_type": "true or false", "int_type": "a whole number", "int_parsing": "a whole number",
    "int_from_float": "a whole number", "float_type": "a number", "float_parsing": "a number", "string_type": "text",
    "tuple_type": "a list", "list_type": "a list", "model_type": "a mapping with keys",
    "dict_type": "a mapping with keys", "model_attributes_type": "a mapping with keys",
}  # fmt: skip
"""pydantic's error for a value of the wrong kind -> the expected kind."""


_SAYS_MORE = (
    "greater_than_equal", "less_than_equal", "greater_than", "less_than", "string_pattern_mismatch", "literal_error",
)  # fmt: skip
"""pydantic's errors for a value of the right kind."""


def _without_idle_arms(marks: Marks, errors: list[Any]) -> list[Any]:
    """`errors` without pydantic's repetitions: where a union allows several kinds, it reports one error for each.

    The errors about one value become one that names all kinds. An error about a value is dropped when there is one
    about a value inside it, since the author meant that arm of the union; so is the wrong kind of a value that has the
    right kind for another arm, where it is out of range or of the wrong form.
    """
    paths = [tuple(_follow(marks, error["loc"])[2]) for error in errors]
    told = {path for path, error in zip(paths, errors, strict=True) if error["type"] in _SAYS_MORE}
    distinct: list[Any] = []
    merged: dict[tuple[Any, ...], Any] = {}
    for path, error in zip(paths, errors, strict=True):
        kind = _KINDS.get(error["type"])
        if kind is None:
            distinct.append(error)
        elif path in told:
            continue
        elif path in merged:
            kinds = merged[path]["wanted"]
            kinds += [kind] if kind not in kinds else []
        elif not any(len(other) > len(path) and other[: len(path)] == path for other in paths):
            merged[path] = {**error, "wanted": [kind]}
            distinct.append(merged[path])
    return distinct


def _problem(model: type[BaseModel], document: YamlDocument, error: Any) -> Problem:
    loc, kind = error["loc"], error["type"]
    marks, key_place, path = _follow(document.marks, loc)
    where, name = marks.here, str(path[-1]) if path else ""
    code, hint = "bad-value", ""
    if loc and loc[-1] == "[key]":
        where = key_place or where
    if kind == "extra_forbidden":
        code, where = "unknown-key", key_place or where
        message = f"unknown key {name!r}"
        fields = [field for m in _models_at(model, loc[:-1]) for field in m.model_fields.items()]
        known_keys = sorted({field.alias or key for key, field in fields})
        hint = did_you_mean(name, known_keys) or f"known keys: {', '.join(known_keys)}."
        if name not in known_keys and (home := _home(model, name)) is not None:
            hint = f"{name!r} belongs {f'below {home!r}' if home else 'at the left edge of the file'}."
    elif kind == "union_tag_invalid":
        name = error["ctx"]["discriminator"].strip("'")
        expected, value = error["ctx"]["expected_tags"], error["ctx"]["tag"]
        where = marks.at(name)
        message, hint = _not_allowed(value, repr(name), expected)
    elif kind == "union_tag_not_found":
        name = error["ctx"]["discriminator"].strip("'")
        code, message, where = "missing-key", f"the key {name!r} is missing", key_place or where
        hint = f"add '{name}: …' here"
    elif kind == "missing" and isinstance(loc[-1], int):
        message = f"value {loc[-1] + 1} of {_label(path)} is missing"
        hint = "write as many values as belong there, in brackets"
    elif kind == "missing":
        code, message = "missing-key", f"the key {str(loc[-1])!r} is missing"
        where = key_place or where
        hint = f"add '{loc[-1]}: …' here"
    else:
        message, hint = _bad_value(error, _label(path))
        if hint == TEXT_WANTED and "#" in document.line(where)[max(0, where.column - 1) :]:
            hint = QUOTE_IT
    return Problem(code, message, where, hint, source_line=document.line(where))


def _label(path: Sequence[Any]) -> str:
    """What a message calls the value at `path`: its key in quotes, in a list its place; "" for a whole file."""
    keys = [index for index, part in enumerate(path) if isinstance(part, str)]
    if not keys:
        return ""
    places = "".join(f"value {place + 1} of " for place in reversed(path[keys[-1] + 1 :]))
    return f"{places}{path[keys[-1]]!r}"


def _bad_value(error: Any, label: str) -> tuple[str, str]:
    kind, value = error["type"], error["input"]
    what = error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    of = f" for {label}" if label else ""
    expected_kinds = error.get("wanted", ())
    if len(expected_kinds) > 1:
        kinds = f"{', '.join(expected_kinds[:-1])} or {expected_kinds[-1]}"
        return f"expected {kinds}{of}, got {_short(value)}", f"write {kinds}"
    if kind == "bool_type":
        return f"expected true or false{of}, got {_short(value)}", "write true or false, without quotes"
    if kind in ("int_type", "int_parsing", "int_from_float"):
        return f"expected a whole number{of}, got {_short(value)}", "write it without quotes, sign + or leading zero"
    if kind == "string_type":
        hint = "put it in quotes" if isinstance(value, (int, float, bool)) else TEXT_WANTED
        return f"expected text{of}, got {_short(value)}", hint
    if kind in ("tuple_type", "list_type"):
        return f"expected a list{of}, got {_short(value)}", "write [a, b] or one '- item' a line"
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return f"expected a mapping with keys{of}, got {_short(value)}", "write 'key: value', one a line"
    if kind == "string_pattern_mismatch":
        wanted_form, hint = _form(error["ctx"]["pattern"])
        return f"{_short(value)} is not {wanted_form}{'' if wanted_form == 'an id' else of}", hint
    if kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than"):
        return f"{_short(value)} is out of range{of}; expected {what[:1].lower()}{what[1:]}", "correct the number"
    if kind == "literal_error":
        return _not_allowed(value, label, error["ctx"]["expected"])
    if kind in ("too_long", "too_short"):
        limit = error["ctx"].get("max_length") or error["ctx"].get("min_length")
        number = f"at {'most' if kind == 'too_long' else 'least'} {limit}"
        return f"expected {number} values{of}, got {error['ctx']['actual_length']}", f"write {number}"
    what = what.removeprefix("expected ").removeprefix("String should have ")
    return f"expected {what[:1].lower()}{what[1:]}{of}, got {_short(value)}", SEE_SCHEMA


def _form(pattern: str) -> tuple[str, str]:
    """The name for a text of this `pattern`, and a hint on how to write it."""
    if "a-z0-9" in pattern:
        return "an id", "ids are lower case letters and digits, joined by single hyphens"
    if "[0-9a-f]{6}" in pattern:
        return "a colour", 'write it like "#9a352b": six digits or small letters, in quotes'
    if pattern.startswith("^[a-z]{0,3}[0-9]{1,6}/"):
        hint = 'write the two hexes of each with a stroke, one blank between: "2262/2263 2362/2363"'
        return "a list of hexsides", hint
    if pattern.startswith("^[a-z]{0,3}[0-9]{1,6}"):
        return "a list of hexes", 'write their numbers, one blank between, a block with a hyphen: "2363 2463 0155-4069"'
    if "/" in pattern:
        return "a multiplier", "write a whole number or a fraction: 2, 1/2"
    if pattern.endswith(")?)*$"):
        return "a list of turns", 'write their numbers, one blank between, a span with a hyphen: "1 3-5 8+"'
    if "," in pattern.replace("{1,", ""):
        return "a line of points", 'write x,y pairs in mm, one blank between: "12.5,40 13,41.25"'
    if "A-Z" in pattern:
        return "the number of a record", "write capitals, a hyphen, capitals or digits: TW-1"
    return "of the form that is expected", SEE_SCHEMA


def _not_allowed(value: Any, label: str, expected: str) -> tuple[str, str]:
    names = [part.strip(" '") for part in expected.replace(" or ", ",").split(",")]
    hint = did_you_mean(value[:80], names) if isinstance(value, str) else "write one of them"
    return f"{_short(value)} is not allowed{f' for {label}' if label else ''}; expected {expected}", hint


def _follow(marks: Marks, loc: tuple[Any, ...]) -> tuple[Marks, Location | None, list[Any]]:
    """Marks, key and path of the deepest value in the file that `loc` names; pydantic's own parts of it are skipped."""
    path: list[Any] = []
    key: Location | None = None
    for part in loc:
        below = marks.inner.get(part)
        if below is not None:
            marks, key = below, below.key
            path.append(part)
    return marks, key, path


def _models_at(model: Any, loc: tuple[Any, ...]) -> list[type[BaseModel]]:
    """The models that may stand at `loc`, for hints."""
    level = _expand(model)
    for part in loc:
        below: list[Any] = []
        for kind in level:
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                if part in kind.model_fields:
                    below += _expand(kind.model_fields[str(part)].annotation)
            elif get_origin(kind) in (tuple, list, dict):
                below += [k for arg in get_args(kind) if arg is not Ellipsis for k in _expand(arg)]
        level = below or level
    return [k for k in level if isinstance(k, type) and issubclass(k, BaseModel)]


def _home(model: Any, name: str) -> str | None:
    """Below which keys a key `name` belongs, such as "sides: …"; "" for none, None where not just one part has it."""
    waiting, seen, homes = [("", model)], list[Any](), list[str]()
    for path, kind in waiting:  # which grows
        for part in _expand(kind):
            if (origin := get_origin(part)) in (tuple, list, dict):
                waiting.append((f"{path}: …" if origin is dict else path, get_args(part)[origin is dict]))
            elif isinstance(part, type) and issubclass(part, BaseModel) and part not in seen:
                seen.append(part)
                homes += [path] if name in part.model_fields else []
                below = f"{path}: " if path else ""
                waiting += [(below + key, field.annotation) for key, field in part.model_fields.items()]
    return homes[0] if len(homes) == 1 else None


def _expand(kind: Any) -> list[Any]:
    if get_origin(kind) in (Union, types.UnionType):
        return [k for arg in get_args(kind) for k in _expand(arg)]
    if hasattr(kind, "__metadata__"):
        return _expand(get_args(kind)[0])
    return [kind]


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
