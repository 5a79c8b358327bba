"""The difference of two shares that were counted on the same games, with its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.playtest.stats import DIGITS, Z95


@dataclass(frozen=True)
class PairedDifference:
    """How much more often something happened in one series of games than in the other, game by game.

    more   pairs in which it happened in the first series only
    fewer  pairs in which it happened in the second only
    pairs  all pairs
    """

    more: int
    fewer: int
    pairs: int

    @property
    def value(self) -> float:
        """The difference of the shares; 0 without pairs."""
        return (self.more - self.fewer) / self.pairs if self.pairs else 0.0

    def interval(self) -> tuple[float, float]:
        """(low, high) at 95 %.

        The Wald interval for matched pairs after half a pair is added to each of the four cells of the table:
        A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched proportions", Statistics in
        Medicine 24 (2005), 729-740. With b and c pairs that differ, out of n:
        d = (b - c)/n, standard error = sqrt(b + c - (b - c)^2 / n) / n.
        """
        b, c, n = self.more + 0.5, self.fewer + 0.5, self.pairs + 2
        middle = (b - c) / n
        half = Z95 * math.sqrt(b + c - (b - c) ** 2 / n) / n
        return max(-1.0, middle - half), min(1.0, middle + half)

    def as_json(self) -> dict[str, Any]:
        """Counts, difference and interval; `claim`: whether the interval excludes 0."""
        low, high = self.interval()
        return {
            "difference": round(self.value, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS),
            "more": self.more, "fewer": self.fewer, "pairs": self.pairs, "claim": low > 0 or high < 0,
        }  # fmt: skip


def paired_wins(
    games: Mapping[int, Mapping[str, Any]], base: Mapping[int, Mapping[str, Any]], side: str
) -> PairedDifference:
    """How much more often `side` won `games` than `base`; games with a fault in either series make no pair.

    Both are summaries by index, and the same index has the same seed.
    """
    more = fewer = pairs = 0
    for index, row in games.items():
        other = base.get(index)
        if other is None or row["fault"] or other["fault"]:
            continue
        if row["seed"] != other["seed"]:
            raise ValueError(f"game {index} has two seeds")
        pairs += 1
        won, won_before = row["winner"] == side, other["winner"] == side
        more += won and not won_before
        fewer += won_before and not won
    return PairedDifference(more, fewer, pairs)
