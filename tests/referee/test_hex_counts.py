"""Counting hexes with digits that are sets."""

from __future__ import annotations

import random

from pnp.referee.hex_counts import above, count_at, counted, lowered, raised


def test_three_zones_over_each_other():
    """Hex 1 lies in all three, hex 0 in one, hex 2 in two."""
    digits: list[int] = []
    for zone in (0b011, 0b110, 0b110):
        raised(digits, zone)

    assert [count_at(digits, hex_) for hex_ in (0, 1, 2, 3)] == [1, 3, 2, 0]
    assert (counted(digits), above(digits, 1), above(digits, 2), above(digits, 3)) == (0b111, 0b110, 0b010, 0)


def test_taking_a_zone_away_leaves_the_others():
    """Hex 1 stays counted once; the digits are as if the zone had never been."""
    digits: list[int] = []
    raised(digits, 0b010)
    before = digits[:]
    raised(digits, 0b111)
    lowered(digits, 0b111)

    assert digits == before
    lowered(digits, 0b010)
    assert digits == []


def test_counts_equal_plain_counting():
    """A second way: a list of numbers, over a thousand changes."""
    rng, digits, plain = random.Random(3), [], [0] * 12
    zones = []
    for _ in range(1000):
        if zones and rng.random() < 0.48:
            zone = zones.pop(rng.randrange(len(zones)))
            lowered(digits, zone)
        else:
            zone = rng.randrange(1, 1 << 12)
            zones.append(zone)
            raised(digits, zone)
        plain = [sum(z >> hex_ & 1 for z in zones) for hex_ in range(12)]
        assert [count_at(digits, hex_) for hex_ in range(12)] == plain
        for limit in (0, 1, 2, 5, 9):
            assert above(digits, limit) == sum(1 << hex_ for hex_ in range(12) if plain[hex_] > limit)
