"""The referee knows the boxes of displays like those of the map."""

from __future__ import annotations

import pytest

from pnp.referee.wording import names_of
from tests.ford_displays import ford_with_displays
from tests.kit.play import Play


@pytest.fixture(scope="module")
def ford(tmp_path_factory):
    return ford_with_displays(tmp_path_factory.mktemp("ford"))


def test_units_come_from_a_display_in_their_turn(ford):
    """The Ford, 11.1: the guard comes in turn 3, at the northern edge."""
    play = Play(ford, "north-reinforcement", "north", turn=3)

    assert play.at("north-guard") == "north-turn-3"
    play.do("north-guard", "0501")
    assert play.at("north-guard") == "0501"


def test_losses_go_to_a_display(ford):
    rules = Play(ford).rules

    assert rules.places[rules.kit.lost_at[rules.sides.index("north")]] == "north-eliminated"


def test_a_box_is_named_with_its_display_and_section(ford):
    names = names_of(ford)

    assert names["north-turn-3"] == "Veldria: Arrivals, 14 May"
    assert names["north-ford"] == "Veldria: At the start, 0303"
