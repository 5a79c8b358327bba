"""The end matter of the rulebook: changes from the original, credits, and pages with all tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.index import RuleEntry, RuleIndex
from pnp.generators.book.look import BOTTOM_MM, INK, QUIET, TOP_MM, WIDE_MM, BookLook
from pnp.generators.book.references import raised
from pnp.generators.charts.composer import Block, compose, filling
from pnp.generators.scenarios.lists import deployed
from pnp.generators.tables.parts import scenario_length
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.rules import Erratum
from pnp.model.scenario import Scenario
from pnp.units import PT_PER_MM

HEADING_MM = 20.0
TRUE_SIZE = (1.0,)
"""The size of the type of charts below the text or the index."""

PRINTED = ("misprint", "gap", "interpretation")
"""The kinds of errata that change or fill in a rule."""

CASE_MM, ASKED_MM, CELL_GAP_MM, LABEL_MM, ROW_PT = 47.0, 57.0, 5.0, 13.5, 2.4
"""Width of a ruling's case and of what the original says, with the white at their right; room for the number of the
case; white above and below a row.
"""


class BookContext(Protocol):
    """The part of a book builder that the end matter needs."""

    game: Game
    look: BookLook
    index: RuleIndex

    def paragraph(
        self, spans: Sequence[Span], style: TextStyle, marker: tuple[str, Look, float] | None = None
    ) -> JustifiedParagraph:
        """A paragraph of running text, its cross-references resolved to links."""


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
        "The original leaves gaps and contradicts itself in places. Each entry says what is unclear there, what this "
        "edition does, and why. R marks what is reconstructed: places, values and units that are ours."
    )


def errata_of(book: BookContext) -> Iterator[Flowable]:
    """A row for each ruling on rules: the first case that it concerns, what the original prints, what this edition
    does; in the order of cases, those of a chapter under a stronger rule.

    What is reconstructed or only confirmed, why, and what concerns no case is told by the rulebook for the screen.
    """
    chapters: dict[str, str] = {}
    for entry in book.index.entries:
        chapters[entry.anchor] = entry.anchor if entry.level == 0 else next(reversed(chapters.values()))
    order = {anchor: number for number, anchor in enumerate(chapters)}
    concerned = [
        (case, one) for one in book.game.errata.errata
        if one.kind in PRINTED and (case := book.index.entry(next(iter(one.rules), "")))
    ]  # fmt: skip
    style = book.look.body().with_(
        faces=SANS, size_pt=8.3, leading_pt=10.2, indent_mm=0.0, space_after_pt=0.0, justify=False
    )
    titled = style.with_(indent_mm=LABEL_MM, hyphenate=False)
    before: RuleEntry | None = None
    for case, erratum in sorted(concerned, key=lambda one: order[one[0].anchor]):
        number = Look("condensed-bold", style.size_pt, book.look.number_ink)
        head = book.paragraph((Span(case.case.title, bold=True),), titled, (case.label, number, 0.0))
        cells = [
            *([] if case == before else [(0.0, CASE_MM, [head])]),
            (CASE_MM, ASKED_MM, [book.paragraph(_words_of(erratum.printed), style.with_(colour=QUIET))]),
            (CASE_MM + ASKED_MM, WIDE_MM - CASE_MM - ASKED_MM, [book.paragraph(_ruled(erratum), style)]),
        ]
        begins = before is None or chapters[before.anchor] != chapters[case.anchor]
        yield WideRow(cells, 1.0 if begins else 0.25 if case != before else 0.0)
        before = case


class WideRow(Flowable):
    """Flowables beside each other, as wide as the page.

    cells    of each its left edge and its width in mm, with the white at its right, and what stands in it
    rule_pt  the line above it
    """

    def __init__(self, cells: Sequence[tuple[float, float, Sequence[Flowable]]], rule_pt: float = 0.0) -> None:
        super().__init__()
        self.cells, self.rule_pt = cells, rule_pt
        self.height = max(sum(self._height(part, wide) for part in parts) for _, wide, parts in cells) + 2 * ROW_PT

    @staticmethod
    def _height(part: Flowable, wide_mm: float) -> float:
        height: float = part.wrap((wide_mm - CELL_GAP_MM) * PT_PER_MM, 10_000.0)[1]
        return height + part.getSpaceAfter()

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest cell."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the line, then the cells."""
        if self.rule_pt:
            self.canv.setStrokeColor(INK)
            self.canv.setLineWidth(self.rule_pt)
            self.canv.line(0.0, self.height, self.width, self.height)
        for left, wide, parts in self.cells:
            y = self.height - ROW_PT
            for part in parts:
                y -= self._height(part, wide)
                part.drawOn(self.canv, left * PT_PER_MM, y + part.getSpaceAfter())


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


def credits_of(book: BookContext) -> WideRow:
    """The original game, the people, the statement of independence, the sources of the map, the licence, in columns
    about as high as each other.
    """
    style = book.look.small().with_(indent_mm=0.0)
    roles = 1 if book.game.info.credits.original else 0
    after = roles + len(book.game.info.credits.lines)
    parts = [
        book.paragraph(spans, style.with_(space_after_pt=0.0) if roles <= number < after - 1 else style)
        for number, spans in enumerate(credit_spans(book.game))
    ]
    cells = [(0.0, WIDE_MM / 2), (WIDE_MM / 2, WIDE_MM / 2)]
    halves = ((parts[:cut], parts[cut:]) for cut in range(len(parts)))
    rows = (WideRow([(*cell, half) for cell, half in zip(cells, both, strict=True)]) for both in halves)
    return min(rows, key=lambda row: row.height)


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
