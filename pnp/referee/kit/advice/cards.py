"""What speaks for playing a card: what its event brings by its sentences, or the units that its points could move."""

from __future__ import annotations

from typing import ClassVar

from pnp.model.cards import Card, CardDeed
from pnp.model.filters import UnitFilter
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action

EACH: dict[str, float] = {
    "points": 0.5, "replacements": 0.3, "draw": 0.3, "discard": -0.3, "operations": 0.3,
}  # fmt: skip
"""What one of these is worth to the side that gets it, in units of mean strength."""
DEEDS: dict[str, float] = {"eliminate": -1.0, "reduce": -0.5, "restore": 0.5, "place": 1.2, "move": 0.4}
"""What a deed is worth to the side whose unit it concerns: a unit gained is more than the points that move others."""
IN_FORCE = 0.5
"""What is hoped of a card that stays in force."""
SPENT = 0.3
"""What an operations point is worth as long as there are units to activate."""
UNKNOWN = 0.2
"""What is hoped of an event that is told in words, or carried out by code."""


class CardAdvice(AdviceTerm):
    """Plays what brings most, for its event or for its points; keeps a card rather than throw it away."""

    name = "cards"
    decisions: ClassVar[frozenset[str]] = frozenset(
        {"card-event", "card-operations", "card-discard", "card-activate", "card-unit"}
    )

    def __init__(self, view: Standpoint) -> None:
        super().__init__(view)
        self._cards = view.kit.cards
        self._events = [self._worth_of(card) for card in self._cards.cards]

    def value(self, state: KitState, decision: str, choice: Action) -> float:
        """In units of mean strength."""
        if len(choice) == 1:
            return 0.0
        if decision == "card-activate":
            return self._near_enemies(state, choice[1])
        if decision == "card-unit":
            return self._concerned(state, choice[1])
        verb = self.view.kit.verbs[choice[0]].id
        if verb == "play-event":
            return self._events[choice[1]]
        if verb == "play-operations":
            points = min(self._cards.cards[choice[1]].value or 0, self.view.kit.units_of(state, state.side).bit_count())
            return SPENT * points
        return -0.1

    def _worth_of(self, card: Card) -> float:
        """What an event brings: what the card says that it is worth, or else its sentences as far as they do."""
        if card.worth is not None:
            return card.worth
        return sum(map(self._sentence, card.sentences)) + (IN_FORCE if card.stays else 0.0)

    def _sentence(self, sentence: str | CardDeed) -> float:
        if isinstance(sentence, CardDeed):
            number = sentence.number if isinstance(sentence.number, int) else 1
            return DEEDS[sentence.deed] * number * self._whose(sentence.units)
        verb, *words = sentence.split()
        if verb in EACH:
            sides = self.view.kit.board.sides
            ours = len(words) < 2 or words[0] == "own" or (words[0] in sides and words[0] == sides[self.view.side])
            return EACH[verb] * int(words[-1]) * (1 if ours else -1)
        if verb == "end":
            outcome = next((o for o in self.view.kit.game.info.outcomes if o.id == words[0]), None)
            winner = outcome.winner if outcome else None
            return 0.0 if winner is None else 20.0 if winner == self.view.kit.board.sides[self.view.side] else -20.0
        return 0.0 if verb == "nothing" else UNKNOWN

    def _whose(self, units: UnitFilter) -> int:
        """1 where a filter means units of our own only, -1 where none of them, 0 where both."""
        board = self.view.kit.board
        meant = self.view.kit.filters.units(units, self.view.side).most & board.all_units
        ours = meant & board.own[self.view.side]
        return 1 if ours == meant else 0 if ours else -1

    def _near_enemies(self, state: KitState, unit: int) -> float:
        """More for units that stand near an enemy, who have something to do."""
        board = self.view.kit.board
        near = board.links[board.season(state.turn)].flood(1 << state.at[unit], -1, 3)
        enemies = self.view.kit.enemies_at(state, state.side)
        return SPENT + 0.1 * min((near & enemies).bit_count(), 3)

    def _concerned(self, state: KitState, unit: int) -> float:
        """The worth of the unit that a deed concerns, for or against its side."""
        kit = self.view.kit
        deed = kit.cards.effects.deeds[state.frames[-1]["deed"]].source.deed
        ours = bool(kit.units_of(state, self.view.side) >> unit & 1)
        worth = self.view.worth.units(state, 1 << unit)
        return DEEDS[deed] * worth * (1 if ours else -1) + (0.01 if deed == "move" else 0.0)
