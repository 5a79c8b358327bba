"""Flowables of the rulebook: headings, drawings, tinted boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reportlab.lib.colors import HexColor
from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.draw.pdf import draw_scene
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_frames import frame_of, is_at_top, top_pt
from pnp.draw.scene import Scene
from pnp.generators.typeset.block import Drawing, evened
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, first_baseline_pt, paint_line
from pnp.generators.typeset.styles import TextStyle
from pnp.units import PT_PER_MM

RULE_PT, THIN_PT = 2.2, 0.6
"""The rule above a chapter, and above a heading of another level that has one."""

OPENING_MM = 20.0
"""Where title and text of a chapter begin that opens across the page; its number stands in that room."""

MARK, MARK_GAP_MM = ("condensed-bold", 7.0), 1.2
"""Font and size of the small letters after a title, and the white before them."""

CORNER_PT, OVERLAP_PT = 3.4, 0.3
"""Radius of the corners of a box, and how far its parts overlap."""

CHAPTER_GAP_MM, LABEL_GAP_MM = 2.2, 1.5
"""White between the number of a chapter or a case and its title."""

LEAST_LABEL = 0.8
"""How much smaller a wide number may be so that its title begins where the others do."""


class Heading(Flowable):
    """A heading with its number in the margin; bookmarks its place and reports the page it lands on.

    label, title   "4.2", "Reinforcements"
    level          of the outline, from 0
    rule           a line across the column above it
    mark           small letters after the title, e.g. "R"
    run_in         of a case whose title begins its text: only the number stands here, in the first line of that
    noted          of a chapter: whether its references are listed in the margin
    across         of a chapter that opens a page across both columns: the number hangs from the height of the title
    remark         a note of the designer, for the margin
    on_page        called with (anchor, title, level, page, whether it is the first thing there) when drawn
    """

    def __init__(
        self,
        label: str,
        title: str,
        style: TextStyle,
        *,
        anchor: str,
        level: int,
        number: Look,
        width_mm: float,
        rule: str = "",
        eyebrow: str = "",
        mark: str = "",
        run_in: bool = False,
        noted: bool = True,
        across: bool = False,
        remark: str = "",
        on_page: Callable[[str, str, int, int, bool], None] | None = None,
    ) -> None:
        super().__init__()
        if across:
            style = style.with_(indent_mm=max(OPENING_MM, run_width(label, number) + 5.0) if label else 0.0)
        self.label, self.title, self.style, self.anchor, self.level = label, title, style, anchor, level
        self.across, self.remark = across, remark
        self.number, self.rule, self.eyebrow, self.mark, self.on_page = number, rule, eyebrow, mark, on_page
        self.noted, self.run_in = noted, run_in
        self.spaceBefore, self.spaceAfter = style.space_before_pt, style.space_after_pt
        spans = (Span(title, bold=True),)
        gap = CHAPTER_GAP_MM if rule else LABEL_GAP_MM
        room = style.indent_mm - gap
        share = room / max(run_width(label, number), 1e-6)
        if LEAST_LABEL <= share < 1.0:
            self.number = number = number._replace(size_pt=number.size_pt * share)
        label_mm = run_width(label, number) + gap if label else 0.0
        style = self.style = style.with_(indent_mm=max(style.indent_mm, label_mm))
        ragged = style.with_(justify=False, hyphenate=False, hang=False)
        even_mm = (width_mm - style.indent_mm) / 2
        self.lines: tuple[TextLine, ...] = () if run_in else evened(spans, ragged, width_mm, even_mm)
        mark_mm = MARK_GAP_MM + run_width(mark, Look(*MARK, number.colour)) if mark else 0.0
        if self.lines and self.lines[-1].indent_mm + self.lines[-1].width_mm + mark_mm > width_mm:
            self.lines = evened(spans, ragged, width_mm - mark_mm, even_mm)
        self.above_pt = (7.0 if rule else 0.0) + (11.0 if eyebrow else 0.0)
        self.drop_pt = 0.7 * (number.size_pt - style.size_pt) if across and label else 0.0
        self.height = max(len(self.lines) * style.leading_pt, self.drop_pt + style.leading_pt * across) + self.above_pt

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of its lines, which were set for a column in advance."""
        self.width = available_width
        return available_width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Nothing: a heading is never split, it moves to the next column."""
        return []

    def draw(self) -> None:
        """Paint the heading, add it to the outline and call `on_page`."""
        canvas = self.canv
        frame = frame_of(self)
        top = canvas.absolutePosition(0, self.height)[1] - canvas.bleed_pt
        begins = frame is not None and getattr(frame, "leads", True) and top > top_pt(frame) - 4.0
        self.register(self.across or begins)
        if self.rule:
            canvas.setStrokeColor(HexColor(self.rule))
            canvas.setLineWidth(THIN_PT if self.level else RULE_PT)
            canvas.line(0, self.height, self.width, self.height)
        with canvas.tagged(f"H{self.level + 1}"):
            self._draw_words()

    def register(self, first: bool, *, apart: bool = False) -> None:
        """Add the heading to the outline and call `on_page`; `first` when nothing precedes it on the page.

        apart  it stands out of the order of the text, so that in the outline it lies within what precedes it there
        """
        canvas = self.canv
        canvas.bookmarkHorizontal(self.anchor, 0, self.height)
        canvas.noting = self.noted if self.level == 0 else canvas.noting
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
            paint_runs(canvas, 0.0, y - self.drop_pt, (TextRun(self.label, self.number),))
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
    """A drawing in the column, `indent_mm` from its left edge; `is_figure` if it shows the board of an example."""

    def __init__(
        self, drawing: Drawing, *, indent_mm: float = 0.0, before_pt: float = 2.0, after_pt: float = 6.0,
        is_figure: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
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


class Tinted(Flowable):
    """Part of a box: a flowable on a tinted ground; successive parts form one box.

    first, last    whether the box begins or ends here, with extra ground above or below
    cut            whether the column ends in the middle of this paragraph
    wide           the whole box across both columns, if it begins here and can be set so
    on_page        called with its page when it is painted
    room_right_mm  ground to the right of the text
    """

    PAD_PT = 6.0

    def __init__(
        self, inner: Flowable, tint: str, *, first: bool = False, last: bool = False, cut: bool = False,
        room_right_mm: float = 4.0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.right_pt = room_right_mm * PT_PER_MM
        self.inner, self.tint, self.first, self.last = inner, tint, first, last
        self.wide: WideBox | None = None
        self.on_page: Callable[[int], None] = lambda page: None
        self.spaceBefore = 6.0 if first else 0.0
        self.spaceAfter = 8.0 if last else 0.0
        self.above = self.PAD_PT if first else inner.getSpaceBefore()
        self.below = self.PAD_PT if last or cut else inner.getSpaceAfter()

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The size of the wrapped flowable with the ground around it, which is thicker where the box begins or ends."""
        frame = frame_of(self)
        if frame is not None and is_at_top(frame) and not self.first:
            self.above = self.PAD_PT  # the box goes on at the head of a column
        self.inner_height = self.inner.wrap(available_width - self.right_pt, available_height)[1]
        self.width = available_width
        self.height = self.inner_height + self.above + self.below
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """The wrapped flowable in two tinted parts; nothing when it doesn't split at this height."""
        parts = self.inner.splitOn(
            self.canv, available_width - self.right_pt, available_height - self.above - self.PAD_PT
        )
        if len(parts) < 2:
            return []
        tinted: list[Flowable] = []
        for index, part in enumerate(parts):
            ends = index == len(parts) - 1
            right = self.right_pt / PT_PER_MM
            first, last = self.first and index == 0, self.last and ends
            tinted.append(Tinted(part, self.tint, first=first, last=last, cut=not ends, room_right_mm=right))
        return tinted

    def draw(self) -> None:
        """Paint the ground, then the wrapped flowable."""
        canvas = self.canv
        self.on_page(canvas.getPageNumber())
        canvas.setFillColor(HexColor(self.tint))
        paint_ground(canvas, 0.0, 0.0, self.width, self.height, self.first, self.last)
        self.inner.drawOn(canvas, 0, self.below)


def paint_ground(
    canvas: PdfCanvas, x: float, y: float, width: float, height: float, first: bool, last: bool
) -> None:
    """Paint part of the ground of a box; its corners are round where the box begins or ends."""
    if first or last:
        canvas.roundRect(x, y, width, height, CORNER_PT, stroke=0, fill=1)
    low = y + CORNER_PT if last else y - OVERLAP_PT
    high = y + height - (CORNER_PT if first else 0.0)
    canvas.rect(x, low, width, high - low, stroke=0, fill=1)


class Float(Flowable):
    """A box or table that moves to the head of the next column when it doesn't fit; the text runs on meanwhile.

    parts     the flowables in the box
    least_pt  height of the smallest part of it that may stand at the foot of a column
    afar      the same away from the text that leads to it, such as a table with its title; None = the same
    wide      the same across both columns; None = it can't be set so
    """

    def __init__(
        self, parts: Sequence[Flowable], least_pt: float, afar: Float | None = None, wide: WideBox | None = None
    ) -> None:
        super().__init__()
        self.parts, self.least_pt, self.afar, self.wide = list(parts), least_pt, afar, wide

    def in_place(self) -> list[Flowable]:
        """The parts with two conditional breaks before them: below a figure, even the next column may be too short."""
        return [CondPageBreak(self.least_pt), CondPageBreak(self.least_pt), *self.parts]

    def moved(self) -> Float:
        """The float as it is set away from its text."""
        return self.afar or self


class SoftBreak(CondPageBreak):  # type: ignore[misc]
    """A break to the next column unless `whole_pt` fits here, or unless `least_pt` fits and the break would leave more
    white than `white_pt` at the foot of this one.
    """

    def __init__(self, whole_pt: float, least_pt: float, white_pt: float) -> None:
        super().__init__(whole_pt)
        self.least_pt, self.white_pt = least_pt, white_pt

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Nothing, after asking for the next column where what follows must not begin here."""
        if available_height >= self.least_pt and available_height > self.white_pt:
            return 0.0, 0.0
        wrapped: tuple[float, float] = super().wrap(available_width, available_height)
        return wrapped


class PictureBreak(CondPageBreak):  # type: ignore[misc]
    """A break before `pictures` of a box that is parted, where they don't fit with the first lines of the text below;
    `text_pt` is the least height of that text alone.
    """

    def __init__(self, height: float, pictures: int, text_pt: float) -> None:
        super().__init__(height)
        self.pictures, self.text_pt = pictures, text_pt

    def text_first(self, flowables: list[Flowable], room: float) -> None:
        """Where there is only `room` for the text, put it above its pictures, which the next column begins with."""
        if self.text_pt <= room < self.height and not flowables[self.pictures + 1].last:
            flowables[:1] = [flowables.pop(self.pictures + 1), CondPageBreak(self.height - self.text_pt)]


class Plate(Flowable):
    """A drawing placed outside the columns.

    anchor  name of its place in the PDF, "" = none
    """

    def __init__(self, drawing: Drawing, anchor: str = "") -> None:
        super().__init__()
        self.drawing, self.anchor = drawing, anchor

    def drawOn(self, canvas: PdfCanvas, x: float, y: float, _sW: float = 0) -> None:
        """Paint it with its top left corner at (x, y)."""
        if not canvas.dry:
            draw_drawing(canvas, self.drawing, x, y)
        if self.anchor:
            canvas.bookmarkHorizontal(self.anchor, 0, y)


class HeadFigure(Plate):
    """A drawing as wide as the page, placed at the foot of this page where there is room, else at the head of the next.

    on_page  called with the number of that page
    heading  of the case that is no more than this table, whose title stands for it
    """

    def __init__(
        self, drawing: Drawing, anchor: str, on_page: Callable[[int], None], heading: Heading | None = None
    ) -> None:
        super().__init__(drawing, anchor)
        self.on_page, self.heading = on_page, heading
        self.height = drawing.height_mm * PT_PER_MM

    def drawOn(self, canvas: PdfCanvas, x: float, y: float, _sW: float = 0) -> None:
        """Paint it with its top left corner at (x, y)."""
        super().drawOn(canvas, x, y)
        if self.heading:
            self.heading.canv = canvas
            canvas.saveState()
            canvas.translate(x, y - self.heading.height)
            self.heading.register(first=False, apart=True)
            canvas.restoreState()


class Opening(HeadFigure):
    """A chapter that opens a page across both columns; it takes the place of what stands there for it elsewhere.

    parts      its heading and what follows, as wide as both columns
    in_column  the same for a column
    art        for the margin beside it
    """

    def __init__(
        self, parts: Sequence[Flowable], in_column: Sequence[Flowable], width_mm: float, art: Drawing | None = None
    ) -> None:
        super().__init__(Drawing((), width_mm, 0.0), "", lambda page: None)
        self.parts, self.in_column, self.width, self.art = parts, in_column, width_mm * PT_PER_MM, art
        self.height = sum(part.wrap(self.width, 10_000.0)[1] + part.getSpaceAfter() for part in parts)

    def drawOn(self, canvas: PdfCanvas, x: float, y: float, _sW: float = 0) -> None:
        """Paint it with its top left corner at (x, y)."""
        for part in self.parts:
            y -= part.height
            part.drawOn(canvas, x, y)
            y -= part.getSpaceAfter()


class WideBox(HeadFigure):
    """A box across both columns, as a box in a column would be without room there: below its head its parts in two
    columns.

    columns   the parts at the left and at the right
    width_mm  of a column of it; `gap_mm` lies between them
    """

    def __init__(self, parts: Sequence[Tinted], width_mm: float, gap_mm: float) -> None:
        super().__init__(Drawing((), 2 * width_mm + gap_mm, 0.0), "", parts[0].on_page)
        self.width, self.step = width_mm * PT_PER_MM, (width_mm + gap_mm) * PT_PER_MM
        heights = [self._height(part) for part in parts]
        cuts = [n for n in range(2, len(parts)) if self._may_cut(parts, n)] or [len(parts)]
        cut = min(cuts, key=lambda n: max(sum(heights[1:n]), sum(heights[n:])))
        self.head, self.columns = parts[0], (parts[1:cut], parts[cut:])
        self.height = heights[0] + max(sum(heights[1:cut]), sum(heights[cut:])) + 2 * Tinted.PAD_PT

    def _height(self, part: Tinted) -> float:
        inner = part.inner
        return float(inner.wrap(self.width - part.right_pt, 10_000.0)[1] + inner.getSpaceAfter())

    @staticmethod
    def _may_cut(parts: Sequence[Tinted], index: int) -> bool:
        """Whether the right column may begin with that part: before the picture of a stage, or behind the only one."""
        pictures = [n for n, part in enumerate(parts) if isinstance(part.inner, Picture) and part.inner.is_figure]
        return index in pictures[1:] if len(pictures) > 1 else index > max(pictures, default=0)

    def drawOn(self, canvas: PdfCanvas, x: float, y: float, _sW: float = 0) -> None:
        """Paint it with its top left corner at (x, y)."""
        if not canvas.dry:
            canvas.setFillColor(HexColor(self.head.tint))
            paint_ground(canvas, x, y - self.height, self.width + self.step, self.height, first=True, last=True)
        below = self._stack(canvas, x, y - Tinted.PAD_PT, [self.head])
        for number, column in enumerate(self.columns):
            self._stack(canvas, x + number * self.step, below, column)

    def _stack(self, canvas: PdfCanvas, x: float, top: float, parts: Sequence[Tinted]) -> float:
        """Paint `parts` below each other; returns where they end."""
        for part in parts:
            top -= self._height(part)
            part.inner.drawOn(canvas, x, top + part.inner.getSpaceAfter())
        return top


class EndFloats(Flowable):
    """Marks the place where every deferred box and figure must be printed."""


class EndLevel(Flowable):
    """Marks the end of the text, whose last columns end level."""
