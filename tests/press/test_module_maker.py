"""The maker of the module: which rulebooks it has room for."""

from __future__ import annotations

import io
import zipfile
from random import Random
from types import SimpleNamespace

from pnp.press.makers import module as maker
from pnp.press.recipes import recipes_for
from pnp.press.store import Store
from pnp.press.workshop import Task, Workshop
from pnp.sources import load_game
from pnp.sources.find import find_game


def test_a_module_holds_all_languages_of_the_game_whatever_is_ordered(monkeypatch, tmp_path):
    """Italian is ordered: German and English are in it, too. Its books and pictures are others' business."""
    shop = Workshop.open(find_game("the-ford"), ("it",), Store(tmp_path))
    (recipe,) = (recipe for recipe in recipes_for(shop.english) if recipe.product == "vassal")
    monkeypatch.setattr(maker, "kept_book", lambda shop, game, recipe: (recipe.language.encode(), 9))
    monkeypatch.setattr(shop, "bytes_for", lambda kind, key, make: make() if kind == "vassal-counters" else b"<svg/>")
    data, _ = maker.module(Task(recipe, shop.view(recipe), {}, {}, shop))

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        assert [archive.read(f"rulebook-{language}.pdf") for language in ("en", "it", "de")] == [b"en", b"it", b"de"]
    assert shop.english.info.languages == ("en", "it", "de")
    assert names >= {f"rules-{language}.html" for language in ("en", "it", "de")}
    assert names >= {"Module_it.properties", "Module_de.properties", "images_it/about.svg", "images_de/about.svg"}


def test_rulebooks_of_the_last_languages_are_left_out_of_a_large_module(monkeypatch):
    """12 MB with three rulebooks of 2 MB are 18 MB: one stays, and it's told of each that doesn't."""
    game = load_game("the-ford")
    books = dict.fromkeys(("en", "de", "it"), Random(1).randbytes(2_000_000))  # as long when compressed
    sizes = []

    def build(*_, books, **__):
        sizes.append(12_000_000 + sum(map(len, books.values())))
        return b"m" * sizes[-1]

    monkeypatch.setattr(maker, "build_module", build)
    monkeypatch.setattr(maker, "board_plan", lambda *_: None)
    monkeypatch.setattr(maker, "kept_book", lambda shop, game, recipe: (books[recipe.language], 9))
    task = SimpleNamespace(
        games=dict.fromkeys(books, game), game=game, shop=SimpleNamespace(bytes_for=None), remarks=[]
    )
    data, _ = maker.module(task)

    assert (sizes, len(data)) == ([18_000_000, 14_000_000], 14_000_000)
    told = [remark for remark in task.remarks if remark.code == "module-book"]
    assert [remark.severity for remark in told] == ["note", "note"]
    assert "rulebook in Italiano" in told[0].message and "the-ford/it/rulebook-a4.pdf" in told[0].hint
    assert "rulebook in Deutsch" in told[1].message


def test_a_rulebook_that_shrinks_in_the_archive_frees_only_what_it_takes_there():
    """Of two books of 2 MB the one of zeros takes 2 kB: both go when 1 MB must."""
    games = {"en": load_game("the-ford")}
    books = {"en": Random(1).randbytes(2_000_000), "de": bytes(2_000_000)}
    told = maker._left_out(SimpleNamespace(game=games["en"]), books, 1_000_000)

    assert (len(told), books) == (2, {})
