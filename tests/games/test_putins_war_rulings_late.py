"""The rulings from PW-50 on; `test_putins_war_rulings` has those before, and counts them all."""

from __future__ import annotations

import pytest

A1, A2, A3, A4, A5 = (f"armored-division-{n}" for n in range(1, 6))
F1, F2, F3 = (f"air-force-{n}" for n in (1, 2, 3))
S1 = "special-brigade-1"
G1, G2, G3, G4 = (f"garrison-{n}" for n in range(1, 5))
U = [f"ukrainian-forces-{n}" for n in range(1, 18)]  # 1 to 8 are worth 2, 9 to 13 worth 3, 14 to 17 worth 4


def test_pw_50_a_unit_is_activated_once_a_turn_an_area_again_and_again(war):
    """A1 leaves Russia 1, then A2; A1 can't go on. Next turn it can."""
    played = war({"russia-1": [A1, A2]}).do(f"choose-unit {A1}", "move-to russia-2")
    assert played.refused(f"choose-unit {A1}").rule == "4.3"

    played.do(f"choose-unit {A2}", "move-to russia-2")

    assert played.state.turn == 2
    assert played.offered() == [f"choose-unit {A1}", f"choose-unit {A2}", "done"]


def test_pw_50_reinforcements_may_be_activated_in_the_turn_they_arrive(war):
    """A1 arrives and moves."""
    played = war({"russian-reserve": [A1]}, turn=2, phase="reinforcement")

    played.do(f"choose-unit {A1}", "place-at russia-1", f"choose-unit {A1}", "move-to belarus")

    assert played.at("belarus") == [A1]


def test_pw_51_air_force_arrives_in_a_controlled_airport_area(war):
    """Kharkivs'ka has an airport, Sums'ka none; ground units need a start area."""
    played = war({"russian-reserve": [F1, A1], "kharkivska": [A2], "sumska": [A3]}, turn=2, phase="reinforcement")
    played.do(f"choose-unit {F1}")
    assert "place-at kharkivska" in played.offered()
    assert played.refused("place-at sumska").rule == "4.2"
    played.do("place-at kharkivska", f"choose-unit {A1}")

    assert played.refused("place-at kharkivska").rule == "4.2"


def test_pw_51_air_force_flies_three_areas_to_a_fight_or_a_controlled_airport(war):
    """From Belarus. Sums'ka is Russian without airport or fight; Donets'ka is 4 away."""
    played = war({"belarus": [F1], "sumska": [A1], "kharkivska": [A2]}).do(f"choose-unit {F1}")

    assert played.refused("move-to sumska").rule == "4.5"  # no fight, no airport
    assert played.refused("move-to belarus").rule == "4.5"
    assert "move-to kharkivska" in played.offered()  # Russian airport area, 3 away over Russia 1 and 2
    assert "move-to poltavska" in played.offered()  # empty: a fight
    assert played.refused("move-to donetska").reason == "too-far"


def test_pw_51_air_force_alone_sets_off_the_reaction_and_stays(war):
    """A fight in Volyns'ka, which has no airport."""
    played = war({"belarus": [F1]}, dice=(1, 6), draws=(U[0],)).do(f"choose-unit {F1}", "move-to volynska")

    assert played.events("place")[0].get("units") == [U[0]]
    assert played.at("volynska") == [F1]


def test_pw_52_a_fight_without_the_invasion_table_has_no_after_effect(war):
    """The units that stood there stay."""
    played = war({"respublika-krym": [A1], "khersonska": [U[13]]}, dice=(1,))

    played.do(f"choose-unit {A1}", "move-to khersonska")

    assert played.at("khersonska") == [U[13]]
    assert played.events("return") == []
    assert "Invasion Table" not in played.logged()


def test_pw_52_units_that_retreated_elsewhere_are_not_sent_back(war):
    """Bitter end, then DR: the unit is in Dnipropetrovs'ka and stays on the map."""
    played = war({"respublika-krym": [A1]}, dice=(1, 5), draws=(U[13],)).do(f"choose-unit {A1}", "move-to khersonska")

    assert played.at("dnipropetrovska") == [U[13]]


def test_pw_53_homeland_surplus_above_three_goes_back_last(war):
    """Five units of 2 attack 4: 2:1; a 4 is DR; Russia retreats, then two of five go back by lot."""
    played = war({"respublika-krym": [A1]}, dice=(6, 5, 4), draws=(*U[:5], U[4], U[0]))

    played.do(f"choose-unit {A1}", "move-to khersonska")

    names = [line.get("event") for line in played.state.log if line.kind == "event"]
    assert names.index("retreat") < names.index("return")
    assert played.at("khersonska") == U[1:4]


def test_pw_53_ukrainians_that_retreat_leave_the_area_to_russia(war):
    """AR: the Ukrainian attacker retreats."""
    played = war({"respublika-krym": [A1]}, dice=(6, 1, 1), draws=(U[13],)).do(
        f"choose-unit {A1}", "move-to khersonska"
    )

    assert played.controls("khersonska")


def test_pw_54_the_player_chooses_among_controlled_neighbours(war):
    """Out of Russia 2 into Kharkivs'ka; Sums'ka and Luhans'ka are Russian, Donets'ka is not."""
    played = war(
        {"russia-2": [A1], "sumska": [A2], "luhanska": [G1], "kharkivska": [U[13]], "donetska": [F1]}, dice=(1,)
    ).do(f"choose-unit {A1}", "move-to kharkivska")

    assert sorted(played.offered()) == ["retreat-to luhanska", "retreat-to russia-2", "retreat-to sumska"]
    assert played.refused("retreat-to donetska").rule == "5.5"
    assert played.refused("retreat-to russia-1").rule == "5.5"
    played.do("retreat-to luhanska")

    assert played.at("luhanska") == [A1, G1]


def test_pw_54_an_origin_left_empty_is_no_refuge(war):
    """A1 leaves Khersons'ka without a garrison; Mykolayivs'ka has no other Russian neighbour."""
    played = war({"khersonska": [A1], "mykolayivska": [U[13]]}, dice=(1,)).do(
        f"choose-unit {A1}", "move-to mykolayivska"
    )
    assert played.at("eliminated") == [A1]

    played = war({"khersonska": [A1, G1], "mykolayivska": [U[13]]}, dice=(1,))
    played.do(f"choose-unit {A1}", "move-to mykolayivska")
    assert played.at("khersonska") == [A1, G1]


def test_pw_55_ukrainians_retreat_into_a_red_star_area_only_as_the_last_choice(war):
    """Next to Luhans'ka all but Russia 2 and 3 hold Russians; Russia 2 is empty and first in the alphabet."""
    played = war({"russia-3": [A1, A2], "luhanska": [U[0]], "kharkivska": [A3], "donetska": [A4]}, dice=(2,))
    played.do(f"choose-unit {A1}", "move-to luhanska")
    assert played.at("eliminated") == [A1, U[0]]  # 2:1, X

    played = war({"russia-3": [A1, A2], "luhanska": [U[0]], "kharkivska": [A3], "donetska": [A4]}, dice=(4,))
    played.do(f"choose-unit {A1}", "move-to luhanska")
    assert played.at("russia-2") == [U[0]]
    assert not played.controls("russia-2")


def test_pw_55_a_red_star_area_with_ukrainians_takes_no_reinforcements_and_is_fought_for(war):
    """Entering it is a fight without the table; afterwards the Star counts again."""
    units = {"russian-reserve": [A1], "russia-1": [A2], "russia-2": [U[0]]}
    played = war(units, turn=2, phase="reinforcement", dice=(6,))
    played.do(f"choose-unit {A1}")
    assert played.refused("place-at russia-2").rule == "4.2"
    played.do("place-at belarus", f"choose-unit {A2}", "move-to russia-2")

    assert "5.4" in played.logged()
    assert "Invasion Table" not in played.logged()
    assert played.controls("russia-2")


def test_pw_56_one_garrison_of_the_stock_right_after_a_fight(war):
    """Only into the area just won; it may be declined."""
    played = war({"russia-2": [A1], "kharkivska": [U[0]], "garrison-stock": [G1, G2]}, dice=(6,))
    played.do(f"choose-unit {A1}", "move-to kharkivska")

    assert played.offered() == ["place-garrison kharkivska", "done"]
    assert played.refused("place-garrison sumska").rule == "6.2"
    played.do("place-garrison kharkivska")

    assert played.at("kharkivska") == [A1, G1]
    assert played.at("garrison-stock") == [G2]


def test_pw_57_only_the_units_of_the_activation_fight(war):
    """A2, left behind in Russia 2, adds nothing."""
    played = war({"russia-2": [A1, A2], "kharkivska": [U[0]]}, dice=(6,)).do(f"choose-unit {A1}", "move-to kharkivska")

    assert played.events("fight")[0].get("odds") == "4:2"


def test_pw_58_without_any_ukrainian_unit_the_area_is_taken(war):
    """Pool empty, none on the map."""
    played = war({"russia-2": [A1]}, dice=(5,), pool=[]).do(f"choose-unit {A1}", "move-to kharkivska")

    assert played.events("fight") == []
    assert played.controls("kharkivska")
    assert "4.7" in played.logged()


@pytest.mark.parametrize(("pool", "found"), [([], False), (["ukrainian-forces-1"], True)])
def test_pw_51_air_force_flies_to_no_invasion_that_nobody_can_answer(war, pool, found):
    """Rule: 4.5, 4.7. Without a Ukrainian unit anywhere there is no fight to fly to."""
    played = war({"russia-1": [F1]}, pool=pool).do(f"choose-unit {F1}")

    assert ("move-to sumska" in played.offered()) is found
    assert "move-to belarus" in played.offered()


def test_pw_59_in_a_homeland_exchange_russia_loses_first(war):
    """Two of 4 attack two of 4: 1:1, a 3 is X."""
    played = war({"respublika-krym": [A1, A2]}, dice=(6, 2, 3), draws=(U[13], U[14], U[13]))
    played.do(f"choose-unit {A1}", f"choose-unit {A2}", "move-to khersonska")
    played.do(f"lose-unit {A2}")

    assert [line.get("units") for line in played.events("eliminate")] == [[A2], [U[13]]]
    assert played.at("khersonska") == [A1]
    assert played.at("dnipropetrovska") == [U[14]]
