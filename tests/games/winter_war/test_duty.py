"""Before the attacks, and the duty to attack, in Winter War.

North of Row A: 3054 is Finnish; its neighbours are 3053, 3153, 2954, 3154, 3055 and the fortification 3155, the last
two in Row A. A Soviet unit in 3154 controls 3153, 3253, 3054, 3254, 3255, and 3155 if no Finn holds it.
"""

from __future__ import annotations

import pytest

from tests.games.winter_war.fights import Fight

SOUTH = {"2566": ["headquarters-1"]}
NORTH = {"3255": ["headquarters-2"]}
LINE = ("2363", "2463", "2563", "2663")


@pytest.fixture
def rules(winter_rules):
    return winter_rules


@pytest.fixture
def south(rules):
    return lambda units, **given: Fight(rules, {**SOUTH, **units}, **given)


@pytest.fixture
def north(rules):
    return lambda units, **given: Fight(rules, {**NORTH, **units}, **given)


# Retreat before combat -------------------------------------------------------------------------------------------


def test_a_battalion_retreats_where_no_enemy_zone_is(north):
    """No Soviet zone reaches a fortification that Finns held last. Rule: Combat A, Combat A2, Fortifications C"""
    played = north({"3154": ["rifle-regiment-1"], "3054": ["finnish-battalion-1"]})

    assert played.step() == "retreat-before-unit"
    assert played.rules.side_to_act(played.state) == "finnish"
    assert played.offered() == ["choose-unit finnish-battalion-1", "done"]
    played.do("choose-unit finnish-battalion-1")
    assert played.offered() == ["retreat-to 3053", "retreat-to 2954", "retreat-to 3055", "retreat-to 3155"]
    assert played.refused("retreat-to 3153").reason == "zone-there"
    assert played.refused("retreat-to 2953").reason == "not-adjacent"


def test_the_attacker_follows_and_attacks_no_more(north):
    """Rule: Combat B"""
    units = {"3154": ["rifle-regiment-1"], "3054": ["finnish-battalion-1"], "2953": ["finnish-regiment-1"]}
    played = north(units).do("choose-unit finnish-battalion-1", "retreat-to 3055")

    assert played.step() == "follow-unit"
    assert played.offered() == ["choose-unit rifle-regiment-1", "done"]
    assert played.refused("choose-unit headquarters-2").reason == "may-not-advance"
    played.do("choose-unit rifle-regiment-1")
    assert played.at("3054") == ["rifle-regiment-1"]  # next to 2954 … and 3055, but it doesn't attack
    assert played.phase() != "soviet-combat"
    assert played.events("attack") == []


def test_a_unit_that_did_not_follow_must_attack(north):
    """A second Finn is adjacent to 3154 as well. Rule: Combat E"""
    units = {"3154": ["rifle-regiment-1"], "3054": ["finnish-battalion-1"], "3153": ["finnish-regiment-1"]}
    played = north(units).do("choose-unit finnish-battalion-1", "retreat-to 2954", "done")

    assert played.offered() == ["attack 3153"]


def test_only_in_finland_and_north_of_row_a(north):
    """3055 is in Row A. Rule: Combat A"""
    played = north(
        {
            "3154": ["rifle-regiment-1"],
            "3054": ["finnish-battalion-1"],
            "3055": ["finnish-battalion-2"],
            "3155": ["tank-corps"],
        }
    )

    assert played.offered() == ["choose-unit finnish-battalion-1", "done"]
    assert played.refused("choose-unit finnish-battalion-2").reason == "may-not-retreat-now"


def test_other_units_stay(north):
    """Rule: Combat A"""
    played = north({"3154": ["rifle-regiment-1"], "3054": ["finnish-battalion-1"], "3153": ["finnish-regiment-1"]})

    assert played.refused("choose-unit finnish-regiment-1").reason == "may-not-retreat-now"
    assert played.refused("choose-unit rifle-regiment-1").reason == "not-yours"
    assert played.refused("choose-unit finnish-battalion-2").reason == "not-on-map"


@pytest.mark.parametrize(("held", "step"), [(LINE[:3], "retreat-before-unit"), (LINE, "combat-target")])
def test_with_the_whole_line_lost_nobody_retreats(north, held, step):
    """Passed last is enough; a line of communication isn't asked for. Rule: Fortifications F, WW-52"""
    played = north({"3154": ["rifle-regiment-1"], "3054": ["finnish-battalion-1"]}, held=held)

    assert played.step() == step


def test_a_ski_patrol_joins_a_friend_and_shares_its_fate(north):
    """North of Row A one unit fills a hex, but not for ski patrols; the friend cancels the zone. Rule: Combat A3,
    Stacking C
    """
    units = {
        "3154": ["rifle-division-1"],
        "3054": ["ski-patrol-1"],
        "3153": ["finnish-regiment-1"],
        "2954": ["finnish-regiment-2"],
    }
    played = north(units, dice=(6,)).do("choose-unit ski-patrol-1")

    assert played.offered() == [
        "retreat-to 3053",
        "retreat-to 3153",
        "retreat-to 2954",
        "retreat-to 3055",
        "retreat-to 3155",
    ]
    played.do("retreat-to 3153", "done", "attack 3153", "choose-unit rifle-division-1", "fight")
    assert played.odds() == ("6:2", "3-1")
    assert {"ski-patrol-1", "finnish-regiment-1"} <= set(played.at("finnish-eliminated"))


def test_north_of_row_a_a_battalion_falls_back_on_ski_patrols_only(north):
    """3153 is controlled, but two ski patrols stand there and leave room; a battalion leaves none in 3053. WW-95

    Rule: Zones of Control D, Combat A3, Stacking, Stacking C
    """
    units = {"3154": ["rifle-division-1"], "3054": ["finnish-battalion-1"], "3153": ["ski-patrol-1", "ski-patrol-2"]}
    played = north(units | {"3053": ["finnish-battalion-2"]}).do("choose-unit finnish-battalion-1")

    assert "retreat-to 3153" in played.offered()
    assert "retreat-to 3053" not in played.offered()


def test_a_unit_retreats_once(north):
    """It falls back on a friend next to another enemy and has to stay. Rule: Combat A1"""
    units = {"3154": ["rifle-regiment-1"], "3054": ["ski-patrol-1"], "3153": ["finnish-battalion-2"]}
    played = north(units).do("choose-unit ski-patrol-1", "retreat-to 3153")

    assert played.offered() == ["choose-unit finnish-battalion-2", "done"]
    assert played.refused("choose-unit ski-patrol-1").reason == "withdrew"


def test_headquarters_retreat_anywhere(south):
    """In the Finnish phase. Rule: Combat A"""
    played = south({"2565": ["headquarters-2"], "2465": ["finnish-division-1"]}, side="finnish")

    assert played.step() == "retreat-before-unit"
    assert played.offered() == ["choose-unit headquarters-2", "done"]
    played.do("choose-unit headquarters-2", "retreat-to 2564")
    assert played.offered() == ["choose-unit finnish-division-1", "done"]
    played.do("choose-unit finnish-division-1")
    assert played.at("2565") == ["finnish-division-1"]


def test_border_guards_do_not_follow_across_the_border(south):
    """2665 is Soviet, 2564 Finnish. Rule: Combat B, Movement K2, WW-55"""
    units = {"2665": ["border-guards-1"], "2564": ["finnish-battalion-1"]}
    played = south(units)

    assert played.phase() != "soviet-combat"  # south of Row A nobody retreats, and nobody may attack


# The duty to attack ----------------------------------------------------------------------------------------------


def test_the_phase_does_not_end_while_a_unit_must_attack(south):
    """The refusal names the unit and the hexes. Rule: Combat E"""
    played = south(
        {"2565": ["rifle-division-1"], "2465": ["finnish-regiment-1"], "2464": ["finnish-regiment-2"]}, dice=(4,)
    )
    violation = played.refused("done")

    assert (violation.rule, violation.reason) == ("Combat E", "must-attack")
    assert violation.parameters["unit"] == "rifle-division-1"
    assert "2464" in violation.message() and "2465" in violation.message()
    played.do("attack 2465", "choose-unit rifle-division-1", "fight")
    assert played.results() == ["De"]  # 6 against 2
    played.do("done")
    assert played.phase() != "soviet-combat"  # it has attacked; 2464 was next to nobody else. WW-71


def test_both_hexes_fall_to_two_units(south):
    """Rule: Combat E, Combat F"""
    units = {"2565": ["rifle-division-1", "tank-corps"], "2465": ["finnish-regiment-1"], "2464": ["finnish-regiment-2"]}
    played = south(units, dice=(6, 6)).do("attack 2465", "choose-unit rifle-division-1", "fight", "done")

    assert played.offered() == ["attack 2464"]
    assert played.refused("done").parameters["unit"] == "tank-corps"
    assert played.refused("attack 2465").reason == "no-enemy"
    played.do("attack 2464")
    assert played.offered() == ["choose-unit tank-corps"]
    assert played.refused("choose-unit rifle-division-1").reason == "fought"


def test_one_attack_on_two_hexes_meets_the_duty(south):
    """10 points against 3 + 1. Rule: Combat K"""
    units = {
        "2565": ["rifle-division-1", "tank-corps"],
        "2465": ["swedish-volunteers"],
        "2464": ["finnish-battalion-2"],
    }
    played = south(units, dice=(1,)).do("attack 2465", "attack 2464")

    assert played.refused("attack 2463").reason == "no-enemy"
    played.do("choose-unit rifle-division-1", "choose-unit tank-corps", "fight")
    assert played.odds() == ("11:4", "2-1")
    assert played.results() == ["Ar"]
    assert [line.get("at") for line in (*played.events("attack"), *played.events("attack-too"))] == ["2464", "2465"]


def test_bad_odds_are_allowed_where_they_cannot_be_avoided(south):
    """2 against 12, and nobody else is there. Rule: Combat N, WW-04, WW-78"""
    played = south({"2464": ["rifle-regiment-1"], "2463": ["finnish-division-1"]}, dice=(6,))
    played.do("attack 2463", "choose-unit rifle-regiment-1", "fight")

    assert played.odds() == ("2:12", "1-4")
    assert played.results() == ["Ae"]


def test_bad_odds_are_refused_while_more_can_join(south):
    """2 alone against 12 is less than 1-3; with 20 more it is 1-1. Rule: Combat N, WW-78"""
    played = south({"2464": ["rifle-regiment-1", "rifle-corps-1"], "2463": ["finnish-division-1"]}, dice=(6,))
    played.do("attack 2463", "choose-unit rifle-regiment-1")

    assert played.offered() == ["choose-unit rifle-corps-1"]
    assert played.refused("fight").reason == "too-weak"
    played.do("choose-unit rifle-corps-1", "fight")
    assert played.odds() == ("22:12", "1-1")


def test_bad_odds_are_refused_while_better_ones_are_next_door(south):
    """The regiment could attack a battalion in 2364 instead, and then owes nothing more. Rule: Combat N, WW-78"""
    units = {"2464": ["rifle-regiment-1"], "2463": ["finnish-division-1"], "2364": ["finnish-battalion-1"]}
    played = south(units, dice=(1,))

    assert played.offered() == ["attack 2364"]
    assert played.refused("attack 2463").reason == "odds-too-low"


def test_after_the_good_attacks_the_bad_one_is_left(south):
    """The corps attacks elsewhere first; then nothing better is left to the regiment. Rule: Combat M, Combat N"""
    units = {
        "2464": ["rifle-regiment-1", "rifle-corps-1"],
        "2463": ["finnish-division-1"],
        "2465": ["finnish-regiment-1"],
        "2564": ["headquarters-2"],
    }
    played = south(units, dice=(6, 6))
    assert played.offered() == ["attack 2463", "attack 2465"]
    played.do("attack 2465", "choose-unit rifle-corps-1", "fight", "done")

    assert played.offered() == ["attack 2463"]
    played.do("attack 2463", "choose-unit rifle-regiment-1", "fight")
    assert played.odds() == ("2:12", "1-4")


def test_finnish_attacks_are_free_but_not_at_bad_odds(south):
    """1 against 12. Rule: Combat D, Combat N, WW-78"""
    played = south(
        {"2565": ["rifle-corps-1"], "2465": ["finnish-battalion-1"], "2464": ["finnish-regiment-1"]}, side="finnish"
    )

    assert played.phase() != "finnish-combat"  # 3 against 12 together: no attack is possible at all


def test_finns_may_leave_an_enemy_alone(south):
    """Rule: Combat D"""
    units = {
        "2565": ["rifle-corps-1"],
        "2465": ["finnish-division-1"],
        "2464": ["finnish-regiment-1"],
        "2564": ["rifle-regiment-1"],
    }
    played = south(units, side="finnish")

    assert played.offered() == ["attack 2564", "attack 2565", "done"]
    played.do("attack 2565")
    assert played.offered() == ["choose-unit finnish-division-1", "choose-unit finnish-regiment-1"]
    played.do("choose-unit finnish-regiment-1")
    assert played.refused("fight").reason == "too-weak"


def test_border_guards_attack_at_home_only(south):
    """Rule: Combat Q"""
    units = {
        "2665": ["border-guards-1"],
        "2564": ["finnish-regiment-1"],
        "2666": ["rifle-regiment-1"],
        "2765": ["finnish-battalion-1"],
    }
    played = south(units, dice=(1,))
    played.do("attack 2765")

    assert sorted(played.offered()) == ["choose-unit border-guards-1", "choose-unit rifle-regiment-1"]
    other = south({"2665": ["border-guards-1", "rifle-regiment-1"], "2564": ["finnish-battalion-1"]}).do("attack 2564")
    assert other.offered() == ["choose-unit rifle-regiment-1"]
    assert other.refused("choose-unit border-guards-1").reason == "never-attacks-there"


def test_isolated_units_and_headquarters_owe_nothing(rules):
    """No headquarters feeds the corps; the one that stands there has none behind it. Rule: Combat P, Combat E"""
    played = Fight(rules, {"2465": ["finnish-battalion-1"], "2565": ["rifle-corps-1"]})

    assert played.isolated("rifle-corps-1")
    assert played.phase() != "soviet-combat"


def test_a_unit_freed_by_an_earlier_attack_must_attack(south):
    """Isolation is judged at the instant: see Supply E. The Finns in 2565 cut the corps in 2464 off from 2566.

    Rule: Combat E, Supply E
    """
    units = {
        "2464": ["rifle-corps-1"], "2565": ["finnish-battalion-1"], "2463": ["finnish-battalion-2"],
        "2665": ["rifle-corps-2"],
        "2465": ["finnish-battalion-3"],
    }  # fmt: skip
    played = south(units, dice=(6, 6))
    assert played.isolated("rifle-corps-1")
    assert played.offered() == ["attack 2565"]
    played.do("attack 2565", "choose-unit rifle-corps-2", "fight", "choose-unit rifle-corps-2")

    assert not played.isolated("rifle-corps-1")
    assert played.offered() == ["attack 2463", "attack 2465"]


def test_nobody_attacks_across_open_water(south):
    """The Bay of Viipuri lies between 2263 and 2162. Rule: Combat C"""
    units = {
        "2263": ["rifle-corps-1"],
        "2162": ["finnish-regiment-1"],
        "2364": ["rifle-regiment-1"],
        "2464": ["headquarters-2"],
    }
    played = south(units)

    assert played.phase() != "soviet-combat"


def test_the_refusal_names_all_units_and_hexes(south):
    """As ids in the violation, by name in its message. Rule: Combat E"""
    played = south({"2565": ["rifle-division-1", "tank-corps"], "2465": ["finnish-regiment-1"]})
    said = played.refused("done").message("en")

    assert "Rifle division 1, Tank corps, against 2465" in said
