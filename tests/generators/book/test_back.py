"""The last pages of a rulebook: which tables stand on which."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from reportlab.platypus.flowables import CondPageBreak

from pnp.generators.book.back import GAP_MM, _cut, _packed, errata_of
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import book_look
from pnp.generators.book.set_list import NamedRow
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.paragraph import JustifiedParagraph

ROOM_MM = 250.0


@pytest.mark.parametrize(("heights", "pages"), [
    ((200, 75, 180, 90), [[0], [1, 3], [2]]),  # in order it were four pages
    ((200, 100, 100, 30), [[0], [1, 2, 3]]),  # two in order; the last would fit on the first, too
    ((300, 100), [[0], [1]]),  # what is too high has a page of its own
])  # fmt: skip
def test_tables_leave_their_order_only_to_save_a_page(heights, pages):
    parts = [Drawing((), 180.0, height - GAP_MM) for height in heights]

    assert _cut(parts, ROOM_MM) == pages


def test_a_table_that_only_large_type_cuts_is_set_in_small_type():
    """Of 230 mm it has to be cut in two; in small type it fits a page of 200 mm."""
    halves = [Drawing((), 182.0, 115.0), Drawing((), 182.0, 115.0)]
    whole = Drawing((), 182.0, 190.0)

    assert _packed(halves, [whole], 200.0) == [([whole], [whole])]


def told(part: JustifiedParagraph) -> str:
    return "".join(span.text or span.link for span in part.spans)


def errata_parts(game, *errata):
    """What is printed of `errata`, without breaks."""
    errata_source = game.errata.model_copy(update={"errata": errata})
    game = replace(game, errata=errata_source)
    book = SimpleNamespace(game=game, look=book_look(game, "a4"), index=RuleIndex(game))
    book.paragraph = lambda spans, style, mark=None: JustifiedParagraph(spans, style, marker=mark)
    return [part for part in errata_of(book) if not isinstance(part, CondPageBreak)]


def test_names_listed_in_a_ruling_are_set_as_a_table(putins_war):
    """What is printed, a row for each list, the rest of the ruling; a ruling without lists stays one paragraph."""
    first, second = putins_war.errata.errata[:2]
    listed = first.model_copy(update={
        "printed": "No names.",
        "ruling": "Names are ours: Reds; Whites. Places are ours: Kyiv; Lviv. All else is known.",
    })  # fmt: skip
    plain = second.model_copy(update={"printed": "No date.", "ruling": "The date: May."})

    no_date, ruled, printed, *rows, rest = errata_parts(putins_war, listed, plain)

    assert told(printed).endswith("No names.")
    assert [told(row.text) for row in rows if isinstance(row, NamedRow)] == ["Reds; Whites", "Kyiv; Lviv"]
    assert told(rest).startswith("All else is known.")
    assert told(no_date).endswith("No date.") and told(ruled).startswith("The date: May.")


def test_errata_stand_under_their_cases_in_the_order_of_the_book(putins_war):
    """4.6 after 3.3, though it comes first; the second on 3.3 repeats neither number nor title."""
    later, earlier, *_ = putins_war.errata.errata
    again = earlier.model_copy(update={"id": "XX-99", "ruling": "No more.", "reason": "Enough."})

    first, ruled, second, ruled_again, third, _ = errata_parts(putins_war, later, earlier, again)

    assert later.rules[0] == "4.6" and earlier.rules[0] == "3.3"
    assert [part.marker and part.marker[0] for part in (first, second, third)] == ["3.3", None, "4.6"]
    assert told(first) == f"Scoring. {earlier.printed}" and told(second) == earlier.printed
    assert told(ruled).startswith("Air Force alone never controls an area. (6.1) The second case")
    assert told(ruled_again) == "No more. (6.1) Enough. XX-99"
