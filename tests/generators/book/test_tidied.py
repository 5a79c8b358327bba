"""What stays with a heading at the end of a column."""

from __future__ import annotations

import pytest
from reportlab.platypus.flowables import CondPageBreak
from reportlab.platypus.frames import Frame

from pnp.generators.book.flow import Float, Heading, Picture, SoftBreak
from pnp.generators.book.set_list import NamedItem, set_list
from pnp.generators.book.tidied import FULL_PT, MOST_WHITE_MM, tidied, unfinished
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.units import PT_PER_MM

STYLE = TextStyle(SANS, 10.0, 12.0, "#000000", "#000000", "en")


NUMBER = Look("sans-regular", 10.0, "#000000")


def heading(label: str) -> Heading:
    style = STYLE.with_(leading_pt=20.0)
    return Heading(label, "Levels", style, anchor="a", level=1, number=NUMBER, width_mm=80.0)


def table(height_mm: float) -> Float:
    picture = Picture(Drawing((), 80.0, height_mm), before_pt=0.0, after_pt=0.0)
    return Float([picture], picture.height)


def test_a_table_waits_for_the_next_column_and_its_heading_keeps_the_text_above_it():
    """Half a column of white was left where heading, text and table had to stay together."""
    floating = table(40.0)

    room, _, _, last = tidied([heading("1"), JustifiedParagraph((Span("These are the levels."),), STYLE), floating])

    assert last is floating
    assert isinstance(room, CondPageBreak) and room.height == 20.0 + 24.0


@pytest.mark.parametrize(("level", "words", "lines"), [(0, 90, 3), (0, 10, 2), (1, 90, 2)])
def test_a_chapter_begins_with_more_lines_than_a_section(level, words, lines):
    """With two of a long paragraph its big heading looked lost at the foot of a column."""
    first = heading("1")
    first.level = level

    room, *_ = tidied([first, JustifiedParagraph((Span("levels " * words),), STYLE)])

    assert isinstance(room, CondPageBreak) and room.height == 20.0 + lines * 12.0


@pytest.mark.parametrize(("level", "words", "kind"), [
    (0, 4, SoftBreak), (0, 90, CondPageBreak), (1, 4, CondPageBreak), (1, 90, CondPageBreak),
])  # fmt: skip
def test_a_line_that_leads_to_the_first_case_stays_with_it(level, words, kind):
    """A column ended with "Two rules are theirs."; few lines of a chapter stay, too, where that leaves little white."""
    first, below = heading("8"), heading("8.1")
    first.level, below.level = level, level + 1
    lead, text = (JustifiedParagraph((Span("levels " * n),), STYLE) for n in (words, 90))

    room, *_ = tidied([first, lead, below, text])

    assert type(room) is kind
    assert (room.height > 60.0) is (words == 4)


def test_the_rows_of_a_table_do_not_part_from_the_heading_above_them():
    """A break between them would find less room than that above the heading."""
    room, first, *rest = tidied([heading("1"), *rows(7)])

    assert isinstance(room, SoftBreak) and isinstance(first, Heading)
    assert not isinstance(rest[0], CondPageBreak)


def test_a_numbered_heading_stays_with_the_table_right_below_it():
    room, *rest = tidied([heading("1"), table(40.0)])

    assert isinstance(room, CondPageBreak) and room.height == pytest.approx(20.0 + 40.0 * PT_PER_MM)
    assert not any(isinstance(part, Float) for part in rest)


def test_a_table_with_a_heading_without_number_waits_with_it():
    """The sections around it are read without it."""
    titled = heading("")

    (box,) = tidied([titled, table(40.0)])

    assert isinstance(box, Float) and box.parts[0] is titled
    assert box.least_pt == pytest.approx(20.0 + 40.0 * PT_PER_MM)


def rows(count: int) -> list:
    items = [NamedItem(f"{n} or more", (Span("A victory."),)) for n in range(count)]
    shown = set_list(items, STYLE, lambda spans, style: JustifiedParagraph(spans, style), 0.0)
    assert shown is not None and len(shown) == count
    return shown


def test_the_rows_of_a_list_stay_together_where_that_leaves_little_white():
    """Seven rows of 15.4 pt below 2 pt of white: whole, or at least two of them, at either end."""
    room, *_ = tidied(rows(7))

    assert isinstance(room, SoftBreak)
    assert room.height == pytest.approx(7 * 15.4 + 2.0)
    assert room.least_pt == pytest.approx(2 * 15.4 + 2.0)
    assert room.white_pt == MOST_WHITE_MM * PT_PER_MM


@pytest.mark.parametrize(("free", "breaks"), [(120.0, False), (60.0, False), (50.0, True), (30.0, True)])
def test_a_soft_break_breaks_where_little_white_is_left_or_too_little_fits(free, breaks):
    """100 pt should stay together, 40 pt must; up to 50 pt of white are borne for the former."""
    soft = SoftBreak(100.0, 40.0, 50.0)
    frame = Frame(0.0, 0.0, 100.0, 200.0)
    soft._doctemplateAttr = lambda name: frame

    soft.wrap(100.0, free)

    assert bool(getattr(frame, "_generated_content", [])) is breaks


@pytest.mark.parametrize("items", [1, 0])
def test_a_line_that_leads_to_a_list_stays_with_its_first_item(items):
    """A line alone below a figure or at the foot of a column would lead nowhere."""
    lead = JustifiedParagraph((Span("The player receives"),), STYLE)
    item = JustifiedParagraph((Span("a point."),), STYLE, marker=("•", Look("sans-regular", 10.0, "#000000"), 0.0))

    first, *_ = tidied([lead, *[item] * items])

    assert isinstance(first, CondPageBreak) is bool(items)


@pytest.mark.parametrize(("items", "kept"), [(2, [3]), (4, [2, 2])])
def test_the_last_two_items_of_a_list_stay_together(items, kept):
    """A short list parts nowhere; the number of lines that each break keeps."""
    lead = JustifiedParagraph((Span("The player receives"),), STYLE.with_(space_after_pt=0.0))
    item = JustifiedParagraph(lead.spans, lead.style, marker=("•", Look("sans-regular", 10.0, "#000000"), 0.0))

    parts = tidied([lead, *[item] * items, lead])

    assert [part.height / 12.0 for part in parts if isinstance(part, CondPageBreak)] == kept


def test_a_short_rest_of_a_list_is_finished_before_a_box_that_waited():
    """Two items of a line stand above it; a rest higher than 50 mm is interrupted; text isn't."""
    text = JustifiedParagraph((Span("These are the levels."),), STYLE)
    short = JustifiedParagraph((Span("a point."),), STYLE, marker=("•", Look("sans-regular", 10.0, "#000000"), 0.0))

    assert unfinished([short, CondPageBreak(20.0), short, CondPageBreak(20.0), text]) == 3
    assert unfinished([*[short] * 12, text]) == 0
    assert unfinished([text, short]) == 0
    assert unfinished([short]) == 1


def test_a_long_row_parts_from_its_list():
    """Three lines of it at least stand at the foot of a column; a row of one line stays whole."""
    texts = ("A victory. " * 60, "A victory.")
    items = [NamedItem(f"{n} or more", (Span(text),)) for n, text in enumerate(texts)]
    long, short = set_list(items, STYLE, lambda spans, style: JustifiedParagraph(spans, style), 0.0)

    assert long.smallest_part_pt(FULL_PT) == pytest.approx(3 * 12.0 + 3.4)
    assert short.smallest_part_pt(FULL_PT) == pytest.approx(12.0 + 3.4)
