"""The cases that a page refers to, listed in its foot margin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.units import PT_PER_MM

SIZE_PT, LEADING_PT, MOST_LINES = 7.2, 8.2, 2
"""Size and leading of the list, and how many lines there is room for."""

LAST_MM, FIRST_PT = 13.5, 7.4
"""From the edge of the paper to the last line of the list, and from its first line to the rule above it."""


class Note(NamedTuple):
    """A case on another page that the page refers to; `page` is 0 where that is on the same spread."""

    anchor: str
    label: str
    title: str
    page: int


def see_also(notes: Sequence[Note], look: BookLook, heading: str) -> tuple[TextLine, ...]:
    """The lines of the list, on no more than there is room for: cases with titles, those on other spreads alone, all
    without titles, those on other spreads, or no more than their pages.
    """
    style = TextStyle(CONDENSED, SIZE_PT, LEADING_PT, QUIET, INK, look.language, justify=False, hyphenate=False)
    far = [note for note in notes if note.page]
    ways = [[*_listed(some, look, titled=titled)] for titled in (True, False) for some in (notes, far) if some]
    pages = ", ".join(map(str, sorted({note.page for note in far})))
    ways += [[Span(f"\u2002 {look.page_label.format(n=pages)}")]] if far else []
    lines = (set_lines((Span(heading.upper(), bold=True), *way), style, WIDE_MM) for way in ways)
    return next((way for way in lines if len(way) <= MOST_LINES), ())


def _listed(notes: Iterable[Note], look: BookLook, *, titled: bool = False) -> Iterator[Span]:
    """Number, title and page of each case."""
    for note in notes:
        where = look.page_label.format(n=note.page) if note.page else ""
        yield Span("\u2002 ")
        yield Span((note.label or note.title).replace(" ", "\u00a0"), bold=bool(note.label), link=note.anchor)
        yield Span(f" {note.title}" if titled and note.label else "")
        yield Span(f"\u00a0{where}".replace(" ", "\u00a0") if where else "")


def paint_see_also(canvas: PdfCanvas, look: BookLook, page: int, lines: Sequence[TextLine]) -> None:
    """Paint the list below the columns of `page`."""
    if canvas.dry or not lines:
        return
    left, top = look.left_mm(page) * PT_PER_MM, LAST_MM * PT_PER_MM + FIRST_PT + (len(lines) - 1) * LEADING_PT
    canvas.setStrokeColor(look.number_ink)
    canvas.setLineWidth(0.5)
    canvas.line(left, top, left + WIDE_MM * PT_PER_MM, top)
    with canvas.tagged("Note"):
        for number, line in enumerate(lines):
            paint_line(canvas, left, top - FIRST_PT - number * LEADING_PT, line)
