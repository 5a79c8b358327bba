"""`pnp playtest --ladder`: what is printed and what is refused."""

from __future__ import annotations

import json

import pytest

LADDER = ("playtest", "the-ford", "--games", "1", "--ladder")


def test_it_prints_elo_shares_and_verdicts(pnp):
    ran = pnp(*LADDER, "random, heuristic")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].split() == ["player", "Elo", "95", "%"]
    assert lines[5].startswith("heuristic against random      2")
    assert lines[7].startswith("  as South")
    assert lines[9].startswith("heuristic against random: ")


def test_json_has_schema_1_and_sorted_keys(pnp):
    document = json.loads(pnp(*LADDER, "random,heuristic", "--json").out)
    assert (document["schema"], list(document)) == (1, sorted(document))
    assert [row["player"] for row in document["elo"]] == ["random", "heuristic"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("random",), "two players at least"),
        (("random,random", "--players", "heuristic"), "leave --players and --sweep out"),
    ],
)
def test_a_ladder_that_makes_no_sense_is_wrong_usage(pnp, wrong, message):
    ran = pnp(*LADDER, *wrong)
    assert ran.code == 2
    assert message in " ".join(ran.err.split())


def test_an_unknown_player_is_refused_before_anything_is_played(pnp):
    ran = pnp(*LADDER, "random,hueristic")
    assert ran.code == 1
    assert "did you mean 'heuristic'" in ran.err
