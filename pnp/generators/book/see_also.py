"""The margin of a page: where its references lead, with the titles and the pages of those cases, and notes of the
designer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

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

REMARK_PT, REMARK_LEADING_PT = 8.1, 10.8
"""Type of a note of the designer."""

NEAR_PT, GROUP_GAP_PT = 30.0, 14.0
"""Lists nearer to each other are one; the white between two."""

MOST_LISTS = 2
"""A margin has no more lists: those nearest to each other are one."""


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

    @property
    def height(self) -> float:
        return ABOVE_PT + self.leading_pt * len(self.rows) + 2.0


def see_also(
    canvas: PdfCanvas, look: BookLook, page: int, notes: Sequence[Note], heading: str, top_pt: float,
    remarks: Sequence[Remark] = (), remarks_heading: str = "",
) -> None:  # fmt: skip
    """Paint `notes`, from the head of `page` to its foot, and `remarks` down its outer side, each linked and level with
    the line that it belongs to; titles are left out where they are too many for the height.
    """
    if canvas.dry or not (notes or remarks):
        return
    beside = max([LABEL_MM, *(run_width(note.label, LABEL) + 1.4 for note in notes)])
    said = [_remark(remark, look, remarks_heading) for remark in remarks]
    for with_title in (True, False):
        listed = _lists([(note, _lines(note, look, beside, with_title=with_title)) for note in notes], heading, top_pt)
        blocks = sorted([*said, *listed], key=lambda block: -block.y_pt)
        if sum(block.height + GROUP_GAP_PT for block in blocks) <= top_pt - BOTTOM_MM * PT_PER_MM:
            break
    for block, top in _stacked(blocks, top_pt):
        _paint(canvas, look, page, block, top)


def _stacked(blocks: Sequence[_Block], top_pt: float) -> list[tuple[_Block, float]]:
    """Where each block stands, as near to its line as the others and the foot of the page allow; lists that would come
    to stand right below each other as one.
    """
    low, tops = BOTTOM_MM * PT_PER_MM, list[float]()
    for block in reversed(blocks):
        tops.insert(0, max(low + block.height, min(top_pt, block.y_pt)))
        low = tops[0] + GROUP_GAP_PT
    high = top_pt
    for number, block in enumerate(blocks):
        tops[number] = min(tops[number], high)
        high = tops[number] - block.height - GROUP_GAP_PT
    for number, (upper, lower) in enumerate(pairwise(blocks)):
        white = tops[number] - upper.height - tops[number + 1]
        if upper.heading == lower.heading and white < NEAR_PT and lower.rows[0][0]:
            joined = replace(upper, rows=(*upper.rows, *lower.rows))
            return _stacked([*blocks[:number], joined, *blocks[number + 2 :]], top_pt)
    return list(zip(blocks, tops, strict=True))


def _remark(remark: Remark, look: BookLook, heading: str) -> _Block:
    body = look.body()
    style = body.with_(
        size_pt=REMARK_PT, leading_pt=REMARK_LEADING_PT, colour=QUIET, indent_mm=0.0, justify=False, space_after_pt=0.0
    )
    lines = set_lines((Span(remark.text, italic=True),), style, ASIDE_MM)
    return _Block(heading, remark.y_pt, tuple((None, line) for line in lines), REMARK_LEADING_PT)


def _lists(notes: Sequence[tuple[Note, tuple[TextLine, ...]]], heading: str, top_pt: float) -> list[_Block]:
    """The notes, in one block those that would touch, and the nearest ones until there are no more than a few."""
    blocks: list[_Block] = []
    for note, lines in notes:
        rows = tuple((note if number == 0 else None, line) for number, line in enumerate(lines))
        wanted = min(top_pt, note.y_pt + RISE_PT)
        if blocks and wanted > blocks[-1].y_pt - blocks[-1].height - NEAR_PT:
            blocks[-1] = replace(blocks[-1], rows=(*blocks[-1].rows, *rows))
        else:
            blocks.append(_Block(heading, wanted, rows))
    while len(blocks) > MOST_LISTS:
        whites = [upper.y_pt - upper.height - lower.y_pt for upper, lower in pairwise(blocks)]
        near = whites.index(min(whites))
        blocks[near : near + 2] = [replace(blocks[near], rows=(*blocks[near].rows, *blocks[near + 1].rows))]
    return blocks


def _paint(canvas: PdfCanvas, look: BookLook, page: int, block: _Block, top_pt: float) -> None:
    """Paint one block, the rule above it at `top_pt`."""
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
