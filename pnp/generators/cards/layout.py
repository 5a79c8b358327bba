"""The measures of a card's front, in mm and pt, by its size; and its words, fitted or refused.

Origin at the top left of the trimmed card, y down. A poker card is the model; others have the same parts in proportion.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pnp.draw.scene import Group, Node, Text
from pnp.draw.text import width_mm
from pnp.errors import Location, Problem, SourceError, counted, did_you_mean
from pnp.generators.sheets.margin import wrapped
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.markup import markup_faults
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.cards import SIZES_MM, Card, Deck
from pnp.model.game import Game
from pnp.symbols import MARK_SYMBOLS, UNIT_SYMBOLS, SymbolBox, unit_symbol
from pnp.symbols.units import draw_unit_symbol
from pnp.units import MM_PER_PT

LEAST_PT = 6.5
"""No word on a card is smaller."""
LEAST_TITLE = 0.62
"""The least size of a title, as a share of the largest."""
TEXT_PT = (8.6, 8.3, 8.0, 7.7, 7.4, 7.1, 6.8, LEAST_PT)
"""Sizes of the text, the best first; cards smaller than a poker card begin further down."""
UNPICTURED_PT = (10.4, 9.8, 9.2)
"""Larger ones for cards without a picture, which have more room."""
LEADING = 1.28
TITLE_FONT, TEXT_FONT = "condensed-bold", SANS

_SYMBOL = re.compile(r":([a-z0-9]+(?:[-+][a-z0-9]+)*):")
_SLOT = "\u2007\u2007"
"""Room for a symbol in a line: two figure spaces, at which no line is broken."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Where the parts of a front are.

    band     height of the coloured band at the top
    margin   safe edge, left and right
    picture  left, top, width, height; height 0 without one
    words    left, top, width, height of the text
    rule_y   the line above the foot; foot_y: the baseline of the foot
    letter_pt, title_pt, foot_pt  sizes of type; title_pt is the largest
    """

    width: float
    height: float
    band: float
    margin: float
    picture: tuple[float, float, float, float]
    words: tuple[float, float, float, float]
    rule_y: float
    foot_y: float
    letter_pt: float
    title_pt: float
    foot_pt: float
    text_pt: tuple[float, ...]


def card_layout(deck: Deck, *, pictured: bool) -> CardLayout:
    """The layout of a front of `deck`, with its picture or without one."""
    width, height = SIZES_MM[deck.size]
    share = min(width / 63.0, 1.1)
    band, margin = 13.6 * share, max(4.0 * share, 3.0)
    inner, top = width - 2 * margin, band + 2.4 * share
    picture_mm = inner * 0.664 if pictured and deck.template == "picture" else 0.0
    words_top = top + picture_mm + (2.2 * share if picture_mm else 0.6)
    rule_y = height - 8.0 * share
    sizes = TEXT_PT if share > 0.85 else TEXT_PT[3:]
    if not picture_mm and share > 0.85:
        sizes = (*UNPICTURED_PT, *sizes)
    return CardLayout(
        width, height, band, margin, (margin, top, inner, picture_mm),
        (margin, words_top, inner, rule_y - 1.2 - words_top), rule_y, height - 4.2 * share, 19.0 * share,
        12.6 * share, max(8.0 * share, LEAST_PT), sizes,
    )  # fmt: skip


def title_lines(card: Card, room_mm: float, layout: CardLayout) -> tuple[list[str], float]:
    """The title on one line or on two, and its size in pt. Raises SourceError where it fits nowhere."""
    size = layout.title_pt
    while size >= 0.78 * layout.title_pt:
        if width_mm(card.title, TITLE_FONT, size) <= room_mm:
            return [card.title], size
        size -= 0.3
    size = 0.8 * layout.title_pt
    least = max(LEAST_PT, LEAST_TITLE * layout.title_pt)
    while size >= least:
        lines = wrapped(card.title, TITLE_FONT, size, room_mm)
        if len(lines) <= 2 and all(width_mm(line, TITLE_FONT, size) <= room_mm for line in lines):
            return lines, size
        size -= 0.3
    message = f"the title of card {card.id!r} doesn't fit on two lines of {room_mm:.0f} mm at {least:.1f} pt"
    raise _too_long(message, card.where("title"), "shorten it")


def text_drawing(game: Game, card: Card, layout: CardLayout, colour: str, text: str | None = None) -> Drawing:
    """The text of a card at the largest size at which it fits, with its symbols.

    text  instead of the card's own, e.g. with its values filled in
    Raises SourceError with the line of the text where it fits at no size, and for an unknown symbol.
    """
    text = card.text if text is None else text
    _, _, width, height = layout.words
    if faults := markup_faults(text):
        raise SourceError(Problem("card-text", faults[0], card.where("text"), "complete the mark, or take it out"))
    names = _SYMBOL.findall(text)
    for name in names:
        _refuse_unknown(name, card)
    slotted = _SYMBOL.sub(_SLOT, text)
    room = {size: int((height + 1e-6) / (size * LEADING * MM_PER_PT)) for size in layout.text_pt}
    for size in layout.text_pt:
        if _fewest_lines(slotted, size, width) > room[size]:
            continue  # breaking a very long paragraph takes long
        style = TextStyle(TEXT_FONT, size, size * LEADING, colour, language=game.language)
        drawing = text_block(slotted, style, width)
        if drawing.height_mm <= height + 1e-6:
            return _with_symbols(drawing, names, colour) if names else drawing
    over = max(_fewest_lines(slotted, LEAST_PT, width) - room[LEAST_PT], 1)
    message = f"the text of card {card.id!r} is too long at {LEAST_PT:g} pt, the least size"
    message += f", in {game.language!r}" if game.language != "en" else ""
    hint = f"shorten it by {counted(over, 'line')} or more, or move the details to the rulebook"
    raise _too_long(message, card.where("text"), hint)


def _fewest_lines(text: str, size_pt: float, width: float) -> int:
    """Lines that a text takes at least."""
    return sum(max(1, math.ceil(width_mm(line, TEXT_FONT.regular, size_pt) / width - 0.2)) for line in text.split("\n"))


def address_of(card: Card, game: Game) -> str:
    """The case of a card as its foot shows it: in the short form where there is one."""
    from pnp.model.short_addresses import ShortAddresses

    return ShortAddresses(game.rules).short(card.rule) if card.rule else ""


def foot_texts(game: Game, card: Card) -> tuple[str, str]:
    """What a foot says of when a card is played, and how often."""
    words = game.words
    when = ""
    if card.when is not None and card.when.turns:
        turns = card.when.turns.replace("-", "–").replace(" ", ", ")
        when = words.text("Turn {turns}", turns=turns) if turns.isdigit() else words.text("Turns {turns}", turns=turns)
    notes = {
        "once": words.text("once a game") if card.once else "",
        "stays": {"turn": words.text("to the end of the turn"), "game": words.text("stays in force")}.get(
            card.stays or "", ""
        ),
    }
    return when, card.note or " · ".join(note for note in notes.values() if note)


def _with_symbols(drawing: Drawing, names: list[str], colour: str) -> Drawing:
    """The drawing with a symbol in each slot, in order."""
    waiting = iter(names)
    nodes = tuple(_in_slots(drawing.nodes, waiting, colour))
    return Drawing((*drawing.nodes, *nodes), drawing.width_mm, drawing.height_mm)


def _in_slots(nodes: tuple[Node, ...], names: Iterator[str], colour: str) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Group):
            yield from _in_slots(node.children, names, colour)
        if not isinstance(node, Text):
            continue
        end = 0
        while (at := node.text.find(_SLOT, end)) >= 0:
            end = at + len(_SLOT)
            x = node.x + width_mm(node.text[:at], node.font, node.size_pt)
            wide = width_mm(_SLOT, node.font, node.size_pt)
            yield from small_symbol(next(names), x + 0.04 * wide, node.y, 0.92 * wide, colour)


def small_symbol(name: str, x: float, base: float, wide: float, colour: str) -> tuple[Node, ...]:
    """A symbol `wide` mm wide that stands on a line of text, its lower edge on the baseline."""
    high = wide / 1.5
    box = SymbolBox(x, base - high, wide, high, colour, "#ffffff", "#ffffff", 0.45)
    if name in MARK_SYMBOLS:
        return tuple(MARK_SYMBOLS[name](box))
    return (draw_unit_symbol(tuple(unit_symbol(name)(box)), box),)


def _refuse_unknown(name: str, card: Card) -> None:
    from pnp.symbols import unit_symbol_misfit

    misfit = None if name in MARK_SYMBOLS else unit_symbol_misfit(name)
    if misfit is not None:
        known: Mapping[str, object] = {**MARK_SYMBOLS, **UNIT_SYMBOLS}
        hint = did_you_mean(name, known) or misfit[1]
        raise SourceError(Problem("missing-symbol", f"unknown symbol :{name}:", card.where("text"), hint))


def _too_long(message: str, where: Location | None, hint: str) -> SourceError:
    return SourceError(Problem("card-text", message, where, hint))
