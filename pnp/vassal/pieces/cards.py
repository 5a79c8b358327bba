"""Cards as pieces: a front and a mask with the back; and where the decks, the discards and the hands are.

The decks lie in a window of their own, each with its discards and room for cards in force; every side that holds cards
has a hand, a window that only it and a solitaire player see. Positions put the cards there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pnp.model.cards import SIZES_MM, Card, Deck
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.vassal.context import KEYS, Context
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import PixelPoint, join_fields, key_list, text_list
from pnp.vassal.format.gpids import CARD
from pnp.vassal.format.trait_table import DECK_FIELDS
from pnp.vassal.format.traits import Piece, encode_command, marker_trait, trait

WINDOW, BOARD = "Cards", "cards"
"""The window of the decks, and its board; the same in every language, since saved games are tied to them."""
MARGIN_MM, GAP_MM, HEAD_MM = 6.0, 6.0, 7.0
IN_FORCE = 3
"""Cards in force that the window has room for, side by side."""


@dataclass(frozen=True, slots=True)
class DeckPlace:
    """Where a deck lies in its window, in mm: the middles of pile and discards, and the first card in force."""

    deck: Deck
    size: tuple[float, float]
    pile: tuple[float, float]
    discards: tuple[float, float]
    in_force: tuple[float, float]


def deck_places(game: Game) -> list[DeckPlace]:
    """The decks, one below the other."""
    places, top = [], MARGIN_MM
    for deck in game.cards.decks if game.cards is not None else ():
        width, height = SIZES_MM[deck.size]
        y = top + HEAD_MM + height / 2
        first = MARGIN_MM + width / 2
        step = width + GAP_MM
        places.append(DeckPlace(deck, (width, height), (first, y), (first + step, y), (first + 2 * step, y)))
        top = y + height / 2 + GAP_MM
    return places


def table_mm(game: Game) -> tuple[float, float]:
    """Width and height of the window's board."""
    places = deck_places(game)
    width = max(p.in_force[0] + (IN_FORCE - 0.5) * (p.size[0] + GAP_MM) for p in places) + MARGIN_MM - GAP_MM
    last = places[-1]
    return width, last.pile[1] + last.size[1] / 2 + MARGIN_MM


def hand_sides(game: Game) -> list[str]:
    """Ids of the sides that hold cards."""
    decks = game.cards.decks if game.cards is not None else ()
    return [side.id for side in game.info.sides if any(side.id in deck.hands for deck in decks)]


def hand_window(game: Game, side: str) -> str:
    """The name of the window with a side's hand, in the language of `game`."""
    name = next(one.name for one in game.info.sides if one.id == side)
    return game.words.text("Hand of {side}", side=name)


def pile_name(game: Game, deck: Deck) -> str:
    """The name of a pile, in the language of `game`."""
    return game.words.text("{deck}: pile", deck=deck.name)


def discards_name(game: Game, deck: Deck) -> str:
    """The name of the discards of a deck."""
    return game.words.text("{deck}: discards", deck=deck.name)


def all_cards(game: Game) -> Iterator[tuple[str, Card, Deck]]:
    """Every copy with its card and its deck."""
    for card in game.cards.cards if game.cards is not None else ():
        deck = game.cards.deck_of(card) if game.cards is not None else None
        if deck is not None:
            for copy in card.copies:
                yield copy, card, deck


def card_pieces(context: Context) -> Iterator[tuple[str, Piece, tuple[int, int]]]:
    """Id of a copy, its piece, and its size in pixels."""
    shown = context.shown.cards
    for copy, card, deck in all_cards(context.base):
        title = shown.card(copy).title if shown is not None else card.title
        width, height = (context.layout.px(mm) for mm in SIZES_MM[deck.size])
        yield copy, _piece(context, copy, card, deck, title), (width, height)


def card_slots(context: Context) -> list[Element]:
    """A slot for each card, for the palette, where a lost one can be replaced."""
    return [
        component(
            "PieceSlot", entryName=piece.name, gpid=context.base.gpids.pieces[f"{CARD}{copy}"], width=width,
            height=height, body=piece.encoded(),
        )
        for copy, piece, (width, height) in card_pieces(context)
    ]  # fmt: skip


def _piece(context: Context, copy: str, card: Card, deck: Deck, title: str) -> Piece:
    words, name = context.words, f"{CARD}{copy}"
    gpid = context.base.gpids.pieces[name]
    return Piece("null", (
        trait("report", keys=key_list([KEYS["eliminate"]]), description="discarded",
              format=words.text("{card} is discarded", card="$newPieceName$")),
        trait(
            "return", menu=words.text("Discard"), key=KEYS["eliminate"], expression=discards_name(context.base, deck),
            description="to the discards of its deck",
        ),
        trait(
            "obs", key=KEYS["hide"], image=context.images["card-back", deck.id],
            menu=words.text("Turn face down / face up"), style="B", mask_name=words.text("Card"), access="side:",
            description="face down", state="null;",
        ),
        marker_trait({"CounterId": name, "Card": card.id, "Layer": "cards"}),
        trait("piece", image=context.images["card", card.id], name=title, state=f"null;0;0;{gpid};0"),
    ))  # fmt: skip


# In saved games ----------------------------------------------------------------------------------------------


def card_commands(context: Context, position: PositionSource, first_id: int) -> tuple[list[str], list[str]]:
    """The commands of a saved game that put each card down, and those of the decks and stacks that they are in.

    first_id  number of the first deck or stack
    A card that has left the game is in no window.
    """
    game = context.base
    where = {copy: place for place, copies in (position.cards or {}).items() for copy in copies}
    spots = {place.deck.id: place for place in deck_places(game)}
    groups: dict[tuple[str, PixelPoint, str], list[str]] = {}
    pieces: list[str] = []
    laid = 0
    for copy, piece, _ in card_pieces(context):
        place = where.get(copy, "pile")
        deck = spots[next(deck.id for other, _, deck in all_cards(game) if other == copy)]
        gpid = str(game.gpids.pieces[f"{CARD}{copy}"])
        window, kind = WINDOW, ""
        if place == "removed":
            window, at = "null", (0.0, 0.0)
        elif place in ("pile", "discarded"):
            at, kind = (deck.pile, "pile") if place == "pile" else (deck.discards, "discards")
        elif place == "in-force":
            at = (deck.in_force[0] + laid % IN_FORCE * (deck.size[0] + GAP_MM), deck.in_force[1])
            laid += 1
        else:
            window, at = hand_window(game, place), (deck.size[0], deck.size[1])
        point = context.layout.px(at[0]), context.layout.px(at[1])
        basic = join_fields([window, str(point[0]), str(point[1]), gpid, "0"], ";")
        pieces.append(Piece(gpid, piece.traits).with_basic_state(basic).encoded())
        if window != "null":
            groups.setdefault((window, point, f"{deck.deck.id} {kind}" if kind else ""), []).append(gpid)
    stacks = []
    for spot in spots.values():  # empty ones, too: the engine fills none by itself
        for at, kind in ((spot.pile, "pile"), (spot.discards, "discards")):
            point = context.layout.px(at[0]), context.layout.px(at[1])
            groups.setdefault((WINDOW, point, f"{spot.deck.id} {kind}"), [])
    for number, ((window, point, pile), ids) in enumerate(groups.items(), first_id):
        head = [window, str(point[0]), str(point[1])]
        if pile:
            name, _, kind = pile.partition(" ")
            state = join_fields([*head, "true" if kind == "pile" else "false", text_list(ids)], ";")
            kind_of_deck = "deck;" + join_fields(
                [deck_values(context, spots[name], kind).get(field, "") for field in DECK_FIELDS], ";"
            )
            stacks.append(encode_command(str(number), kind_of_deck, state))
        else:
            stacks.append(encode_command(str(number), "stack", join_fields([*head, *ids, "@@-1"], ";")))
    return pieces, stacks


def deck_values(context: Context, place: DeckPlace, kind: str) -> Mapping[str, str]:
    """The values of a pile, or of the discards of a deck, by the fields of saved games; the window's are the same."""
    words, game = context.words, context.base
    width, height = (str(context.layout.px(mm)) for mm in place.size)
    values = {
        "draw_outline": "true", "colour": "70,64,52", "width": width, "height": height, "allow_multiple": "true",
        "allow_select": "false", "reversible": "false", "draw_face_up": "true", "can_save": "false", "max_stack": "4",
        "expression_counting": "false", "hotkey_on_empty": "false", "select_display": "$BasicName$",
        "restrict": "false", "draw_multiple_text": words.text("Draw several"), "restrict_access": "false",
    }  # fmt: skip
    if kind == "pile":
        return values | {"name": pile_name(game, place.deck), "face_down": "Always", "shuffle": "Always"}
    return values | {
        "name": discards_name(game, place.deck), "face_down": "Never", "shuffle": "Never", "allow_select": "true",
        "draw_specific_text": words.text("Draw a certain card"),
        "reshuffle_text": words.text("Shuffle into the pile"), "reshuffle_target": pile_name(game, place.deck),
        "reshuffle_message": words.text("The discards are shuffled into the pile"),
    }  # fmt: skip
