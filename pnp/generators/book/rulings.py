"""The rulings of a book as a table across the page: a case, what is unclear there, what this edition does.

In: a game, its cases, and the look of its book. Out: flowables as wide as the page, a row each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.back import ruled, rulings, words_of
from pnp.generators.book.flow import Heading
from pnp.generators.book.index import RuleEntry, RuleIndex, anchor_of
from pnp.generators.book.look import HANG_MM, INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.tabs import number_of
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph, TextLine
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.model.game import Game
from pnp.units import PT_PER_MM

CASE_MM, ASKED_MM, GAP_MM = 43.0, 58.0, 5.0
"""Width of the cases, of what is unclear there, and the white beside both; the rest is what this edition does."""
RULED_MM = CASE_MM + ASKED_MM + 2 * GAP_MM
COLUMNS = (CASE_MM + GAP_MM, ASKED_MM), (RULED_MM, WIDE_MM - RULED_MM - GAP_MM / 2)
PAD_PT, TIGHTER_PT, CHAPTER_PAD_PT = 2.4, 1.0, 7.0
"""White above and below the words of a row, how much less where that leaves no stub on a page, and above a chapter."""
HAIRLINE, THIN_PT, RULE_PT = "#cfcac2", 0.4, 0.8
THICK_PT = 2.2
MOST_LINES = 12
"""A ruling of more goes on in another row, which may stand on the next page: words off the page would be lost."""
MOST_CITED = 2
"""So many of the other cases that a ruling concerns are named; the rulebook for the screen has all."""


class GridRow(Flowable):
    """Paragraphs beside each other, each at its distance in mm from the left edge of the page with its width.

    rule  the colour and the width in pt of the line above its cells: rows of one case stand beside a single cell
    head  stands above it where it leads a page
    case  the first cell of a row that goes on with a case, where it leads a page
    tint  of the ground behind the last of them
    """

    def __init__(
        self, cells: Sequence[tuple[float, float, Flowable]], rule: tuple[str, float] = (HAIRLINE, THIN_PT),
        above_pt: float = PAD_PT, *, head: GridRow | None = None, tint: str = "", case: Flowable | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.case = case
        self.cells, self.rule, self.above_pt, self.head, self.tint = cells, rule, above_pt, head, tint
        self.leads, self.width, self.below_pt = False, WIDE_MM * PT_PER_MM, PAD_PT

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest cell, the head included."""
        if self.case and self.leads:
            self.cells, self.case = [(0.0, CASE_MM, self.case), *self.cells], None
        heights = [cell.wrap(width * PT_PER_MM, available_height)[1] for _, width, cell in self.cells]
        self.height = self.above_pt + max(heights) + self.below_pt
        if self.head and self.leads:
            self.height += self.head.wrap(available_width, available_height)[1]
        return self.width, self.height

    def tightened(self) -> GridRow:
        """The row with less white above and below its words."""
        self.above_pt, self.below_pt = self.above_pt - TIGHTER_PT, self.below_pt - TIGHTER_PT
        return self

    def draw(self) -> None:
        """Paint the head, the ground, the line and the cells."""
        canvas, top = self.canv, self.height
        if self.head and self.leads:
            top -= self.head.height
            self.head.drawOn(canvas, 0.0, top)
        if self.tint and not canvas.dry:
            left = (RULED_MM - GAP_MM / 2) * PT_PER_MM
            canvas.setFillColor(self.tint)
            canvas.rect(left, 0.0, self.width - left, top, stroke=0, fill=1)
        colour, thick = self.rule
        if thick:
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(thick)
            canvas.line(self.cells[0][0] * PT_PER_MM, top, self.width, top)
        for left, _, cell in self.cells:
            cell.drawOn(canvas, left * PT_PER_MM, top - self.above_pt - cell.height)


def ruling_rows(
    game: Game, look: BookLook, index: RuleIndex, lines: dict[object, tuple[TextLine, ...]],
    chapter_of: Callable[[RuleEntry], RuleEntry], note: Callable[[str, str, int, int, bool], None],
) -> Iterator[GridRow]:  # fmt: skip
    """The head of the columns, then the rulings of each chapter below its name.

    lines       of the paragraphs of the book; filled
    chapter_of  the head of the chapter of a case
    note        called with each heading, as `Heading` says
    """
    serif = look.small().with_(indent_mm=0.0, size_pt=8.4, leading_pt=10.6, space_after_pt=0.0)
    sans = serif.with_(faces=SANS, size_pt=8.0, justify=False)
    heads = (game.words.text("What is unclear"), game.words.text("This edition"))
    small = sans.with_(faces=CONDENSED, colour=QUIET)

    def columns(texts: Iterable[Sequence[Span]], *styles: TextStyle) -> list[tuple[float, float, JustifiedParagraph]]:
        cells = (JustifiedParagraph(spans, style, cache=lines) for spans, style in zip(texts, styles, strict=True))
        return [(*column, cell) for column, cell in zip(COLUMNS, cells, strict=True)]

    head = GridRow(columns([[Span(text, bold=True)] for text in heads], small, small), (INK, RULE_PT))
    head.keepWithNext = 1
    yield head

    def heading(case: RuleEntry, label: str, anchor: str, level: int, style: TextStyle, width: float) -> Heading:
        return Heading(
            label, case.case.title, style.with_(indent_mm=HANG_MM), anchor=anchor_of(f"§{anchor}"), level=level,
            number=look.number(style.size_pt), width_mm=width, on_page=note,
        )  # fmt: skip

    def again(case: RuleEntry) -> JustifiedParagraph:
        marker, style = (number_of(case), look.number(8.4), 0.0), sans.with_(size_pt=8.4, indent_mm=HANG_MM)
        return JustifiedParagraph((Span(case.case.title, bold=True),), style, marker=marker, cache=lines)

    large = sans.with_(faces=look.heads, size_pt=10.4, leading_pt=12.8)
    for chapter, several in groupby(rulings(game, index), key=lambda one: chapter_of(one[0])):
        name = heading(chapter, chapter.label, f"rulings {chapter.case.id}", 1, large, WIDE_MM)
        band = GridRow([(0.0, WIDE_MM, name)], (look.chapter, RULE_PT), CHAPTER_PAD_PT, head=head)
        band.keepWithNext, before = 1, chapter
        yield band
        for case, one in several:
            title = heading(case, number_of(case), f"ruling {one.id}", 2, sans.with_(size_pt=8.4), CASE_MM)
            answer = index.resolved(ruled(one, index, game.words, MOST_CITED))
            for said in _parted(columns((words_of(one.printed), answer), sans, serif)):
                cells = [*([] if case is before else [(0.0, CASE_MM, title)]), *said]
                yield GridRow(cells, head=head, tint=look.tint, case=again(case) if case is before else None)
                before = case


def _parted(cells: Sequence[tuple[float, float, JustifiedParagraph]]) -> Iterator[list[tuple[float, float, Flowable]]]:
    """Words beside each other in as many rows as leave each low enough for any page."""
    for _, width, cell in cells:
        cell.wrap(width * PT_PER_MM, 0.0)
    for begin in range(0, max(len(cell.lines) for *_, cell in cells), MOST_LINES):
        yield [(left, width, cell.piece(begin, min(begin + MOST_LINES, len(cell.lines))))
               for left, width, cell in cells if begin < len(cell.lines)]  # fmt: skip
