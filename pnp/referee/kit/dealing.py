"""What a side can't see, dealt out anew: a position that looks the same to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.referee.dice import bits, nth_bit, outputs
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.card_state import unseen_cards
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of


def dealt(assembly: Assembly, state: KitState, side: str, seed: int) -> KitState:
    """A copy of `state`, without its log, with the units that `side` can't tell from one another dealt out by `seed`.

    Something lies in each space where something was seen, if possible a unit that may be set up there. Units for which
    no room is left, and about half of the decoys, wait in their box. Two states with the same `view` give the same
    copy, however many units lie in a space.
    """
    twin = state.copy(records=False)
    draw = outputs(seed).__next__
    if cards := unseen_cards(state, side):
        _deal_cards(assembly.kit.cards, twin, cards, outputs(seed + 1).__next__)
    unseen = state.unseen(side)
    if not unseen:
        if cards:
            twin.complete()
        return twin
    kit, held = assembly.kit, list(state.held)
    spaces = state.spaces_of(unseen)
    starts, setup = kit.starts(), assembly.setup
    for unit in bits(unseen):
        kit.put(twin, 1 << unit, starts[unit])
    waiting = _shuffled(unseen, draw)
    for space in bits(spaces):
        unit = next((unit for unit in waiting if setup and setup.areas[unit] >> space & 1), waiting[0])
        waiting.remove(unit)
        kit.put(twin, 1 << unit, space)
    for unit in waiting:
        free = spaces & ~assembly.stacking.full(twin, kit.board.side_of[unit], unit)
        free &= setup.areas[unit] if setup else -1
        if free and not (setup and setup.decoys >> unit & 1 and draw() & 1):
            kit.put(twin, 1 << unit, nth_bit(free, draw() * free.bit_count() >> 64))
    twin.held = held
    twin.complete()
    return twin


def _deal_cards(cards: Any, twin: Any, unseen: Sequence[int], draw: Callable[[], int]) -> None:
    """Deal the cards that aren't seen out anew among piles and hands: as many of each deck in each place as there are.
    """
    for deck in range(len(cards.decks)):
        mine = [card for card in unseen if cards.deck_of[card] == deck]
        places = sorted(twin.cards[card] for card in mine)
        for place, card in zip(places, _shuffled(mask_of(mine), draw), strict=True):
            twin.cards[card] = place


def _shuffled(units: int, draw: Callable[[], int]) -> list[int]:
    order = []
    while units:
        unit = nth_bit(units, draw() * units.bit_count() >> 64)
        units ^= 1 << unit
        order.append(unit)
    return order
