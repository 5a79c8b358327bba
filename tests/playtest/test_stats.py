"""Intervals and sums; values worked by hand or published."""

import json

import pytest

from pnp.playtest.stats import Sums, overlap, share, spread, wilson


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_agree_with_newcombe(count, total, low, high):
    assert wilson(count, total) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_nothing_is_known_without_games():
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_spread_has_the_lower_median():
    assert spread([4, 1, 3, 2]) == {"mean": 2.5, "min": 1, "median": 2, "max": 4}


def test_no_claim_where_intervals_overlap():
    assert overlap(share(48, 100), share(52, 100))
    assert not overlap(share(10, 100), share(90, 100))


def test_tables_are_summed_by_column_and_row():
    sums = summed(
        a_game(tables={"combat": {"2:1": {"4": 1}, "1:1": {"3": 2}}}, rules={"5.1": 3}),
        a_game(tables={"combat": {"1:1": {"4": 1, "3": 1}}}, rules={"5.1": 1, "4.2": 1}),
    )
    assert json.dumps(sums.tables_used()) == '{"combat": {"1:1": {"3": 3, "4": 1}, "2:1": {"4": 1}}}'
    assert json.dumps(sums.rules_used()) == '{"4.2": 1, "5.1": 4}'


def test_what_is_summed_is_not_kept_and_a_game_with_a_fault_counts_for_nothing():
    game = a_game(rules={"5.1": 3})
    sums = summed(game, {"index": 1, "seed": 6, "fault": "the process died"})
    assert sorted(game) == ["fault", "index", "seed"] and sums.rules_used() == {"5.1": 3}


def a_game(**summary):
    return {"index": 0, "seed": 5, "fault": None, "rules": {}, "tables": {}, "score_by_turn": [], **summary}


def summed(*games):
    sums = Sums()
    for game in games:
        sums.add(game)
    return sums


def scored(*points):
    """A game's points of Russia, as (turn, points)."""
    return a_game(score_by_turn=[{"turn": turn, "score": {"russia": value}} for turn, value in points])


def test_turns_count_only_games_that_reached_them():
    rows = summed(scored((1, 3), (2, 7)), scored((1, 5))).by_turn()
    assert [(r["turn"], r["games"], r["score"]["russia"]["mean"]) for r in rows] == [(1, 2, 4.0), (2, 1, 7.0)]


def test_games_that_score_once_stand_in_the_turn_in_which_they_ended():
    """Two games end in turn 10 with 4 and 9 points, one in turn 7 with 2; no row for a turn without a score."""
    rows = summed(scored((10, 4)), scored((7, 2)), scored((10, 9))).by_turn()
    assert rows == [
        {"turn": 7, "games": 1, "score": {"russia": {"mean": 2.0, "min": 2, "median": 2, "max": 2}}},
        {"turn": 10, "games": 2, "score": {"russia": {"mean": 6.5, "min": 4, "median": 4, "max": 9}}},
    ]
