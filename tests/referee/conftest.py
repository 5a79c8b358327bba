"""Putin's War as the game at hand; the referee itself knows none."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.players.match import play
from pnp.sources import load_game


@pytest.fixture(scope="session")
def game():
    return load_game("putins-war")


@pytest.fixture(scope="session")
def rules(game):
    return rules_of(game)


@pytest.fixture(scope="session")
def finished(rules):
    """A random game that is over."""
    return play(rules, "random", 11)
