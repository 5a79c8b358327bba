"""Who makes what: groups that share work, in processes; examples that are played meanwhile; an interrupt."""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import time
from pathlib import Path

import pytest

from pnp.errors import PnpError
from pnp.press import Order, build_game, crew
from pnp.press.products import ProductResult
from pnp.press.recipes import Recipe
from pnp.press.store import Store
from pnp.press.workshop import Workshop

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent


def recipe(path, workload, *, language="en", weight=1, needs=()):
    return Recipe(workload, path, language, "", (), "counters.sheets", workload, weight, needs=needs)


RECIPES = [
    recipe("en/map", "map", weight=2), recipe("en/poster", "map", weight=2),
    recipe("it/map", "map", language="it", weight=2),
    recipe("module", "vassal", language="", weight=9), recipe("en/book", "books", weight=5, needs=("plays",)),
]  # fmt: skip


@pytest.fixture
def shop(putins_war, tmp_path):
    return Workshop(putins_war, Store(tmp_path / "cache"))


def test_groups_share_a_workload_and_a_language_and_the_heaviest_comes_first():
    groups = [[recipe.path for recipe in group] for group in crew.groups_of(RECIPES)]
    assert groups == [["module"], ["en/book"], ["en/map", "en/poster"], ["it/map"]]


@pytest.fixture
def told_by(monkeypatch):
    """Has `pnp.press.played.told_in` replaced: told_by(function)."""
    return lambda function: monkeypatch.setattr("pnp.press.played.told_in", function)


def test_examples_are_told_by_another_process_for_all_languages(shop, told_by):
    told_by(lambda shop, language: (language, os.getpid()))
    crew._make_ready(shop, [RECIPES[4], recipe("it/book", "books", language="it", needs=("plays",))])
    told = {name[1]: value for name, value in shop.memo.items() if name[0] == "told"}
    assert [language for language, _ in told.values()] == ["en", "it"]
    assert told["en"][1] == told["it"][1] != os.getpid()


def _fail(shop, language):
    raise PnpError("the example does not come out")


@pytest.mark.parametrize("tell", [_fail, lambda shop, language: os._exit(9)])
def test_examples_that_fail_or_are_never_told_are_left_to_whoever_needs_them(shop, told_by, tell):
    told_by(tell)
    crew._make_ready(shop, [RECIPES[4]])
    assert ("told", "en") not in shop.memo


def test_what_no_worker_has_made_is_made_in_this_process(shop, monkeypatch, tmp_path):
    """A worker is killed at the module; its products come out all the same, each once."""
    here, told = os.getpid(), []

    def make(shop, recipe, pages, out):
        if recipe.path == "module" and os.getpid() != here:
            os._exit(9)
        return ProductResult(pages=len(recipe.path), sha256="here" if os.getpid() == here else "there")

    monkeypatch.setattr(crew, "make_product", make)
    outcomes = crew.make_all(shop, [recipe for recipe in RECIPES if not recipe.needs], {}, tmp_path, 2, told.append)
    assert {path: outcome.pages for path, outcome in outcomes.items()} == {
        "en/map": 6,
        "en/poster": 9,
        "it/map": 6,
        "module": 6,
    }
    assert outcomes["module"].sha256 == "here"
    assert sorted(told) == sorted(outcomes)


def test_an_interrupt_that_an_import_would_swallow_comes_after_it():
    reached = []
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), crew._interrupt_later(), contextlib.suppress(BaseException):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        reached.append("end")
    assert reached == ["end"]
    assert signal.getsignal(signal.SIGINT) is before


def test_two_processes_write_what_one_writes(built, tmp_path):
    order = Order(tmp_path, languages=("it",), papers=("a4",), only=("counters",), workers=1)
    alone = build_game(ROOT / "sources" / "putins_war", order)
    together = {row["path"]: row for row in built.report["products"]}
    assert len(alone.products) == 7
    for product in alone.products:
        written = (built.out / product.path).read_bytes()
        assert (together[product.path]["bytes"], together[product.path]["sha256"]) == (product.bytes, product.sha256)
        assert hashlib.sha256(written).hexdigest() == product.sha256


def test_read_me_first_knows_the_pages_of_all_that_came_before(built):
    """Its row for the charts says how many sheets they take: those of the file that lies beside it."""
    import pypdfium2

    def document(name):
        return pypdfium2.PdfDocument(built.file(f"it/{name}"))

    with (
        contextlib.closing(document("charts-a4.pdf")) as charts,
        contextlib.closing(document("read-me-first-a4.pdf")) as page,
    ):
        assert len(charts) > 1
        text = page[0].get_textpage().get_text_range()
        row = text[text.index("charts-a4.pdf") :].split("counters-a4")[0]
        assert str(len(charts)) in row
