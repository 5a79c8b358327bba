"""The outer margin: where references lead, notes of the designer, counters."""

import io

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.beside import pictured
from pnp.generators.book.look import ASIDE_MM, book_look
from pnp.generators.book.margin import Aside, Note, listed, paint_margin, remark
from pnp.sources import load_game
from pnp.units import MM_PER_PT, PT_PER_MM

LOW, TOP = 60.0, 760.0


@pytest.fixture(scope="module")
def look():
    return book_look(load_game("the-ford"), "a4")


def see_also(look, notes: list[Note], room_pt: float = TOP - LOW) -> list[Aside]:
    return listed(notes, look, "See also", TOP, room_pt)


def printed(look, page: int, asides: list[Aside], notes: list[Note] = ()):
    """The words of the margin, and left end, foot and right end of each stretch of them in mm."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    canvas.setPageSize(tuple(side * PT_PER_MM for side in look.page_mm))
    for note in notes:
        canvas.bookmarkHorizontal(note.anchor, 0, 100)
    paint_margin(canvas, look, page, asides, LOW, TOP)
    canvas.showPage()
    canvas.save()
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    words = " ".join(text.get_text_range().split()) if boxes else ""
    return words, [(x0 * MM_PER_PT, y, x1 * MM_PER_PT) for x0, y, x1, _ in boxes]


def test_each_case_has_its_title_and_its_page_unless_it_is_on_the_spread(look):
    notes = [Note("a", "4.1", "Moving", 7), Note("b", "6", "Combat", 0)]
    words, _ = printed(look, 5, see_also(look, notes), notes)
    assert words == "SEE ALSO 4.1 p. 7 Moving 6 Combat"


@pytest.mark.parametrize("page", [4, 5])
def test_the_margin_keeps_to_the_outer_side(look, page):
    """Left of the columns on a left page, which has an even number, right of them on a right one."""
    notes = [Note("a", "4.1", "A title that needs more than one line of it", 9)]
    _, boxes = printed(look, page, see_also(look, notes), notes)
    left = look.aside_mm(page)

    assert len(boxes) >= 4
    assert all(left - 0.1 <= x0 and x1 <= left + ASIDE_MM + 0.3 for x0, _, x1 in boxes)
    assert (left < look.block_mm(page)) is (page == 4)


def test_too_many_cases_are_listed_without_their_titles_then_the_farthest_of_them(look):
    notes = [Note(f"n{n}", f"4.{n}", "A title of several words in it", 9 + n) for n in range(40)]
    words, _ = printed(look, 5, see_also(look, notes), notes)
    assert "title" not in words and "4.0 p. 9" in words and "4.39 p. 48" in words

    words, _ = printed(look, 5, see_also(look, notes, 60.0), notes)
    assert words == "SEE ALSO 4.36 p. 45 4.37 p. 46 4.38 p. 47 4.39 p. 48"
    assert see_also(look, notes, 10.0) == []


def test_long_labels_do_not_run_into_pages(look):
    notes = [Note("a", "XIII.D.6.b", "Retreat", 12), Note("b", "4", "Combat", 0)]
    words, boxes = printed(look, 5, see_also(look, notes), notes)
    _, (_, _, label_end), (page, _, _), *_ = boxes

    assert words == "SEE ALSO XIII.D.6.b p. 12 Retreat 4 Combat"
    assert page - label_end > 0.8


def test_nothing_is_painted_for_a_page_without_references(look):
    assert see_also(look, []) == []
    assert printed(look, 5, []) == ("", [])


def test_a_note_of_the_designer_stands_at_its_case_and_pushes_down_what_it_meets(look):
    note = remark("Ice bears trucks.", look, "Design note", 500.0)
    words, boxes = printed(look, 5, [note, *see_also(look, [Note("a", "6", "Combat", 0)])], [Note("a", "6", "", 0)])
    assert words == "SEE ALSO 6 Combat DESIGN NOTE Ice bears trucks."
    assert boxes[-1][1] == pytest.approx(500.0 - note.height, abs=6.0)

    below = remark("Ice bears trucks.", look, "Design note", 495.0)
    _, ((_, first, _), _, (_, second, _), _) = printed(look, 5, [note, below])
    assert first - second > note.height


def test_a_counter_stands_above_its_name_and_never_below_the_foot(look):
    drawing = pictured(load_game("the-ford"))[0].drawing
    words, boxes = printed(look, 5, [Aside(LOW, drawing=drawing)])
    assert words.endswith(drawing.alt)
    assert all(y >= LOW - 1.0 for _, y, _ in boxes)
