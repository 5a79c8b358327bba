"""What the builder of a book makes of a game: contents, labels over titles, the plates of counters."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.generators.book.front import components_plates
from pnp.generators.book.look import book_look
from pnp.generators.book.story import MOST_CONTENTS, BookBuilder
from pnp.sources import load_game

SOURCES = Path(__file__).parents[3] / "sources"


@pytest.fixture(scope="module")
def winter_war():
    return load_game(SOURCES / "winter_war")


@pytest.fixture(scope="module")
def two_rivers():
    return load_game(SOURCES / "two_rivers")


def test_long_contents_leave_the_cases_to_the_index(winter_war, two_rivers):
    """Winter War has 110 lines with its cases; the sections 3T and 12.1 stand below their chapters as the cases do."""
    long, short = (BookBuilder(game, book_look(game, "a4"), {}).contents() for game in (winter_war, two_rivers))
    levels = {line.label: line.level for line in long}

    assert len(long) < MOST_CONTENTS
    assert (levels["3"], levels["3T"], levels["12.1"]) == (0, 1, 1) and "3A" not in levels
    assert {line.level for line in short if line.label} == {0, 1}


def test_a_label_that_the_title_repeats_is_left_out(two_rivers):
    """HISTORY stood over "History: the winter of 1918", NOTES over "Notes"."""
    builder = BookBuilder(two_rivers, book_look(two_rivers, "a4"), {})

    assert builder.title("", "History: the winter", "a", 0, eyebrow="History").eyebrow == ""
    assert builder.title("", "Ports", "a", 0, eyebrow="Optional rules").eyebrow == "Optional rules"


def test_counters_that_find_no_room_below_the_contents_go_on_overleaf(winter_war):
    """In 60 mm there is room for two rows even of the smallest; what is left of a page of 200 mm has larger ones."""
    look = book_look(winter_war, "a4")
    first, second = components_plates(winter_war, look, 60.0, 200.0)

    assert 0 < first.height_mm <= 60.0 and 100.0 < second.height_mm <= 200.0
    (alone,) = components_plates(winter_war, look, 40.0, 230.0)
    assert 150.0 < alone.height_mm <= 230.0
