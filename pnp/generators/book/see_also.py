"""The list in the margin of a page: where its references lead, with the titles and the pages of those cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.colors import HexColor

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.look import ASIDE_MM, BOTTOM_MM, INK, QUIET, BookLook
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.units import PT_PER_MM

LABEL_MM = 8.2
"""Least room for the labels; long ones take more."""

SIZE_PT, LEADING_PT, HEAD_PT = 7.3, 9.5, 7.2
LABEL = Look("condensed-semibold", SIZE_PT, INK)
ABOVE_PT = 13.0
"""From the rule to the first entry."""


@dataclass(frozen=True, slots=True)
class Note:
    """A case that the page refers to.

    page  its page; 0 on the same spread
    """

    anchor: str
    label: str
    title: str
    page: int


def see_also(
    canvas: PdfCanvas, look: BookLook, page: int, notes: Sequence[Note], heading: str, top_pt: float
) -> None:
    """Paint `notes` down the outer side of `page` from `top_pt`, each linked; titles are left out where they are too
    many for its height.
    """
    if not notes or canvas.dry:
        return
    beside = max(LABEL_MM, *(run_width(note.label, LABEL) + 1.4 for note in notes))
    lines = [_lines(note, look, beside, with_title=True) for note in notes]
    free = top_pt - ABOVE_PT - BOTTOM_MM * PT_PER_MM
    if sum(map(len, lines)) * LEADING_PT > free:
        lines = [_lines(note, look, beside, with_title=False) for note in notes]
    left = look.aside_mm(page) * PT_PER_MM
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.5)
    canvas.line(left, top_pt, left + ASIDE_MM * PT_PER_MM, top_pt)
    with canvas.tagged("Note"):
        y = top_pt - HEAD_PT - 2.0
        head = TextRun(heading.upper(), Look("condensed-semibold", HEAD_PT, QUIET))
        paint_runs(canvas, left, y, (head,), tracking_em=0.06)
        y = top_pt - ABOVE_PT - SIZE_PT
        for note, rows in zip(notes, lines, strict=True):
            paint_runs(canvas, left, y, (TextRun(note.label, LABEL),))
            for number, row in enumerate(rows):
                paint_line(canvas, left, y - number * LEADING_PT, row)
            bottom = y - (len(rows) - 1) * LEADING_PT - 2.0
            box = (left, bottom, left + ASIDE_MM * PT_PER_MM, y + SIZE_PT)
            canvas.linkRect(f"{note.label} {note.title}".strip(), note.anchor, box, relative=1, Border="[0 0 0]")
            y = bottom + 2.0 - LEADING_PT


def _lines(note: Note, look: BookLook, beside: float, *, with_title: bool) -> tuple[TextLine, ...]:
    """Title and page, `beside` mm from the left; at the left for a case that has no label of its own."""
    indent = beside if note.label else 0.0
    style = TextStyle(
        CONDENSED, SIZE_PT, LEADING_PT, QUIET, language=look.language, indent_mm=indent, hang=False, justify=False,
        hyphenate=False,
    )  # fmt: skip
    words = [note.title] if with_title or not note.label else []
    words += [look.page_label.format(n=note.page).replace(" ", "\u00a0")] if note.page else []
    return set_lines((Span(" ".join(words) or "\u2013"),), style, ASIDE_MM)
