"""The margin of a page: where its references lead, with the titles and the pages of those cases, and notes of the
designer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.colors import HexColor

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.flow import draw_drawing
from pnp.generators.book.look import ASIDE_MM, BOTTOM_MM, INK, QUIET, BookLook
from pnp.generators.book.margin_counters import MarginCounter
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

REMARK_PT, REMARK_LEADING_PT = 8.1, 10.8
"""Type of a note of the designer."""

GROUP_GAP_PT = 14.0
"""The white between what stands in the margin."""


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


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of the designer, and how high the heading of its case stands."""

    text: str
    y_pt: float


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands under one heading in the margin.

    y_pt  how high it would stand
    rows  its lines, each with the note that it begins, if any
    """

    heading: str
    y_pt: float
    rows: tuple[tuple[Note | None, TextLine], ...]
    leading_pt: float = LEADING_PT
    counter: MarginCounter | None = None

    @property
    def height(self) -> float:
        if self.counter:
            return self.counter.drawing.height_mm * PT_PER_MM
        return ABOVE_PT + self.leading_pt * len(self.rows) + 2.0


def see_also(
    canvas: PdfCanvas, look: BookLook, page: int, notes: Sequence[Note], heading: str, top_pt: float,
    remarks: Sequence[Remark] = (), remarks_heading: str = "", counters: Sequence[MarginCounter] = (),
) -> None:  # fmt: skip
    """Paint `notes`, from the head of `page` to its foot, `remarks` and `counters` down its outer side, each linked and
    level with the line that it belongs to; titles are left out where they are too many for the height.
    """
    if canvas.dry or not (notes or remarks or counters):
        return
    beside = max([LABEL_MM, *(run_width(note.label, LABEL) + 1.4 for note in notes)])
    said = [_remark(remark, look, remarks_heading) for remark in remarks]
    said += [_Block("", counter.y_pt, (), counter=counter) for counter in counters]
    for with_title in (True, False):
        lines = [(note, _lines(note, look, beside, with_title=with_title)) for note in notes]
        listed = [_list(lines, heading, top_pt)] if lines else []
        blocks = sorted([*said, *listed], key=lambda block: -block.y_pt)
        if sum(block.height + GROUP_GAP_PT for block in blocks) <= top_pt - BOTTOM_MM * PT_PER_MM:
            break
    for block, top in _stacked(blocks, top_pt):
        _paint(canvas, look, page, block, top)


def _stacked(blocks: Sequence[_Block], top_pt: float) -> list[tuple[_Block, float]]:
    """Where each block stands, as near to its line as the others and the foot of the page allow."""
    low, tops = BOTTOM_MM * PT_PER_MM, list[float]()
    for block in reversed(blocks):
        tops.insert(0, max(low + block.height, min(top_pt, block.y_pt)))
        low = tops[0] + GROUP_GAP_PT
    high = top_pt
    for number, block in enumerate(blocks):
        tops[number] = min(tops[number], high)
        high = tops[number] - block.height - GROUP_GAP_PT
    return list(zip(blocks, tops, strict=True))


def _remark(remark: Remark, look: BookLook, heading: str) -> _Block:
    body = look.body()
    style = body.with_(
        size_pt=REMARK_PT, leading_pt=REMARK_LEADING_PT, colour=QUIET, indent_mm=0.0, justify=False, space_after_pt=0.0
    )
    lines = set_lines((Span(remark.text, italic=True),), style, ASIDE_MM)
    return _Block(heading, remark.y_pt, tuple((None, line) for line in lines), REMARK_LEADING_PT)


def _list(notes: Sequence[tuple[Note, tuple[TextLine, ...]]], heading: str, top_pt: float) -> _Block:
    """All notes of the page, the first of them level with the line that refers to its case."""
    rows = tuple((note if n == 0 else None, line) for note, lines in notes for n, line in enumerate(lines))
    return _Block(heading, min(top_pt, notes[0][0].y_pt + RISE_PT), rows)


def _paint(canvas: PdfCanvas, look: BookLook, page: int, block: _Block, top_pt: float) -> None:
    """Paint one block, the rule above it at `top_pt`; a counter has none."""
    if block.counter:
        draw_drawing(canvas, block.counter.drawing, look.aside_mm(page) * PT_PER_MM, top_pt)
        return
    left, right = look.aside_mm(page) * PT_PER_MM, (look.aside_mm(page) + ASIDE_MM) * PT_PER_MM
    canvas.setStrokeColor(HexColor(look.number_ink))
    canvas.setLineWidth(0.6)
    canvas.line(left, top_pt, right, top_pt)
    with canvas.tagged("Note"):
        head = TextRun(block.heading.upper(), Look("condensed-semibold", HEAD_PT, look.number_ink))
        paint_runs(canvas, left, top_pt - HEAD_PT - 2.0, (head,), tracking_em=0.06)
        y = top_pt - ABOVE_PT - SIZE_PT
        for number, (note, line) in enumerate(block.rows):
            if note:
                paint_runs(canvas, left, y, (TextRun(note.label, LABEL),))
                after = next((n for n, (one, _) in enumerate(block.rows) if one and n > number), len(block.rows))
                bottom = y - (after - number - 1) * block.leading_pt - 2.0
                said = f"{note.label} {note.title}".strip()
                canvas.linkRect(said, note.anchor, (left, bottom, right, y + SIZE_PT), relative=1, Border="[0 0 0]")
            paint_line(canvas, left, y, line)
            y -= block.leading_pt


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
