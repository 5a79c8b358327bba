"""Sets and binds one rulebook: pass after pass, or only those of its pages on which something has changed."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus.doctemplate import NextPageTemplate
from reportlab.platypus.flowables import Flowable

from pnp.draw.scene import Node
from pnp.generators.rulebook_bound import bound
from pnp.generators.rulebook_kept import BookParts
from pnp.generators.rulebook_look import BOTTOM_MM, TOP_MM, BookLook
from pnp.generators.rulebook_marks import marks_of
from pnp.generators.rulebook_pages import FIGURE_GAP_PT, TEXT, Record, book_canvas, paint_again, set_book
from pnp.generators.rulebook_painted import Forms, PaintedPage
from pnp.generators.rulebook_story import BookBuilder
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.placed import Name, Placed
from pnp.units import MM_PER_PT, PT_PER_MM

SCANT = 0.3
"""A page filled less than this is worth a try with tighter setting."""

SUMMARY_GAP_MM = 5.0
"""White between the parts of a summary at the foot of the last page."""


@dataclass(frozen=True, slots=True)
class Book:
    """A finished rulebook.

    pages             anchor of each heading -> page number
    tightest, loosest gap between words of its justified lines, as a share of the font's space
    """

    pdf: bytes
    pages: Mapping[str, int]
    page_count: int
    tightest: float
    loosest: float


class Press:
    """Sets one book, pass after pass.

    marks  of the story of the last pass that painted
    """

    def __init__(self, builder: BookBuilder, parts: BookParts) -> None:
        self.forms, self.marks = Forms(parts.keep), ""
        game = builder.game
        self.game, self.look, self.builder = game, builder.look, builder
        self.title = game.words.text("{title}: rules of play", title=game.info.printed_title)

    def set_once(
        self, before: Record, short_page: tuple[int, float] = (0, 0.0), *, dry: bool = False
    ) -> tuple[Record, list[PaintedPage]]:
        """One pass, with the numbers that the pass before has found; a dry one paints nothing."""
        record = Record()
        story = self.builder.story(before, record)
        if not dry:
            self.marks = marks_of(story, self.builder.summary)
        return record, self.print_once(story, before, record, short_page, dry=dry)

    def print_once(
        self, story: Sequence[Flowable], before: Record, record: Record, short_page: tuple[int, float], *, dry: bool = False
    ) -> list[PaintedPage]:
        """One pass over a story that is made."""
        return set_book(
            self.game, self.look, self.title, story, before, record, short_page=short_page, foot=self.builder.foot,
            dry=dry, forms=self.forms,
        )  # fmt: skip

    def front(self, record: Record) -> list[PaintedPage]:
        """The first pages alone: title, contents, counters."""
        story = [NextPageTemplate(TEXT), *self.builder.front(record)]
        return set_book(self.game, self.look, self.title, story, record, Record(), forms=self.forms)

    def painted_again(self, page: PaintedPage, number: int, anew: Mapping[Name, Placed]) -> PaintedPage:
        """A page with the parts of `anew` painted anew. Raises LostForm."""
        return paint_again(self.game, self.look, self.title, page, number, anew, self.forms)

    def book(self, record: Record, pages: Sequence[PaintedPage], gaps: tuple[float, float]) -> Book:
        """The finished book. Raises LostForm."""

        def canvas(buffer: io.BytesIO) -> Canvas:
            return book_canvas(self.game, self.look, self.title, buffer)

        return Book(bound(pages, canvas, self.forms), record.pages, record.total, *gaps)

    def is_scant(self, record: Record) -> bool:
        """Whether the last page in two columns is nearly empty."""
        _, left, right = record.columns
        return left + right < SCANT * 2 * (self.look.page_mm[1] - TOP_MM - BOTTOM_MM) * PT_PER_MM


def below(summary: Sequence[Drawing], short_page: tuple[int, float], look: BookLook) -> Drawing | None:
    """As much of `summary` as there is room for below the columns of the last page, so that it isn't half empty."""
    if not short_page[0]:
        return None
    free = look.page_mm[1] - TOP_MM - BOTTOM_MM - (short_page[1] + FIGURE_GAP_PT) * MM_PER_PT
    shown: list[Drawing] = []
    for part in summary:
        if sum(p.height_mm + SUMMARY_GAP_MM for p in shown) + part.height_mm > free:
            break
        shown.append(part)
    if not shown:
        return None
    spare = free - sum(part.height_mm for part in shown)
    gap = min(spare / len(shown), 2.4 * SUMMARY_GAP_MM)
    nodes: list[Node] = []
    y = 0.0
    for part in shown:
        nodes.append(part.at(0, y))
        y += part.height_mm + gap
    return Drawing(tuple(nodes), shown[0].width_mm, y - gap)
