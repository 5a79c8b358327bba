"""The hand of the person who plays: each card with what is printed on it."""

from __future__ import annotations

from pnp.cli.terminal import phrases
from pnp.cli.terminal.desk import Desk
from pnp.referee.kit.card_state import hand


def cards_in_hand(desk: Desk) -> list[str]:
    """The ids of the person's cards; none in a game without."""
    if desk.sight.game.cards is None or not hasattr(desk.state, "cards"):
        return []
    return [desk.rules.cards[card] for card in hand(desk.state, desk.rules.sides.index(desk.person))]


def show_hand(desk: Desk) -> None:
    """Each card once, with how many there are: its value, title and text."""
    cards = desk.sight.game.cards
    if cards is None:
        desk.say(phrases.NO_CARDS)
        return
    held = [cards.card(card) for card in cards_in_hand(desk)]
    if not held:
        desk.say(phrases.EMPTY_HAND)
    for card in dict.fromkeys(card.id for card in held):
        one = cards.card(card)
        times = sum(other.id == card for other in held)
        title = f"{one.title} × {times}" if times > 1 else one.title
        big = str(one.value) if one.value is not None else one.letter
        text = plain_text(one.text)
        text = text.rstrip(".") if desk.screen.plain else text  # there a row ends with a full stop of its own
        desk.screen.rows([[(big, "number"), (title, "strong"), (text, "")]], right=(0,))


def plain_text(text: str) -> str:
    """A card's text without its markup, on one line."""
    from pnp.generators.typeset.markup import plain_text as without_markup  # loads more than a game without cards needs

    return " ".join(without_markup(text).split())
