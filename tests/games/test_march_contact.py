"""Contact in March of Justice: column, modifiers, every result code, retreats, the capital, sides that switch.

Strengths: wagner 4, rusich 3, serb 2 and the track (2 on its middle space); omon 2, fsb 3, sobr 2, police 2, akhmat 4,
tank 5, mech 4, helicopter 2. A result is: modified die (0 to 7) + column; 0 to 2 Ar, 3 to 5 EX, 6 NE, 7 to 9 Rp, 10 R,
12 S.
"""

from __future__ import annotations

import pytest

from tests.games.march_units import MECH, TANK


@pytest.fixture
def march(march):
    """As elsewhere, but a second player leads Russia, so that all stays as a contact left it."""

    def make(units, *, options=None, **given):
        return march(units, options={"two-player": True} if options is None else options, **given)

    return make


def fought(situation, *actions):
    """Carry out actions after the end of movement, which is no step when nobody has movement points."""
    return situation.do(*(["done"] if situation.step() == "movement-unit" else []), *actions)


def result(situation):
    """Column, row and code of the last contact."""
    line = situation.events("result")[-1]
    return line.get("column"), line.get("row"), line.get("code")


def test_six_against_five_is_read_in_column_0(march):
    """The rulebook's example: +1, one left for 1:1. Rule: 6.2.1"""
    played = fought(march({"yelets": ["wagner"], "yefremov": ["fsb", "omon"]}, dice=(3,)), "attack yefremov")

    assert played.events("contact")[0].get("odds") == "6:5"
    assert played.events("column-shift")[0].get("value") == -1
    assert result(played) == ("0", "3", "EX")


def test_six_against_three_is_read_in_column_plus_4(march):
    """The rulebook's example: +3, one right for 2:1. Rule: 6.2.3.1"""
    played = fought(march({"yelets": ["wagner"], "yefremov": ["fsb"]}, dice=(3,)), "attack yefremov")

    assert played.events("column-shift")[0].get("value") == 1
    assert result(played) == ("+4", "3", "Rp")


@pytest.mark.parametrize(
    ("defenders", "column"),
    [
        (["omon"], "+6"),  # 6:2: +4, 3:1 two right
        (["akhmat"], "+2"),  # 6:4: +2, 1.5:1 no shift
        ([TANK], "0"),  # 6:5: +1, one left
        ([TANK, "omon"], "-3"),  # 6:7: -1, 1:2 two left
        ([TANK, MECH, "fsb"], "-6"),  # 6:12: -6, two left: no column beyond
        ([TANK, MECH, "akhmat", "fsb", "omon", "sobr"], "-6"),  # 6:20, below 1:3
    ],
)
def test_columns_with_shifts_are_clamped(march, defenders, column):
    """Rule: 6.2.1, 6.2.3.1; PMJ-20, PMJ-22"""
    played = fought(
        march({"yelets": ["wagner"], "yefremov": defenders, "voronezh": ["serb"]}, dice=(6,)), "attack yefremov"
    )
    assert result(played)[0] == column


# Modifiers ------------------------------------------------------------------------------------------------------


def modifiers(situation):
    return {line.get("code"): line.get("value") for line in situation.events("modifier")}


def test_momentum_is_added_for_wagner_and_turned_for_russia(march):
    """Rule: 6.2.3.2, 3.6"""
    units = {"yelets": ["wagner"], "yefremov": ["omon"]}
    ours = fought(march(units, dice=(1,), momentum=2), "attack yefremov")
    theirs = march(
        {"yelets": ["serb"], "yefremov": [TANK]}, phase="russia", dice=(1,), momentum=-2,
    ).do("done", "attack yelets")

    assert modifiers(ours) == {"momentum": 2}
    assert result(ours) == ("+6", "3", "Rp")
    assert modifiers(theirs) == {"momentum-inverted": 2}
    assert result(theirs)[1] == "3"


def test_a_river_counts_once_and_not_for_helicopters(march):
    """Across the Oka from Yefremov and from Ryazan. Rule: 6.2.3.2"""
    two = fought(
        march({"yefremov": ["wagner"], "ryazan": ["serb"], "stupino": ["omon"]}, dice=(6,)),
        "attack stupino", "choose-unit wagner", "choose-unit serb",
    )  # fmt: skip
    flown = march(
        {"yefremov": ["serb"], "ryazan": ["wagner"], "stupino": ["helicopter"]}, phase="russia", dice=(6,),
    ).do("done", "attack yefremov")

    assert modifiers(two) == {"river": -1, "flanking": 1}
    assert modifiers(flown) == {}


def test_a_river_counts_even_if_others_attack_without_one(march):
    """Tula to Serpukhov crosses the Oka, Kaluga to Serpukhov doesn't. Rule: 6.2.3.2"""
    played = fought(
        march({"tula": ["serb"], "kaluga": ["wagner", "rusich"], "serpukhov": ["omon"]}, dice=(6,)),
        "attack serpukhov", "choose-unit wagner", "choose-unit rusich", "choose-unit serb",
    )  # fmt: skip
    assert modifiers(played) == {"river": -1, "flanking": 1}


def test_moscow_costs_wagner_2(march):
    """Rule: 6.2.3.2"""
    played = fought(march({"stupino": ["wagner"], "moscow": ["omon"]}, dice=(6,)), "attack moscow")
    assert modifiers(played) == {"capital": -2}


def test_flanking_adds_2_at_most(march):
    """Three locations, two units in the main one: two others. Four units from four: still 2. Rule: 6.2.3.2; PMJ-19"""
    units = {"stupino": ["wagner", TANK], "serpukhov": ["rusich"], "rubelo": ["serb"], "moscow": ["omon"]}
    units = {s: [{"id": u, "state": "switched"} if u == TANK else u for u in us] for s, us in units.items()}
    three = march(units, dice=(6,))
    fought(
        three, "attack moscow", "choose-unit wagner", f"choose-unit {TANK}", "choose-unit rusich", "choose-unit serb"
    )
    moved = {**units, "stupino": ["wagner"], "ryazan": [{"id": TANK, "state": "switched"}]}
    four = march(moved, dice=(6,))
    fought(four, "attack moscow", "choose-unit wagner", f"choose-unit {TANK}", "choose-unit rusich", "choose-unit serb")

    assert modifiers(three) == {"capital": -2, "flanking": 2}
    assert modifiers(four)["flanking"] == 2


# Result codes ---------------------------------------------------------------------------------------------------


def test_ar_eliminates_the_strongest_attacker_and_the_rest_retreats(march):
    """6 against 12 in column -6: Wagner, 4, is lost, Serb goes to Voronezh. Rule: 6.2.2"""
    played = fought(
        march({"yelets": ["wagner", "serb"], "yefremov": [TANK, "fsb", "omon", "sobr"]}, marks=(0, 0, 0), dice=(1,)),
        "attack yefremov", "choose-unit wagner", "choose-unit serb",
    )  # fmt: skip

    assert result(played) == ("-6", "1", "AR")
    assert played.at("eliminated") == ["wagner"]
    assert played.at("voronezh") == ["serb"]


def test_ar_with_one_attacker_leaves_nobody_to_retreat(march):
    """Rule: 6.2.2; PMJ-63: an elimination is no repulse."""
    played = fought(
        march({"yelets": ["serb"], "yefremov": [TANK], "kamensk": ["wagner"]}, marks=(0, 0, 0), dice=(1,)),
        "attack yefremov",
    )

    assert result(played)[2] == "AR"
    assert played.at("eliminated") == ["serb"]
    played.do("done")
    assert {q.get("code") for q in played.events("question")} == {"wagner-eliminated"}


def test_ar_repulsed_attackers_retreat_each_from_its_own_location(march):
    """Column 0, a 1: Ar. Wagner goes from Yelets to Voronezh; who took no part stays. Rule: 6.2.2; PMJ-33, PMJ-61"""
    played = fought(
        march(
            {"yelets": ["wagner"], "tula": ["serb", "rusich"], "yefremov": [TANK, "akhmat"]},
            marks=(2, 2, 1),
            dice=(1,),
            momentum=-1,
        ),
        "attack yefremov",
        "choose-unit wagner",
        "choose-unit serb",
        "fight",
    )

    assert result(played)[2] == "Ar"  # 6 + 3 against 9: 0, one left; a 1 with -1 and +1: -1 + 1
    assert played.at("voronezh") == ["wagner"]
    assert (played.at("orel"), played.at("tula")) == (["serb"], ["rusich"])


def test_ex_costs_both_sides_a_step_of_the_strongest(march):
    """Column 0, a 3. Rule: 6.2.2"""
    played = fought(march({"yelets": ["wagner"], "yefremov": ["fsb", "omon"]}, dice=(3,)), "attack yefremov")

    assert played.marked("yelets") == ["wagner reduced"]
    assert played.marked("yefremov") == ["omon", "fsb reduced"]


def test_ex_eliminates_what_is_reduced_already(march):
    """Wagner reduced, 2 + 4, against 5: column 0. Rule: 6.2.2, 3.1"""
    units = {"yelets": [{"id": "wagner", "state": "reduced"}], "yefremov": ["fsb", "omon"]}
    played = fought(march(units, dice=(3,), marks=(4, 2, 2)), "attack yefremov")

    assert result(played) == ("0", "3", "EX")
    assert played.at("eliminated") == ["wagner"]


def test_ne_changes_nothing(march):
    """Column +6, a 1 with momentum -1: 0. Rule: 6.2.2"""
    played = fought(march({"yelets": ["wagner"], "yefremov": ["omon"]}, dice=(1,), momentum=-1), "attack yefremov")

    assert result(played) == ("+6", "0-", "NE")
    assert (played.at("yelets"), played.at("yefremov")) == (["wagner"], ["omon"])


def test_rp_sends_the_defenders_one_location_toward_home(march):
    """From Yefremov only Stupino is nearer to Moscow. Rule: 6.2.2; PMJ-61"""
    played = fought(march({"yelets": ["wagner"], "yefremov": ["omon"]}, dice=(3,)), "attack yefremov")

    assert result(played) == ("+6", "3", "Rp")
    assert played.at("stupino") == ["omon"]
    assert played.offered() == ["advance wagner", "done"]


def test_r_eliminates_the_strongest_defender(march):
    """7 against 2 + 1: column +6; a 5: R. Rule: 6.2.2"""
    units = {"yelets": ["wagner"], "yefremov": ["omon", {"id": "sobr", "state": "reduced"}]}
    played = fought(march(units, dice=(5,), marks=(4, 2, 2)), "attack yefremov")

    assert result(played) == ("+6", "5", "R")
    assert played.at("eliminated") == ["omon"]
    assert played.marked("stupino") == ["sobr reduced"]


def test_s_removes_the_largest_defender_for_good(march):
    """Rule: 6.2.2; PMJ-36: it counts as eliminated."""
    units = {"yelets": ["wagner"], "yefremov": ["omon", {"id": "sobr", "state": "reduced"}]}
    played = fought(march(units, dice=(6,), marks=(4, 2, 2)), "attack yefremov")

    assert result(played) == ("+6", "6", "S")
    assert played.at("removed") == ["omon"]
    assert played.marked("stupino") == ["sobr reduced"]
    played.do("done", "done")
    assert {q.get("code") for q in played.events("question")} == {"russian-eliminated"}


# Retreats and dispersal -----------------------------------------------------------------------------------------


def test_who_must_retreat_at_home_is_dispersed(march):
    """Akhmat in Grozny, attacked from Rostov across the Don. Rule: 3.10, 3.11"""
    played = fought(march({"rostov": ["wagner", "rusich"], "grozny": ["akhmat"]}, dice=(4,), turn=3), "attack grozny",
                    "choose-unit wagner", "choose-unit rusich")  # fmt: skip

    assert result(played) == ("+6", "3", "Rp")  # 11 to 4: +7 and 2:1; river: 4 - 1
    assert played.at("turn-4") == ["akhmat"]


def test_wagner_attackers_repulsed_in_rostov_are_dispersed(march):
    """Rule: 3.10; PMJ-62 speaks of Moscow alone"""
    played = fought(
        march({"rostov": ["serb"], "kamensk": [TANK], "tula": ["wagner"]}, dice=(4,), marks=(2, 2, 2), turn=3),
        "attack kamensk",
    )

    assert result(played)[2] == "Ar"  # 4 against 5: -1, 1:2 two left: -3; a 4: 1
    assert played.at("turn-4") == ["serb"]


def test_nobody_free_to_retreat_to_means_dispersal(march):
    """Orel, with Wagner in both locations nearer to Moscow. Rule: 6.2.2; PMJ-61"""
    played = fought(
        march(
            {
                "yelets": ["wagner", "rusich"],
                "tula": ["serb"],
                "kaluga": [{"id": MECH, "state": "switched"}],
                "orel": ["omon"],
            },
            dice=(1,),
            momentum=2,
            turn=3,
        ),
        "attack orel",
        "choose-unit wagner",
        "choose-unit rusich",
        "fight",
    )

    assert result(played)[2] == "Rp"
    assert played.at("turn-4") == ["omon"]


def test_in_moscow_the_strongest_is_reduced_and_nobody_moves(march):
    """Rule: 3.10; PMJ-32"""
    units = {"stupino": ["wagner", "rusich"], "moscow": ["fsb", "omon"]}
    played = fought(march(units, dice=(5,)), "attack moscow", "choose-unit wagner", "choose-unit rusich")

    assert result(played)[2] == "Rp"  # 11 against 5: +6, 2:1; 5 - 2 = 3
    assert played.marked("moscow") == ["omon", "fsb reduced"]


def test_in_moscow_a_unit_already_reduced_is_eliminated(march):
    """Rule: 3.10; PMJ-32"""
    played = fought(
        march({"stupino": ["wagner"], "moscow": [{"id": "fsb", "state": "reduced"}]}, dice=(5,)), "attack moscow"
    )

    assert result(played)[2] == "Rp"
    assert played.at("eliminated") == ["fsb"]
    assert played.offered() == ["advance wagner", "done"]


def test_pmj_62_attackers_repulsed_out_of_moscow_stand_fast_too(march):
    """fsb 3 against 6 in Stupino: -3 and 1:2: -5; a 6: Ar … the strongest attacker is reduced. Rule: 3.10"""
    played = march({"moscow": ["fsb", "omon"], "stupino": ["wagner"], "kamensk": ["serb"]}, phase="russia", dice=(6,))
    played.do("done", "attack stupino", "choose-unit fsb", "fight")

    assert result(played)[2] == "Ar"
    assert played.marked("moscow") == ["omon", "fsb reduced"]


def test_ties_for_the_strongest_are_the_owners_choice(march):
    """Rusich 3 + 1 and Serb 2 + 2. Rule: 6.2.2"""
    played = fought(
        march({"yelets": ["rusich", "serb"], "yefremov": ["akhmat", "fsb"]}, marks=(0, 1, 2), dice=(3,)),
        "attack yefremov", "choose-unit rusich", "choose-unit serb",
    )  # fmt: skip

    assert result(played)[2] == "EX"  # 8 against 7: +1, one left
    assert played.offered() == ["lose-unit rusich", "lose-unit serb"]
    played.do("lose-unit serb")
    assert played.marked("yelets") == ["rusich", "serb reduced"]


def test_a_tie_of_the_system_is_drawn(march):
    """Omon and Sobr, 2 each. Rule: 6.2.2"""
    played = fought(
        march({"yelets": ["wagner"], "yefremov": ["omon", "sobr"]}, dice=(3,), draws=("sobr",), options={}),
        "attack yefremov"
    )  # 6 against 4: column +2; a 3: EX

    assert [line.get("units") for line in played.events("reduce")] == [["wagner"], ["sobr"]]
    assert [line.get("value") for line in played.state.log if line.get("draw") == "unit"] == ["sobr"]


# Switching sides ------------------------------------------------------------------------------------------------


def test_pmj_34_ex_switchers_go_over_and_the_attacker_still_loses_a_step(march):
    """Tank 5 and omon 2 against 11: +4, 1.5:1; a 1: EX. Omon loses nothing. Rule: 6.2.2"""
    played = fought(
        march({"yelets": ["wagner", "rusich"], "yefremov": [TANK, "omon"]}, dice=(1,)),
        "attack yefremov", "choose-unit wagner", "choose-unit rusich",
    )  # fmt: skip

    assert result(played)[2] == "EX"
    assert played.marked("yelets") == ["wagner reduced", "rusich", f"{TANK} switched"]
    assert played.marked("yefremov") == ["omon"]


def test_pmj_34_s_switchers_go_over_and_nobody_is_removed(march):
    """Rule: 6.2.2"""
    played = fought(
        march({"yelets": ["wagner", "rusich", "serb"], "yefremov": ["helicopter", "omon"]}, dice=(6,)),
        "attack yefremov", "choose-unit wagner", "choose-unit rusich", "choose-unit serb",
    )  # fmt: skip

    assert result(played) == ("+6", "6", "S")
    assert played.marked("yelets") == ["wagner", "rusich", "serb", "helicopter switched"]
    assert played.at("stupino") == ["omon"]
    assert played.at("removed") == []


def test_pmj_57_the_player_chooses_the_attacking_location_and_the_unit_waits(march):
    """From Yelets and Tula; the regiment neither attacks nor advances this turn. Rule: 6.2.2"""
    played = fought(
        march(
            {"yelets": ["wagner"], "tula": ["rusich", "serb"], "yefremov": [TANK], "kursk": ["omon"]},
            dice=(3,),
            marks=(0, 0, 0),
        ),
        "attack yefremov",
        "choose-unit wagner",
        "choose-unit rusich",
        "fight",
    )

    assert result(played) == ("+1", "4", "EX")  # 7 against 5: +2, 1:1 one left; flanking
    assert played.offered() == ["join-at yelets", "join-at tula"]
    played.do("join-at tula")
    assert f"{TANK} switched" in played.marked("tula")
    assert played.offered() == ["advance wagner", "advance rusich", "done"]
    played.do("done")
    assert played.step() == "movement-unit"  # Serb has nobody to attack, and the regiment may not


def test_only_russian_defenders_against_wagner_switch(march):
    """A switched regiment that defends against Russia is lost by a step. Rule: 6.2.2, 3.1; PMJ-34"""
    played = march(
        {"yelets": [{"id": MECH, "state": "switched"}], "yefremov": [TANK], "kamensk": ["wagner"]},
        phase="russia", dice=(6,), momentum=3,
    ).do("done", "attack yelets")  # fmt: skip

    assert result(played) == ("0", "3", "EX")  # 5 against 4: +1, one left; 6 - 3
    assert played.marked("eliminated") == [TANK, f"{MECH} switched"]


# Advance --------------------------------------------------------------------------------------------------------


def test_any_attackers_advance_at_once(march):
    """Rule: 6.2.4"""
    played = fought(
        march({"yelets": ["wagner", "serb"], "tula": ["rusich"], "yefremov": ["omon"]}, dice=(3,)),
        "attack yefremov", "choose-unit wagner", "choose-unit rusich", "fight",
    )  # fmt: skip

    assert played.offered() == ["advance wagner", "advance rusich", "done"]
    played.do("advance rusich")
    assert played.at("yefremov") == ["rusich"]
    played.do("done")
    assert (played.at("yelets"), played.at("tula")) == (["wagner", "serb"], [])


def test_a_location_is_attacked_again_by_others(march):
    """Rule: 6.2"""
    played = fought(
        march({"yelets": ["wagner", "rusich"], "yefremov": ["omon", "fsb"]}, dice=(3, 5), momentum=0),
        "attack yefremov", "choose-unit wagner", "fight",
    )  # fmt: skip

    assert played.offered() == ["attack yefremov", "done"]
    assert played.do("attack yefremov").events("contact")[1].get("odds") == "5:3"
