"""What a recipe does not name its maker cannot read."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from pnp.generators.maps.sheet import draw_map, plan_sheet
from pnp.press.inputs import ALL, PARTS, UndeclaredInput, part_hash, restricted
from pnp.press.products import make_product, maker_of
from pnp.press.recipes import recipes_for
from pnp.press.store import Store
from pnp.press.workshop import Workshop
from pnp.sources import load_game
from tests.press.conftest import GAMES

pytestmark = pytest.mark.slow

SHIPPED = ("putins-war", "march-of-justice", "winter-war")


@pytest.fixture(scope="module", params=SHIPPED)
def game(request):
    return load_game(request.param)


def test_every_recipe_names_parts_that_there_are_and_a_maker_that_there_is(game):
    recipes = recipes_for(game)
    assert len(recipes) >= 43
    for recipe in recipes:
        assert set(recipe.inputs) <= set(PARTS) and len(set(recipe.inputs)) == len(recipe.inputs)
        assert callable(maker_of(recipe))


def test_every_part_of_a_game_is_the_input_of_a_product(putins_war):
    """A field of `Game` that holds sources, and that no part gives, would change products without anybody noticing."""
    # No sources, or what is made of them.
    apart = {"id", "folder", "series", "language", "files", "sheets", "words", "changes", "left"}
    bare = restricted(putins_war, ())
    for field in fields(putins_war):
        if field.name not in apart:
            with pytest.raises(UndeclaredInput, match=field.name):
                len(getattr(bare, field.name))


@pytest.mark.parametrize("ask", [
    lambda game: game.charts.tables, lambda game: list(game.scenarios), lambda game: game.scenarios["standard"],
    lambda game: "x" in game.scenarios, lambda game: game.all_counters(), lambda game: bool(game.examples),
    lambda game: game.errata.errata, lambda game: getattr(game.style, "palette", None),
])  # fmt: skip
def test_a_part_that_is_not_named_can_not_be_read(putins_war, ask):
    with pytest.raises(UndeclaredInput, match="not among the inputs"):
        ask(restricted(putins_war, ("game", "map")))


def test_named_parts_are_there_as_they_are(putins_war):
    view = restricted(putins_war, ("game", "counters", "headings"))
    assert view.info is putins_war.info and view.counters is putins_war.counters
    assert [case.title for case in view.cases()] == [case.title for case in putins_war.cases()]
    assert not any(case.text for case in view.cases())
    assert restricted(putins_war, ALL) == putins_war


@pytest.mark.parametrize(("end", "lost"), [
    ("en/counters-a4-fronts.pdf", "style"), ("en/counters-a4-fronts.pdf", "scenarios/"),
    ("en/charts-a4.pdf", "counters"),
    ("en/read-me-first-a4.pdf", "counters"),
])  # fmt: skip
def test_a_recipe_that_forgets_an_input_makes_nothing(putins_war, tmp_path, end, lost):
    """The guard itself: without one of its inputs no product comes out, rather than a stale one later."""
    shop = Workshop(putins_war, Store(tmp_path / "cache"))
    recipe = next(recipe for recipe in recipes_for(putins_war) if recipe.path.endswith(end))
    assert lost in recipe.inputs
    with pytest.raises(UndeclaredInput):
        make_product(shop, replace(recipe, inputs=tuple(name for name in recipe.inputs if name != lost)), {}, tmp_path)
    assert not (tmp_path / recipe.path).exists()


@pytest.mark.parametrize("name", GAMES)
def test_products_of_each_game_need_no_more_than_they_name(builds, name):
    """Of one game all but its module, which is made by other tests."""
    report = builds(name).report
    assert len(report["products"]) >= 4
    assert {product["status"] for product in report["products"]} == {"built"}


def test_a_part_has_another_hash_exactly_when_it_says_something_else(putins_war):
    group = putins_war.counters.groups[0]
    others = putins_war.counters.groups[1:]

    def with_group(**values):
        counters = putins_war.counters.replaced(groups=(group.replaced(**values), *others))
        return replace(putins_war, counters=counters)

    values = ("counters", "pictured-counters")
    stronger, renamed = with_group(factors={"combat": 9}), with_group(name="Another name")
    for name in PARTS:
        assert (part_hash(stronger, name) != part_hash(putins_war, name)) == (name in values)
        assert (part_hash(renamed, name) != part_hash(putins_war, name)) == (name in (*values, "counter-names"))


def test_a_hex_map_depends_on_the_counters_that_it_pictures():
    """The three groups that only scenarios by choice bring are not in its set-up charts and its turn record."""
    game = load_game("winter-war")
    inputs = {recipe.path.rsplit("/", 1)[-1]: recipe.inputs for recipe in recipes_for(game)}
    assert "pictured-counters" in inputs["map-poster.pdf"] and "counters" not in inputs["map-poster.pdf"]
    hashes = {group.id: part_hash(with_factor(game, group.id), "pictured-counters") for group in game.counters.groups}
    untold = {name for name, digest in hashes.items() if digest == part_hash(game, "pictured-counters")}
    assert len(hashes) == 21
    assert untold == {"volunteers", "allied-brigade", "paratroops"}


@pytest.mark.slow
def test_a_hex_map_shows_the_same_from_the_counters_that_it_names():
    game = load_game("winter-war")
    plan = plan_sheet(game, draft=True)
    recipe = next(recipe for recipe in recipes_for(game) if recipe.path.endswith("en/map.svg"))
    whole = draw_map(game, plan)
    assert draw_map(restricted(with_factor(game, "paratroops"), recipe.inputs), plan) == whole
    assert draw_map(with_factor(game, "heavy-artillery"), plan) != whole


def with_factor(game, name):
    """`game` with 77 as the defence of a group of counters."""
    groups = tuple(
        group.replaced(factors={**group.factors, "defence": 77}) if group.id == name else group
        for group in game.counters.groups
    )
    return replace(game, counters=game.counters.replaced(groups=groups))
