"""Each ruling PW-… of `errata.yaml` has a test that is named after it."""

from __future__ import annotations

import pytest

A1, A2, A3, A4, A5 = (f"armored-division-{n}" for n in range(1, 6))
F1, F2, F3 = (f"air-force-{n}" for n in (1, 2, 3))
S1 = "special-brigade-1"
G1, G2, G3, G4 = (f"garrison-{n}" for n in range(1, 5))
U = [f"ukrainian-forces-{n}" for n in range(1, 18)]  # 1 to 8 are worth 2, 9 to 13 worth 3, 14 to 17 worth 4


def test_pw_04_more_than_six_counts_as_six(war):
    """A 6 in Kyyivs'ka is an 8: the Homeland Counterattack."""
    played = war({"belarus": [A1]}, dice=(6, 1, 1), draws=(U[0],)).do(f"choose-unit {A1}", "move-to kyyivska")

    assert played.events("result")[0].get("code") == "homeland"


def test_pw_11_air_force_alone_controls_nothing(war):
    """Air Force wins Sums'ka alone and stands there; the area is not Russian and takes no garrison."""
    played = war({"russia-1": [F1], "garrison-stock": [G1]}, dice=(1, 6), draws=(U[0],))

    played.do(f"choose-unit {F1}", "move-to sumska")

    assert played.at("sumska") == [F1]
    assert not played.controls("sumska")
    assert played.phase() != "activation" or "place-garrison sumska" not in played.offered()
    assert played.rules.score(played.state) == {"russia": 0}


def test_pw_12_below_one_to_one_the_attacker_retreats_also_in_a_homeland_fight(war):
    """Ukraine attacks with 2 against 4: the Ukrainian unit retreats and Russia holds the area."""
    played = war({"respublika-krym": [A1]}, dice=(6, 1), draws=(U[0],))

    played.do(f"choose-unit {A1}", "move-to khersonska")

    assert played.events("fight")[0].get("odds") == "2:4"
    assert played.at("khersonska") == [A1]
    assert played.at("dnipropetrovska") == [U[0]]
    assert played.controls("khersonska")


def test_pw_13_all_areas_together_are_worth_36_points(rules):
    """Kyyivs'ka 5, Odes'ka and Kharkivs'ka 3, four of 2, seventeen of 1."""
    assert sorted(rules.board.points, reverse=True) == [5, 3, 3, 2, 2, 2, 2] + [1] * 17 + [0] * 5


def test_pw_14_the_map_has_29_areas_and_68_links(rules):
    """24 oblasts, Krym, Belarus, Russia 1 to 3."""
    assert len(rules.spaces) == 29
    assert sum(mask.bit_count() for mask in rules.board.neighbours) == 2 * 68


def test_pw_15_red_stars_ports_and_airports(rules):
    """Red Star: the five start areas. Seven ports, nineteen airports."""
    board = rules.board
    stars = {name for index, name in enumerate(rules.spaces) if board.stars >> index & 1}
    assert stars == {"russia-1", "russia-2", "russia-3", "respublika-krym", "belarus"}
    assert board.stars == board.starts
    assert (board.ports.bit_count(), board.airports.bit_count()) == (7, 19)


def test_pw_25_the_event_changes_the_value_of_the_unit_drawn(war):
    """European aid: 2 becomes 3, so that 8 against 3 is 2:1."""
    played = war({"respublika-krym": [A1, A2]}, dice=(2, 6), draws=(U[0],))

    played.do(f"choose-unit {A1}", f"choose-unit {A2}", "move-to khersonska")

    assert played.events("fight")[0].get("odds") == "8:3"
    assert played.events("result")[1].get("column") == "2:1"


def test_pw_26_up_to_three_reinforcements_a_turn(war):
    """After three the phase is over; it may be ended sooner; turn 1 has none."""
    reserve = {"russian-reserve": [A1, A2, A3, A4], "russia-1": [A5]}
    played = war(reserve, turn=2, phase="reinforcement")
    for unit in (A1, A2):
        played.do(f"choose-unit {unit}", "place-at russia-1")
    assert "done" in played.offered()
    played.do(f"choose-unit {A3}", "place-at belarus")

    assert played.phase() == "activation"
    assert played.at("russian-reserve") == [A4]
    assert war(reserve, turn=1, phase="reinforcement").phase() == "activation"


def test_pw_27_the_air_force_of_4_starts(rules):
    """The other three are worth 3 and wait in the Reserve."""
    start = rules.new_state()
    offered = [rules.to_json(action)[1] for action in rules.choices(start)]
    values = {unit: rules.board.combat[rules.units.index(unit)] for unit in rules.units if unit.startswith("air-force")}

    assert offered == [A1, A2, A3, A4, F1, S1]
    assert values == {F1: 4, F2: 3, F3: 3, "air-force-4": 3}


def test_pw_28_garrisons_go_into_any_controlled_area_at_the_end_of_the_turn(war):
    """Also where units stand; not where Russia has no control."""
    played = war({"sumska": [A1], "garrison-stock": [G1]}, phase="garrison")

    played.do(f"choose-garrison {G1}")
    assert played.offered() == ["place-at sumska"]
    assert played.refused("place-at kharkivska").rule == "6.4"
    played.do("place-at sumska")

    assert played.at("sumska") == [A1, G1]


def test_pw_29_too_many_units_go_at_the_end_of_the_turn_by_choice(war):
    """Four in Russia 1, Air Force and all, garrisons not counted; the player picks."""
    played = war({"russia-1": [A1, A2, A3, F1], "sumska": [A4, A5, S1, G1]}, phase="over-stack")

    assert played.offered() == [f"lose-unit {unit}" for unit in (A1, A2, A3, F1)]
    assert played.refused(f"lose-unit {A4}").rule == "2.2"
    played.do(f"lose-unit {F1}")

    assert played.at("eliminated") == [F1]
    assert played.state.turn == 2


def test_pw_29_moving_above_the_limit_is_allowed_during_the_turn(war):
    """A fourth unit may enter."""
    played = war({"russia-1": [A1, A2, A3], "russia-2": [A4]}).do(f"choose-unit {A4}", "move-to russia-1")

    assert played.at("russia-1") == [A1, A2, A3, A4]


def test_pw_30_ukrainians_retreat_to_the_area_worth_most_without_russian_mobile_units(war):
    """From Kharkivs'ka: Dnipropetrovs'ka holds Air Force, so Donets'ka; its garrison is removed."""
    played = war(
        {"russia-2": [A1, A2], "kharkivska": [U[0], U[1]], "dnipropetrovska": [F1], "donetska": [G1]}, dice=(6,)
    )

    played.do(f"choose-unit {A1}", f"choose-unit {A2}", "move-to kharkivska")  # 8 against 4 is 2:1, 6 is DE
    assert played.at("eliminated") == U[:2]

    played = war(
        {"russia-2": [A1, A2], "kharkivska": [U[0], U[1]], "dnipropetrovska": [F1], "donetska": [G1]}, dice=(4,)
    )
    played.do(f"choose-unit {A1}", f"choose-unit {A2}", "move-to kharkivska")  # a 4 is DR
    assert played.at("donetska") == U[:2]
    assert played.at("garrison-stock") == [G1]


def test_pw_30_ties_go_by_the_alphabet(war):
    """From Khersons'ka: Dnipropetrovs'ka and Zaporiz'ka are worth 2 each."""
    played = war({"respublika-krym": [A1, A2], "khersonska": [U[0]]}, dice=(2,))

    played.do(f"choose-unit {A1}", f"choose-unit {A2}", "move-to khersonska")

    assert played.at("dnipropetrovska") == [U[0]]


def test_pw_30_nowhere_without_russian_mobile_units_means_elimination(war):
    """Zakarpats'ka lies next to L'vivs'ka and Ivano-Frankivs'ka."""
    played = war({"lvivska": [A1, A2], "ivano-frankivska": [F1, G1], "zakarpatska": [U[0]], "ternopilska": [A3]}, dice=(2,))
    played.do(f"choose-unit {A1}", "move-to zakarpatska")  # 4 against 2, a 2 is X: both lose one
    assert set(played.at("eliminated")) == {A1, U[0]}

    played = war({"lvivska": [A1, A2], "ivano-frankivska": [F1, G1], "zakarpatska": [U[0]]}, dice=(4,))
    played.do(f"choose-unit {A1}", "move-to zakarpatska")  # a 4 is DR; A2 in L'vivs'ka, F1 in the other
    assert played.at("eliminated") == [U[0]]
    assert played.at("zakarpatska") == [A1]


def test_pw_31_missing_units_come_from_the_largest_group_one_at_a_time(war):
    """American aid asks for two, the pool is empty: Sums'ka (3) gives one, then Poltavs'ka and Sums'ka tie at 2."""
    played = war(
        {"respublika-krym": [A1], "sumska": [U[0], U[1], U[2]], "poltavska": [U[3], U[4]]},
        dice=(3, 1), draws=(U[1], U[3]), pool=[],
    )  # fmt: skip
    played.do(f"choose-unit {A1}", "move-to khersonska")

    transfers = [(line.get("units"), line.get("from")) for line in played.events("transfer")]
    assert transfers == [([U[1]], "sumska"), ([U[3]], "poltavska")]  # both worth 1, first in the alphabet


def test_pw_31_ties_go_to_the_area_with_fewest_points(war):
    """Kharkivs'ka (3 points) and Sums'ka (1) hold one unit each."""
    played = war({"respublika-krym": [A1], "kharkivska": [U[0]], "sumska": [U[1]]}, dice=(1,), pool=[])

    played.do(f"choose-unit {A1}", "move-to khersonska")

    assert played.events("transfer")[0].get("from") == "sumska"


def test_pw_31_a_pool_that_is_too_small_gives_what_it_has(war):
    """Western aid: one from the pool, two from Sums'ka."""
    played = war({"respublika-krym": [A1], "sumska": [U[0], U[1], U[2]]}, dice=(5,), pool=[U[5]])

    played.do(f"choose-unit {A1}", "move-to khersonska")

    assert played.events("place")[0].get("units") == [U[5]]
    assert [line.get("from") for line in played.events("transfer")] == ["sumska", "sumska"]


def test_pw_32_the_second_roll_is_not_modified(war):
    """Kyyivs'ka: 4 + 2 is the Homeland event; the second roll 1 brings one unit, not three."""
    played = war({"belarus": [A1]}, dice=(4, 1), draws=(U[0],)).do(f"choose-unit {A1}", "move-to kyyivska")

    assert played.events("place")[0].get("units") == [U[0]]


def test_pw_33_russia_chooses_its_loss_ukraine_loses_by_lot(war):
    """Air Force may be the loss; a unit that did not fight may not."""
    played = war({"russia-2": [A1, F1, A2], "kharkivska": [U[13], U[14]]}, dice=(3,), draws=(U[14],))
    played.do(f"choose-unit {A1}", f"choose-unit {F1}", "move-to kharkivska")  # 8 against 8 is 1:1, a 3 is X

    assert played.offered() == [f"lose-unit {A1}", f"lose-unit {F1}"]
    assert played.refused(f"lose-unit {A2}").rule == "5.7"
    played.do(f"lose-unit {F1}")

    assert played.at("eliminated") == [F1, U[14]]
    assert played.at("kharkivska") == [U[13]]


def test_pw_34_one_area_one_target_but_air_force_joins_from_three_areas_away(war):
    """Ground units of another area don't join; Air Force in Respublika Krym is 3 areas from Kharkivs'ka."""
    played = war({"russia-2": [A1], "russia-1": [A2], "respublika-krym": [F1], "kharkivska": [U[0]]}, dice=(6,))

    played.do(f"choose-unit {A1}")
    assert played.refused(f"choose-unit {A2}").rule == "4.3"
    played.do(f"choose-unit {F1}", "move-to kharkivska")

    assert played.events("fight")[0].get("odds") == "8:2"
    assert played.at("kharkivska") == [A1, F1]


def test_pw_35_twenty_one_points_win_at_once(war):
    """19 points by garrisons and units; entering Odes'ka beside Air Force adds 3 without a fight."""
    held = {
        "kyyivska": [A1], "kharkivska": [A2], "dnipropetrovska": [A3], "lvivska": [A4], "donetska": [A5],
        "zaporizka": [S1], "mykolayivska": ["armored-division-6", G1], "poltavska": [G2], "sumska": [G3],
        "odeska": [F1],
    }  # fmt: skip
    played = war(held)
    assert played.rules.score(played.state) == {"russia": 19}  # 5 + 3 + 4 x 2 + 3 x 1

    played.do("choose-unit armored-division-6", "move-to odeska")

    result = played.rules.result(played.state)
    assert (result.end, result.winner, result.level, result.score) == ("win", "russia", None, {"russia": 22})


def test_pw_35_start_areas_are_worth_nothing(rules):
    """All five are controlled at the start: no points."""
    assert rules.score(rules.new_state()) == {"russia": 0}


def test_pw_36_a_removed_garrison_returns_to_the_stock_and_can_be_used_again(war):
    """U retreats into Donets'ka; the garrison is placed again at the end of the turn."""
    units = {"russia-2": [A1, A2], "kharkivska": [U[0]], "dnipropetrovska": [A3], "donetska": [G1]}
    played = war(units, dice=(2,)).do(f"choose-unit {A1}", f"choose-unit {A2}", "move-to kharkivska")
    assert played.at("garrison-stock") == [G1]

    played.do("place-garrison kharkivska")

    assert played.at("kharkivska") == [A1, A2, G1]


def test_pw_37_all_retreat_together_and_the_surplus_is_eliminated(war):
    """Two retreat to Krym, where two stand: one of the two that retreat goes, by choice."""
    played = war({"respublika-krym": [A1, A2, A3, A4], "khersonska": [U[13], U[14]]}, dice=(1,))
    played.do(f"choose-unit {A1}", f"choose-unit {A2}", "move-to khersonska")  # 8 against 8, a 1 is AR

    assert played.offered() == [f"lose-unit {A1}", f"lose-unit {A2}"]
    assert played.refused(f"lose-unit {A3}").rule == "Clarifications.1"
    played.do(f"lose-unit {A2}")

    assert played.at("respublika-krym") == [A1, A3, A4]
    assert played.at("eliminated") == [A2]


def test_pw_38_a_turn_has_its_phases_in_order(war):
    """Reinforcement, activation, garrisons, over-stack, scoring, marker."""
    units = {"russian-reserve": [A1], "russia-1": [A2, A3, A4, A5], "sumska": [S1], "garrison-stock": [G1]}
    played = war(units, turn=2, phase="reinforcement")
    seen = [played.phase()]
    for words in ("done", "done", f"choose-garrison {G1}"):
        played.do(words)
        seen.append(played.phase())
    played.do("place-at sumska")
    seen.append(played.phase())
    played.do(f"lose-unit {A2}")

    assert seen == ["reinforcement", "activation", "garrison", "garrison", "over-stack"]
    assert [line.get("event") for line in played.state.log][-3:] == ["score", "advance-marker", "turn"]
    assert (played.state.turn, played.phase()) == (3, "reinforcement")


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
    played = war({"respublika-krym": [A1]}, dice=(6, 1, 1), draws=(U[13],)).do(f"choose-unit {A1}", "move-to khersonska")

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
    played = war({"khersonska": [A1], "mykolayivska": [U[13]]}, dice=(1,)).do(f"choose-unit {A1}", "move-to mykolayivska")
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


def test_every_ruling_has_a_test(game):
    """The errata of the sources and the tests of this file name the same rulings."""
    named = {name.split("_")[2] for name in globals() if name.startswith("test_pw_")}
    rulings = {erratum.id.removeprefix("PW-") for erratum in game.errata.errata if erratum.id[3:].isdigit()}

    assert len(rulings) >= 30
    assert rulings == named


@pytest.mark.parametrize("option", ["ports", "ukrainian-air"])
def test_options_are_off_unless_asked_for(rules, option):
    """DESIGN §10: no options by default."""
    assert rules.options[option] is False
