"""The rulebook as PDF: contents, components, numbered cases, tables from the data, examples, errata, credits.

In: a game in one language, a paper, and what the referee played. Out: PDF bytes, the same on every run. The book
is laid out until the page numbers settle, then painted once. Read `set_rulebook`, then `BookBuilder.story` for the
order of its parts.
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

MAX_PASSES = 6


@dataclass(frozen=True, slots=True)
class Book:
    """A finished rulebook.

    pages             anchor of each heading -> page number
    lines             how well its running text is set
    white             page of text -> the white in mm at the foot of its columns, left and right
    cuts              how many sentences figures part
    figures           id of an example, anchor of a wide table -> the page on which the text leads to it, and its own
    """

    pdf: bytes
    pages: Mapping[str, int]
    page_count: int
    lines: LineFigures
    white: Mapping[int, Sequence[float]]
    cuts: int
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
    game, settled = builder.game, PageRecord()
    title = game.words.text("{title}: rules of play", title=game.info.printed_title)

    def laid_out(before: PageRecord, *, dry: bool) -> tuple[PageRecord, bytes]:
        """One pass, which prints the numbers of `before`."""
        record = PageRecord(parted={*before.parted})
        story = builder.story(before, record)
        return record, set_book(game, builder.look, title, story, before, record, dry=dry, store=store, press=press)

    for _ in range(MAX_PASSES):
        before, (settled, _) = settled, laid_out(settled, dry=True)
        if settled.settled(before):
            record, pdf = laid_out(settled, dry=False)
            lines = line_figures(builder.share.lines.values())
            return Book(pdf, record.pages, record.total, lines, record.white, record.cuts, record.figures)
    raise LayoutError(f"the page numbers of {title!r} don't settle in {MAX_PASSES} passes")
