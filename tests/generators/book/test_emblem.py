"""Counters beside the title of a chapter."""

import pytest

from pnp.generators.book.emblem import GAP_MM, MOST, SIZE_MM, emblem
from pnp.generators.book.look import LEAD_MM, WIDE_MM
from pnp.generators.charts.kinds import kinds
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def test_a_chapter_opens_with_the_counters_that_it_names(game):
    """No more than have room beside its title; none where it names none."""
    every = ". ".join(kind.name for kind in kinds(game))
    few, many = (emblem(game, text) for text in ("Wolves howl at Ski Patrols and HQs.", every))

    assert "Ski" in few.alt and few.width_mm < many.width_mm == pytest.approx(MOST * (SIZE_MM + GAP_MM) - GAP_MM)
    assert many.width_mm < WIDE_MM - LEAD_MM and few.height_mm == many.height_mm == SIZE_MM
    assert emblem(game, "Wolves howl. Skiing patrols.") is None
