"""What a contact will probably come to: exact shares of the result codes, and the best series of contacts on one
location.

Nothing here looks at dice: every die is as likely as the next. A series is worked out over what may become of the
defenders; each attacker starts one contact a turn, so its strength is the same whenever it attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.games.march_of_justice.board import WAGNER, MarchBoard

Defender = tuple[int, int, bool]
"""Strength, strength when reduced (-1: it would be eliminated), whether it can switch sides."""

Shares = tuple[tuple[str, float], ...]

ROUTED, REPULSED, TRADE, BEATEN, BROKEN, YIELDED = "AR", "Ar", "EX", "Rp", "R", "S"
"""Result codes that change something."""


@dataclass(frozen=True, slots=True)
class Assailant:
    """A unit that can attack.

    sp      strength, track included
    frail   whether it is eliminated when it is reduced
    """

    unit: int
    at: int
    sp: int
    frail: bool


@dataclass(frozen=True, slots=True)
class Costs:
    """What the forecast subtracts for the attacker's own losses.

    step    a unit is reduced; unit: one is eliminated; back: one retreats
    """

    step: float
    unit: float
    back: float


def shares_of(board: MarchBoard, notes: dict[tuple[int, int], Shares], column: int, drm: int) -> Shares:
    """How likely each code is in `column` (an index) with a modifier of `drm`.

    Rule: 6.2.1, 6.2.3.2
    """
    known = notes.get((column, drm))
    if known is None:
        contact = board.contact
        sides = contact.table.dice.sides
        found: dict[str, float] = {}
        for die in range(1, sides + 1):
            code = contact.results[column][contact.row_index(die + drm)]
            found[code] = found.get(code, 0.0) + 1 / sides
        known = notes[column, drm] = tuple(found.items())
    return known


def drm_of(board: MarchBoard, side: int, spot: int, momentum: int, group: Sequence[Assailant]) -> int:
    """All modifiers of an attack by `group` on `spot`.

    Rule: 6.2.3.2, 3.6
    """
    places = [one.at for one in group]
    flank = len(places) - max(places.count(place) for place in places)
    river = any(board.across[spot] >> one.at & 1 and not board.flyers >> one.unit & 1 for one in group)
    return board.modifiers.found(side, spot, momentum, flank, river)[1]


@dataclass(frozen=True, slots=True)
class Option:
    """An attack that can be made.

    units   set of units, as the game knows them; mask: which of the assailants they are
    sp      their strength; drm: all modifiers
    stays   whether somebody is left when the strongest has lost a step
    frail   whether the strongest would be eliminated by that
    """

    units: int
    mask: int
    sp: int
    drm: int
    number: int
    stays: bool
    frail: bool


Left = Callable[[tuple[Defender, ...]], float]
"""What it is worth to stop with these defenders left."""


class Assault:
    """The attacks that a set of units can make on one location this turn, and the best series of them."""

    MOST = 6
    """Assailants that are looked at; the strongest come first."""

    def __init__(
        self, board: MarchBoard, notes: dict[str, dict[Any, Any]], side: int, spot: int,
        assailants: Sequence[Assailant], momentum: int, costs: Costs, left: Left,
    ) -> None:  # fmt: skip
        self.board, self.side, self.spot, self.costs, self.left = board, side, spot, costs, left
        self._shares: dict[tuple[int, int], Shares] = notes.setdefault("shares", {})
        self._known: dict[tuple[int, tuple[Defender, ...]], tuple[float, Option | None]] = {}
        self.stands = bool(board.capital >> spot & 1) and board.base[1 - side] == spot
        self.assailants = sorted(assailants, key=lambda a: (-a.sp, a.unit))[: self.MOST]
        self.options = self._options(momentum)

    def _options(self, momentum: int) -> list[Option]:
        """Every set of assailants; of like strength from like places only one."""
        found = []
        seen = set()
        for mask in range(1, 1 << len(self.assailants)):
            group = [one for index, one in enumerate(self.assailants) if mask >> index & 1]
            alike = tuple((one.sp, one.at, one.frail) for one in group), mask.bit_length() if len(group) < 3 else 0
            if alike in seen and len(self.assailants) > 4:
                continue
            seen.add(alike)
            frail = group[0].frail
            found.append(Option(
                sum(1 << one.unit for one in group), mask, sum(one.sp for one in group),
                drm_of(self.board, self.side, self.spot, momentum, group), len(group), len(group) > 1 or not frail,
                frail,
            ))  # fmt: skip
        return found

    def best(self, defenders: tuple[Defender, ...]) -> tuple[float, Option | None]:
        """What the best series is worth, and its first attack; None to leave it."""
        return self._best((1 << len(self.assailants)) - 1, tuple(sorted(defenders, reverse=True)))

    def _best(self, able: int, defenders: tuple[Defender, ...]) -> tuple[float, Option | None]:
        key = (able, defenders)
        known = self._known.get(key)
        if known is None:
            value, chosen = self.left(defenders), None
            if defenders and able:
                for option in self.options:
                    if not option.mask & ~able:
                        found = self.worth(option, able, defenders)
                        if found > value + 1e-9:
                            value, chosen = found, option
            known = self._known[key] = (value, chosen)
        return known

    def worth(self, option: Option, able: int, defenders: tuple[Defender, ...]) -> float:
        """What `option`, and the best that can follow it, is worth."""
        odds = self.board.contact.odds(option.sp, sum(one[0] for one in defenders))
        total = 0.0
        rest = able & ~option.mask
        for code, share in shares_of(self.board, self._shares, odds.column, option.drm):
            after = self.after(code, defenders)
            if not after and code == TRADE and not option.stays:
                value = 0.0
            elif after == defenders:
                value = self._best(rest, defenders)[0] if rest else self.left(defenders)
            else:
                value = self._best(rest, after)[0] if rest and after else self.left(after)
            total += share * (value - self.cost(code, option))
        return total

    def cost(self, code: str, option: Option) -> float:
        """What `code` costs the attacker.

        Rule: 6.2.2
        """
        if code == ROUTED:
            return self.costs.unit + self.costs.back * (option.number - 1)
        if code == REPULSED:
            return self.costs.back * option.number
        if code == TRADE:
            return self.costs.unit if option.frail else self.costs.step
        return 0.0

    def after(self, code: str, defenders: tuple[Defender, ...]) -> tuple[Defender, ...]:
        """The defenders that are left in the location after `code`.

        Rule: 6.2.2, 3.10
        """
        switching = self.side == WAGNER and any(one[2] for one in defenders)
        if code == TRADE:
            return tuple(one for one in defenders if not one[2]) if switching else reduced(defenders)
        if code == BEATEN:
            return self._forced(defenders)
        if code == BROKEN:
            return self._forced(defenders[1:])
        if code == YIELDED:
            return self._forced(tuple(one for one in defenders if not one[2]) if switching else defenders[1:])
        return defenders

    def _forced(self, defenders: tuple[Defender, ...]) -> tuple[Defender, ...]:
        """Defenders that must retreat: in the capital one is reduced instead."""
        return reduced(defenders) if self.stands else ()


def reduced(defenders: tuple[Defender, ...]) -> tuple[Defender, ...]:
    """The strongest loses a step.

    Rule: 6.2.2, 3.10
    """
    if not defenders:
        return ()
    (_, below, switches), *others = defenders
    if below < 0:
        return tuple(others)
    return tuple(sorted([*others, (below, -1, switches)], reverse=True))
