"""The map of moves and fights."""

from __future__ import annotations

import re

import pytest

from pnp.games import rules_of
from pnp.generators.maps.sheet import plan_sheet
from pnp.sources import load_game
from pnp.web.heat import heat_map


@pytest.fixture(scope="module")
def drawn():
    game = load_game("two-rivers")
    spaces = list(rules_of(game).spaces)
    plan = plan_sheet(game)
    heat = {"moves": {spaces[0]: 16, spaces[1]: 4, "nowhere": 9}, "fights": {spaces[1]: 2}}
    return spaces, str(heat_map(game, plan, heat))


def test_discs_are_as_large_as_what_happened(drawn):
    """16 and 4 units: radii 2 to 1; what lies in no space is left out; fights lie upon moves, and are smaller."""
    spaces, page = drawn
    discs = re.findall(r'<circle [^>]*fill="(#\w+)"[^>]* r="([\d.]+)"[^>]*><title>([^<]*)</title>', page)
    assert [(title, ink) for ink, _, title in discs] == [
        (f"{spaces[0]}: 16", "#1d4f73"), (f"{spaces[1]}: 4", "#1d4f73"), (f"{spaces[1]}: 2", "#b3261e"),
    ]  # fmt: skip
    most, less, fights = (float(radius) for _, radius, _ in discs)
    assert less == pytest.approx(most / 2, abs=0.1)
    assert fights == pytest.approx(most * 0.6, abs=0.1)


def test_the_picture_is_in_the_page(drawn):
    _, page = drawn
    assert page.count('href="data:image/jpeg;base64,') == 1
    assert "http" not in page
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', page).groups())
    assert 600 < width <= 1400
    assert height > 400
