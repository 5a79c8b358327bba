"""The Russian turn of March of Justice up to its priorities: mobilization, the event, momentum, roadblocks."""

from __future__ import annotations

import pytest

from tests.games.march_units import CUP, HELI, MECH, TANK, reduced, reduced_text, switched

# Mobilization ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "place"),
    [("police-1", "moscow"), (HELI, "moscow"), ("akhmat", "grozny"), (TANK, "kaluga"), (MECH, "kaluga"),
     ("roadblock-2", "aside")],
)
def test_what_is_drawn_enters_in_its_place(march, unit, place):
    """PMJ-29: the roadblock is the turn's draw. Rule: 7.1"""
    played = march({"rostov": ["wagner"]}, phase="russia", cup=CUP, draws=(unit,), options={"two-player": True})
    assert played.at(place) == [unit]
    assert len(played.at("cup")) == 7


def test_next_to_an_occupied_place_by_lot(march):
    """PMJ-40: Moscow as well. Rule: 7.1"""
    played = march(
        {"moscow": ["wagner"], "rubelo": ["serb"]}, phase="russia", cup=["police-1"], draws=("police-1", "ryazan")
    )
    assert played.events("mobilize")[0].get("at") == "ryazan"


def test_a_second_player_chooses_the_place(march):
    """Rule: 7.1, 11.0"""
    played = march({"kaluga": ["wagner"]}, phase="russia", cup=[TANK], options={"two-player": True})
    assert played.offered() == ["place-at tula", "place-at serpukhov", "place-at rubelo", "place-at orel"]
    assert played.rules.side_to_act(played.state) == "russia"
    assert played.do("place-at orel").at("orel") == [TANK]


def test_no_place_at_all_means_the_next_turn(march):
    """Akhmat, with Wagner in Grozny and Rostov. Rule: 7.1, 3.11"""
    played = march(
        {"grozny": ["wagner"], "rostov": ["serb"]}, phase="russia", cup=["akhmat"], options={"two-player": True}
    )
    assert played.at("turn-3") == ["akhmat"]


# The People Are Silent ------------------------------------------------------------------------------------------


def silent(march, momentum, units, **given):
    return march(
        units, phase="russia", cup=["the-people-are-silent"], momentum=momentum, options={"two-player": True}, **given
    )


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
    assert played.step() == "movement-unit"


def test_at_plus_3_a_unit_alone_switches_where_it_stands(march):
    """Rule: 7.1.1"""
    played = silent(march, 3, {"moscow": ["omon"], "kaluga": [TANK], "rostov": ["wagner"]})

    assert played.offered() == [f"choose-unit {TANK}", "done"]
    assert played.do(f"choose-unit {TANK}").marked("kaluga") == [f"{TANK} switched"]


def test_at_plus_3_a_unit_in_a_stack_goes_to_the_nearest_wagner_location(march):
    """From Moscow: Yelets is 3 locations away, Ryazhsk 2. Rule: 7.1.1"""
    units = {"moscow": ["omon", HELI], "ryazhsk": ["wagner"], "yelets": ["serb"]}
    assert silent(march, 3, units).do(f"choose-unit {HELI}").marked("ryazhsk") == ["wagner", "helicopter switched"]


def test_the_nearest_of_two_is_the_players_choice(march):
    """Tula and Orel, both next to Kaluga. Rule: 7.1.1"""
    played = silent(march, 3, {"kaluga": ["police-1", TANK], "tula": ["wagner"], "orel": ["serb"]}).do(
        f"choose-unit {TANK}"
    )

    assert played.offered() == ["join-at tula", "join-at orel"]
    assert played.do("join-at orel").marked("orel") == ["serb", f"{TANK} switched"]


def test_nobody_need_be_made_to_switch(march):
    """Rule: 7.1.1"""
    assert silent(march, 3, {"moscow": ["omon", HELI], "tambov": ["wagner"]}).do("done").step() == "movement-unit"


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

    assert played.offered() == [
        f"spend-on {x}" for x in ("restore-one", "restore-two", "rebuild-reduced", "rebuild-full", "restore-three")
    ] + ["done"]
    played.do("spend-on rebuild-reduced", "choose-unit sobr", "spend-on restore-one", "choose-unit fsb")
    assert played.marked("moscow") == ["omon", "fsb", "sobr reduced"]
    assert played.track("momentum") == 0


# Roadblocks -----------------------------------------------------------------------------------------------------


def test_pmj_35_on_the_shortest_way_of_the_nearest_unit(march):
    """Yelets is 3 from Moscow by Yefremov and Stupino, and 3 from Rubelo; the second marker takes the next. Rule: 7.3
    """
    units = {"yelets": ["wagner"], "rostov": ["serb"], "moscow": ["omon"], "aside": ["roadblock-1", "roadblock-2"]}
    played = march(units, phase="russia", draws=("moscow",))

    assert [line.get("at") for line in played.events("deploy")] == ["yefremov", "stupino"]


def test_pmj_35_nothing_between_leaves_it_where_it_is(march):
    """Stupino is next to Moscow. Rule: 7.3"""
    played = march(
        {"stupino": ["wagner"], "moscow": ["omon"], "orel": ["roadblock-1"]}, phase="russia", marks=(4, 2, 2)
    )
    assert played.at("orel") == ["roadblock-1"]
    assert played.events("deploy") == []


def test_pmj_35_a_marker_already_in_place_stays(march):
    """Rule: 7.3"""
    units = {"yelets": ["wagner"], "yefremov": ["roadblock-2"], "kursk": ["roadblock-1"]}
    played = march(units, phase="russia", draws=("moscow",))
    assert [(x.get("units"), x.get("at")) for x in played.events("deploy")] == [(["roadblock-1"], "stupino")]


def test_pmj_35_ties_by_lot_and_never_in_rostov(march):
    """Moscow and Rubelo are 8 from Grozny; by Rostov, then by Kamensk or Volgograd, both 1 from Boguchar. Rule: 7.3"""
    played = march({"grozny": ["wagner"], "aside": ["roadblock-1"]}, phase="russia", draws=("rubelo", "volgograd"))
    assert played.events("deploy")[0].get("at") == "volgograd"


def test_a_second_player_chooses_the_site(march):
    """Not Rostov, not Grozny, no Wagner units, no other roadblock. Rule: 7.3"""
    units = {"yelets": ["wagner"], "moscow": ["omon"], "aside": ["roadblock-1"], "tula": ["roadblock-2"]}
    played = march(units, phase="russia", options={"two-player": True}).do("choose-unit roadblock-1")

    closed = {"rostov", "grozny", "yelets", "tula"}
    assert played.offered() == [f"place-at {space}" for space in played.rules.spaces if space not in closed]
    played.do("place-at moscow")
    assert played.offered() == ["choose-unit roadblock-2", "done"]
