"""Pages of the rulebook: the columns and what stands across them, running heads and feet, tabs and margins."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reportlab.platypus.flowables import Flowable, PageBreak

from pnp.draw.bidi import RIGHT_TO_LEFT_MARK, is_right_to_left
from pnp.draw.pdf import new_canvas, press_canvas
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_tags import Tags
from pnp.draw.scene import Store
from pnp.draw.separation import BLEED_MM, Press
from pnp.errors import LayoutError
from pnp.generators.book.flow import Float, Opening
from pnp.generators.book.galley import FULL_PT, Galley, galley_of
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
from pnp.generators.book.makeup import ACROSS_PT, BAND_PT, Band, Column, MadePage, Makeup, arranged, cuts, placed
from pnp.generators.book.see_also import Note, paint_see_also, see_also
from pnp.generators.book.tabs import FEWEST_PAGES, Tab, paint_tabs
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.paint import paint_runs
from pnp.model.game import Game
from pnp.units import MM_PER_PT, PT_PER_MM

WIDE_PT = WIDE_MM * PT_PER_MM
FOOT_MM = 7.2
"""From the edge of the paper to the line with the number of the page."""


@dataclass
class PageRecord:
    """What one pass learned about the pages.

    pages     anchor -> page number
    sections  page number -> titles of the sections that begin on it
    fresh     pages whose first line is the heading of a section
    headed    pages whose first line is a heading
    total     number of pages
    room      height in pt that the text leaves on its last page
    white     page in two columns -> the white in mm at the foot of its columns, left and right
    cuts      how many sentences figures part
    figures   id of an example, anchor of a wide table -> the page on which the text leads to it, and its own
    parted    those of which the two differ, or did in a pass before: their text names the page, and goes on doing so,
              or the line that this takes could change the pages for ever
    made      the shape of the text and where it begins, and the make-up of its pages, which goes by them alone
    """

    pages: dict[str, int] = field(default_factory=dict)
    sections: dict[int, list[str]] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    headed: set[int] = field(default_factory=set)
    total: int = 0
    room: float = 0.0
    white: dict[int, list[float]] = field(default_factory=dict)
    cuts: int = 0
    figures: dict[str, tuple[int, int]] = field(default_factory=dict)
    parted: set[str] = field(default_factory=set)
    made: tuple[object, tuple[MadePage, ...]] = (None, ())

    def note(self, anchor: str, title: str, level: int, page: int, first: bool) -> None:
        """Record a heading on `page`; `first` when nothing precedes it there."""
        self.pages[anchor] = page
        if first:
            self.headed.add(page)
        if level == 0:
            self.sections.setdefault(page, []).append(title)
            if first:
                self.fresh.add(page)

    def note_figure(self, name: str, page: int) -> None:
        """Record that the text leads to a figure on `page`, then that it stands there."""
        self.figures[name] = (self.figures.get(name, (page, page))[0], page)
        if len({*self.figures[name]}) > 1:
            self.parted.add(name)

    def settled(self, before: PageRecord) -> bool:
        """Whether this pass found the same numbers that it printed, those of `before`."""
        return all(
            getattr(self, name) == getattr(before, name)
            for name in ("pages", "sections", "fresh", "headed", "total", "room", "figures", "parted")
        )


@dataclass
class BookParts:
    """The parts of a book, each a list of flowables; in all but the text `PageBreak`s begin a page.

    cover   nothing, or all of the first page
    front   title, contents and counters, as wide as the page
    text    the rules and the scenarios, in columns that end level
    after   index, credits and charts, which follow below them as wide as the page
    notes   anchor -> label and title of each case, for the references listed at the foot of a page
    tabs    what is printed at the edge of each page
    """

    cover: Flowable | None = None
    front: Sequence[Flowable] = ()
    text: Sequence[Flowable] = ()
    after: Sequence[Flowable] = ()
    notes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    tabs: Sequence[Tab] = ()


def set_book(
    game: Game, look: BookLook, title: str, story: BookParts, before: PageRecord, record: PageRecord, *,
    dry: bool = False, store: Store | None = None, press: Press | None = None,
) -> bytes:  # fmt: skip
    """Set the book once: the PDF of `story`, b"" from a dry pass.

    before      what the previous pass recorded: the number of pages, the sections
    record      filled by this pass
    dry         lay out only; nothing is painted
    store       where finished forms of drawings are kept
    press       print in its inks, with a bleed around the pages
    Raises LayoutError for a figure that no page has room for.
    """
    pages = _BookPages(game, look, title, story, before, record, dry, store, press)
    pages.paint()
    record.total = pages.page
    pages.canv.save()
    return pages.buffer.getvalue()


class _BookPages:
    """The pages of a book, painted one by one.

    page  number of the page that is being painted
    y     how far down it is filled, as a height above its foot in pt
    """

    def __init__(
        self, game: Game, look: BookLook, title: str, story: BookParts, before: PageRecord, record: PageRecord,
        dry: bool, store: Store | None, press: Press | None,
    ) -> None:  # fmt: skip
        self.buffer, self.press, self.store = io.BytesIO(), press, store
        self.game, self.look, self.heading, self.before, self.record = game, look, title, before, record
        self.story, self.notes, self.tabs = story, story.notes, story.tabs
        self.low = BOTTOM_MM * PT_PER_MM
        self.top = (look.page_mm[1] - TOP_MM) * PT_PER_MM
        self.page, self.y = 0, 0.0
        self.canv = self._canvas(dry)

    def _canvas(self, dry: bool) -> PdfCanvas:
        """The canvas of the book, with its metadata; a dry pass paints nothing on it."""
        size = self.look.page_mm
        if self.press:
            canvas = press_canvas(self.buffer, self.heading, self.game.language, self.press, size, self.store)
        else:
            canvas = new_canvas(self.buffer, self.heading, self.game.language, duplex="long", store=self.store)
            canvas.tags = Tags()
        more = 2 * BLEED_MM if self.press else 0.0
        canvas.setPageSize(tuple((side + more) * PT_PER_MM for side in size))
        canvas.setSubject(self.game.info.subtitle)
        canvas.setAuthor(", ".join(name for credit in self.game.info.credits.lines[:1] for name in credit.names))
        canvas.setPageCompression(1)
        canvas.showOutline()
        canvas.dry, canvas.mirrored = dry, is_right_to_left(self.game.language)
        if canvas.mirrored:
            canvas.setViewerPreference("Direction", "R2L")
        return canvas

    def paint(self) -> None:
        """Paint all pages of the book."""
        story = self.story
        if story.cover:
            self._begin()
            story.cover.wrap(0.0, 0.0)
            story.cover.drawOn(self.canv, 0.0, self.look.page_mm[1] * PT_PER_MM - story.cover.height)
            self.canv.showPage()
        if story.front:
            self._begin(FIRST_MORE_MM)
            self._stack(story.front)
            self._end()
        self._text(galley_of(story.text))
        self.record.room = self.y - self.low
        self._stack(story.after)
        self._end()

    # A page ----------------------------------------------------------------------------------

    def _begin(self, more_mm: float = 0.0) -> None:
        """Begin a page, with room for the bleed; turn one that is read from right to left."""
        self.page += 1
        self.headed, self.y = not more_mm, self.top + more_mm * PT_PER_MM
        if self.press:
            self.canv.translate(self.canv.bleed_pt, self.canv.bleed_pt)
        if self.canv.mirrored:
            self.canv.transform(-1, 0, 0, 1, self.look.page_mm[0] * PT_PER_MM, 0)

    def _end(self) -> None:
        """End a page with its head, its foot and its tabs; the first has no head."""
        self.canv.targets.clear()
        _foot(self.canv, self)
        if self.headed:
            _head(self.canv, self)
        _tabs(self.canv, self)
        self.canv.showPage()

    def _stack(self, parts: Sequence[Flowable]) -> None:
        """Paint `parts` below each other, as wide as the page, each on the next page where it must or has no room."""
        at_top, after = self.y >= self.top, 0.0
        for number, part in enumerate(parts):
            kept = [part]
            while kept[-1].getKeepWithNext() and number + len(kept) < len(parts):
                kept.append(parts[number + len(kept)])
            needed = 0.0 if isinstance(part, PageBreak) else sum(one.wrap(WIDE_PT, self.top)[1] for one in kept)
            above = 0.0 if at_top else max(part.getSpaceBefore(), after)
            if isinstance(part, PageBreak) or (not at_top and self.y - above - needed < self.low - 0.5):
                self._end()
                self._begin()
                at_top, above = True, 0.0
            if not isinstance(part, PageBreak):
                part.leads = at_top
                self.y -= above + part.wrap(WIDE_PT, self.top)[1]
                if self.y < self.low - 1.0:
                    raise LayoutError(f"{self.heading}, page {self.page}: a part is higher than the page has room")
                part.drawOn(self.canv, self.look.left_mm(self.page) * PT_PER_MM, self.y)
                at_top, after = False, part.getSpaceAfter()

    # Columns ---------------------------------------------------------------------------------

    def _text(self, galley: Galley) -> None:
        """Paint the text in columns, and what floats on its pages; the last page stays open below them."""
        shape, pages = self.before.made
        if shape != (shape := (galley.shape(), self.page)):
            pages = Makeup(galley, self.top - self.low, self.page + 1).pages()
        self.record.made = shape, pages
        begun = self.page + 1
        for page in pages:
            self._begin()
            self.record.cuts += cuts(galley, page)
            if page.head is not None:
                self._across(galley.across[page.head][1])
            begins = self.y
            for band in page.bands:
                if band.opens is not None:
                    self._open(galley.openings[band.opens][0], BAND_PT * (self.y < begins))
                for left, column in zip((0.0, FULL_MM + GAP_MM), band.columns, strict=True):
                    y = self._column(galley, column, band, (self.look.left_mm(self.page) + left) * PT_PER_MM)
                    if band is page.bands[-1]:
                        self.record.white.setdefault(self.page, []).append((y + page.room - begins) * MM_PER_PT)
                self.y -= band.height
            foot = self.low if page is not pages[-1] else self.y
            if page.foot is not None:
                figure = galley.across[page.foot][1]
                self.y = foot - ACROSS_PT if page is pages[-1] else self.low + figure.height
                self._across(figure)
                foot = self.y + ACROSS_PT
            words = self.game.words
            marks = words.text("R: reconstructed") if {"R", "R EN"} & self.canv.targets else ""
            lines = see_also(_cited(self), self.look, words.text("See also"), marks)
            paint_see_also(self.canv, self.look, self.page, lines)
            self.canv.targets.clear()
            for at, figure in placed(galley, page):
                figure.on_page(begun + next(n for n, one in enumerate(pages) if one.columns[-1].end >= at))
                figure.on_page(self.page)
            if page is not pages[-1]:
                self._end()
        self.y = foot - ACROSS_PT

    def _open(self, opening: Opening, above: float) -> None:
        """Paint the head of a chapter across both columns, with so much white above it."""
        self.y -= above
        for part in opening.parts:
            part.leads = self.y >= self.top
        opening.drawOn(self.canv, self.look.left_mm(self.page) * PT_PER_MM, self.y - opening.height)
        self.y -= opening.height

    def _across(self, figure: Float) -> None:
        """Paint a figure as wide as both columns from `y` down."""
        figure.part.drawOn(self.canv, self.look.left_mm(self.page) * PT_PER_MM, self.y - figure.height)
        self.y -= figure.height + ACROSS_PT

    def _column(self, galley: Galley, column: Column, band: Band, x: float) -> float:
        """Paint a column from `y` down, as level with the other one as it can be. Returns where it ends.

        Raises LayoutError where it would run over the foot of the page: words off the page are lost.
        """
        y = self.y
        for number, (part, above) in enumerate(arranged(galley, column, band.height)):
            part.leads = number == 0 and column is band.columns[0] and self.y >= self.top
            y -= above + part.wrap(FULL_PT, 10_000.0)[1]
            part.drawOn(self.canv, x, y)
        if y < self.low - 1.0:
            raise LayoutError(f"{self.heading}, page {self.page}: a column runs {self.low - y:.0f} pt over its foot")
        return y


def stacked_pt(parts: Sequence[Flowable]) -> float:
    """How high parts below others are, with the white above each."""
    after, high = 0.0, 0.0
    for part in parts:
        high += max(part.getSpaceBefore(), after) + part.wrap(WIDE_PT, 0.0)[1]
        after = part.getSpaceAfter()
    return high


def _cited(doc: _BookPages) -> list[Note]:
    """What the references of the page lead to on other pages, in the order of the book."""
    pages = doc.before.pages
    return [
        Note(anchor, label, title, 0 if page // 2 == doc.page // 2 else page)
        for anchor, (label, title) in doc.notes.items()
        if anchor in doc.canv.targets and (page := pages.get(anchor, 0)) != doc.page
    ]


def _head(canvas: PdfCanvas, doc: _BookPages) -> None:
    """The running head: the cases and sections of the page at its outer end, the game at the inner one."""
    look = doc.look
    y = (look.page_mm[1] - 15.0) * PT_PER_MM
    bold, quiet = Look("condensed-bold", 9.6, INK), Look("condensed-regular", 8.2, QUIET)
    cases, section = _cases_of(doc), TextRun(_section_of(doc), Look("condensed-medium", 9.0, look.chapter))
    gap = TextRun("  ", quiet)
    labels = [TextRun(cases, bold), gap] if cases else []
    _paint_ends(canvas, doc, y, [*labels, section], [TextRun(doc.game.info.printed_title, quiet)])
    left = look.left_mm(doc.page) * PT_PER_MM
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.5)
    canvas.line(left, y - 4.5, left + WIDE_MM * PT_PER_MM, y - 4.5)


def _paint_ends(
    canvas: PdfCanvas, doc: _BookPages, y: float, outer: Sequence[TextRun], inner: Sequence[TextRun]
) -> None:
    """Paint runs at the outer and the inner end of a line across the page; `outer` is in the order of a left page."""
    left = doc.look.left_mm(doc.page) * PT_PER_MM
    at_left, at_right = (inner, [*reversed(outer)]) if doc.page % 2 else (outer, inner)
    width = sum(run_width(run.text, run.look) for run in at_right) * PT_PER_MM
    paint_runs(canvas, left, y, tuple(at_left))
    paint_runs(canvas, left + WIDE_MM * PT_PER_MM - width, y, tuple(at_right))


def _cases_of(doc: _BookPages) -> str:
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


def _section_of(doc: _BookPages) -> str:
    """The sections on this page, with the one that continues from the page before; ahead of all stand the counters."""
    page = doc.page
    sections = doc.before.sections
    earlier = [titles[-1] for number, titles in sorted(sections.items()) if number < page]
    beginning = sections.get(page, [])
    shown = beginning if page in doc.before.fresh else [*earlier[-1:], *beginning]
    if len(shown) > 1:
        return f"{shown[0]} – {shown[-1]}"
    return shown[0] if shown else doc.game.words.text("The counters")


def _foot(canvas: PdfCanvas, doc: _BookPages) -> None:
    """The number of the page at its outer end, the title and the version at the inner one."""
    quiet = Look("condensed-regular", 7.5, QUIET)
    version = doc.game.words.text("Version {version}", version=doc.game.info.version)
    outer = [TextRun(str(doc.page), Look("condensed-bold", 11.0, INK))]
    _paint_ends(canvas, doc, FOOT_MM * PT_PER_MM, outer, [TextRun(f"{doc.heading} · {version}", quiet)])


def _tabs(canvas: PdfCanvas, doc: _BookPages) -> None:
    """The tabs of the chapters, dark those of the page; none on the first page, or in a short book."""
    page, pages = doc.page, doc.before.pages
    here = {tab.key for tab in doc.tabs if any(pages.get(anchor) == page for anchor in tab.anchors)}
    begun = [tab.key for tab in doc.tabs if 0 < pages.get(tab.anchors[0], 0) < page]
    if page not in doc.before.fresh:
        here |= {*begun[-1:]}
    if doc.headed and doc.before.total >= FEWEST_PAGES:
        paint_tabs(canvas, doc.look, page, doc.tabs, here)
