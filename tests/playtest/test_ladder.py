"""A ladder of players, and what it says about game and search."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from statistics import fmean

import pytest

from pnp.games import rules_of
from pnp.playtest.ladder import (
    ASKED,
    Pairing,
    _by_the_other_half,
    _moments,
    elo,
    ladder,
    played_out,
    seats,
    trial,
    verdict,
)  # fmt: skip
from pnp.playtest.ladder_text import ladder_as_text
from pnp.playtest.paired import PairedDifference
from pnp.playtest.run import PlaytestOrder
from pnp.sources import load_game
from tests.players.test_search import attack_on_averne, last_turn

NAMES = ["random", "heuristic"]
NO_CLAIM = {"difference": 0.01, "low": -0.01, "high": 0.03, "claim": False}
LESS = {"difference": -0.02, "low": -0.03, "high": -0.01, "claim": True}
MORE = {"difference": 0.02, "low": 0.01, "high": 0.03, "claim": True}
NO_HELP = {
    "low": 0.4, "high": 0.55, "same_side": {"share": 0.5, "low": 0.3}, "by_side": {"north": {}, "south": {}},
    "trial": {"taken": NO_CLAIM, "best": NO_CLAIM}, "more_at_most": 0.25,
}  # fmt: skip


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
        ({"same_side": {"share": 0.8, "low": 0.6}, "by_side": {"north": {}}}, "few"),  # who plays alone meets nobody
        ({"same_side": {"share": 0.8, "low": 0.4}}, "few"),  # of few seeds
        ({"same_side": {"share": 0.8, "low": 0.6}, "trial": None}, "sides"),
        ({"same_side": {"share": 1.0, "low": 0.9}, "trial": {"taken": NO_CLAIM, "best": MORE}}, "misses"),
        ({"same_side": {"share": 1.0, "low": 0.9}, "trial": {"taken": MORE, "best": MORE}}, "sides"),
        ({"trial": {"taken": LESS, "best": MORE}}, "worse"),
        ({"trial": {"taken": MORE, "best": MORE}}, "finds"),
        ({"trial": {"taken": NO_CLAIM, "best": MORE}}, "misses"),
        ({"more_at_most": 0.19}, "nothing"),
        ({"more_at_most": 0.19, "trial": {"taken": NO_CLAIM, "best": LESS}}, "nothing"),
        ({"more_at_most": 0.19, "trial": {"taken": NO_CLAIM, "best": MORE}}, "misses"),
        ({"more_at_most": 0.19, "trial": None}, "few"),
        ({"trial": None}, "few"),
        ({}, "few"),
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
    assert step["more_at_most"] == PairedDifference(1, 1, 4).as_json()["high"]


# Choices played out: The Ford in its last turn, whose best play is known ------------------------------------


def test_a_choice_is_played_out_with_the_chances_of_the_table(game):
    """An attack that wins with two of six faces and draws with two others; the state and its dice stay as they are."""
    rules = rules_of(game)
    state, targets = attack_on_averne(rules)
    before, advisers = state.to_json(), {side: rules.adviser(side) for side in rules.deciding}
    wins = [played_out(rules, advisers, state, targets["0905"], seed) for seed in range(600)]
    assert all(abs(wins.count(points) - 200) < 46 for points in (0.0, 0.5, 1.0))  # four errors of 11.5
    assert wins == [played_out(rules, advisers, state, targets["0905"], seed) for seed in range(600)]
    assert state.to_json() == before


def test_a_trial_shows_what_thinking_finds_and_what_there_was_to_find(game, monkeypatch):
    """The one decision asked is the trap of the advice: who stays loses, who marches has a draw, half a game more."""
    rules = rules_of(game)
    units = {"0705": ["north-infantry-2"], "0608": ["south-infantry-3"]}
    state = last_turn(rules, "south-movement", units, ["0905", "0306"])
    monkeypatch.setattr("pnp.playtest.ladder._moments", lambda *given: ([(state, rules.choices(state))], 10))
    seen = trial(rules, 1, "heuristic", "search:50")
    assert (seen["decisions"], seen["other"]) == (1, 1)
    assert (seen["taken"]["difference"], seen["best"]["difference"]) == (0.1667, 0.1667)  # of three, with two added
    blind = trial(rules, 1, "search:50", "search:50")
    assert (blind["other"], blind["taken"]["difference"], blind["best"]["difference"]) == (0, 0, 0)
    assert blind["best"]["high"] > 0.05


def test_the_best_choice_is_judged_by_rounds_in_which_it_was_not_chosen():
    """Two choices that win in every other round only: the best of each half gains nothing in the other."""
    assert fmean(_by_the_other_half({(1,): [0] * 4, (2,): [1, -1, 1, -1], (3,): [-1, 1, -1, 1]})) == -1
    assert fmean(_by_the_other_half({(1,): [0] * 4, (2,): [1, 1, 0, 1]})) == 0.75


def test_decisions_are_spread_over_games(game):
    moments, length = _moments(rules_of(game), 0)
    assert len(moments) == ASKED
    assert 100 < length < 300
    assert all(len(choices) > 1 for _, choices in moments)
    assert len({state.turn for state, _ in moments}) > 4


def test_a_report_says_who_is_at_fault(game):
    """In words, beside what was played out."""
    played = {"decisions": 48, "rounds": 40, "other": 9, "taken": NO_CLAIM, "best": MORE}
    row = {"games": 8, "share": 0.5, "low": 0.2, "high": 0.8}
    step = {"stronger": "search:50", "weaker": "heuristic", "verdict": "misses", "trial": played, **row,
            "by_side": {"north": row}, "same_side": {"share": 0.5}, "more_at_most": 0.6}  # fmt: skip
    text = ladder_as_text(game, {"elo": [], "steps": [step]})
    assert "search:50 against heuristic: The search is at fault: it misses choices that win more." in text
    assert re.search(r"heuristic +48 +40 +9 +\+1\.0 \(−1\.0 … \+3\.0\) +\+2\.0 \(\+1\.0 … \+3\.0\)", text)
