"""The end matter of the rulebook: changes from the original, credits, and pages with all tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.generators.book.index import RuleEntry, RuleIndex
from pnp.generators.book.look import BOTTOM_MM, TOP_MM, WIDE_MM, BookLook
from pnp.generators.book.references import raised
from pnp.generators.charts.composer import Block, compose
from pnp.generators.scenarios.lists import deployed
from pnp.generators.tables.parts import scenario_length
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.model.game import Game
from pnp.model.rules import Erratum
from pnp.model.scenario import Scenario
from pnp.model.words import Words

PRINTED = ("misprint", "gap", "interpretation")
"""The kinds of errata that change or fill in a rule."""


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


def rulings(game: Game, index: RuleIndex) -> list[tuple[RuleEntry, Erratum]]:
    """Each ruling on rules with the first case that it concerns, in the order of cases.

    What is reconstructed or only confirmed, why, and what concerns no case is told by the rulebook for the screen.
    """
    concerned = [
        (case, one) for one in game.errata.errata
        if one.kind in PRINTED and (case := index.entry(next(iter(one.rules), "")))
    ]  # fmt: skip
    return sorted(concerned, key=lambda one: index.entries.index(one[0]))


def ruled(erratum: Erratum, index: RuleIndex, words: Words, most: int | None = None) -> tuple[Span, ...]:
    """What this edition does, and the cases concerned besides the first, at `most` so many."""
    named = erratum.rules[1:][:most]
    others = [part for rule in named for part in (Span(", "), Span(index.bare(rule), link=rule))][1:]
    before, after = words.text("see {entry}", entry="\0").replace(" ", "\u00a0").split("\0")
    see = (Span(f" ({before}"), *others, Span(f"{after})")) if others else ()
    return (*words_of(erratum.ruling), *(replace(span, quiet=True) for span in see))


def ruling_spans(erratum: Erratum, index: RuleIndex, words: Words) -> tuple[Span, ...]:
    """What this edition does; then, quietly, why, and the erratum's number."""
    mark = [Span("R ", bold=True)] if erratum.kind == "reconstruction" else []
    why = words_of(erratum.reason, quiet=True)
    return (*mark, *ruled(erratum, index, words), Span(" "), *why, Span("\u00a0"), raised(erratum.id, ""))


def words_of(text: str, **look: bool) -> list[Span]:
    """The spans of a text without its inserts, in that look."""
    return [replace(span, **look) for block in parse(text) if not isinstance(block, Insert) for span in block.spans]


def credit_spans(game: Game) -> list[tuple[Span, ...]]:
    """The lines of the credits: the original, the roles, statement, remarks, map, type, licence."""
    credits = game.info.credits
    lines = [(Span(credits.original.removesuffix(".") + "."),)] if credits.original else []
    roles = [span for credit in credits.lines
             for span in (Span(" · "), Span(f"{credit.role}: "), Span(", ".join(credit.names), bold=True))]  # fmt: skip
    plex = game.words.text("Set in IBM Plex (SIL Open Font License).")
    left = game.words.text("What is not translated yet stands in English; rules of that kind are marked EN.")
    rest = (
        *([left] if game.left else ()), credits.statement, *credits.remarks, credits.map_sources, plex,
        *font_lines(game), credits.licence,
    )  # fmt: skip
    return [*lines, *([tuple(roles[1:])] if roles else []), *((Span(text),) for text in rest)]


def font_lines(game: Game) -> list[str]:
    """The licence of each font of the game's own, after its file."""
    return [f"{font.file.rpartition('/')[2]}: {font.licence}" for font in game.style.fonts]


def last_pages(blocks: Sequence[Block], look: BookLook) -> list[Drawing]:
    """The charts on as few pages as hold them."""
    room = look.page_mm[1] - TOP_MM - BOTTOM_MM
    return [page.drawing for page in compose(blocks, WIDE_MM, room)] if blocks else []
