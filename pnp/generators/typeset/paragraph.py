"""A paragraph of a column: broken by `linebreak`, painted with kerned, selectable text.

Breaking happens once per width; the parts of a paragraph share the lines. Two lines at least stay together at the foot
of a column and at its head (no orphans, no widows).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from reportlab.platypus.flowables import Flowable

from pnp.draw.bidi import has_letters_of_it
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_tags import StructureElement
from pnp.draw.text import metrics
from pnp.generators.typeset.items import Look, TextRun, items_of, run_width
from pnp.generators.typeset.kinsoku import is_unspaced
from pnp.generators.typeset.linebreak import INFINITE, Breakable, BreakItem, Glue, Penalty, TextBox
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.styles import TextStyle
from pnp.units import MM_PER_PT, PT_PER_MM

LOOSE_GAP, WIDEST_GAP = 0.4, 0.6
"""What a gap may take more than the font's space: before letters are spaced, and at the most."""

MOST_TRACKING, MOST_UNSPACED = 0.014, 0.15
"""em between letters of a loose line, less than the eye sees; between those of a script without spaces."""

RAGGED_MM = 62.0
"""Columns up to this width are never justified: their gaps would be too uneven."""

RAGGED_STRETCH, RAGGED_COST, UNSPACED_COST = 6, 1.6, 4.0
"""How far a space of a line that isn't justified stands for white at its end, and what dividing a word costs more,
in a script without spaces, too.
"""

SHORT_EM = 6.0
"""How far from the column's edge a line without spaces may well end for the sake of its words."""

NO_LADDER = 4_000_000.0
"""Demerits of two divided words one below the other in lines that are not justified."""

MIN_LINES = 2
"""Fewest lines of a paragraph at the foot of a column, and at the head of the next."""


class TextLine(NamedTuple):
    """One line as set.

    indent_mm  from the paragraph's left edge
    space      what each gap is wider (+) or narrower (-) than the font's space, in mm
    tracking   extra space after each character in em, a little in loose lines
    gaps       number of spaces
    width_mm   from first ink to last, hanging marks included
    backwards  part of a text that is read from right to left
    """

    runs: tuple[TextRun, ...]
    indent_mm: float
    space: float
    gaps: int
    width_mm: float
    last: bool = False
    tracking: float = 0.0
    backwards: bool = False

    @property
    def text(self) -> str:
        """The line's characters."""
        return "".join(run.text for run in self.runs)


def set_lines(spans: Sequence[Span], style: TextStyle, room_mm: float) -> tuple[TextLine, ...]:
    """The lines of a paragraph in a column of `room_mm`; a link of a span is the name of a place in the document."""
    return _set_lines(tuple(spans), style, round(room_mm, 6))


@lru_cache(maxsize=4096)
def _set_lines(spans: tuple[Span, ...], style: TextStyle, room_mm: float) -> tuple[TextLine, ...]:
    rooms = [room_mm - style.indent_mm - style.first_mm, room_mm - style.indent_mm]
    unspaced = any(is_unspaced(span.text) for span in spans)
    ragged = not style.justify or (room_mm - style.indent_mm <= RAGGED_MM + 1e-6 and not unspaced)
    ways = _breakable(spans, style, ragged, math.inf)
    if ways.widest > min(rooms) - 1e-6:
        ways = _breakable(spans, style, ragged, min(rooms))
    items = ways.items
    if len(items) <= 3:
        return ()
    positions = (len(items) - 1,) if ways.width[-1] <= rooms[0] else ways.breaks(rooms).positions
    lines: list[TextLine] = []
    start = 0
    for number, end in enumerate(positions):
        while start < end and not isinstance(items[start], TextBox):
            start += 1
        last = number == len(positions) - 1
        room = rooms[min(number, 1)]
        indent = style.indent_mm + (style.first_mm if number == 0 else 0.0)
        lines.append(_line(items, start, end, room, indent, last or ragged, last))
        start = end + 1
    if any(has_letters_of_it(span.text) for span in spans):
        return tuple(line._replace(backwards=True) for line in lines)
    return tuple(lines)


@lru_cache(maxsize=1024)  # a text is tried in many widths
def _breakable(spans: tuple[Span, ...], style: TextStyle, ragged: bool, room_mm: float) -> Breakable:
    """What `spans` are broken as where the narrowest line has `room_mm`."""
    items = items_of(spans, style, room_mm=room_mm)
    if not ragged:
        return Breakable(items, style.settings)
    settings = style.settings._replace(double_hyphen_demerits=NO_LADDER)
    if style.hyphenate:  # rather a short line than a ladder
        settings = settings._replace(tolerance=settings.second_tolerance)
    stretch, dear = RAGGED_STRETCH, RAGGED_COST
    if any(is_unspaced(span.text) for span in spans):  # its few spaces don't stretch, or lines would end at them
        settings = settings._replace(emergency_stretch=SHORT_EM * style.size_pt * MM_PER_PT)
        stretch, dear = 0, UNSPACED_COST
    return Breakable([_ragged(item, stretch, dear) for item in items], settings)


def _ragged(item: BreakItem, stretch: float, dear: float) -> BreakItem:
    """Glue for lines that are not justified: it takes what is left over, but prefers full lines. They can be shorter,
    so a word is rather left whole.
    """
    if isinstance(item, Glue) and item.stretch < 1000:
        return item._replace(stretch=item.width * stretch, shrink=0.0)
    if isinstance(item, Penalty) and 0 < item.cost < INFINITE:
        return item._replace(cost=item.cost * dear)
    return item


def _line(
    items: Sequence[BreakItem], start: int, end: int, room: float, indent: float, natural: bool, last: bool
) -> TextLine:
    """The line of `items[start:end]`, spread to fill `room` unless `natural`."""
    pieces = [item.content for item in items[start:end] if isinstance(item, (TextBox, Glue)) and item.content]
    ending = items[end]
    hang = 0.0
    if isinstance(ending, Penalty) and ending.width:
        pieces.append(ending.content)
        hang = ending.hang_right
    elif end and isinstance(items[end - 1], TextBox):
        hang = items[end - 1].hang_right
    first = items[start]
    left = first.hang_left if isinstance(first, TextBox) else 0.0
    runs = _merged([p for p in pieces if isinstance(p, TextRun)])
    width = sum(run_width(run.text, run.look) for run in runs)
    gaps = sum(run.text.count(" ") for run in runs)
    space = tracking = 0.0
    fits = width - hang - left
    letters = sum(len(run.text) for run in runs)
    if is_unspaced("".join(run.text for run in runs)):
        between = letters * runs[0].look.size_pt * MM_PER_PT
        tracking = 0.0 if natural else min(max(0.0, room - fits) / between, MOST_UNSPACED)
    elif gaps and (not natural or fits > room):
        space, tracking = _spread(runs, room - fits, gaps)
    length = width + space * gaps + tracking * letters * runs[-1].look.size_pt * MM_PER_PT
    return TextLine(runs, indent - left, space, gaps, length, last, tracking)


def _spread(runs: Sequence[TextRun], missing: float, gaps: int) -> tuple[float, float]:
    """Extra width of each gap in mm and of each letter in em that together make up for `missing` mm.

    A loose line takes up to `MOST_TRACKING` between its letters; past `WIDEST_GAP` it rather ends short.
    """
    natural = run_width(" ", runs[0].look)
    space = missing / gaps
    if space <= LOOSE_GAP * natural:
        return space, 0.0
    em = runs[0].look.size_pt * MM_PER_PT
    letters = sum(len(run.text) for run in runs)
    tracking = min((missing - LOOSE_GAP * natural * gaps) / (letters * em), MOST_TRACKING)
    space = (missing - tracking * letters * em) / gaps
    return min(space, WIDEST_GAP * natural), tracking


def _merged(pieces: Sequence[TextRun]) -> tuple[TextRun, ...]:
    """Pieces of one look joined, so that they are kerned as one."""
    alike = groupby(pieces, key=lambda piece: piece.look)
    return tuple(TextRun("".join(piece.text for piece in group), look) for look, group in alike)


class JustifiedParagraph(Flowable):
    """Running text in a column.

    marker  printed at the left of the first line, in the room that `style.indent_mm` leaves
    lines   the lines, where they are broken already
    cache   lines by text, style and width, shared by the paragraphs of a book
    """

    def __init__(
        self, spans: Sequence[Span], style: TextStyle, *, marker: tuple[str, Look, float] | None = None,
        lines: tuple[TextLine, ...] | None = None,
        cache: dict[object, tuple[TextLine, ...]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.spans, self.style, self.marker = tuple(spans), style, marker
        self.lines = lines
        self.cache = cache
        self.spaceBefore, self.spaceAfter = style.space_before_pt, style.space_after_pt
        self.element = StructureElement("LBody" if marker else "P")
        self._width_mm = -1.0

    def lines_for(self, width_mm: float) -> tuple[TextLine, ...]:
        """The lines in a column of `width_mm`; broken once."""
        if self.lines is not None and (self._width_mm < 0 or abs(self._width_mm - width_mm) < 1e-6):
            self._width_mm = width_mm
            return self.lines
        key = (self.spans, self.style, round(width_mm, 6))
        lines = self.cache.get(key) if self.cache is not None else None
        if lines is None:
            lines = set_lines(self.spans, self.style, width_mm)
            if self.cache is not None:
                self.cache[key] = lines
        self.lines, self._width_mm = lines, width_mm
        return lines

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Break the lines for the frame's width; return the paragraph's width and height in pt."""
        lines = self.lines_for(available_width * MM_PER_PT)
        self.width, self.height = available_width, len(lines) * self.style.leading_pt
        return self.width, self.height

    def cuts(self, width_pt: float) -> list[int]:
        """The numbers of lines between which it may be parted, with both ends; none where it may not."""
        count = len(self.lines_for(width_pt * MM_PER_PT))
        return [0, *range(MIN_LINES, count - MIN_LINES + 1), count] if count >= 2 * MIN_LINES else []

    def piece(self, begin: int, end: int) -> JustifiedParagraph:
        """Those of its lines; all of them are the paragraph itself."""
        lines = self.lines or ()
        if (begin, end) == (0, len(lines)):
            return self
        part = JustifiedParagraph(self.spans, self.style, marker=None if begin else self.marker, lines=lines[begin:end])
        part._width_mm, part.element = self._width_mm, self.element
        return part

    def draw(self) -> None:
        """Paint the marker and the lines on the canvas."""
        canvas, first = self.canv, self.height - first_baseline_pt(self.style)
        if not self.marker:
            self._draw_lines(first)
            return
        text, look, x_mm = self.marker
        with canvas.tagged("L", joined=True), canvas.tagged("LI"):
            with canvas.tagged("Lbl"):
                paint_runs(canvas, x_mm * PT_PER_MM, first, (TextRun(text, look),))
            self._draw_lines(first)

    def _draw_lines(self, first: float) -> None:
        with self.canv.tagged(self.element):
            for number, line in enumerate(self.lines or ()):
                paint_line(self.canv, 0.0, first - number * self.style.leading_pt, _with_space(line))


def first_baseline_pt(style: TextStyle) -> float:
    """From the top of the first line to its baseline: ascent and descent centred in the leading."""
    measures = metrics(style.faces.regular)
    rise, drop = measures.ascent * style.size_pt, abs(measures.descent) * style.size_pt
    return (style.leading_pt - rise - drop) / 2 + rise


def _with_space(line: TextLine) -> TextLine:
    """The line with the space that parts its last word from the next line's, which isn't seen but read."""
    last = line.runs[-1]
    if line.last or last.text.endswith(("-", "\u00ad", " ")):
        return line
    return line._replace(runs=(*line.runs[:-1], last._replace(text=last.text + " ")))


def paint_line(canvas: PdfCanvas, x_pt: float, y_pt: float, line: TextLine) -> None:
    """Paint `line` with the paragraph's left edge at `x_pt`; links become annotations."""
    paint_runs(
        canvas, x_pt + line.indent_mm * PT_PER_MM, y_pt, line.runs, space_mm=line.space, tracking_em=line.tracking,
        backwards=line.backwards,
    )  # fmt: skip
