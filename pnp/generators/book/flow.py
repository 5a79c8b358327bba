"""Flowables of the rulebook: headings, drawings, tinted boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from reportlab.platypus.flowables import Flowable

from pnp.draw.pdf import draw_scene
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.scene import Scene
from pnp.generators.book.look import OPENING_MM
from pnp.generators.typeset.block import Drawing, evened
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import JustifiedParagraph, TextLine, first_baseline_pt, paint_line
from pnp.generators.typeset.styles import TextStyle
from pnp.units import PT_PER_MM

RULE_PT, THIN_PT = 2.2, 0.6
"""The rule above a chapter, and above a heading of another level that has one."""

LEAD_MM, CAPITAL = 158.0, 0.7
"""Where lines of the first words of a chapter that opens across the page end. Height of a capital in sizes of type."""

MARK, MARK_GAP_MM = ("condensed-bold", 7.0), 1.2
"""Font and size of the small letters after a title, and the white before them."""

CORNER_PT = 3.4
"""Radius of the corners of a box."""

OPENING_GAP_MM, CHAPTER_GAP_MM, LABEL_GAP_MM = 4.0, 2.2, 1.5
"""White at least between the number of an opening, a chapter or a case and its title; a wider one is set smaller."""


class Heading(Flowable):
    """A heading with its number in the margin; bookmarks its place and reports the page it lands on.

    label, title   "4.2", "Reinforcements"
    level          of the outline, from 0
    rule           a line across the column above it
    mark           small letters after the title, e.g. "R"
    run_in         of a case whose title begins its text: only the number stands here, in the first line of that
    across         of a chapter that opens a page across both columns
    aside          what stands at the right end of its last line
    on_page        called with (anchor, title, level, page, whether it is the first thing there) when drawn
    leads          it is the first thing on its page
    """

    keepWithNext = 1

    def __init__(
        self, label: str, title: str, style: TextStyle, *, anchor: str, level: int, number: Look, width_mm: float,
        rule: str = "", eyebrow: str = "", mark: str = "", run_in: bool = False, across: bool = False,
        on_page: Callable[[str, str, int, int, bool], None] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        style = self.style = style.with_(indent_mm=OPENING_MM * bool(label)) if across else style
        self.label, self.title, self.anchor, self.level = label, title, anchor, level
        self.number, self.rule, self.eyebrow, self.mark, self.on_page = number, rule, eyebrow, mark, on_page
        self.run_in, self.leads, self.aside = run_in, across, list[TextRun]()
        self.spaceBefore, self.spaceAfter = style.space_before_pt, style.space_after_pt
        spans = (Span(title, bold=True),)
        gap = OPENING_GAP_MM if across else CHAPTER_GAP_MM if rule else LABEL_GAP_MM
        share = min(1.0, (style.indent_mm - gap) / run_width(label, number)) if label else 1.0
        self.number = number = number._replace(size_pt=number.size_pt * share)
        ragged = style.with_(justify=False, hyphenate=False, hang=False)
        even_mm = (width_mm - style.indent_mm) / 2
        self.lines: tuple[TextLine, ...] = () if run_in else evened(spans, ragged, width_mm, even_mm)
        mark_mm = MARK_GAP_MM + run_width(mark, Look(*MARK, number.colour)) if mark else 0.0
        if self.lines and self.lines[-1].indent_mm + self.lines[-1].width_mm + mark_mm > width_mm:
            self.lines = evened(spans, ragged, width_mm - mark_mm, even_mm)
        rises = CAPITAL * (number.size_pt - style.size_pt) if label else 0.0  # their baseline is the same
        self.above_pt = (7.0 if rule else 0.0) + max(11.0 if eyebrow else 0.0, rises)
        self.height = len(self.lines) * style.leading_pt + self.above_pt

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of its lines, which were set for a column in advance."""
        self.width = available_width
        return available_width, self.height

    def draw(self) -> None:
        """Paint the heading, add it to the outline and call `on_page`."""
        canvas = self.canv
        canvas.targets |= {self.mark} - {""}
        self.register(self.leads)
        if self.rule:
            canvas.setStrokeColor(self.rule)
            canvas.setLineWidth(THIN_PT if self.level else RULE_PT)
            canvas.line(0, self.height, self.width, self.height)
        with canvas.tagged(f"H{self.level + 1}"):
            self._draw_words()
        if self.aside:
            wide = sum(run_width(run.text, run.look) for run in self.aside) * PT_PER_MM
            with canvas.tagged("P"):
                paint_runs(canvas, self.width - wide, self.style.leading_pt - first_baseline_pt(self.style), self.aside)

    def register(self, first: bool, *, apart: bool = False) -> None:
        """Add the heading to the outline and call `on_page`; `first` when nothing precedes it on the page.

        apart  it stands out of the order of the text, so that in the outline it lies within what precedes it there
        """
        canvas = self.canv
        canvas.bookmarkHorizontal(self.anchor, 0, self.height)
        shown = f"{self.label} {self.title}".strip()
        level = canvas.outline_level + 1 if apart else self.level
        canvas.addOutlineEntry(shown, self.anchor, level, level > 0)
        canvas.outline_level = canvas.outline_level if apart else level
        if self.on_page:
            self.on_page(self.anchor, self.title, self.level, canvas.getPageNumber(), first)

    def _draw_words(self) -> None:
        canvas, style = self.canv, self.style
        if self.eyebrow:
            look = Look("condensed-medium", 8.0, self.number.colour)
            paint_runs(canvas, style.indent_mm * PT_PER_MM, self.height - 13.0, (TextRun(self.eyebrow.upper(), look),))
        y = self.height - self.above_pt - first_baseline_pt(style)
        if self.label:
            paint_runs(canvas, 0.0, y, (TextRun(self.label, self.number),))
        for line in self.lines:
            paint_line(canvas, 0.0, y, line)
            end = line.indent_mm + line.width_mm
            if self.mark and line is self.lines[-1]:
                run = TextRun(self.mark, Look(*MARK, self.number.colour))
                paint_runs(canvas, (end + MARK_GAP_MM) * PT_PER_MM, y + style.size_pt * 0.28, (run,))
            y -= style.leading_pt


def draw_drawing(canvas: PdfCanvas, drawing: Drawing, x: float, y: float) -> None:
    """Paint `drawing` with its top left corner at (x, y)."""
    shown = drawing.mirrored if canvas.mirrored else drawing
    draw_scene(canvas, Scene(shown.width_mm, shown.height_mm, (shown.at(0.0, 0.0),)), x, y)


class Picture(Flowable):
    """A drawing in the column, `indent_mm` from its left edge; `is_figure` if it shows the board of an example.

    anchor   name of its place in the PDF, "" = none
    heading  of the case that is no more than this table, whose title stands for it
    """

    def __init__(
        self, drawing: Drawing, *, indent_mm: float = 0.0, before_pt: float = 2.0, after_pt: float = 6.0,
        is_figure: bool = False, anchor: str = "", heading: Heading | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.anchor, self.heading = anchor, heading
        self.drawing, self.indent_mm, self.is_figure = drawing, indent_mm, is_figure
        self.spaceBefore, self.spaceAfter = before_pt, after_pt
        self.height = drawing.height_mm * PT_PER_MM

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the drawing whatever there is room for."""
        self.width = available_width
        return available_width, self.height

    def draw(self) -> None:
        """Paint the drawing, unless the pass only measures."""
        if not self.canv.dry:
            draw_drawing(self.canv, self.drawing, self.indent_mm * PT_PER_MM, self.height)
        if self.anchor:
            self.canv.bookmarkHorizontal(self.anchor, 0, self.height)
        if self.heading:
            self.heading.canv = self.canv
            self.canv.saveState()
            self.canv.translate(0, self.height - self.heading.height)
            self.heading.register(first=False, apart=True)
            self.canv.restoreState()


class TintedBox(Flowable):
    """Flowables on a tinted ground: one below the other, or the others below the first in columns.

    tint     of the ground
    room_mm  ground to the right of each column
    columns  how many there are, `gap_mm` apart
    """

    PAD_PT = 6.0

    def __init__(self, parts: Sequence[Flowable], tint: str, column_mm: float, room_mm: float,
                 columns: int = 1, gap_mm: float = 0.0) -> None:  # fmt: skip
        super().__init__()
        self.tint, self.width = tint, (column_mm * columns + gap_mm * (columns - 1)) * PT_PER_MM
        self.step, self.inner_pt = (column_mm + gap_mm) * PT_PER_MM, (column_mm - room_mm) * PT_PER_MM
        heights = [self._height(part) for part in parts]
        cuts = combinations([n for n in range(2, len(parts)) if _may_cut(parts, n)], columns - 1)
        ways = [[1, *cut, len(parts)] for cut in cuts] or [[1, len(parts)]]
        high, way = min((max(sum(heights[a:b]) for a, b in pairwise(way)), way) for way in ways)
        self.head, self.columns = parts[0], [parts[a:b] for a, b in pairwise(way)]
        self.height = heights[0] + high + 2 * self.PAD_PT

    def _height(self, part: Flowable) -> float:
        height: float = part.wrap(self.inner_pt, 10_000.0)[1]
        return height + part.getSpaceBefore() + part.getSpaceAfter()

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Its size, whatever there is room for."""
        return self.width, self.height

    def draw(self) -> None:
        """Paint the ground, then what stands on it."""
        if not self.canv.dry:
            self.canv.setFillColor(self.tint)
            self.canv.roundRect(0.0, 0.0, self.width, self.height, CORNER_PT, stroke=0, fill=1)
        below = self._stack(0.0, self.height - self.PAD_PT, [self.head])
        for number, column in enumerate(self.columns):
            self._stack(number * self.step, below, column)

    def _stack(self, x: float, top: float, parts: Sequence[Flowable]) -> float:
        """Paint `parts` below each other; returns where they end."""
        for part in parts:
            top -= self._height(part)
            part.drawOn(self.canv, x, top + part.getSpaceAfter())
        return top


def _may_cut(parts: Sequence[Flowable], index: int) -> bool:
    """Whether another column may begin with that part: before the picture of a stage, or behind the only one."""
    pictures = [n for n, part in enumerate(parts) if isinstance(part, Picture) and part.is_figure]
    return index in pictures[1:] if len(pictures) > 1 else index > max(pictures, default=0)


class DesignNote(JustifiedParagraph):
    """Why a rule is so; it goes with the rule above it."""


class Float(Flowable):
    """A box, table or figure that stands on the page where there is room for it; the text runs on meanwhile.

    wide     across both columns, at the head or the foot of the page
    on_page  called with the page on which the text leads to it, then with its own
    """

    def __init__(
        self, part: Flowable, *, wide: bool = False, on_page: Callable[[int], None] = lambda page: None
    ) -> None:
        super().__init__()
        self.part, self.wide, self.on_page = part, wide, on_page
        self.height: float = part.wrap(0.0, 0.0)[1]


class Opening(Flowable):
    """A chapter that opens a page across both columns; it takes the place of what stands there for it elsewhere.

    parts      its heading and what follows, as wide as both columns
    in_column  the number of the parts after it that it takes the place of
    bars       how many sentences parted by figures one of the text before it is as bad as that stands below it
    """

    def __init__(self, parts: Sequence[Flowable], in_column: int, width_mm: float, bars: float = 0.0) -> None:
        super().__init__()
        self.parts, self.in_column, self.width, self.bars = parts, in_column, width_mm * PT_PER_MM, bars
        read = min(width_mm, LEAD_MM) * PT_PER_MM
        wides = (read if isinstance(part, JustifiedParagraph) else self.width for part in parts)
        self.height = sum(part.wrap(wide, 10_000.0)[1] + part.getSpaceAfter()
                          for part, wide in zip(parts, wides, strict=True))  # fmt: skip

    def draw(self) -> None:
        """Paint the parts below each other."""
        y = self.height
        for part in self.parts:
            y -= part.height
            part.drawOn(self.canv, 0.0, y)
            y -= part.getSpaceAfter()
