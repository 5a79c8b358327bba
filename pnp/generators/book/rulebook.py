"""The rulebook as PDF: contents, components, numbered cases, tables from the data, examples, errata, credits.

In: a game in one language, a paper, and what the referee played. Out: PDF bytes, the same on every run. The book
is set twice: the first pass finds the page numbers, the second prints them. Read `set_rulebook`, then
`BookBuilder.story` for the order of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Store
from pnp.draw.separation import Press
from pnp.errors import LayoutError
from pnp.generators.book.look import book_look
from pnp.generators.book.pages import PageRecord, set_book
from pnp.generators.book.share import BookShare
from pnp.generators.book.story import BookBuilder
from pnp.generators.typeset.measure import LineFigures, line_figures
from pnp.maps.parts import MapPlan
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.units import MM_PER_PT

MAX_PASSES = 6


@dataclass(frozen=True, slots=True)
class Book:
    """A finished rulebook.

    pages             anchor of each heading -> page number
    lines             how well its running text is set
    white             page of text -> the white in mm at the foot of its columns, left and right
    figures           id of an example, anchor of a wide table -> the page on which the text leads to it, and its own
    """

    pdf: bytes
    pages: Mapping[str, int]
    page_count: int
    lines: LineFigures
    white: Mapping[int, Sequence[float]]
    figures: Mapping[str, tuple[int, int]]


def set_rulebook(
    game: Game, paper: str, *, logs: Mapping[str, Sequence[LogLine]] | None = None,
    board: MapPlan | Callable[[], MapPlan] | None = None,
    facts: Mapping[str, BoardFacts] | None = None, share: BookShare | None = None, store: Store | None = None,
    press: Press | None = None,
) -> Book:  # fmt: skip
    """The rulebook of `game` in its language, with its page numbers and word spacing, which tests check.

    paper   "a4" or "letter"
    logs    example id -> what the referee logged, for figures and combats
    board   the plan of the map, or a function that makes it; without it, it is made when needed, and there is no cover
    facts   example id -> what the referee derives from its position, for figures of hex maps
    share   lines and drawings shared with the same book on another paper; filled
    store   where finished forms of drawings are kept
    press   that prints it
    Raises SourceError for a text that can't be set, LayoutError when the page numbers don't settle.
    """
    builder = BookBuilder(game, book_look(game, paper), logs or {}, board, facts or {}, share)
    return set_builder(builder, store, press)


def set_builder(builder: BookBuilder, store: Store | None = None, press: Press | None = None) -> Book:
    """The book that `builder` makes the flowables of. Raises as `set_rulebook` does."""
    setter = _BookSetter(builder, store, press)
    plain, _ = setter.set_once(PageRecord(), dry=True)
    builder.foot_mm = plain.room * MM_PER_PT
    return setter.book(*setter.settled(plain))


class _BookSetter:
    """Sets one book in several passes."""

    def __init__(self, builder: BookBuilder, store: Store | None, press: Press | None) -> None:
        self.press = press
        self.game, self.look, self.builder, self.store = builder.game, builder.look, builder, store
        self.title = self.game.words.text("{title}: rules of play", title=self.game.info.printed_title)

    def set_once(self, before: PageRecord, *, dry: bool) -> tuple[PageRecord, bytes]:
        """One pass, which prints the numbers of `before`; a dry one paints nothing."""
        record = PageRecord(parted={*before.parted})
        pdf = set_book(
            self.game, self.look, self.title, self.builder.story(before, record), before, record,
            dry=dry, store=self.store, notes=self.builder.notes, press=self.press, tabs=self.builder.tabs,
        )  # fmt: skip
        return record, pdf

    def settled(self, plain: PageRecord) -> tuple[PageRecord, bytes]:
        """The page numbers, and the pass that printed them, which most often is the first.

        Raises LayoutError when the numbers still change after `MAX_PASSES`.
        """
        before = plain
        for _ in range(MAX_PASSES):
            record, pdf = self.set_once(before, dry=False)
            if record.settled(before):
                return record, pdf
            before = record
        raise LayoutError(f"the page numbers of {self.title!r} don't settle in {MAX_PASSES} passes")

    def book(self, record: PageRecord, pdf: bytes) -> Book:
        """The finished book, printed with the settled numbers in `record`."""
        lines = line_figures(self.builder.share.lines.values())
        return Book(pdf, record.pages, record.total, lines, record.white, record.figures)
