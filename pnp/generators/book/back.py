"""The end matter of the rulebook: changes from the original, credits, and pages with all tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.generators.book.index import RuleEntry, RuleIndex, anchor_of
from pnp.generators.book.look import BOTTOM_MM, TOP_MM, WIDE_MM, BookLook
from pnp.generators.book.references import raised
from pnp.generators.charts.composer import Block, compose, filling
from pnp.generators.scenarios.lists import deployed
from pnp.generators.tables.parts import scenario_length
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.generators.typeset.paragraph import MIN_LINES, JustifiedParagraph
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.rules import Erratum
from pnp.model.scenario import Scenario

HEADING_MM = 20.0
TRUE_SIZE = (1.0,)
"""The size of the type of charts below the text or the index."""

PRINTED = ("misprint", "gap", "interpretation")
"""The kinds of errata that change or fill in a rule."""

ABOVE_PT = 3.0
"""White above the first erratum of a case, besides that below the one before."""
OF_CHAPTER = (12.5, 15.0, 12.0, 2.0)
"""Size, leading, white above and below of the heading of the errata of a chapter."""

HEADED_PT = 80.0
"""Least room for the head of a chapter and the first erratum below it."""


class BookContext(Protocol):
    """The part of a book builder that the end matter needs."""

    game: Game
    look: BookLook
    index: RuleIndex

    def paragraph(
        self, spans: Sequence[Span], style: TextStyle, marker: tuple[str, Look, float] | None = None
    ) -> JustifiedParagraph:
        """A paragraph of running text, its cross-references resolved to links."""

    def title(
        self, label: str, title: str, anchor: str, level: int, *, noted: bool, section: tuple[float, ...] | None
    ) -> Flowable:
        """A heading."""


def scenario_facts(game: Game, scenario: Scenario) -> tuple[Span, ...]:
    """A scenario's length and its set-up: the cases that govern it, or the booklet that shows it."""
    words = game.words
    spans = [Span(f"{words.text('Length')}: ", bold=True), Span(f"{scenario_length(game, scenario)}{words.stop} ")]
    told = [Span("", link=rule) for rule in dict.fromkeys(placement.rule for placement in scenario.placements)]
    if deployed(game, scenario):
        told.append(Span(words.text("as the booklet of scenarios shows")))
    if told:
        spans.append(Span(f"{words.text('Set-up')}: ", bold=True))
        spans += [told[0], *(part for one in told[1:] for part in (Span(", "), one)), Span(words.stop)]
    return tuple(spans)


def errata_intro(game: Game) -> str:
    """What the parts and marks of the errata mean."""
    return game.words.text(
        "The original leaves gaps and says some things twice. Each entry tells what is printed there, what this "
        "edition does, and why. R marks what is reconstructed: places, values and units that are ours."
    )


def errata_of(book: BookContext) -> Iterator[Flowable]:
    """Each ruling on rules under the first case that it concerns, these under their chapters, in the order of cases.

    What is reconstructed or only confirmed, why, and what concerns no case is told by the rulebook for the screen.
    """
    chapters: dict[str, RuleEntry] = {}
    for entry in book.index.entries:
        chapters[entry.anchor] = entry if entry.level == 0 else next(reversed(chapters.values()))
    order = {anchor: number for number, anchor in enumerate(chapters)}
    concerned = [
        (case, one) for one in book.game.errata.errata
        if one.kind in PRINTED and (case := book.index.entry(next(iter(one.rules), "")))
    ]  # fmt: skip
    before: RuleEntry | None = None
    for case, erratum in sorted(concerned, key=lambda one: order[one[0].anchor]):
        chapter = chapters[case.anchor]
        if before is None or chapter != chapters[before.anchor]:
            yield CondPageBreak(HEADED_PT)
            anchor = anchor_of(f"§errata {chapter.anchor}")
            yield book.title(chapter.label, chapter.case.title, anchor, 1, noted=False, section=OF_CHAPTER)
        yield from _erratum(book, erratum, case if case not in (before, chapter) else None)
        before = case


def _erratum(book: BookContext, erratum: Erratum, head: RuleEntry | None) -> Iterator[Flowable]:
    """What the original prints, in grey, under the case `head` where that is a new one; then the ruling."""
    style, asked = book.look.body(), book.look.note().with_(space_before_pt=0.0, space_after_pt=1.0)
    lines = 2 * MIN_LINES + (1 if head else 0)
    yield CondPageBreak(ABOVE_PT + lines * style.leading_pt)
    if head:
        number = Look("condensed-bold", style.size_pt, book.look.number_ink)
        named = style.with_(faces=SANS, space_before_pt=ABOVE_PT, space_after_pt=0.0, hyphenate=False)
        yield book.paragraph((Span(head.case.title, bold=True),), named, (head.label, number, 0.0))
    yield book.paragraph(_words_of(erratum.printed), asked)
    yield book.paragraph(_ruled(erratum), style)


def _ruled(erratum: Erratum) -> tuple[Span, ...]:
    """What this edition does, and the cases concerned besides the first."""
    others = [Span("", link=rule) for rule in erratum.rules[1:]]
    listed = [part for n, one in enumerate(others) for part in (Span(", " if n else " ("), one)]
    return (*_words_of(erratum.ruling), *listed, *([Span(")")] if others else []))


def ruling_spans(erratum: Erratum) -> tuple[Span, ...]:
    """What this edition does, the cases concerned besides the first; then, quietly, why, and the erratum's number."""
    mark = [Span("R ", bold=True)] if erratum.kind == "reconstruction" else []
    why = _words_of(erratum.reason, quiet=True)
    return (*mark, *_ruled(erratum), Span(" "), *why, Span("\u00a0"), raised(erratum.id, ""))


def printed_spans(erratum: Erratum) -> tuple[Span, ...]:
    """What the original prints, quietly."""
    return tuple(_words_of(erratum.printed, quiet=True))


def _words_of(text: str, *, quiet: bool = False) -> list[Span]:
    return [
        replace(span, quiet=quiet) for block in parse(text) if not isinstance(block, Insert) for span in block.spans
    ]


def credits_of(book: BookContext) -> Iterator[Flowable]:
    """The original game, the people, the statement of independence, the sources of the map, the licence."""
    small = book.look.small()
    roles = 1 if book.game.info.credits.original else 0
    after = roles + len(book.game.info.credits.lines)
    for number, spans in enumerate(credit_spans(book.game)):
        tight = small.with_(space_after_pt=0.0) if roles <= number < after else small
        yield book.paragraph(spans, small.with_(space_before_pt=3.5) if number == after else tight)


def credit_spans(game: Game) -> list[tuple[Span, ...]]:
    """The lines of the credits: the original, a line for each role, statement, remarks, map, type, licence."""
    credits = game.info.credits
    lines = [(Span(credits.original.removesuffix(".") + "."),)] if credits.original else []
    roles = [(Span(f"{credit.role}: "), Span(", ".join(credit.names), bold=True)) for credit in credits.lines]
    plex = game.words.text("Set in IBM Plex (SIL Open Font License).")
    left = game.words.text("What is not translated yet stands in English; rules of that kind are marked EN.")
    rest = (
        *([left] if game.left else ()), credits.statement, *credits.remarks, credits.map_sources, plex,
        *font_lines(game), credits.licence,
    )  # fmt: skip
    return [*lines, *roles, *((Span(text),) for text in rest)]


def font_lines(game: Game) -> list[str]:
    """The licence of each font of the game's own, after its file."""
    return [f"{font.file.rpartition('/')[2]}: {font.licence}" for font in game.style.fonts]


def last_pages(blocks: Sequence[Block], look: BookLook) -> list[Drawing]:
    """The charts on as few pages as hold them, below the heading of the first."""
    return [page.drawing for page in compose(blocks, WIDE_MM, back_room(look))] if blocks else []


def fitting(blocks: Sequence[Block], room_mm: float) -> tuple[list[Block], Drawing | None]:
    """The blocks that fill a height of `room_mm` best, and their drawing."""
    chosen = filling(blocks, WIDE_MM, room_mm)
    return chosen, compose(chosen, WIDE_MM, room_mm, TRUE_SIZE)[0].drawing if chosen else None


def back_room(look: BookLook) -> float:
    """Height in mm available to the charts on each of the last pages."""
    return look.page_mm[1] - TOP_MM - BOTTOM_MM - HEADING_MM
