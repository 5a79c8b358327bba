"""Shares with intervals, and the sums of a campaign."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.model.game import Game

Z95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""

DIGITS = 4
"""Decimals of every share and mean in a report."""


def wilson(count: int, total: int) -> tuple[float, float]:
    """Wilson score interval of a share at 95 %: (low, high).

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209-212.
    Without trials nothing is known: (0, 1).
    """
    if total <= 0:
        return 0.0, 1.0
    share, z2 = count / total, Z95 * Z95
    centre = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = Z95 * math.sqrt(share * (1 - share) / total + z2 / (4 * total * total)) / (1 + z2 / total)
    return max(0.0, centre - half), min(1.0, centre + half)


def share(count: int, total: int) -> dict[str, float | int]:
    """`count` of `total` with its interval."""
    low, high = wilson(count, total)
    part = count / total if total else 0.0
    return {"count": count, "share": round(part, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS)}


def spread(values: Sequence[int]) -> dict[str, float | int]:
    """mean, min, median and max of `values`; zeros when there are none."""
    if not values:
        return {"mean": 0.0, "min": 0, "median": 0, "max": 0}
    return {
        "mean": round(statistics.fmean(values), DIGITS),
        "min": min(values),
        "median": statistics.median_low(values),
        "max": max(values),
    }


def band(ordered: Sequence[int]) -> dict[str, float | int]:
    """How many values there are, their mean, and the ends of the band that holds 80 of 100 of them.

    ordered  ascending, one at least
    """
    tenth = len(ordered) // 10
    mean = round(statistics.fmean(ordered), DIGITS)
    return {"games": len(ordered), "mean": mean, "low": ordered[tenth], "high": ordered[-1 - tenth]}


def overlap(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two shares' intervals overlap, so that no claim may be made about which is larger."""
    return bool(first["low"] <= second["high"] and second["low"] <= first["high"])


class Sums:
    """What the games of a campaign add up to, so that none of them has to be kept whole.

    rules   address -> how often the logs named it
    tables  table id -> column -> row -> how often it was read
    scores  turn -> side -> points -> games
    scored  turn -> games that were scored in it

    A game that scores turn by turn counts in each turn that it finished, one that scores once in its last turn.
    """

    def __init__(self) -> None:
        self.rules: Counter[str] = Counter()
        self.tables: dict[str, dict[str, Counter[str]]] = {}
        self.scores: dict[int, dict[str, Counter[int]]] = {}
        self.scored: Counter[int] = Counter()

    def add(self, game: dict[str, Any]) -> None:
        """Move the rules, tables and points by turn of a game's summary into the sums."""
        if game["fault"]:
            return
        self.rules.update(game.pop("rules"))
        for table, columns in game.pop("tables").items():
            for column, rows in columns.items():
                self.tables.setdefault(table, {}).setdefault(column, Counter()).update(rows)
        for row in game.pop("score_by_turn"):
            self.scored[row["turn"]] += 1
            for side, points in row["score"].items():
                self.scores.setdefault(row["turn"], {}).setdefault(side, Counter())[points] += 1

    def rules_used(self) -> dict[str, int]:
        """`rules`, sorted."""
        return dict(sorted(self.rules.items()))

    def tables_used(self) -> dict[str, dict[str, dict[str, int]]]:
        """`tables`, sorted."""
        return {t: {c: dict(sorted(r.items())) for c, r in sorted(cs.items())} for t, cs in sorted(self.tables.items())}

    def by_turn(self) -> list[dict[str, Any]]:
        """One row for each turn in which a game was scored: how many were, and each side's points."""
        rows = []
        for turn, games in sorted(self.scored.items()):
            points = sorted(self.scores.get(turn, {}).items())
            spreads = {side: spread(sorted(counts.elements())) for side, counts in points}
            rows.append({"turn": turn, "games": games, "score": spreads})
        return rows


def shown_outcomes(game: Game, report: Mapping[str, Any]) -> list[str]:
    """Outcomes in the order of game.yaml; those of an option that is off are left out unless they came up."""
    off = {option.rule for option in game.info.options if not report["options"].get(option.id, option.default)}
    outcomes = report["outcomes"]
    return [o.id for o in game.info.outcomes if o.id in outcomes and (outcomes[o.id]["count"] or o.rule not in off)]
