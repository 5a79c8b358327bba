"""The state of a game with cards: where each card is. A pile has no order: a card is drawn from it by lot."""

from __future__ import annotations

import functools
from typing import Any

from pnp.referee.kit.state import KitState

PILE, DISCARDED, REMOVED, IN_FORCE, HANDS = range(5)
"""Where a card is; `HANDS` + the index of a side is the hand of that side."""

PLACES = ("pile", "discarded", "removed", "in-force")
"""What positions call these places; a hand is called like its side."""


FIELDS = ("card_points", "card_units", "cards")


@functools.cache
def with_cards(kind: type[KitState]) -> type[KitState]:
    """The class of the states of a game with cards, whose states would be of `kind` without them.

    cards        by card: where it is
    card_units   units that the operations points of the card played last have activated
    card_points  operations points left of it
    """

    def view(state: Any, side: str) -> dict[str, Any]:
        seen, unseen = kind.view(state, side), frozenset(unseen_cards(state, side))
        seen["cards"] = [-1 if card in unseen else place for card, place in enumerate(state.cards)]
        seen["hands"] = {name: len(hand(state, index)) for index, name in enumerate(state.rules.sides)}
        return seen

    fields: dict[str, Any] = {
        "NUMBERS": (*kind.NUMBERS, "card_units", "card_points"), "ARRAYS": (*kind.ARRAYS, "cards"),
        "__slots__": FIELDS, "__doc__": kind.__doc__, "view": view,
    }  # fmt: skip
    return type(f"{kind.__name__}WithCards", (kind,), fields)


def hand(state: Any, side: int) -> list[int]:
    """The cards in the hand of a side."""
    return [card for card, place in enumerate(state.cards) if place == HANDS + side]


def unseen_cards(state: Any, side: str) -> list[int]:
    """The cards of which `side` can't tell where they are: those of the piles and of other hands; none without cards.
    """
    own = HANDS + state.rules.sides.index(side)
    places = getattr(state, "cards", ())
    return [card for card, place in enumerate(places) if place == PILE or (place >= HANDS and place != own)]
