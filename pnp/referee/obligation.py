"""The duty to attack: who must still attack whom, and where an attack may begin that leaves nothing undone.

Serves games in which each unit attacks once, each space is attacked once, and one attack may join several units or
take several spaces as long as every unit of it could attack each of its spaces. The duty is met when no unit that
must attack and has not done so could attack a space that has not been attacked.

The duty can always be met. Take any unit and any space of which the first could attack the second, and let the one
attack the other: both are settled, so there are fewer of them, and in the end no such pair is left. A game
that forbids attacks at bad odds as long as they can be avoided has no dead end either: see `beginnings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.referee.dice import bits


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
