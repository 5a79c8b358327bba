"""The list of references in the outer margin."""

import io

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.look import ASIDE_MM, book_look
from pnp.generators.book.margin_counters import MarginCounter, counters_of_cases, pictured
from pnp.generators.book.see_also import Note, Remark, see_also
from pnp.sources import load_game
from pnp.units import MM_PER_PT, PT_PER_MM


@pytest.fixture(scope="module")
def look():
    return book_look(load_game("the-ford"), "a4")


def printed(look, page: int, notes: list[Note], remarks: list[Remark] | None = None, counters=()):
    """The words of the list, and the left and right end of each stretch of them in mm."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    canvas.setPageSize(tuple(side * PT_PER_MM for side in look.page_mm))
    for note in notes:
        canvas.bookmarkHorizontal(note.anchor, 0, 100)
    see_also(canvas, look, page, notes, "See also", 700.0, remarks or (), "Design note", counters)
    canvas.showPage()
    canvas.save()
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    words = " ".join(text.get_text_range().split()) if boxes else ""
    return words, [(x0 * MM_PER_PT, x1 * MM_PER_PT) for x0, _, x1, _ in boxes]


def test_each_case_has_its_title_and_its_page_unless_it_is_on_the_spread(look):
    words, _ = printed(look, 5, [Note("a", "4.1", "Moving", 7, 650.0), Note("b", "6", "Combat", 0, 640.0)])
    assert words == "SEE ALSO 4.1 Moving p. 7 6 Combat"


@pytest.mark.parametrize("page", [4, 5])
def test_the_list_keeps_to_the_outer_side(look, page):
    """Left of the columns on a left page, which has an even number, right of them on a right one."""
    _, boxes = printed(look, page, [Note("a", "4.1", "A title that needs more than one line of it", 9, 300.0)])
    left = look.aside_mm(page)

    assert len(boxes) >= 4
    assert all(left - 0.1 <= x0 and x1 <= left + ASIDE_MM + 0.3 for x0, x1 in boxes)
    assert (left < look.block_mm(page)) is (page == 4)


def test_too_many_cases_are_listed_without_their_titles(look):
    notes = [Note(f"n{n}", f"4.{n}", "A title of several words in it", 9, 690.0 - n) for n in range(40)]
    words, _ = printed(look, 5, notes)
    assert "title" not in words and "4.39 p. 9" in words


def test_long_labels_do_not_run_into_titles(look):
    """XIII.D.6.b is wider than the usual room."""
    words, boxes = printed(look, 5, [Note("a", "XIII.D.6.b", "Retreat", 0, 650.0), Note("b", "4", "Combat", 0, 640.0)])
    _, (_, label_end), (title, _), *_ = boxes

    assert words == "SEE ALSO XIII.D.6.b Retreat 4 Combat"
    assert title - label_end > 0.8


def test_nothing_is_painted_for_a_page_without_references(look):
    assert printed(look, 5, []) == ("", [])


def test_a_list_stands_level_with_the_line_that_refers(look):
    """The first entry stands on the line, what the foot of the page cites below it."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    canvas.setPageSize(tuple(side * PT_PER_MM for side in look.page_mm))
    notes = [Note("a", "4.1", "Moving", 7, 500.0), Note("b", "6", "Combat", 8, 20.0)]
    for note in notes:
        canvas.bookmarkHorizontal(note.anchor, 0, 100)
    see_also(canvas, look, 5, notes, "See also", 700.0)
    canvas.showPage()
    canvas.save()
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()

    def bottom(word: str) -> float:
        return text.get_charbox(text.search(word).get_next()[0])[1]

    assert text.get_text_range().count("SEE ALSO") == 1
    assert bottom("Moving") == pytest.approx(500.0, abs=4.0)
    assert 470.0 < bottom("Combat") < 495.0


def test_a_counter_stands_beside_its_case_and_what_meets_it_below(look):
    """The list, cited a line lower, gives way."""
    game = load_game("the-ford")
    name, drawing = next(iter(pictured(game, look).items()))
    notes = [Note("a", "4.1", "Moving", 7, 600.0)]
    alone, _ = printed(look, 5, [], counters=[MarginCounter(name, drawing, 640.0)])
    both, _ = printed(look, 5, notes, counters=[MarginCounter(name, drawing, 640.0)])

    assert name in alone and "SEE ALSO" not in alone
    assert both.index(name) < both.index("SEE ALSO")


def test_a_note_of_the_designer_stands_at_its_case(look):
    """The list is pushed down by it, or pushes it down."""
    notes = [Note("a", "4.1", "Moving", 7, 670.0), Note("b", "6", "Combat", 8, 600.0)]
    words, _ = printed(look, 5, notes, [Remark("Ice bears trucks.", 698.0)])
    assert words == "DESIGN NOTE Ice bears trucks. SEE ALSO 4.1 Moving p. 7 6 Combat p. 8"

    words, _ = printed(look, 5, notes, [Remark("Ice bears trucks.", 640.0)])
    assert words == "SEE ALSO 4.1 Moving p. 7 6 Combat p. 8 DESIGN NOTE Ice bears trucks."


def test_a_margin_has_one_list(look):
    """Four were scattered down a margin; one follows the order of the page."""
    notes = [Note("a", "4", "Moving", 7, 670.0), Note("b", "5", "Supply", 8, 400.0), Note("c", "6", "Combat", 8, 300.0)]
    words, _ = printed(look, 5, notes)
    assert words == "SEE ALSO 4 Moving p. 7 5 Supply p. 8 6 Combat p. 8"


@pytest.mark.parametrize(
    ("language", "text", "finds"),
    [("en", "Wolves howl. Ski Patrols don’t.", True), ("en", "Skiing patrols", False)],
)
def test_a_case_speaks_of_a_counter_by_its_name(language, text, finds):
    game = load_game("winter-war")
    look = book_look(game, "a4")
    found = counters_of_cases(game, look, [("A", "Movement", text), ("B", "Ski patrols", "")])

    assert ("A" in found) is finds
    assert found["B"]
