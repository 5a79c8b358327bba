"""The end matter of the rulebook: changes from the original, credits, and pages with all tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from reportlab.platypus.flowables import CondPageBreak, Flowable, PageBreak

from pnp.generators.book.flow import Picture
from pnp.generators.book.index import RuleEntry, RuleIndex
from pnp.generators.book.look import BOTTOM_MM, INK, TOP_MM, WIDE_MM, BookLook
from pnp.generators.book.set_list import NamedItem, set_list
from pnp.generators.book.share import BookShare
from pnp.generators.charts.player_aid import table_parts, with_terrain
from pnp.generators.charts.scenario import arrivals_part, deployed, points_part
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.tables.odds import odds_part
from pnp.generators.tables.parts import scenario_length
from pnp.generators.tables.tables import LARGE, TableLook
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.generators.typeset.paragraph import MIN_LINES, JustifiedParagraph
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.model.game import Game, standard_scenario
from pnp.model.rules import Erratum
from pnp.model.scenario import Scenario
from pnp.units import PT_PER_MM

BACK = TableLook(6.9, 5.0, 12.0, 10.5, 10.5, 8.6, 10.4, 7.8)
TURN = TextStyle(SANS, 8.5, 10.8, INK)
HEADING_MM = 16.0
GAP_MM = 3.5

ABOVE_PT = 3.0
"""White above the first erratum of a case, besides that below the one before."""

NAMES_PT = 7.6
"""Size of long lists of names in a ruling, set narrow: they are looked up, not read."""

_NAMES = re.compile(r"\s*([^.:;]{1,44}): ([^.:;]+(?:; [^.:;]+)+)\.")
"""A sentence of a ruling that lists names: "Names are ours: Siege Corps; Grey Division."."""


class BookContext(Protocol):
    """The part of a book builder that the end matter needs."""

    game: Game
    look: BookLook
    index: RuleIndex

    def paragraph(
        self, spans: Sequence[Span], style: TextStyle, marker: tuple[str, Look, float] | None = None
    ) -> JustifiedParagraph:
        """A paragraph of running text, its cross-references resolved to links."""

    def back_parts(self) -> list[list[Drawing]]:
        """The drawings on each of the last pages, in order."""


def scenario_facts(game: Game, scenario: Scenario) -> tuple[Span, ...]:
    """A scenario's length, the cases that govern its set-up, and a pointer to its chart where it has one."""
    words = game.words
    spans = [Span(scenario_length(game, scenario) + words.stop)]
    rules = dict.fromkeys(placement.rule for placement in scenario.placements)
    if rules:
        spans.append(Span(f" {words.text('Set-up')}: "))
        for number, rule in enumerate(rules):
            spans += [*([Span(", ")] if number else []), Span("", link=rule)]
        spans.append(Span(words.stop))
    if deployed(game, scenario):
        spans.append(Span(" " + words.text("Its page among the scenarios shows where each counter stands.")))
    return tuple(spans)


def errata_intro(game: Game) -> str:
    """What the parts and marks of the errata mean."""
    return game.words.text(
        "The original leaves gaps and says some things twice. Each entry tells what is printed there, what this "
        "edition does, and why. R marks what is reconstructed: places, values and units that are ours."
    )


def errata_of(book: BookContext) -> Iterator[Flowable]:
    """The errata in the order of the cases that they concern."""
    small = book.look.small()
    order = {entry.anchor: number for number, entry in enumerate(book.index.entries)}
    concerned = [(book.index.entry(one.rules[0]) if one.rules else None, one) for one in book.game.errata.errata]
    before: RuleEntry | None = None
    for case, erratum in sorted(concerned, key=lambda one: order[one[0].anchor] if one[0] else -1):
        yield from _erratum(book, erratum, case if case != before else None, small)
        before = case


def _erratum(book: BookContext, erratum: Erratum, head: RuleEntry | None, style: TextStyle) -> Iterator[Flowable]:
    """What the original prints, under the case `head` where that is another than before; then the ruling, lists of
    names in it as a table above.
    """
    named = [NamedItem(match[1], (Span(match[2]),)) for match in _NAMES.finditer(erratum.ruling)]
    narrow = style.with_(faces=CONDENSED, size_pt=NAMES_PT, leading_pt=NAMES_PT + 1.6)
    rows = set_list(named, narrow, book.paragraph, style.space_after_pt) if len(named) > 1 else None
    ruling = _NAMES.sub("", erratum.ruling).strip() if rows else erratum.ruling
    title = [Span(f"{head.case.title}. ", bold=True)] if head else []
    mark = (head.label, Look("condensed-bold", style.size_pt, book.look.number_ink), 0.0) if head else None
    above = style.with_(space_before_pt=ABOVE_PT if head else 0.0, space_after_pt=1.0)
    yield CondPageBreak(ABOVE_PT + (2 * MIN_LINES + 1) * style.leading_pt)
    yield book.paragraph((*title, *printed_spans(erratum)), above, mark)
    yield from rows or ()
    yield book.paragraph(ruling_spans(erratum, ruling), style)


def ruling_spans(erratum: Erratum, ruling: str) -> tuple[Span, ...]:
    """What this edition does, the cases concerned besides the first, why in italics, the number of the erratum."""
    spans = [Span("R ", bold=True)] if erratum.kind == "reconstruction" else []
    spans += _words_of(ruling, italic=False)
    for number, rule in enumerate(erratum.rules[1:]):
        spans += [Span(", " if number else " ("), Span("", link=rule)]
    spans += [Span(")")] if len(erratum.rules) > 1 else []
    return (*spans, Span(" "), *_words_of(erratum.reason, italic=True), Span(f" {erratum.id}"))


def printed_spans(erratum: Erratum) -> tuple[Span, ...]:
    """What the original prints, in italics."""
    return tuple(_words_of(erratum.printed, italic=True))


def _words_of(text: str, *, italic: bool) -> list[Span]:
    return [
        Span(span.text, span.bold, span.italic != italic, span.link)
        for block in parse(text)
        if not isinstance(block, Insert)
        for span in block.spans
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
    plex = game.words.text("Set in IBM Plex (SIL Open Font License) by pnp.")
    left = game.words.text("What is not translated yet stands in English; rules of that kind are marked EN.")
    rest = (
        *([left] if game.left else ()), credits.statement, *credits.remarks, credits.map_sources, plex,
        *font_lines(game), credits.licence,
    )  # fmt: skip
    return [*lines, *roles, *((Span(text),) for text in rest)]


def font_lines(game: Game) -> list[str]:
    """The licence of each font of the game's own, after its file."""
    return [f"{font.file.rpartition('/')[2]}: {font.licence}" for font in game.style.fonts]


def back_pages(book: BookContext) -> Iterator[Flowable]:
    """Every table across the page with the key to its results, and the sequence of play where it fits."""
    for number, parts in enumerate(book.back_parts()):
        if number:
            yield PageBreak()
        spare = back_room(book.look) - sum(part.height_mm + GAP_MM for part in parts)
        wider = min(max(spare, 0.0) / max(len(parts), 1), 6.0) * PT_PER_MM  # a game may have no table
        for part in parts:
            yield Picture(part, before_pt=0.0, after_pt=GAP_MM * PT_PER_MM + wider)


def back_room(look: BookLook) -> float:
    """Height in mm available to the tables on each of the last pages."""
    return look.page_mm[1] - TOP_MM - BOTTOM_MM - HEADING_MM


def back_parts(
    game: Game, look: BookLook, turn: Sequence[Drawing], others: Sequence[Drawing], share: BookShare
) -> list[list[Drawing]]:
    """The tables and the `turn` on one page, in smaller type or without the turn if necessary, else on several pages.

    The worked example of finding a column and the `others` fill the remaining space.
    """
    room = back_room(look)
    terrain = share.drawn("terrain", lambda: terrain_part(game, WIDE_MM))

    def tables(size: TableLook) -> list[Drawing]:
        parts = share.drawn(f"tables {size} {room}", lambda: table_parts(game, WIDE_MM, room - GAP_MM, size))
        return with_terrain(parts, terrain)

    pages, unplaced = _packed(tables(LARGE), tables(BACK), room), [*turn, *others]
    for size, first in ((LARGE, turn), (BACK, turn), (LARGE, ()), (BACK, ())):
        parts = [*tables(size), *first]
        if _height(parts) <= room:
            pages, unplaced = [(parts, parts)], unplaced[len(first) :]
            break
    odds = share.drawn("odds", lambda: odds_part(game, WIDE_MM))
    for part in ([odds, *unplaced] if odds else unplaced):
        _place(part, pages, room)
    return [page for page, _ in pages]


def scenario_drawings(game: Game) -> list[Drawing]:
    """The arrivals and the victory points of a hex map's standard scenario, so far as it has them."""
    scenario = standard_scenario(game)
    if scenario is None or game.map.kind != "hexes":
        return []
    parts = (part(game, scenario, WIDE_MM) for part in (arrivals_part, points_part))
    return [part for part in parts if part is not None]


TwoSizes = tuple[list[Drawing], list[Drawing]]
"""The drawings on a page, and the same drawings with their tables in the smallest type."""


def _packed(large: Sequence[Drawing], small: Sequence[Drawing], room: float) -> list[TwoSizes]:
    """The tables on as few pages as possible, all in small type where that saves a page.

    So they are where one in large type had to be cut, as then it has more parts than in small type.
    """
    if len(large) != len(small):
        large = small
    cuts, shown = _cut(large, room), large
    if len(tighter := _cut(small, room)) < len(cuts):
        cuts, shown = tighter, small
    return [([shown[i] for i in numbers], [small[i] for i in numbers]) for numbers in cuts]


def _cut(parts: Sequence[Drawing], room: float) -> list[list[int]]:
    """The indices of the parts on each page: in order, or where an earlier page has room if that saves a page."""

    def pages(back: int) -> list[list[int]]:
        filled: list[list[int]] = []
        for number, part in enumerate(parts):
            earlier = filled[-back:]
            page = next((page for page in earlier if _height([*(parts[i] for i in page), part]) <= room), None)
            if page is None:
                filled.append(page := [])
            page.append(number)
        return filled

    return min(pages(1), pages(len(parts)), key=len)


def _place(part: Drawing, pages: list[TwoSizes], room: float) -> None:
    """Put `part` on the emptiest page with room for it, else on the emptiest that has room once its tables shrink."""
    for smaller in (False, True):
        fitting = [index for index, page in enumerate(pages) if _height([*page[smaller], part]) <= room]
        if fitting:
            index = min(fitting, key=lambda n: _height(pages[n][smaller]))
            shown = [*pages[index][smaller], part]
            pages[index] = (shown, shown if smaller else [*pages[index][True], part])
            return


def _height(parts: Sequence[Drawing]) -> float:
    return sum(part.height_mm + GAP_MM for part in parts)
