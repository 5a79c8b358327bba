"""One card as a drawing: its front or its back.

In: a game, a card, the map to cut pictures from. Out: nodes from the trimmed card's top left, in mm, whose grounds run
`BLEED_MM` past its edge; `card_scene` is the trimmed card as a scene of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.draw.colour import INK, QUIET, contrast, mix
from pnp.draw.scene import Group, Node, Path, Scene, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.cards.art import CardMap, picture
from pnp.generators.cards.imposition import BLEED_MM
from pnp.generators.cards.layout import (
    LEAST_PT,
    TITLE_FONT,
    CardLayout,
    address_of,
    card_layout,
    foot_texts,
    text_drawing,
    title_lines,
)
from pnp.generators.counters.colours import band_colour
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.sheets.title_ink import title_ink
from pnp.generators.typeset.block import centred_baseline
from pnp.model.cards import SIZES_MM, Card, CardArt, Deck
from pnp.model.game import Game
from pnp.symbols import MARK_SYMBOLS, SymbolBox

PAPER = "#fffdf6"
REFERENCE, RULE = "#716b61", "#a39d92"
NEUTRAL = "#e7e3d9"
FACES = ("front", "back")

Face = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class BandColours:
    """The band of a card: its ground, its words, and what it is on paper of little ink: a strip of colour."""

    ground: str
    ink: str
    strip: str
    ruled: bool


def card_scene(game: Game, card: str, face: Face = "front", *, maps: CardMap | None = None) -> Scene:
    """One trimmed card as a scene, in the language of `game`.

    card  id of a card, or of a copy of one
    maps  a map that pictures have been cut from already; planned anew where absent
    Raises KeyError for an unknown card; SourceError, with its line, for a text or a picture that can't be set.
    """
    source = game.cards
    if source is None:
        raise KeyError(card)
    chosen = source.card(card)
    deck = source.deck_of(chosen)
    if deck is None:
        raise KeyError(chosen.deck)
    maps = maps or CardMap(game, lambda: plan_sheet(game))
    width, height = SIZES_MM[deck.size]
    nodes = draw_front(game, chosen, deck, maps) if face == "front" else draw_back(game, deck, maps)
    clip = Path(rect(0.0, 0.0, width, height))
    title = f"{game.info.printed_title} · {chosen.title if face == 'front' else deck.name}"
    return Scene(width, height, (Group(tuple(nodes), clip=clip),), title=title)


# Fronts ----------------------------------------------------------------------------------------------------


def draw_front(game: Game, card: Card, deck: Deck, maps: CardMap) -> list[Node]:
    """The front of a card. Raises SourceError where a word or a picture doesn't fit."""
    layout = card_layout(deck, pictured=card.art is not None)
    low = game.style.ink == "low"
    nodes: list[Node] = [_ground(layout, "#ffffff" if low else PAPER)]
    nodes += _band(game, card, layout)
    if card.art is not None and layout.picture[3]:
        nodes += picture(game, card.art, layout.picture, maps, side=card.side)
    left, top, _, _ = layout.words
    nodes.append(text_drawing(game, card, layout, INK, _with_values(game, card)).at(left, top))
    return nodes + _foot(game, card, layout)


def fit_words(game: Game, card: Card, deck: Deck) -> None:
    """Set the words of a card without its picture. Raises SourceError, with its line, for what doesn't fit."""
    layout = card_layout(deck, pictured=card.art is not None)
    _band(game, card, layout)
    text_drawing(game, card, layout, INK, _with_values(game, card))


def _with_values(game: Game, card: Card) -> str:
    """The text with its values filled in: `{{ parameter.limit }}`."""
    if "{{" not in card.text:
        return card.text
    from pnp.sources.text_values import rendered, rule_values  # loads jinja2, which few cards need

    return rendered(card.text, rule_values(game), where=card.where("text"))


def band_colours(game: Game, side: str | None) -> BandColours:
    """The band of a side's cards, or of those of all sides."""
    if side is None or side not in game.style.sides:
        return BandColours(NEUTRAL, INK, NEUTRAL, ruled=True)
    style = game.style.sides[side]
    dark = contrast(style.ground, "#ffffff") > 3.0
    return BandColours(style.ground, style.ink, band_colour(style), ruled=not dark)


def _ground(layout: CardLayout, colour: str) -> Path:
    bleed = BLEED_MM
    return Path(rect(-bleed, -bleed, layout.width + 2 * bleed, layout.height + 2 * bleed), fill=colour)


def _band(game: Game, card: Card, layout: CardLayout) -> list[Node]:
    """The band: a number or a letter, the title, the mark of the side."""
    colours, low = band_colours(game, card.side), game.style.ink == "low"
    ink = INK if low else colours.ink
    wide = layout.width + 2 * BLEED_MM
    nodes: list[Node] = []
    if low:
        strip = 2.2 + BLEED_MM
        nodes += [Path(rect(-BLEED_MM, -BLEED_MM, wide, strip), fill=colours.strip)]
    else:
        nodes += [Path(rect(-BLEED_MM, -BLEED_MM, wide, layout.band + BLEED_MM), fill=colours.ground)]
    if colours.ruled or low:
        nodes.append(line(-BLEED_MM, layout.band, layout.width + BLEED_MM, layout.band, Stroke(ink, 0.6)))
    middle = layout.band / 2 + (0.9 if low else 0.0)
    left, mark = _left_of_title(card, layout, middle, ink)
    nodes += mark
    right, mark = _right_of_title(game, card, layout, middle, ink, colours)
    nodes += mark
    lines, size = title_lines(card, right - left - 1.0, layout)
    pitch = size * 0.3528 * 1.08
    for number, text in enumerate(lines):
        base = centred_baseline(TITLE_FONT, size, middle + (number - (len(lines) - 1) / 2) * pitch)
        nodes.append(Text(left, base, text, TITLE_FONT, size, ink))
    return nodes


def _left_of_title(card: Card, layout: CardLayout, middle: float, ink: str) -> tuple[float, list[Node]]:
    """Where the title begins, and the value or the letter before it; with both, the letter is at the other end."""
    big = str(card.value) if card.value is not None else card.letter
    if not big:
        return layout.margin, []
    size = layout.letter_pt
    base = centred_baseline(TITLE_FONT, size, middle)
    reach = width_mm(big, TITLE_FONT, size)
    start = layout.margin + max(reach + 2.4, 9.0 * layout.width / 63.0)
    return start, [Text(layout.margin, base, big, TITLE_FONT, size, ink)]


def _right_of_title(
    game: Game, card: Card, layout: CardLayout, middle: float, ink: str, colours: BandColours
) -> tuple[float, list[Node]]:
    """Where the title ends, and the mark of the side and a letter behind it."""
    right, nodes = layout.width - layout.margin, list[Node]()
    style = game.style.sides.get(card.side or "")
    low = game.style.ink == "low"
    if card.side is None:
        for side in reversed(game.info.sides[:4]):
            right, stripe = _stripe(band_colours(game, side.id).strip, right, layout, low)
            nodes.append(stripe)
        right -= 1.2
    elif style is not None and style.emblem in MARK_SYMBOLS:
        high = 5.4 * layout.width / 63.0
        ground = "#ffffff" if low else colours.ground
        box = SymbolBox(right - high, middle - high / 2, high, high, ink, ground, ground, 0.8)
        nodes += MARK_SYMBOLS[style.emblem](box)
        right -= high + 1.4
    if card.letter and card.value is not None:
        size = 0.7 * layout.letter_pt
        base = centred_baseline(TITLE_FONT, size, middle)
        nodes.append(Text(right, base, card.letter, TITLE_FONT, size, ink, anchor="end"))
        right -= width_mm(card.letter, TITLE_FONT, size) + 1.4
    return right, nodes


def _stripe(colour: str, right: float, layout: CardLayout, low: bool) -> tuple[float, Node]:
    """A slanting stripe of a side's colour at the end of a band that belongs to all; where the next one ends."""
    wide, slant = 3.0 * layout.width / 63.0, 2.4
    top, bottom = (2.2 if low else 0.0) + 2.6, layout.band - 2.6
    corners = [(right - wide + slant / 2, top), (right + slant / 2, top), (right - slant / 2, bottom),
               (right - wide - slant / 2, bottom)]  # fmt: skip
    return right - wide - 0.8, Path(polyline(corners, close=True), fill=colour, stroke=Stroke("#3a352f", 0.3))


def _foot(game: Game, card: Card, layout: CardLayout) -> list[Node]:
    """When and how often, and the address of the rule."""
    when, note = foot_texts(game, card)
    address = address_of(card, game)
    low = game.style.ink == "low"
    x, size = layout.margin, layout.foot_pt
    end = layout.width - layout.margin
    nodes: list[Node] = [line(x, layout.rule_y, end, layout.rule_y, Stroke(INK if low else RULE, 0.35))]
    if address:
        grey = INK if low else REFERENCE
        nodes.append(Text(end, layout.foot_y, address, "condensed-semibold", size, grey, anchor="end"))
        end -= width_mm(address, "condensed-semibold", size) + 2.0
    gap = 1.8 if when and note else 0.0
    room = end - x - gap
    needed = width_mm(when, "condensed-semibold", size) + width_mm(note, "condensed-italic", size)
    size = max(LEAST_PT, min(size, size * room / needed)) if needed else size
    if when:
        nodes.append(Text(x, layout.foot_y, when, "condensed-semibold", size, INK))
        x += width_mm(when, "condensed-semibold", size) + gap
    if note:
        quiet = INK if low else QUIET
        nodes.append(Text(x, layout.foot_y, note, "condensed-italic", size, quiet))
    return nodes


# Backs -----------------------------------------------------------------------------------------------------


def draw_back(game: Game, deck: Deck, maps: CardMap) -> list[Node]:
    """The back of a deck: the map by night in a frame, and a band with the title across it."""
    width, height = SIZES_MM[deck.size]
    share = width / 63.0
    ink, low = title_ink(game), game.style.ink == "low"
    ground = ink.ground
    if deck.side is not None and deck.side in game.style.sides and not low:
        ground = mix(game.style.sides[deck.side].ground, "#000000", 0.25)
    bleed = BLEED_MM
    nodes: list[Node] = [Path(rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), fill=ground)]
    frame = 3.2
    place = (frame, frame, width - 2 * frame, height - 2 * frame)
    art = deck.back.art or CardArt(at=game.style.cover_at, across_mm=110.0, night=True)
    nodes += picture(game, art, place, maps, framed=False, side=deck.side)
    nodes.append(Path(rect(*place, 1.4), stroke=Stroke(mix(ink.words, ground, 0.25), 0.6)))
    title = deck.back.title or game.info.printed_title
    text = deck.back.text or deck.name
    high = 24.0 * share
    top = (height - high) / 2
    nodes += [
        Path(rect(frame, top, width - 2 * frame, high), fill=ground),
        Path(rect(frame, top - 0.7, width - 2 * frame, 0.7), fill=ink.rule),
        Path(rect(frame, top + high, width - 2 * frame, 0.7), fill=ink.rule),
    ]
    room = width - 2 * frame - 3.0
    size, font = 19.0 * share, game.style.faces.title
    lines = [title.upper()]
    if width_mm(lines[0], font, size) > 1.35 * room and " " in title:
        words = title.upper().split(" ")
        cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        lines = list(min(cuts, key=lambda pair: max(width_mm(part, font, 1.0) for part in pair)))
    size = min(size if len(lines) == 1 else 0.8 * size, *(room / width_mm(text_, font, 1.0) for text_ in lines))
    step = size * 0.3528 * 1.02
    middle = height / 2 - (2.2 * share if text else 0.0) - (len(lines) - 1) * step / 2
    for number, text_ in enumerate(lines):
        base = centred_baseline(font, size, middle + number * step)
        nodes.append(Text(width / 2, base, text_, font, size, ink.words, anchor="middle"))
    if text:
        small = min(8.4 * share, 8.4 * share * room / width_mm(text.upper(), "condensed-semibold", 8.4 * share, 0.14))
        small = max(small, LEAST_PT)
        base = height / 2 + high / 2 - 3.4 * share
        nodes.append(
            Text(width / 2, base, text.upper(), "condensed-semibold", small, ink.quiet, anchor="middle",
                 tracking_em=0.14)
        )  # fmt: skip
    return nodes
