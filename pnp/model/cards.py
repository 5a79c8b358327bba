"""`cards.yaml`: decks and the cards in them: what is printed on each, and what the referee does when it is played.

A deck is shared, or a side's own. Cards are held in hands, or turned up one by one where nobody has a hand of them.
Of a card with a `count` there are several alike, numbered like counters: `ambush-1`, `ambush-2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pnp.model.base import (
    Bool,
    Id,
    Int,
    Message,
    Number,
    OptionalAddress,
    SourceModel,
    SymbolName,
    Translatable,
)
from pnp.model.filters import Amount, Condition, PlaceFilter, UnitFilter
from pnp.model.pictures import Picture

CardSize = Literal["poker", "bridge", "mini", "tarot"]

SIZES_MM: Mapping[str, tuple[float, float]] = {
    "poker": (63.0, 88.0), "bridge": (57.0, 89.0), "mini": (44.0, 68.0), "tarot": (70.0, 120.0),
}  # fmt: skip
"""Width and height of a card."""

CardTitle = Annotated[str, Translatable("title of a card", 40.0)]
CardText = Annotated[str, Translatable("text of a card: no longer than the English")]
CardFoot = Annotated[str, Translatable("at the foot of a card, in small type", 40.0)]


class CardArt(SourceModel):
    """What a picture shows: a piece of the game's own map or a file, and a counter or a symbol on it."""

    at: Id | None = Field(default=None, description="a space: the map around it")
    across_mm: Number = Field(default=90.0, ge=10, le=500, description="how much of the map is seen")
    night: Bool = Field(default=False, description="the map in dark colours, as on the back")
    counter: Id | None = Field(default=None, description="a counter, in the middle")
    symbol: SymbolName | None = Field(default=None, description="a symbol, in the middle; `pnp list --symbols`")
    picture: Picture | None = Field(default=None, description="instead of the map: an SVG or PNG, as on counters")


class CardBack(SourceModel):
    """The back of a deck's cards."""

    title: CardTitle = Field(default="", description="in large letters; the game's title when absent")
    text: CardFoot = Field(default="", description="the line below; the deck's name when absent")
    art: CardArt | None = Field(default=None, description="behind the words; the map by night when absent")


class Hand(SourceModel):
    """The cards that one side holds of a deck."""

    limit: Int = Field(ge=1, le=60, description="how many it may hold; it draws up to so many")
    deal: Int | None = Field(default=None, ge=0, le=60, description="dealt before the first turn; none = no cards")


class Deck(SourceModel):
    """Cards that are drawn from one pile."""

    id: Id
    name: Message
    size: CardSize = Field(default="poker", description="63 × 88 mm, 57 × 89, 44 × 68, or 70 × 120")
    side: Id | None = Field(default=None, description="whose deck it is; none = all sides draw from it")
    template: Literal["picture", "text"] = Field(
        default="picture", description="picture: band, picture, text, foot; text: without the picture"
    )
    hands: dict[Id, Hand] = Field(
        default_factory=dict, description="side -> its hand; none at all: a card is carried out as it is drawn"
    )
    reshuffle: Literal["when-empty", "never"] = Field(
        default="when-empty", description="whether discards are shuffled into a new pile once the last card is drawn"
    )
    back: CardBack = CardBack()
    rule: OptionalAddress = ""


Sign = Literal["own", "enemy"]


class CardDeed(SourceModel):
    """Something that a card does and a player, or the die, chooses for: units to be lost, placed or moved."""

    deed: Literal["eliminate", "reduce", "restore", "place", "move"] = Field(
        description="eliminate, reduce or restore units; place them from a box; move those on the map"
    )
    units: UnitFilter = Field(description="which units; own and enemy are seen by who plays the card")
    to: PlaceFilter | None = Field(default=None, description="place, move: where to, within the stacking limit")
    number: Amount = Field(default=1, description="how many units at most")
    by: Sign | Literal["lot"] = Field(default="own", description="who chooses: own, enemy, or lot")


class Card(SourceModel):
    """A card, or several alike."""

    id: Id
    deck: Id | None = Field(default=None, description="its deck; the first when absent")
    title: CardTitle
    count: Int = Field(default=1, ge=1, le=60, description="how many there are of it")
    side: Id | None = Field(default=None, description="the only side that may play its event, in whose colours it is")
    letter: Annotated[str, StringConstraints(max_length=3)] = Field(default="", description="printed large: A, 7b")
    value: Int | None = Field(
        default=None, ge=0, le=99, description="operations points, printed large; none = it has an event only"
    )
    values: dict[Id, Int] = Field(default_factory=dict, description="other numbers, for the game's own code")
    art: CardArt | None = Field(default=None, description="its picture")
    text: CardText = Field(default="", description="what it does, with the markup of rules, and :symbol: for a symbol")
    note: CardFoot = Field(default="", description="at its foot, in italics: once a game, stays in force")
    when: Condition | None = Field(default=None, description="its event may be played only when this holds")
    once: Bool = Field(default=False, description="it leaves the game after its event, instead of being discarded")
    stays: Literal["turn", "game"] | None = Field(
        default=None, description="it stays in force to the end of the turn or of the game: `in_force` of a condition"
    )
    rule: OptionalAddress = ""
    event: str | CardDeed | tuple[str | CardDeed, ...] | None = Field(
        default=None,
        description="what the referee does: sentences such as 'points own 2', or deeds; none = nothing but its text",
    )

    worth: Number | None = Field(
        default=None, ge=-99, le=99,
        description="what its event is worth to the computer player, where an average unit is worth 1; "
        "none = what its sentences say",
    )

    @property
    def sentences(self) -> tuple[str | CardDeed, ...]:
        """The parts of the event, in order."""
        if self.event is None:
            return ()
        return self.event if isinstance(self.event, tuple) else (self.event,)

    @property
    def copies(self) -> tuple[str, ...]:
        """An id for each of them."""
        return (self.id,) if self.count == 1 else tuple(f"{self.id}-{n}" for n in range(1, self.count + 1))


class CardsSource(SourceModel):
    """The file `cards.yaml`."""

    decks: tuple[Deck, ...] = Field(min_length=1)
    cards: tuple[Card, ...] = ()

    def deck_of(self, card: Card) -> Deck | None:
        """The deck of a card; None for one that isn't there."""
        name = card.deck or self.decks[0].id
        return next((deck for deck in self.decks if deck.id == name), None)

    def cards_of(self, deck: Deck) -> Iterator[Card]:
        """The cards of a deck, in source order."""
        return (card for card in self.cards if self.deck_of(card) is deck)

    @property
    def ids(self) -> tuple[str, ...]:
        """Every copy of every card, in source order."""
        return tuple(copy for card in self.cards for copy in card.copies)

    def card(self, name: str) -> Card:
        """The card with this id, or of which a copy has it. Raises KeyError."""
        for card in self.cards:
            if name == card.id or name in card.copies:
                return card
        raise KeyError(name)
