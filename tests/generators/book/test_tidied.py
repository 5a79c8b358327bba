"""What stays with a heading at the end of a column."""

from __future__ import annotations

import pytest
from reportlab.platypus.flowables import CondPageBreak

from pnp.generators.book.flow import Heading, Picture
from pnp.generators.book.tidied import tidied
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.units import PT_PER_MM

STYLE = TextStyle(SANS, 10.0, 12.0, "#000000", "#000000", "en")


@pytest.mark.parametrize(("table_mm", "kept"), [(40.0, True), (90.0, False)])
def test_a_table_stays_with_its_heading_unless_it_is_high(table_mm, kept):
    """A line of text between them; a high table may go to the next column, or half of this one would be empty."""
    number = Look("sans-regular", 10.0, "#000000")
    heading = Heading("1", "Levels", STYLE.with_(leading_pt=20.0), anchor="a", level=0, number=number, width_mm=80.0)
    table = Picture(Drawing((), 80.0, table_mm), before_pt=0.0, after_pt=0.0)

    room, *rest = tidied([heading, JustifiedParagraph((Span("These are the levels."),), STYLE), table])

    assert isinstance(room, CondPageBreak) and rest[0] is heading
    assert (room.height > table_mm * PT_PER_MM) is kept


@pytest.mark.parametrize("items", [1, 0])
def test_a_line_that_leads_to_a_list_stays_with_its_first_item(items):
    """A line alone below a figure or at the foot of a column would lead nowhere."""
    lead = JustifiedParagraph((Span("The player receives"),), STYLE)
    item = JustifiedParagraph((Span("a point."),), STYLE, marker=("•", Look("sans-regular", 10.0, "#000000"), 0.0))

    first, *_ = tidied([lead, *[item] * items])

    assert isinstance(first, CondPageBreak) is bool(items)
