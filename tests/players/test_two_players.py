"""A side that the rules lead, and that a player leads with an option."""

from __future__ import annotations

import json

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.players.match import play
from pnp.players.roster import deciding_sides, make_players, parse_players
from pnp.sources import load_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def game():
    return load_game("march-of-justice")


def test_the_option_gives_the_side_to_a_player(game):
    assert deciding_sides(rules_of(game)) == ("wagner",)
    two = rules_of(game, options={"two-player": True})
    assert deciding_sides(two) == ("wagner", "russia")
    assert parse_players(two, "random") == {"wagner": "random", "russia": "random"}


def test_without_the_option_the_error_names_it(game):
    with pytest.raises(SourceError) as caught:
        make_players(rules_of(game), {"wagner": "heuristic", "russia": "heuristic"}, 0)
    problem = caught.value.problems[0]
    assert problem.message == "'russia' is led by the rules, not by a player"
    assert problem.hint == "a player leads it with --option two-player"


def test_both_heuristics_play_to_the_end_and_are_named_in_the_log(game):
    two = rules_of(game, options={"two-player": True})
    log = play(two, {"wagner": "heuristic", "russia": "heuristic"}, 3).log
    assert dict(log.head.players) == {"wagner": "heuristic", "russia": "heuristic"}
    assert {line.data["side"] for line in log.of("do")} == {"wagner", "russia"}


def test_the_command_line_says_the_same(pnp):
    ran = pnp("play", "march-of-justice", "--as", "russia")
    assert ran.code == 1
    assert "a player leads it with --option two-player" in ran.err
    ran = pnp("playtest", "march-of-justice", "--games", "1", "--players", "wagner=random,russia=random")
    assert ran.code == 1
    assert "--option two-player" in ran.err
    players = ("--players", "wagner=random,russia=random", "--option", "two-player")
    assert json.loads(pnp("playtest", "march-of-justice", "--games", "2", *players, "--json").out)["games"] == 2
    ran = pnp("play", "march-of-justice", "--as", "russia", "--option", "two-player", text="q\n")
    assert "Russian Turn" in ran.out
