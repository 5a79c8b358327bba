"""Each ruling PW-… of `errata.yaml` has a test that is named after it."""

from __future__ import annotations

import pytest

from tests.games import test_putins_war_rulings_late

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
    played = war(
        {"lvivska": [A1, A2], "ivano-frankivska": [F1, G1], "zakarpatska": [U[0]], "ternopilska": [A3]}, dice=(2,)
    )
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


def test_every_ruling_has_a_test(game):
    """The errata of the sources and the tests of the two files name the same rulings."""
    named = {
        name.split("_")[2] for name in (*globals(), *vars(test_putins_war_rulings_late)) if name.startswith("test_pw_")
    }
    rulings = {erratum.id.removeprefix("PW-") for erratum in game.errata.errata if erratum.id[3:].isdigit()}

    assert len(rulings) >= 30
    assert rulings == named


@pytest.mark.parametrize("option", ["ports", "ukrainian-air"])
def test_options_are_off_unless_asked_for(rules, option):
    """DESIGN §10: no options by default."""
    assert rules.options[option] is False
