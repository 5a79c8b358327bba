"""The margin on the outer side of a page: notes of the designer, where its references lead, counters that it speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.flow import draw_drawing
from pnp.generators.book.look import ASIDE_MM, INK, QUIET, BookLook
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.units import PT_PER_MM

HEAD_PT, LIST_PT, NOTE_PT = 7.2, (7.3, 9.5), (8.1, 10.8)
"""Size of a heading; size and leading of the list of references and of a note of the designer."""

RULE_PT, ABOVE_PT, GAP_PT = 1.0, 13.0, 16.0
"""The rule above a heading, from there to the first line, and the white between two blocks."""

ENTRY_PT = 2.2
"""White above an entry of the list."""


@dataclass(frozen=True, slots=True)
class Note:
    """A case on another page that the page refers to; `page` is 0 where that is on the same spread."""

    anchor: str
    label: str
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class Aside:
    """A block of the margin: what stands under one heading, or a drawing.

    y_pt     where it begins at best: level with what it belongs to
    rows     its lines, some with a label at their left, below a little white
    """

    y_pt: float
    heading: str = ""
    rows: tuple[tuple[TextRun | None, TextLine | None], ...] = ()
    leading_pt: float = 0.0
    drawing: Drawing | None = None

    @property
    def height(self) -> float:
        """Its height in pt."""
        if self.drawing:
            return self.drawing.height_mm * PT_PER_MM
        return ABOVE_PT + self.leading_pt * len(self.rows) + ENTRY_PT * sum(bool(label) for label, _ in self.rows)


def remark(text: str, look: BookLook, heading: str, y_pt: float) -> Aside:
    """A note of the designer."""
    size, leading = NOTE_PT
    style = look.body().with_(size_pt=size, leading_pt=leading, colour=QUIET, indent_mm=0.0, space_after_pt=0.0)
    lines = set_lines((Span(text, italic=True),), style.with_(hang=False, justify=False), ASIDE_MM)
    return Aside(y_pt, heading, tuple((None, line) for line in lines), leading)


def listed(notes: Sequence[Note], look: BookLook, heading: str, y_pt: float, room_pt: float) -> list[Aside]:
    """The cases that a page refers to, no higher than `room_pt`: without their titles where there are too many, then
    without the nearest ones.
    """
    for with_titles in (True, False):
        block = Aside(y_pt, heading, _rows(notes, look, with_titles=with_titles), LIST_PT[1])
        if block.height <= room_pt:
            break
    most = int((room_pt - ABOVE_PT) / (LIST_PT[1] + ENTRY_PT))
    if len(block.rows) > most:
        far = sorted(notes, key=lambda note: -note.page)[: max(0, most)]
        block = Aside(y_pt, heading, _rows([note for note in notes if note in far], look), LIST_PT[1])
    return [block] if block.rows else []


def _rows(
    notes: Sequence[Note], look: BookLook, *, with_titles: bool = False
) -> tuple[tuple[TextRun | None, TextLine | None], ...]:
    """Number and page of each case on one line, its title below them."""
    label, page = Look("condensed-semibold", LIST_PT[0], INK), Look("condensed-regular", LIST_PT[0], QUIET)
    style = TextStyle(CONDENSED, *LIST_PT, QUIET, QUIET, look.language, hang=False, justify=False, hyphenate=False)
    rows: list[tuple[TextRun | None, TextLine | None]] = []
    for note in notes:
        where = look.page_label.format(n=note.page).replace(" ", "\u00a0") if note.page else ""
        shown = TextRun(where, page._replace(target=note.anchor))
        width = run_width(where, page)
        if note.label:
            at_end = TextLine((shown,), ASIDE_MM - width, 0.0, 0, width) if where else None
            rows.append((TextRun(note.label, label._replace(target=note.anchor)), at_end))
        title = note.title if note.label or not where else f"{note.title}, {where}"
        if with_titles or not note.label:
            rows += [(None, line) for line in set_lines((Span(title, link=note.anchor),), style, ASIDE_MM)]
    return tuple(rows)


def paint_margin(
    canvas: PdfCanvas, look: BookLook, page: int, asides: Sequence[Aside], low_pt: float, top_pt: float
) -> None:
    """Paint `asides` in the margin of `page`, each as near to its place as the others and both ends of it allow."""
    if canvas.dry:
        return
    ordered = sorted(asides, key=lambda aside: -aside.y_pt)
    low, tops = low_pt, list[float]()
    for aside in reversed(ordered):
        tops.insert(0, max(low + aside.height, min(top_pt, aside.y_pt)))
        low = tops[0] + GAP_PT
    high = top_pt
    for aside, wanted in zip(ordered, tops, strict=True):
        top = min(wanted, high)
        _paint(canvas, look, look.aside_mm(page) * PT_PER_MM, top, aside)
        high = top - aside.height - GAP_PT


def _paint(canvas: PdfCanvas, look: BookLook, left: float, top: float, aside: Aside) -> None:
    if aside.drawing:
        draw_drawing(canvas, aside.drawing, left, top)
        return
    canvas.setStrokeColor(look.number_ink)
    canvas.setLineWidth(RULE_PT)
    canvas.line(left, top - RULE_PT / 2, left + ASIDE_MM * PT_PER_MM, top - RULE_PT / 2)
    with canvas.tagged("Note"):
        head = TextRun(aside.heading.upper(), Look("condensed-semibold", HEAD_PT, look.number_ink))
        paint_runs(canvas, left, top - HEAD_PT - 2.4, (head,), tracking_em=0.08)
        y = top - ABOVE_PT - LIST_PT[0]
        for label, line in aside.rows:
            if label:
                y -= ENTRY_PT
                paint_runs(canvas, left, y, (label,))
            if line:
                paint_line(canvas, left, y, line)
            y -= aside.leading_pt
