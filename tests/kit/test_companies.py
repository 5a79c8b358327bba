"""Groups of units that are worth a look."""

from __future__ import annotations

from pnp.referee.kit.advice.companies import groups, strongest

STRENGTH = (2, 5, 2, 7, 1)


def test_the_strongest_come_first():
    """5 before 2 and 2, which are in source order; 3, of strength 7, is not asked about."""
    assert strongest(0b10111, STRENGTH) == [1, 0, 2, 4]
    assert strongest(0, STRENGTH) == []


def test_groups_grow_by_the_next_strongest():
    """Of units 1 and 0 in one space and 3 and 4 elsewhere, three at the most go together."""
    assert list(groups([1, 0], [3, 4], STRENGTH, 3)) == [
        (0b00010, 1, 5), (0b01010, 1, 12), (0b11010, 1, 13),
        (0b00011, 2, 7), (0b01011, 2, 14),
    ]  # fmt: skip


def test_nobody_goes_without_one_of_the_space():
    assert list(groups([], [3], STRENGTH, 3)) == []
    assert list(groups([1, 0, 2], [], STRENGTH, 2)) == [(0b010, 1, 5), (0b011, 2, 7)]
