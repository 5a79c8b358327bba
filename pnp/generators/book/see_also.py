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

SIZE_PT, LEADING_PT, LINE_MM, RULE_PT = 7.2, 8.2, 13.9, 7.4
"""Size of the list and its leading, from the edge of the paper to its first line, and from that to the rule above."""


class Note(NamedTuple):
    """A case on another page that the page refers to; `page` is 0 where that is on the same spread."""

    anchor: str
    label: str
    title: str
    page: int


def see_also(notes: Sequence[Note], look: BookLook, heading: str, marks: str = "") -> tuple[TextLine, ...]:
    """The list on a line: cases with titles, those on other spreads alone, all without titles, those on other spreads,
    or no more than their pages, on as many lines as they need; before it what the `marks` of the page mean.
    """
    style = TextStyle(CONDENSED, SIZE_PT, SIZE_PT, QUIET, INK, look.language, justify=False, hyphenate=False)
    far = [note for note in notes if note.page]
    ways = [[*_listed(some, look, titled=titled)] for titled in (True, False) for some in (notes, far) if some]
    pages = ", ".join(map(str, sorted({note.page for note in far})))
    ways += [[Span(f"\u2002 {look.page_label.format(n=pages)}")]] if far else []
    told, head = [Span(f"{marks}\u2003")] if marks else [], Span(heading.upper(), bold=True)
    lines = [set_lines((*told, head, *way), style, WIDE_MM) for way in ways] or [set_lines(told, style, WIDE_MM)]
    return next((way for way in lines if len(way) == 1), lines[-1])


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
    left, base = look.left_mm(page) * PT_PER_MM, LINE_MM * PT_PER_MM
    canvas.setStrokeColor(look.number_ink)
    canvas.setLineWidth(0.5)
    canvas.line(left, base + RULE_PT, left + WIDE_MM * PT_PER_MM, base + RULE_PT)
    with canvas.tagged("Note"):
        for number, line in enumerate(lines):
            paint_line(canvas, left, base - number * LEADING_PT, line)
