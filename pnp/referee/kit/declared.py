"""Mistakes in declarations, collected while they are compiled, each at its line and column."""

from __future__ import annotations

from collections.abc import Collection, Iterable
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
        listed = f"known: {', '.join(known[:20])}." if known else f"the game has no {kind}."
        self.add(f"unknown {kind} {name!r}", where, did_you_mean(name, known) or listed)

    def known(self, kind: str, name: str, names: Collection[str], model: SourceModel, *path: str | int) -> bool:
        """Whether `name` is one of `names`; a mistake at `path` of `model` when it isn't."""
        if name in names:
            return True
        self.unknown(kind, name, model.where(*path), names)
        return False

    def amount(self, value: int | str, model: SourceModel, *path: str | int) -> int:
        """A number, or the value of the parameter that it names; 0 and a mistake where there is none."""
        if isinstance(value, int):
            return value
        for parameter in self.game.info.parameters:
            if parameter.id == value:
                return parameter.value
        self.unknown("parameter", value, model.where(*path), [p.id for p in self.game.info.parameters])
        return 0


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
