"""A map small enough to draw by hand, and the hex game with its board."""

from __future__ import annotations

import pytest

from pnp.model.map import MapSource


def small_map(**changes):
    """Two areas and a sea on a sheet of 100 × 60 mm.

        (0,0)        top            (100,0)
          +------------+--------------+
          |            |              |
          |   west     |     east     |
          |            |              |
          +------------+--------------+    y = 40: the coast
          |           sea             |
          +---------------------------+
    """
    source = {
        "id": "small", "title": "Small", "kind": "areas", "size_mm": [100, 60], "frame_mm": [0, 0, 100, 60],
        "spaces": [
            {"id": "west", "name": "West", "victory_points": 2, "features": ["port"], "neighbours": ["east"]},
            {"id": "east", "name": "East", "neighbours": ["west"]},
        ],
        "surroundings": [{"id": "sea", "name": "Sea", "kind": "sea"}],
        "junctions": {"top": [50, 0], "left": [0, 40], "right": [100, 40], "coast": [50, 40]},
        "borders": [
            {"between": ["west", "east"], "ends": ["top", "coast"], "line": "50,20"},
            {"between": ["west", "sea"], "ends": ["left", "coast"], "line": "25,40"},
            {"between": ["east", "sea"], "ends": ["coast", "right"], "line": "75,40"},
        ],
    }  # fmt: skip
    return MapSource.model_validate(source | changes)


@pytest.fixture(scope="session")
def winter_war():
    """The hex game."""
    from pnp.sources import load_game

    return load_game("winter-war")


@pytest.fixture(scope="session")
def winter_war_map(winter_war):
    """The board of the hex game."""
    return winter_war.map
