"""A book of which only some counters have changed: the pages that show none of them are taken as they were painted.

In: how the book came out last, with its pages (`BookPages`). Out: the book with the same bytes as if it were set from none of
that, or None when more has changed than can be painted by itself. Read `set_again` first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.generators.counter_reads import REST, quiet_hash, value_of
from pnp.generators.rulebook_index import anchor_of
from pnp.generators.rulebook_kept import BookLayout, BookPages, BookParts, marks_of
from pnp.generators.rulebook_look import book_look
from pnp.generators.rulebook_pages import Record
from pnp.generators.rulebook_painted import LostForm, PaintedPage
from pnp.generators.rulebook_press import Book, Press, below
from pnp.generators.rulebook_story import END, FRONT, VALUES, BookBuilder
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.output import content_hash
from pnp.sources.text_values import names_in, values_named


def base_of(
    game: Game, paper: str, played: Mapping[str, Sequence[str]], logs: Mapping[str, Sequence[LogLine]], facts: Mapping[str, BoardFacts]
) -> str:  # fmt: skip
    """A hash of all that a book is made of but what may change of its counters."""
    return content_hash(quiet_hash(game), paper, repr((dict(played), dict(logs), dict(facts))))


def pages_of(press: Press, game: Game, base: str, pages: Sequence[PaintedPage], parts: BookParts) -> BookPages:
    """What a book that was painted whole leaves for the next.

    game  as it was given, so that nothing here counts as read by the book
    """
    named = tuple(sorted({name for text in _texts(game) for name in names_in(text)}))
    end = marks_of(press.builder.end(Record()), press.builder.summary)
    return BookPages(
        base, _reads(game, parts), named, values_named(press.builder.values, named), end, press.gaps, tuple(pages),
        press.begun[0] if press.begun else None,
    )  # fmt: skip


def _texts(game: Game) -> list[str]:
    return [*(case.text for case in game.cases()), *(example.text for example in game.all_examples())]


def _reads(game: Game, parts: BookParts) -> dict[str, tuple[tuple[tuple[str, str], ...], str]]:
    return {part: (tuple(sorted(seen)), value_of(game, seen)) for part, seen in sorted(parts.reads.parts.items())}


def set_again(builder: BookBuilder, game: Game, layout: BookLayout, parts: BookParts, base: str) -> Book | None:
    """The book with only those pages painted that show what has changed; None when it has to be set whole."""
    kept = layout.painted
    if kept is None or kept.base != base or not all(page.whole for page in (*kept.pages, kept.begun) if page is not None):
        return None
    changed = {part for part, (seen, value) in kept.reads.items() if value_of(game, seen) != value}
    if REST in changed or (VALUES in changed and values_named(builder.values, kept.named) != kept.values):
        return None
    if layout.tight:
        builder = builder.tighter(book_look(builder.game, builder.look.paper, tight=True))
    press = Press(builder, parts)
    try:
        pages = _repainted(press, layout, kept, changed)
        if pages is None:
            return None
        book = press.book(layout.record, pages, kept.gaps)
    except LostForm:
        return None
    reads = {part: found for part, found in _reads(game, parts).items() if part in changed}
    kept = replace(kept, pages=tuple(pages), reads={**kept.reads, **reads})
    parts.layouts[builder.look.paper] = replace(layout, painted=kept)
    return book


def _repainted(press: Press, layout: BookLayout, kept: BookPages, changed: set[str]) -> list[PaintedPage] | None:
    """The pages of the book; None when something came to stand elsewhere."""
    pages, record, builder = list(kept.pages), layout.record, press.builder
    if FRONT in changed:
        _, made = press.part(press.front(record), record)
        if len(made) != record.pages[builder.index.entries[0].anchor] - 1:
            return None
        pages[: len(made)] = made
    if END in changed:
        builder.foot = below(builder.summary, layout.short_page, press.look)
        story = builder.end(Record())
        if marks_of(story, builder.summary) != kept.end:
            return None
        first = record.pages[anchor_of("§charts")]
        _, made = press.part(story, record, first)
        if first - 1 + len(made) != record.total:
            return None
        pages[first - 1 :] = made
        if builder.foot is not None:
            if kept.begun is None:
                return None
            pages[layout.short_page[0] - 1] = press.with_foot(kept.begun, layout)
    return pages
