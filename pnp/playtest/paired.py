"""The difference of two shares that were counted on the same games, with its interval."""

from __future__ import annotations

import math
import statistics
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


@dataclass(frozen=True)
class PairedMean:
    """By how many points the games of one series differ from those of the other, game by game.

    differences  one for each pair
    """

    differences: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        """Mean and 95 % interval by Student's t; without two pairs nothing is known, and there are no ends."""
        n = len(self.differences)
        mean = math.fsum(self.differences) / n if n else 0.0
        if n < 2:
            return {"difference": round(mean, DIGITS), "low": None, "high": None, "pairs": n, "claim": False}
        half = student_95(n - 1) * statistics.stdev(self.differences) / math.sqrt(n)
        low, high = mean - half, mean + half
        return {
            "difference": round(mean, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS), "pairs": n,
            "claim": low > 0 or high < 0,
        }  # fmt: skip


def student_95(freedom: int) -> float:
    """Two-sided 95 % quantile of Student's t, of 2 degrees of freedom and more within 1 %.

    M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5; exact for one degree.
    """
    if freedom == 1:
        return 12.7062
    z = Z95
    terms = (
        (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )  # fmt: skip
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def paired_points(
    games: Mapping[int, Mapping[str, Any]], base: Mapping[int, Mapping[str, Any]], side: str
) -> PairedMean:
    """By how many points of `side` the games differ from `base`; pairs as in `paired_wins`."""
    return PairedMean(
        tuple(
            row["score"][side] - base[index]["score"][side]
            for index, row in games.items()
            if index in base and not row["fault"] and not base[index]["fault"]
            and side in row["score"] and side in base[index]["score"]
        )
    )  # fmt: skip


def farthest_pair(
    games: Mapping[int, Mapping[str, Any]], base: Mapping[int, Mapping[str, Any]], side: str
) -> dict[str, Any] | None:
    """The seed whose two games ended with points of `side` that lie farthest apart; None without a pair."""
    both = [
        (index, base[index]["score"][side], row["score"][side])
        for index, row in games.items()
        if index in base and side in row.get("score", {}) and side in base[index].get("score", {})
    ]  # fmt: skip
    if not both:
        return None
    index, before, after = max(both, key=lambda pair: (abs(pair[2] - pair[1]), -pair[0]))
    return {"index": index, "seed": base[index]["seed"], "side": side, "base": before, "points": after}


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
