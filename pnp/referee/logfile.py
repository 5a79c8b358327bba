"""Logs read back from JSON Lines. A file may come from a stranger: size, length, depth, keys and types are checked."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pnp.errors import Location, Problem, SourceError
from pnp.model.changes import MAX_CHANGES
from pnp.model.log import KEY_ORDER, LINE_KINDS, Log, LogHead, LogLine

MAX_BYTES = 32 * 1024 * 1024
MAX_LINE = 64 * 1024
MAX_LINES = 200_000
MAX_TEXT = 200
MAX_ITEMS = 500


def read_log(source: Log | str | Path | Iterable[str]) -> Log:
    """The log in a file, or in lines of text. Raises SourceError with file and line."""
    if isinstance(source, Log):
        return source
    if isinstance(source, (str, Path)):
        path = Path(source)
        return parse_log(_lines_of(path), path.as_posix())
    return parse_log(source, "log")


def parse_log(lines: Iterable[str], name: str) -> Log:
    """The log in `lines`; `name` appears in messages. Raises SourceError."""
    head: LogHead | None = None
    log_lines: list[LogLine] = []
    for number, text in enumerate(lines, 1):
        where = Location(name, number, 1)
        if number > MAX_LINES:
            raise _error(where, f"more than {MAX_LINES} lines")
        if head is None:
            head = _head(_object(text, where), where)
        elif text.strip():
            log_lines.append(_line(_object(text, where), len(log_lines) + 1, where))
    if head is None:
        raise _error(Location(name), "the log is empty")
    return Log(head, tuple(log_lines))


def _lines_of(path: Path) -> Iterable[str]:
    where = Location(path.as_posix())
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise _error(where, "this is not a file")
        if info.st_size > MAX_BYTES:
            raise _error(where, f"the log is larger than {MAX_BYTES} bytes")
        return path.read_bytes()[:MAX_BYTES].decode("utf-8").split("\n")
    except OSError as error:
        raise _error(where, f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _error(where, "this is not UTF-8 text") from None


def _error(where: Location, message: str, hint: str = "") -> SourceError:
    return SourceError(Problem("bad-log", message, where, hint))


def _object(text: str, where: Location) -> dict[str, Any]:
    if len(text) > MAX_LINE:
        raise _error(where, f"the line is longer than {MAX_LINE} characters")
    try:
        data = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _error(where, f"this is not JSON: {str(error)[:120]}") from None
    if not isinstance(data, dict):
        raise _error(where, "expected a JSON object")
    return data


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key stands twice")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a value of a log")


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT


def _text_or_none(value: Any) -> bool:
    return value is None or _text(value)


def _number(value: Any) -> bool:
    return type(value) is int and abs(value) < 1 << 64


def _texts(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MAX_ITEMS and all(_text(item) for item in value)


def _scores(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= 20 and all(_number(v) for v in value.values())


def _flat(value: Any) -> bool:
    return (
        isinstance(value, dict) and len(value) <= 50 and all(_text(v) or type(v) in (int, bool) for v in value.values())
    )


def _changes(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and 0 < len(value) <= MAX_CHANGES
        and all(_text(v) or _number(v) for v in value.values())
    )


_MAY_LACK = ("position", "changes")
"""Keys of a head that are left out when empty."""

_TYPES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "turn": (_number, "a number"),
    "cost": (_number, "a number"),
    "by-rail": (_number, "a number"),
    "do": (_texts, "a verb and ids"),
    "units": (_texts, "a list of ids"),
    "value": (lambda value: _number(value) or _text(value), "a number or an id"),
    "side": (_text_or_none, "an id or null"),
    "winner": (_text_or_none, "an id or null"),
    "level": (_text_or_none, "an id or null"),
    "score": (_scores, "points by side"),
}
"""What each key holds; all others hold a text."""

_NEEDED = {
    "do": ("turn", "phase", "side"),
    "draw": ("for", "value", "rule"),
    "event": ("rule",),
    "end": ("winner", "level", "score", "state"),
}


def _line(row: dict[str, Any], number: int, where: Location) -> LogLine:
    """One numbered line. Raises SourceError."""
    if type(row.get("n")) is not int or row["n"] != number:
        raise _error(where, f"expected line number 'n': {number}, got {str(row.get('n'))[:40]!r}")
    kinds = [kind for kind in LINE_KINDS if kind in row]
    if len(kinds) != 1:
        raise _error(where, f"expected one of {', '.join(LINE_KINDS)}, got {', '.join(kinds) or 'none'}")
    data = {key: value for key, value in row.items() if key != "n"}
    for key, value in data.items():
        if key not in KEY_ORDER:
            raise _error(where, f"unknown key {key[:40]!r}", f"known keys: {', '.join(KEY_ORDER)}")
        fits, kind_name = _TYPES.get(key, (_text, "a text"))
        if not fits(value):
            raise _error(where, f"{key!r} must be {kind_name}, got {str(value)[:80]!r}")
    for key in _NEEDED[kinds[0]]:
        if key not in data:
            raise _error(where, f"the key {key!r} is missing")
    return LogLine(number, kinds[0], data)


def _head(row: dict[str, Any], where: Location) -> LogHead:
    """The first line. Raises SourceError."""
    if row.get("pnp_log") != 1 or type(row["pnp_log"]) is not int:
        raise _error(where, "expected a log that begins with 'pnp_log': 1")
    checks: dict[str, Callable[[Any], bool]] = {
        "game": _text, "version": _text, "data": _text, "scenario": _text, "seed": _number, "options": _flat,
        "players": _flat, "position": lambda value: value is None or isinstance(value, dict), "changes": _changes,
    }  # fmt: skip
    for key in row:
        if key not in checks and key != "pnp_log":
            raise _error(where, f"unknown key {key[:40]!r}", f"known keys: {', '.join(checks)}")
    for key, fits in checks.items():
        if key not in _MAY_LACK and key not in row:
            raise _error(where, f"the key {key!r} is missing")
        if key in row and not fits(row[key]):
            raise _error(where, f"{key!r} is not what a log holds: {str(row[key])[:80]!r}")
    return LogHead(**{key: row[key] for key in checks if key in row})
