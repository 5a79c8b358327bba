"""The line at the foot of a page that says where its references lead."""

import io

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.look import WIDE_MM, book_look
from pnp.generators.book.see_also import FOOT_MM, MOST, Note, see_also
from pnp.sources import load_game
from pnp.units import MM_PER_PT, PT_PER_MM


@pytest.fixture(scope="module")
def look():
    return book_look(load_game("the-ford"), "a4")


def printed(look, page: int, notes: list[Note]):
    """The words of the line, and the left and right end and the foot of each stretch of them in mm."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    canvas.setPageSize(tuple(side * PT_PER_MM for side in look.page_mm))
    for note in notes:
        canvas.bookmarkHorizontal(note.anchor, 0, 100)
    see_also(canvas, look, page, notes, "See also")
    canvas.showPage()
    canvas.save()
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    words = " ".join(text.get_text_range().split()) if boxes else ""
    return words, [(x0 * MM_PER_PT, x1 * MM_PER_PT, y * MM_PER_PT) for x0, y, x1, _ in boxes]


def test_each_case_has_its_title_and_its_page(look):
    words, _ = printed(look, 5, [Note("a", "4.1", "Moving", 7), Note("b", "", "Combat", 8)])
    assert words == "SEE ALSO 4.1 Moving, p. 7 Combat, p. 8"


@pytest.mark.parametrize("page", [4, 5])
def test_the_line_is_one_below_the_columns(look, page):
    """What doesn't fit is left out, not set on a second line."""
    _, boxes = printed(look, page, [Note(f"n{n}", f"4.{n}", "A title that is long " * 2, 9 + n) for n in range(5)])
    left = look.left_mm(page)

    assert len(boxes) >= 4
    assert all(left - 0.1 <= x0 and x1 <= left + WIDE_MM + 0.3 for x0, x1, _ in boxes)
    assert all(FOOT_MM - 1.5 < foot <= FOOT_MM + 0.1 for *_, foot in boxes)


def test_of_many_cases_those_farthest_away_are_listed_in_their_order(look):
    words, _ = printed(look, 5, [Note(f"n{n}", f"4.{n}", "X", n) for n in (1, 2, 4, 7, 8, 9)])
    assert MOST == 5
    assert words == "SEE ALSO 4.1 X, p. 1 4.2 X, p. 2 4.7 X, p. 7 4.8 X, p. 8 4.9 X, p. 9"


def test_nothing_is_painted_for_a_page_without_references(look):
    assert printed(look, 5, []) == ("", [])
