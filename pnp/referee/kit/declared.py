"""Mistakes in declarations, collected while they are compiled, each at its line and column."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pnp.errors import Location, Problem, did_you_mean
from pnp.model.base import SourceModel
from pnp.model.game import Game


class Mistakes:
    """Collects the problems of a game's declarations.

    seen  (place, message) of those reported: a declaration that is compiled for each side is reported once
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problems: list[Problem] = []
        self._seen: set[tuple[Location | None, str]] = set()

    def add(self, message: str, where: Location | None, hint: str = "") -> None:
        """One more mistake."""
        if (where, message) not in self._seen:
            self._seen.add((where, message))
            self.problems.append(Problem("procedure", message, where, hint, game=self.game.id))

    def unknown(self, kind: str, name: str, where: Location | None, names: Iterable[str]) -> None:
        """A name that nothing of its kind has."""
        known = sorted(names)
        more = f" and {len(known) - 20} more" if len(known) > 20 else ""
        listed = f"known: {', '.join(known[:20])}{more}." if known else f"the game has no {kind}."
        self.add(f"unknown {kind} {name!r}", where, did_you_mean(name, known) or listed)

    def known(self, kind: str, name: str, names: Collection[str], model: SourceModel, *path: str | int) -> bool:
        """Whether `name` is one of `names`; a mistake at `path` of `model` when it isn't."""
        if name in names:
            return True
        self.unknown(kind, name, model.where(*path), names)
        return False

    def known_key(self, kind: str, name: str, names: Collection[str], model: SourceModel, *path: str | int) -> bool:
        """Whether `name`, the key at `path` of `model`, is one of `names`; a mistake at the key when it isn't."""
        if name in names:
            return True
        self.unknown(kind, name, model.where_key(*path), names)
        return False

    def known_names(
        self, kind: str, value: str | Sequence[str] | None, names: Collection[str], model: SourceModel, *path: str | int
    ) -> tuple[str, ...]:
        """Those of one name or several that are in `names`; a mistake for each other one, at its place in the list."""
        if value is None or isinstance(value, str):
            return (value,) if value is not None and self.known(kind, value, names, model, *path) else ()
        return tuple(
            name for index, name in enumerate(value) if self.known(kind, name, names, model, *path, index)
        )

    def amount(self, value: int | str, model: SourceModel, *path: str | int) -> int:
        """A number, or the value of the parameter that it names; 0 and a mistake where there is none."""
        if isinstance(value, int):
            return value
        for parameter in self.game.info.parameters:
            if parameter.id == value:
                if parameter.value < 0:
                    message = f"the parameter {value!r} is {parameter.value}; expected 0 or more"
                    self.add(message, model.where(*path), "correct it in game.yaml")
                return max(parameter.value, 0)
        self.unknown("parameter", value, model.where(*path), [p.id for p in self.game.info.parameters])
        return 0

    def factor(self, value: int | str, model: SourceModel, *path: str | int) -> Fraction:
        """A multiplier as written, or the value of the parameter that it names."""
        named = isinstance(value, str) and not value[0].isdigit()
        return Fraction(self.amount(value, model, *path)) if named else fraction(value)


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of something written: a path in a model that was read from a file."""

    model: SourceModel
    path: tuple[str | int, ...] = ()

    def inner(self, *path: str | int) -> Spot:
        """The place of what is written inside it."""
        return Spot(self.model, (*self.path, *path))

    @property
    def value(self) -> Location | None:
        """Where the value stands."""
        return self.model.where(*self.path)

    @property
    def key(self) -> Location | None:
        """Where its key stands."""
        return self.model.where_key(*self.path)


def rounded(value: Fraction, how: str) -> Fraction:
    """`value` rounded down, up, to the nearest (halves up), or left exact."""
    if how == "exact":
        return value
    if how == "down":
        return Fraction(value.numerator // value.denominator)
    if how == "up":
        return Fraction(-(-value.numerator // value.denominator))
    return Fraction((2 * value.numerator + value.denominator) // (2 * value.denominator))


def fraction(value: int | str) -> Fraction:
    """A multiplier as written: 2, or "1/2"."""
    return Fraction(value)
