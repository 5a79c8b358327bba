"""Fights in Winter War: odds, doubling, results, exchange, advance. Strengths are the printed ones, worked out by hand.

Attack-defence: rifle-corps 20-12, rifle-division 6-4, tank-corps 5-3, rifle-regiment 2-1, finnish-division 6-6,
finnish-brigade 4-4, finnish-regiment 2-2, finnish-battalion 1-1, ski-patrol 0-0, swedish-volunteers 3-3.
"""

from __future__ import annotations

import pytest

from tests.games.winter_war.fights import Fight

HQ = {"2566": ["headquarters-1"]}


@pytest.fixture
def rules(winter_rules):
    return winter_rules


@pytest.fixture
def fight(rules):
    return lambda units, **given: Fight(rules, {**HQ, **units}, **given)


# Odds ------------------------------------------------------------------------------------------------------------


def test_26_against_9_is_2_to_1(fight):
    """The rulebook's example. Rule: Combat N"""
    played = fight(
        {"2565": ["rifle-corps-1", "rifle-division-1"], "2465": ["finnish-division-1", "swedish-volunteers"]}, dice=(2,)
    )
    played.do("attack 2465", "choose-unit rifle-corps-1", "choose-unit rifle-division-1", "fight")

    assert played.odds() == ("26:9", "2-1")
    assert played.results() == ["Ne"]


@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "column"),
    [
        (["rifle-division-1"], ["finnish-division-1"], "6:6", "1-1"),
        (["tank-corps"], ["finnish-division-1"], "5:6", "1-2"),
        (["rifle-regiment-1"], ["finnish-division-1"], "2:6", "1-3"),
        (["rifle-corps-1"], ["finnish-regiment-1"], "20:2", "6-1"),
        (["rifle-corps-1"], ["finnish-battalion-1"], "20:1", "6-1"),
        (["rifle-corps-1"], ["finnish-brigade-1"], "20:4", "5-1"),
        (["rifle-corps-1"], ["finnish-brigade-1", "finnish-battalion-1"], "20:5", "4-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(fight, attackers, defenders, odds, column):
    """More than 6-1 is 6-1. Rule: Combat N"""
    played = fight({"2565": attackers, "2465": defenders}, dice=(1, 1, 1))
    played.do("attack 2465", f"choose-unit {attackers[0]}", "fight")

    assert played.odds() == (odds, column)


def test_a_fortification_doubles_and_uses_the_brackets(fight):
    """20 against 6 doubled is 1-1; a 5 is Dr, in brackets Ne. Rule: Fortifications B, Combat S"""
    played = fight({"2464": ["rifle-corps-1"], "2463": ["finnish-division-1"]}, dice=(5,))
    played.do("attack 2463", "choose-unit rifle-corps-1", "fight")

    assert played.odds() == ("20:12", "1-1")
    assert played.results() == ["Ne"]


def test_without_a_bracket_the_plain_result_counts(fight):
    """20 against 1 doubled is 6-1; a 5 has no bracket. Rule: Fortifications B"""
    played = fight({"2464": ["rifle-corps-1"], "2463": ["finnish-battalion-1"]}, dice=(5,))
    played.do("attack 2463", "choose-unit rifle-corps-1", "fight")

    assert played.odds() == ("20:2", "6-1")
    assert played.results() == ["De"]


def test_a_finnish_city_doubles(fight):
    """Viipuri: 4 doubled. Rule: Combat S"""
    played = fight(
        {
            "2263": ["rifle-corps-1"],
            "2262": ["finnish-brigade-1"],
            "2264": ["rifle-regiment-1"],
            "2364": ["headquarters-2"],
        },
        dice=(6,),
    )
    played.do("attack 2262", "choose-unit rifle-corps-1", "fight")

    assert played.odds() == ("20:8", "2-1")


def test_a_river_doubles_when_all_attack_across_it(fight):
    """2563 and 2562 are parted by the Vuoksi, 2563 and 2464 are not. Rule: Combat S"""
    units = {
        "2562": ["swedish-volunteers"],
        "2563": ["rifle-regiment-1"],
        "2464": ["finnish-division-1"],
        "2564": ["headquarters-2"],
    }
    across = fight(units, side="finnish", dice=(6,)).do(
        "done", "attack 2563", "choose-unit swedish-volunteers", "fight"
    )
    not_all = fight(units, side="finnish", dice=(6,)).do(
        "done", "attack 2563", "choose-unit finnish-division-1", "choose-unit swedish-volunteers", "fight"
    )

    assert across.odds() == ("3:2", "1-1")
    assert not_all.odds() == ("9:1", "6-1")


def test_never_more_than_doubled(fight):
    """A fortification behind a river: 2462 attacks 2463 across it. Rule: Combat S"""
    units = {
        "2462": ["rifle-corps-1"],
        "2463": ["finnish-brigade-1"],
        "2361": ["headquarters-2"],
        "2362": ["rifle-regiment-2"],
    }
    played = fight(units, dice=(1,))
    played.do("attack 2463", "choose-unit rifle-corps-1", "fight")

    assert played.odds() == ("20:8", "2-1")


def test_isolated_units_keep_their_half(rules):
    """A rifle regiment without a headquarters: half of 1, and twice that across a river. Rule: Supply B, Combat S"""
    units = {"2465": ["finnish-division-1"], "2565": ["rifle-regiment-1", "tank-corps"]}
    played = Fight(rules, units, side="finnish", dice=(6,))
    assert played.isolated("tank-corps")
    played.do("attack 2565", "choose-unit finnish-division-1", "fight")

    assert played.odds() == ("6:2", "3-1")  # (1 + 3) / 2


def test_half_points_are_exact(rules):
    """3 halved is 1.5: 6 against 1.5 is 4-1, not 3-1. Rule: Supply B"""
    played = Fight(rules, {"2465": ["finnish-division-1"], "2565": ["tank-corps"]}, side="finnish", dice=(1,))
    played.do("attack 2565", "choose-unit finnish-division-1", "fight")

    assert played.odds() == ("6:1.5", "4-1")


def test_a_ski_patrol_alone_falls_without_a_roll(fight):
    """Rule: Combat R, WW-44"""
    played = fight({"2565": ["rifle-regiment-1"], "2465": ["ski-patrol-1", "ski-patrol-2"]})
    played.do("attack 2465", "choose-unit rifle-regiment-1", "fight")

    assert played.at("finnish-eliminated").count("ski-patrol-1") == 1
    assert [line for line in played.state.log if line.kind == "draw"] == []
    assert len(played.events("undefended")) == 1
    assert played.offered() == ["choose-unit rifle-regiment-1", "done"]


def test_a_ski_patrol_shares_the_result_of_another_unit(fight):
    """20 against 2: 6-1, a 1 is De. Rule: Combat R"""
    played = fight({"2565": ["rifle-corps-1"], "2465": ["ski-patrol-1", "finnish-regiment-1"]}, dice=(1,))
    played.do("attack 2465", "choose-unit rifle-corps-1", "fight")

    assert played.odds() == ("20:2", "6-1")
    assert {"ski-patrol-1", "finnish-regiment-1"} <= set(played.at("finnish-eliminated"))


# Results ---------------------------------------------------------------------------------------------------------


def test_ae_takes_all_attackers(fight):
    """6 against 6, a 1. Rule: Combat Results Table"""
    played = fight({"2565": ["rifle-division-1"], "2465": ["finnish-division-1"]}, dice=(1,))
    played.do("attack 2465", "choose-unit rifle-division-1", "fight")

    assert played.results() == ["Ae"]
    assert "rifle-division-1" in played.at("soviet-eliminated")
    assert played.at("2465") == ["finnish-division-1"]


def test_ar_drives_each_attacker_back_where_its_owner_likes(fight):
    """6 against 6, a 2. The neighbours of 2565 in no Finnish zone are 2564, 2665, 2566 (with the headquarters).

    Rule: Retreats
    """
    played = fight({"2565": ["rifle-division-1"], "2465": ["finnish-division-1"]}, dice=(2,))
    played.do("attack 2465", "choose-unit rifle-division-1", "fight")

    assert played.step() == "retreat-space"
    assert played.offered() == ["retreat-to 2564", "retreat-to 2665", "retreat-to 2566"]
    assert played.refused("retreat-to 2464").reason == "zone-there"
    assert played.refused("retreat-to 2465").reason == "enemy-there"
    played.do("retreat-to 2665")
    assert played.at("2665") == ["rifle-division-1"]


def test_dr_drives_the_defenders_back_and_nobody_advances(fight):
    """20 against 4 is 5-1, a 1 is Dr. Rule: Retreats"""
    played = fight({"2565": ["rifle-corps-1"], "2465": ["finnish-brigade-1"]}, dice=(1,))
    played.do("attack 2465", "choose-unit rifle-corps-1", "fight")

    assert played.step() == "retreat-space"
    assert played.rules.side_to_act(played.state) == "finnish"
    assert played.offered() == ["retreat-to 2364", "retreat-to 2365"]
    played.do("retreat-to 2364")
    assert played.at("2364") == ["finnish-brigade-1"]
    assert played.at("2565") == ["rifle-corps-1"]


def test_who_cannot_retreat_is_eliminated(fight):
    """Soviet units around 2465 leave no hex free of their zones. Rule: Retreats, Movement K4"""
    units = {
        "2565": ["rifle-corps-1"],
        "2464": ["rifle-regiment-1"],
        "2264": ["rifle-regiment-2"],
        "2465": ["finnish-brigade-1"],
    }
    played = fight(units, dice=(1,))
    played.do("attack 2465", "choose-unit rifle-corps-1", "fight")

    assert played.results() == ["Dr"]
    assert "finnish-brigade-1" in played.at("finnish-eliminated")


def test_a_friend_cancels_the_zone_for_a_retreat_but_its_guest_adds_nothing(fight):
    """The brigade falls back on a battalion that is attacked next: 20 against its 1 alone, and both share the De.

    Rule: Zones of Control D, Combat A3, Retreats
    """
    units = {
        "2565": ["rifle-corps-1"], "2464": ["rifle-corps-2"], "2365": ["tank-corps"],
        "2465": ["finnish-brigade-1"], "2364": ["finnish-battalion-1"],
    }  # fmt: skip
    played = fight(units, dice=(1, 6))
    played.do("attack 2465", "choose-unit rifle-corps-1", "fight")
    assert played.results() == ["Dr"]
    assert played.place_of("finnish-brigade-1") == "2364"
    played.do("attack 2364", "choose-unit rifle-corps-2", "fight")

    assert played.odds() == ("20:1", "6-1")
    assert {"finnish-brigade-1", "finnish-battalion-1"} <= set(played.at("finnish-eliminated"))


def test_a_stack_retreats_in_the_order_that_its_owner_likes(fight):
    """Two units, each its own way. Rule: Retreats"""
    played = fight({"2565": ["rifle-corps-1"], "2465": ["finnish-regiment-1", "finnish-regiment-2"]}, dice=(1,))
    played.do("attack 2465", "choose-unit rifle-corps-1", "fight")

    assert played.odds() == ("20:4", "5-1")
    assert played.offered() == ["choose-unit finnish-regiment-1", "choose-unit finnish-regiment-2"]
    played.do("choose-unit finnish-regiment-2", "retreat-to 2364", "retreat-to 2365")
    assert (played.place_of("finnish-regiment-1"), played.place_of("finnish-regiment-2")) == ("2365", "2364")


def test_an_exchange_takes_whole_units_of_the_attackers_choice(fight):
    """17 against 4 is 4-1, bracketed no; 6:6 with a 4 is Ex: 6 points are due, the regiments alone don't reach them.

    Rule: Combat Results Table, WW-74
    """
    attackers = ["rifle-division-1", "rifle-regiment-1"]
    played = fight(
        {"2565": attackers, "2464": ["tank-corps"], "2465": ["finnish-division-1", "finnish-battalion-1"]}, dice=(4,)
    )
    played.do("attack 2465", *(f"choose-unit {unit}" for unit in attackers), "fight")

    assert played.odds() == ("8:7", "1-1")
    assert played.results() == ["Ex"]
    assert played.offered() == ["lose-unit rifle-division-1", "lose-unit rifle-regiment-1"]
    assert played.refused("lose-unit tank-corps").reason == "not-to-be-lost"
    played.do("lose-unit rifle-division-1")
    assert set(attackers) <= set(played.at("soviet-eliminated"))  # 6 are not 7, so the second goes too


def test_an_exchange_may_cost_more_but_asks_for_no_more(fight):
    """26 against 9 is 2-1, a 3 is Ex: 9 points. The corps alone is enough, and the division may advance.

    Rule: Combat Results Table, Retreats
    """
    units = {"2565": ["rifle-corps-1", "rifle-division-1"], "2465": ["finnish-division-1", "swedish-volunteers"]}
    played = fight(units, dice=(3,))
    played.do(
        "attack 2465", "choose-unit rifle-corps-1", "choose-unit rifle-division-1", "fight", "lose-unit rifle-corps-1"
    )

    assert played.results() == ["Ex"]
    assert played.offered() == ["choose-unit rifle-division-1", "done"]
    played.do("choose-unit rifle-division-1")
    assert played.at("2465") == ["rifle-division-1"]
    assert played.state.held[0] >> played.rules.spaces.index("2465") & 1


def test_one_unit_advances_into_one_hex_of_several(fight):
    """Rule: Combat K, Retreats, WW-72"""
    units = {
        "2565": ["rifle-corps-1", "rifle-division-1"],
        "2465": ["finnish-battalion-1"],
        "2464": ["finnish-battalion-2"],
    }
    played = fight(units, dice=(6,))
    played.do("attack 2464", "attack 2465", "choose-unit rifle-corps-1", "choose-unit rifle-division-1", "fight")

    assert played.odds() == ("26:2", "6-1")
    assert sorted(played.offered()) == ["choose-unit rifle-corps-1", "choose-unit rifle-division-1", "done"]
    played.do("choose-unit rifle-division-1")
    assert played.offered() == ["advance-to 2464", "advance-to 2465"]
    played.do("advance-to 2464")
    assert played.at("2464") == ["rifle-division-1"]
    assert played.at("2465") == []


def test_who_may_not_go_north_does_not_advance_there(fight):
    """A 20-12-2 on Row A attacks a hex north of it. Rule: Movement K3, WW-72"""
    units = {"3255": ["rifle-corps-1", "tank-corps"], "3154": ["finnish-regiment-1"], "3355": ["headquarters-2"]}
    played = fight(units, dice=(6,))
    played.do("attack 3154", "choose-unit rifle-corps-1", "choose-unit tank-corps", "fight")

    assert played.results() == ["De"]
    assert played.offered() == ["choose-unit tank-corps", "done"]
    assert played.refused("choose-unit rifle-corps-1").reason == "no-room"
