"""The table of rulings: rows that fit pages."""

from dataclasses import replace

import pytest

from pnp.generators.book.look import book_look
from pnp.generators.book.rulings import MOST_LINES
from pnp.generators.book.story import BookBuilder
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.sources import load_game

SENTENCE = "Units of both sides stay where they are until the turn is over. "


@pytest.fixture(scope="module")
def rows():
    """Those of Putin's War, the first of whose rulings is longer than a page."""
    game = load_game("putins-war")
    first, *others = game.errata.errata
    long = first.model_copy(update={"ruling": SENTENCE * 60})
    game = replace(game, errata=game.errata.model_copy(update={"errata": (long, *others)}))
    return [row for row in BookBuilder(game, book_look(game, "a4"), {}).errata() if hasattr(row, "cells")]


def test_a_ruling_longer_than_a_page_goes_on_in_other_rows_and_loses_no_word(rows):
    cells = [cell for row in rows for *_, cell in row.cells if row.tint and isinstance(cell, JustifiedParagraph)]
    counts = [len(cell.lines) for cell in cells]
    words = " ".join(line.text for cell in cells for line in cell.lines)

    assert max(counts) == MOST_LINES and counts.count(MOST_LINES) > 5
    assert words.split().count("over.") == 60


def test_a_case_is_named_beside_its_first_row_and_again_where_a_row_of_it_leads_a_page(rows):
    """Rows that went on with a case had empty first cells, and on another page nobody knew which it was."""
    more = next(row for row in rows if row.tint and row.case)
    assert len(more.cells) == 2 and more.cells[0][0] > 0.0, "the rule above begins beside the case"
    named = next(row for row in reversed(rows[: rows.index(more)]) if len(row.cells) == 3)
    more.leads = True
    more.wrap(0.0, 0.0)
    assert [span.text for span in more.cells[0][2].spans] == [named.cells[0][2].title] and len(more.cells) == 3
    more.wrap(0.0, 0.0)
    assert len(more.cells) == 3
