"""The optional rules Ports and Ukrainian Air Force."""

from __future__ import annotations

S1, S2, A1 = "special-brigade-1", "special-brigade-2", "armored-division-1"
U1 = "ukrainian-forces-1"
PORTS, AIR = {"ports": True}, {"ukrainian-air": True}


def test_a_special_brigade_goes_from_port_to_port(war):
    """Krym to Odes'ka; an invasion as by land. Rule: Ports"""
    played = war({"respublika-krym": [S1]}, dice=(1,), options=PORTS).do(f"choose-unit {S1}", "move-to odeska")

    assert "Ports" in played.logged()
    assert played.events("result")[0].get("code") == "american-aid"  # 1 + 2


def test_without_the_option_it_does_not(war):
    """Rule: 4.4"""
    played = war({"respublika-krym": [S1]}).do(f"choose-unit {S1}")

    assert played.refused("move-to odeska").rule == "4.4"


def test_an_armored_division_does_not_go_by_sea(war):
    """Nor may one join a brigade that does; the brigade may go by land with it. Rule: Ports, 4.4"""
    played = war({"respublika-krym": [S1, A1]}, options=PORTS).do(f"choose-unit {S1}", f"choose-unit {A1}")

    assert sorted(played.offered()) == ["move-to khersonska", "move-to russia-3"]
    assert played.refused("move-to odeska").rule == "4.4"


def test_only_port_areas_are_reached_by_sea(war):
    """Sums'ka lies inland. Rule: Ports"""
    played = war({"respublika-krym": [S1]}, options=PORTS).do(f"choose-unit {S1}")

    assert played.refused("move-to sumska").rule == "Ports"


def test_brigades_already_chosen_for_a_sea_target_can_be_joined_by_brigades(war):
    """Air Force in Belarus limits the targets to what it reaches; both brigades can go there. Rule: Ports"""
    played = war({"respublika-krym": [S1, S2]}, options=PORTS).do(f"choose-unit {S1}", f"choose-unit {S2}")

    assert "move-to mykolayivska" in played.offered()


def test_after_a_landing_only_neighbours_of_the_target_are_a_refuge(war):
    """Odes'ka has no Russian neighbour: the brigade is lost, though Krym is Russian. Rule: Ports, 5.5"""
    played = war({"respublika-krym": [S1], "odeska": ["ukrainian-forces-14"]}, options=PORTS)

    played.do(f"choose-unit {S1}", "move-to odeska")  # 3 against 4: below 1:1

    assert played.at("eliminated") == [S1]


def test_the_first_entry_of_odesa_and_kyiv_brings_a_ukrainian_air_unit_each(war):
    """Once each. Rule: Ukrainian Air Force"""
    units = {
        "belarus": [A1, "armored-division-2"], "mykolayivska": ["armored-division-3"],
        "out-of-play": ["ukrainian-air-force-1", "ukrainian-air-force-2"],
    }  # fmt: skip
    played = war(units, options=AIR, dice=(1, 1, 1, 1, 1, 1), pool=[U1, "ukrainian-forces-2"])

    played.do(f"choose-unit {A1}", "move-to kyyivska")
    assert [line.get("units") for line in played.events("to-pool")] == [["ukrainian-air-force-1"]]
    played.do("choose-unit armored-division-2", "move-to kyyivska")
    assert len(played.events("to-pool")) == 1
    played.do("choose-unit armored-division-3", "move-to odeska")

    assert played.at("out-of-play") == []
    assert len(played.events("to-pool")) == 2


def test_the_air_unit_joins_before_the_draw(war):
    """The pool is empty: what is drawn is the unit that has just arrived. Rule: Ukrainian Air Force"""
    units = {"belarus": [A1], "out-of-play": ["ukrainian-air-force-1"]}
    played = war(units, options=AIR, dice=(2,), pool=[]).do(f"choose-unit {A1}", "move-to kyyivska")

    assert played.events("place")[0].get("units") == ["ukrainian-air-force-1"]


def test_without_the_option_no_air_unit_joins(war):
    """Rule: Ukrainian Air Force"""
    units = {"belarus": [A1], "out-of-play": ["ukrainian-air-force-1"]}
    played = war(units, dice=(1,)).do(f"choose-unit {A1}", "move-to kyyivska")

    assert played.at("out-of-play") == ["ukrainian-air-force-1"]
