"""The foot margin: where references lead."""

import io

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.look import BOTTOM_MM, WIDE_MM, book_look
from pnp.generators.book.pages import FOOT_MM
from pnp.generators.book.see_also import Note, paint_see_also, see_also
from pnp.sources import load_game
from pnp.units import MM_PER_PT, PT_PER_MM


@pytest.fixture(scope="module")
def look():
    return book_look(load_game("the-ford"), "a4")


def listed(look, notes: list[Note]) -> str:
    return " ".join(" ".join(line.text for line in see_also(notes, look, "See also")).split())


def test_each_case_has_its_title_and_its_page_unless_it_is_on_the_spread(look):
    notes = [Note("a", "4.1", "Moving", 7), Note("b", "6", "Combat", 0), Note("c", "", "Notes", 9)]
    assert listed(look, notes) == "SEE ALSO 4.1 Moving p. 7 6 Combat Notes p. 9"
    assert listed(look, []) == ""
    assert see_also([], look, "See also", "R: reconstructed")[0].text.strip() == "R: reconstructed"


def test_the_list_gets_shorter_until_there_is_room_and_never_goes_without_a_page(look):
    """Those on other spreads with titles, all without, those on other spreads; of more than twenty nothing was said."""
    notes = [Note(f"n{n}", f"4.{n}", "A title of several words in it", n % 5 // 4 * n) for n in range(12)]
    assert listed(look, notes) == (
        "SEE ALSO 4.4 A title of several words in it p. 4 4.9 A title of several words in it p. 9"
    )
    many = [note._replace(page=n % 2 * n) for n, note in enumerate(notes)]
    assert "4.0 4.1 p. 1 4.2 4.3 p. 3" in listed(look, many) and "title" not in listed(look, many)
    far = listed(look, [*many, *(note._replace(page=0) for note in notes * 8)])
    assert "4.0 " not in far and far.endswith("4.9 p. 9 4.11 p. 11") and "title" not in far
    assert listed(look, [note._replace(page=n % 7 + 3) for n, note in enumerate(notes * 9)]) == (
        "SEE ALSO p. 3, 4, 5, 6, 7, 8, 9"
    )
    lines = see_also([note._replace(page=10 * n + 3) for n, note in enumerate(notes * 4)], look, "See also")
    assert len(lines) == 2, "of so many pages nothing was said"


def rule_mm(lines, look) -> float:
    """How far the rule above the list is from the edge of the paper."""
    canvas, drawn = new_canvas(io.BytesIO(), "test", "en"), []
    canvas.line = lambda *ends: drawn.append(ends[1])
    for link in {run.look.target for line in lines for run in getattr(line, "runs", ())} - {""}:
        canvas.bookmarkPage(link)
    paint_see_also(canvas, look, 4, lines)
    return drawn[0] * MM_PER_PT


@pytest.mark.parametrize("page", [4, 5])
def test_the_list_stands_between_the_columns_and_the_number_of_the_page(look, page):
    notes = [Note(f"n{n}", f"4.{n}", "Moving", 7) for n in range(16)]
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    for note in notes:
        canvas.bookmarkHorizontal(note.anchor, 0, 100)
    lines = see_also(notes, look, "See also")
    paint_see_also(canvas, look, page, lines)
    canvas.showPage()
    canvas.save()
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()
    boxes = [[value * MM_PER_PT for value in text.get_rect(n)] for n in range(text.count_rects())]

    assert len(lines) == 1 and boxes
    number_mm = FOOT_MM + 0.7 * 11.0 / PT_PER_MM
    assert all(low > number_mm + 3.0 and high < BOTTOM_MM - 4.0 for _, low, _, high in boxes)
    assert rule_mm(lines, look) < BOTTOM_MM - 6.0
    left = look.left_mm(page)
    assert all(left - 0.5 < begin and end < left + WIDE_MM + 0.5 for begin, _, end, _ in boxes)
