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

RISE_PT = 18.0
"""From the line that refers to a case up to the rule above the first entry, which stands level with it."""

NEAR_PT, GROUP_GAP_PT = 44.0, 14.0
"""Lists nearer to each other are one; the white between two."""


@dataclass(frozen=True, slots=True)
class Note:
    """A case that the page refers to.

    page  its page; 0 on the same spread
    y_pt  how high the reference stands
    """

    anchor: str
    label: str
    title: str
    page: int
    y_pt: float


def see_also(
    canvas: PdfCanvas, look: BookLook, page: int, notes: Sequence[Note], heading: str, top_pt: float
) -> None:
    """Paint `notes`, from the head of `page` to its foot, down its outer side, each linked and level with the line that
    refers to it; titles are left out where they are too many for the height.
    """
    if not notes or canvas.dry:
        return
    beside = max(LABEL_MM, *(run_width(note.label, LABEL) + 1.4 for note in notes))
    free = top_pt - BOTTOM_MM * PT_PER_MM
    for with_title in (True, False):
        groups = _groups([(note, _lines(note, look, beside, with_title=with_title)) for note in notes], top_pt)
        if sum(map(_height, groups)) <= free:
            break
    low = BOTTOM_MM * PT_PER_MM
    tops: list[float] = []
    for group in reversed(groups):
        low += _height(group)
        tops.append(max(low, min(top_pt, group[0][0].y_pt + RISE_PT)))
        low = tops[-1] + GROUP_GAP_PT
    shift = max(0.0, tops[-1] - top_pt)
    for group, top in zip(groups, reversed(tops), strict=True):
        _paint(canvas, look, page, group, heading, min(top, top_pt) - (shift if top > top_pt else 0.0), beside)


Listed = list[tuple[Note, tuple[TextLine, ...]]]


def _height(group: Listed) -> float:
    return ABOVE_PT + LEADING_PT * sum(len(lines) for _, lines in group) + 2.0


def _groups(notes: Listed, top_pt: float) -> list[Listed]:
    """The notes that stand under one heading: those that would touch."""
    groups: list[Listed] = []
    end = top_pt
    for note in notes:
        if groups and note[0].y_pt + RISE_PT > end - NEAR_PT:
            groups[-1].append(note)
            end -= LEADING_PT * len(note[1])
        else:
            groups.append([note])
            end = min(end, note[0].y_pt + RISE_PT) - _height(groups[-1])
    return groups


def _paint(
    canvas: PdfCanvas, look: BookLook, page: int, group: Listed, heading: str, top_pt: float, beside: float
) -> None:
    """Paint one list with its heading, the rule above it at `top_pt`."""
    left = look.aside_mm(page) * PT_PER_MM
    canvas.setStrokeColor(HexColor(look.number_ink))
    canvas.setLineWidth(0.6)
    canvas.line(left, top_pt, left + ASIDE_MM * PT_PER_MM, top_pt)
    with canvas.tagged("Note"):
        y = top_pt - HEAD_PT - 2.0
        head = TextRun(heading.upper(), Look("condensed-semibold", HEAD_PT, look.number_ink))
        paint_runs(canvas, left, y, (head,), tracking_em=0.06)
        y = top_pt - ABOVE_PT - SIZE_PT
        for note, rows in group:
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
