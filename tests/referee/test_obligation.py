"""The duty to attack, on small contacts drawn by hand: units 0, 1, 2 …, spaces a = 0, b = 1, c = 2 …"""

from __future__ import annotations

import random

from pnp.referee.obligation import Contact, beginnings, hopeless

A, B, C = 1, 2, 4


def contact(*reach: int) -> Contact:
    """Unit i could attack the spaces reach[i]."""
    return Contact(dict(enumerate(reach)))


def test_both_sides_of_a_contact():
    """Unit 0 touches a and b, unit 1 only b, unit 2 nothing."""
    found = contact(A | B, B, 0)

    assert found.against == {0: 0b001, 1: 0b011}
    assert (found.units, found.spaces) == (0b011, A | B)
    assert (found.able(B), found.able(A | B), found.able(C)) == (0b011, 0b001, 0)


def test_units_without_contact_have_no_duty():
    assert (contact(0, 0).units, contact().units) == (0, 0)


def attacked(touching: Contact, unit: int, spaces: int) -> Contact:
    """What is left once a unit has attacked these spaces."""
    return Contact({other: reach & ~spaces for other, reach in touching.reach.items() if other != unit})


def test_there_is_always_a_way():
    """One unit after the other attacks one space that is left to it, as the head of the module argues."""
    source = random.Random(7)
    for _ in range(300):
        touching = contact(*(source.randrange(64) & source.randrange(64) for _ in range(8)))
        for unit in range(8):
            if free := touching.reach[unit]:
                touching = attacked(touching, unit, free & -free)
        assert (touching.units, touching.spaces) == (0, 0)


def test_hopeless_units_may_attack_at_bad_odds():
    """Only a is a good space. Unit 0 has it; unit 1 touches b alone, so its bad attack can't be avoided."""
    touching = contact(A | B, B)

    assert hopeless(touching, A) == 0b10
    assert beginnings(touching, A) == A | B
    assert beginnings(contact(A | B), A) == A


def test_something_can_be_attacked_until_the_duty_is_met():
    """No dead end: whatever is good, attacks at the allowed beginnings end with nothing undone."""
    source = random.Random(11)
    ended = 0
    for _ in range(300):
        touching = contact(*(source.randrange(64) & source.randrange(64) for _ in range(8)))
        good = source.randrange(64)
        while touching.units:
            may = beginnings(touching, good)
            assert may
            space = may & -may
            able = touching.able(space)
            units = able if space & good else able & hopeless(touching, good)
            assert units
            touching = attacked(touching, (units & -units).bit_length() - 1, space)
        ended += 1
    assert ended == 300
