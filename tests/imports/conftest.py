"""The module of Two Rivers, without its book, and the draft that is made of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.sources import load_game
from pnp.vassal.module.archive import build_module

SOURCES = Path(__file__).resolve().parent.parent.parent / "sources"


def unpainted(kind, key, make):
    """A `Store` that leaves the costly pictures out: boards and charts."""
    return make() if kind == "vassal-counters" else b"not painted"


@pytest.fixture(scope="session")
def ford_module():
    """The Ford: the game and its module."""
    game = load_game(SOURCES / "the_ford")
    return game, build_module(game, {"en": game}, plan_sheet(game, draft=True), dpi=60, store=unpainted)


@pytest.fixture(scope="session")
def rivers_module():
    """Two Rivers: the game and its module."""
    game = load_game(SOURCES / "two_rivers")
    return game, build_module(game, {"en": game}, plan_sheet(game, draft=True), dpi=60, store=unpainted)


@pytest.fixture
def check(pnp, tmp_path):
    """Write the files of a draft, load and check the game: (game, codes of errors)."""
    from pnp.checks import check_game
    from pnp.imports.draft import draft_files

    def written(draft):
        folder = tmp_path / draft.id
        for name, data in draft_files(draft, folder).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        game = load_game(folder)
        return game, [p for p in check_game(game).problems if p.severity == "error"]

    return written
