"""What is refused, and with which rule; what is offered is exactly what isn't refused."""

from __future__ import annotations

import random

import pytest

from pnp.games import rules_of
from pnp.players.random_player import RandomPlayer

A1, A2, F1, G1, U1 = "armored-division-1", "armored-division-2", "air-force-1", "garrison-1", "ukrainian-forces-1"


def all_actions(rules):
    """Every well-formed action."""
    for index, verb in enumerate(rules.VERBS):
        if verb.takes:
            yield from ((index, item) for item in range(len(rules.domain(verb.id))))
        else:
            yield (index,)


@pytest.mark.parametrize("options", [{}, {"ports": True, "ukrainian-air": True}])
def test_choices_are_exactly_what_is_not_refused(game, options):
    """DESIGN §7. In every step of several random games."""
    rules = rules_of(game, options=options)
    steps = set()
    for seed in range(12):
        state, player = rules.new_state(seed), RandomPlayer(seed, "russia")
        while not rules.is_over(state):
            choices = rules.choices(state)
            steps.add(rules.step(state).id)
            if random.Random(len(state.records)).random() < 0.25:
                assert [a for a in all_actions(rules) if rules.why_not(state, a) is None] == choices
            rules.apply(state, player.choose(rules, state, choices))
    assert len(steps) == 13


@pytest.mark.parametrize(
    "action",
    [None, "done", 7, (), (7, 0), (-1,), (99, 1), (0,), (0, 1, 2), (0, -1), (0, 10**9), (2, 29), (0, True), (0, 1.0),
     (True, 1), ([0], 1), (None, None), (0, "1"), [0, 1], {"do": 1}],
)  # fmt: skip
def test_whatever_is_no_action_is_refused_with_a_rule(war, action):
    """DESIGN §7. No exception, and the message names the rule."""
    played = war({"russia-1": [A1]})
    violation = played.rules.why_not(played.state, action)

    assert violation.rule == "4.3"
    assert violation.message().endswith("(rule 4.3)")


SITUATION = {
    "russia-1": [A1, {"id": "armored-division-3", "state": "activated"}], "belarus": [A2, F1],
    "russian-reserve": ["armored-division-4"], "eliminated": ["armored-division-5"], "sumska": [G1],
    "kharkivska": [U1], "russia-3": ["air-force-2"],
}  # fmt: skip
REFUSALS = [
    ((), f"choose-unit {U1}", "4.8", "Ukrainian Forces 1 is Ukrainian"),
    ((), f"choose-unit {G1}", "2.4", "Garrison 1 is a garrison"),
    ((), "choose-unit armored-division-5", "Clarifications.3", "Armored Division 5 has been eliminated"),
    ((), "choose-unit armored-division-4", "4.2", "from turn 2 on, up to 3 units arrive"),
    ((), "choose-unit armored-division-3", "4.3", "Armored Division 3 has been activated this turn"),
    ((), "move-to kyyivska", "4.3", "move-to is not possible now"),
    ((A1,), f"choose-unit {A1}", "4.3", "has been chosen already"),
    ((A1,), f"choose-unit {A2}", "4.3", "is in Belarus; the units of a group start in one space"),
    ((A1,), "move-to kyyivska", "4.4", "Kyyivs’ka is not adjacent to Russia 1"),
    ((A1,), "move-to russia-1", "4.4", "Armored Division 1 stands in Russia 1 already"),
    ((A1,), "done", "4.3", "done is not possible now, but this is: choose-unit, move-to."),
    ((F1,), "move-to donetska", "4.5", "Donets’ka is more than 3 areas away from Belarus, where Air Force 1 is"),
    ((F1,), "move-to belarus", "4.5", "Air Force 1 stands in Belarus already"),
    ((F1,), "move-to sumska", "4.5", "no airport area that you control"),
    ((A2, F1), "move-to sumska", "4.4", "Sums’ka is not adjacent to Belarus"),
]


@pytest.mark.parametrize(("chosen", "words", "rule", "said"), REFUSALS)
def test_refusals_of_an_activation(war, chosen, words, rule, said):
    """Rule: 4.3, 4.4, 4.5"""
    played = war(SITUATION).do(*(f"choose-unit {unit}" for unit in chosen))
    violation = played.refused(words)

    assert (violation.rule, violation.message().endswith(f"(rule {rule})")) == (rule, True)
    assert said in violation.message()


def test_setup_refuses_other_units_and_areas(rules, war):
    """Rule: 2.1"""
    state = rules.new_state()
    unit = rules.from_json(["choose-unit", "armored-division-5"])
    assert (rules.why_not(state, unit).rule, rules.why_not(state, unit).reason) == ("2.1", "not-to-set-up")
    rules.apply(state, rules.from_json(["choose-unit", A1]))
    space = rules.from_json(["place-at", "kyyivska"])
    assert (rules.why_not(state, space).rule, rules.why_not(state, space).reason) == ("2.1", "not-its-area")


def test_reinforcements_come_from_the_reserve(war):
    """Rule: 2.3, Clarifications.3"""
    units = {"russian-reserve": [A1], "russia-1": [A2], "eliminated": [F1]}
    played = war(units, turn=2, phase="reinforcement")

    assert played.refused(f"choose-unit {A2}").rule == "2.3"
    assert played.refused(f"choose-unit {F1}").rule == "Clarifications.3"


def test_a_fight_refuses_other_losses_and_staying(war):
    """Rule: 5.5, 5.7"""
    units = {
        "russia-2": [A1, A2],
        "russia-1": [F1],
        "luhanska": ["armored-division-3"],
        "kharkivska": ["ukrainian-forces-14"],
    }
    enter = (f"choose-unit {A1}", f"choose-unit {A2}", "move-to kharkivska")
    exchange = war(units, dice=(2,)).do(*enter)
    retreat = war(units, dice=(1,)).do(*enter)

    lost = exchange.refused("lose-unit ukrainian-forces-14")
    assert (lost.rule, lost.reason) == ("5.7", "not-to-be-lost")
    assert exchange.refused(f"lose-unit {F1}").reason == "not-to-be-lost"
    stay = retreat.refused("retreat-to kharkivska")
    assert (stay.rule, stay.reason) == ("5.5", "must-leave")


def test_an_area_takes_one_garrison_and_a_star_none(war):
    """Rule: 2.4, Clarifications.4"""
    units = {"sumska": [A1, G1], "luhanska": [A2], "russia-1": [F1], "garrison-stock": ["garrison-2"]}
    played = war(units, phase="garrison").do("choose-garrison garrison-2")

    assert played.refused("place-at sumska").rule == "2.4"
    assert played.refused("place-at russia-1").rule == "Clarifications.4"
    assert played.refused("place-at kharkivska").rule == "6.4"


def test_a_garrison_is_placed_once_a_turn(war):
    """Rule: 6.4"""
    units = {"sumska": [A1], "luhanska": [A2], "garrison-stock": [G1, "garrison-2"]}
    played = war(units, phase="garrison").do(f"choose-garrison {G1}", "place-at sumska")

    assert played.refused(f"choose-garrison {G1}").rule == "6.4"
    assert played.refused(f"choose-garrison {A1}").rule == "2.4"


def test_after_the_end_everything_is_refused(war):
    """Rule: 3.2"""
    played = war({"russia-1": [A1]}, turn=10).do("done")
    assert played.rules.is_over(played.state)
    assert played.rules.choices(played.state) == []

    assert played.refused(f"choose-unit {A1}").rule == "3.2"


def test_a_violation_speaks_other_languages(war):
    """DESIGN §7: the message comes from the catalogue; names from the translated game."""
    played = war({"russia-1": [A1]}).do(f"choose-unit {A1}")
    violation = played.refused("move-to kyyivska")

    assert violation.parameters["place"] == "kyyivska"
    assert "Kyyivs’ka" in violation.message("en")
    assert "4.4" in violation.message("it")
