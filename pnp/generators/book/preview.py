"""One rule set as in the book, for whoever translates it and wants to see where lines break.

In: a game in one language and the address of a rule. Out: PDF bytes.
"""

from __future__ import annotations

from collections.abc import Collection

from reportlab.platypus import Flowable

from pnp.errors import PnpError
from pnp.generators.book.index import RuleEntry, RuleIndex
from pnp.generators.book.look import book_look
from pnp.generators.book.pages import BookParts, PageRecord, set_book
from pnp.generators.book.story import BookBuilder
from pnp.model.game import Game


def rule_preview(game: Game, address: str, paper: str) -> bytes:
    """The case at `address`, long or short, under the headings above it, and the cases below it, without examples.

    Raises PnpError for an address that isn't there, SourceError for a text that can't be set.
    """
    builder = BookBuilder(game, book_look(game, paper), {})
    entry = builder.index.entry(address)
    if entry is None:
        raise PnpError(f"{game.id} has no rule {address!r}")
    builder.index = _Alone(game, {case.id for case in entry.case.all_cases()})
    title = f"{game.info.printed_title}: {entry.label} {entry.case.title}"
    counted = PageRecord()
    set_book(game, builder.look, title, _story(builder, entry), PageRecord(), counted, dry=True)
    return set_book(game, builder.look, title, _story(builder, entry), counted, PageRecord())


def _story(builder: BookBuilder, entry: RuleEntry) -> BookParts:
    """The flowables, which serve for one pass."""
    shown = {case.id for case in entry.case.all_cases()}
    story: list[Flowable] = []
    for one in builder.index.entries:
        if one.case.id in shown or entry.case in one.case.all_cases():
            story.append(builder.heading(one))
        if one.case.id in shown:
            where = one.case.where("text")
            text = builder.filled(one.case.text, where)
            story += builder.body(text, builder.look.body(), builder.look.item(), where)
    return BookParts(text=story)


class _Alone(RuleIndex):
    """The cases of a game, of which some are on the page: a reference to another leads nowhere."""

    def __init__(self, game: Game, shown: Collection[str]) -> None:
        super().__init__(game)
        self.here = shown

    def target(self, address: str) -> str:
        """Name of the place in the PDF, "" where it isn't there."""
        entry = self.entry(address)
        return entry.anchor if entry and entry.case.id in self.here else ""
