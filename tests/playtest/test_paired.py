"""Paired differences: counts and intervals worked out by hand."""

from __future__ import annotations

import pytest

from pnp.playtest.paired import (
    PairedDifference,
    PairedMean,
    farthest_pair,
    paired_points,
    paired_wins,
    student_95,
)


def rows(*winners: str | None) -> dict[int, dict]:
    return {
        i: {"seed": 100 + i, "fault": "broken" if w == "fault" else None, "winner": w} for i, w in enumerate(winners)
    }


def test_only_games_that_came_out_differently_count():
    found = paired_wins(rows("red", "red", "blue", None), rows("red", "blue", "red", "red"), "red")
    assert (found.more, found.fewer, found.pairs) == (1, 2, 4)
    assert found.value == -0.25


def test_a_fault_in_either_series_makes_no_pair():
    found = paired_wins(rows("red", "fault", "red"), rows("fault", "blue", "blue"), "red")
    assert (found.more, found.fewer, found.pairs) == (1, 0, 1)


def test_other_seeds_are_no_pairs():
    other = {0: {"seed": 7, "fault": None, "winner": "red"}}
    with pytest.raises(ValueError, match="two seeds"):
        paired_wins(rows("red"), other, "red")


def test_the_interval_is_that_of_agresti_and_min():
    """b = 10.5, c = 2.5, n = 52: d = 8/52 = 0.1538, error = sqrt(13 - 64/52)/52 = 0.0660, 1.96 of it = 0.1293."""
    low, high = PairedDifference(10, 2, 50).interval()
    assert (round(low, 4), round(high, 4)) == (0.0245, 0.2832)
    assert PairedDifference(10, 2, 50).as_json() == {
        "difference": 0.16, "low": 0.0245, "high": 0.2832, "more": 10, "fewer": 2, "pairs": 50, "claim": True
    }  # fmt: skip


def test_nothing_is_claimed_when_the_interval_includes_0():
    """b = 6.5, c = 4.5, n = 52: d = 0.0385, error = sqrt(11 - 4/52)/52 = 0.0636: from -0.0861 to 0.1630."""
    found = PairedDifference(6, 4, 50).as_json()
    assert (found["low"], found["high"], found["claim"]) == (-0.0861, 0.163, False)


def test_without_pairs_nothing_is_known():
    found = PairedDifference(0, 0, 0).as_json()
    assert (found["difference"], found["claim"]) == (0.0, False)
    assert found["low"] < -0.6 < 0.6 < found["high"]


def scores(*points: int | None) -> dict[int, dict]:
    """Games of red; None is a fault."""
    return {
        i: {"seed": i, "fault": "x" if p is None else None, "score": {} if p is None else {"red": p}}
        for i, p in enumerate(points)
    }


def test_points_are_compared_game_by_game():
    """5 - 3, 1 - 4; the third has no partner. Mean -0.5, deviation 3.5355, t 12.7062 of one degree: ± 31.77."""
    found = paired_points(scores(5, 1, 9), scores(3, 4, None), "red").as_json()
    assert found == {"difference": -0.5, "low": -32.2655, "high": 31.2655, "pairs": 2, "claim": False}
    assert farthest_pair(scores(5, 1, 9), scores(3, 4, None), "red") == {
        "index": 1, "seed": 1, "side": "red", "base": 4, "points": 1,
    }  # fmt: skip


def test_a_single_pair_has_no_interval():
    assert PairedMean((3,)).as_json() == {"difference": 3.0, "low": None, "high": None, "pairs": 1, "claim": False}


@pytest.mark.parametrize(("freedom", "t"), [(2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (120, 1.9799)])
def test_the_quantiles_of_student_are_those_of_the_tables(freedom, t):
    assert student_95(freedom) == pytest.approx(t, rel=0.01)
