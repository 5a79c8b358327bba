"""Two small games, read and planned once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.sources import load_game

SOURCES = Path(__file__).resolve().parent.parent.parent / "sources"


@pytest.fixture(scope="session")
def ford():
    """The Ford: hexes, 16 counters."""
    return load_game(SOURCES / "the_ford")


@pytest.fixture(scope="session")
def ford_plan(ford):
    """The plan of its map, not smoothed."""
    return plan_sheet(ford, draft=True)


@pytest.fixture(scope="session")
def rivers():
    """Two Rivers: areas, units that are drawn, reduced backs."""
    return load_game(SOURCES / "two_rivers")


@pytest.fixture(scope="session")
def rivers_plan(rivers):
    """The plan of its map, not smoothed."""
    return plan_sheet(rivers, draft=True)
