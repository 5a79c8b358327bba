"""The game that ships, read once."""

import pytest

from pnp.model.game import Game
from pnp.sources import load_game


@pytest.fixture(scope="session")
def game() -> Game:
    """Putin's War in English."""
    return load_game("putins-war")
