"""The tabs of the chapters at the outer edge of the pages."""

import io

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import book_look
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.book.tabs import (
    FEWEST_PAGES,
    NUMBER_MM,
    ROOM_MM,
    WIDE_MM,
    Tab,
    key_of,
    paint_tabs,
    tabs_of,
)
from pnp.sources import load_game
from pnp.units import MM_PER_PT, PT_PER_MM

CHAPTERS = [Tab("1", ("a",)), Tab("2", ("b",)), Tab("12", ("c",)), Tab("", ("d",))]


@pytest.fixture(scope="module")
def ford():
    return load_game("the-ford")


def test_a_chapter_has_a_tab_and_what_follows_without_a_number_ends_it(ford):
    """The Combat Results Table has no number, nor have notes and what is named besides."""
    tabs = tabs_of(RuleIndex(ford).entries, "end")
    assert [tab.key for tab in tabs] == ["1", "2", "3", "4", "5", "6", "7", "8", "", "9", "10", "11", "12", ""]
    assert tabs[-1].anchors == ("case-Notes", "end")


def painted(ford, page: int, tabs: list[Tab], *here: str):
    """The page as a picture, and the numbers with the mm from the left edge to their middle."""
    look = book_look(ford, "a4")
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    canvas.setPageSize(tuple(side * PT_PER_MM for side in look.page_mm))
    paint_tabs(canvas, look, page, tabs, here or ("2",))
    canvas.showPage()
    canvas.save()
    printed = pypdfium2.PdfDocument(buffer.getvalue())[0]
    text = printed.get_textpage()
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    words = [(text.get_text_bounded(*box), (box[0] + box[2]) / 2 * MM_PER_PT) for box in boxes]
    return printed.render(scale=1.0).to_pil(), words


def test_pages_of_no_chapter_have_no_tabs(ford):
    """All were grey beside the index."""
    assert painted(ford, 4, CHAPTERS, "")[1] == []


def test_numbers_stand_where_printers_print_and_tabs_clear_of_the_text(ford):
    """On A4, the narrower paper; 6 mm from the edge, and 4 mm from the text."""
    assert NUMBER_MM - ROOM_MM / 2 >= 6.0 - 1e-9 and NUMBER_MM + ROOM_MM / 2 <= WIDE_MM
    assert book_look(ford, "a4").left_mm(4) - WIDE_MM >= 4.0 - 1e-9


@pytest.mark.parametrize("page", [4, 5])
def test_all_chapters_have_a_tab_at_the_outer_edge_dark_those_of_the_page(ford, page):
    """One of three chapters, T, O and C, read as a word."""
    picture, words = painted(ford, page, CHAPTERS, "1", "2")
    outside = 3.0 if page == 4 else 207.0
    scale = picture.width / 210.0

    def shade(y_mm: float) -> int:
        return picture.convert("L").getpixel((int(outside * scale), int(y_mm * scale)))

    assert [word for word, _ in words] == ["1", "2", "12"]
    assert all(min(x, 210.0 - x) == pytest.approx(NUMBER_MM, abs=0.1) for _, x in words)
    assert shade(28.0) == shade(50.0) < 140 and 220 < shade(60.0) < 250 and shade(24.0) == 255
    assert shade(40.4) == shade(54.4) == 255, "white between them"


def test_long_numbers_stand_along_the_edge(ford):
    """XVIII across would begin where a printer at home leaves white."""
    _, words = painted(ford, 4, [*CHAPTERS, Tab("XVIII", ("e",))], "2", "XVIII")
    assert [word.strip() for word, _ in words][:2] == ["1", "2"] and words[-1][0].strip() == "XVIII"
    assert all(x == pytest.approx(NUMBER_MM, abs=0.5) for _, x in words)


@pytest.mark.parametrize(
    ("label", "key"), [("6T", "6"), ("12.1", "12"), ("A2", "A"), ("XI.A.1", "XI"), ("5.0", "5"), ("", "")]
)
def test_a_label_begins_with_the_key_of_its_chapter(label, key):
    assert key_of(label) == key


def test_few_chapters_need_none(ford):
    picture, words = painted(ford, 4, CHAPTERS[:2])
    assert words == [] and picture.convert("L").getextrema() == (255, 255)


def test_a_short_book_has_no_tabs(ford):
    book = set_rulebook(ford, "a4")
    assert book.page_count < FEWEST_PAGES
    for page in pypdfium2.PdfDocument(book.pdf):
        picture = page.render(scale=1.0).to_pil().convert("L")
        edge = int(4.0 / 210.0 * picture.width)
        assert {picture.getpixel((x, y)) for x in (edge, picture.width - edge) for y in range(100, 740)} == {255}
