"""Lets the tests of this folder share `mutation.py`, and a game with a hex map."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def winter_war():
    """Winter War in English."""
    from pnp.sources import load_game

    return load_game("winter-war")
