"""What only Makhno's Return has: shipments, gray half-hexes, who leaves in November, Bolsheviks with duties."""

from __future__ import annotations

import pytest

from tests.games.tatchanka.conftest import goals, units

LATE = {"flags": {"initiative": "bolshevik makhnovist volunteer"}}


def test_the_makhnovists_begin(back):
    """Rule: 2.1, 9.5"""
    start = back({"1116": ["corps-veterans-1"], "1216": ["slashchov-group-2"]}, "combat-1", "makhnovist", turn=1)
    assert start.rules.side_to_act(start.state) == "makhnovist"
    while start.state.turn == 1:
        assert start.rules.side_to_act(start.state) == "makhnovist"
        start.do("done")


def test_galicians_and_deserters_leave_in_november(back):
    """Rule: 9.2.1, 9.4.1"""
    placed = {"0713": ["galician-2nd-corps-1", "sich-group"], "2116": ["kuban-rear-cavalry-1"],
              "volunteer-destroyed": ["5th-division-ukraine-1"]}  # fmt: skip
    armistice = back(placed, "mobilization", "makhnovist", turn=6)
    assert armistice.at("makhnovist-gone") == ["galician-2nd-corps-1"]
    desertion = back(placed, "mobilization", "volunteer", turn=6)
    assert set(desertion.at("volunteer-gone")) == {"kuban-rear-cavalry-1", "5th-division-ukraine-1"}


def test_arms_come_to_bases_with_a_line_to_the_sea(back):
    """Rule: 9.6.1. Four a turn from Dec III on, two to a base."""
    pool = [f"volunteer-forming-infantry-1919-{number}" for number in range(1, 6)]
    placed = {"1832": ["volunteer-bases-1919-2"], "1930": ["volunteer-national-guards-1919-4"], "volunteer-pool": pool}
    one = back(placed, "mobilization", "volunteer", turn=12).do(f"form {pool[0]}", f"form {pool[1]}")
    assert set(one.at("1832")) == {"volunteer-bases-1919-2", *pool[:2]}
    assert one.phase() != "mobilization"  # no room at the only base
    early = back(placed, "mobilization", "volunteer", turn=2).do(f"form {pool[0]}")
    assert early.phase() != "mobilization"  # one a turn
    none = back(placed, "mobilization", "volunteer", turn=1)
    assert none.phase() != "mobilization"


def test_volunteers_only_remove_stockpiles(back):
    """Rule: 9.6.2"""
    placed = {"2012": ["volunteer-stockpiles-1919-4"], "volunteer-pool": ["volunteer-forming-infantry-1919-1"]}
    removed = back(placed, "mobilization", "volunteer").do("break-up volunteer-stockpiles-1919-4")
    assert removed.at("2012") == []
    assert removed.at("volunteer-pool") == ["volunteer-forming-infantry-1919-1"]


def test_a_stockpile_brings_the_makhnovists_a_tatchanka(back):
    """Rule: 4.3.3, 9.6.3"""
    pool = ["makhnovist-forming-tatchankas-1", "makhnovist-forming-tatchankas-2", "makhnovist-forming-infantry-1"]
    placed = {"1116": ["makhnovist-stockpiles-1"], "makhnovist-pool": pool}
    forming = back(placed, "mobilization", "makhnovist").do("break-up makhnovist-stockpiles-1")
    assert units(forming) == set(pool)
    forming.do("form makhnovist-forming-tatchankas-1")
    assert forming.at("1116")[0] == "makhnovist-forming-tatchankas-1"
    assert "makhnovist-forming-tatchankas-2" not in units(forming)


def test_grey_half_hexes_have_to_be_left(back):
    """Rule: 9.8"""
    placed = {"2110": ["terek-division-1", "terek-division-2"]}
    march = back(placed, "movement-2", "volunteer", turn=3).do("choose-unit terek-division-1")
    assert not {"2010", "2210", "2110"} & goals(march)
    march.do("move-to 2111", "done")
    assert march.at("volunteer-destroyed") == ["terek-division-2"]


def test_the_makhnovist_player_moves_the_bolsheviks(back):
    """Rule: 9.3, 9.3.1"""
    march = back({"1811": ["14th-army-1"]}, "movement-1", "bolshevik", turn=11, **LATE)
    assert march.rules.side_to_act(march.state) == "makhnovist"
    march.do("choose-unit 14th-army-1")
    assert "2011" in goals(march)
    far = back({"1412": ["14th-army-1"]}, "movement-1", "bolshevik", turn=11, **LATE).do("choose-unit 14th-army-1")
    assert far.refused("move-to 1312").reason == "out-of-area"


def test_an_empty_city_within_reach_has_to_be_occupied(back):
    """Rule: 9.3.2. Ruling TAT-101. Poltava 2012, two hexes from 1911 and 1811 in the frost."""
    march = back({"1911": ["14th-army-1"], "1811": ["14th-army-2"]}, "movement-1", "bolshevik", turn=11, **LATE)
    assert march.refused("done").reason == "has-to-move"
    march.do("choose-unit 14th-army-2", "move-to 1812", "choose-unit 14th-army-1")
    assert goals(march) == {"2012"}  # nobody else can any more
    march.do("move-to 2012")
    held = back({"2012": ["14th-army-1"], "1911": ["14th-army-2"]}, "movement-2", "bolshevik", turn=11, **LATE)
    assert held.refused("choose-unit 14th-army-1").reason == "has-to-stay"


@pytest.mark.parametrize(("flags", "free"), [({"taken-2012": True}, False), ({}, True),
                                             ({"taken-2012": True, "struck-2012": True}, True)])  # fmt: skip
def test_a_lost_city_has_to_be_attacked(back, flags, free):
    """Rule: 9.3.2"""
    placed = {"1911": ["14th-army-1", "14th-army-2"], "2011": ["14th-army-3"], "2012": ["shchus-brigade-1"]}
    attack = back(placed, "combat-2", "bolshevik", turn=11, flags={**LATE["flags"], **flags})
    if free:
        attack.do("done")
    else:
        assert attack.refused("done").reason == "has-to-attack"


def test_independents_come_near_their_places(back):
    """Rule: 9.9. Ruling TAT-81"""
    placed = {"republican-turn-4": ["5th-huliaipole"], "1614": ["novorossiya-cavalry-1"], "1116": ["corps-veterans-1"]}
    come = back(placed, "mobilization", "makhnovist", turn=4).do("choose-unit 5th-huliaipole")
    assert goals(come) == {"1713", "1714", "1715", "1615", "1514", "1613"}


def test_tanks_with_the_option(back):
    """Rule: 9.4.2"""
    placed = {"volunteer-turn-2": ["tank-battalions-1"]}
    come = back(placed, "mobilization", "volunteer", turn=2, options={"tanks": True})
    come.do("choose-unit tank-battalions-1")
    assert goals(come) == {"3121"}
