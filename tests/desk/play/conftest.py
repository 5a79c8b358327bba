"""Games of the Play room, and pages that sit at them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.desk.play.hall import Hall
from pnp.sources import load_game
from tests.play_pages import Page

ROOT = Path(__file__).resolve().parents[3]
@pytest.fixture(scope="session")
def ford():
    return load_game("the-ford")


@pytest.fixture(scope="session")
def night():
    """A game whose units lie face down until they are in contact."""
    return load_game(ROOT / "docs" / "games" / "long_night")


@pytest.fixture
def seated(tmp_path):
    """seated(game, players) -> the page of whoever started the server, and a page for each side led elsewhere."""

    def call(game, players: dict[str, str], **setting: Any) -> list[Page]:
        hall = Hall(game, tmp_path)
        pages = [Page(hall), *(Page(hall, side) for side, who in players.items() if who == "another person")]
        for page in pages:
            page.others = [other for other in pages if other is not page]
        pages[0].send("seat", players=players, **setting)
        for page in pages[1:]:
            page.send("table")
        return pages

    return call
