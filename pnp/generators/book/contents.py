"""The table of contents: sections and their cases in three columns, as dense as the first page needs it.

In: titles with their anchors, page numbers, the height available. Out: flowables, one for each page of contents. A
title wider than its column is broken into lines, never shortened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reportlab.lib.colors import HexColor
from reportlab.platypus.flowables import Flowable

from pnp.generators.book.look import INK, WIDE_MM, BookLook
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.units import PT_PER_MM

COLUMNS = 3
GAP_MM = 5.0
COLUMN_MM = (WIDE_MM - GAP_MM * (COLUMNS - 1)) / COLUMNS
LABEL_MM = 9.0
"""Least room for the number of a section or a case."""

LABEL_GAP_MM = 1.5
"""Space between the widest number and the titles."""

NUMBER_MM = 4.4
"""Room for the page number in type of usual size; titles end before it."""

HEAD_PT, UNHEADED_PT = 22.0, 9.0
"""Height of the rule with the head below it, and of the rule alone."""
TOGETHER = 2
"""Fewest cases of a section on either side of a column break."""

MOST_UNEVEN, MOST_ABOVE_PT = 1.25, 20.0
"""How much higher columns of whole sections may be; how much more white a short one has above each of them."""

TURN = 1.16
"""Leading of a title of several lines, for its size."""


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """An entry of the contents.

    level  0 for a section, 1 for a case in it
    """

    label: str
    title: str
    anchor: str
    level: int


@dataclass(frozen=True, slots=True)
class Density:
    """How tightly the entries are set.

    section_pt, case_pt  from a section's title to the next entry, and from a case's
    above_pt             space above a section
    title_pt, entry_pt   size of a section's title and of a case's
    """

    section_pt: float
    case_pt: float
    above_pt: float
    title_pt: float = 9.0
    entry_pt: float = 8.2


LOOSEST, LOOSE_STEPS = 1.45, 30
"""How far the loosest arrangement is set apart, as a share of the tightest whole one, and how many are tried."""


def airy() -> Iterator[Density]:
    """Arrangements that fill a page that has room, the loosest first; they have larger type where they are loose."""
    for step in range(LOOSE_STEPS, 0, -1):
        share = step / LOOSE_STEPS
        apart, larger = 1.0 + (LOOSEST - 1.0) * share, 1.2 * min(1.0, 2.0 * share)
        yield Density(13.6 * apart, 11.0 * apart, 3.0 + 9.0 * share, 9.0 + larger, 8.2 + larger)


DENSITIES = Density(13.6, 11.0, 3.0), Density(12.4, 10.4, 2.4), Density(11.4, 9.8, 1.8)
"""The arrangements to try, the loosest first."""


def contents_for(
    title: str, lines: Sequence[ContentsLine], pages: Mapping[str, int], look: BookLook, room_pt: float, page_pt: float,
    densities: Iterable[Density] = DENSITIES,
) -> list[Contents]:  # fmt: skip
    """The contents in the loosest arrangement that fits into `room_pt`; else the densest, on as many pages as it needs.

    room_pt    height left on the first page
    page_pt    height of each page after it
    densities  the arrangements to try, the loosest first
    """
    ways = [(density, False) for density in densities]
    for density, parted in (*ways, (DENSITIES[-1], True)):
        whole = Contents(title, lines, pages, look, density, parted=parted)
        if whole.height <= room_pt:
            return [whole]
    parts: list[Contents] = []
    remaining = list(lines)
    while remaining:
        fitting = _fitting(title, remaining, pages, look, room_pt if not parts else page_pt)
        parts.append(fitting)
        remaining = remaining[len(fitting.lines) :]
    return parts


def _fitting(
    title: str, lines: Sequence[ContentsLine], pages: Mapping[str, int], look: BookLook, room_pt: float
) -> Contents:
    """As many of `lines` as fit into `room_pt` at the greatest density, at least one group."""
    density = DENSITIES[-1]
    groups = _groups(lines)
    count = len(groups)
    while True:
        part = Contents(title, [line for group in groups[:count] for line in group], pages, look, density, parted=True)
        if part.height <= room_pt or count == 1:
            return part
        count -= 1


class Contents(Flowable):
    """Titles with page numbers in columns; every entry is a link.

    title  the head; "" where the page has it
    pages  anchor -> page, from the previous pass; an entry whose anchor is missing has no number
    parted sections go on in the next column where that saves height
    """

    def __init__(
        self, title: str, lines: Sequence[ContentsLine], pages: Mapping[str, int], look: BookLook,
        density: Density = DENSITIES[0], *, parted: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.title, self.lines, self.pages, self.look, self.density = title, tuple(lines), pages, look, density
        wide = max((run_width(line.label, self._label_look(line)) for line in self.lines if line.label), default=0.0)
        self.label_mm = min(max(LABEL_MM, wide + LABEL_GAP_MM), COLUMN_MM / 2)
        self.columns = self._balanced(1.0 if parted else MOST_UNEVEN)
        self.head_pt = HEAD_PT if title else UNHEADED_PT
        self.height = self.head_pt + max(map(self._column_pt, self.columns), default=0.0)

    def _balanced(self, uneven: float) -> list[list[ContentsLine]]:
        """The entries of each column: whole sections, unless one is so long that the columns would be too uneven."""
        whole, parted = self._filled(_sections(self.lines)), self._filled(_groups(self.lines))
        most, least = (max(map(self._column_pt, columns), default=0.0) for columns in (whole, parted))
        return whole if most <= uneven * least else parted

    def _filled(self, groups: Sequence[Sequence[ContentsLine]]) -> list[list[ContentsLine]]:
        """The groups in columns: the least height that holds all in order."""
        sizes = [sum(map(self._entry_pt, group)) for group in groups]
        limit = max([sum(sizes) / COLUMNS, *sizes], default=0.0)
        while len(counts := _filled(sizes, limit)) > COLUMNS:
            limit += 1.0
        columns: list[list[ContentsLine]] = []
        first = 0
        for count in counts:
            columns.append([line for group in groups[first : first + count] for line in group])
            first += count
        return columns

    def _leading_pt(self, entry: ContentsLine) -> float:
        """From an entry to the next."""
        return self.density.section_pt if entry.level == 0 else self.density.case_pt

    def _turn_pt(self, entry: ContentsLine) -> float:
        """From a line of an entry to its next, closer than entries stand apart."""
        return min(self._leading_pt(entry), TURN * self._size_pt(entry))

    def _size_pt(self, entry: ContentsLine) -> float:
        return self.density.title_pt if entry.level == 0 else self.density.entry_pt

    def _label_look(self, entry: ContentsLine) -> Look:
        return Look("condensed-bold", self._size_pt(entry), self.look.accent)

    def _entry_pt(self, entry: ContentsLine) -> float:
        """The height of an entry, the space above a section included."""
        above = self.density.above_pt if entry.level == 0 else 0.0
        return above + self._leading_pt(entry) + (len(self.set_title(entry)) - 1) * self._turn_pt(entry)

    def _column_pt(self, column: Sequence[ContentsLine]) -> float:
        return self._lead_pt(column) + sum(map(self._entry_pt, column))

    def _lead_pt(self, column: Sequence[ContentsLine]) -> float:
        """White at the head of a column that goes on with a section: its first line is level with the other columns."""
        density = self.density
        return density.above_pt + density.section_pt - density.case_pt if column[0].level else 0.0

    def _more_above_pt(self, column: Sequence[ContentsLine]) -> float:
        """White above each section but the first besides the usual, so that a short column ends with the tallest."""
        short = self.height - self.head_pt - self._column_pt(column)
        gaps = sum(entry.level == 0 for entry in column[1:])
        return min(short / gaps, MOST_ABOVE_PT) if gaps else 0.0

    def set_title(self, entry: ContentsLine) -> tuple[TextLine, ...]:
        """The lines of an entry's title, in condensed type where that saves a line."""
        room = COLUMN_MM - self.label_mm - NUMBER_MM * self.density.title_pt / DENSITIES[0].title_pt
        top = entry.level == 0
        style = TextStyle(
            SANS, self._size_pt(entry), self._turn_pt(entry), INK, language=self.look.language, hang=False,
            justify=False, hyphenate=False,
        )
        spans = (Span(entry.title, bold=top),)
        wide = set_lines(spans, style, room)
        if len(wide) < 2:
            return wide
        return min(wide, set_lines(spans, style.with_(faces=CONDENSED), room), key=len)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the tallest column with the head above it."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the head and every entry, with a link over each."""
        canvas = self.canv
        canvas.setStrokeColor(HexColor(self.look.accent))
        canvas.setLineWidth(0.9)
        canvas.line(0, self.height, WIDE_MM * PT_PER_MM, self.height)
        head = Look("sans-bold", 13.0, INK)
        if self.title:
            with canvas.tagged("H1"):
                paint_runs(canvas, 0, self.height - 6.6 * PT_PER_MM, (TextRun(self.title, head),))
        with canvas.tagged("TOC"):
            for column, entries in enumerate(self.columns):
                y = self.height - self.head_pt - self._lead_pt(entries)
                above = self._more_above_pt(entries)
                for number, entry in enumerate(entries):
                    y -= above if number and entry.level == 0 else 0.0
                    with canvas.tagged("TOCI"):
                        self._draw_entry(entry, column * (COLUMN_MM + GAP_MM) * PT_PER_MM, y)
                    y -= self._entry_pt(entry)

    def _draw_entry(self, entry: ContentsLine, x: float, top: float) -> None:
        """Paint an entry from `top` down: number, title, leader dots, page."""
        canvas, right = self.canv, x + COLUMN_MM * PT_PER_MM
        lines, leading = self.set_title(entry), self._turn_pt(entry)
        size = self._size_pt(entry)
        first = top - self._entry_pt(entry) + (len(lines) - 1) * leading + 2.6
        if entry.label:
            paint_runs(canvas, x, first, (TextRun(entry.label, self._label_look(entry)),))
        for number, line in enumerate(lines):
            paint_line(canvas, x + self.label_mm * PT_PER_MM, first - number * leading, line)
        last = first - (len(lines) - 1) * leading
        page = str(self.pages[entry.anchor]) if entry.anchor in self.pages else ""
        if page:
            figure = Look("condensed-semibold" if entry.level == 0 else "condensed-regular", size, INK)
            start = right - run_width(page, figure) * PT_PER_MM
            paint_runs(canvas, start, last, (TextRun(page, figure),))
            end = x + (self.label_mm + lines[-1].indent_mm + lines[-1].width_mm) * PT_PER_MM if lines else x
            self._dots(end + 3.0, start - 3.0, last)
        words = f"{entry.label} {entry.title}".strip()
        canvas.linkRect(words, entry.anchor, (x, last - 2.6, right, top), relative=1, Border="[0 0 0]")

    def _dots(self, left: float, right: float, y: float) -> None:
        if right - left < 6:
            return
        canvas = self.canv
        canvas.setStrokeColor(HexColor("#a9a399"))
        canvas.setLineWidth(0.6)
        canvas.setDash([0.6, 2.4])
        # From the right, so that the dots of all lines stand under each other.
        canvas.line(right, y + 0.6, left, y + 0.6)
        canvas.setDash()


def _sections(lines: Sequence[ContentsLine]) -> list[list[ContentsLine]]:
    sections: list[list[ContentsLine]] = []
    for line in lines:
        if line.level == 0 or not sections:
            sections.append([])
        sections[-1].append(line)
    return sections


def _groups(lines: Sequence[ContentsLine]) -> list[list[ContentsLine]]:
    """The runs of entries kept in one column: short sections, and the two ends of a long one."""
    groups: list[list[ContentsLine]] = []
    for section in _sections(lines):
        start, end = (1 if section[0].level == 0 else 0) + TOGETHER, len(section) - TOGETHER
        if start > end:
            groups.append(section)
            continue
        groups += [section[:start], *([line] for line in section[start:end]), section[end:]]
    return groups


def _filled(sizes: Sequence[float], limit: float) -> list[int]:
    """The number of groups in each column, none higher than `limit`."""
    counts, height = [0], 0.0
    for size in sizes:
        if counts[-1] and height + size > limit + 1e-6:
            counts.append(0)
            height = 0.0
        counts[-1] += 1
        height += size
    return counts
