"""Movement of Tatchanka: marches, frost and rough ground, forced marches, transport, areas of operation, uprisings."""

from __future__ import annotations

import pytest

from tests.games.tatchanka.conftest import goals, units


def test_a_march_is_as_long_as_the_allowance(fall):
    """Rule: 6.0. Infantry with 3 in a mild turn: the ring of three hexes around 2012, nothing farther."""
    march = fall({"2012": ["zaporizhian-corps-3"]}, side="directory", turn=1).do("choose-unit zaporizhian-corps-3")
    assert {"2009", "2015", "1712", "2312"} <= goals(march)
    assert not {"2008", "2016", "1612", "2412"} & goals(march)


def test_frost_takes_a_hex(fall):
    """Rule: 6.2"""
    march = fall({"2012": ["zaporizhian-corps-3"]}, side="directory").do("choose-unit zaporizhian-corps-3")
    assert {"2010", "2014", "1812"} <= goals(march)
    assert not {"2009", "2015", "1712"} & goals(march)


def test_rough_ground_shortens_a_move_once(fall):
    """Rule: 6.1. From 2917 the rough hexes 2918 and 3018 lie south-east: two hexes that way, three on better ground."""
    march = fall({"2917": ["volunteer-forming-infantry-1918-1"]}, side="volunteer", turn=1)
    march.do("choose-unit volunteer-forming-infantry-1918-1")
    assert {"2918", "3018", "2914"} <= goals(march)
    assert "3118" not in goals(march)


def test_no_hex_with_another_faction(fall):
    """Rule: 1.1, 6.0. Ruling TAT-59"""
    placed = {"2420": ["insurgent-infantry-1"], "2419": ["proletarian-uprising-1"], "2520": ["zaporizhian-corps-1"]}
    march = fall(placed).do("choose-unit insurgent-infantry-1")
    assert march.refused("move-to 2419").reason == "other-faction"  # an ally, all the same
    assert march.refused("move-to 2520").reason == "enemy-there"
    assert march.refused("move-to 2403").reason == "too-far"


@pytest.mark.parametrize(("unit", "die", "pace"), [
    ("zaporizhian-corps-3", 2, 4), ("zaporizhian-corps-3", 4, 5), ("zaporizhian-corps-3", 6, 6),
    ("hordiienko-regiment", 2, 5), ("hordiienko-regiment", 6, 9),
])  # fmt: skip
def test_a_forced_march_goes_by_die(fall, unit, die, pace):
    """Rule: 6.3. Frost is taken off all the same: west from 2012 along row 12."""
    march = fall({"2012": [unit]}, side="directory", dice=[die]).do(f"choose-unit {unit}", "force-march")
    last = 20 - (pace - 1)
    assert f"{last:02}12" in goals(march)
    assert f"{last - 1:02}12" not in goals(march)
    march.do("done")
    assert march.at("2012") == [unit]  # it need not march after all


def test_a_forced_march_may_cost_the_unit(fall):
    """Rule: 6.3"""
    march = fall({"2012": ["zaporizhian-corps-3"]}, side="directory", dice=[1])
    march.do("choose-unit zaporizhian-corps-3", "force-march")
    assert march.at("directory-destroyed") == ["zaporizhian-corps-3"]


def test_who_may_not_force_the_march(fall):
    """Rule: 6.3. Bases and units with another printed allowance."""
    base = fall({"2403": ["kursk-direction-base"]}).do("choose-unit kursk-direction-base")
    assert base.refused("force-march").rule == "6.3"


TRAIN = {"2403": ["kursk-direction-base", "1st-insurgent-division-1", "1st-insurgent-division-2"]}


def test_rail_movement_with_a_base_and_supply(fall):
    """Rule: 6.6. Ruling TAT-71. Kursk to Kharkiv by rail; the base stays where it is."""
    ride = fall(TRAIN).do("choose-unit 1st-insurgent-division-1", "move-to 2410")
    assert ride.at("2410") == ["1st-insurgent-division-1"]
    assert ride.events("move")[0].data["rule"] == "6.6"
    assert ride.refused("choose-unit kursk-direction-base").reason == "moved"


def test_no_rail_movement_without_either(fall):
    """Rule: 6.4, 6.6"""
    no_base = fall({"2403": ["1st-insurgent-division-1"]}).do("choose-unit 1st-insurgent-division-1")
    assert "2410" not in goals(no_base)
    cut_off = fall({**TRAIN, "2402": ["zaporizhian-corps-1"], "2401": ["zaporizhian-corps-2"]},
                   flags={"limited-zaporizhian-corps-1": True}).do("choose-unit 1st-insurgent-division-1")
    assert "2410" not in goals(cut_off)  # nobody of the Bolsheviks is in supply


def test_trains_of_factions_without_supply(fall):
    """Rule: 6.6. Ruling TAT-27: 20 hexes, no base."""
    train = fall({"2420": ["makhnovist-captured-trains"]}).do("choose-unit makhnovist-captured-trains")
    assert {"2623", "2116"} <= goals(train)
    assert "2422" not in goals(train)  # no rails


def test_ships_need_full_supply_and_a_base(fall):
    """Rule: 6.4"""
    placed = {"1124": ["french-squadron-1", "entente-base"]}
    sail = fall(placed, side="volunteer").do("choose-unit french-squadron-1")
    assert {"1832", "2831", "2623"} <= goals(sail)  # Sevastopol, Novorossiysk, and Berdiansk by way of Kerch
    assert "1123" not in goals(sail)
    assert units(fall({"1124": ["french-squadron-1"]}, side="volunteer")) == set()


def test_the_area_of_operation_until_war(fall):
    """Rule: 1.6.8, 8.7.1"""
    placed = {"1108": ["sich-riflemen-1"]}
    bound = fall(placed, side="directory", turn=1).do("choose-unit sich-riflemen-1")
    assert "1105" in goals(bound)  # the rim
    free = fall({"1105": ["sich-riflemen-1"]}, side="directory", turn=1).do("choose-unit sich-riflemen-1")
    assert free.refused("move-to 1104").reason == "out-of-area"
    war = fall({"1105": ["sich-riflemen-1"]}, side="directory", turn=1, tracks={"turn": 1, "war": 1})
    assert "1104" in goals(war.do("choose-unit sich-riflemen-1"))


def test_the_entente_stays_in_its_area(fall):
    """Rule: 8.7.3, 8.3.2. Ruling TAT-87. The Poles may leave it with the option."""
    placed = {"1320": ["polish-4th-division-1", "french-156th-division-1"]}
    bound = fall(placed, side="volunteer").do("choose-unit polish-4th-division-1")
    assert bound.refused("move-to 1319").reason == "out-of-area"
    freed = fall(placed, side="volunteer", options={"polish-assistance": True}).do("choose-unit polish-4th-division-1")
    assert "1319" in goals(freed)


def test_who_is_outside_comes_back(fall):
    """Rule: 1.6.8. Kyiv's corps at 1504, three hexes outside: only nearer."""
    lost = fall({"1504": ["sich-riflemen-1"]}, side="directory", turn=1).do("choose-unit sich-riflemen-1")
    assert goals(lost) >= {"1404", "1405", "1305"}
    assert not {"1604", "1503", "1603"} & goals(lost)


def test_uprisings_rise_next_to_their_city(fall):
    """Rule: 4.4, 8.2.2. Ruling TAT-100"""
    placed = {"uprising-kharkiv": ["proletarian-uprising-1"], "2410": ["zaporizhian-corps-1"]}
    alone = fall(placed)
    assert "proletarian-uprising-1" not in units(alone)
    rising = fall({**placed, "2409": ["1st-insurgent-division-1"]}).do("choose-unit proletarian-uprising-1")
    assert goals(rising) == {"2409", "2509", "2310", "2510", "2411", "2511"}
    rising.do("move-to 2411")
    assert rising.at("2411") == ["proletarian-uprising-1"]
    assert rising.refused("choose-unit proletarian-uprising-1").reason == "moved"


def test_half_hexes_serve_their_side(fall):
    """Rule: 1.6.7, 6.7"""
    own = fall({"2401": ["1st-insurgent-division-1"]}, turn=1).do("choose-unit 1st-insurgent-division-1")
    assert {"2400", "2500"} <= goals(own)
    enemy = fall({"2401": ["zaporizhian-corps-1"]}, side="directory", turn=1).do("choose-unit zaporizhian-corps-1")
    assert enemy.refused("move-to 2400").reason == "closed"
