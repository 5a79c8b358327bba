"""The table of contents: one column of a page that has something beside it, or columns of whole sections across a page.

In: titles with their anchors, page numbers, the height available. Out: flowables. All lines of a table have one
spacing, and each chapter a hairline above it. A title wider than its column is broken into lines, never shortened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.typeset.block import evened
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.units import PT_PER_MM

COLUMNS, GAP_MM = 3, 5.0
"""Of contents as wide as the page."""
LABEL_MM = 9.0
"""Least room for the number of a section or a case."""
LABEL_GAP_MM = 1.5
"""Space between the widest number and the titles."""
NUMBER_MM = 7.0
"""Room for the page number, and the white before it."""
RULE_PT = 5.0
"""Height of the rule above the columns."""
HAIRLINE, TURN, EVEN = "#cfcac2", 1.16, 0.5
"""The line above a chapter; the leading of a title of several lines, for its size; the share of its room that its last
line has where words allow it.
"""


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """An entry of the contents.

    level  0 for a section, 1 for a case in it
    """

    label: str
    title: str
    anchor: str
    level: int


class Density(NamedTuple):
    """From an entry to the next, white above a chapter with the hairline in it, and the size of type, in pt."""

    leading_pt: float
    above_pt: float
    size_pt: float


DENSITIES = (Density(13.0, 3.4, 9.6), Density(12.2, 3.4, 8.8), Density(10.8, 2.6, 8.3), Density(9.6, 1.6, 7.8))
DENSEST = DENSITIES[-1]
LOOSEST = 1.15
"""Most by which the lines of contents beside other things move apart to end level with these."""


def contents_beside(
    lines: Sequence[ContentsLine], pages: Mapping[str, int], look: BookLook, room_pt: float,
    width_mm: float,
) -> Contents | None:  # fmt: skip
    """The contents in one column of at most `room_pt`, as large as that allows; None if they are too many."""
    ways = (Contents(lines, pages, look, density, width_mm, 1) for density in DENSITIES)
    return next((way for way in ways if way.height <= room_pt), None)


def contents_across(
    lines: Sequence[ContentsLine], pages: Mapping[str, int], look: BookLook, room_pt: float
) -> Contents:
    """The contents as wide as the page, in the largest type that fits into `room_pt`, else in the smallest."""
    ways = [Contents(lines, pages, look, density) for density in DENSITIES]
    return next((way for way in ways if way.height <= room_pt), ways[-1])


class Contents(Flowable):
    """Titles with page numbers in columns; every entry is a link.

    pages     anchor -> page, from the previous pass; an entry whose anchor is missing has no number
    width_mm  of all columns
    """

    def __init__(
        self, lines: Sequence[ContentsLine], pages: Mapping[str, int], look: BookLook,
        density: Density = DENSEST, width_mm: float = WIDE_MM, columns: int = COLUMNS,
    ) -> None:  # fmt: skip
        super().__init__()
        self.lines, self.pages, self.look, self.density = tuple(lines), pages, look, density
        self.width_mm, self.column_mm = width_mm, (width_mm - GAP_MM * (columns - 1)) / columns
        self.turn_pt = min(density.leading_pt, TURN * density.size_pt)  # lines of an entry stand closer than entries
        self.label_look = Look("condensed-bold", density.size_pt, look.accent)
        wide = max((run_width(line.label, self.label_look) for line in self.lines if line.label), default=0.0)
        self.label_mm = min(max(LABEL_MM, wide + LABEL_GAP_MM), self.column_mm / 2)
        self.columns = self._filled(columns)
        self.height = RULE_PT + max(map(self._column_pt, self.columns), default=0.0)

    def loosened(self, height: float) -> Contents:
        """The same in one column, its lines farther apart to end at a height."""
        more, (leading, above, size) = min(max(height / self.height, 1.0), LOOSEST), self.density
        loose = Density(leading * more, above * more, size)
        return Contents(self.lines, self.pages, self.look, loose, self.width_mm, 1)

    def _filled(self, count: int) -> list[list[ContentsLine]]:
        """The entries in columns of whole sections: the least height that holds all in order."""
        sections = _sections(self.lines)
        sizes = [sum(map(self._entry_pt, section)) for section in sections]
        limit = max([sum(sizes) / count, *sizes], default=0.0)
        while len(counts := filled(sizes, limit)) > count:
            limit += 1.0
        parts = iter(sections)
        return [[line for _ in range(number) for line in next(parts)] for number in counts]

    def _entry_pt(self, entry: ContentsLine) -> float:
        """The height of an entry, the white above a section included."""
        above = self.density.above_pt if entry.level == 0 else 0.0
        return above + self.density.leading_pt + (len(self.set_title(entry)) - 1) * self.turn_pt

    def _column_pt(self, column: Sequence[ContentsLine]) -> float:
        """The height of a column, whose first line is level with those of the others."""
        return sum(map(self._entry_pt, column)) - (self.density.above_pt if column[0].level == 0 else 0.0)

    def set_title(self, entry: ContentsLine) -> tuple[TextLine, ...]:
        """The lines of an entry's title."""
        style = TextStyle(
            SANS, self.density.size_pt, self.turn_pt, INK, language=self.look.language, hang=False,
            justify=False, hyphenate=False,
        )
        room = self.column_mm - self.label_mm - NUMBER_MM
        return evened((Span(entry.title, bold=entry.level == 0),), style, room, EVEN * room)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the tallest column with the rule above it."""
        self.width = self.width_mm * PT_PER_MM
        return self.width, self.height

    def draw(self) -> None:
        """Paint the rule and every entry, with a link over each."""
        canvas = self.canv
        canvas.setStrokeColor(self.look.accent)
        canvas.setLineWidth(0.9)
        canvas.line(0, self.height, self.width_mm * PT_PER_MM, self.height)
        with canvas.tagged("TOC"):
            for column, entries in enumerate(self.columns):
                y = self.height - RULE_PT + (self.density.above_pt if entries and entries[0].level == 0 else 0.0)
                for number, entry in enumerate(entries):
                    with canvas.tagged("TOCI"):
                        x = column * (self.column_mm + GAP_MM) * PT_PER_MM
                        self._draw_entry(entry, x, y, ruled=number > 0 and entry.level == 0)
                    y -= self._entry_pt(entry)

    def _draw_entry(self, entry: ContentsLine, x: float, top: float, *, ruled: bool) -> None:
        """Paint an entry from `top` down: number, title, page; a hairline above it where it is `ruled`."""
        canvas, right = self.canv, x + self.column_mm * PT_PER_MM
        lines, leading = self.set_title(entry), self.turn_pt
        last = top - self._entry_pt(entry) + 2.6
        first = last + (len(lines) - 1) * leading
        if ruled:
            canvas.setStrokeColor(HAIRLINE)
            canvas.setLineWidth(0.4)
            canvas.line(x, top - 1.0, right, top - 1.0)
        if entry.label:
            paint_runs(canvas, x, first, (TextRun(entry.label, self.label_look),))
        for number, line in enumerate(lines):
            paint_line(canvas, x + self.label_mm * PT_PER_MM, first - number * leading, line)
        page = str(self.pages[entry.anchor]) if entry.anchor in self.pages else ""
        if page:
            face, colour = ("condensed-bold", INK) if entry.level == 0 else ("condensed-regular", QUIET)
            figure = Look(face, self.density.size_pt, colour)
            start = right - run_width(page, figure) * PT_PER_MM
            paint_runs(canvas, start, last, (TextRun(page, figure),))
        words = f"{entry.label} {entry.title}".strip()
        canvas.linkRect(words, entry.anchor, (x, last - 2.6, right, top), relative=1, Border="[0 0 0]")


def _sections(lines: Sequence[ContentsLine]) -> list[list[ContentsLine]]:
    sections: list[list[ContentsLine]] = []
    for line in lines:
        if line.level == 0 or not sections:
            sections.append([])
        sections[-1].append(line)
    return sections


def filled(sizes: Sequence[float], limit: float) -> list[int]:
    """The number of groups in each column, or on each page, none higher than `limit` but one that is so alone."""
    counts, height = [0], 0.0
    for size in sizes:
        if counts[-1] and height + size > limit + 1e-6:
            counts.append(0)
            height = 0.0
        counts[-1] += 1
        height += size
    return counts
