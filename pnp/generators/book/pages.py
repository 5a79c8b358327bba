"""Pages of the rulebook: frames, running heads and feet, and the document that platypus fills."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

from reportlab.lib.colors import HexColor
from reportlab.platypus.doctemplate import ActionFlowable, PageTemplate
from reportlab.platypus.flowables import CondPageBreak, Flowable, PageBreak
from reportlab.platypus.frames import Frame

from pnp.draw.bidi import RIGHT_TO_LEFT_MARK, is_right_to_left
from pnp.draw.pdf import new_canvas, press_canvas
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_frames import HeldFrame, Template, filled_pt, foot_pt, is_at_top, room_pt, wait_again
from pnp.draw.pdf_tags import Tags
from pnp.draw.scene import Store
from pnp.draw.separation import BLEED_MM, Press
from pnp.errors import LayoutError
from pnp.generators.book.beside import Likeness, spoken_of
from pnp.generators.book.flow import (
    EndFloats,
    EndLevel,
    Float,
    HeadFigure,
    Heading,
    Opening,
    PictureBreak,
    Plate,
    Tinted,
    WideBox,
)
from pnp.generators.book.level import end_pt, filled, lowered, spare_pt
from pnp.generators.book.look import (
    BOTTOM_MM,
    FIRST_MORE_MM,
    FULL_MM,
    GAP_MM,
    INK,
    QUIET,
    TOP_MM,
    WIDE_MM,
    BookLook,
)
from pnp.generators.book.margin import GAP_PT, Aside, Note, listed, paint_margin, remark
from pnp.generators.book.tabs import FEWEST_PAGES, Tab, paint_tabs
from pnp.generators.book.tidied import height_of, unfinished
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.paint import paint_runs
from pnp.model.game import Game
from pnp.units import MM_PER_PT, PT_PER_MM

COVER, FIRST, TEXT, WIDE = "cover", "first", "text", "wide"
"""Page templates: the cover, the page of the title, two columns, one wide column."""

FIGURE_GAP_PT = 16.0
"""Space between the columns and a figure at the head or the foot of the page."""

MOST_COUNTERS = 3
"""Most counters in the margin of a page."""

MOST_WHITE_PT = 50.0
"""Most white at the foot of columns above which a chapter opens the next page."""

LEAST_ABOVE_PT = 66.0
"""The least height of the columns above a figure at the foot."""

_LEVEL_STEP_PT = 3.0
"""How much higher columns are tried when they are made level."""


@dataclass
class PageRecord:
    """What one pass learned about the pages.

    pages     anchor -> page number
    sections  page number -> titles of the sections that begin on it
    fresh     pages whose first line is the heading of a section
    headed    pages whose first line is a heading
    total     number of pages
    room      height in pt below the last columns of the text, which end level
    filled    page in two columns -> the share of both columns that is filled, or lies under a figure above them
    white     page in two columns -> the white in mm at the foot of its columns, left and right
    examples  id of an example -> the page on which the text leads to it, and that of its box
    """

    pages: dict[str, int] = field(default_factory=dict)
    sections: dict[int, list[str]] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    headed: set[int] = field(default_factory=set)
    total: int = 0
    room: float = 0.0
    filled: dict[int, float] = field(default_factory=dict)
    white: dict[int, tuple[float, float]] = field(default_factory=dict)
    examples: dict[str, tuple[int, int]] = field(default_factory=dict)

    def note(self, anchor: str, title: str, level: int, page: int, first: bool) -> None:
        """Record a heading on `page`; `first` when nothing precedes it there."""
        self.pages[anchor] = page
        if first:
            self.headed.add(page)
        if level == 0:
            self.sections.setdefault(page, []).append(title)
            if first:
                self.fresh.add(page)

    def note_example(self, name: str, page: int) -> None:
        """Record that the text leads to an example on `page`, then that its box stands there."""
        self.examples[name] = (self.examples.get(name, (page, page))[0], page)

    def settled(self, before: PageRecord) -> bool:
        """Whether this pass found the same numbers that it printed, those of `before`."""
        return (self.pages, self.sections, self.fresh, self.headed, self.total) == (
            before.pages, before.sections, before.fresh, before.headed, before.total,
        )  # fmt: skip


def set_book(
    game: Game, look: BookLook, title: str, story: Sequence[Flowable], before: PageRecord, record: PageRecord, *,
    foot: Drawing | None = None, dry: bool = False,
    store: Store | None = None, notes: Mapping[str, tuple[str, str]] | None = None, covered: bool = False,
    press: Press | None = None, first: str = "", tabs: Sequence[Tab] = (),
    counters: Sequence[Likeness] = (),
) -> bytes:  # fmt: skip
    """Set the book once: the PDF of `story`, b"" from a dry pass.

    before      what the previous pass recorded: the number of pages, the sections
    record      filled by this pass
    foot        drawn below the last columns of the text
    dry         lay out only; nothing is painted
    store       where finished forms of drawings are kept
    notes       anchor -> label and title of each case, for the references listed in the margin
    covered     `story` begins with a cover
    press       print in its inks, with a bleed around the pages
    first       the kind of the first page, where it isn't the one with the cover or the contents
    tabs        what is printed at the edge of each page
    counters    what may stand beside the text that speaks of it
    """
    doc = _BookDocument(game, look, title, before, record, dry, covered=covered, press=press)
    doc.below, doc.store, doc.notes, doc.tabs = foot, store, notes or {}, tabs
    doc.unseen = [*counters]
    if first:
        doc.pageTemplates.sort(key=lambda template: template.id != first)  # the first of them begins
    doc.build(list(story))
    record.total = doc.page
    return doc.buffer.getvalue()


class _BookDocument(Template):
    def __init__(
        self, game: Game, look: BookLook, title: str, before: PageRecord, record: PageRecord, dry: bool, *,
        covered: bool, press: Press | None,
    ) -> None:  # fmt: skip
        width, height = (side * PT_PER_MM for side in look.page_mm)
        self.buffer = io.BytesIO()
        more = 2 * BLEED_MM * PT_PER_MM if press else 0.0
        self.press = press
        size = (width + more, height + more)
        super().__init__(self.buffer, pagesize=size, title=title, invariant=1, allowSplitting=1)
        self.game, self.look, self.heading, self.before, self.record = game, look, title, before, record
        self.dry = dry
        self.deferred: list[Float] = []
        self.spent: list[CondPageBreak] = []
        self.figures: list[HeadFigure] = []
        self.at_foot: HeadFigure | None = None
        self.tabs: Sequence[Tab] = ()
        self.unseen: list[Likeness] = []
        self.remarks: list[tuple[str, float]] = []
        self.spoken: list[tuple[Likeness, float]] = []
        self.margin_top = 0.0
        self.art: Drawing | None = None
        self.below: Drawing | None = None
        self.store: Store | None = None
        side, top, bottom = look.left_mm(1) * PT_PER_MM, TOP_MM * PT_PER_MM, BOTTOM_MM * PT_PER_MM
        column, gap = FULL_MM * PT_PER_MM, GAP_MM * PT_PER_MM
        free = height - top - bottom
        plain = dict(leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
        self.free, self.foot = free, bottom
        self.top, self.low = bottom + free, bottom  # of the columns that are being filled
        self.ends = False
        self.notes: Mapping[str, tuple[str, str]] = {}
        self.columns = columns = [
            HeldFrame(side, bottom, column, free, id="left", **plain),
            HeldFrame(side + column + gap, bottom, column, free, id="right", **plain),
        ]
        self.wide = wide = Frame(side, bottom, WIDE_MM * PT_PER_MM, free, id="wide", **plain)
        taller = free + FIRST_MORE_MM * PT_PER_MM
        self.first = whole = Frame(side, bottom, WIDE_MM * PT_PER_MM, taller, id="first", **plain)
        paper = Frame(0, 0, width, height, id="paper", **plain)
        self.addPageTemplates(
            [
                *([PageTemplate(id=COVER, frames=[paper])] if covered else []),
                PageTemplate(id=FIRST, frames=[whole], onPage=_place_first, onPageEnd=_first_foot),
                PageTemplate(id=TEXT, frames=columns, onPage=_begin_columns, onPageEnd=_columns_end),
                PageTemplate(id=WIDE, frames=[wide], onPage=_place_wide, onPageEnd=_wide_end),
            ]
        )

    def beforePage(self) -> None:
        """Leave room for the bleed; turn a page that is read from right to left."""
        if self.press:
            self.canv.translate(self.canv.bleed_pt, self.canv.bleed_pt)
        if self.canv.mirrored:
            self.canv.transform(-1, 0, 0, 1, self.look.page_mm[0] * PT_PER_MM, 0)

    def handle_flowable(self, flowables: list[Flowable]) -> None:
        """Like the template, but boxes can wait for the next column, and wide figures wait for the next page."""
        if self.is_page_end(flowables):
            super().handle_flowable(flowables)
            return
        if isinstance(flowables[0], Opening):
            self._open(flowables)
            return
        room = room_pt(self.frame)
        begun = unfinished(flowables) if self.deferred and is_at_top(self.frame) else 0
        if begun and self._takes(self.deferred[0], room - height_of(flowables[:begun])):
            # The sentence or the list is finished first; then the box follows.
            flowables[begun:begun], self.deferred = self.deferred, []
        elif begun and self._set_across(self.deferred[0].wide):
            del self.deferred[0]
            return
        elif self.deferred and is_at_top(self.frame) and self._takes(self.deferred[0], room):
            wait_again(flowables[0])  # for the box: that is no fault
            # Below the box there may again be too little room for what a spent break keeps together.
            again = [] if isinstance(flowables[0], CondPageBreak) else self.spent
            flowables[:0] = [*self.deferred[0].parts, *self.deferred[1:], *again]
            self.deferred = []
        elif self.deferred and is_at_top(self.frame) and self._put_at_foot(self.deferred[0].wide, short=True):
            del self.deferred[0]
            return
        first = flowables[0]
        if isinstance(first, Float | CondPageBreak):
            self._draw_together(first)
            room = room_pt(self.frame)
        if isinstance(first, PictureBreak):
            first.text_first(flowables, room)
            first = flowables[0]
        if not isinstance(first, ActionFlowable):  # such as the end of the column, which a break brings about
            self.spent = [copy(first)] if isinstance(first, CondPageBreak) else []
        if isinstance(first, Float):
            del flowables[0]
            if isinstance(first.parts[0], Tinted):
                first.parts[0].on_page(self.page)
            overtakes = not self.deferred or not isinstance(first.parts[0], Tinted)
            if overtakes and (self._takes(first, room) if is_at_top(self.frame) else first.least_pt <= room):
                flowables[:0] = first.parts
            elif self.deferred or self.figures or not self._put_at_foot(first.wide):
                self.deferred.append(first.moved())
        elif isinstance(first, HeadFigure):
            del flowables[0]
            if isinstance(first, WideBox):
                first.on_page(self.page)
            if not self._put_at_foot(first):
                self.figures.append(first)
        elif isinstance(first, EndLevel):
            del flowables[0]
            self._end_level()
        elif isinstance(first, EndFloats):
            del flowables[0]
            waiting = [part for box in self.deferred for part in box.in_place()]
            flowables[:0], self.deferred = [*waiting, *([PageBreak()] if self.figures else [])], []
        else:
            if self.columns[0].height < self.free - 1.0:
                wait_again(first)  # the next column may be longer
            super().handle_flowable(flowables)

    def _open(self, flowables: list[Flowable]) -> None:
        """Set a chapter that begins at the head of a page across it; elsewhere what follows its opening stands for it,
        unless so little of the page is left that the next one does as well.
        """
        opening = flowables[0]
        if self.frame is self.columns[1] and self._ends_before_chapter():
            flowables[:0] = [PageBreak()]
            return
        del flowables[0]
        if self.frame is not self.columns[0] or not is_at_top(self.frame) or self.top < self.foot + self.free - 1.0:
            return
        flowables[:] = [part for part in flowables if part not in opening.in_column]
        opening.drawOn(self.canv, self.look.block_mm(self.page) * PT_PER_MM, self.top)
        self._remark(opening.parts[0], self.top)
        self.art = opening.art
        self.top -= opening.height
        self.margin_top = self.top
        for frame in self.columns:
            frame.leads = False
            frame.moved_to(self.low, self.top)

    def _ends_before_chapter(self) -> bool:
        """End the columns level above a chapter that opens the next page, where that leaves little white."""
        if self.deferred or self.figures:
            return False
        held = [frame.state() for frame in self.columns]
        self._level()
        none = [[0.0] * len(frame.held) for frame in self.columns]
        ends = [end_pt(f.held, down, self.top) for f, down in zip(self.columns, none, strict=True)]
        foot = max(end_pt(f.held, lowered(f.held, self.low), self.top) for f in self.columns)
        if foot - self.low > MOST_WHITE_PT or foot > min(ends) + 0.1:
            self._take_back(held)
            return False
        for frame in self.columns:
            frame.end_at(foot)
        return True

    def _remark(self, part: Flowable, y: float) -> None:
        if isinstance(part, Heading) and part.remark:
            self.remarks.append((part.remark, y))

    # Columns that end level, and what stands across both -----------------------------------

    @property
    def _held(self) -> list[Flowable]:
        return [item.flowable for frame in self.columns for item in frame.held]

    def _set_again(self, height: float, parts: list[Flowable] | None = None) -> bool:
        """Set `parts`, or what stands in the columns, again, at most `height` high; False, and nothing is changed,
        where it is too much.
        """
        parts = self._held if parts is None else parts
        before, filling = [frame.state() for frame in self.columns], self.frame
        for frame in self.columns:
            frame.moved_to(self.top - height, self.top)
            parts = filled(frame, parts, self.canv)
        if parts:
            self._take_back(before)
            self.frame = filling
            return False
        self.frame = self.columns[bool(self.columns[1].held)]
        return True

    def _level(self) -> float:
        """Set what stands in the columns again so that they end level; return the height that they take."""
        whole = self.top - self.low
        height = max(_LEVEL_STEP_PT, sum(filled_pt(frame) for frame in self.columns if frame.held) / 2)
        while height < whole and not self._set_again(height):
            height += _LEVEL_STEP_PT
        return min(max(self._heights()), whole)  # what was lent is drawn together

    def _heights(self) -> list[float]:
        """How high the contents of the columns are."""
        return [self.top - end_pt(frame.held, [0.0] * len(frame.held), self.top) for frame in self.columns]

    def _put_at_foot(self, figure: HeadFigure | None, *, short: bool = False) -> bool:
        """Put `figure` at the foot of this page, if what stands on it already has room above; a box in the left column
        rather waits for the right one, unless both are too `short` for it.
        """
        waits = isinstance(figure, WideBox) and self.frame is self.columns[0] and not short
        if figure is None or self.at_foot or waits:
            return False
        height = self.top - self.low - figure.height - FIGURE_GAP_PT
        if height < LEAST_ABOVE_PT or not self._set_again(height):
            return False
        self.low = self.top - height
        self.at_foot = figure
        figure.on_page(self.page)
        return True

    def _set_across(self, figure: HeadFigure | None) -> bool:
        """Put a box that the right column has no room for at the foot of this page, else at the head of the next."""
        if self._put_at_foot(figure):
            return True
        if figure is None or self.figures or self.frame is self.columns[0]:
            return False
        self.figures.append(figure)
        return True

    def _take_back(self, held: Sequence[Mapping[str, object]]) -> None:
        """Let the columns hold again what they did."""
        for frame, state in zip(self.columns, held, strict=True):
            vars(frame).update({**state, "held": list(state["held"])})  # type: ignore[call-overload]
        self.frame = self.columns[bool(self.columns[1].held)]

    def _end_level(self) -> None:
        """Let the last columns of the text end level."""
        height = self._level()
        for frame in self.columns:
            frame.end_at(self.top - height)
        self.ends = True
        self.record.room = self.top - height - self.low

    def _paint_columns(self, foot: float) -> None:
        """Paint what stands in the columns, drawn together or apart so that they end at `foot`."""
        for frame in self.columns:
            down = lowered(frame.held, foot)
            _refuse_overflow(self, frame, down, foot)
            self.spoken += spoken_of(frame.held, down, [one for one in self.unseen if one not in dict(self.spoken)])
            for item, lower in zip(frame.held, down, strict=True):
                self._remark(item.flowable, item.top - lower)
            frame.paint(self.canv, down)

    def _draw_together(self, part: Float | CondPageBreak) -> None:
        """Lend the column what its white can spare, where what begins with `part` then fits."""
        if not isinstance(self.frame, HeldFrame) or not self.frame.held:
            return
        room, spare = room_pt(self.frame), spare_pt(self.frame.held)
        least = getattr(part, "least_pt", part.height)
        if room < least <= room + spare - self.frame.lent:
            self.frame.lend(spare)

    def _takes(self, box: Float, room: float) -> bool:
        """Whether an empty column with `room` can take `box`: below a figure it may be too short."""
        return box.least_pt <= room or room > self.free - 1.0

    def new_canvas(self) -> PdfCanvas:
        """The canvas of the book, with its metadata; a dry pass paints nothing on it."""
        if self.press:
            size = self.look.page_mm
            canvas = press_canvas(self.buffer, self.heading, self.game.language, self.press, size, self.store)
        else:
            canvas = new_canvas(self.buffer, self.heading, self.game.language, duplex="long", store=self.store)
            canvas.tags = Tags()
            canvas.setPageSize(self.pagesize)
        canvas.setSubject(self.game.info.subtitle)
        canvas.setAuthor(", ".join(name for credit in self.game.info.credits.lines[:1] for name in credit.names))
        canvas.setPageCompression(1)
        canvas.showOutline()
        canvas.dry, canvas.mirrored = self.dry, is_right_to_left(self.game.language)
        if canvas.mirrored:
            canvas.setViewerPreference("Direction", "R2L")
        return canvas


def _place_first(canvas: PdfCanvas, doc: _BookDocument) -> None:
    doc.first.x1 = doc.look.left_mm(doc.page) * PT_PER_MM


def _first_foot(canvas: PdfCanvas, doc: _BookDocument) -> None:
    _foot(canvas, doc)
    _tabs(canvas, doc)


def _begin_columns(canvas: PdfCanvas, doc: _BookDocument) -> None:
    """Place the columns of this page, below a figure at its head."""
    left = doc.look.block_mm(doc.page) * PT_PER_MM
    doc.margin_top = doc.foot + doc.free
    doc.top, doc.low = doc.margin_top - _head_figure(canvas, doc), doc.foot
    for number, frame in enumerate(doc.columns):
        frame.x1 = left + number * (FULL_MM + GAP_MM) * PT_PER_MM
        frame.leads = number == 0
        frame.moved_to(doc.low, doc.top)


def _head_figure(canvas: PdfCanvas, doc: _BookDocument) -> float:
    """Draw the next waiting figure; returns the height in pt that it takes from the columns."""
    if not doc.figures:
        return 0.0
    figure = doc.figures.pop(0)
    figure.drawOn(canvas, doc.look.block_mm(doc.page) * PT_PER_MM, doc.foot + doc.free)
    figure.on_page(doc.page)
    return figure.height + FIGURE_GAP_PT


def _columns_end(canvas: PdfCanvas, doc: _BookDocument) -> None:
    used = doc.free - (doc.top - doc.low)  # by figures, and by what stands above the last columns
    left, right = (filled_pt(frame) if frame.held else 0.0 for frame in doc.columns)
    doc.record.filled[doc.page] = min(1.0, (left + right + 2 * used) / (2 * doc.free))
    feet = [foot_pt(frame) for frame in doc.columns]
    ends = [end_pt(f.held, lowered(f.held, foot), doc.top) for f, foot in zip(doc.columns, feet, strict=True)]
    doc.record.white[doc.page] = tuple(max(0.0, end - doc.low) * MM_PER_PT for end in ends)  # type: ignore[assignment]
    doc._paint_columns(max(feet))
    if doc.at_foot:
        doc.at_foot.drawOn(canvas, doc.look.block_mm(doc.page) * PT_PER_MM, doc.low - FIGURE_GAP_PT)
        doc.at_foot = None
    if doc.below is not None and doc.ends:
        Plate(doc.below).drawOn(canvas, doc.look.left_mm(doc.page) * PT_PER_MM, max(feet) - FIGURE_GAP_PT)
    doc.ends = False
    _margin(canvas, doc)
    _margins(canvas, doc)


def _margin(canvas: PdfCanvas, doc: _BookDocument) -> None:
    """Notes of the designer level with their cases, the list of references, and what else the text speaks of."""
    words, look, low, top = doc.game.words, doc.look, doc.foot, doc.foot + doc.free
    asides = [Aside(top, drawing=doc.art)] if doc.art else []
    asides += [remark(text, look, words.text("Design note"), y) for text, y in doc.remarks]
    room = top - low - sum(aside.height + GAP_PT for aside in asides)
    asides += listed(_cited(doc), look, words.text("See also"), doc.margin_top, room)
    room = top - low - sum(aside.height + GAP_PT for aside in asides)
    for likeness, y in doc.spoken[:MOST_COUNTERS]:
        counter = Aside(y, drawing=likeness.drawing)
        if counter.height <= room:
            asides.append(counter)
            room -= counter.height + GAP_PT
            doc.unseen.remove(likeness)
    paint_margin(canvas, look, doc.page, asides, low, top)
    canvas.targets.clear()
    doc.remarks, doc.spoken, doc.art = [], [], None


def _refuse_overflow(doc: _BookDocument, frame: HeldFrame, down: Sequence[float], foot: float) -> None:
    """Raise LayoutError where the last part of a column would run over its foot: words off the page are lost."""
    over = (max(foot, doc.low) - end_pt(frame.held, down, foot)) * MM_PER_PT
    if over > 0.4:
        raise LayoutError(f"{doc.heading}, page {doc.page}: the {frame.id} column runs {over:.1f} mm over its foot")


def _place_wide(canvas: PdfCanvas, doc: _BookDocument) -> None:
    doc.wide.x1 = doc.look.left_mm(doc.page) * PT_PER_MM


def _wide_end(canvas: PdfCanvas, doc: _BookDocument) -> None:
    canvas.targets.clear()
    _margins(canvas, doc)


def _cited(doc: _BookDocument) -> list[Note]:
    """What the references of the page lead to on other pages, in the order of the book."""
    cited, pages = {anchor for anchor, _ in doc.canv.targets}, doc.before.pages
    return [
        Note(anchor, label, title, 0 if page // 2 == doc.page // 2 else page)
        for anchor, (label, title) in doc.notes.items()
        if anchor in cited and (page := pages.get(anchor, 0)) != doc.page
    ]


def _margins(canvas: PdfCanvas, doc: _BookDocument) -> None:
    _foot(canvas, doc)
    _head(canvas, doc)
    _tabs(canvas, doc)


def _head(canvas: PdfCanvas, doc: _BookDocument) -> None:
    """The running head: the cases and sections of the page at its outer end, the game at the inner one."""
    look = doc.look
    y = (look.page_mm[1] - 15.0) * PT_PER_MM
    bold, quiet = Look("condensed-bold", 9.6, INK), Look("condensed-regular", 8.2, QUIET)
    cases, section = _cases_of(doc), TextRun(_section_of(doc), Look("condensed-medium", 9.0, look.chapter))
    gap = TextRun("  ", quiet)
    labels = [TextRun(cases, bold), gap] if cases else []
    _paint_ends(canvas, doc, y, [*labels, section], [TextRun(doc.game.info.printed_title, quiet)])
    left = look.left_mm(doc.page) * PT_PER_MM
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.5)
    canvas.line(left, y - 4.5, left + WIDE_MM * PT_PER_MM, y - 4.5)


def _paint_ends(
    canvas: PdfCanvas, doc: _BookDocument, y: float, outer: Sequence[TextRun], inner: Sequence[TextRun]
) -> None:
    """Paint runs at the outer and the inner end of a line across the page; `outer` is in the order of a left page."""
    left = doc.look.left_mm(doc.page) * PT_PER_MM
    at_left, at_right = (inner, [*reversed(outer)]) if doc.page % 2 else (outer, inner)
    width = sum(run_width(run.text, run.look) for run in at_right) * PT_PER_MM
    paint_runs(canvas, left, y, tuple(at_left))
    paint_runs(canvas, left + WIDE_MM * PT_PER_MM - width, y, tuple(at_right))


def _cases_of(doc: _BookDocument) -> str:
    """The numbers of the first and the last case on the page, "" where none has one."""
    numbered = [(doc.before.pages.get(anchor, 0), label) for anchor, (label, _) in doc.notes.items() if label]
    here = [label for page, label in numbered if page == doc.page]
    before = [label for page, label in numbered if 0 < page < doc.page]
    last = [page for page, _ in numbered if page]
    if not here and doc.page > max(last, default=0):
        return ""
    shown = here if doc.page in doc.before.headed else [*before[-1:], *here]
    mark = RIGHT_TO_LEFT_MARK if is_right_to_left(doc.look.language) else ""
    return f"{shown[0]}{mark} – {shown[-1]}" if len(shown) > 1 else "".join(shown)


def _section_of(doc: _BookDocument) -> str:
    """The sections on this page, first to last, with the one that continues from the page before."""
    page = doc.page
    sections = doc.before.sections
    earlier = [titles[-1] for number, titles in sorted(sections.items()) if number < page]
    beginning = sections.get(page, [])
    shown = beginning if page in doc.before.fresh else [*earlier[-1:], *beginning]
    if len(shown) > 1:
        return f"{shown[0]} – {shown[-1]}"
    return shown[0] if shown else ""


def _foot(canvas: PdfCanvas, doc: _BookDocument) -> None:
    """The number of the page at its outer end, the title and the version at the inner one."""
    quiet = Look("condensed-regular", 7.5, QUIET)
    version = doc.game.words.text("Version {version}", version=doc.game.info.version)
    outer = [TextRun(str(doc.page), Look("condensed-bold", 11.0, INK))]
    _paint_ends(canvas, doc, 9.5 * PT_PER_MM, outer, [TextRun(f"{doc.heading} · {version}", quiet)])


def _tabs(canvas: PdfCanvas, doc: _BookDocument) -> None:
    """The tabs of the chapters, dark that of the first to begin on this page, or to go on; none on pages of no
    chapter, or in a short book."""
    page, pages = doc.page, doc.before.pages
    here = [tab.key for tab in doc.tabs if any(pages.get(anchor) == page for anchor in tab.anchors)]
    begun = [tab.key for tab in doc.tabs if 0 < pages.get(tab.anchors[0], 0) < page]
    (key,) = (here or begun[-1:] or [""])[:1]
    if key and doc.before.total >= FEWEST_PAGES:
        paint_tabs(canvas, doc.look, page, doc.tabs, key)
