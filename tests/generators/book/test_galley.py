"""Where columns may part the text."""

from __future__ import annotations

import pytest

from pnp.generators.book.flow import Float, Heading, Opening, Picture
from pnp.generators.book.galley import TALL_ROW_PT, Galley, galley_of, joined
from pnp.generators.book.look import FULL_MM
from pnp.generators.book.set_list import named_items, set_list
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SERIF, TextStyle

STYLE = TextStyle(SERIF, 9.4, 12.0, "#000000", "#000000", "en", indent_mm=10.5)
NUMBER = Look("sans-regular", 10.0, "#000000")


def heading(level: int = 1) -> Heading:
    style = STYLE.with_(leading_pt=20.0, space_before_pt=8.0)
    return Heading("1", "Levels", style, anchor="a", level=level, number=NUMBER, width_mm=FULL_MM)


def text(words: int, marker: str = "") -> JustifiedParagraph:
    return JustifiedParagraph((Span("levels " * words),), STYLE, marker=(marker, NUMBER, 0.0) if marker else None)


def rows(*texts: str) -> list:
    items = named_items([(Span(f"Turn {number}: {text.strip()}"),) for number, text in enumerate(texts)])
    return set_list(items, STYLE.with_(indent_mm=25.0), lambda spans, style: JustifiedParagraph(spans, style), 0.0)


def table(wide: bool = False) -> Float:
    return Float(Picture(Drawing((), 60.0, 40.0)), wide=wide)


def lines_before_breaks(galley: Galley) -> list[int]:
    """After how many lines or whole parts each column that is as short as can be ends."""
    counts, shown = [], 0
    for piece in galley.pieces:
        if shown and not piece.keeps:
            counts.append(shown)
            shown = 0
        shown += piece.end - piece.begin or 1
    return [*counts, shown]


def test_two_lines_of_a_paragraph_stay_at_the_foot_and_at_the_head():
    paragraph = text(80)
    count = len(paragraph.lines_for(FULL_MM))
    assert count > 6 and lines_before_breaks(galley_of([paragraph])) == [2, *[1] * (count - 4), 2]
    assert lines_before_breaks(galley_of([text(18)])) == [1]  # of three lines


@pytest.mark.parametrize(("level", "lines"), [(0, 4), (1, 2)])
def test_a_heading_keeps_lines_below_it(level, lines):
    """Those of a chapter four; a line that leads to a case stays with the heading above and the case below it."""
    galley = galley_of([heading(level), text(80)])
    assert lines_before_breaks(galley)[0] == 1 + lines, [p.keeps for p in galley.pieces]
    led = galley_of([heading(0), text(3), heading(), text(80)])
    assert [piece.keeps for piece in led.pieces[:4]] == [False, True, True, True]
    both = galley_of([heading(0), heading(1), text(80)])
    assert lines_before_breaks(both)[0] == 2 + 4  # "Scenarios to play" stood at the foot with a name and two lines


def test_a_list_stays_with_the_words_that_lead_to_it_and_keeps_its_short_end():
    galley = galley_of([text(3), text(3, "•"), text(3, "•"), text(3, "•")])
    assert [piece.keeps for piece in galley.pieces] == [False, True, True, True]
    long = galley_of([text(3), *[text(2, "•")] * 5])
    assert [piece.keeps for piece in long.pieces] == [False, True, True, False, False, True]


def test_four_rows_of_a_table_stay_at_either_end_unless_they_are_tall():
    low, tall = galley_of(rows(*["nothing"] * 9)), galley_of(rows("nothing", *["levels " * 20] * 2, "nothing"))
    assert [piece.keeps for piece in low.pieces] == [False, *[True] * 3, False, False, *[True] * 3]
    two_lines = galley_of(rows(*["levels " * 9] * 3))
    assert [piece.keeps for piece in two_lines.pieces] == [False, True, True]
    assert tall.pieces[1].height > TALL_ROW_PT and not any(piece.keeps for piece in tall.pieces[1:])


def test_a_long_row_is_parted_between_its_lines():
    long, *_ = rows("nothing " * 28, "no", "no")
    first, *_, last = galley_of([long]).pieces
    assert (first.end - first.begin, last.end - last.begin) == (3, 3)
    upper, lower = long.piece(0, 4), long.piece(4, last.end)
    assert upper.label and not lower.label and len(upper.text.lines) == 4


def test_a_table_right_below_a_heading_never_leaves_it():
    """Another floats, and so does one as wide as the page."""
    fixed = galley_of([heading(), table(), text(20)])
    assert not fixed.floats and fixed.pieces[1].keeps
    galley = galley_of([text(3), table(), table(wide=True), text(3)])
    assert [at for at, _ in galley.floats] == [at for at, _ in galley.across] == [1]


def test_a_chapter_that_opens_a_page_takes_the_place_of_its_first_parts():
    opening = Opening([heading(0)], 2, 151.0)
    galley = galley_of([text(3), opening, heading(0), text(3), text(80)])
    assert galley.openings == {1: (opening, 3)}


def test_the_lines_of_a_column_are_one_part_of_their_paragraph():
    galley = galley_of([heading(), text(80)])
    (_, above), (part, _) = joined(galley.pieces[:4])
    assert above == 8.0 and len(part.lines) == 4
    ((rest, _),) = joined(galley.pieces[4:])
    assert part.lines + rest.lines == galley.pieces[1].part.lines
