"""The end of the rulebook: what differs from the original, credits, and a page with all tables."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reportlab.platypus.flowables import Flowable, PageBreak

from pnp.generators.charts import table_parts, with_terrain
from pnp.generators.charts_odds import odds_part
from pnp.generators.charts_scenario import arrivals_part, points_part
from pnp.generators.charts_tables import LARGE, TableLook
from pnp.generators.charts_terrain import terrain_part
from pnp.generators.map_sheet_hex_panels import standard_scenario
from pnp.generators.rulebook_drawn import Drawings
from pnp.generators.rulebook_flow import Picture
from pnp.generators.rulebook_look import BOTTOM_MM, INK, TOP_MM, WIDE_MM, BookLook
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.rules import Erratum
from pnp.units import PT_PER_MM

if TYPE_CHECKING:
    from pnp.generators.rulebook_story import BookBuilder

BACK = TableLook(6.9, 5.0, 12.0, 10.5, 10.5, 8.6, 10.4, 7.8)
TURN = TextStyle(SANS, 8.5, 10.8, INK)
HEADING_MM = 16.0
GAP_MM = 3.5


def errata_of(book: BookBuilder) -> Iterator[Flowable]:
    """How the marks are meant, then a short paragraph for each record."""
    words = book.game.words
    small = book.look.small()
    intro = words.text(
        "The original leaves gaps and says some things twice. Each entry tells what is printed there, then what this "
        "edition does. R marks what is reconstructed: places, values and units that are ours."
    )
    yield book.paragraph((Span(intro),), small)
    for erratum in book.game.errata.errata:
        yield book.paragraph(
            _erratum_spans(book, erratum),
            small.with_(space_after_pt=small.space_after_pt - 0.5),
            _erratum_mark(book, erratum),
        )


def _erratum_mark(book: BookBuilder, erratum: Erratum) -> tuple[str, Look, float]:
    return erratum.id, Look("condensed-bold", 7.0, book.look.accent), 0.0


def _erratum_spans(book: BookBuilder, erratum: Erratum) -> tuple[Span, ...]:
    """Where, what is printed (italic), what we do, which cases it concerns."""
    spans: list[Span] = []
    if erratum.kind == "reconstruction":
        spans.append(Span("R ", bold=True))
    spans += _words_of(erratum.printed, italic=True)
    spans.append(Span(" → "))
    spans += _words_of(erratum.ruling, italic=False)
    for rule in erratum.rules:
        spans += [Span(" "), Span(f"[{book.index.bare(rule)}]", link=rule)]
    return tuple(spans)


def _words_of(text: str, *, italic: bool) -> list[Span]:
    return [
        Span(span.text, span.bold, span.italic != italic, span.link)
        for block in parse(text)
        if not isinstance(block, Insert)
        for span in block.spans
    ]


def credits_of(book: BookBuilder) -> Iterator[Flowable]:
    """Original, people, the statement that this is independent, sources of the map, licence."""
    game, small = book.game, book.look.small()
    credits = game.info.credits
    words = game.words
    yield book.paragraph((Span(credits.original.removesuffix(".") + "."),), small)
    for credit in credits.lines:
        spans = (Span(f"{credit.role}: "), Span(", ".join(credit.names), bold=True))
        yield book.paragraph(spans, small.with_(space_after_pt=0.0))
    yield book.paragraph((Span(credits.statement),), small.with_(space_before_pt=3.5))
    for remark in credits.remarks:
        yield book.paragraph((Span(remark),), small)
    yield book.paragraph((Span(credits.map_sources),), small)
    yield book.paragraph((Span(words.text("Set in IBM Plex (SIL Open Font License) by pnp.")),), small)
    yield book.paragraph((Span(credits.licence),), small)


def back_pages(book: BookBuilder) -> Iterator[Flowable]:
    """Every table at the width of the page, with what its results mean; the turn in order where it fits."""
    for number, parts in enumerate(book.back_parts()):
        if number:
            yield PageBreak()
        spare = back_room(book.look) - sum(part.height_mm + GAP_MM for part in parts)
        wider = min(max(spare, 0.0) / len(parts), 6.0) * PT_PER_MM
        for part in parts:
            yield Picture(part, before_pt=0.0, after_pt=GAP_MM * PT_PER_MM + wider)


def back_room(look: BookLook) -> float:
    """Height in mm for the tables of a last page."""
    return look.page_mm[1] - TOP_MM - BOTTOM_MM - HEADING_MM


def back_parts(game: Game, look: BookLook, summary: Sequence[Drawing], drawings: Drawings) -> list[list[Drawing]]:
    """The tables and the first part of `summary`, the turn, on one page, smaller or without the turn where need be.

    On several pages when that is too much; then how a column is found and `summary` fill what room is left.
    """
    room = back_room(look)
    turn = summary[0] if summary else None
    terrain = drawings.one("terrain", lambda: terrain_part(game, WIDE_MM))
    tables = functools.cache(
        lambda size: with_terrain(drawings.several(f"tables {size}", lambda: table_parts(game, WIDE_MM, size)), terrain)
    )
    for size, last in ((LARGE, turn), (BACK, turn), (LARGE, None), (BACK, None)):
        parts = [*tables(size), *([last] if last else [])]
        if _height(parts) <= room:
            return [parts]
    large, small = tables(LARGE), tables(BACK)
    sizes = (large, small) if len(_packed(large, room)) <= len(_packed(small, room)) else (small, small)
    pages = [(page, [sizes[1][i] for i in numbers]) for page, numbers in _packed(sizes[0], room)]
    odds = drawings.one("odds", lambda: odds_part(game, WIDE_MM))
    for part in ([odds, *summary] if odds else summary):
        _place(part, pages, room)
    return [page for page, _ in pages]


def scenario_drawings(game: Game, drawings: Drawings) -> list[Drawing]:
    """As `scenario_parts` without the first, which is the set-up where there is one; each drawn by itself."""
    scenario = standard_scenario(game)
    if scenario is None or game.map.kind != "hexes":
        return []
    arrivals = drawings.one("arrivals", lambda: arrivals_part(game, scenario, WIDE_MM))
    points = drawings.one("points", lambda: points_part(game, scenario, WIDE_MM))
    found = [part for part in (arrivals, points) if part is not None]
    return found if scenario.placements else found[1:]


def _packed(parts: Sequence[Drawing], room: float) -> list[tuple[list[Drawing], list[int]]]:
    """`parts` in order on as few pages as they need, with their numbers."""
    pages: list[tuple[list[Drawing], list[int]]] = []
    for number, part in enumerate(parts):
        if not pages or _height([*pages[-1][0], part]) > room:
            pages.append(([], []))
        pages[-1][0].append(part)
        pages[-1][1].append(number)
    return pages


def _place(part: Drawing, pages: list[tuple[list[Drawing], list[Drawing]]], room: float) -> None:
    """Put `part` on the first page with room for it; on one whose tables make room by being smaller where there is none."""
    for smaller in (False, True):
        for index, page in enumerate(pages):
            if _height([*page[smaller], part]) <= room:
                shown = [*page[smaller], part]
                pages[index] = (shown, shown if smaller else [*page[True], part])
                return


def _height(parts: Sequence[Drawing]) -> float:
    return sum(part.height_mm + GAP_MM for part in parts)
