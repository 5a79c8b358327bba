"""What "Read me first" shows of counters with two faces."""

from __future__ import annotations

import pytest

from pnp.generators.read_me.backs import _kinds
from pnp.sources import load_game


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("russian-portfolio", [("turned", "**Spent.**"), ("back", "**Dispersed.**")]),
        ("the-ford", []),
        ("march-of-justice", [("back", "**Reduced.**"), ("back", "**Changed sides.**")]),
    ],
)
def test_each_kind_of_other_face_is_shown_once_with_what_it_means(game: str, shown: list[tuple[str, str]]):
    kinds = list(_kinds(load_game(game)))

    assert [(face, text[: text.index("**", 2) + 2]) for _, face, text in kinds] == shown
