"""The games that the tests of this folder analyse."""

import sys
from pathlib import Path

import pytest

from pnp.sources import load_game

CHECKS = Path(__file__).parent.parent / "checks"
sys.path.insert(0, str(CHECKS))


@pytest.fixture(scope="session")
def tiny():
    """The sample game of the checks."""
    return load_game(CHECKS / "fixture_game")


@pytest.fixture
def with_change(tmp_path):
    """A function that gives the sample game with changes."""
    from mutation import FIXTURE, changed_copy

    return lambda *changes: load_game(changed_copy(FIXTURE, tmp_path, changes))
