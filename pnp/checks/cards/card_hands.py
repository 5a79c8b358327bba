"""card-hands: each deck has cards, enough for the hands dealt from it, and no hand is dealt above its limit.

A card that only one side may play goes into a deck from which that side draws.

Game:   declared-war
Passes: cards.yaml decks/events/hands/red/deal = 1
Fails:  cards.yaml decks/events/hands/red/deal = 3
Fails:  cards.yaml decks/events/hands/red = {limit: 9, deal: 8}
Fails:  cards.yaml decks/+ = {id: tactics, name: Tactics}
Fails:  cards.yaml decks/events/side = blue
        and cards.yaml cards/storm/side = red
Mend:   correct the numbers, or add cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.cards import CardsSource, Deck

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.cards
    for deck in source.decks if source is not None else ():
        assert source is not None
        yield from _deck(source, deck)


def _deck(source: CardsSource, deck: Deck) -> Iterator[Problem]:
    cards = list(source.cards_of(deck))
    total = sum(card.count for card in cards)
    if not cards:
        yield problem(f"the deck {deck.id!r} has no cards", deck.where("id"), "add cards, or take the deck out")
        return
    dealt = sum(hand.deal or 0 for hand in deck.hands.values())
    held = sum(hand.limit for hand in deck.hands.values())
    for side, hand in deck.hands.items():
        if (hand.deal or 0) > hand.limit:
            message = f"{hand.deal} cards are dealt to {side!r}, whose limit is {hand.limit}"
            yield problem(message, hand.where("deal"), f"write deal: {hand.limit}, or a higher limit")
        if deck.side is not None and side != deck.side:
            message = f"{side!r} has a hand of the deck of {deck.side!r}"
            yield problem(message, deck.where("hands"), "take one of the two out")
    if max(dealt, held) > total:
        message = f"the hands of {deck.id!r} hold up to {max(dealt, held)} cards, and the deck has {total}"
        yield problem(message, deck.where("hands"), "add cards, or lower the limits")
    sides = deck.hands.keys() or ({deck.side} if deck.side else set())
    for card in cards:
        if card.side is not None and sides and card.side not in sides:
            message = f"only {card.side!r} may play {card.id!r}, but never draws from {deck.id!r}"
            yield problem(message, card.where("side"), "correct the side, or put it into another deck")
