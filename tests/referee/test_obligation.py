"""The duty to attack, on small contacts drawn by hand: units 0, 1, 2 …, spaces a = 0, b = 1, c = 2 …"""

from __future__ import annotations

import random

import pytest

from pnp.referee.obligation import Contact, JointAttack, beginnings, flaw, hopeless, unmet

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
    assert unmet(contact(0, 0)) is None
    assert unmet(contact()) is None


def test_a_unit_is_left_that_could_attack():
    """Rule: Winter War, Combat E, WW-71: unit 1 hasn't attacked and b hasn't been attacked."""
    left = unmet(contact(A | B, B), [JointAttack(0b01, A)])

    assert left is not None
    assert left.pairs == ((1, B),)
    assert (left.units, left.spaces) == (0b10, B)


def test_one_unit_settles_the_space_for_all():
    """Rule: Winter War, Combat F: what has been attacked can't be attacked again, so unit 1 has nothing to do."""
    assert unmet(contact(A, A), [JointAttack(0b01, A)]) is None


def test_one_attack_may_take_several_spaces():
    """Rule: Winter War, Combat K: unit 0 attacks a and b at once; alone it could only settle one of them."""
    touching = contact(A | B, B, A)

    assert unmet(touching, [JointAttack(0b001, A)]).pairs == ((1, B),)
    assert unmet(touching, [JointAttack(0b001, A | B)]) is None


@pytest.mark.parametrize(
    ("attacks", "kind", "unit", "space"),
    [
        ([JointAttack(0, A)], "nobody", -1, -1),
        ([JointAttack(1, 0)], "nothing", -1, -1),
        ([JointAttack(0b01, A), JointAttack(0b11, B)], "unit-twice", 0, -1),
        ([JointAttack(0b01, B), JointAttack(0b10, B)], "space-twice", -1, 1),
        ([JointAttack(0b10, A | B)], "out-of-reach", 1, 0),
        ([JointAttack(0b100, C)], "out-of-reach", 2, 2),
    ],
)
def test_attacks_that_cannot_be_made(attacks, kind, unit, space):
    """Rule: Winter War, Combat F, C, K"""
    found = flaw(contact(A | B, B), attacks)

    assert (found.kind, found.attack, found.unit, found.space) == (kind, len(attacks) - 1, unit, space)


def proves(touching: Contact, attacks: list[JointAttack]) -> bool:
    return flaw(touching, attacks) is None and unmet(touching, attacks) is None


def test_a_proof_is_possible_and_complete():
    touching = contact(A | B, B, C)

    assert proves(touching, [JointAttack(0b001, A), JointAttack(0b010, B), JointAttack(0b100, C)])
    assert not proves(touching, [JointAttack(0b001, A), JointAttack(0b010, B)])
    assert not proves(touching, [JointAttack(0b010, A | B), JointAttack(0b100, C)])


def test_there_is_always_a_way():
    """One unit after the other attacks one space that is left to it, as the head of the module argues."""
    source = random.Random(7)
    for _ in range(300):
        touching = contact(*(source.randrange(64) & source.randrange(64) for _ in range(8)))
        attacks, taken = [], 0
        for unit, reach in touching.reach.items():
            if free := reach & ~taken:
                attacks.append(JointAttack(1 << unit, free & -free))
                taken |= free & -free
        assert proves(touching, attacks)


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
        while unmet(touching):
            may = beginnings(touching, good)
            assert may
            space = may & -may
            able = touching.able(space)
            units = able if space & good else able & hopeless(touching, good)
            assert units
            touching = touching.after([JointAttack(units & -units, space)])
        ended += 1
    assert ended == 300
