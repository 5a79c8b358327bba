"""Reinforcements of both sides."""

from __future__ import annotations

from tests.games.winter_war.conftest import goals


def test_soviet_units_arrive_at_supply_cities(winter):
    """Rule: Reinforcements Soviet. A regiment finds room in all five."""
    s = winter({"soviet-turn-2": ["rifle-regiment-19"]}, phase="soviet-reinforcement")
    s.do("choose-unit rifle-regiment-19")

    assert s.offered() == [f"place-at {space}" for space in ["3309", "3121", "3737", "3655", "2667"]]
    assert s.refused("place-at 3555").reason == "not-a-supply-city"


def test_a_city_is_not_overloaded(winter):
    """Rule: Reinforcements Soviet. Belomorsk and Kandalaksha feed 30: with 24 there, no second 8-3-2."""
    units = {
        "3737": ["headquarters-1"],
        "3738": ["rifle-division-1"],
        "3636": ["rifle-division-2"],
        "3635": ["rifle-division-3"],
        "3638": ["rifle-division-4"],
        "soviet-turn-2": ["heavy-artillery-1"],
    }
    s = winter(units, phase="soviet-reinforcement").do("choose-unit heavy-artillery-1")

    assert s.refused("place-at 3737").reason == "city-overloaded"
    assert "place-at 3121" in s.offered()


def test_headquarters_need_no_capacity(winter):
    """Rule: Supply F2"""
    units = {"3737": ["headquarters-1"], "3738": ["rifle-division-1"], "3636": ["rifle-division-2"],
        "3635": ["rifle-division-3"],
             "3638": ["rifle-division-4"], "3639": ["rifle-division-5"],
             "soviet-turn-2": ["headquarters-6"]}  # fmt: skip
    s = winter(units, phase="soviet-reinforcement").do("choose-unit headquarters-6")

    assert "place-at 3737" in s.offered()


def test_a_city_that_is_cut_off_takes_nobody(winter):
    """Rule: Supply F3. A battalion on the railway at 3558."""
    s = winter({"3558": ["finnish-battalion-1"], "soviet-turn-2": ["rifle-regiment-19"]}, phase="soviet-reinforcement")
    s.do("choose-unit rifle-regiment-19")

    assert s.offered() == ["place-at 2667"]
    assert s.refused("place-at 3655").rule == "Supply F3"


def test_a_city_that_finns_passed_last_takes_nobody(winter):
    """Rule: Reinforcements Soviet. A raid went through Kandalaksha and is gone; the railway there is open."""
    units = {"soviet-turn-2": ["rifle-regiment-19"]}
    s = winter(units, phase="soviet-reinforcement", control={"3121": "finnish"}).do("choose-unit rifle-regiment-19")

    assert s.offered() == [f"place-at {space}" for space in ["3309", "3737", "3655", "2667"]]
    assert s.refused("place-at 3121").reason == "not-your-city"


def test_corps_arrive_south_of_row_a(winter):
    """Rule: Movement K3. Leningrad, Petrozavodsk on Row A; not Murmansk, whatever it can feed."""
    s = winter({"soviet-turn-4": ["rifle-corps-4"]}, phase="soviet-reinforcement", turn=4).do(
        "choose-unit rifle-corps-4"
    )

    assert s.offered() == ["place-at 3655", "place-at 2667"]
    assert s.refused("place-at 3309").rule == "Movement K3"


def test_arrivals_may_wait(winter):
    """Rule: Reinforcements Soviet. Not taken in turn 2, the regiment is there in turn 3; one of turn 4 is not."""
    units = {
        "soviet-turn-2": ["rifle-regiment-19"],
        "soviet-turn-3": ["ski-brigade-2"],
        "soviet-turn-4": ["rifle-corps-4"],
    }
    s = winter(units, phase="soviet-reinforcement", turn=3)

    assert s.offered() == ["choose-unit rifle-regiment-19", "choose-unit ski-brigade-2", "done"]
    assert s.refused("choose-unit rifle-corps-4").reason == "not-due"
    s.do("done")
    assert s.at("soviet-turn-2") == ["rifle-regiment-19"]


def test_arrivals_are_entrained_and_may_crowd(winter):
    """Rule: Reinforcements Soviet, Movement J, Stacking A. Three divisions in Leningrad; one rides to Petrozavodsk."""
    units = {"soviet-turn-2": ["rifle-division-6", "rifle-division-7", "rifle-division-8"]}
    s = winter(units, phase="soviet-reinforcement")
    for number in (6, 7, 8):
        s.do(f"choose-unit rifle-division-{number}", "place-at 2667")

    assert s.phase() == "soviet-movement"
    assert s.refused("done").rule == "Stacking A"
    s.do("choose-unit rifle-division-6", "move-to 3655", "stop")
    assert s.events("move")[-1].get("cost") == 0
    assert "done" in s.offered()


def test_finnish_units_arrive_at_finnish_cities(winter):
    """Rule: Reinforcements Finnish. Ten cities; one that Soviet units passed last is out, as is one with them inside.
    """
    s = winter(
        {"finnish-turn-2": ["ski-patrol-1"], "1948": ["rifle-regiment-1"]},
        phase="finnish-reinforcement",
        control={"2262": "soviet"},
    )
    s.do("choose-unit ski-patrol-1")

    assert sorted(w.split()[1] for w in s.offered()) == sorted(
        ["1365", "0664", "1057", "1434", "2805", "1525", "1129", "0547"]
    )
    assert s.refused("place-at 2262").rule == "Reinforcements Finnish"
    assert s.refused("place-at 1460").rule == "Reinforcements Finnish"  # Lahti is no city of the chart


def test_finnish_arrivals_ride_too(winter):
    """Rule: Reinforcements Finnish, Movement J. From Helsinki to Viipuri for nothing."""
    s = winter({"finnish-turn-2": ["ski-patrol-1"]}, phase="finnish-reinforcement")
    s.do("choose-unit ski-patrol-1", "place-at 1365", "choose-unit ski-patrol-1")

    assert "2262" in goals(s).split()
    s.do("move-to 2262")
    assert s.events("move")[-1].get("cost") == 0
