"""The page "Read me first" is left alone while nothing changes that it shows, and is made again when something does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.build.cache import Cache
from pnp.build.products import make_one
from pnp.build.recipes import recipes_for
from pnp.build.workshop import Earlier, Workshop
from pnp.sources import load_game

NAME = "march-of-justice/en/read-me-first-a4.pdf"
PAGES = {"march-of-justice/en/map-a4.pdf": 9, "march-of-justice/en/charts-a4.pdf": 4}


@pytest.fixture(scope="module")
def game():
    return load_game("march-of-justice")


def changed(game, group, **update):
    groups = tuple(g.model_copy(update=update) if g.id == group else g for g in game.counters.groups)
    return replace(game, counters=game.counters.model_copy(update={"groups": groups}))


def make(game, folder, before=None, pages=PAGES):
    """The page as a build in a process of its own makes it; `before` is what the build before it made."""
    shop = Workshop({"en": game}, Cache(folder / ".cache"), pages=dict(pages))
    if before is not None:
        shop.earlier = {NAME: Earlier(folder / NAME, before.sha256, before.pages, "")}
    made = make_one(shop, next(r for r in recipes_for(shop, ("a4",)) if r.path == NAME), folder)
    assert made.problem is None
    shop.save_parts()
    return made


@pytest.fixture
def first(game, tmp_path):
    return make(game, tmp_path)


def test_a_counter_that_the_page_does_not_show_leaves_it_alone(game, tmp_path, first):
    hidden = [g for g in game.counters.groups if g.type and g.back == "reduced"][-1]
    assert make(changed(game, hidden.id, name="Another"), tmp_path, first).same


def test_a_counter_that_the_page_shows_is_drawn_anew(game, tmp_path, first):
    shown = next(g for g in game.counters.groups if g.type and g.back == "reduced")
    other = changed(game, shown.id, factors={"sp": 9})
    made = make(other, tmp_path, first)
    assert not made.same and made.sha256 != first.sha256
    alone = make(other, tmp_path / "cold")
    assert made.sha256 == alone.sha256
    assert (tmp_path / NAME).read_bytes() == (tmp_path / "cold" / NAME).read_bytes()


def test_other_pages_make_another_page(game, tmp_path, first):
    pages = {**PAGES, "march-of-justice/en/charts-a4.pdf": 5}
    made = make(game, tmp_path, first, pages)
    assert not made.same and made.sha256 != first.sha256
    assert made.sha256 == make(game, tmp_path / "cold", None, pages).sha256
