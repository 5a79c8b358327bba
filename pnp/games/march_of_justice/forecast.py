"""What a contact will probably come to: exact shares of the result codes, and the best series of contacts on one location.

Nothing here looks at dice: every die is as likely as the next. A series is worked out over what may become of the
defenders; each attacker starts one contact a turn, so its strength is the same whenever it attacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.games.march_of_justice.board import FLANKING, RIVER, Board

Defender = tuple[int, int, bool]
"""Strength, strength when reduced (-1: it would be eliminated), whether it can switch sides."""

Shares = tuple[tuple[str, float], ...]

REPEL, REPULSE, TRADE, ROUT = "AR", "Ar", "EX", "R"
"""Codes whose cost the forecast weighs; the others cost the attacker nothing."""


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


def shares_of(board: Board, notes: dict[tuple[int, int], Shares], column: int, drm: int) -> Shares:
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


def steady_drm(board: Board, side: int, spot: int, momentum: int) -> int:
    """Modifiers of any attack by `side` on `spot`: momentum and the capital.

    Rule: 6.2.3.2, 3.6
    """
    total = 0
    for m in board.modifiers:
        if m.condition not in (FLANKING, RIVER) and m.side in (-1, side) and (not m.spaces or m.spaces >> spot & 1):
            total += m.add * (momentum if m.track else 1)
    return total


def group_drm(board: Board, spot: int, group: Sequence[Assailant]) -> int:
    """Modifiers that depend on who attacks from where: flanking and rivers.

    Rule: 6.2.3.2
    """
    places = [one.at for one in group]
    flank = len(places) - max(places.count(place) for place in places)
    river = any(board.across[spot] >> one.at & 1 and not board.flyers >> one.unit & 1 for one in group)
    total = 0
    for m in board.modifiers:
        if m.condition == FLANKING:
            total += m.add * min(flank, m.most)
        elif m.condition == RIVER and river:
            total += m.add
    return total


@dataclass(frozen=True, slots=True)
class Option:
    """An attack that can be made.

    units   set of units
    sp      their strength; drm: all modifiers
    lead    whether the strongest would be eliminated when it is reduced
    alone   whether nobody would be left if the strongest went
    mask    which of the assailants take part
    """

    units: int
    sp: int
    drm: int
    lead: bool
    alone: bool
    number: int
    mask: int


class Assault:
    """The attacks that a set of units can make on a location this turn, and the best series of them."""

    MOST = 6
    """Assailants that are looked at; the strongest come first."""

    def __init__(
        self, board: Board, notes: dict[str, dict], side: int, spot: int, assailants: Sequence[Assailant], momentum: int, costs: Costs,
        leaf: Mapping[int, float] | None = None,
    ) -> None:  # fmt: skip
        """leaf: what it is worth to leave defenders of so many steps and strength; see `left`."""
        self.board, self.side, self.spot, self.costs = board, side, spot, costs
        self._shares: dict[tuple[int, int], Shares] = notes.setdefault("shares", {})
        self.firm = not (board.capital >> spot & 1 and board.base[1 - side] == spot)
        self.assailants = sorted(assailants, key=lambda a: (-a.sp, a.unit))[: self.MOST]
        self.steady = steady_drm(board, side, spot, momentum)
        self.options = self._options()
