"""A ladder of players, and what it says about game and search."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pnp.games import rules_of
from pnp.playtest.ladder import Pairing, agreement, elo, ladder, seats, verdict
from pnp.playtest.run import PlaytestOrder
from pnp.sources import load_game

NAMES = ["random", "heuristic"]
NO_HELP = {"low": 0.4, "high": 0.55, "same_side": {"share": 0.5, "low": 0.3}, "agreement": {"share": 0.9}}


@pytest.fixture(scope="module")
def game():
    return load_game("the-ford")


def test_each_side_is_led_by_both():
    assert seats(["north", "south"], "weak", "strong") == [
        Pairing(("north",), {"north": "strong", "south": "weak"}),
        Pairing(("south",), {"north": "weak", "south": "strong"}),
    ]
    assert [seat.sides for seat in seats("abc", "weak", "strong")] == [
        ("a",), ("b",), ("c",), ("b", "c"), ("a", "c"), ("a", "b")
    ]  # fmt: skip
    assert [seat.players for seat in seats(["russia"], "weak", "strong")] == [{"russia": "strong"}, {"russia": "weak"}]


def test_elo_adds_up_along_the_chain():
    """30 of 40 is 400 log10(30.5 / 10.5) = 185; 20 of 40 is 0; a clean sweep of 40, 40.5 : 0.5, is 763."""
    rated = elo([(30, 40), (20, 40), (40, 40)], ["a", "b", "c", "d"], 0)
    assert [row["elo"] for row in rated] == [0, 185, 185, 949]
    assert all(row["low"] < row["elo"] < row["high"] for row in rated[1:])
    assert rated == elo([(30, 40), (20, 40), (40, 40)], ["a", "b", "c", "d"], 0)
    widths = [row["high"] - row["low"] for row in rated]
    assert widths == sorted(widths)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"low": 0.51, "high": 0.8}, "helps"),
        ({"low": 0.2, "high": 0.49}, "harms"),
        ({"same_side": {"share": 0.8, "low": 0.6}}, "sides"),
        ({"same_side": {"share": 0.8, "low": 0.4}}, "same"),  # of few seeds
        ({"agreement": {"share": 0.3}}, "unsteady"),
        ({"high": 0.7}, "few"),
        ({"agreement": None}, "same"),
        ({}, "same"),
    ],
)
def test_verdicts_name_who_is_at_fault(changed, expected):
    assert verdict(NO_HELP | changed) == expected


def test_a_ladder_is_the_same_for_any_number_of_workers(game, tmp_path):
    """Two seeds, both sides: four games, all won by the adviser, so the sides win alike."""
    order = PlaytestOrder(2, seed=3)
    report = ladder(game, order, NAMES)
    del report["performance"]
    again = ladder(game, replace(order, workers=2, out=tmp_path), NAMES)
    assert json.loads((tmp_path / "report.json").read_text()) == report
    assert again["hash"] == report["hash"]
    (step,) = report["steps"]
    assert (step["games"], step["points"], step["wins"]) == (4, 4.0, {"north": 2, "south": 2})
    assert step["by_side"]["south"]["points"] == 2.0
    assert step["same_side"]["count"] == 0


def test_two_players_of_one_side_meet_by_playing_the_same_seeds():
    """Of three seeds the advice wins two and the random player none; the third, which both lose, says nothing."""
    report = ladder(load_game("putins-war"), PlaytestOrder(3), NAMES)
    (step,) = report["steps"]
    assert step["wins"] == {"russia": 2, "ukraine": 4}
    assert (step["games"], step["points"], list(step["by_side"])) == (2, 2.0, ["russia"])


def test_of_one_side_a_seed_counts_that_one_player_wins(monkeypatch):
    """Seeds: only the stronger wins; both; neither, with more points for the weaker; only the weaker; a fault."""
    rows = {
        "heuristic": [("russia", 9), ("russia", 9), ("ukraine", 0), ("ukraine", 7), ("russia", 9)],
        "random": [("ukraine", 8), ("russia", 5), ("ukraine", 7), ("russia", 5), ("ukraine", 0)],
    }

    def played(campaign, *given, **named):
        return {
            index: {"winner": winner, "score": {"russia": points}, "fault": "stuck" if index == 4 else None}
            for index, (winner, points) in enumerate(rows[campaign.players["russia"]])
        }

    monkeypatch.setattr("pnp.playtest.ladder.run_campaign", played)
    (step,) = ladder(load_game("putins-war"), PlaytestOrder(5), NAMES)["steps"]
    assert (step["games"], step["points"], step["share"]) == (2, 1.0, 0.5)
    assert (step["same_side"]["count"], step["faults"]) == (2, 2)


def test_a_player_agrees_with_itself_more_or_less(game):
    told = agreement(rules_of(game), 0, "search:1")
    assert told["with"] == "search:4"
    assert 0 < told["count"] <= 16
    assert told["share"] == round(told["count"] / 16, 4)
