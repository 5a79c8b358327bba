"""The setting `enlarge` reaches map, tiles and counters, and makes only what it changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Scene
from pnp.press.makers import counters, maps
from pnp.press.recipes import Recipe, recipes_for
from pnp.press.store import Store
from pnp.press.workshop import Task, Workshop
from pnp.sources import load_game
from pnp.sources.settings import Settings


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def workshop(game, folder, **settings):
    return Workshop(game, Store(folder), Settings(**settings))


def named(game, end: str) -> Recipe:
    return next(recipe for recipe in recipes_for(game) if recipe.path.endswith(end))


def test_map_and_counters_are_enlarged_together(game, tmp_path, monkeypatch):
    """The board is 558.8 mm wide, its counters 12.7 mm: both times 1.25."""
    monkeypatch.setattr(maps, "draw_map", lambda game, plan: Scene(558.8, 863.6, ()))
    monkeypatch.setattr(maps, "plan_of", lambda shop, game: None)

    def task(end: str, **settings) -> Task:
        shop, recipe = workshop(game, tmp_path, **settings), named(game, end)
        return Task(recipe, shop.view(recipe), shop.settings_of(recipe), {}, shop)

    assert counters._size_mm(task("en/counters-a4-fold.pdf", enlarge=1.25)) == 15.875
    assert maps._scene(task("en/map-poster.pdf", enlarge=1.25)).width_mm == 698.5
    assert counters._size_mm(task("en/counters-a4-fold.pdf")) is None
    assert maps._scene(task("en/map-poster.pdf")).width_mm == 558.8


def test_the_setting_makes_map_and_counters_anew_and_nothing_else(game, tmp_path):
    plain, large = workshop(game, tmp_path), workshop(game, tmp_path, enlarge=1.25)
    english = [recipe for recipe in recipes_for(game, ("a4",)) if recipe.language == "en" or not recipe.language]
    changed = {recipe.product for recipe in english if plain.key(recipe, {}) != large.key(recipe, {})}

    assert changed == {"map", "counters", "read-me-first"}


def test_a_setting_that_a_recipe_does_not_name_is_not_given_to_its_maker(game, tmp_path):
    recipe = replace(named(game, "en/map-poster.pdf"), settings=())
    assert workshop(game, tmp_path, enlarge=1.25).settings_of(recipe) == {}
