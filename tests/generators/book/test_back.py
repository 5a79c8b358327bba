"""The last pages of a rulebook: which tables stand on which."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pnp.generators.book.back import CELL_GAP_MM, ROW_PT, WideRow, errata_of, fitting, last_pages
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import book_look
from pnp.generators.charts.composer import Block
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph


def block(height_mm):
    """A chart that is so high at any width, and looks well only across the page."""
    return Block(lambda width, air: Drawing((), width, height_mm), least_mm=170.0)


def test_those_charts_stand_below_the_index_that_fill_its_page_best():
    """In their order; one that is too high is passed over, and a low one that would leave half of the room."""
    high, low, lower, last = (block(height) for height in (90.0, 30.0, 25.0, 40.0))

    chosen, drawing = fitting([high, low, lower, last], 80.0)
    assert chosen == [low, last] and 75.0 < drawing.height_mm <= 80.0
    assert fitting([high], 80.0) == ([], None)
    assert fitting([high, low], 32.0)[0] == [low]


def test_the_last_pages_are_as_few_as_hold_the_charts():
    look = SimpleNamespace(page_mm=(210.0, 297.0))
    drawings = last_pages([block(120.0), block(110.0), block(100.0)], look)

    assert len(drawings) == 2 and max(drawing.height_mm for drawing in drawings) <= 237.0
    assert last_pages([], look) == []


def told(part: JustifiedParagraph) -> str:
    return "".join(span.text or span.link for span in part.spans)


def errata_rows(game, *errata):
    """What is printed of `errata`: the thickness of the line above each row, and its cells."""
    errata_source = game.errata.model_copy(update={"errata": errata})
    game = replace(game, errata=errata_source)
    book = SimpleNamespace(game=game, look=book_look(game, "a4"), index=RuleIndex(game))
    book.paragraph = lambda spans, style, mark=None: JustifiedParagraph(spans, style, marker=mark)
    return [(row.rule_pt, [part for _, _, (part,) in row.cells]) for row in errata_of(book)]


def test_errata_stand_beside_their_cases_in_the_order_of_the_book(putins_war):
    """4.6 after 3.3, though it comes first; the second on 3.3 repeats neither number nor title. What is reconstructed
    or only confirmed, concerns no case, or says why, is left to the rulebook for the screen.
    """
    later, earlier, *_ = putins_war.errata.errata
    again = earlier.model_copy(update={"id": "XX-99", "ruling": "No more.", "reason": "Enough."})

    ours = earlier.model_copy(update={"kind": "reconstruction"})
    of_no_case = earlier.model_copy(update={"rules": ()})

    confirmed = earlier.model_copy(update={"kind": "confirmed"})

    rows = errata_rows(putins_war, later, ours, earlier, of_no_case, confirmed, again)

    (begins, (case, printed, ruled)), (goes_on, (_, ruled_again)), (begins_again, (next_case, *_)) = rows
    assert begins == begins_again > goes_on == 0.0
    assert later.rules[0] == "4.6" and earlier.rules[0] == "3.3"
    assert (case.marker[0], next_case.marker[0]) == ("3.3", "4.6")
    assert (told(case), told(printed)) == ("Scoring", earlier.printed)
    assert printed.style.colour != ruled.style.colour
    assert told(ruled) == "Air Force alone never controls an area. (6.1)" and told(ruled_again) == "No more. (6.1)"


def test_the_cells_of_a_row_begin_level_and_do_not_overlap(putins_war):
    """Each is broken for its own width."""
    style = book_look(putins_war, "a4").small().with_(indent_mm=0.0)
    parts = [JustifiedParagraph((Span("word " * words),), style) for words in (3, 60)]
    row = WideRow([(0.0, 40.0, parts[:1]), (40.0, 60.0, parts[1:])], 0.5)

    assert row.wrap(510.0, 0.0) == (510.0, pytest.approx(parts[1].height + style.space_after_pt + 2 * ROW_PT))
    assert max(line.width_mm for line in parts[1].lines) <= 60.0 - CELL_GAP_MM
