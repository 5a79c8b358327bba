"""`# pnp: allow CODE, CODE reason` in a source: the author has seen findings and says why they may stay.

Behind a value it holds for that line, behind `|` for the whole text, on a line of its own for the next one and what is
indented below that; in a catalogue (PO) for the message that follows. Without a reason it silences nothing. A comment
inside a text is text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate

import yaml

from pnp.errors import Location, Problem

_COMMENT = re.compile(
    r"(?:^|(?<=\s))# pnp: allow\b[ \t]*(?P<codes>(?:[^\s#,]+[ \t]*,[ \t]*)*[^\s#,]*)[ \t]*(?P<reason>.*)$", re.MULTILINE
)
MARK = "# pnp: allow"


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a comment says of one code.

    where  the comment itself
    lines  the lines it holds for
    head   stands above all values, so it holds for findings on the whole file too
    """

    code: str
    reason: str
    where: Location
    lines: range
    head: bool = False

    def covers(self, problem: Problem) -> bool:
        """Whether it silences `problem`."""
        place = problem.where
        if not self.reason or place is None or (problem.code, place.path) != (self.code, self.where.path):
            return False
        return self.head if not place.line else place.line in self.lines


@dataclass(frozen=True, slots=True)
class Silenced:
    """A finding that an author allows, with the reason given."""

    problem: Problem
    reason: str


def allowances_in(path: str, text: str) -> Iterator[Allowance]:
    """The comments in a source file, in order."""
    if MARK not in text:
        return
    lines = text.split("\n")
    starts = _starts(lines)
    scalars = _scalars(text) if not path.endswith(".po") else []
    inside, blocks = _texts_of(scalars, starts), _blocks_of(scalars)
    ends = _message_ends(lines) if path.endswith(".po") else []
    first = next(
        (n for n, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")), len(lines)
    )
    below, block_end = _values_below(lines), cache(partial(_block_end, lines))
    for match in _COMMENT.finditer(text):
        stretch = bisect_right(inside, (match.start(), len(text)))
        if stretch and match.start() < inside[stretch - 1][1]:
            continue
        number = bisect_right(starts, match.start())
        line = lines[number - 1]
        column = match.start() - starts[number - 1] + 1
        where = Location(path, number, column, len(line) + 1)
        alone = line.lstrip().startswith("#")
        covered = range(number, blocks.get(number, number) + 1)
        if alone:
            covered = range(number, ends[number - 1] if ends else block_end(below[number]))
        for code in re.split(r"[ \t]*,[ \t]*", match["codes"]):
            yield Allowance(code, match["reason"].strip(), where, covered, alone and number < first)


def _values_below(lines: Sequence[str]) -> list[int]:
    """For each line, and for the end, the first from there on that isn't a comment, from 0."""
    first = [len(lines)] * (len(lines) + 1)
    for number in range(len(lines) - 1, -1, -1):
        first[number] = first[number + 1] if lines[number].lstrip().startswith("#") else number
    return first


def _block_end(lines: Sequence[str], first: int) -> int:
    """One past the last line, from 1, of the value that begins in line `first`, from 0: it and what is indented below,
    or the list that a key has.
    """
    if first == len(lines) or not lines[first].strip():
        return first + 2
    indent, is_key, last = _indent(lines[first]), not _is_entry(lines[first]), first
    for n in range(first + 1, len(lines)):
        if not lines[n].strip() or lines[n].lstrip().startswith("#"):
            continue
        if _indent(lines[n]) < indent or (_indent(lines[n]) == indent and not (is_key and _is_entry(lines[n]))):
            break
        last = n
    return last + 2


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_entry(line: str) -> bool:
    return line.lstrip().startswith("- ")


def _scalars(text: str) -> list[yaml.ScalarToken]:
    """The scalars of a YAML text in which a `#` can occur, in order: block scalars and quoted ones."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return [t for t in yaml.scan(text, Loader=loader) if isinstance(t, yaml.ScalarToken) and not t.plain]


def _blocks_of(scalars: Iterable[yaml.ScalarToken]) -> dict[int, int]:
    """First line of each block scalar -> its last: a comment behind `|` holds for the whole text."""
    return {t.start_mark.line + 1: t.end_mark.line for t in scalars if t.style in ("|", ">")}


def _message_ends(lines: list[str]) -> list[int]:
    """For each line, from 0, one past the last line of the PO message that it belongs to."""
    ends, end = [0] * len(lines), len(lines) + 1
    for number in range(len(lines) - 1, -1, -1):
        ends[number] = end
        if not lines[number].strip():
            end = number + 1
    return ends


def _starts(lines: list[str]) -> list[int]:
    """Where each line begins, and where the last one ends."""
    return [0, *accumulate(len(line) + 1 for line in lines)]


def _texts_of(scalars: Iterable[yaml.ScalarToken], starts: list[int]) -> list[tuple[int, int]]:
    """Where each of `scalars` begins and ends in the text; a block behind its first line, which may have a comment."""
    return [
        (
            starts[t.start_mark.line + 1] if t.style in ("|", ">") else starts[t.start_mark.line] + t.start_mark.column,
            starts[t.end_mark.line] + t.end_mark.column,
        )
        for t in scalars
    ]


def apply_allowances(
    problems: Iterable[Problem], allowances: Iterable[Allowance], *,
    ran: Callable[[str], bool], is_code: Callable[[str], bool],
    before: Callable[[str], Collection[str]] = lambda code: (),
) -> tuple[list[Problem], list[Silenced]]:
    """What remains of `problems`, with findings on the allowances themselves; and what was silenced.

    ran      whether the check with this code was run: an unused allowance of another is not reported
    is_code  whether there is such a code
    before   the codes whose findings in a file prevent the check with this code from reading all of it
    """
    allowances = list(allowances)
    in_use: set[Allowance] = set()
    remaining: list[Problem] = []
    silenced: list[Silenced] = []
    by_code: dict[tuple[str, str], list[Allowance]] = {}
    for allowance in allowances:
        by_code.setdefault((allowance.code, allowance.where.path), []).append(allowance)
    for problem in problems:
        near = by_code.get((problem.code, problem.where.path), ()) if problem.where else ()
        by = next((a for a in near if a.covers(problem)), None)
        if by is None:
            remaining.append(problem)
        else:
            in_use.add(by)
            silenced.append(Silenced(problem, by.reason))
    met = {(problem.code, problem.where.path) for problem in remaining if problem.where}
    for allowance in allowances:
        hindered = any((code, allowance.where.path) in met for code in before(allowance.code))
        idle = _complaint(allowance, allowance in in_use or hindered, ran, is_code)
        if idle:
            remaining.append(replace(idle, where=allowance.where, severity="warning"))
    return remaining, silenced


def _complaint(
    allowance: Allowance, in_use: bool, ran: Callable[[str], bool], is_code: Callable[[str], bool]
) -> Problem | None:
    code = allowance.code
    if not code or not is_code(code):
        return Problem("allow-unused", f"no check has the code {code!r}", hint=f"write {MARK} CODE reason")
    if not allowance.reason:
        message = f"the allowance of {code!r} gives no reason, so it silences nothing"
        return Problem("allow-without-reason", message, hint=f"write {MARK} {code} and why it may stay")
    if not in_use and ran(code):
        return Problem("allow-unused", f"{code!r} is allowed here but not found", hint="remove the comment")
    return None
