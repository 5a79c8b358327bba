"""Clauses of the rules of Tatchanka that are easily forgotten, each worked out by hand."""

from __future__ import annotations

import pytest

from pnp.errors import PnpError
from tests.games.tatchanka.conftest import goals, units

LATE = {"flags": {"initiative": "bolshevik makhnovist volunteer"}}
PORTS = {
    "2623": ["corps-veterans-1"], "2923": ["shchus-brigade-1"], "2722": ["corps-veterans-2"],
    "3121": ["corps-veterans-3"], "3321": ["corps-infantry-1"], "2126": ["corps-infantry-2"],
}  # fmt: skip
"""Makhnovists in all ports and railheads of the Sea of Azov."""


@pytest.mark.parametrize(("more", "supplied"), [
    ({}, True), ({"2529": ["makhnovist-captured-gunboats"]}, False),
    ({"2629": ["makhnovist-captured-gunboats"]}, False),
    ({"2529": ["lower-dnipro-gunboats"]}, True),
])  # fmt: skip
def test_enemy_vessels_close_the_strait(back, more, supplied):
    """Rule: 1.6.2, 7.1. Ruling TAT-90. On the coast 2824 the line to the Black Sea leads through Kerch only."""
    state = back({"2824": ["slashchov-group-1"], **PORTS, **more}, turn=2).state
    assert bool(state.tripled >> state.rules.units.index("slashchov-group-1") & 1) == supplied


def test_ships_enter_and_leave_the_sea_of_azov_by_the_strait_alone(back):
    """Rule: 1.6.2, 1.6.6. The coast 2229 lies on the Sea of Azov, 2130 on the Black Sea: no water joins the two."""
    board = back({}).rules.board
    hex_ = board.spaces.index
    assert not board.water.near[hex_("2229")] >> hex_("2130") & 1
    assert not board.water.near[hex_("2429")] >> hex_("2430") & 1
    assert board.water.near[hex_("2529")] >> hex_("2530") & 1
    assert board.water.near[hex_("2529")] >> hex_("2528") & 1


@pytest.mark.parametrize(("vessel", "threatened"), [
    ("french-squadron-1", False), ("volunteer-captured-gunboats-1918", True),
])  # fmt: skip
def test_a_retreat_may_end_beside_armor_that_cannot_come(fall, vessel, threatened):
    """Rule: 5.2.3. The Dnipro leads from the coast 1424 to 1524: gunboats go there, ships don't."""
    rules = (situation := fall({"1424": [vessel]}, side="directory")).rules
    threat = rules.assembly.combat.retreat.threat(situation.state, rules.sides.index("directory"))
    assert bool(threat >> rules.spaces.index("1524") & 1) == threatened


@pytest.mark.parametrize(("beside", "threatened"), [("1524", True), ("1423", False)])
def test_a_retreat_may_end_beside_land_units_across_water(fall, beside, threatened):
    """Rule: 5.2.3, 1.6.6. Ruling TAT-93. Water alone parts 1324 from 1424, and 1424 from 1423."""
    rules = (situation := fall({beside: ["odesa-brigade-1"], "1324": ["odesa-brigade-2"]}, side="directory")).rules
    threat = rules.assembly.combat.retreat.threat(situation.state, rules.sides.index("directory"))
    assert bool(threat >> rules.spaces.index("1424") & 1) == threatened


def test_a_city_changes_sides_with_those_who_hold_it(fall):
    """Rule: 3.3.1. Ruling TAT-85. The Makhnovists hand Kharkiv to the Directory: now the Bolsheviks can capture it."""
    talks = fall({"2410": ["insurgent-infantry-1"], "1108": ["sich-riflemen-1"]}, "diplomacy", "directory", dice=[6])
    assert "garrisoned-2410" not in talks.rules.position(talks.state).flags
    talks.do("persuade makhnovist")
    assert talks.rules.position(talks.state).flags["garrisoned-2410"] is True


def test_an_uprising_needs_no_enemy_in_the_city(fall):
    """Rule: 4.4"""
    placed = {"uprising-kharkiv": ["proletarian-uprising-1"], "2409": ["1st-insurgent-division-1"]}
    assert "proletarian-uprising-1" in units(fall(placed))
    allies = {"uprising-kharkiv": ["proletarian-uprising-1"], "2409": ["insurgent-infantry-1"]}
    rising = fall(allies).do("choose-unit proletarian-uprising-1")
    assert "2409" not in goals(rising)  # called by an ally, but not placed with him
    assert "2310" in goals(rising)


def test_bolsheviks_may_stay_where_volunteers_come_from_russia(back):
    """Rule: 1.6.7, 9.8. Half-hex 2110 is red as well as grey; only Volunteers have to leave it."""
    stay = back({"2110": ["14th-army-base"]}, "movement-2", "bolshevik", turn=12, **LATE).do("done")
    assert stay.at("2110") == ["14th-army-base"]


def test_an_enemy_closes_half_hexes_of_two_sides_to_arrivals(back):
    """Rule: 1.6.7, 4.2. Ruling TAT-92. From 2211 he closes 2110 and 2210 beside him, and no others."""
    placed = {"volunteer-turn-3": ["terek-division-1"], "2211": ["shchus-brigade-1"]}
    come = back(placed, "mobilization", "volunteer", turn=3).do("choose-unit terek-division-1")
    assert {"2010", "2310"} <= goals(come)
    assert not {"2110", "2210"} & goals(come)


def test_an_army_comes_back_into_its_sector(back):
    """Rule: 9.3.1. The sector of the 14th Army begins with column 14; whoever stands in 1314 goes into it."""
    march = back({"1314": ["14th-army-1"], "1612": ["14th-army-2"]}, "movement-1", "bolshevik", turn=11, **LATE)
    assert march.refused("done").reason == "has-to-return"
    march.do("choose-unit 14th-army-1")
    assert "1414" in goals(march)
    assert not {"1313", "1213"} & goals(march)
    assert "done" in march.do("move-to 1414").offered()


def test_a_train_does_not_hold_a_city(back):
    """Rule: 9.3.2. Ruling TAT-101. A combat unit has to."""
    march = back({"2012": ["bolshevik-captured-trains-1"], "1911": ["14th-army-1"]}, "movement-1", "bolshevik",
                 turn=11, **LATE)  # fmt: skip
    assert march.refused("done").reason == "has-to-move"
    assert goals(march.do("choose-unit 14th-army-1")) == {"2012"}


def test_a_position_tells_how_far_a_stockpile_is_broken_up(fall):
    """Rule: 4.3.1. Between its two units, and after them: no second stockpile in the player-turn."""
    pool = [f"directory-forming-infantry-{number}" for number in range(1, 5)]
    placed = {"1516": ["southern-stockpile"], "2012": ["left-bank-stockpiles-2"], "directory-pool": pool}
    forming = fall(placed, "mobilization", "directory").do("break-up southern-stockpile", f"form {pool[0]}")
    told = forming.rules.position(forming.state)
    assert told.flags["forming"] == "1516 directory 1 0"
    again = forming.rules.state_from(told.as_json())
    assert forming.rules.choices(again) == forming.rules.choices(forming.state)
    forming.do(f"form {pool[1]}")
    assert forming.phase() != "mobilization"
    after = fall(placed, "mobilization", "directory", flags={"broken": 1})
    assert after.phase() != "mobilization"
    with pytest.raises(PnpError, match="'forming'"):
        fall(placed, "mobilization", "directory", flags={"forming": "1516 nobody 1 0"})


def test_what_arms_have_brought_counts_after_a_position(back):
    """Rule: 9.6.1. Two of four have come, to the only base."""
    pool = [f"volunteer-forming-infantry-1919-{number}" for number in range(1, 6)]
    placed = {"1832": ["volunteer-bases-1919-2", *pool[:2]], "volunteer-pool": pool[2:],
              "2831": ["volunteer-bases-1919-5"]}  # fmt: skip
    flags = {f"formed-{unit}": True for unit in pool[:2]}
    ships = back(placed, "mobilization", "volunteer", turn=12, flags=flags)
    ships.do(f"form {pool[2]}", f"form {pool[3]}")
    assert set(ships.at("2831")) == {"volunteer-bases-1919-5", *pool[2:4]}
    assert ships.state.turn == 13  # nothing else is to be decided in this turn
