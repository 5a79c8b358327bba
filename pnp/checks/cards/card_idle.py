"""card-idle: a card says something, and can be used: it has a text; its event is carried out, or it has a value.

A card without `event` is carried out by the players alone; where the referee plays the cards, that is a slip unless the
event says `nothing`. A value is of use only where cards are played for operations.

Game:   declared-war
Passes: cards.yaml cards/storm/event = nothing
Fails:  cards.yaml cards/storm/text = ""
Fails:  cards.yaml cards/storm/event removed
        and procedures.yaml cards = {rule: "2.2"}
Mend:   write what the card does.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    declared = game.procedures.cards if game.procedures is not None else None
    for card in game.cards.cards if game.cards is not None else ():
        if not card.text.strip() and card.value is None:
            yield problem(f"the card {card.id!r} has neither a text nor a value", card.where("id"), "write its text")
        if declared is None:
            continue
        if card.event is None and (card.value is None or "operations" not in declared.play):
            message = f"nothing happens when {card.id!r} is played"
            yield problem(message, card.where("id"), "write its event, or 'event: nothing'")
