"""Shares with intervals, and the sums of a campaign."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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


def overlap(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two shares' intervals overlap, so that no claim may be made about which is larger."""
    return bool(first["low"] <= second["high"] and second["low"] <= first["high"])


def summed_tables(games: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, dict[str, int]]]:
    """Table id -> column -> row -> how often it was read."""
    total: dict[str, dict[str, Counter[str]]] = {}
    for game in games:
        for table, columns in game["tables"].items():
            for column, rows in columns.items():
                total.setdefault(table, {}).setdefault(column, Counter()).update(rows)
    return {t: {c: dict(sorted(r.items())) for c, r in sorted(cs.items())} for t, cs in sorted(total.items())}


def summed_rules(games: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Rule address -> how often the logs named it."""
    total: Counter[str] = Counter()
    for game in games:
        total.update(game["rules"])
    return dict(sorted(total.items()))


def by_turn(games: Sequence[Mapping[str, Any]], sides: Sequence[str]) -> list[dict[str, Any]]:
    """One row for each turn in which a game was scored: how many were, and each side's points.

    A game that scores turn by turn is in the row of each turn that it finished, one that scores once in the row of
    its last turn.
    """
    scores: dict[int, list[Mapping[str, int]]] = {}
    for game in games:
        for row in game["score_by_turn"]:
            scores.setdefault(row["turn"], []).append(row["score"])
    rows = []
    for turn, scored in sorted(scores.items()):
        points = {side: [score[side] for score in scored if side in score] for side in sides}
        spreads = {side: spread(values) for side, values in points.items() if values}
        rows.append({"turn": turn, "games": len(scored), "score": spreads})
    return rows


def shown_outcomes(game: Game, report: Mapping[str, Any]) -> list[str]:
    """Outcomes in the order of game.yaml; those of an option that is off are left out unless they came up."""
    off = {option.rule for option in game.info.options if not report["options"].get(option.id, option.default)}
    outcomes = report["outcomes"]
    return [o.id for o in game.info.outcomes if o.id in outcomes and (outcomes[o.id]["count"] or o.rule not in off)]
