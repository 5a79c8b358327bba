"""A paragraph for reportlab's frames: broken by `linebreak`, painted with kerned, selectable text.

Breaking happens once per width; a split shares the lines. Two lines at least stay together at a column's foot
and head (no orphans, no widows).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus.flowables import Flowable

from pnp.draw.text import metrics
from pnp.generators.typeset.items import Look, Piece, items_of, piece_width
from pnp.generators.typeset.linebreak import Box, Glue, Item, Penalty, best_breaks
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.placed import Placed, Shape
from pnp.generators.typeset.styles import TextStyle
from pnp.units import MM_PER_PT, PT_PER_MM

LOOSE_GAP, WIDEST_GAP = 0.6, 1.7
"""What a gap may take more than the font's space: before letters are spaced, and at the most."""

MOST_TRACKING = 0.014
"""em between letters of a loose line; less than the eye sees."""

MIN_LINES = 2
"""Fewest lines of a paragraph at the foot or head of a column."""


@dataclass(frozen=True)
class Line:
    """One line as set.

    indent_mm  from the paragraph's left edge
    space      what each gap is wider (+) or narrower (-) than the font's space, in mm
    tracking   extra space after each character in em, a little in loose lines
    gaps       number of spaces
    width_mm   from first ink to last, hanging marks included
    """

    runs: tuple[Piece, ...]
    indent_mm: float
    space: float
    gaps: int
    width_mm: float
    last: bool = False
    tracking: float = 0.0

    @property
    def text(self) -> str:
        """The line's characters."""
        return "".join(run.text for run in self.runs)


def set_lines(spans: Sequence[Span], style: TextStyle, room_mm: float) -> tuple[Line, ...]:
    """The lines of a paragraph in a column of `room_mm`; a link of a span is the name of a place in the document."""
    return _set_lines(tuple(spans), style, round(room_mm, 6))


@lru_cache(maxsize=4096)
def _set_lines(spans: tuple[Span, ...], style: TextStyle, room_mm: float) -> tuple[Line, ...]:
    rooms = [room_mm - style.indent_mm - style.first_mm, room_mm - style.indent_mm]
    items = items_of(spans, style, room_mm=min(rooms))
    if len(items) <= 3:
        return ()
    if not style.justify:
        items = [_ragged(item) for item in items]
    breaks = best_breaks(items, rooms, style.settings)
    lines: list[Line] = []
    start = 0
    for number, end in enumerate(breaks.positions):
        while start < end and not isinstance(items[start], Box):
            start += 1
        last = number == len(breaks.positions) - 1
        room = rooms[min(number, 1)]
        indent = style.indent_mm + (style.first_mm if number == 0 else 0.0)
        lines.append(_line(items, start, end, room, indent, last or not style.justify, last))
        start = end + 1
    return tuple(lines)


def _ragged(item: Item) -> Item:
    """Glue for lines that are not justified: it takes what is left over, but prefers full lines."""
    if isinstance(item, Glue) and item.stretch < 1000:
        return replace(item, stretch=item.width * 4, shrink=0.0)
    return item


def _line(items: Sequence[Item], start: int, end: int, room: float, indent: float, natural: bool, last: bool) -> Line:
    """The line of `items[start:end]`, spread to fill `room` unless `natural`."""
    pieces = [item.content for item in items[start:end] if isinstance(item, (Box, Glue)) and item.content]
    ending = items[end]
    hang = 0.0
    if isinstance(ending, Penalty) and ending.width:
        pieces.append(ending.content)
        hang = ending.hang_right
    elif end and isinstance(items[end - 1], Box):
        hang = items[end - 1].hang_right
    first = items[start]
    left = first.hang_left if isinstance(first, Box) else 0.0
    runs = _merged([p for p in pieces if isinstance(p, Piece)])
    width = sum(piece_width(run.text, run.look) for run in runs)
    gaps = sum(run.text.count(" ") for run in runs)
    space = tracking = 0.0
    fits = width - hang - left
    if gaps and (not natural or fits > room):
        space, tracking = _spread(runs, room - fits, gaps)
    letters = sum(len(run.text) for run in runs)
    length = width + space * gaps + tracking * letters * runs[-1].look.size_pt * MM_PER_PT
    return Line(runs, indent - left, space, gaps, length, last, tracking)


def _spread(runs: Sequence[Piece], missing: float, gaps: int) -> tuple[float, float]:
    """Extra width of each gap in mm and of each letter in em that together make up for `missing` mm.

    A loose line takes up to `MOST_TRACKING` between its letters; past `WIDEST_GAP` it rather ends short.
    """
    natural = piece_width(" ", runs[0].look)
    space = missing / gaps
    if space <= LOOSE_GAP * natural:
        return space, 0.0
    em = runs[0].look.size_pt * MM_PER_PT
    letters = sum(len(run.text) for run in runs)
    tracking = min((missing - LOOSE_GAP * natural * gaps) / (letters * em), MOST_TRACKING)
    space = (missing - tracking * letters * em) / gaps
    return min(space, WIDEST_GAP * natural), tracking


def _merged(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces of one look joined, so that they are kerned as one."""
    runs: list[Piece] = []
    for piece in pieces:
        if runs and runs[-1].look == piece.look:
            runs[-1] = Piece(runs[-1].text + piece.text, piece.look)
        else:
            runs.append(Piece(piece.text, piece.look))
    return tuple(runs)


class JustifiedParagraph(Placed):
    """Running text in a frame.

    marker  printed at the left of the first line, in the room that `style.indent_mm` leaves
    note    told each line drawn, for a report on looseness
    """

    def __init__(
        self, spans: Sequence[Span], style: TextStyle, *, marker: tuple[str, Look, float] | None = None,
        lines: tuple[Line, ...] | None = None,
        cache: dict[object, tuple[Line, ...]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.spans, self.style, self.marker = tuple(spans), style, marker
        self.lines = lines
        self.cache = cache
        self.spaceBefore, self.spaceAfter = style.space_before_pt, style.space_after_pt
        self._width_mm = -1.0
        self._first = 0

    def lines_for(self, width_mm: float) -> tuple[Line, ...]:
        """The lines in a column of `width_mm`; broken once."""
        if self.lines is not None and (self._width_mm < 0 or abs(self._width_mm - width_mm) < 1e-6):
            self._width_mm = width_mm
            return self.lines
        key = (self.spans, self.style, round(width_mm, 6))
        found = self.cache.get(key) if self.cache is not None else None
        if found is None:
            found = set_lines(self.spans, self.style, width_mm)
            if self.cache is not None:
                self.cache[key] = found
        self.lines, self._width_mm = found, width_mm
        return found

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        lines = self.lines_for(available_width * MM_PER_PT)
        self.width, self.height = available_width, len(lines) * self.style.leading_pt
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        lines = self.lines_for(available_width * MM_PER_PT)
        fit = int((available_height + 1e-6) / self.style.leading_pt)
        if fit >= len(lines):
            return [self]
        fit = min(fit, len(lines) - MIN_LINES)
        if fit < MIN_LINES:
            return []
        return [self._part(lines[:fit], 0), self._part(lines[fit:], fit)]

    def _part(self, lines: tuple[Line, ...], start: int) -> JustifiedParagraph:
        """`lines` alone, of which the first is the line `start`."""
        style = self.style.with_(space_before_pt=0.0) if start else self.style.with_(space_after_pt=0.0)
        part = JustifiedParagraph(self.spans, style, marker=None if start else self.marker, lines=lines)
        part._width_mm, part._first, part.place = self._width_mm, self._first + start, self.place
        return part

    @property
    def shape(self) -> Shape:
        """Width of the column, the first line and how many, their height."""
        return self._width_mm, self._first, len(self.lines or ()), self.height

    def as_placed(self, shape: Shape) -> JustifiedParagraph:
        """The lines that stood there."""
        width_mm, first, count, height = shape
        part = self._part(self.lines_for(width_mm)[first : first + count], first)
        part.height = height
        return part

    def smallest_part_pt(self, width_mm: float) -> float:
        """Height of the least that may stand at a column's foot."""
        count = len(self.lines_for(width_mm))
        return (count if count < 2 * MIN_LINES else MIN_LINES) * self.style.leading_pt

    def draw(self) -> None:
        style = self.style
        first_mm = first_baseline_pt(style)
        for number, line in enumerate(self.lines or ()):
            y = self.height - first_mm - number * style.leading_pt
            if number == 0 and self.marker:
                text, look, x_mm = self.marker
                paint_runs(self.canv, x_mm * PT_PER_MM, y, (Piece(text, look),))
            paint_line(self.canv, 0.0, y, line)


def first_baseline_pt(style: TextStyle) -> float:
    """From the top of the first line to its baseline: ascent and descent centred in the leading."""
    measures = metrics(style.faces.regular)
    rise, drop = measures.ascent * style.size_pt, abs(measures.descent) * style.size_pt
    return (style.leading_pt - rise - drop) / 2 + rise


def paint_line(canvas: Canvas, x_pt: float, y_pt: float, line: Line) -> None:
    """Paint `line` with the paragraph's left edge at `x_pt`; links become annotations."""
    paint_runs(
        canvas, x_pt + line.indent_mm * PT_PER_MM, y_pt, line.runs, space_mm=line.space, tracking_em=line.tracking
    )


def looseness(lines: Mapping[object, Sequence[Line]] | Sequence[Line]) -> tuple[float, float]:
    """The tightest and the loosest gap of `lines`, as a share of the font's space: 1 = as designed."""
    rows = [line for group in lines.values() for line in group] if isinstance(lines, Mapping) else list(lines)
    shares = [1.0]
    for line in rows:
        if line.gaps:
            natural = piece_width(" ", line.runs[0].look)
            shares.append(1.0 + line.space / natural)
    return min(shares), max(shares)
