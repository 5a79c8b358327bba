"""A book imposed as a booklet: folded once, its pages are in order."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from pnp.generators.book.booklet import folded, imposed

A4, LETTER = (595.276, 841.89), (612.0, 792.0)


def book(pages: int, paper: tuple[float, float], *, backwards: bool = False) -> bytes:
    """A book whose pages say their number."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=paper, lang="it")
    canvas.setTitle("Regole")
    if backwards:
        canvas.setViewerPreference("Direction", "R2L")
    for number in range(1, pages + 1):
        canvas.drawString(100, 400, f"page {number}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def read(pdf: bytes) -> list[tuple[str, str]]:
    """What each side of a sheet says in its left and in its right half."""
    document = pypdfium2.PdfDocument(pdf)
    sides = []
    for page in document:
        width, height = page.get_size()
        words = page.get_textpage()
        halves = ((0, 0, width / 2, height), (width / 2, 0, width, height))
        sides.append(tuple(words.get_text_bounded(*half).strip() for half in halves))
    document.close()
    return sides


@pytest.mark.parametrize(("pages", "sides"), [
    (1, [(3, 0), (1, 2)]), (4, [(3, 0), (1, 2)]), (6, [(7, 0), (1, 6), (5, 2), (3, 4)]),
    (12, [(11, 0), (1, 10), (9, 2), (3, 8), (7, 4), (5, 6)]),
])  # fmt: skip
def test_pages_of_the_sheets(pages, sides):
    """By hand, with folded sheets: the outer one has the first and the last page on one side."""
    assert list(folded(pages)) == sides


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_each_half_shows_its_page(paper):
    sides = read(imposed(book(6, paper))[0])
    assert sides == [("", "page 1"), ("page 2", ""), ("page 6", "page 3"), ("page 4", "page 5")]


def test_a_book_read_from_right_to_left_is_stapled_at_the_right():
    """Laid face up, its first page is the left half of the outer side."""
    sides = [[half.strip("page ") for half in side] for side in read(imposed(book(6, A4, backwards=True))[0])]
    assert sides == [["1", ""], ["", "2"], ["3", "6"], ["5", "4"]]


@pytest.mark.parametrize(("paper", "scale"), [(A4, 0.7071), (LETTER, 0.6471)])
def test_a_page_keeps_its_shape_within_its_half(paper, scale):
    """A4 halves exactly; on Letter 5.5 in of width decide, and white stays above and below."""
    with pikepdf.open(io.BytesIO(imposed(book(4, paper))[0])) as pdf:
        page = pdf.pages[1]
        assert [float(value) for value in page.mediabox] == pytest.approx([0, 0, paper[1], paper[0]], abs=0.01)
        matrices = [
            [float(value) for value in operands]
            for operands, operator in pikepdf.parse_content_stream(page) if str(operator) == "cm"
        ]  # fmt: skip
    assert [matrix[:4] for matrix in matrices] == [pytest.approx([scale, 0, 0, scale], abs=1e-4)] * 2
    up = (paper[0] - paper[1] * scale) / 2
    assert [matrix[4:] for matrix in matrices] == [pytest.approx([x, up], abs=0.1) for x in (0, paper[1] / 2)]


def test_a_booklet_asks_for_its_flip_and_no_scaling_and_keeps_title_and_language():
    pdf, sides = imposed(book(5, A4))
    with pikepdf.open(io.BytesIO(pdf)) as made:
        preferences = made.Root.ViewerPreferences
        assert (preferences.PrintScaling, preferences.Duplex) == ("/None", "/DuplexFlipShortEdge")
        assert (str(made.Root.Lang), str(made.docinfo.Title)) == ("it", "Regole")
        assert len(made.pages) == sides == 4
        assert made.check_pdf_syntax() == []


def test_the_same_bytes_twice():
    assert imposed(book(5, A4)) == imposed(book(5, A4))
