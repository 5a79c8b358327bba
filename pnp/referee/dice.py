"""Dice and lots: SplitMix64 streams kept in the state, scripted draws first, every draw recorded.

Each stream is one 64-bit number. A draw always advances its stream by one step, also when the value is
scripted: so a replay that takes its values from the log ends in exactly the state of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import chain, count
from struct import Struct

from pnp.errors import Problem, SourceError
from pnp.referee.state import State

WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_LANES = 16
_ONES = sum(1 << 128 * lane for lane in range(_LANES))
_WORDS = WORD * _ONES
_STEPS = sum((lane + 1) * _GAMMA << 128 * lane for lane in range(_LANES))
_UNPACK = Struct("<" + "Q8x" * _LANES).unpack
"""Lanes of 128 bits: a 1 in each, a word in each, the steps of a stream, and what reads the lower halves."""
_SHORT, _FEW = 4, 8
"""Up to 2 ** _SHORT bits, or up to _FEW to skip, removing the lowest bit again and again is faster than halving."""


def stream_seed(seed: int, name: str) -> int:
    """The start of stream `name` ("dice", "cups", "player russia") in the game with `seed`."""
    digest = hashlib.blake2b(f"{seed}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def mixed(stream: int) -> int:
    """The 64-bit output that belongs to a stream's value (Steele, Lea, Flood 2014)."""
    value = ((stream ^ (stream >> 30)) * _MIX_1) & WORD
    value = ((value ^ (value >> 27)) * _MIX_2) & WORD
    return value ^ (value >> 31)


def outputs(stream: int) -> Iterator[int]:
    """The 64-bit outputs of a stream on its own, for a player. Several are made at once, each in a lane of one number.
    """
    return chain.from_iterable(map(_in_lanes, count(stream, _LANES * _GAMMA)))


def _in_lanes(stream: int) -> tuple[int, ...]:
    """The next outputs of a stream: as `mixed`, where a product of one lane doesn't reach the next."""
    values = (stream & WORD) * _ONES + _STEPS & _WORDS
    values = ((values ^ (values >> 30) & _WORDS) * _MIX_1) & _WORDS
    values = ((values ^ (values >> 27) & _WORDS) * _MIX_2) & _WORDS
    return _UNPACK((values ^ values >> 31).to_bytes(_LANES * 16, "little"))


def roll(state: State, sides: int, purpose: str, rule: str) -> int:
    """One die with `sides`, recorded as drawn for `purpose`.

    Raises SourceError when a scripted value isn't on the die.
    """
    stream = state.dice_stream = (state.dice_stream + _GAMMA) & WORD
    if state.dice_script:
        value = state.dice_script.pop()
        if not 1 <= value <= sides:
            raise SourceError(Problem("bad-draw", f"a d{sides} can't show {value!r}"))
    else:
        value = (mixed(stream) * sides >> 64) + 1
    state.record_draw(f"d{sides}", purpose, value, rule)
    return value


def pick(state: State, mask: int, purpose: str, rule: str) -> int:
    """The index of one unit of `mask`, drawn by lot and recorded.

    Raises SourceError when the scripted unit isn't among them.
    """
    unit = _lot(state, mask, 0)
    state.record_draw("unit", purpose, unit, rule)
    return unit


def pick_space(state: State, mask: int, purpose: str, rule: str) -> int:
    """The index of one space of `mask`, drawn by lot and recorded.

    Raises SourceError when the scripted space isn't among them.
    """
    space = _lot(state, mask, len(state.rules.units))
    state.record_draw("space", purpose, space, rule)
    return space


def pick_card(state: State, mask: int, purpose: str, rule: str) -> int:
    """The index of one card of `mask`, drawn by lot and recorded.

    Raises SourceError when the scripted card isn't among them.
    """
    card = _lot(state, mask, len(state.rules.units) + len(state.rules.spaces))
    state.record_draw("card", purpose, card, rule)
    return card


def drawn(state: State, mask: int, purpose: str, rule: str) -> int:
    """The one unit of `mask`, or one of several by lot."""
    return pick(state, mask, purpose, rule) if mask & mask - 1 else mask.bit_length() - 1


def drawn_space(state: State, mask: int, purpose: str, rule: str) -> int:
    """The one space of `mask`, or one of several by lot."""
    return pick_space(state, mask, purpose, rule) if mask & mask - 1 else mask.bit_length() - 1


def _lot(state: State, mask: int, first: int) -> int:
    """One of `mask`, whose bit 0 stands for number `first` of the rules' `lots`."""
    stream = state.cup_stream = (state.cup_stream + _GAMMA) & WORD
    if not state.cup_script:
        return nth_bit(mask, mixed(stream) * mask.bit_count() >> 64)
    lot = state.cup_script.pop()
    if lot < first or not mask >> (lot - first) & 1:
        lots = state.rules.lots
        names = ", ".join(lots[first + index] for index in bits(mask))
        raise SourceError(Problem("bad-draw", f"{lots[lot]!r} can't be drawn now", hint=f"One of: {names}."))
    return lot - first


def nth_bit(mask: int, number: int) -> int:
    """Index of set bit `number` (from 0) of `mask`, lowest first: a large set is halved until few are left to count."""
    base = (mask & -mask).bit_length() - 1
    mask >>= base
    if number > _FEW:
        for half, part in _halves_of(mask.bit_length().bit_length()):
            low = mask & part
            below = low.bit_count()
            if number < below:
                mask = low
            else:
                number -= below
                base += half
                mask >>= half
    for _ in range(number):
        mask &= mask - 1
    return base + (mask & -mask).bit_length() - 1


@cache
def _halves_of(power: int) -> tuple[tuple[int, int], ...]:
    """Where to cut a set of fewer than 2 ** `power` bits, again and again, and the part below each cut."""
    return tuple((1 << cut, (1 << (1 << cut)) - 1) for cut in range(power - 1, _SHORT - 1, -1))


def bits(mask: int) -> Iterator[int]:
    """Indices of the set bits of `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
