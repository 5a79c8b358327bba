"""Both games of Tatchanka from their sources, and short ways to set up a situation."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.sources import load_game
from tests.games.conftest import Situation


def factory(game):
    """A factory: fall({"2403": ["cheka-1"]}, "movement-1", "bolshevik", dice=(3,)); units not named are nowhere."""
    made = {}

    def make(units, phase="movement-1", side="bolshevik", *, turn=2, dice=(), draws=(), options=None, **position):
        key = tuple(sorted((options or {}).items()))
        if key not in made:
            made[key] = rules_of(game, options=options)
        position |= {"units": units, "turn": turn, "phase": phase, "side": side}
        return Situation(made[key], position, dice, draws)

    return make


@pytest.fixture(scope="session")
def fall_game():
    return load_game("fall-of-the-directory")


@pytest.fixture(scope="session")
def fall(fall_game):
    return factory(fall_game)


@pytest.fixture(scope="session")
def return_game():
    return load_game("makhnos-return")


@pytest.fixture(scope="session")
def back(return_game):
    """Makhno's Return."""
    return factory(return_game)


def goals(situation):
    """The hexes that are offered."""
    verbs = ("move-to", "place-at", "retreat-to")
    return {words.split()[1] for words in situation.offered() if words.startswith(verbs)}


def units(situation):
    """The units that are offered."""
    return {words.split()[1] for words in situation.offered() if words.startswith(("choose-unit", "break-up", "form"))}
