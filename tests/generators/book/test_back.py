"""The last pages of a rulebook: which tables stand on which."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pnp.generators.book.back import GAP_MM, _cut, _packed, errata_of
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


def test_names_listed_in_a_ruling_are_set_as_a_table(putins_war):
    """What is printed, a row for each list, the rest; a ruling without lists stays one paragraph."""
    first, second = putins_war.errata.errata[:2]
    listed = first.model_copy(update={
        "printed": "No names.",
        "ruling": "Names are ours: Reds; Whites. Places are ours: Kyiv; Lviv. All else is known.",
    })  # fmt: skip
    plain = second.model_copy(update={"printed": "No date.", "ruling": "The date: May."})
    errata = putins_war.errata.model_copy(update={"errata": (listed, plain)})
    game = replace(putins_war, errata=errata)
    book = SimpleNamespace(game=game, look=book_look(game, "a4"))
    book.paragraph = lambda spans, style, mark=None: JustifiedParagraph(spans, style)

    _, printed, *rows, rest, whole = errata_of(book)

    def told(part: JustifiedParagraph) -> str:
        return "".join(span.text for span in part.spans)

    assert told(printed).endswith("No names.")
    assert [told(row.text) for row in rows if isinstance(row, NamedRow)] == ["Reds; Whites", "Kyiv; Lviv"]
    assert told(rest).startswith("All else is known.")
    assert "No date. → The date: May." in told(whole)
