"""The turn of March of Justice: administration, movement, the Russian turn up to its priorities, the end of a turn."""

from __future__ import annotations

import pytest

TANK, MECH, HELI = "tank-regiment", "mechanized-regiment", "helicopter"
CUP = ["police-1", "police-2", "akhmat", TANK, MECH, HELI, "roadblock-2", "the-people-are-silent"]


def switched(unit):
    return {"id": unit, "state": "switched"}


def reduced(unit):
    return {"id": unit, "state": "reduced"}


# Setup ----------------------------------------------------------------------------------------------------------


def test_setup(march_rules):
    """Rule: 9.0, 3.8"""
    position = march_rules.position(march_rules.new_state(5))

    assert (position.turn, position.phase, position.side) == (1, "administration", "wagner")
    assert position.units == {"rostov": ("wagner", "rusich", "serb"), "moscow": ("omon", "fsb", "sobr"), "aside": ("roadblock-1",)}
    assert list(position.pools["cup"]) == CUP
    assert position.tracks == {
        "turn": 1, "momentum": 1, "maneuver-combat-1": 2, "maneuver-combat-2": 2, "maneuver-combat-3": 2,
    }  # fmt: skip


def test_the_map_has_18_locations_and_26_routes(march_rules):
    """PMJ-27: eight of them on the M4."""
    board = march_rules.board
    assert len(board.spaces) == 18
    assert sum(mask.bit_count() for mask in board.neighbours) == 2 * 26
    assert [s for i, s in enumerate(board.spaces) if board.road >> i & 1] == [
        "rostov", "kamensk", "boguchar", "voronezh", "yelets", "yefremov", "stupino", "moscow",
    ]  # fmt: skip


# Administration -------------------------------------------------------------------------------------------------


def administration(march, units=None, **given):
    return march(units or {"rostov": ["wagner", "rusich", "serb"], "moscow": ["omon"]}, phase="administration", **given)


def test_each_marker_moves_one_space_and_gives_strength_and_movement(march):
    """PMJ-26: 0-4, 1-3, 2-2, 3-1, 4-0. Rule: 5.1, 3.5"""
    played = administration(march).do("choose-unit wagner", "shift-to mct-3-1", "choose-unit serb")

    assert played.track("maneuver-combat-1") == 3
    index = played.rules.units.index("wagner")
    assert (played.state.sp[index], played.state.ma[index]) == (7, 1)
    assert played.offered() == ["shift-to mct-1-3", "shift-to mct-3-1"]


def test_one_momentum_moves_a_marker_two_spaces(march):
    """Several times, while there is momentum. Rule: 5.1, 5.2"""
    played = administration(march, momentum=2)

    played.do("choose-unit wagner", "shift-to mct-0-4", "choose-unit rusich", "shift-to mct-4-0")
    assert played.track("momentum") == 0
    assert played.do("choose-unit serb").offered() == ["shift-to mct-1-3", "shift-to mct-3-1"]


def test_the_step_ends_when_all_markers_have_moved(march):
    """Rule: 5.1"""
    played = administration(march)
    for unit in ("wagner", "rusich", "serb"):
        played.do(f"choose-unit {unit}", "shift-to mct-1-3")
    assert played.step() == "wagner-move"


def test_false_flag_disperses_any_russian_unit_even_in_moscow(march):
    """PMJ-47, PMJ-66: to the next space of the turn track, back in the next Russian turn. Rule: 5.2"""
    played = administration(march, momentum=2).do("done")

    assert played.offered() == ["spend-on false-flag", "done"]
    played.do("spend-on false-flag", "choose-unit omon")
    assert played.at("turn-3") == ["omon"]
    assert played.track("momentum") == 0
    played.do("done", "done", "done")  # turn 2 ends, markers, movement of turn 3
    assert played.at("moscow") == ["omon"]


def test_restore_and_rebuild_cost_3(march):
    """A rebuilt column comes back reduced in Rostov. Rule: 5.2"""
    units = {"rostov": [reduced("wagner"), "rusich"], "eliminated": ["serb"], "moscow": ["omon"]}
    restored = administration(march, units, momentum=3).do("done")
    assert restored.offered() == ["spend-on false-flag", "spend-on restore", "spend-on rebuild", "done"]
    restored.do("spend-on restore", "choose-unit wagner")
    rebuilt = administration(march, units, momentum=3).do("done", "spend-on rebuild", "choose-unit serb")

    assert restored.marked("rostov") == ["wagner", "rusich"]
    assert rebuilt.marked("rostov") == [reduced_text("wagner"), "rusich", reduced_text("serb")]
    assert (restored.track("momentum"), rebuilt.track("momentum")) == (0, 0)


def reduced_text(unit):
    return f"{unit} reduced"


def test_no_rebuilding_in_an_occupied_rostov(march):
    """Rule: 5.2"""
    units = {"kamensk": ["wagner"], "rostov": ["akhmat"], "eliminated": ["serb"]}
    assert "spend-on rebuild" not in administration(march, units, momentum=3).do("done").offered()


def test_pmj_64_switched_units_are_not_rebuilt_by_wagner(march):
    """They are no core units. Rule: 5.2"""
    units = {"rostov": ["wagner"], "eliminated": [switched(TANK)], "moscow": ["omon"]}
    assert administration(march, units, momentum=3).do("done").offered() == ["spend-on false-flag", "done"]


def test_no_boons_without_momentum(march):
    """Rule: 5.2"""
    units = {"rostov": ["wagner"], "eliminated": ["serb"], "moscow": ["omon"]}
    assert administration(march, units, momentum=0).do("done").step() == "wagner-move"


# Movement -------------------------------------------------------------------------------------------------------


def reach(situation, unit):
    """Where a unit can go, as offered."""
    situation.do(f"choose-unit {unit}")
    return {words.split()[1] for words in situation.offered() if words.startswith("move-to")}


def test_movement_costs_one_and_one_more_across_a_river(march):
    """From Rostov with 2: Kamensk 1, Volgograd and Grozny 1 + 1, Boguchar 1 + 2 is too far. Rule: 6.1"""
    assert reach(march({"rostov": ["wagner"]}), "wagner") == {"kamensk", "volgograd", "grozny"}


def test_movement_with_4_points(march):
    """1 to Kamensk, 2 more across the Donets; Volgograd 2, Boguchar across the Don 4. Rule: 6.1"""
    found = reach(march({"rostov": ["wagner"]}, marks=(0, 2, 2)), "wagner")
    assert found == {"kamensk", "volgograd", "grozny", "boguchar"}


def test_a_roadblock_costs_wagner_one_more(march):
    """Volgograd would cost 3, Kamensk costs 2. Rule: 6.1"""
    units = {"rostov": ["wagner"], "volgograd": ["roadblock-1"], "kamensk": ["roadblock-2"]}
    assert reach(march(units), "wagner") == {"kamensk", "grozny"}


def test_roadblocks_cost_russia_nothing(march):
    """Rule: 6.1"""
    played = march({"moscow": ["omon"], "serpukhov": ["roadblock-1"], "rostov": ["wagner"]}, phase="russia", options={"two-player": True})
    played.do("done")  # the roadblock stays
    assert "kaluga" in reach(played, "omon")


def test_the_helicopter_pays_nothing_for_rivers(march):
    """Six locations away from Moscow, over three rivers. Rule: 6.1"""
    played = march({"moscow": [HELI], "grozny": ["wagner"]}, phase="russia", options={"two-player": True})
    assert {"rostov", "volgograd", "kamensk"} <= reach(played, HELI)


def test_enemies_can_be_neither_entered_nor_passed(march):
    """With 3 points Boguchar would be in reach by Kamensk. Rule: 3.3"""
    units = {"rostov": ["wagner"], "kamensk": ["omon"]}
    assert reach(march(units, marks=(1, 2, 2)), "wagner") == {"volgograd", "grozny"}


def test_stacks_go_where_all_of_them_can(march):
    """Wagner has 2 points, Serb 4. Rule: 6.1"""
    played = march({"rostov": ["wagner", "serb"], "tambov": ["omon"]}, marks=(2, 2, 0)).do("choose-unit serb")

    assert "move-to boguchar" in played.offered()
    played.do("choose-unit wagner")
    assert played.offered() == ["move-to kamensk", "move-to volgograd", "move-to grozny"]
    played.do("move-to volgograd")
    assert played.at("volgograd") == ["wagner", "serb"]


def test_units_move_once_a_turn(march):
    """Rule: 6.1"""
    played = march({"rostov": ["wagner", "serb"]}).do("choose-unit serb", "move-to kamensk")
    assert played.offered() == ["choose-unit wagner", "done"]


def test_a_column_without_movement_points_stays(march):
    """4-0. Rule: 3.5"""
    assert march({"rostov": ["wagner", "serb"]}, marks=(4, 2, 2)).offered() == ["choose-unit serb", "done"]


def test_switched_units_move_by_their_counter(march):
    """Tank regiment, 3. Rule: 6.1"""
    played = march({"rostov": ["wagner", switched(TANK)]}, marks=(4, 4, 4))
    assert reach(played, TANK) == {"kamensk", "volgograd", "grozny", "boguchar"}


# Dispersal and return -------------------------------------------------------------------------------------------


def test_wagner_returns_to_rostov_or_next_to_it_but_not_to_grozny(march):
    """Rule: 3.11"""
    played = march({"voronezh": ["wagner"], "turn-2": ["serb"]})
    assert played.step() == "wagner-return"
    assert played.offered() == ["place-at rostov", "place-at kamensk", "place-at volgograd"]
    assert played.do("place-at volgograd").at("volgograd") == ["serb"]


def test_who_can_not_return_waits_another_turn(march):
    """Rule: 3.11"""
    units = {"voronezh": ["wagner"], "turn-2": ["serb"], "rostov": ["omon"], "kamensk": ["fsb"], "volgograd": ["sobr"]}
    played = march(units)

    assert played.at("turn-3") == ["serb"]
    assert [line.get("units") for line in played.events("wait")] == [["serb"]]


def test_the_only_free_place_is_taken_without_asking(march):
    """Rule: 3.11"""
    played = march({"voronezh": ["wagner"], "turn-2": ["serb"], "rostov": ["omon"], "kamensk": ["fsb"]})
    assert played.at("volgograd") == ["serb"]


def test_akhmat_returns_only_to_grozny(march):
    """Rule: 3.11"""
    free = march({"rostov": ["wagner"], "turn-2": ["akhmat"]}, phase="russia", dice=(1,))
    held = march({"grozny": ["wagner"], "turn-2": ["akhmat"]}, phase="russia")

    assert free.at("grozny") == ["akhmat"]
    assert held.at("turn-3") == ["akhmat"]


def test_the_system_returns_to_moscow_else_next_to_it_by_lot(march):
    """Rule: 3.11"""
    home = march({"rostov": ["wagner"], "turn-2": ["omon"]}, phase="russia")
    beside = march({"moscow": ["wagner"], "rostov": ["serb"], "turn-2": ["omon"]}, phase="russia", draws=("ryazan",))

    assert home.at("moscow") == ["omon"]
    assert [line.get("at") for line in beside.events("return")] == ["ryazan"]


def test_dispersed_on_the_last_turn_is_gone(march):
    """Rule: 3.11"""
    played = march({"rostov": ["serb"], "kamensk": [TANK]}, turn=6, dice=(4,)).do("done", "attack kamensk")
    assert played.at("removed") == ["serb"]


# Mobilization ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "place"),
    [("police-1", "moscow"), (HELI, "moscow"), ("akhmat", "grozny"), (TANK, "kaluga"), (MECH, "kaluga"), ("roadblock-2", "aside")],
)
def test_what_is_drawn_enters_in_its_place(march, unit, place):
    """PMJ-29: the roadblock is the turn's draw. Rule: 7.1"""
    played = march({"rostov": ["wagner"]}, phase="russia", cup=CUP, draws=(unit,), options={"two-player": True})
    assert played.at(place) == [unit]
    assert len(played.at("cup")) == 7


def test_next_to_an_occupied_place_by_lot(march):
    """PMJ-40: Moscow as well. Rule: 7.1"""
    played = march({"moscow": ["wagner"], "rubelo": ["serb"]}, phase="russia", cup=["police-1"], draws=("police-1", "ryazan"))
    assert played.events("mobilize")[0].get("at") == "ryazan"


def test_a_second_player_chooses_the_place(march):
    """Rule: 7.1, 11.0"""
    played = march({"kaluga": ["wagner"]}, phase="russia", cup=[TANK], options={"two-player": True})
    assert played.offered() == ["place-at tula", "place-at serpukhov", "place-at rubelo", "place-at orel"]
    assert played.rules.side_to_act(played.state) == "russia"
    assert played.do("place-at orel").at("orel") == [TANK]


def test_no_place_at_all_means_the_next_turn(march):
    """Akhmat, with Wagner in Grozny and Rostov. Rule: 7.1, 3.11"""
    played = march({"grozny": ["wagner"], "rostov": ["serb"]}, phase="russia", cup=["akhmat"], options={"two-player": True})
    assert played.at("turn-3") == ["akhmat"]


# The People Are Silent ------------------------------------------------------------------------------------------


def silent(march, momentum, units, **given):
    return march(units, phase="russia", cup=["the-people-are-silent"], momentum=momentum, options={"two-player": True}, **given)


@pytest.mark.parametrize(("momentum", "number"), [(-3, 0), (0, 0), (1, 1), (2, 2)])
def test_the_people_are_silent_reduces_by_momentum(march, momentum, number):
    """The Wagner player chooses; momentum isn't spent; the marker is out. Rule: 7.1.1"""
    played = silent(march, momentum, {"moscow": ["omon", "fsb", "sobr"], "rostov": ["wagner"]})
    for unit in ["omon", "sobr"][:number]:
        assert played.rules.side_to_act(played.state) == "wagner"
        played.do(f"choose-unit {unit}")

    assert played.marked("moscow") == [
        reduced_text(u) if u in ["omon", "sobr"][:number] else u for u in ("omon", "fsb", "sobr")
    ]  # fmt: skip
    assert played.at("removed") == ["the-people-are-silent"]
    assert played.track("momentum") == momentum


def test_pmj_31_only_units_with_an_unreduced_front_and_a_reduced_back(march):
    """Omon is reduced, the regiment has no reduced side: of two reductions one takes place. Rule: 7.1.1, 3.1"""
    played = silent(march, 2, {"moscow": [reduced("omon"), "fsb", TANK], "rostov": ["wagner"]})

    assert played.marked("moscow") == ["omon reduced", "fsb reduced", TANK]
    assert played.step() == "russian-move"


def test_at_plus_3_a_unit_alone_switches_where_it_stands(march):
    """Rule: 7.1.1"""
    played = silent(march, 3, {"moscow": ["omon"], "kaluga": [TANK], "rostov": ["wagner"]})

    assert played.offered() == [f"choose-unit {TANK}", "done"]
    assert played.do(f"choose-unit {TANK}").marked("kaluga") == [f"{TANK} switched"]


def test_at_plus_3_a_unit_in_a_stack_goes_to_the_nearest_wagner_location(march):
    """From Moscow: Yelets is 3 locations away, Tambov 2. Rule: 7.1.1"""
    units = {"moscow": ["omon", HELI], "tambov": ["wagner"], "yelets": ["serb"]}
    assert silent(march, 3, units).do(f"choose-unit {HELI}").marked("tambov") == ["wagner", "helicopter switched"]


def test_the_nearest_of_two_is_the_players_choice(march):
    """Tula and Orel, both next to Kaluga. Rule: 7.1.1"""
    played = silent(march, 3, {"kaluga": ["police-1", TANK], "tula": ["wagner"], "orel": ["serb"]}).do(f"choose-unit {TANK}")

    assert played.offered() == ["join-at tula", "join-at orel"]
    assert played.do("join-at orel").marked("orel") == ["serb", f"{TANK} switched"]


def test_nobody_need_be_made_to_switch(march):
    """Rule: 7.1.1"""
    assert silent(march, 3, {"moscow": ["omon", HELI], "tambov": ["wagner"]}).do("done").step() == "russian-move"


# Russian momentum -----------------------------------------------------------------------------------------------


def expenditure(march, momentum, units, **given):
    return march({"rostov": ["wagner"], **units}, phase="russia", momentum=momentum, **given)


def spent(situation):
    return [line.get("code") for line in situation.events("spend")]


def test_pmj_48_the_system_restores_when_it_can(march):
    """At -1 one unit; nothing to restore: nothing is spent. Rule: 7.2"""
    one = expenditure(march, -1, {"moscow": [reduced("omon"), reduced("fsb")]}, draws=("fsb",))
    none = expenditure(march, -1, {"moscow": ["omon"]})

    assert one.marked("moscow") == ["omon reduced", "fsb"]
    assert one.track("momentum") == 0
    assert (spent(one), spent(none)) == (["restore-one"], [])


def test_pmj_48_the_system_rebuilds_before_it_restores(march):
    """At -2 reduced, at -3 at full strength, in Moscow. Rule: 7.2"""
    units = {"moscow": ["omon", reduced("fsb")], "eliminated": ["sobr"]}
    two, three = expenditure(march, -2, units), expenditure(march, -3, units)

    assert (spent(two), spent(three)) == (["rebuild-reduced"], ["rebuild-full"])
    assert two.marked("moscow") == ["omon", "fsb reduced", "sobr reduced"]
    assert three.marked("moscow") == ["omon", "fsb reduced", "sobr"]


def test_it_restores_most_units_for_least_momentum(march):
    """At -3 with two reduced units: two for 2. Rule: 7.2"""
    played = expenditure(march, -3, {"moscow": [reduced("omon"), reduced("fsb")]})
    assert spent(played) == ["restore-two"]
    assert played.track("momentum") == -1


def test_pmj_64_switch_capable_units_return_only_at_full_strength(march):
    """Not at -2; at -3 if they were Russian; never on the other side, never after a surrender. Rule: 7.2"""
    assert spent(expenditure(march, -2, {"moscow": ["omon"], "eliminated": [TANK]})) == []
    assert expenditure(march, -3, {"moscow": ["omon"], "eliminated": [TANK]}).at("moscow") == ["omon", TANK]
    assert spent(expenditure(march, -3, {"moscow": ["omon"], "eliminated": [switched(TANK)]})) == []
    assert spent(expenditure(march, -3, {"moscow": ["omon"], "removed": ["fsb"]})) == []


def test_no_rebuilding_in_a_moscow_that_wagner_holds(march):
    """Rule: 7.2"""
    assert spent(expenditure(march, -3, {"moscow": ["serb"], "eliminated": ["fsb"]})) == []


def test_a_second_player_spends_as_he_sees_fit(march):
    """Rule: 11.0, 7.2"""
    units = {"moscow": ["omon", reduced("fsb")], "eliminated": ["sobr"]}
    played = expenditure(march, -3, units, options={"two-player": True})

    assert played.offered() == [f"spend-on {x}" for x in ("restore-one", "restore-two", "rebuild-reduced", "rebuild-full", "restore-three")] + ["done"]
    played.do("spend-on rebuild-reduced", "choose-unit sobr", "spend-on restore-one", "choose-unit fsb")
    assert played.marked("moscow") == ["omon", "fsb", "sobr reduced"]
    assert played.track("momentum") == 0


# Roadblocks -----------------------------------------------------------------------------------------------------


def test_pmj_35_on_the_shortest_way_of_the_nearest_unit(march):
    """Yelets is 3 from Moscow by Yefremov and Stupino, and 3 from Rubelo; the second marker takes the next. Rule: 7.3"""
    units = {"yelets": ["wagner"], "rostov": ["serb"], "moscow": ["omon"], "aside": ["roadblock-1", "roadblock-2"]}
    played = march(units, phase="russia", draws=("moscow",))

    assert [line.get("at") for line in played.events("deploy")] == ["yefremov", "stupino"]


def test_pmj_35_nothing_between_leaves_it_where_it_is(march):
    """Stupino is next to Moscow. Rule: 7.3"""
    played = march({"stupino": ["wagner"], "moscow": ["omon"], "orel": ["roadblock-1"]}, phase="russia", marks=(4, 2, 2))
    assert played.at("orel") == ["roadblock-1"]
    assert played.events("deploy") == []


def test_pmj_35_a_marker_already_in_place_stays(march):
    """Rule: 7.3"""
    units = {"yelets": ["wagner"], "yefremov": ["roadblock-2"], "kursk": ["roadblock-1"]}
    played = march(units, phase="russia", draws=("moscow",))
    assert [(x.get("units"), x.get("at")) for x in played.events("deploy")] == [(["roadblock-1"], "stupino")]


def test_pmj_35_ties_by_lot_and_never_in_rostov(march):
    """From Grozny by Rostov, then by Kamensk or Volgograd, 2 from Boguchar both. Rule: 7.3"""
    played = march({"grozny": ["wagner"], "aside": ["roadblock-1"]}, phase="russia", draws=("volgograd",))
    assert played.events("deploy")[0].get("at") == "volgograd"


def test_a_second_player_chooses_the_site(march):
    """Not Rostov, not Grozny, no Wagner units, no other roadblock. Rule: 7.3"""
    units = {"yelets": ["wagner"], "moscow": ["omon"], "aside": ["roadblock-1"], "tula": ["roadblock-2"]}
    played = march(units, phase="russia", options={"two-player": True}).do("choose-unit roadblock-1")

    closed = {"rostov", "grozny", "yelets", "tula"}
    assert played.offered() == [f"place-at {space}" for space in played.rules.spaces if space not in closed]
    played.do("place-at moscow")
    assert played.offered() == ["choose-unit roadblock-2", "done"]


# Victory and the end of a turn ----------------------------------------------------------------------------------


def test_moscow_with_the_m4_free_wins_at_once(march):
    """PMJ-37: Rostov need not be occupied. Rule: 6.3, 10.0, 3.4"""
    played = march({"moscow": ["wagner"], "orel": ["omon"]}, marks=(4, 2, 2))

    assert played.rules.result(played.state).end == "win"
    assert played.events("communications")[0].get("code") == "open"


def test_an_enemy_on_the_m4_prevents_it(march):
    """Rule: 3.4"""
    played = march({"moscow": ["wagner"], "kamensk": ["omon"]}, marks=(4, 2, 2))

    assert not played.rules.is_over(played.state)
    assert played.events("communications")[0].get("code") == "closed"


def test_a_roadblock_on_the_m4_does_not(march):
    """It is a marker, no unit. Rule: 3.2, 3.4"""
    played = march({"moscow": ["wagner"], "kamensk": ["roadblock-1"]}, marks=(4, 2, 2))
    assert played.rules.result(played.state).end == "win"


def test_taking_moscow_wins_in_the_same_turn(march):
    """Rule: 10.0"""
    units = {"stupino": ["wagner", "rusich"], "moscow": [HELI]}
    played = march(units, marks=(4, 4, 2), dice=(6,), draws=(), momentum=3)
    played.do("attack moscow", "choose-unit wagner", "choose-unit rusich")

    assert played.offered() == ["advance wagner", "advance rusich", "done"]
    assert played.do("advance wagner", "done").rules.result(played.state).end == "win"


def test_the_last_turn_ends_the_game(march):
    """Nobody wins with two players. Rule: 8.0, 10.0, 11.0"""
    alone = march({"rostov": ["wagner"], "moscow": ["omon"]}, turn=6).do("done")
    two = march({"rostov": ["wagner"], "moscow": ["omon"]}, turn=6, options={"two-player": True}).do("done", "done")

    assert alone.rules.result(alone.state).as_json() == {"end": "loss", "winner": "russia", "level": None, "score": {"wagner": 0}}
    assert two.rules.result(two.state).as_json() == {"end": "draw", "winner": None, "level": None, "score": {"wagner": 0}}


def test_russia_wins_in_rostov_with_two_players(march):
    """Rule: 11.0"""
    units = {"rostov": ["akhmat"], "orel": ["wagner"]}
    two = march(units, phase="russia", options={"two-player": True}).do("done")
    alone = march(units, phase="russia")

    assert two.rules.result(two.state).end == "russian-win"
    assert not alone.rules.is_over(alone.state)


QUESTIONS = [
    ({"rubelo": ["wagner"], "moscow": ["omon"]}, {}, 1),
    ({"moscow": ["wagner"]}, {}, 2),
    ({"rostov": ["akhmat"]}, {}, -1),
    ({"rostov": ["wagner"]}, {"russia-reduced": True}, 1),
    ({"rostov": ["wagner"]}, {"russia-eliminated": True}, 2),
    ({"rostov": ["wagner"]}, {"wagner-repulsed": True}, -1),
    ({"rostov": ["wagner"]}, {"wagner-reduced": True}, -2),
    ({"rostov": ["wagner"]}, {"wagner-eliminated": True}, -3),
    ({"rostov": ["wagner"]}, {"russia-repulsed": True}, 0),
    ({"rostov": ["akhmat"], "moscow": ["wagner"], "rubelo": ["serb"]}, {"wagner-reduced": True, "russia-reduced": True}, 1),
]


@pytest.mark.parametrize(("units", "flags", "change"), QUESTIONS)
def test_each_momentum_question(march, units, flags, change):
    """Rule: 8.1"""
    played = march({"volgograd": ["rusich"], **units}, phase="end-turn", flags=flags)
    assert played.track("momentum") == change
    assert (played.state.turn, played.state.happened) == (3, 0)


def test_pmj_65_the_marker_moves_once_by_the_sum(march):
    """+3, with -3 and +2: +2, not clamped in between. PMJ-25: it stops at -3 and +3. Rule: 8.1"""
    flags = {"wagner-eliminated": True, "russia-eliminated": True}
    assert march({"rostov": ["wagner"]}, phase="end-turn", flags=flags, momentum=3).track("momentum") == 2
    assert march({"rostov": ["wagner"]}, phase="end-turn", flags={"wagner-eliminated": True}, momentum=-1).track("momentum") == -3
    assert march({"moscow": ["wagner"]}, phase="end-turn", momentum=2).track("momentum") == 3
