"""The turn of March of Justice: set-up, administration, movement, those who come back, the end of a turn."""

from __future__ import annotations

import pytest

from tests.games.march_units import CUP, HELI, TANK, reduced, reduced_text, switched

# Setup ----------------------------------------------------------------------------------------------------------


def test_setup(march_rules):
    """Rule: 9.0, 3.8"""
    position = march_rules.position(march_rules.new_state(5))

    assert (position.turn, position.phase, position.side) == (1, "administration", "wagner")
    assert position.units == {
        "rostov": ("wagner", "rusich", "serb"),
        "moscow": ("omon", "fsb", "sobr"),
        "aside": ("roadblock-1",),
    }
    assert list(position.pools["cup"]) == CUP
    assert position.tracks == {
        "turn": 1, "momentum": 1, "maneuver-combat-1": 2, "maneuver-combat-2": 2, "maneuver-combat-3": 2,
    }  # fmt: skip


def test_the_map_has_19_locations_and_27_routes(march_rules):
    """PMJ-27, PMJ-76: eight of them on the M4."""
    board = march_rules.board
    assert len(board.spaces) == 19
    assert sum(mask.bit_count() for mask in board.neighbours) == 2 * 27
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
    assert played.step() == "movement-unit"


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
    assert administration(march, units, momentum=0).do("done").step() == "movement-unit"


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
    played = march(
        {"moscow": ["omon"], "serpukhov": ["roadblock-1"], "rostov": ["wagner"]},
        phase="russia",
        options={"two-player": True},
    )
    played.do("done")  # the roadblock stays
    assert "kaluga" in reach(played, "omon")


def test_the_helicopter_pays_nothing_for_rivers(march):
    """Six locations away from Moscow, over up to four rivers; Rostov is seven away. Rule: 6.1"""
    played = march({"moscow": [HELI], "grozny": ["wagner"]}, phase="russia", options={"two-player": True})
    reached = reach(played, HELI)
    assert {"volgograd", "kamensk"} <= reached
    assert "rostov" not in reached


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
    assert played.step() == "return"
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

    assert alone.rules.result(alone.state).as_json() == {
        "end": "loss",
        "winner": "russia",
        "level": None,
        "score": {"wagner": 0},
    }
    assert two.rules.result(two.state).as_json() == {
        "end": "draw",
        "winner": None,
        "level": None,
        "score": {"wagner": 0},
    }


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
    (
        {"rostov": ["akhmat"], "moscow": ["wagner"], "rubelo": ["serb"]},
        {"wagner-reduced": True, "russia-reduced": True},
        1,
    ),
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
    assert (
        march({"rostov": ["wagner"]}, phase="end-turn", flags={"wagner-eliminated": True}, momentum=-1).track(
            "momentum"
        )
        == -3
    )
    assert march({"moscow": ["wagner"]}, phase="end-turn", momentum=2).track("momentum") == 3
