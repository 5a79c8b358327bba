"""Examples of play: those of the sources hold, and what doesn't hold is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.games import run_game_example
from pnp.model.rules import Example

A1, U1 = "armored-division-1", "ukrainian-forces-1"


def example(**more):
    """Khersons'ka is attacked: 4 against 2, a 6 eliminates."""
    made = {
        "id": "attack", "title": "Attack", "rules": ("5.1",), "text": "Story.",
        "position": {"turn": 1, "phase": "activation", "units": {"respublika-krym": (A1,), "khersonska": (U1,)}},
        "dice": (6,), "actions": (("choose-unit", A1), ("move-to", "khersonska")), "expect": {},
    }  # fmt: skip
    return Example.model_validate(made | more)


def test_an_example_that_holds(game):
    """Position before and after, log."""
    expect = {
        "logged": ("4.3", "4.4", "5.4", "Combat Table"),
        "position": {"units": {"khersonska": (A1,)}, "control": {"khersonska": "russia"}, "turn": 2},
    }
    outcome = run_game_example(game, example(expect=expect))

    assert outcome.problems == ()
    assert outcome.before.units["khersonska"] == (U1,)
    assert outcome.after.units["khersonska"] == (A1,)
    assert len(outcome.log.of("do")) == 2


def test_an_example_without_a_scenario_is_played_in_the_first_where_none_is_standard(game):
    scenario = game.scenarios["standard"].replaced(id="invasion")
    outcome = run_game_example(replace(game, scenarios={"invasion": scenario}), example())

    assert outcome.problems == ()
    assert outcome.log.head.scenario == "invasion"


def test_an_example_of_a_refusal(game):
    """The last action."""
    refused = example(
        actions=(("choose-unit", A1), ("move-to", "kyyivska")), dice=(),
        expect={"refused": "4.4", "message_contains": "not adjacent"},
    )  # fmt: skip
    outcome = run_game_example(game, refused)

    assert outcome.problems == ()
    assert outcome.refused.rule == "4.4"


WRONG = [
    (
        {"expect": {"position": {"units": {"khersonska": (U1,)}}}},
        "khersonska holds armored-division-1, expected ukrainian",
    ),
    ({"expect": {"position": {"turn": 1}}}, "turn is 2, expected 1"),
    ({"expect": {"logged": ("Combat Table", "5.4")}}, "rule '5.4' is not logged where it is expected"),
    ({"expect": {"result": "win"}}, "expected result 'win', got None"),
    ({"expect": {"refused": "4.4"}}, "expected the last action to be refused"),
    ({"dice": (6, 3)}, "never drawn: 3"),
    ({"actions": (("choose-unit", A1), ("move-to", "odeska"))}, "action 2 is refused"),
    ({"actions": (("choose-unit", A1), ("march-to", "odeska"))}, "unknown verb 'march-to'"),
    ({"position": {"units": {"kherson": (A1,)}}}, "unknown space or box 'kherson'"),
    ({"position": {"options": {"weather": True}}}, "unknown option 'weather'"),
    ({"dice": (9,)}, "a die shows 1 to 6, not 9"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_what_does_not_hold_is_a_problem(game, change, message):
    """Each tells what it is about."""
    outcome = run_game_example(game, example(**change))

    assert any(message in problem.message for problem in outcome.problems)


def test_the_examples_of_the_sources_hold(game):
    """All of them, as `pnp check` plays them."""
    told = [str(p) for made in game.all_examples() for p in run_game_example(game, made).problems]
    assert told == []
