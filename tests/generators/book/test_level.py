"""Columns that end level."""

from __future__ import annotations

import pytest
from reportlab.platypus.flowables import CondPageBreak

from pnp.draw.pdf_frames import Held
from pnp.generators.book.flow import Heading, Picture, Tinted
from pnp.generators.book.level import FIGURE_PT, HEADING_PT, PARAGRAPH_PT, end_pt, lowered, spare_pt
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SANS, TextStyle

STYLE = TextStyle(SANS, 10.0, 12.0, "#000000", "#000000", "en")
HEADING = Heading("1", "Levels", STYLE, anchor="a", level=1, number=Look("sans-regular", 10.0, "#000000"), width_mm=80)
TEXT = JustifiedParagraph((Span("These are the levels."),), STYLE)
PICTURE = Picture(Drawing((), 80.0, 10.0))
MOST = HEADING_PT[1] + FIGURE_PT + PARAGRAPH_PT


def column(*flowables: object, foot: float) -> list[Held]:
    """A column of flowables 20 pt high, the last of which ends at `foot`."""
    count = len(flowables)
    return [Held(flowable, 0.0, foot + 20.0 * (count - 1 - n), 0.0, 0.0) for n, flowable in enumerate(flowables)]


def test_a_column_that_was_lent_room_is_drawn_together():
    """10 pt above the heading and between the paragraphs, none below the heading; 0.4 of it is to spare."""
    places = ((TEXT, 100.0), (HEADING, 70.0), (TEXT, 50.0), (TEXT, 20.0))
    held = [Held(flowable, 0.0, y, y + 20.0, 0.0) for flowable, y in places]

    assert spare_pt(held) == pytest.approx(8.0)
    assert lowered(held, 24.0) == pytest.approx([0.0, -2.0, -2.0, -4.0])


def test_a_column_ends_with_what_is_printed():
    """What a break asks for may lie below the foot; it is nothing on paper."""
    held = [Held(TEXT, 0.0, 30.0, 50.0, 0.0), Held(CondPageBreak(40.0), 0.0, -10.0, 30.0, 0.0)]

    assert end_pt(held, [0.0, 5.0], 100.0) == 30.0
    assert end_pt([], [], 100.0) == 100.0


@pytest.mark.parametrize(("short", "end"), [(0.0, 0.0), (6.0, 6.0), (MOST, MOST), (MOST + 1.0, MOST)])
def test_white_grows_where_the_eye_expects_it_and_no_more_than_it_may(short, end):
    """Above a heading most, between paragraphs least, nothing below a heading; all of it in a column much too short."""
    held = column(TEXT, HEADING, TEXT, TEXT, PICTURE, foot=50.0 + short)

    down = lowered(held, 50.0)

    assert down[0] == 0.0 and down[1] == down[2]
    assert down[1] == pytest.approx(end * HEADING_PT[1] / MOST)
    assert down[-1] == pytest.approx(end)


def test_a_box_is_moved_as_a_whole():
    """Its ground must not tear."""
    box = [Tinted(TEXT, "#eeeeee", first=True), Tinted(TEXT, "#eeeeee", last=True)]

    down = lowered(column(TEXT, *box, foot=4.0), 0.0)

    assert down == pytest.approx([0.0, 4.0, 4.0])
