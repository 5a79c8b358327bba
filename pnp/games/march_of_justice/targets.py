"""What attacks the system could make: the value of an attack, the best set of units, the smallest that will do.

The value of a set needs no list of who stands where: how many attackers can count as flanking follows from how many
different locations they can reach (a condition of Hall's kind, see `flank_of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.odds import strength
from pnp.games.march_of_justice.state import MarchState

MOST_STANDS = 12
"""Units among which the smallest attack is looked for, the strongest first: so many sets can be tried at once."""


class Stand(NamedTuple):
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

    __slots__ = ("_drm", "_level", "_most", "_odds", "_top", "defence", "garrison", "keep", "spot")

    def __init__(self, board: MarchBoard, state: MarchState, spot: int, free: int) -> None:
        """free: units that can be sent against `spot`."""
        home = board.base[RUSSIA]
        there = state.units_in[home] & board.own[RUSSIA] & ~state.switched
        self.spot = spot
        self.defence = strength(state, state.units_in[spot] & (board.own[WAGNER] | state.switched))
        self.keep = home if there and not there & ~free else -1
        self.garrison = there.bit_count()
        self._odds = board.contact.odds
        self._drm = board.modifiers.found
        self._level = state.momentum
        self._most = board.flanking_most
        self._top = self._drm(RUSSIA, spot, self._level, self._most, 0)[1]

    def bound(self, strength_sp: int) -> int:
        """No attack with so much strength is worth more."""
        return self._odds(strength_sp, self.defence).value + self._top

    def value(self, stands: Sequence[Stand], *, river: bool) -> int | None:
        """What the units are worth together; None when they can't all attack, or would leave the capital empty.

        river  whether locations across a river are used, with what that costs
        Rule: 7.4.1, 7.4.4
        """
        masks, total = [], 0
        for _, _, sp, dry, every in stands:
            mask = every if river else dry
            if not mask:
                return None
            masks.append(mask)
            total += sp
        flank = self._flank(stands, masks) if masks else -1
        if flank < 0:
            return None
        return self._odds(total, self.defence).value + self._drm(RUSSIA, self.spot, self._level, flank, int(river))[1]

    def _flank(self, stands: Sequence[Stand], masks: list[int]) -> int:
        """The best flanking modifier; -1 when none of those in the capital would stay there."""
        if self.keep < 0 or sum(stand.at == self.keep for stand in stands) < self.garrison:
            return min(flank_of(masks), self._most)
        best_there = -1
        for index, mask in enumerate(masks):
            if stands[index].at == self.keep and mask >> self.keep & 1:
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
    if number < 3 or (number == 3 and union.bit_count() < 3):
        return 1
    single = [mask for mask in masks if not mask & (mask - 1)]
    crowd = max(map(single.count, single), default=0)
    return 1 if crowd > number - 2 else 2


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
    stands = sorted(stands, key=lambda stand: -stand.sp)[:MOST_STANDS]
    strongest = [stand.sp for stand in stands]
    for number in range(1, len(stands) + 1):
        if target.bound(sum(strongest[:number])) < needed:
            continue
        found: list[Attack] = []
        for group in combinations(stands, number):
            if target.bound(sum([stand.sp for stand in group])) < needed:
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


def stands(board: MarchBoard, state: MarchState, spot: int, units: int, *, twice: bool) -> list[Stand]:
    """Units of the set that could stand next to `spot` after this move, or `twice` after the next.

    Rule: 7.4.2, 6.1
    """
    enemies = state.occupied[WAGNER]
    near, dry, far = board.neighbours[spot] & ~enemies, ~board.across[spot], board.approach
    found = []
    while units:
        bit = units & -units
        units ^= bit
        unit = bit.bit_length() - 1
        at, ma, flies = state.at[unit], state.ma[unit], 1 if board.flyers & bit else 0
        if far[flies][spot][at] > (2 * ma if twice else ma):
            continue
        travel = board.travel[unit]
        every = (travel.reach_twice if twice else travel.reach)(at, ma, enemies) & near
        if every:
            found.append(Stand(unit, at, state.sp[unit], every if flies else every & dry, every))
    return found
