"""Counting hexes with digits that are sets."""

from __future__ import annotations

import random

from pnp.referee.hex_counts import above, count_at, counted, recounted


def test_three_zones_over_each_other():
    """Hex 1 lies in all three, hex 0 in one, hex 2 in two."""
    digits: list[int] = []
    for zone in (0b011, 0b110, 0b110):
        recounted(digits, 0, zone)

    assert [count_at(digits, hex_) for hex_ in (0, 1, 2, 3)] == [1, 3, 2, 0]
    assert (counted(digits), above(digits, 1), above(digits, 2), above(digits, 3)) == (0b111, 0b110, 0b010, 0)


def test_taking_a_zone_away_leaves_the_others():
    """Hex 1 stays counted once; the digits are as if the zone had never been."""
    digits: list[int] = []
    recounted(digits, 0, 0b010)
    before = digits[:]
    recounted(digits, 0, 0b111)
    recounted(digits, 0b111, 0)

    assert digits == before
    recounted(digits, 0b010, 0)
    assert digits == []


def test_a_zone_that_moves_is_counted_where_it_is_new():
    """Hexes 0, 1 and 2 are counted once, once and twice; the zone of 1 and 2 moves to 2 and 3."""
    digits: list[int] = []
    recounted(digits, 0, 0b0101)
    recounted(digits, 0, 0b0110)
    recounted(digits, 0b0110, 0b1100)

    assert [count_at(digits, hex_) for hex_ in range(4)] == [1, 0, 2, 1]


def test_counts_equal_plain_counting():
    """A second way: a list of numbers, over a thousand changes."""
    rng, digits, plain = random.Random(3), [], [0] * 12
    zones = []
    for _ in range(1000):
        if zones and rng.random() < 0.2:
            zone, other = zones.pop(rng.randrange(len(zones))), rng.randrange(1, 1 << 12)
            zones.append(other)
            recounted(digits, zone, other)
        elif zones and rng.random() < 0.48:
            zone = zones.pop(rng.randrange(len(zones)))
            recounted(digits, zone, 0)
        else:
            zone = rng.randrange(1, 1 << 12)
            zones.append(zone)
            recounted(digits, 0, zone)
        plain = [sum(z >> hex_ & 1 for z in zones) for hex_ in range(12)]
        assert [count_at(digits, hex_) for hex_ in range(12)] == plain
        for limit in (0, 1, 2, 5, 9):
            assert above(digits, limit) == sum(1 << hex_ for hex_ in range(12) if plain[hex_] > limit)
