"""A line at the foot of a page: where its references lead on other spreads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.paint import paint_runs
from pnp.units import PT_PER_MM

MOST = 5
"""Most cases in the line: of more, those farthest from the page."""

SIZE_PT, FOOT_MM, GAP_MM = 7.4, 14.6, 4.5
"""Type of the line, from the foot of the page to its baseline, and the white between two cases."""


@dataclass(frozen=True, slots=True)
class Note:
    """A case on another spread that the page refers to."""

    anchor: str
    label: str
    title: str
    page: int


def see_also(canvas: PdfCanvas, look: BookLook, page: int, notes: Sequence[Note], heading: str) -> None:
    """Paint the line below the columns of `page`, each case linked, in the order of `notes`."""
    if canvas.dry or not notes:
        return
    head = TextRun(heading.upper(), Look("condensed-semibold", SIZE_PT, look.number_ink))
    left = WIDE_MM - run_width(head.text, head.look)
    shown: dict[Note, list[TextRun]] = {}
    for note in sorted(notes, key=lambda note: -abs(note.page - page)):
        runs = _runs(note, look)
        width = GAP_MM + _width(runs)
        if len(shown) < MOST and width <= left:
            shown[note], left = runs, left - width
    if not shown:
        return
    y, x = FOOT_MM * PT_PER_MM, look.left_mm(page) * PT_PER_MM
    with canvas.tagged("Note"):
        paint_runs(canvas, x, y, (head,))
        x += run_width(head.text, head.look) * PT_PER_MM
        for note in notes:
            if note in shown:
                x += GAP_MM * PT_PER_MM
                end = x + _width(shown[note]) * PT_PER_MM
                paint_runs(canvas, x, y, tuple(shown[note]))
                said = f"{note.label} {note.title}".strip()
                canvas.linkRect(said, note.anchor, (x, y - 2.0, end, y + SIZE_PT), relative=1, Border="[0 0 0]")
                x = end


def _runs(note: Note, look: BookLook) -> list[TextRun]:
    """The number of a case, its title and its page."""
    label, quiet = Look("condensed-semibold", SIZE_PT, INK), Look("condensed-regular", SIZE_PT, QUIET)
    number = [TextRun(f"{note.label} ", label)] if note.label else []
    page = look.page_label.format(n=note.page).replace(" ", "\u00a0")
    return [*number, TextRun(f"{note.title}, {page}", quiet)]


def _width(runs: Sequence[TextRun]) -> float:
    return sum(run_width(run.text, run.look) for run in runs)
