"""Sheets of cards to print and cut: fronts and backs for duplex printing, folded in one page, or fronts alone.

In: a game, a paper, a layout. Out: a `Document`. Each deck begins a new sheet. `imposition` places the cards, `face`
draws them; here they are put together with cut marks and the line that says what the sheet is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.draw.colour import QUIET
from pnp.draw.scene import Document, Group, Matrix, Node, Page, Path, Scene, SourceMarks, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.cards.art import CardMap
from pnp.generators.cards.face import draw_back, draw_front
from pnp.generators.cards.imposition import BLEED_MM, CardPlace, CardSheet, card_sheet
from pnp.generators.sheets.margin import EDGE_LINE_MM, EDGE_MM, SIDE_MM, edge_line, wrapped
from pnp.generators.sheets.sides import Layout, how_to_print
from pnp.model.cards import Card, Deck
from pnp.model.game import Game

TICK_MM, TICK_GAP_MM, TICK_PT = 2.7, 0.5, 0.35
SHORT_TICK_MM = 1.3
"""A cut mark within the bleed, where the paper has no room for one outside."""
STRIP_MM = EDGE_LINE_MM + 0.4
"""Room for a line along the paper's edge."""
MOST_NOTES = 2
"""Lines of notes between the paper's edge and the cut marks."""
_NOTE_PT = 5.0

CardFaces = dict[tuple[str, str], Group]
"""(deck, card, "" for the back) -> the face, drawn once for all sheets of a language."""


@dataclass(frozen=True, slots=True)
class _Sheets:
    """What all pages of one file share."""

    game: Game
    paper: str
    layout: Layout
    offset_mm: tuple[float, float]
    maps: CardMap
    faces: CardFaces


def build_card_sheets(
    game: Game, paper: str, layout: Layout, maps: CardMap, *, back_offset_mm: tuple[float, float] = (0.0, 0.0),
    faces: CardFaces | None = None,
) -> Document:  # fmt: skip
    """All cards of `game`, deck after deck, as often as there are copies.

    paper           "a4" or "letter"
    layout          "long" or "short" (the edge that the printer flips about), "fold", "fronts"
    maps            the map from which pictures are cut
    back_offset_mm  how far this printer's backs are moved right and down on their page
    faces           those drawn for other sheets of this game in this language; filled
    Raises SourceError, with its line, for a text or a picture that can't be set; LayoutError for an unknown layout.
    """
    sheets = _Sheets(game, paper, layout, back_offset_mm, maps, {} if faces is None else faces)
    decks = game.cards.decks if game.cards is not None else ()
    pages = tuple(page for deck in decks for page in _deck_pages(sheets, deck))
    return Document(
        title=f"{game.info.printed_title} · {game.words.text('Cards')}",
        language=game.language,
        pages=pages,
        duplex=layout if layout in ("long", "short") else None,
        subject=game.info.credits.statement,
    )


def _deck_pages(sheets: _Sheets, deck: Deck) -> Iterator[Page]:
    game = sheets.game
    assert game.cards is not None
    plan = card_sheet(deck.size, sheets.paper, sheets.layout)
    cards = [card for card in game.cards.cards_of(deck) for _ in card.copies]
    total = -(-len(cards) // plan.room)
    words = game.words
    for number in range(total):
        shown = list(zip(cards[number * plan.room : (number + 1) * plan.room], plan.fronts(), strict=False))
        fronts = [_placed(sheets, plan, deck, card, place) for card, place in shown]
        if sheets.layout == "fold":
            backs = [_placed(sheets, plan, deck, None, plan.back_of(place)) for _, place in shown]
            yield _page(sheets, plan, deck, [*fronts, *backs], number + 1, total, "", shown)
            continue
        yield _page(sheets, plan, deck, fronts, number + 1, total, words.text("Front"), shown)
        if sheets.layout != "fronts":
            backs = [_placed(sheets, plan, deck, None, plan.back_of(place, sheets.offset_mm)) for _, place in shown]
            yield _page(sheets, plan, deck, backs, number + 1, total, words.text("Back"), shown)


def _placed(sheets: _Sheets, plan: CardSheet, deck: Deck, card: Card | None, place: CardPlace) -> Group:
    """A face on the page, with as much of its ground as runs over the cut; a neighbour covers the rest."""
    key = (deck.id, card.id if card else "")
    if key not in sheets.faces:
        drawn = draw_front(sheets.game, card, deck, sheets.maps) if card else draw_back(sheets.game, deck, sheets.maps)
        sheets.faces[key] = Group(tuple(drawn))
    wide, high = (plan.height, plan.width) if plan.lying else (plan.width, plan.height)
    clip = Path(rect(-BLEED_MM, -BLEED_MM, wide + 2 * BLEED_MM, high + 2 * BLEED_MM))
    mark = SourceMarks((("card", card.id, 0.0, 0.0, wide, high) if card else ("deck", deck.id, 0.0, 0.0, wide, high),))
    return Group((Group(sheets.faces[key].children, clip=clip), mark), transform=_matrix(place, plan))


def _matrix(place: CardPlace, plan: CardSheet) -> Matrix:
    """From a card to the page."""
    x, y = place.x, place.y
    return {
        0: (1.0, 0.0, 0.0, 1.0, x, y),
        90: (0.0, 1.0, -1.0, 0.0, x + plan.width, y),
        180: (-1.0, 0.0, 0.0, -1.0, x + plan.width, y + plan.height),
        270: (0.0, -1.0, 1.0, 0.0, x, y + plan.height),
    }[place.turn]  # type: ignore[return-value]


# Pages -----------------------------------------------------------------------------------------------------

Shown = Sequence[tuple[Card, CardPlace]]


def _page(
    sheets: _Sheets, plan: CardSheet, deck: Deck, cards: Sequence[Group], number: int, total: int, side: str,
    shown: Shown,
) -> Page:  # fmt: skip
    game, words = sheets.game, sheets.game.words
    is_back = side == words.text("Back")
    trimmed = _trimmed(cards, plan, shown, is_back, sheets.offset_mm)
    box = _bounds(trimmed)
    children: list[Node] = [
        Group(tuple(_clipped_between(cards, trimmed)), layer="art"),
        Group(tuple(_ticks(plan, trimmed)), layer="cut"),
    ]
    if plan.fold:
        children.append(_fold(plan, box, words.text("fold")))
    title = " · ".join(text for text in (deck.name, side) if text)
    children.append(Group(tuple(_margin(sheets, plan, title, number, total, box)), layer="margin"))
    left, top, right, bottom = box
    heading = f"{deck.name} {number}" if total > 1 else deck.name
    return Page(
        Scene(*plan.page, tuple(children), title=f"{game.info.printed_title} · {heading}"),
        trim_mm=(left, top, right - left, bottom - top),
        bleed_mm=(left - BLEED_MM, top - BLEED_MM, right - left + 2 * BLEED_MM, bottom - top + 2 * BLEED_MM),
        bookmark=f"{heading}: {side}" if side else heading,
    )


Box = tuple[float, float, float, float]


def _trimmed(
    cards: Sequence[Group], plan: CardSheet, shown: Shown, is_back: bool, offset_mm: tuple[float, float]
) -> list[Box]:
    """The trimmed box of each card of a page, in the order in which they are drawn."""
    fronts = [place for _, place in shown]
    places = [plan.back_of(place, offset_mm) for place in fronts] if is_back else fronts
    if plan.fold:
        places = [*fronts, *(plan.back_of(place) for place in fronts)]
    assert len(places) == len(cards)
    return [(place.x, place.y, place.x + plan.width, place.y + plan.height) for place in places]


def _bounds(boxes: Sequence[Box]) -> Box:
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip


def _clipped_between(cards: Sequence[Group], trimmed: Sequence[Box]) -> Iterator[Group]:
    """Each card with its bleed, but not over a neighbour."""
    taken = [(round(x, 3), round(y, 3)) for x, y, _, _ in trimmed]
    for card, (left, top, right, bottom) in zip(cards, trimmed, strict=True):
        wide, high = right - left, bottom - top

        def over(dx: float, dy: float, left: float = left, top: float = top) -> float:
            """How far the ground runs over the cut towards a neighbour: not at all where one lies."""
            return 0.0 if (round(left + dx, 3), round(top + dy, 3)) in taken else BLEED_MM

        x, y = left - over(-wide, 0.0), top - over(0.0, -high)
        clip = Path(rect(x, y, right + over(wide, 0.0) - x, bottom + over(0.0, high) - y))
        yield Group((card,), clip=clip)


def _ticks(plan: CardSheet, trimmed: Sequence[Box]) -> Iterator[Node]:
    """A mark at each end of each cut, outside the bleed; in the bleed where the paper's edge is too near."""
    left, top, right, bottom = _bounds(trimmed)
    width, height = plan.page
    for x in sorted({round(edge, 3) for box in trimmed for edge in (box[0], box[2])}):
        yield from _tick((x, top), (0.0, -1.0), top - EDGE_MM)
        yield from _tick((x, bottom), (0.0, 1.0), height - EDGE_MM - bottom)
    for y in sorted({round(edge, 3) for box in trimmed for edge in (box[1], box[3])}):
        yield from _tick((left, y), (-1.0, 0.0), left - EDGE_MM)
        yield from _tick((right, y), (1.0, 0.0), width - EDGE_MM - right)


def _tick(point: tuple[float, float], away: tuple[float, float], room: float) -> Iterator[Node]:
    (x, y), (dx, dy) = point, away
    start, end = BLEED_MM + TICK_GAP_MM, BLEED_MM + TICK_GAP_MM + TICK_MM
    if room < end - 1.2:
        start, end = 0.2, min(SHORT_TICK_MM + 0.2, room)
        yield line(x + dx * start, y + dy * start, x + dx * end, y + dy * end, Stroke("#ffffff", 1.2))
    end = min(end, room)
    yield line(x + dx * start, y + dy * start, x + dx * end, y + dy * end, Stroke("#000000", TICK_PT))


def _fold(plan: CardSheet, box: Box, word: str) -> Group:
    """The dashed line along which the page is folded."""
    pen = Stroke("#000000", 0.5, dash_mm=(3.0, 1.8))
    width, height = plan.page
    left, top, right, bottom = box
    if plan.fold == "upright":
        name = Text(width / 2 + 0.6, top - 0.8, word, "condensed-italic", 6.5, QUIET)
        return Group((line(width / 2, top - 2.0, width / 2, bottom + 2.0, pen), name), layer="fold")
    label = width_mm(word, "condensed-italic", 6.5)
    start = max(EDGE_MM, left - 6.0)
    name = Text(start, height / 2 + 0.75, word, "condensed-italic", 6.5, QUIET)
    return Group((line(start + label + 1.2, height / 2, right + 4.0, height / 2, pen), name), layer="fold")


def _margin(sheets: _Sheets, plan: CardSheet, title: str, number: int, total: int, box: Box) -> Iterator[Node]:
    """What the sheet is, with a ruler, along the edge that has room for it; how to print it along the opposite one."""
    game, (width, height) = sheets.game, plan.page
    above = min(box[1], height - box[3])
    along = above - BLEED_MM - TICK_GAP_MM - TICK_MM >= STRIP_MM - 0.8
    length = width if along else height
    notes = _notes(sheets, length - 2 * SIDE_MM)
    words: list[Node] = [edge_line(game, width_mm=length, title=title, sheet=number, sheets=total)]
    foot: list[Node] = [
        Text(SIDE_MM, -EDGE_MM - 0.5 - 2.1 * index, text, "condensed-regular", _NOTE_PT, QUIET)
        for index, text in enumerate(reversed(notes))
    ]
    if along:
        yield Group((*words, Group(tuple(foot), transform=(1.0, 0.0, 0.0, 1.0, 0.0, height))))
        return
    # Turned to read upwards: the line lies along the left edge, the notes along the right one.
    yield Group(tuple(words), transform=(0.0, -1.0, 1.0, 0.0, 0.0, height))
    yield Group(tuple(foot), transform=(0.0, -1.0, 1.0, 0.0, width, height))


def _notes(sheets: _Sheets, room: float) -> list[str]:
    """How to print and cut the sheet, and whose reconstruction it is, in the lines for which the edge has room.

    Raises LayoutError for a statement that needs more of them.
    """
    credits = sheets.game.info.credits
    how = how_to_print(sheets.game.words, sheets.layout)
    lines = wrapped(f"{how} {credits.statement}", "condensed-regular", _NOTE_PT, room)
    if len(lines) > MOST_NOTES:
        raise LayoutError(f"the statement {credits.statement!r:.60} takes {len(lines)} lines; {MOST_NOTES} have room")
    return lines
