"""Counters on pictures of the board."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pnp.sources import load_game
from pnp.web.board_view import BoardView


def view(game_id):
    return BoardView(load_game(game_id), None, SimpleNamespace(counter_mm=12.7), None)


def test_the_picture_of_a_counter_is_larger_where_counters_lie_turned():
    """12.7 · (cos 15.3° + sin 15.3°) = 12.7 · (0.96456 + 0.26387) = 15.601."""
    assert view("russian-portfolio").picture_mm == pytest.approx(15.601, abs=0.001)
    assert view("winter-war").picture_mm == 12.7
