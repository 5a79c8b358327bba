"""Who makes what, and when: groups that share work, books that wait for pages; examples that are played meanwhile."""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import signal
import time
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

import pytest

from pnp.build import Order, build_game
from pnp.build.crew import _Crew, _interrupt_later, _plays, groups_of
from pnp.build.products import Made
from pnp.build.recipes import Recipe
from pnp.errors import PnpError

ROOT = Path(__file__).resolve().parent.parent.parent


def recipe(path, workload, *, language="en", product="", weight=1, counts=False):
    return Recipe(product or workload, path, language, "", (), lambda shop: (b"", 0), workload, weight, counts)


BOOKS = [
    recipe("en/map", "map", weight=2), recipe("it/map", "map", language="it", weight=2), recipe("module", "vassal", language="", weight=9),
    recipe("en/book", "books", product="rulebook", weight=5), recipe("it/book", "books", language="it", product="rulebook", weight=5),
    recipe("en/read-me", "books", weight=5, counts=True), recipe("it/read-me", "books", language="it", weight=5, counts=True),
]  # fmt: skip


class Pool:
    """Takes tasks like an executor, finishes the first it was given whenever somebody waits, and notes what it was asked."""

    def __init__(self):
        self.open, self.log, self.pages = [], [], {}

    def submit(self, make, paths, out, pages):
        future = Future()
        self.open.append((future, paths))
        self.log += paths
        self.pages |= {path: pages for path in paths}
        return future

    def wait(self, futures, return_when):
        future, paths = self.open.pop(0)
        assert future in futures
        future.set_result({path: Made(pages=len(path)) for path in paths})
        return {future}, set(futures) - {future}


@pytest.fixture
def crew(monkeypatch):
    """A crew of two with a pool that makes nothing."""
    made = {}
    shop = SimpleNamespace(pages={"en/counters": 4})
    crew = _Crew(shop, groups_of(BOOKS), Path(), 2, lambda item: None, made)
    pool = Pool()
    monkeypatch.setattr("pnp.build.crew.wait", pool.wait)
    crew._work_in(pool)
    return SimpleNamespace(made=made, pool=pool)


def test_groups_share_a_workload_and_a_language_and_the_heaviest_comes_first():
    found = [[r.path for r in group] for group in groups_of([*BOOKS, recipe("en/poster", "map", weight=2)])]
    assert found[0] == ["module"]
    assert ["en/map", "en/poster"] in found and ["en/book"] in found and ["en/read-me"] in found
    assert len(found) == 7


def shop_that_plays(played):
    return SimpleNamespace(told={}, played=played, save_parts=lambda: None)


def test_examples_are_played_by_another_process_for_all_languages():
    shop = shop_that_plays(lambda language: (language, os.getpid()))
    with _plays(shop, ["en", "it"]):
        assert shop.told == {}
    assert [name for name, _ in shop.told.values()] == ["en", "it"]
    assert shop.told["en"][1] == shop.told["it"][1] != os.getpid()


def test_examples_that_fail_or_are_never_told_are_left_to_whoever_needs_them():
    def fail(language):
        raise PnpError("the example does not come out")

    for played in (fail, lambda language: os._exit(9)):
        shop = shop_that_plays(played)
        with _plays(shop, ["en"]):
            pass
        assert shop.told == {}


def test_an_interrupt_that_an_import_would_swallow_comes_after_it():
    reached = []
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), _interrupt_later(), contextlib.suppress(BaseException):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        reached.append("end")
    assert reached == ["end"]
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupted_build_leaves_no_player_behind():
    shop = shop_that_plays(lambda language: time.sleep(60))
    with pytest.raises(KeyboardInterrupt), _plays(shop, ["en"]):
        raise KeyboardInterrupt
    assert multiprocessing.active_children() == []


def test_a_book_that_counts_pages_comes_after_all_of_its_language_and_knows_their_pages(crew):
    order = crew.pool.log
    assert set(crew.made) == {r.path for r in BOOKS}
    assert order.index("en/read-me") > max(order.index("en/book"), order.index("en/map"))
    assert crew.pool.pages["en/read-me"]["en/book"] == 7
    assert crew.pool.pages["it/read-me"]["it/map"] == 6
    assert crew.pool.pages["en/read-me"]["en/counters"] == 4


def test_two_processes_write_what_one_writes(built, tmp_path):
    order = Order(tmp_path, languages=("it",), papers=("a4",), only=("counters",), workers=1)
    alone = build_game(ROOT / "sources" / "putins_war", order)
    together = {row["path"]: row for row in built.report["products"]}
    assert len(alone.products) == 7
    for product in alone.products:
        written = (built.out / product.path).read_bytes()
        assert (together[product.path]["bytes"], together[product.path]["sha256"]) == (product.bytes, product.sha256)
        assert hashlib.sha256(written).hexdigest() == product.sha256
