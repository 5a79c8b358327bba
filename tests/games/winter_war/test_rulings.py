"""Rulings of Winter War that fill what the original leaves open, where no other test is about them."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.games.winter_war.board import SOVIET
from tests.games.winter_war.conftest import goals, isolated, zone
from tests.games.winter_war.fights import Fight

HOME = {"2667": ["headquarters-1"], "1365": ["finnish-regiment-7"]}


@pytest.fixture(scope="module")
def optional(winter_game):
    return rules_of(winter_game, options={"scenarios": True})


def test_one_fortification_is_enough_for_the_brackets(winter_rules):
    """20 against 3 in the open and 1 doubled in a fortification: 20:5 is 4-1, a 2 is Dr, in brackets Ne. Rule:
    Fortifications B, Combat K, WW-75
    """
    units = {
        "2566": ["headquarters-1"],
        "2464": ["rifle-corps-1"],
        "2463": ["finnish-battalion-1"],
        "2364": ["swedish-volunteers"],
    }
    played = Fight(winter_rules, units, dice=(2,))
    played.do("attack 2364", "attack 2463", "choose-unit rifle-corps-1", "fight")

    assert played.odds() == ("20:5", "4-1")
    assert played.results() == ["Ne"]


def test_a_guest_of_a_ski_patrol_has_nothing_to_defend_with(winter_rules):
    """The battalion falls back on a patrol, which has no strength: both are lost without a roll. Rule: Combat A3,
    Combat R, WW-76
    """
    units = {
        "3252": ["headquarters-1"],
        "3154": ["rifle-division-1"],
        "3054": ["finnish-battalion-1"],
        "3153": ["ski-patrol-1"],
    }
    played = Fight(winter_rules, units)
    played.do("choose-unit finnish-battalion-1", "retreat-to 3153", "done", "done")
    played.do("attack 3153", "choose-unit rifle-division-1", "fight")

    assert played.events("undefended")[0].get("units") == ["finnish-battalion-1", "ski-patrol-1"]
    assert played.results() == []


def test_a_unit_that_has_retreated_into_an_empty_hex_defends_it(winter_rules):
    """3155 is a fortification: no Soviet zone reaches there, and 6 against 1 doubled is 3-1. Rule: Combat A3, Sequence
    A3a, WW-77
    """
    units = {"3252": ["headquarters-1"], "3154": ["rifle-division-1"], "3054": ["finnish-battalion-1"]}
    played = Fight(winter_rules, units, dice=(1,))
    played.do("choose-unit finnish-battalion-1", "retreat-to 3155", "done")
    played.do("attack 3155", "choose-unit rifle-division-1", "fight")

    assert played.odds() == ("6:2", "3-1")


@pytest.mark.parametrize(
    ("units", "worth"),
    [({"2261": ["finnish-brigade-1"]}, 0), ({"2261": ["finnish-brigade-1"], "2262": ["rifle-regiment-1"]}, 25)],
)
def test_no_line_leads_out_of_a_hex_that_the_enemy_controls(winter_rules, units, worth):
    """Viipuri was passed last; a unit in it cancels the zone of the brigade beside it. Rule: Capture, WW-85"""
    played = Fight(winter_rules, {**HOME, "2364": ["headquarters-2"], **units}, held=["2262"], open_phase=False)

    assert dict(winter_rules.victory.schedule(played.state, SOVIET)).get("viipuri", 0) == worth


def test_who_is_taken_off_at_the_end_has_not_been_eliminated(optional):
    """Six regiments around an Allied brigade in the USSR. Rule: Victory, Victory Point Schedule, WW-84"""
    ring = {hex_: [f"rifle-regiment-{n}"] for n, hex_ in enumerate(["3249", "3349", "3250", "3450", "3251", "3351"], 1)}
    played = Fight(
        optional, {**HOME, **ring, "3350": ["allied-brigade-1"], "3252": ["headquarters-2"]}, open_phase=False
    )
    optional.victory.end_game(played.state)

    assert ["allied-brigade-1"] in [line.get("units") for line in played.events("removed")]
    assert [line.get("code") for line in played.events("counted")] == []


def test_the_nearest_city_feeds_nobody_when_it_is_cut_off(winter):
    """3363 is eight hexes from Petrozavodsk and nine from Leningrad; a battalion sits on the railway at 3558. Rule:
    Supply F2, Supply F3, WW-87
    """
    units = {"3363": ["headquarters-1"], "3362": ["rifle-regiment-1"]}

    assert isolated(winter(units)) == []
    assert isolated(winter({**units, "3558": ["finnish-battalion-1"]})) == ["rifle-regiment-1"]


@pytest.mark.parametrize(("turn", "controlled"), [(7, False), (8, True)])
def test_ice_opens_the_closed_sides_of_its_hex(winter, turn, controlled):
    """2263 and 2163 are parted by the Bay of Viipuri, in which 2163 freezes. Rule: Movement N, Zones of Control E,
    WW-89
    """
    assert ("2163" in zone(winter({"2263": ["finnish-division-1"]}, turn=turn), "finnish")) is controlled


def test_going_on_by_rail_is_entraining_again(winter):
    """From Petrozavodsk to 3558 for nothing; on to Leningrad it costs one of the two points. Rule: Movement J, WW-90"""
    played = winter({"3655": ["rifle-regiment-1"]})
    played.do("choose-unit rifle-regiment-1", "move-to 3558", "move-to 2667")

    assert [line.get("cost") for line in played.events("move")] == [0, 1]
    assert "2667" not in goals(played)


def test_allied_units_need_not_leave_a_crowded_petsamo(winter):
    """Two regiments and a brigade in 2805, north of Row A, all free hexes beside it in Soviet zones: the regiments
    can't go, one of them is lost, and the brigade isn't asked. Rule: Scenario A, Stacking A, WW-98
    """
    crowd = ["finnish-regiment-1", "finnish-regiment-2", "allied-brigade-1"]
    besiegers = {"2905": ["rifle-division-1"], "2705": ["rifle-division-2"], "3007": ["headquarters-1"]}
    played = winter({"2805": crowd} | besiegers, phase="finnish-movement", options={"scenarios": True})
    assert played.refused("done").reason == "over-stacked"
    for unit in crowd[:2]:
        played.do(f"choose-unit {unit}")
        assert goals(played) == ""
        played.do("stop")
    assert "choose-unit allied-brigade-1" in played.offered()

    played.do("done")

    assert played.offered() == ["lose-unit finnish-regiment-1", "lose-unit finnish-regiment-2"]
