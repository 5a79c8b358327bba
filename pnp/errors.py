"""Problems and exceptions: what can go wrong, and how it is reported.

The reader is an author of a game: every problem says where (file:line:column, both from 1),
what is wrong, and what to do about it. Core functions raise; checks yield `Problem`s.
Read `Problem` first, then `PnpError`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
"""Worst first; reports sort by it."""


class Location(NamedTuple):
    """A stretch of one line of a source file, or a cell of a spreadsheet.

    path        as shown to the author, with `/`
    line        from 1; 0 when the problem concerns the whole file; the row of a cell
    column      from 1; 0 when the problem concerns the whole line; the column of a cell
    end_column  one past the last character, on the same line; 0 when unknown
    sheet       of a cell: the name of its sheet, "" in a file without sheets; None in a text file
    """

    path: str
    line: int = 0
    column: int = 0
    end_column: int = 0
    sheet: str | None = None

    def __str__(self) -> str:
        if self.sheet is not None:
            return "!".join(part for part in (self.path, self.cell) if part)
        if not self.line:
            return self.path
        return f"{self.path}:{self.line}:{self.column or 1}"

    @property
    def cell(self) -> str:
        """The sheet and the name of the cell, as a spreadsheet program shows them: "Axis!C7"; "" in a text file."""
        name = f"{column_letters(self.column or 1)}{self.line}" if self.line else ""
        return "!".join(part for part in (self.sheet, name) if part) if self.sheet is not None else ""


def column_letters(number: int) -> str:
    """The letters of a spreadsheet's column `number`, from 1: A, Z, AA."""
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in the input.

    code      the check's name, e.g. "unknown-name"; `pnp explain CODE` prints its page
    message   what is wrong, the bad value quoted with `!r`
    where     the place in the source; None when there is no file (a command-line value)
    hint      how to mend it, may be empty
    severity  "error", "warning" or "note"
    game      id of the game, "" when it isn't known
    rule      address of the rule concerned, may be empty
    source_line  the text of that line, for the caret; left out of comparisons
    """

    code: str
    message: str
    where: Location | None = None
    hint: str = ""
    severity: Severity = "error"
    game: str = ""
    rule: str = ""
    source_line: str = field(default="", compare=False)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.message} [{self.code}]"

    def as_text(self) -> str:
        """The problem as the terminal shows it: place, message, line with caret, hint."""
        lines = [str(self) if self.severity == "error" else f"{self} ({self.severity})"]
        where = self.where
        if where and where.line and where.sheet is None and self.source_line.strip():
            number = str(where.line)
            excerpt, column = _cut_around(self.source_line, where.column)
            excerpt = _harmless(excerpt)
            lines.append(f"  {number} | {excerpt}")
            if where.column:
                width = max(1, where.end_column - where.column) if where.end_column else 1
                width = min(width, max(1, len(excerpt) - column + 1))
                blank = "".join("\t" if c == "\t" else " " for c in excerpt[: column - 1])
                lines.append(f"  {' ' * len(number)} | {blank}{'^' * width}")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """The problem with the keys of DESIGN §10; `cell` only where it is about a cell of a spreadsheet."""
        where = self.where or Location("")
        return {
            **({"cell": where.cell} if where.sheet is not None else {}),
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
            "path": where.path,
            "line": where.line,
            "column": where.column,
            "end_column": where.end_column,
            "game": self.game,
            "rule": self.rule,
        }


def _harmless(line: str) -> str:
    """`line` without control characters, which a terminal would obey: a source may come from a stranger."""
    return "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in line)


def _cut_around(line: str, column: int, limit: int = 160) -> tuple[str, int]:
    """`line` cut to `limit` characters around `column`, and the column in the cut line."""
    if len(line) <= limit:
        return line, max(column, 1)
    start = max(0, min(column - limit // 2, len(line) - limit))
    return line[start : start + limit], max(column - start, 1)


class PnpError(Exception):
    """Any failure that `pnp` explains; a command prints it without a traceback."""


class SourceError(PnpError):
    """A source (YAML, PO, saved game, module, log) is wrong. `problems` says what and where; never empty."""

    def __init__(self, *problems: Problem) -> None:
        self.problems: tuple[Problem, ...] = problems
        super().__init__("\n".join(str(p) for p in problems))


class LayoutError(PnpError):
    """Something does not fit in its place on the sheet or page."""


class MissingGlyphError(LayoutError):
    """The fonts lack `letters`, in order, each once."""

    def __init__(self, message: str, letters: str) -> None:
        super().__init__(message)
        self.letters = letters


class MissingToolError(PnpError):
    """The machine lacks something (a library, a font); the message says what to install."""


class OutsideError(PnpError, ValueError):
    """A file would lie outside the folder that was named for it."""


class TableLookupError(PnpError, LookupError):
    """A die or a column that the table doesn't have."""


class IllegalActionError(PnpError):
    """An action that the rules forbid. `violation` cites the rule."""

    def __init__(self, violation: object) -> None:
        self.violation = violation
        super().__init__(str(violation))


def counted(number: float, one: str, many: str = "") -> str:
    """A number and its noun in a message: "1 row", "2 rows", "3 hexes"; the engine's own texts use `Words.count`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


_NUMBER = re.compile(r"[A-Za-z]{0,3}[0-9]+([.:][0-9]+)*")
"""A number of a hex, an address of a case: any other number looks much like it."""


def _one_slip_away(name: str, names: Sequence[str]) -> list[str]:
    """The one of `names` that a single slip makes of `name`: a digit other, left out or too many, two exchanged."""
    near = [other for other in names if _is_slip(name, other)]
    return near if len(near) == 1 else []


def _is_slip(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def did_you_mean(name: str, known_names: Iterable[str], *, listed: str = "") -> str:
    """A hint for a misspelt `name`: the nearest of `known_names`, or all of them when they are few.

    listed  a sentence that says where the names are listed, e.g. "Unit types are listed in game.yaml."
    """
    names = sorted(set(known_names))
    number = _NUMBER.fullmatch(name)
    near = _one_slip_away(name, names) if number else difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if not near and not number:
        folded = {n.casefold(): n for n in names}
        near = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
        near = [folded[n] for n in near]
    if number and not near and "." in name:
        names = [other for other in names if other.rpartition(".")[0] == name.rpartition(".")[0]]
    if near:
        hint = f"did you mean {near[0]!r}?"
    elif names and len(names) <= 12:
        hint = "expected one of " + ", ".join(repr(n) for n in names) + "."
    else:
        hint = ""
    return " ".join(part for part in (hint, listed) if part)
