"""Capture, points, levels and the end of the game in Winter War.

A headquarters in 2364 is three hexes from Leningrad (2464 or 2465, 2565 or 2566, 2667 …) and within five of Viipuri
(2262).
"""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.games.winter_war.board import SOVIET
from tests.games.winter_war.fights import Fight

FAR = {"1365": ["finnish-regiment-7"]}
"""A Finnish unit at Helsinki, on the south side of Row A, so that the 50 points for a clear south are not in play."""


@pytest.fixture
def rules(winter_rules):
    return winter_rules


@pytest.fixture(scope="module")
def optional(winter_game):
    return rules_of(winter_game, options={"scenarios": True})


@pytest.fixture
def board(rules):
    return lambda units, **given: Fight(rules, {**FAR, **units}, open_phase=False, **given)


def points(played):
    return dict(played.rules.victory.schedule(played.state, SOVIET))


def end(played):
    """The points are counted."""
    played.rules.victory.end_game(played.state)
    return played.rules.result(played.state)


# Capture ---------------------------------------------------------------------------------------------------------


def test_viipuri_is_captured_with_a_line_to_leningrad(board):
    """Nobody stands in Viipuri; a headquarters in 2364 is two hexes from it. Rule: Capture"""
    assert points(board({"2364": ["headquarters-1"]}, held=["2262"])) == {"viipuri": 25}


def test_without_a_headquarters_it_is_not(board):
    """Rule: Capture"""
    assert points(board({"2262": ["rifle-corps-1"]})) == {}


def test_enemies_cut_the_line_of_communication(board):
    """Finns in 2465 and 2565 control every hex between 2364 and Leningrad. Rule: Capture, Supply F1"""
    units = {
        "2364": ["headquarters-1"],
        "2465": ["finnish-division-1"],
        "2565": ["finnish-division-2"],
        "2665": ["finnish-division-3"],
    }
    assert points(board(units, held=["2262"])) == {}


def test_a_headquarters_more_than_ten_hexes_from_a_city_gives_no_line(board):
    """2848 lies 11 hexes from Petrozavodsk (3655) and 19 from Leningrad; Viipuri is far from it too. Rule: Capture"""
    assert points(board({"2848": ["headquarters-1"]}, held=["1434"])) == {}


@pytest.mark.parametrize(("patrol", "worth"), [({}, {"petsamo": 30}), ({"3550": ["ski-patrol-1"]}, {})])
def test_one_unit_on_the_murmansk_railway_takes_petsamo(board, patrol, worth):
    """3106 lies between Petsamo (2805) and Murmansk, whose railway passes 3550. Rule: Capture, WW-97"""
    assert points(board({"3106": ["headquarters-1"], **patrol}, held=["2805"])) == worth


def test_the_row_west_of_viipuri_counts_hex_by_hex(board):
    """2160, 2161 and 2162, all within five hexes of 2364. Rule: Victory Point Schedule"""
    assert points(board({"2364": ["headquarters-1"]}, held=["2160", "2161", "2162"])) == {"row-west-of-viipuri": 15}


@pytest.mark.parametrize(("held", "worth"), [(["2363", "2463", "2563"], {}), (["2363", "2463", "2563", "2663"],
    {"mannerheim-line": 40})])
def test_the_line_counts_only_whole(board, held, worth):
    """Rule: Victory Point Schedule"""
    assert points(board({"2464": ["headquarters-1"]}, held=held)) == worth


def test_finns_capture_supply_cities(rules):
    """Petrozavodsk -10, by a division in it that has a way home; Murmansk, which nobody else counts, -20.

    Rule: Victory Point Schedule, WW-31, Capture
    """
    units = {**FAR, "3655": ["finnish-regiment-1"], "3309": ["finnish-regiment-2"]}
    assert points(Fight(rules, units, open_phase=False)) == {"supply-city": -10, "murmansk": -20}


def test_leningrad_is_worth_a_hundred(rules):
    """Rule: Victory Point Schedule"""
    assert points(Fight(rules, {**FAR, "2667": ["finnish-regiment-1"]}, open_phase=False)) == {"leningrad": -100}


def test_a_clear_south(rules):
    """Allied units count as Finnish; one north of Row A doesn't matter. Rule: Victory Point Schedule, WW-43"""
    clear = Fight(rules, {"1434": ["finnish-regiment-1"]}, open_phase=False)
    allied = Fight(rules, {"1434": ["finnish-regiment-1"], "1365": ["allied-brigade-1"]}, open_phase=False)

    assert points(clear) == {"south-clear": 50}
    assert points(allied) == {}


def test_allied_losses_and_a_missing_garrison(board):
    """Rule: Victory Point Schedule"""
    played = board({})
    played.state.allies, played.state.misses = 2, 3

    assert points(played) == {"allied-losses": 10, "murmansk-garrison": -30}


# Murmansk --------------------------------------------------------------------------------------------------------

GUARDS = [f"rifle-regiment-{n}" for n in range(1, 8)]
AROUND = ["3309", "3310", "3311", "3410", "3411", "3210", "3211"]


def garrison(count, **given):
    """So many rifle regiments at Murmansk (3309) and south of it, a headquarters among them."""
    units = {hex_: [unit] for hex_, unit in zip(AROUND, GUARDS[:count], strict=False)}
    return {**units, "3312": ["headquarters-1"], **given}


@pytest.mark.parametrize(("turn", "count", "misses"), [(3, 0, 0), (4, 7, 0), (4, 6, 1), (10, 6, 1)])
def test_seven_units_near_murmansk_from_turn_four(rules, turn, count, misses):
    """Headquarters don't count. Rule: Murmansk Defense"""
    played = Fight(rules, garrison(count), turn=turn, open_phase=False)
    assert not played.isolated("rifle-regiment-1")
    rules.victory.watch_murmansk(played.state)

    assert played.state.misses == misses


def test_border_guards_count_isolated_units_do_not(rules):
    """Rule: Murmansk Defense, WW-54"""
    played = Fight(rules, garrison(6, **{"3212": ["border-guards-1"]}), turn=4, open_phase=False)
    cut = Fight(
        rules, {**garrison(7), "3312": ["border-guards-2"], "3309": ["finnish-regiment-1"]}, turn=4, open_phase=False
    )

    assert rules.victory.garrison(played.state).bit_count() == 7
    assert rules.victory.garrison(cut.state).bit_count() == 1


def test_the_optional_rule_frees_murmansk(optional):
    """Rule: Optional Rule"""
    played = Fight(optional, {}, turn=5, open_phase=False)
    optional.victory.watch_murmansk(played.state)

    assert (played.state.misses, played.events("garrison")) == (0, [])


RING = {
    "2967": ["rifle-division-1"], "3067": ["rifle-division-2"], "2868": ["rifle-division-3"],
    "3068": ["rifle-division-4"],
    "2969": ["tank-corps"], "3069": ["cavalry"], "2768": ["headquarters-1"],
}  # fmt: skip
"""Soviet units all around 2968, which is Soviet and south of Row A."""


# The end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "level"),
    [
        (-200, "finnish-decisive"), (30, "finnish-decisive"), (31, "draw"), (60, "draw"), (61, "soviet-marginal"),
        (80, "soviet-marginal"), (81, "soviet-substantive"), (100, "soviet-substantive"), (101, "soviet-decisive"),
         (300, "soviet-decisive"),
    ],
)  # fmt: skip
def test_levels(rules, score, level):
    """Rule: Victory Levels"""
    assert rules.game.info.outcomes[rules.victory.level_of(score)].id == level


def test_the_last_turn_ends_the_game(board):
    """25 + 40 is a marginal victory. Rule: Victory, Sequence D"""
    played = board({"2364": ["headquarters-1"]}, held=["2262", "2363", "2463", "2563", "2663"], turn=10)
    played.open("interphase")
    result = played.rules.result(played.state)

    assert (result.end, result.winner, result.level, result.score) == (
        "soviet-marginal",
        "soviet",
        "soviet-marginal",
        {"soviet": 65},
    )
    assert [(line.get("code"), line.get("value")) for line in played.events("counted")] == [
        ("viipuri", 25),
        ("mannerheim-line", 40),
    ]
    assert [(line.get("turn"), line.get("by"), line.get("value")) for line in played.events("score")] == [
        (10, "soviet", 65)
    ]
    assert played.rules.choices(played.state) == []


def test_isolated_units_are_taken_off_before_the_points_are_counted(rules):
    """A Finnish unit cut off in the USSR, south of Row A, leaves the south clear; a lost corps holds nothing.

    Rule: Victory, WW-43
    """
    units = {**RING, "2968": ["finnish-regiment-1"]}
    played = Fight(rules, units, open_phase=False)
    assert played.isolated("finnish-regiment-1")
    result = end(played)

    assert "finnish-regiment-1" in played.at("finnish-eliminated")
    assert result.score == {"soviet": 50}
    assert "finnish-regiment-1" in [unit for line in played.events("removed") for unit in line.get("units")]


def test_removed_allies_are_no_losses(rules):
    """Only eliminated Allied units are worth points. Rule: Victory, Victory Point Schedule"""
    units = {**FAR, **RING, "2968": ["allied-brigade-1"]}
    played = Fight(rules, units, open_phase=False)
    assert played.isolated("allied-brigade-1")

    assert end(played).score == {"soviet": 0}
