"""Where everything stands, and what the open decision is about."""

from __future__ import annotations

from typing import ClassVar

from pnp.referee.kit.state import KitState
from pnp.referee.masks import union

BOUND, AMPHIBIOUS, BONUS = 1, 2, 4
"""What an allocated attack can be besides: one that can't be cancelled, one that crosses rivers freely, one of a
breakthrough.
"""


class PortfolioState(KitState):
    """The state of the Russian Portfolio. Armor factors for replacements are its `stock`.

    Saved:
    spent, dispersed   units; none is both
    moved              units that have moved in this operations phase and are Spent when it ends
    dry                units without fuel, as it was judged when their movement began
    drained            units without supply, likewise
    broke              units that have made a breakthrough attack in this turn
    others             replacement factors of each side that are not of armor
    lost_factories     hexes of tank factories that are lost for good; taken: victory cities that the Axis has held
    siberia            turn of the call for the Siberian reserve, 0 for none
    winter             first turn of the winter offensive, 0 for none
    amphibious         1 once a German attack has crossed a river freely
    by_die             1 where the first weather is thrown for
    early              1 where there are replacements in the first turn
    arrived            hexes where a unit has arrived in this turn, be it as a replacement or strategically
    shifted            units that have arrived so
    fronts             fronts that have come in this turn
    paid               sides, as a set, whose replacement factors of this turn have come in
    roused             1 where Germans began the game in Finland

    In an attack phase, one number for each allocated attack, in order:
    targets            the hexes attacked; 0 once the attack is over
    forces             the units that attack
    marks              what it is besides: BOUND, AMPHIBIOUS, BONUS
    results            1 + index of the result that cleared its hex before, 0 for none
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (
        *KitState.NUMBERS, "spent", "dispersed", "moved", "dry", "drained", "broke", "lost_factories", "taken",
        "siberia", "winter", "amphibious", "by_die", "early", "arrived", "shifted", "fronts", "paid", "roused",
    )  # fmt: skip
    UNITS: ClassVar[tuple[str, ...]] = ("spent", "dispersed", "moved", "dry", "drained", "broke", "shifted")
    SPACES: ClassVar[tuple[str, ...]] = ("arrived", "lost_factories", "taken")
    ATTACKS: ClassVar[tuple[str, ...]] = ("targets", "forces", "marks", "results")
    ARRAYS: ClassVar[tuple[str, ...]] = (*KitState.ARRAYS, "others", *ATTACKS)

    __slots__ = (*NUMBERS[len(KitState.NUMBERS) :], "others", *ATTACKS)

    spent: int
    dispersed: int
    moved: int
    dry: int
    drained: int
    broke: int
    others: list[int]
    lost_factories: int
    taken: int
    siberia: int
    winter: int
    amphibious: int
    by_die: int
    early: int
    arrived: int
    shifted: int
    fronts: int
    paid: int
    roused: int
    targets: list[int]
    forces: list[int]
    marks: list[int]
    results: list[int]

    @property
    def ready(self) -> int:
        """Units on the map that are neither Spent nor Dispersed."""
        return self.present & ~(self.spent | self.dispersed)

    def disperse(self, units: int) -> None:
        """Turn units over; those that were Dispersed stay so."""
        self.dispersed |= units
        self.spent &= ~units

    def spend(self, units: int) -> None:
        """Turn units to the enemy; Dispersed ones stay as they are."""
        self.spent |= units & ~self.dispersed

    def pending(self) -> int:
        """Hexes under an attack that is not resolved yet."""
        return union(self.targets) if self.targets else 0

    def committed(self) -> int:
        """Units that have been allocated to an attack in this phase."""
        return union(self.forces) if self.forces else 0

    def attacking(self, mark: int = 0) -> int:
        """Units of attacks that are not resolved, of those with a mark."""
        if not self.targets:
            return 0
        allocated = zip(self.targets, self.forces, self.marks, strict=True)
        return union(force for target, force, marks in allocated if target and marks & mark == mark)
