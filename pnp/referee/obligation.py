"""The duty to attack: who must still attack whom, and the proof that a set of attacks leaves nothing undone.

Serves games in which each unit attacks once, each space is attacked once, and one attack may join several units or
take several spaces as long as every unit of it could attack each of its spaces. The duty is met when no unit that
must attack and has not done so could attack a space that has not been attacked.

The duty can always be met. Take any unit and any space of which the first could attack the second, and let the one
attack the other: both are settled, so there are fewer of them, and in the end no such pair is left. A game
that forbids attacks at bad odds as long as they can be avoided has no dead end either: see `beginnings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.referee.dice import bits


@dataclass(frozen=True, slots=True)
class JointAttack:
    """Units that attack together, and the spaces that they attack as one; both are sets."""

    units: int
    spaces: int


@dataclass(frozen=True, slots=True)
class Contact:
    """Who could attack whom at one moment.

    reach    unit that may still attack -> spaces that it could attack and that have not been attacked
    against  the same seen from the other side: space -> units (made from `reach`)
    units    all units of `reach` that could attack something
    spaces   all spaces that could be attacked
    """

    reach: Mapping[int, int]
    against: dict[int, int] = field(init=False)
    units: int = field(init=False)
    spaces: int = field(init=False)

    def __post_init__(self) -> None:
        against: dict[int, int] = {}
        units = spaces = 0
        for unit, within in self.reach.items():
            if within:
                units |= 1 << unit
                spaces |= within
                for space in bits(within):
                    against[space] = against.get(space, 0) | 1 << unit
        object.__setattr__(self, "against", against)
        object.__setattr__(self, "units", units)
        object.__setattr__(self, "spaces", spaces)

    def able(self, spaces: int) -> int:
        """Units that could attack every one of `spaces`; all of them when there is none."""
        units = self.units
        for space in bits(spaces):
            units &= self.against.get(space, 0)
        return units

    def after(self, attacks: Iterable[JointAttack]) -> Contact:
        """What is left once `attacks` have been made and nobody has moved."""
        units = spaces = 0
        for attack in attacks:
            units |= attack.units
            spaces |= attack.spaces
        return Contact({unit: within & ~spaces for unit, within in self.reach.items() if not units >> unit & 1})


@dataclass(frozen=True, slots=True)
class OpenDuty:
    """What a set of attacks leaves undone: units that must still attack, and what each of them could attack.

    pairs  (unit, spaces), by unit
    """

    pairs: tuple[tuple[int, int], ...]

    @property
    def units(self) -> int:
        """Units that must still attack."""
        return sum(1 << unit for unit, _ in self.pairs)

    @property
    def spaces(self) -> int:
        """Spaces that must still be attacked."""
        spaces = 0
        for _, within in self.pairs:
            spaces |= within
        return spaces


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a set of attacks can't be made.

    kind   "nobody", "nothing", "unit-twice", "space-twice" or "out-of-reach"
    attack the index of the attack
    unit, space   what it is about, -1 for none
    """

    kind: str
    attack: int
    unit: int = -1
    space: int = -1


def unmet(contact: Contact, attacks: Iterable[JointAttack] = ()) -> OpenDuty | None:
    """What `attacks` leave undone, None when the duty is met by them."""
    pairs = tuple(sorted((unit, within) for unit, within in contact.after(attacks).reach.items() if within))
    return OpenDuty(pairs) if pairs else None


def flaw(contact: Contact, attacks: Sequence[JointAttack]) -> Flaw | None:
    """The first reason for which `attacks` can't all be made, None when they can.

    Each has units and spaces; no unit and no space is in two of them; every unit could attack each space of its attack.
    """
    units = spaces = 0
    for number, attack in enumerate(attacks):
        if not attack.units or not attack.spaces:
            return Flaw("nothing" if attack.units else "nobody", number)
        if twice := units & attack.units:
            return Flaw("unit-twice", number, unit=next(bits(twice)))
        if twice := spaces & attack.spaces:
            return Flaw("space-twice", number, space=next(bits(twice)))
        for unit in bits(attack.units):
            if far := attack.spaces & ~contact.reach.get(unit, 0):
                return Flaw("out-of-reach", number, unit, next(bits(far)))
        units |= attack.units
        spaces |= attack.spaces
    return None


# Bad odds -------------------------------------------------------------------------------------------------------


def hopeless(contact: Contact, good: int) -> int:
    """Units for which every space that they could attack is a bad one.

    good  spaces that all units which still could attack them would together attack at allowed odds
    """
    units = 0
    for unit, within in contact.reach.items():
        if within and not within & good:
            units |= 1 << unit
    return units


def beginnings(contact: Contact, good: int) -> int:
    """Spaces against which an attack may be begun when bad odds are only allowed where they can't be avoided.

    A good space may be attacked; a bad one by units that have no good one. As long as the duty isn't met there is such
    a space: a unit that must attack either has a good one within reach, or is hopeless, and any of its spaces will do.
    """
    spaces = contact.spaces & good
    for unit in bits(hopeless(contact, good)):
        spaces |= contact.reach[unit]
    return spaces
