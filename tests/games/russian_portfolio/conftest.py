"""The Russian Portfolio from its sources, and a short way to set up a situation."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.sources import load_game
from tests.games.conftest import Situation


@pytest.fixture(scope="session")
def portfolio_game():
    return load_game("russian-portfolio")


@pytest.fixture(scope="session")
def portfolio_rules(portfolio_game):
    return rules_of(portfolio_game)


@pytest.fixture(scope="session")
def portfolio(portfolio_game):
    """A factory: portfolio({"s3": ["panzer-group-2"]}, phase="initial-attack", dice=(3,)); units not named are out of
    play. Turn 4 is 1 August, in good weather; the scenario begins with turn 2.
    """
    made = {}

    def make(
        units, *, phase="initial-movement", side="axis", turn=4, dice=(), options=None, scenario="standard", **more
    ):
        key = (scenario, tuple(sorted((options or {}).items())))
        if key not in made:
            made[key] = rules_of(portfolio_game, scenario, options)
        tracks = {"turn": turn, **more.pop("tracks", {})}
        position = {"units": units, "turn": turn, "phase": phase, "side": side, "tracks": tracks, **more}
        return Situation(made[key], position, dice, ())

    return make


def goals(situation):
    """The hexes on offer for the verb of the open decision."""
    return {words.split()[1] for words in situation.offered() if len(words.split()) > 1}
