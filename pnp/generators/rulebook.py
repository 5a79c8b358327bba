"""The rulebook as PDF: contents, components, numbered cases, tables from the data, examples, errata, credits.

In: a game in one language, a paper, and what the referee played. Out: PDF bytes, the same on every run. The book
is set twice: the first pass finds the page numbers, the second prints them. Read `build_rulebook`, then
`rulebook_story` for what follows what.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.errors import LayoutError
from pnp.generators.counter_reads import watched
from pnp.generators.rulebook_again import Moved, gaps_in, pages_of, set_again
from pnp.generators.rulebook_drawn import Drawings
from pnp.generators.rulebook_kept import BookLayout, BookLines, BookParts
from pnp.generators.rulebook_look import book_look
from pnp.generators.rulebook_marks import marks_of
from pnp.generators.rulebook_pages import Record
from pnp.generators.rulebook_painted import PaintedPage
from pnp.generators.rulebook_press import Book, Press, below
from pnp.generators.rulebook_story import BookBuilder
from pnp.generators.typeset.block import Drawing
from pnp.maps.parts import MapPlan
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine

MAX_PASSES = 4

BALANCE_TRIES = (10.0, 36.0, 80.0)
"""pt that the columns of the last page in two columns may be higher than half of what they hold."""


def build_rulebook(
    game: Game, paper: str, *, played: Mapping[str, Sequence[str]] | None = None,
    logs: Mapping[str, Sequence[LogLine]] | None = None, board: MapPlan | Callable[[], MapPlan] | None = None,
    figures: dict[str, Drawing | None] | None = None, facts: Mapping[str, BoardFacts] | None = None,
    parts: BookParts | None = None,
) -> bytes:  # fmt: skip
    """The rulebook of `game` in its language.

    paper   "a4" or "letter"
    played  example id -> lines that tell what the referee did with it
    logs    the same as lines of a log, for figures and reckonings
    board   the plan of the map, or what finds it; found when it is needed and not given
    figures  what is drawn here already for the same game and language on another paper; filled in
    facts   example id -> what follows from its position, for figures of hex maps
    parts   what an earlier setting has left, and this one leaves
    Raises SourceError for a text that can't be set, LayoutError when pages don't settle.
    """
    return set_rulebook(game, paper, played=played, logs=logs, board=board, figures=figures, facts=facts, parts=parts).pdf


def set_rulebook(
    game: Game, paper: str, *, played: Mapping[str, Sequence[str]] | None = None,
    logs: Mapping[str, Sequence[LogLine]] | None = None, board: MapPlan | Callable[[], MapPlan] | None = None,
    figures: dict[str, Drawing | None] | None = None, facts: Mapping[str, BoardFacts] | None = None,
    parts: BookParts | None = None,
) -> Book:  # fmt: skip
    """As `build_rulebook`, with what a test wants to know besides."""
    parts = parts or BookParts()
    known = parts.layouts.get(paper)
    builder = BookBuilder(
        watched(game, parts.reads), book_look(game, paper), played or {}, logs or {}, board, facts or {}, parts.reads,
        Drawings(game, parts.reads, parts.drawn),
    )  # fmt: skip
    builder.figures = figures if figures is not None else {}
    builder.cache = BookLines(parts.lines)
    if known is not None:
        last = builder.tighter(book_look(game, paper, tight=True)) if known.tight else builder
        with contextlib.suppress(Moved):
            last.cache = BookLines(parts.lines, adds=False)
            if (book := set_again(last, game, known, parts)) is not None:
                return book
            last.cache = BookLines(parts.lines)
            if (book := _set_as_before(last, game, known, parts)) is not None:
                return book
        builder.cache = BookLines(parts.lines)
    return _set_anew(builder, game, parts)


def _set_as_before(builder: BookBuilder, game: Game, layout: BookLayout, parts: BookParts) -> Book | None:
    """The book set in one pass by the layout of last time; None when it has to be found anew.

    builder  in the look of `layout`
    """
    press = Press(builder, parts)
    builder.foot = below(builder.summary, layout.short_page, press.look)
    record = Record()
    story = builder.story(layout.record, record)
    if marks_of(story, builder.summary) != layout.marks:
        return None
    pages = press.print_once(story, layout.record, record, layout.short_page)
    if not record.settled(layout.record):
        return None
    return _finished(press, game, replace(layout, record=record), pages, parts)


def _set_anew(builder: BookBuilder, game: Game, parts: BookParts) -> Book:
    """The book in as many passes as it needs; how it came out is kept in `parts`."""
    builder.foot = None
    press = Press(builder, parts)
    plain, _ = press.set_once(Record(), dry=True)
    if press.is_scant(plain):
        tighter = Press(builder.tighter(book_look(game, builder.look.paper, tight=True)), parts)
        record, _ = tighter.set_once(Record(), dry=True)
        if record.total < plain.total:
            press, plain = tighter, record
    for short_page in _balances(plain):
        press.builder.foot = below(press.builder.summary, short_page, press.look)
        before = plain
        for _ in range(MAX_PASSES):
            record, pages = press.set_once(before, short_page)
            if record.total > plain.total and short_page[0]:
                break
            if record.settled(before):
                return _finished(press, game, BookLayout(press.marks, press.look.tight, short_page, record), pages, parts)
            before = record
    raise LayoutError(f"the page numbers of {press.title!r} don't settle in {MAX_PASSES} passes")


def _finished(
    press: Press, game: Game, layout: BookLayout, pages: Sequence[PaintedPage], parts: BookParts
) -> Book:  # fmt: skip
    """The book of `pages`; how it came out, and the pages, are kept in `parts`."""
    kept = pages_of(press, game, pages, parts)
    parts.layouts[press.look.paper] = replace(layout, painted=kept)
    return press.book(layout.record, pages, gaps_in(kept.passages))


def _balances(plain: Record) -> Iterator[tuple[int, float]]:
    """The last page in two columns with heights at which its columns may end level; at last, as they come."""
    page, left, right = plain.columns
    for more in BALANCE_TRIES:
        yield page, (left + right) / 2 + more
    yield 0, 0.0
