"""The outer margin: where references lead, and notes of the designer."""

import io

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.look import ASIDE_MM, BOTH_MM, MARGIN_MM, book_look
from pnp.generators.book.margin import BETWEEN_PT, Aside, Note, aside, paint_margin, placed, see_also
from pnp.generators.typeset.markup import Span
from pnp.sources import load_game
from pnp.units import MM_PER_PT, PT_PER_MM


@pytest.fixture(scope="module")
def look():
    return book_look(load_game("the-ford"), "a4")


def listed(look, notes: list[Note], most_pt: float = 700.0) -> str:
    lines = [line.text for block in see_also(notes, look, "See also", most_pt) for _, line in block.lines]
    return " ".join(" ".join(lines).split())


def test_each_case_has_its_title_and_its_page_unless_it_is_on_the_spread(look):
    notes = [Note("a", "4.1", "Moving", 7), Note("b", "6", "Combat", 0), Note("c", "", "Notes", 9)]
    assert listed(look, notes) == "4.1 Moving p. 7 6 Combat Notes p. 9"
    assert listed(look, []) == ""
    told, marks = see_also(notes, look, "See also", 700.0, "R: reconstructed")
    assert (told.head, marks.head, marks.lines[0][1].text) == ("SEE ALSO", "", "R: reconstructed")


def test_titles_stand_beside_short_numbers_and_run_on_behind_long_ones(look):
    short, long = (see_also([Note("a", label, "Moving far", 7)], look, "", 700.0)[0] for label in ("4.1", "XIII.B.4.a"))
    assert [(down, line.indent_mm > 0) for down, line in short.lines] == [(0.0, False), (0.0, True)]
    assert [line.indent_mm > 0 for _, line in long.lines] == [False, True] and len(long.lines[0][1].text.split()) > 1


def test_the_list_gets_shorter_until_there_is_room_and_never_goes_without_a_page(look):
    """Those on other spreads with titles, these without, no more than their pages."""
    notes = [Note(f"n{n}", f"4.{n}", "Two words", n % 5 // 4 * n) for n in range(12)]
    every, far, pages = (height_pt for height_pt in (140.0, 50.0, 25.0))
    assert listed(look, notes, every).count("Two words") == 12
    assert listed(look, notes, far) == "4.4 Two words p. 4 4.9 Two words p. 9"
    long = [note._replace(title="A title of many words that says no more than others") for note in notes]
    assert listed(look, long, 38.0) == "4.4 p. 4 4.9 p. 9"
    assert listed(look, notes, pages) == "p. 4, 9"


def test_blocks_keep_apart_and_above_the_foot():
    """The second would lie on the first, the third below the foot: one moves down, the others up."""
    block = Aside("", (), 10.0)
    high = block.height_pt
    tops = [top for top, _ in placed([(500.0, block), (499.0, block), (300.0, block)], 295.0)]
    assert tops == pytest.approx([500.0, 500.0 - high - BETWEEN_PT, 295.0 + high])
    crowded = [top for top, _ in placed([(320.0, block), (310.0, block)], 295.0)]
    assert crowded == pytest.approx([295.0 + 2 * high + BETWEEN_PT, 295.0 + high])


@pytest.mark.parametrize("page", [4, 5])
def test_the_margin_is_on_the_outer_side_clear_of_the_columns(look, page):
    notes = [Note(f"n{n}", f"4.{n}", "Moving", 7) for n in range(16)]
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    for note in notes:
        canvas.bookmarkHorizontal(note.anchor, 0, 100)
    told = aside("DESIGN NOTE", (Span("The ford was never held by more than a company.", italic=True),), look.note())
    paint_margin(canvas, look, page, placed([*((700.0, one) for one in see_also(notes, look, "See also", 500.0)),
                                             (300.0, told)], 60.0))  # fmt: skip
    canvas.showPage()
    canvas.save()
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()
    boxes = [[value * MM_PER_PT for value in text.get_rect(n)] for n in range(text.count_rects())]

    assert "never held" in text.get_text_bounded().replace("\r\n", " ")
    left = look.margin_mm(page)
    assert all(left - 0.5 < begin and end < left + MARGIN_MM + 0.5 for begin, _, end, _ in boxes)
    assert all(low * PT_PER_MM > 60.0 for _, low, _, _ in boxes)
    columns = look.text_mm(page)
    assert left >= columns + BOTH_MM + ASIDE_MM - 1e-6 if page % 2 else left + MARGIN_MM <= columns - ASIDE_MM + 1e-6
