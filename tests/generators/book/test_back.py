"""The last pages of a rulebook: which tables stand on which."""

from __future__ import annotations

import pytest

from pnp.generators.book.back import GAP_MM, _cut, _packed
from pnp.generators.typeset.block import Drawing

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
