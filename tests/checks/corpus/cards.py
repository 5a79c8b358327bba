"""Faults of cards: decks too small for their hands, words that don't fit, cards of which nothing comes."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Sources, at

FAMILY = "cards"


def more_is_dealt_than_a_hand_may_hold(game: Sources) -> Iterator[Draft]:
    """The cards dealt at the start are more than the limit."""
    for dealt in game.find("cards:decks/*/hands/*/deal"):
        yield Draft(dealt.name, (dealt.to("3"),), at(dealt))


def deck_smaller_than_its_hands(game: Sources) -> Iterator[Draft]:
    """A limit too many, or most cards lost: told at the hands."""
    for hands in game.find("cards:decks/*/hands"):
        for limit in game.find("cards:decks/*/hands/*/limit"):
            yield Draft(f"{limit.name} 40", (limit.to("40"),), at(hands))


def deck_without_cards(game: Sources) -> Iterator[Draft]:
    """A second deck, into which nobody puts a card."""
    for decks in game.find("cards:decks"):
        edit, line = decks.with_item("{id: tactics, name: Tactics}")
        yield Draft("tactics", (edit,), (("cards.yaml", line),))


def text_too_long_for_its_card(game: Sources) -> Iterator[Draft]:
    """A card tells a whole page of the rules."""
    for text in game.find("cards:cards/*/text"):
        long = f"{text.value} Nobody moves while it rains on the woods. " * 30
        yield Draft(text.name, (text.quoted(long),), at(text))


def title_too_long_for_its_band(game: Sources) -> Iterator[Draft]:
    """A card has a sentence for its title."""
    for title in game.find("cards:cards/*/title"):
        long = f"{title.value}, of which even the oldest people in these woods can tell nothing at all"
        yield Draft(title.name, (title.quoted(long),), at(title))


def symbol_misspelt_in_a_text(game: Sources) -> Iterator[Draft]:
    """Two letters of a symbol's name are swapped."""
    for text in game.find("cards:cards/*/text"):
        yield Draft(text.name, (text.quoted(f"{text.value} Draw a :cavlary: now."),), at(text))


def card_without_text_and_value(game: Sources) -> Iterator[Draft]:
    """Nothing is written on a card: told where it begins."""
    for card in game.find("cards:cards/*"):
        path = "/".join(map(str, card.path))
        (text,) = game.find(f"cards:{path}/text")
        if not game.find(f"cards:{path}/value"):
            yield Draft(card.name, (text.quoted(""),), at(*game.find(f"cards:{path}/id")))


MUTATIONS = (
    Mutation(more_is_dealt_than_a_hand_may_hold, ("card-hands",), FAMILY, True),
    Mutation(deck_smaller_than_its_hands, ("card-hands",), FAMILY, True),
    Mutation(deck_without_cards, ("card-hands",), FAMILY, False),
    Mutation(text_too_long_for_its_card, ("card-text",), FAMILY, True),
    Mutation(title_too_long_for_its_band, ("card-text",), FAMILY, True),
    Mutation(symbol_misspelt_in_a_text, ("card-text",), FAMILY, True),
    Mutation(card_without_text_and_value, ("card-idle",), FAMILY, True),
)
