"""The optional rule of Winter War: scenarios A to E and events F to L. The first die is the scenario's, the next the
event's.
"""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from tests.games.winter_war.fights import Fight

ALLIES = [f"allied-brigade-{n}" for n in range(1, 7)]
VOLUNTEERS = [f"volunteers-{n}" for n in range(1, 7)]
BOXES = {
    "finnish-events": [*ALLIES, *VOLUNTEERS],
    "soviet-events": ["paratroops"],
    "finnish-turn-8": ["swedish-volunteers"],
}
HOME = {"2667": ["headquarters-1"], "1365": ["finnish-regiment-1"]}
NO_EVENT = 1


@pytest.fixture(scope="module")
def rules(winter_game):
    return rules_of(winter_game, options={"scenarios": True})


@pytest.fixture
def after(rules):
    """The Interphase after a turn."""

    def make(turn, dice, units=None, **fields):
        played = Fight(
            rules, {**BOXES, **HOME, **(units or {})}, turn=turn, dice=dice, side="finnish", open_phase=False
        )
        for name, value in fields.items():
            setattr(played.state, name, value)
        return played.open("interphase")

    return make


def turned(played):
    """The next Soviet Combat Phase, to its end: nobody is in touch."""
    return played.open("soviet-combat")


def letter(played):
    """The scenario in force, "" for none."""
    return played.rules.tables.letters[played.state.scenario]


# Scenarios -------------------------------------------------------------------------------------------------------


def test_no_scenario_and_no_event(after):
    """Turn 1 with a 5: none; a 2: none. Rule: Scenario Table, Special Event Tables"""
    played = after(1, (5, 2))

    assert (letter(played), played.state.turn) == ("", 2)
    assert [line.get("code") for line in (*played.events("scenario"), *played.events("result"))] == ["-", "none"]


def test_one_scenario_comes_and_then_no_more(after):
    """Turn 2 with a 6 is E; later only the event is rolled for. Rule: Optional Rule"""
    played = after(2, (6, NO_EVENT))
    assert letter(played) == "E"
    again = after(3, (NO_EVENT,), scenario=played.state.scenario)

    assert again.events("scenario") == []
    assert len(again.events("result")) == 1


@pytest.mark.parametrize(("turn", "die", "units"), [(4, 6, ALLIES[:3]), (2, 6, ALLIES)])
def test_allies_come_through_sweden(after, turn, die, units):
    """B: three, E: six on the hex R. Rule: Scenario B, Scenario E"""
    played = after(turn, (die, NO_EVENT))

    assert played.at("1028") == units


def test_swedish_volunteers_come_next_turn(after):
    """Rule: Scenario C"""
    played = after(2, (4, NO_EVENT))

    assert letter(played) == "C"
    assert played.at("finnish-turn-3") == ["swedish-volunteers"]


def test_a_lost_battalion_returns_each_turn(after, rules):
    """Rule: Scenario D, WW-82"""
    played = after(2, (5, NO_EVENT))
    assert letter(played) == "D"
    played.open("finnish-reinforcement")

    assert played.at("finnish-turn-3") == ["finnish-battalion-1"]
    assert "choose-unit finnish-battalion-1" in played.offered()


def test_allies_land_where_no_soviet_unit_is(after):
    """Three on top of a Finnish unit, north of Row A. Rule: Scenario A"""
    played = after(3, (4, NO_EVENT), {"2805": ["finnish-battalion-1"]})

    assert played.at("2805") == ["finnish-battalion-1", *ALLIES[:3]]
    assert letter(played) == "A"


SOVIET_PETSAMO = {"2805": ["rifle-division-1"], "2908": ["headquarters-2"], "3309": ["rifle-regiment-1"]}


def test_a_landing_may_be_left_alone(after):
    """It counts as no scenario. Rule: Scenario A"""
    played = after(3, (4, NO_EVENT), SOVIET_PETSAMO)
    assert played.offered() == ["accept", "done"]
    assert played.rules.side_to_act(played.state) == "finnish"
    played.do("done")

    assert (letter(played), played.state.turn) == ("", 4)


def test_a_landing_attacks_doubled_defenders(after):
    """9 against 4 doubled is 1-1; a 1 is Ae. Each Allied unit is worth points. Rule: Scenario A"""
    played = after(3, (4, 1, NO_EVENT), SOVIET_PETSAMO).do("accept")

    assert played.odds() == ("9:8", "1-1")
    assert played.results() == ["Ae"]
    assert played.state.allies == 3
    assert set(ALLIES[:3]) <= set(played.at("finnish-eliminated"))
    assert (letter(played), played.state.turn) == ("A", 4)


@pytest.mark.parametrize(("die", "code"), [(2, "Ar"), (3, "Ne")])
def test_a_landing_may_fail(after, die, code):
    """They sail home. Rule: Scenario A, WW-79"""
    played = after(3, (4, die, NO_EVENT), SOVIET_PETSAMO).do("accept")

    assert played.results() == [code]
    assert played.state.allies == 0
    assert set(ALLIES) <= set(played.at("finnish-events"))
    assert letter(played) == "A"


def test_a_landing_drives_the_defenders_out(after):
    """A 5 is Dr: the Soviet player says where to. Rule: Scenario A, Retreats"""
    played = after(3, (4, 5, NO_EVENT), SOVIET_PETSAMO).do("accept")
    assert played.step() == "retreat-space"
    assert played.rules.side_to_act(played.state) == "soviet"
    assert "retreat-to 2806" in played.offered()
    played.do("retreat-to 2806")

    assert (played.at("2805"), played.at("2806")) == (ALLIES[:3], ["rifle-division-1"])
    assert played.state.turn == 4
    assert played.state.afloat == 0


def test_a_landing_may_cost_an_exchange(after):
    """A 4 is Ex: 4 printed points are due, two brigades. Rule: Scenario A, Combat Results Table"""
    played = after(3, (4, 4, NO_EVENT), SOVIET_PETSAMO).do("accept")
    assert played.results() == ["Ex"]
    assert played.step() == "losses-exchange"
    played.do("lose-unit allied-brigade-2", "lose-unit allied-brigade-1")

    assert played.at("2805") == ["allied-brigade-3"]
    assert played.state.allies == 2


def test_a_landing_at_forbidden_odds_is_none(after):
    """9 against 20 doubled is less than 1-3; so many could only stand there south of Row A. Rule: Scenario A, Combat N,
    WW-80
    """
    played = after(
        3,
        (4, NO_EVENT),
        {"2805": ["reserve-corps", "rifle-corps-1"], "2908": ["headquarters-2"], "3309": ["rifle-regiment-1"]},
    )

    assert (letter(played), played.state.turn) == ("", 4)
    assert played.events("attack") == []


# Events ----------------------------------------------------------------------------------------------------------


def test_paratroops_wait_and_are_dropped(after, rules):
    """Turn 1 with a 4 is F. Dropped within six hexes of 2667 in Finland, not in a Finnish zone. Rule: Event F, WW-93"""
    played = after(1, (1, 4), {"2464": ["finnish-regiment-2"]})
    assert played.at("airfield") == ["paratroops"]
    turned(played)

    assert played.step() == "paradrop"
    assert played.refused("place-at 2465").reason == "zone-there"
    assert played.refused("place-at 2464").reason == "enemy-there"
    assert played.refused("place-at 1365").reason == "not-in-range"
    assert played.refused("place-at 2566").reason == "not-in-range"  # in the USSR
    assert "place-at 2461" in played.offered()
    played.do("place-at 2461")
    assert played.at("2461") == ["paratroops"]


def test_the_paradrop_comes_once(after):
    """Rule: Event F"""
    played = after(1, (1, 4), {"soviet-events": []})

    assert len(played.events("no-event")) == 1


def test_the_paradrop_can_wait(after, rules):
    """Rule: Event F"""
    played = after(1, (1, 4))
    turned(played)
    played.do("done")

    assert played.at("airfield") == ["paratroops"]


def test_volunteers_choose_between_two_cities(after):
    """Turn 1 with a 5 is G. Rule: Event G"""
    played = after(1, (1, 5))
    assert played.offered() == ["place-at 1434", "place-at 1365"]
    assert played.refused("place-at 2262").reason == "not-a-city-for-it"
    played.do("place-at 1434")

    assert played.at("1434") == ["volunteers-1"]
    assert played.state.turn == 2


def test_volunteers_go_where_there_is_room(after):
    """Oulu lies north of Row A and is full. Rule: Event G, Stacking, WW-81"""
    played = after(1, (1, 5), {"1434": ["finnish-regiment-2"]})

    assert played.at("1365") == ["finnish-regiment-1", "volunteers-1"]


def test_more_supply_only_with_a_scenario(after):
    """Turn 1 with a 6 is H. Rule: Event H"""
    without, with_one = after(1, (1, 6)), after(1, (6,), scenario=4)

    assert without.state.logistics == 0
    assert with_one.state.logistics == 1
    assert with_one.events("capacity")[0].get("value") == 90


def test_replacements_come_from_the_losses(after):
    """Turn 5 with a 4 is J. Rule: Event J, WW-82"""
    played = after(5, (1, 4))
    assert played.events("rebuild")[0].get("units") == ["rifle-regiment-1"]
    assert played.events("rebuild")[0].get("at") == "soviet-turn-6"


def test_volunteers_and_replacements_together(after):
    """Turn 5 with a 6 is G and J. Rule: Special Event Tables"""
    played = after(5, (1, 6))

    assert played.step() == "volunteers"
    assert len(played.events("rebuild")) == 1


def test_a_truce_may_end_the_game_a_turn_later(after):
    """Turn 5 with a 5 is K: the game may end after turn 6, before the scenario is rolled. Rule: Event K, WW-45"""
    assert after(5, (1, 5)).state.truce == 6
    played = after(6, (), truce=6)
    assert played.offered() == ["accept", "done"]
    played.do("accept")

    assert played.rules.is_over(played.state)
    assert played.events("scenario") == []


def test_a_truce_may_be_refused(after):
    """Rule: Event K"""
    played = after(6, (1, 1), truce=6).do("done")

    assert (played.state.turn, played.state.truce) == (7, 0)


def test_severe_climate_takes_four_points_and_the_railways(after):
    """Turn 8 with a 6 is L. Units that are too strong are spared. Rule: Event L, WW-83"""
    units = {
        "2666": ["rifle-division-1"],
        "2566": ["rifle-regiment-1", "tank-corps"],
        "2766": ["border-guards-1", "rifle-regiment-2"],
    }
    played = after(8, (1, 6), units)

    assert sorted(played.offered()) == [
        "lose-unit border-guards-1",
        "lose-unit rifle-regiment-1",
        "lose-unit rifle-regiment-2",
    ]
    assert played.refused("lose-unit tank-corps").reason == "too-strong"
    assert played.refused("lose-unit headquarters-1").reason == "never-attacks"
    played.do("lose-unit rifle-regiment-1")
    assert sorted(played.offered()) == ["lose-unit border-guards-1", "lose-unit rifle-regiment-2"]
    played.do("lose-unit rifle-regiment-2")
    assert (played.state.turn, played.state.frozen) == (9, 9)


def test_isolated_units_go_first(after):
    """A regiment far in Finland has no headquarters. Rule: Event L, WW-83"""
    played = after(8, (1, 6), {"2566": ["rifle-regiment-1"], "1050": ["rifle-regiment-2"]})
    assert played.isolated("rifle-regiment-2")

    assert played.offered() == ["lose-unit rifle-regiment-2"]
    assert played.refused("lose-unit rifle-regiment-1").reason == "isolated-first"
    played.do("lose-unit rifle-regiment-2")
    assert played.offered() == ["lose-unit rifle-regiment-1"]


def test_the_last_turn_has_no_interphase(after):
    """Rule: Sequence C, Optional Rule"""
    played = after(10, ())

    assert played.rules.is_over(played.state)
    assert played.events("result") == []


def test_without_the_option_nothing_is_rolled(winter_rules):
    """Rule: Optional Rule"""
    played = Fight(winter_rules, HOME, turn=5, side="finnish", open_phase=False)
    played.open("interphase")

    assert played.state.turn == 6
    assert [line for line in played.state.log if line.kind == "draw"] == []
