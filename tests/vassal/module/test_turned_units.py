"""What a module offers for units that are turned around when spent, or turned over when dispersed."""

from __future__ import annotations

import pytest

from pnp.vassal.module.automation import toolbar
from pnp.vassal.pages.help import key_texts
from pnp.vassal.turn_counter import turn_tracker
from tests.vassal.beanshell import evaluate


@pytest.fixture
def context(portfolio_context):
    return portfolio_context


def test_spent_units_alone_are_turned_back(context):
    """Facing 2 is the one to the other player; a dispersed unit stays so."""
    (ready,) = (button for button in toolbar(context) if button.attributes.get("name") == "Ready all")

    units = ({"Mobile": 1, "Spent_Facing": 2}, {"Mobile": 1, "Spent_Facing": 1}, {"Mobile": 0, "Spent_Facing": 2})
    assert [evaluate(ready.attributes["filter"], unit) for unit in units] == [True, False, False]


def test_the_keys_say_what_they_do_to_units(context):
    texts = key_texts(context.base)

    assert [texts[key] for key in ("activate", "ready", "disperse")] == [
        "Selected units: turn around, to mark them as spent or make them ready again",
        "All spent units are ready again",
        "Selected units: turn over, to mark them as dispersed or in order again",
    ]


@pytest.mark.parametrize(
    ("turn", "shown"),
    [(2, "Turn 2: 22 Jun, Good"), (9, "Turn 9: 10 Nov, Hard Frost"), (14, "Turn 14: 20 Feb, Snow")],
)
def test_the_turn_counter_tells_the_weather_of_the_turn(context, turn: int, shown: str):
    (level,) = turn_tracker(context).find_all("CounterTurnLevel")

    assert evaluate(level.attributes["turnFormat"], {"value": turn}) == shown
