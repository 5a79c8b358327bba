"""What stands in the outer margin of a page: the cases that it refers to, and notes of the designer beside theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.look import INK, MARGIN_MM, QUIET, BookLook
from pnp.generators.typeset.items import Look, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.units import PT_PER_MM

HEAD = Look("condensed-semibold", 7.2, INK)
HEAD_PT, BETWEEN_PT, RULE_PT = 10.5, 14.0, 8.6
"""From the baseline of a head to that of the first line, from a block to the next, from a head's line to its rule."""

GAP_MM, HANG_MM, MOST_LABEL_MM = 1.4, 2.5, 9.0
"""White behind the number of a case; how far its title is indented below a number wider than the last."""


class Note(NamedTuple):
    """A case on another page that the page refers to; `page` is 0 where that is on the same spread."""

    anchor: str
    label: str
    title: str
    page: int


class Aside(NamedTuple):
    """A block of the margin: a head above lines of one leading, some of which lie upon each other."""

    head: str
    lines: tuple[tuple[float, TextLine], ...]
    leading_pt: float

    @property
    def height_pt(self) -> float:
        """From its rule to the foot of its last line."""
        last = max((down for down, _ in self.lines), default=0.0)
        return RULE_PT + (HEAD_PT if self.head else 0.0) + last + 0.3 * self.leading_pt


def aside(head: str, spans: Sequence[Span], style: TextStyle) -> Aside:
    """A paragraph under a head."""
    lines = set_lines(spans, style.with_(indent_mm=0.0), MARGIN_MM)
    return Aside(head, tuple((n * style.leading_pt, line) for n, line in enumerate(lines)), style.leading_pt)


def see_also(notes: Sequence[Note], look: BookLook, heading: str, most_pt: float, marks: str = "") -> list[Aside]:
    """The list of cases: with titles, those on other spreads alone, these without titles, or no more than their pages:
    the first that is at most so high; behind it what the `marks` of the page mean.
    """
    style = TextStyle(CONDENSED, 7.3, 9.2, QUIET, INK, look.language, justify=False, hyphenate=False, hang=False)
    told = [aside("", (Span(marks),), style)] if marks else []
    far = [note for note in notes if note.page]
    pages = ", ".join(map(str, sorted({note.page for note in far})))
    ways = [_listed(some, look, style, titled=titled) for titled in (True, False) for some in (notes, far) if some]
    ways += [aside("", (Span(look.page_label.format(n=pages)),), style).lines] if far else []
    blocks = [Aside(heading.upper(), lines, style.leading_pt) for lines in ways]
    room = most_pt - sum(one.height_pt + BETWEEN_PT for one in told)
    return [one for one in blocks if one.height_pt <= room][:1] + told


def _listed(
    notes: Sequence[Note], look: BookLook, style: TextStyle, *, titled: bool
) -> tuple[tuple[float, TextLine], ...]:
    """Number, title and page of each case, the numbers hanging beside the rest where they are short."""
    number = HEAD._replace(size_pt=style.size_pt)
    room = max(run_width(note.label, number) for note in notes) + GAP_MM
    apart, style = room <= MOST_LABEL_MM, style.with_(indent_mm=room if room <= MOST_LABEL_MM else HANG_MM)
    first = style.with_(indent_mm=0.0) if apart else style.with_(first_mm=-HANG_MM)
    down, lines = 0.0, list[tuple[float, TextLine]]()
    for note in notes:
        where = look.page_label.format(n=note.page).replace(" ", "\u00a0") if note.page else ""
        told = Span(f"{note.title if titled or not note.label else ''} {where}".strip() or "\u00a0", link=note.anchor)
        label = Span(note.label.replace(" ", "\u00a0"), bold=True, link=note.anchor)
        if apart:
            lines += [(down, line) for line in set_lines((label,), first, MARGIN_MM)]
        rest = set_lines((told,), style, MARGIN_MM) if apart else set_lines((label, Span(" "), told), first, MARGIN_MM)
        lines += [(down + n * style.leading_pt, line) for n, line in enumerate(rest)]
        down += len(rest) * style.leading_pt
    return tuple(lines)


def placed(blocks: Sequence[tuple[float, Aside]], low_pt: float) -> list[tuple[float, Aside]]:
    """The tops of the blocks, each at the height that it would have or below the one before it, the last above `low_pt`
    where they fit.
    """
    tops, end = list[float](), float("inf")
    for top, block in blocks:
        tops.append(min(top, end))
        end = tops[-1] - block.height_pt - BETWEEN_PT
    floor = low_pt
    for number in reversed(range(len(tops))):
        tops[number] = max(tops[number], floor + blocks[number][1].height_pt)
        floor = tops[number] + BETWEEN_PT
    return [(top, block) for top, (_, block) in zip(tops, blocks, strict=True)]


def paint_margin(canvas: PdfCanvas, look: BookLook, page: int, blocks: Sequence[tuple[float, Aside]]) -> None:
    """Paint the blocks of `page`, each below its top."""
    if canvas.dry:
        return
    left = look.margin_mm(page) * PT_PER_MM
    head = TextStyle(CONDENSED, HEAD.size_pt, HEAD.size_pt, look.number_ink, INK, look.language, justify=False)
    for top, block in blocks:
        canvas.setStrokeColor(look.number_ink)
        canvas.setLineWidth(0.5)
        canvas.line(left, top, left + MARGIN_MM * PT_PER_MM, top)
        y = top - RULE_PT
        with canvas.tagged("Note"):
            if block.head:
                for line in set_lines((Span(block.head, bold=True),), head, MARGIN_MM):
                    paint_line(canvas, left, y, line)
                y -= HEAD_PT
            for down, line in block.lines:
                paint_line(canvas, left, y - down, line)
