"""What a game's own code raises is its author's to mend: it is reported with its file and line, like any mistake.

In: an exception. Out: a `Problem` where the code of a package that is registered for a game had a part in it. What the
program's own code raises by itself stays what it is.
"""

from __future__ import annotations

import linecache
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from pnp.errors import Location, PnpError, Problem, SourceError
from pnp.sources.find import shown_path

ENTRY_POINTS = "pnp.games"
"""Group in which other packages register: `my-game = "my_package.rules:MyGame"`."""

LONGEST = 300
"""Characters of what an exception says that are shown."""

CALLERS = 3
"""Functions of the author's that are named on the way to the one that raised."""


def registered() -> dict[str, EntryPoint]:
    """The code of other packages, by the id of its game."""
    return _registered_on(tuple(sys.path))


@lru_cache(maxsize=8)
def _registered_on(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in reversed(tuple(entry_points(group=ENTRY_POINTS)))}  # the first one counts


@contextmanager
def own_code_named() -> Iterator[None]:
    """Raise SourceError in the place of what a game's own code raises within; also a decorator."""
    try:
        yield
    except PnpError:
        raise
    except Exception as error:
        if (problem := own_fault(error)) is None:
            raise
        raise SourceError(problem) from error


def own_fault(error: BaseException) -> Problem | None:
    """Where a game's own code raised `error`, or called what did; None when it had no part in it."""
    packages = {entry.value.partition(":")[0].partition(".")[0] for entry in registered().values()} - {"pnp"}
    calls = list(_calls(error.__traceback__))
    own = [call for call in calls if call.package in packages]
    said = " ".join(traceback.format_exception_only(error)[-1].split())[:LONGEST]
    if isinstance(error, SyntaxError) and error.filename and packages and (not own or own[-1] is not calls[-1]):
        where = Location(_shown(error.filename), error.lineno or 0, error.offset or 0)
        hint = "mend it there; Python could not read the file"
        return _problem(where, error.filename, f"can't be read: {said}", hint)
    if not own:
        return None
    last = own[-1]
    hint = "mend it there"
    if callers := list(dict.fromkeys(str(call) for call in own[-2::-1] if call.function != last.function))[:CALLERS]:
        hint += f"; it was called by {', by '.join(callers)}"
    if calls[-1] is not last:
        hint += f"; what it called is {calls[-1]}"
    return _problem(last.where, last.file, f"{last.function} raised {said}", hint)


def _shown(file: str) -> str:
    """The path of a module's file as shown; what is no file, such as "<string>", as it is."""
    return file if file.startswith("<") else shown_path(Path(file))


def _problem(where: Location, file: str, message: str, hint: str) -> Problem:
    line = linecache.getline(file, where.line).rstrip("\n") if where.line else ""
    return Problem("own-code", message, where, hint, source_line=line)


class _Call(NamedTuple):
    """One call on the way to an exception.

    package   the outermost package that its code belongs to
    function  with its class
    """

    package: str
    function: str
    file: str
    where: Location

    def __str__(self) -> str:
        return f"{self.function} ({self.where.path}:{self.where.line})"


def _calls(begin: TracebackType | None) -> Iterator[_Call]:
    """The calls that a traceback tells, the outermost first."""
    for summary, (frame, _) in zip(traceback.extract_tb(begin), traceback.walk_tb(begin), strict=True):
        code = frame.f_code
        text = linecache.getline(summary.filename, summary.lineno or 0).encode("utf-8")
        columns = [
            0 if at is None else len(text[:at].decode("utf-8", "replace")) + 1
            for at in (summary.colno, summary.end_colno if summary.end_lineno == summary.lineno else None)
        ]
        where = Location(_shown(summary.filename), summary.lineno or 0, *columns)
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        yield _Call(package, code.co_qualname, summary.filename, where)
