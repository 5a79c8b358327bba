"""Winter War from its sources, and a short way to set up a situation."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.sources import load_game
from tests.games.conftest import Situation

TRAIN = {"3252": ["headquarters-1"]}
"""A headquarters six hexes from Petrozavodsk: it supplies what stands within five hexes of it, up to 50 attack points.
"""


@pytest.fixture(scope="session")
def winter_game():
    return load_game("winter-war")


@pytest.fixture(scope="session")
def winter_rules(winter_game):
    return rules_of(winter_game)


@pytest.fixture(scope="session")
def winter(winter_game):
    """A factory: winter({"3151": ["rifle-regiment-1"]}, phase="soviet-movement", dice=(3,)); units not named are out of
    play.
    """
    made = {}

    def make(units, *, phase="soviet-movement", turn=2, dice=(), options=None, **position):
        key = tuple(sorted((options or {}).items()))
        if key not in made:
            made[key] = rules_of(winter_game, options=options)
        position |= {"units": units, "turn": turn, "phase": phase, "tracks": {"turn": turn}}
        return Situation(made[key], position, dice, ())

    return make


def goals(situation):
    """The hexes that the chosen unit can move to."""
    return " ".join(words.split()[1] for words in situation.offered() if words.startswith("move-to"))


def isolated(situation):
    """The units that are isolated now, by id."""
    units = situation.state.isolated
    return [name for i, name in enumerate(situation.rules.units) if units >> i & 1]


def zone(situation, side):
    """The hexes in the zones of control of a side."""
    plane = situation.state.zoc[situation.rules.sides.index(side)]
    return " ".join(name for i, name in enumerate(situation.rules.spaces) if plane >> i & 1)
