"""Putin's War, for players to play."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.sources import load_game


@pytest.fixture(scope="session")
def rules():
    return rules_of(load_game("putins-war"))
