"""What a sweep goes through: `--sweep PATH=VALUES`, and the grid that several make."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.errors import Problem, SourceError
from pnp.model.changes import changed, value_at
from pnp.model.game import Game

MAX_POINTS = 200
"""Points of a grid, the base included."""

MAX_AXES = 4

Value = int | str
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class Axis:
    """A path and the values that are tried there.

    base  what the sources have there; it need not be among the values
    """

    path: str
    values: tuple[Value, ...]
    base: Value


@dataclass(frozen=True)
class Point:
    """One variant of the game.

    values   one for each axis
    changes  what differs from the sources; none at the base
    """

    values: tuple[Value, ...]
    changes: Mapping[str, Value]

    @property
    def is_base(self) -> bool:
        """Whether this is the game as its sources have it."""
        return not self.changes


def read_axes(game: Game, texts: Sequence[str], scenario: str) -> tuple[Axis, ...]:
    """The axes of `texts`, e.g. "counters.omon.sp=1..3" or "scenario.turns=5,7".

    Raises SourceError for what can't be read, isn't in the game, or makes too large a grid.
    """
    if len(texts) > MAX_AXES:
        raise _bad(f"at most {MAX_AXES} sweeps, got {len(texts)}", "a picture of more shows nothing")
    axes = tuple(_axis(game, text, scenario) for text in texts)
    paths = [axis.path for axis in axes]
    for path in paths:
        if paths.count(path) > 1:
            raise _bad(f"{path!r} is swept twice", "name all its values once")
    points = 1
    for axis in axes:
        points *= len(axis.values)
    if points > MAX_POINTS:
        raise _bad(f"the grid has {points} points, at most {MAX_POINTS}", "sweep fewer values, or one path at a time")
    return axes


def _axis(game: Game, text: str, scenario: str) -> Axis:
    path, sign, listed = text.partition("=")
    if not path or not sign or not listed:
        raise _bad(f"{text[:120]!r} is no sweep", "write PATH=VALUES, e.g. parameters.stack-limit=2..4")
    base = value_at(game, path, scenario)
    values = _values(listed)
    for value in values:
        changed(game, {path: value}, scenario)
    if base is None:
        raise _bad(f"{path!r} has no value of its own to compare with", "name one of its counters")
    return Axis(path, values, base)


def _values(text: str) -> tuple[Value, ...]:
    """The values of "a..b", "a,b", or both; each once, numbers in ascending order."""
    values: list[Value] = []
    for part in (piece.strip() for piece in text[:2000].split(",")):
        match = _RANGE.fullmatch(part)
        if match:
            first, last = int(match[1]), int(match[2])
            if last < first:
                raise _bad(f"the range {part!r} is empty", f"write {last}..{first}")
            if last - first >= MAX_POINTS:
                raise _bad(f"the range {part!r} has more than {MAX_POINTS} values", "sweep fewer")
            values += range(first, last + 1)
        elif _NUMBER.fullmatch(part):
            values.append(int(part))
        elif part:
            values.append(part)
        else:
            raise _bad(f"a value is missing in {text[:80]!r}", "write a..b, or values with commas between")
    numbers = sorted({v for v in values if isinstance(v, int)})
    return (*numbers, *dict.fromkeys(v for v in values if isinstance(v, str)))


def grid(axes: Sequence[Axis]) -> Iterator[Point]:
    """Every combination of values, the last axis fastest; first the base, when it isn't among them."""
    combinations = list(itertools.product(*(axis.values for axis in axes)))
    base = tuple(axis.base for axis in axes)
    for values in combinations if base in combinations else [base, *combinations]:
        yield Point(values, {a.path: v for a, v in zip(axes, values, strict=True) if v != a.base})


def _bad(message: str, hint: str) -> SourceError:
    return SourceError(Problem("bad-value", message, hint=hint))
