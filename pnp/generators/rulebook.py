"""The rulebook as PDF: contents, components, numbered cases, tables from the data, examples, errata, credits.

In: a game in one language, a paper, and what the referee played. Out: PDF bytes, the same on every run. The book
is set twice: the first pass finds the page numbers, the second prints them. Read `build_rulebook`, then
`rulebook_story` for what follows what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reportlab.platypus.flowables import Flowable

from pnp.draw.scene import Keep, Node
from pnp.errors import LayoutError
from pnp.generators.rulebook_kept import BookLayout, BookLines, BookParts, marks_of
from pnp.generators.rulebook_look import BOTTOM_MM, TOP_MM, BookLook, book_look
from pnp.generators.rulebook_pages import FIGURE_GAP_PT, Record, set_book
from pnp.generators.rulebook_story import BookBuilder
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.paragraph import looseness
from pnp.maps.parts import MapPlan
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.units import MM_PER_PT, PT_PER_MM

MAX_PASSES = 4

SCANT = 0.3
"""A page filled less than this is worth a try with tighter setting."""

SUMMARY_GAP_MM = 5.0
"""White between the parts of a summary at the foot of the last page."""

BALANCE_TRIES = (10.0, 36.0, 80.0)
"""pt that the columns of the last page in two columns may be higher than half of what they hold."""


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


def build_rulebook(
    game: Game, paper: str, *, played: Mapping[str, Sequence[str]] | None = None,
    logs: Mapping[str, Sequence[LogLine]] | None = None, board: MapPlan | None = None,
    figures: dict[str, Drawing | None] | None = None, facts: Mapping[str, BoardFacts] | None = None,
    parts: BookParts | None = None,
) -> bytes:  # fmt: skip
    """The rulebook of `game` in its language.

    paper   "a4" or "letter"
    played  example id -> lines that tell what the referee did with it
    logs    the same as lines of a log, for figures and reckonings
    board   the plan of the map; found when it is needed and not given
    figures  what is drawn here already for the same game and language on another paper; filled in
    facts   example id -> what follows from its position, for figures of hex maps
    parts   what an earlier setting has left, and this one leaves
    Raises SourceError for a text that can't be set, LayoutError when pages don't settle.
    """
    return set_rulebook(game, paper, played=played, logs=logs, board=board, figures=figures, facts=facts, parts=parts).pdf


def set_rulebook(
    game: Game, paper: str, *, played: Mapping[str, Sequence[str]] | None = None,
    logs: Mapping[str, Sequence[LogLine]] | None = None, board: MapPlan | None = None,
    figures: dict[str, Drawing | None] | None = None, facts: Mapping[str, BoardFacts] | None = None,
    parts: BookParts | None = None,
) -> Book:  # fmt: skip
    """As `build_rulebook`, with what a test wants to know besides."""
    parts = parts or BookParts()
    builder = BookBuilder(game, book_look(game, paper), played or {}, logs or {}, board, facts or {})
    builder.figures = figures if figures is not None else {}
    builder.cache = BookLines(parts.lines)
    known = parts.layouts.get(paper)
    if known is not None and (book := _set_as_before(builder, known, parts)) is not None:
        return book
    return _set_anew(builder, parts)


def _set_as_before(builder: BookBuilder, layout: BookLayout, parts: BookParts) -> Book | None:
    """The book set in one pass by the layout of last time; None when it has to be found anew."""
    if layout.tight:
        builder = builder.tighter(book_look(builder.game, builder.look.paper, tight=True))
    press = _Press(builder, parts.keep)
    builder.foot = _below(builder.summary, layout.short_page, press.look)
    record = Record()
    story = builder.story(layout.record, record)
    if marks_of(story, builder.summary) != layout.marks:
        return None
    pdf = press.print_once(story, layout.record, record, layout.short_page)
    return press.book(record, pdf) if record.settled(layout.record) else None


def _set_anew(builder: BookBuilder, parts: BookParts) -> Book:
    """The book in as many passes as it needs; how it came out is kept in `parts`."""
    game, paper = builder.game, builder.look.paper
    builder.foot = None
    press = _Press(builder, parts.keep)
    plain, _ = press.set_once(Record(), dry=True)
    if press.is_scant(plain):
        tighter = _Press(builder.tighter(book_look(game, paper, tight=True)), parts.keep)
        record, _ = tighter.set_once(Record(), dry=True)
        if record.total < plain.total:
            press, plain = tighter, record
    for short_page in _balances(plain):
        press.builder.foot = _below(press.builder.summary, short_page, press.look)
        before = plain
        for _ in range(MAX_PASSES):
            record, pdf = press.set_once(before, short_page)
            if record.total > plain.total and short_page[0]:
                break
            if record.settled(before):
                parts.layouts[paper] = BookLayout(press.marks, press.look.tight, short_page, record)
                return press.book(record, pdf)
            before = record
    raise LayoutError(f"the page numbers of {press.title!r} don't settle in {MAX_PASSES} passes")


class _Press:
    """Sets one book, pass after pass.

    marks  of the story of the last pass that painted
    """

    def __init__(self, builder: BookBuilder, keep: Keep | None = None) -> None:
        self.keep, self.marks = keep, ""
        game = builder.game
        self.game, self.look, self.builder = game, builder.look, builder
        self.title = game.words.text("{title}: rules of play", title=game.info.printed_title)

    def set_once(
        self, before: Record, short_page: tuple[int, float] = (0, 0.0), *, dry: bool = False
    ) -> tuple[Record, bytes]:
        """One pass, with the numbers that the pass before has found; a dry one paints nothing."""
        record = Record()
        story = self.builder.story(before, record)
        if not dry:
            self.marks = marks_of(story, self.builder.summary)
        return record, self.print_once(story, before, record, short_page, dry=dry)

    def print_once(
        self, story: Sequence[Flowable], before: Record, record: Record, short_page: tuple[int, float], *, dry: bool = False
    ) -> bytes:
        """One pass over a story that is made."""
        return set_book(
            self.game, self.look, self.title, story, before, record, short_page=short_page, foot=self.builder.foot,
            dry=dry, keep=self.keep,
        )  # fmt: skip

    def book(self, record: Record, pdf: bytes) -> Book:
        """The finished book."""
        tightest, loosest = looseness(self.builder.cache)
        return Book(pdf, record.pages, record.total, tightest, loosest)

    def is_scant(self, record: Record) -> bool:
        """Whether the last page in two columns is nearly empty."""
        _, left, right = record.columns
        return left + right < SCANT * 2 * (self.look.page_mm[1] - TOP_MM - BOTTOM_MM) * PT_PER_MM


def _below(summary: Sequence[Drawing], short_page: tuple[int, float], look: BookLook) -> Drawing | None:
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


def _balances(plain: Record) -> Iterator[tuple[int, float]]:
    """The last page in two columns with heights at which its columns may end level; at last, as they come."""
    page, left, right = plain.columns
    for more in BALANCE_TRIES:
        yield page, (left + right) / 2 + more
    yield 0, 0.0
