"""Cards: drawn from their piles, held in hands, played for an event or for operations points, discarded, reshuffled.

A pile has no order: a card is drawn from it by lot, which is the same as from a shuffled one and keeps no secret in the
state. `CardDraw` runs the phases with `procedure: draw`, `CardPlay` those with `procedure: cards`; both
are parts of `Cards`, which knows where each card is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.model.cards import Card, CardsSource, Deck
from pnp.model.info import Phase
from pnp.model.procedures import CardsProcedure
from pnp.referee.dice import bits, pick_card
from pnp.referee.kit.card_state import DISCARDED, HANDS, IN_FORCE, PILE, REMOVED, hand
from pnp.referee.kit.decisions import Decision, Operation, Reason
from pnp.referee.kit.kit import Kit, cite
from pnp.referee.kit.procedures.arrivals import Arrivals
from pnp.referee.kit.procedures.card_effects import CardEffects
from pnp.referee.kit.procedures.effects import Effect
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.masks import mask_of
from pnp.referee.records import event


class Cards:
    """The decks and cards of a game.

    cards    by index: the card of which each is a copy
    like     by index: the first copy of the same card
    decks    by deck: the set of its cards
    deck_of  by index: the number of its deck
    """

    def __init__(
        self, kit: Kit, section: CardsProcedure, source: CardsSource, stacking: Stacking, arrivals: Arrivals | None,
        finish: Callable[..., None] | None,
    ) -> None:  # fmt: skip
        self.kit, self.section, self.source, self.rule = kit, section, source, section.rule
        kit.cards = self
        self.cards: list[Card] = [card for card in source.cards for _ in card.copies]
        self.ids = source.ids
        self.like = [self.cards.index(card) for card in self.cards]
        numbers = {deck.id: number for number, deck in enumerate(source.decks)}
        self.deck_of = [numbers.get(card.deck or source.decks[0].id, 0) for card in self.cards]
        self.decks = [mask_of(c for c, deck in enumerate(self.deck_of) if deck == d) for d in range(len(source.decks))]
        self.effects = CardEffects(
            kit, section, arrivals, finish, stacking, draw=self.draw_any, discard=self.discard_by_lot,
            activate=self.gain_operations,
        )  # fmt: skip
        sides = range(len(kit.board.sides))
        self._holds = [[kit.filters.condition(card.when, kit.options, side) for card in self.cards] for side in sides]
        events = {card.id: self._event(card) for card in source.cards}
        self._events = [events[card.id] for card in self.cards]
        kit.each_turn.append(self._end_of_turn)
        self.draw, self.play = CardDraw(self), CardPlay(self)

    def _event(self, card: Card) -> list[str]:
        """The operations that carry out the event of a card, in order."""
        return [
            self.kit.operation(f"card:{card.id}:{number}", _operation(effect))
            for number, effect in enumerate(self.effects.events_of(card))
        ]

    def check(self) -> None:
        """Report effects that the game's own procedures don't have, when all of these are made."""
        self.effects.check()

    def holds(self, side: str) -> bool:
        """Whether a side has a hand."""
        return any(side in deck.hands for deck in self.source.decks)

    # Where cards are ----------------------------------------------------------------------------------------

    def misplaced(self, state: Any) -> list[str]:
        """What can't be said of cards, activated units and operations points."""
        sides, board = len(self.kit.board.sides), self.kit.board
        if len(state.cards) != len(self.cards) or not all(PILE <= place < HANDS + sides for place in state.cards):
            return ["'cards' doesn't fit the cards of the game"]
        faults = []
        for card, place in enumerate(state.cards):
            if place >= HANDS and board.sides[place - HANDS] not in self.deck(card).hands:
                faults.append(f"{self.ids[card]} is in a hand of {board.sides[place - HANDS]}, who holds no such cards")
        if not 0 <= state.card_units <= board.all_units or not 0 <= state.card_points < 100:
            faults.append("activated units or operations points are out of range")
        return faults

    def deck(self, card: int) -> Deck:
        """The deck of a card."""
        return self.source.decks[self.deck_of[card]]

    def deal(self, state: Any) -> None:
        """Deal the hands before the first turn."""
        for number, deck in enumerate(self.source.decks):
            for side, name in enumerate(self.kit.board.sides):
                if name in deck.hands:
                    self.draw_from(state, number, side, deck.hands[name].deal or 0)

    def draw_from(self, state: Any, deck: int, side: int, number: int) -> list[int]:
        """Draw cards into the hand of a side, no more than its limit; which."""
        source, name = self.source.decks[deck], self.kit.board.sides[side]
        held = sum(place == HANDS + side for c, place in enumerate(state.cards) if self.deck_of[c] == deck)
        drawn = []
        for _ in range(min(number, source.hands[name].limit - held)):
            card = self.next_of(state, deck, name)
            if card < 0:
                break
            state.cards[card] = HANDS + side
            drawn.append(card)
        if drawn:
            extra = (("by", name), ("value", len(drawn)))
            event(state, "draw-cards", source.rule or self.rule, 0, -1, extra)
        return drawn

    def next_of(self, state: Any, deck: int, purpose: str) -> int:
        """A card drawn from the pile of a deck, reshuffled where need be; -1 when there is none."""
        source = self.source.decks[deck]
        rule = source.rule or self.rule
        pile = self._lying(state, deck, PILE)
        if not pile and source.reshuffle == "when-empty" and (discards := self._lying(state, deck, DISCARDED)):
            state.cards = [PILE if discards >> card & 1 else place for card, place in enumerate(state.cards)]
            pile = discards
            event(state, "reshuffle", rule, 0, -1, (("code", source.id),))
        return pick_card(state, pile, purpose, rule) if pile else -1

    def _lying(self, state: Any, deck: int, place: int) -> int:
        """The set of the cards of a deck in a place."""
        return mask_of(c for c, where in enumerate(state.cards) if where == place and self.deck_of[c] == deck)

    def draw_any(self, state: Any, side: int, number: int) -> None:
        """Draw cards for a side from the decks of which it holds cards, the first that has any."""
        for deck, source in enumerate(self.source.decks):
            if number > 0 and self.kit.board.sides[side] in source.hands:
                number -= len(self.draw_from(state, deck, side, number))

    def discard_by_lot(self, state: Any, side: int, number: int) -> None:
        """A side loses cards from its hand, by lot."""
        for _ in range(number):
            if held := mask_of(hand(state, side)):
                card = pick_card(state, held, "discard", self.rule)
                self.put_down(state, card, DISCARDED)

    def put_down(self, state: Any, card: int, place: int) -> None:
        """Lay a card among the discards, out of the game, or in force."""
        state.cards[card] = place
        if place == DISCARDED:
            event(state, "discard-card", cite(self.section, "discard"), 0, -1, (("code", self.ids[card]),))

    def _end_of_turn(self, state: Any) -> None:
        """Cards that stay to the end of the turn are laid away."""
        for card, place in enumerate(state.cards):
            if place == IN_FORCE and self.cards[card].stays == "turn":
                state.cards[card] = REMOVED if self.cards[card].once else DISCARDED
                event(state, "card-ends", self.cards[card].rule or self.rule, 0, -1, (("code", self.ids[card]),))

    # Events -------------------------------------------------------------------------------------------------

    def may_happen(self, state: Any, card: int) -> bool:
        """Whether the side on turn may play a card for its event now."""
        source, side = self.cards[card], state.side
        return source.side in (None, self.kit.board.sides[side]) and self._holds[side][card](state)

    def happen(self, state: Any, card: int) -> None:
        """Carry out the event of a card, which goes where it belongs."""
        source = self.cards[card]
        place = IN_FORCE if source.stays else REMOVED if source.once else DISCARDED
        state.cards[card] = place
        extra = (("by", self.kit.board.sides[state.side]), ("code", self.ids[card]))
        event(state, "card-event", source.rule or self.rule, 0, -1, extra)
        state.agenda += reversed(self._events[card])

    def gain_operations(self, state: Any, points: int) -> None:
        """Get operations points, to be spent at once."""
        state.card_points += points
        state.agenda.append("cards:activate")


def _operation(effect: Effect) -> Operation:
    """An effect as an operation; what it puts on the agenda comes next."""

    def carry_out(state: Any) -> None:
        effect(state)

    return carry_out


class CardDraw:
    """The phase with `procedure: draw`: a side fills its hands, and turns up a card of each deck that nobody holds."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        kit, section = cards.kit, cards.section
        number = section.draw
        self._number = kit.mistakes.amount(number, section, "draw") if number != "up-to-limit" else 1 << 10

    def begin(self, state: Any, phase: Phase) -> None:
        """Draw; the event of a card that is turned up is carried out if it may be."""
        cards, name = self.cards, self.cards.kit.board.sides[state.side]
        for number, deck in enumerate(cards.source.decks):
            if name in deck.hands:
                cards.draw_from(state, number, state.side, self._number)
            elif not deck.hands and deck.side in (None, name):
                self._turn_up(state, number)

    def _turn_up(self, state: Any, deck: int) -> None:
        cards = self.cards
        card = cards.next_of(state, deck, cards.source.decks[deck].id)
        if card < 0:
            return
        if cards.may_happen(state, card):
            cards.happen(state, card)
        else:
            cards.put_down(state, card, DISCARDED)


class CardPlay:
    """The phase with `procedure: cards`: a side plays a card from its hand, or discards it, or passes."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        kit, section = cards.kit, cards.section
        self.kit = kit
        ways = {
            "event": (self.events, self._play_event, "play-event", "event-not-now"),
            "operations": (self.operations, self._play_operations, "play-operations", "no-value"),
            "discard": (self.held, self._discard, "discard", "not-in-hand"),
        }  # fmt: skip
        self.ways: list[Decision] = []
        for name in reversed([way for way in ways if way in section.play]):
            mask, deed, verb, reason = ways[name]
            self.ways.insert(0, kit.decision(Decision(
                f"card-{name}", verb, section.rule, mask, deed,
                (
                    Reason(section.rule, "not-in-hand", self._in_hand, self._about),
                    Reason(section.rule, "another-like-it", self.held, self._about),
                    Reason(section.rule, reason, mask, self._about),
                ),
                may_end=(lambda state: True) if "pass" in section.play else None,
                besides=tuple(self.ways), within=("cards",),
            ), section))  # fmt: skip
        self._cost = kit.mistakes.amount(section.activate.cost, section.activate, "cost")
        sides = range(len(kit.board.sides))
        self._may = [kit.filters.units(section.activate.units, side).of for side in sides]
        self.unit = kit.decision(Decision(
            "card-activate", "choose-unit", section.rule, self.ready, self._activate,
            (
                Reason(section.rule, "not-yours", lambda state: kit.units_of(state, state.side)),
                Reason(section.rule, "not-on-map", lambda state: state.present),
                Reason(section.rule, "chosen-already", lambda state: ~state.card_units),
                Reason(section.rule, "nothing-to-do", self.ready),
            ),
            may_end=lambda state: True, end=_spend_all, within=("cards",),
        ), section)  # fmt: skip
        kit.operation("cards:activate", lambda state: kit.ask(state, self.unit, state.side))

    def begin(self, state: Any, phase: Phase) -> bool:
        """Open the phase: what the card before it activated is over."""
        state.card_units = state.card_points = 0
        way = next((way for way in self.ways if way.mask(state)), None)
        return way is not None and self.kit.ask(state, way, state.side)

    def _in_hand(self, state: Any) -> int:
        return mask_of(hand(state, state.side))

    def held(self, state: Any) -> int:
        """The cards in the hand of the side on turn; of several alike the first."""
        kinds: dict[int, int] = {}
        for card in hand(state, state.side):
            kinds.setdefault(self.cards.like[card], card)
        return mask_of(kinds.values())

    def events(self, state: Any) -> int:
        """Those that may be played for their event."""
        return self._those(state, lambda card: self.cards.may_happen(state, card))

    def operations(self, state: Any) -> int:
        """Those that have operations points."""
        return self._those(state, lambda card: bool(self.cards.cards[card].value))

    def _those(self, state: Any, test: Callable[[int], bool]) -> int:
        return mask_of(card for card in bits(self.held(state)) if test(card))

    def _about(self, state: Any, card: int) -> dict[str, object]:
        return {"card": self.cards.ids[card]}

    def _play_event(self, state: Any, card: int) -> None:
        self.cards.happen(state, card)

    def _play_operations(self, state: Any, card: int) -> None:
        cards, source = self.cards, self.cards.cards[card]
        state.cards[card] = DISCARDED
        extra = (("by", cards.kit.board.sides[state.side]), ("code", cards.ids[card]), ("value", source.value))
        event(state, "card-operations", source.rule or cards.rule, 0, -1, extra)
        cards.gain_operations(state, source.value or 0)

    def _discard(self, state: Any, card: int) -> None:
        self.cards.put_down(state, card, DISCARDED)

    # Operations points ---------------------------------------------------------------------------------------

    def ready(self, state: Any) -> int:
        """Units that can still be activated."""
        if state.card_points < self._cost:
            return 0
        own = self.kit.units_of(state, state.side)
        units: int = self._may[state.side](state) & own & state.present & ~state.card_units
        return units

    def _activate(self, state: Any, unit: int) -> None:
        units = 1 << unit
        if self.cards.section.activate.together:
            units = state.units_in[state.at[unit]] & self.ready(state)
        state.card_points -= self._cost
        state.card_units |= units
        event(state, "activate", self.cards.rule, units, state.at[unit])
        state.agenda.append("cards:activate")


def _spend_all(state: Any) -> None:
    state.card_points = 0

