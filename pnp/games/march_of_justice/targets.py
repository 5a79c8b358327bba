"""What attacks the system could make: the value of an attack, the best set of units, the smallest that will do.

The value of a set needs no list of who stands where: how many attackers can count as flanking follows from how many
different locations they can reach (a condition of Hall's kind, see `flank_of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pnp.games.march_of_justice.board import FLANKING, RIVER, RUSSIA, WAGNER, Board
from pnp.games.march_of_justice.combat import modifiers, strength
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit that could attack, and where it could stand.

    at    its location now
    dry   locations next to the target without a river between, or all when rivers don't matter to it
    all   all locations next to the target
    """

    unit: int
    at: int
    sp: int
    dry: int
    all: int


@dataclass(frozen=True, slots=True)
class Attack:
    """A set of units that can attack a location together.

    value   column after all shifts, plus all modifiers
    river   whether one of them must cross a river
    """

    value: int
    river: bool
    stands: tuple[Stand, ...]

    @property
    def units(self) -> int:
        """The set of units."""
        return sum(1 << stand.unit for stand in self.stands)


class Target:
    """A location that could be attacked, seen from the units that are free.

    defence   strength of the units there
    keep      location that must not be left empty, -1 when nothing has to stay
    garrison  free units in it, of which one must stay
    """

    __slots__ = ("_base", "_most", "_odds", "_river", "defence", "garrison", "keep", "spot")

    def __init__(self, board: Board, state: MarchState, spot: int, free: int) -> None:
        """free: units that can be sent against `spot`."""
        home = board.base[RUSSIA]
        there = state.units_in[home] & army(board, state, RUSSIA)
        self.spot = spot
        self.defence = strength(state, state.units_in[spot] & army(board, state, WAGNER))
        self.keep = home if there and not there & ~free else -1
        self.garrison = there.bit_count()
        self._odds = board.contact.odds
        self._base = sum(number for number, _, _ in modifiers(board, state, RUSSIA, spot, 0, river=False))
        self._most = next((m.most * m.add for m in board.modifiers if m.condition == FLANKING), 0)
        self._river = next((m.add for m in board.modifiers if m.condition == RIVER), 0)

    def bound(self, strength_sp: int, number: int) -> int:
        """No attack with so much strength and so many units is worth more."""
        return self._odds(strength_sp, self.defence).value + self._base + min(self._most, max(number - 1, 0))

    def value(self, stands: Sequence[Stand], *, river: bool) -> int | None:
        """What the units are worth together; None when they can't all attack, or would leave the capital empty.

        river  whether locations across a river are used, with what that costs
        Rule: 7.4.1, 7.4.4
        """
        masks = [stand.all if river else stand.dry for stand in stands]
        if not masks or not all(masks):
            return None
        flank = self._flank(stands, masks)
        if flank < 0:
            return None
        total = sum(stand.sp for stand in stands)
        return self._odds(total, self.defence).value + self._base + flank + (self._river if river else 0)

    def _flank(self, stands: Sequence[Stand], masks: list[int]) -> int:
        """The best flanking modifier; -1 when nobody would be left in the capital."""
        if self.keep < 0 or sum(stand.at == self.keep for stand in stands) < self.garrison:
            return min(flank_of(masks), self._most)
        best_there = -1
        for index, mask in enumerate(masks):
            if mask >> self.keep & 1:
                held = [*masks[:index], 1 << self.keep, *masks[index + 1 :]]
                best_there = max(best_there, min(flank_of(held), self._most))
        return best_there


def flank_of(masks: Sequence[int]) -> int:
    """How many units can count as flanking, two at most: all but those of the location with most units.

    masks  for each unit the locations in which it could stand
    Two of them can flank when no location must hold all but one: for three units that is three different locations,
    for more it is enough that no location is the only one for all but one of them.
    Rule: 6.2.3.2
    """
    number = len(masks)
    union = 0
    for mask in masks:
        union |= mask
    if number < 2 or not union & (union - 1):
        return 0
    single = [mask for mask in masks if not mask & (mask - 1)]
    crowd = max((single.count(mask) for mask in single), default=0)
    if number < 3 or crowd > number - 2 or (number == 3 and union.bit_count() < 3):
        return 1
    return 2


def best(target: Target, stands: Sequence[Stand]) -> Attack | None:
    """The attack of most value; None when there is none.

    More units never lower the value, but for the river and for the capital, which is why one may have to stay.
    Rule: 7.4.1
    """
    found: Attack | None = None
    for river in (False, True):
        able = [stand for stand in stands if (stand.all if river else stand.dry)]
        tries = [able]
        if able and target.value(able, river=river) is None:
            tries = [[s for s in able if s is not left] for left in able if left.at == target.keep]
        for group in tries:
            value = target.value(group, river=river)
            if value is not None and (found is None or value > found.value):
                found = Attack(value, river, tuple(group))
    return found


def smallest(target: Target, stands: Sequence[Stand], needed: int) -> list[Attack]:
    """The attacks with fewest units that are worth `needed`; without a river where that is possible, then the best.

    Rule: 7.4.2, 7.4.4
    """
    for number in range(1, len(stands) + 1):
        found: list[Attack] = []
        for group in combinations(stands, number):
            if target.bound(sum(stand.sp for stand in group), number) < needed:
                continue
            for river in (False, True):
                value = target.value(group, river=river)
                if value is not None and value >= needed:
                    found.append(Attack(value, river, group))
                    break
        if found:
            top = max((not attack.river, attack.value) for attack in found)
            return [attack for attack in found if (not attack.river, attack.value) == top]
    return []


def stands_of(board: Board, state: MarchState, spot: int, units: int, *, twice: bool) -> list[Stand]:
    """Units of the set that could stand next to `spot` after this move, or `twice` after the next.

    Rule: 7.4.2, 6.1
    """
    near = board.neighbours[spot] & ~state.ours
    found = []
    for unit in bits(units):
        travel = board.fly if board.flyers >> unit & 1 else board.walk
        search = travel.reach_twice if twice else travel.reach
        every = search(state.at[unit], state.ma[unit], state.ours) & near
        if every:
            dry = every if board.flyers >> unit & 1 else every & ~board.across[spot]
            found.append(Stand(unit, state.at[unit], state.sp[unit], dry, every))
    return found
