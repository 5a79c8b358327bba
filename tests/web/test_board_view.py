"""Counters on pictures of the board."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.model.position import PositionSource
from pnp.sources import load_game
from pnp.web.board_view import BoardView, board_view
from tests.ford_displays import ford_with_displays


def view(game_id):
    return BoardView(load_game(game_id), None, SimpleNamespace(counter_mm=12.7), None)


def test_counters_on_displays_are_no_part_of_the_map(tmp_path):
    """One regiment stands in a hex; another has been lost, and lies in a box of a display."""
    game = ford_with_displays(tmp_path)
    shown = board_view(game, plan_sheet(game, draft=True))
    units = {"0303": ("north-infantry-1",), "north-eliminated": ("north-infantry-2",)}
    placed = {item.unit for item in shown.placed(PositionSource(turn=2, units=units))}
    assert "north-infantry-1" in placed
    assert "north-infantry-2" not in placed


def test_the_picture_of_a_counter_is_larger_where_counters_lie_turned():
    """12.7 · (cos 15.3° + sin 15.3°) = 12.7 · (0.96456 + 0.26387) = 15.601."""
    assert view("russian-portfolio").picture_mm == pytest.approx(15.601, abs=0.001)
    assert view("winter-war").picture_mm == 12.7
