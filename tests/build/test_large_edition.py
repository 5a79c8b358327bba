"""The setting `enlarge` reaches map, tiles and counters, and makes only what it changes."""

from __future__ import annotations

import pytest

from pnp.build.cache import Cache
from pnp.build.recipes import recipes_for
from pnp.build.workshop import Workshop
from pnp.draw.scene import Scene
from pnp.sources import load_game
from pnp.sources.settings import Settings


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def workshop(game, folder, **settings):
    return Workshop({"en": game}, Cache(folder), Settings(**settings))


def test_map_and_counters_are_enlarged_together(game, tmp_path, monkeypatch):
    """The board is 558.8 mm wide, its counters 12.7 mm: both times 1.25."""
    monkeypatch.setattr("pnp.generators.map_sheet.draw_map", lambda game, plan, **kept: Scene(558.8, 863.6, ()))
    monkeypatch.setattr(Workshop, "plan", lambda self, language: None)
    large = workshop(game, tmp_path, enlarge=1.25)

    assert large.counter_mm == 15.875
    assert large.map_scene("en").width_mm == 698.5
    assert workshop(game, tmp_path).counter_mm is None
    assert workshop(game, tmp_path).map_scene("en").width_mm == 558.8


def test_the_setting_makes_map_and_counters_anew_and_nothing_else(game, tmp_path):
    plain, large = workshop(game, tmp_path), workshop(game, tmp_path, enlarge=1.25)
    changed = {r.product for r in recipes_for(plain, ("a4",)) if plain.key(r) != large.key(r)}

    assert changed == {"map", "counters", "read-me-first"}


def test_a_map_that_pictures_counters_depends_on_them(game, tmp_path):
    parts = {recipe.path.rsplit("/", 1)[-1]: recipe.parts for recipe in recipes_for(workshop(game, tmp_path), ("a4",))}

    assert "counters" in parts["map-poster.pdf"]
