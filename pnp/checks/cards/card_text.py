"""card-text: the words of a card fit on it, in every language, no smaller than 6.5 pt; its symbols are known,
and its marks are in pairs.

Game:   declared-war
Passes: cards.yaml cards/storm/text = "The **storm** keeps all at home. Draw a :cavalry: now."
Fails:  cards.yaml cards/storm/text = Nobody moves, fights or draws supply while it rains on the woods of Alder,
        Birch and Cedar. Nobody moves, fights or draws supply while it rains on the woods of Alder, Birch and
        Cedar. Nobody moves, fights or draws supply while it rains on the woods of Alder, Birch and Cedar.
        Nobody moves, fights or draws supply while it rains on the woods of Alder, Birch and Cedar. Nobody
        moves, fights or draws supply while it rains on the woods of Alder, Birch and Cedar. Nobody moves,
        fights or draws supply while it rains on the woods of Alder, Birch and Cedar. Nobody moves, fights or
        draws supply while it rains on the woods of Alder, Birch and Cedar. Nobody moves, fights or draws supply
        while it rains on the woods of Alder, Birch and Cedar. Nobody moves, fights or draws supply while it
        rains on the woods of Alder, Birch and Cedar.
Fails:  cards.yaml cards/storm/title = A storm of which even the oldest people in the woods cannot remember the like
Fails:  cards.yaml cards/storm/text = "Draw a :cavlary: now."
Fails:  cards.yaml cards/storm/text = "Nobody **moves today."
Mend:   shorten the text, or move what it says in detail to the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, SourceError
from pnp.model.cards import Card, Deck
from pnp.model.game import Game

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    if survey.game.cards is None:
        return
    from pnp.translate import available_languages, localised

    seen = set()
    for language in available_languages(survey.game):
        try:
            game = localised(survey.game, language)
        except SourceError:
            continue  # `translation-…` reports the catalogue
        for deck, card in _cards(game):
            try:
                _set(game, deck, card)
            except SourceError as error:
                for found in error.problems:
                    if (found.where, found.message) not in seen:
                        seen.add((found.where, found.message))
                        yield problem(found.message, found.where, found.hint)


def _cards(game: Game) -> Iterator[tuple[Deck, Card]]:
    for deck in game.cards.decks if game.cards is not None else ():
        for card in game.cards.cards_of(deck) if game.cards is not None else ():
            yield deck, card


def _set(game: Game, deck: Deck, card: Card) -> None:
    """Set the words as on the printed card. Raises SourceError where they don't fit."""
    from pnp.generators.cards.face import fit_words

    fit_words(game, card, deck)
