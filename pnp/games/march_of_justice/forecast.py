"""What the contacts on one location will probably come to: exact shares of the results, and the best series of them.

A series is worked out over what may become of the defenders. Each attacker starts one contact a turn, so its strength
is the same whenever it attacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from pnp.games.march_of_justice.board import WAGNER, MarchBoard
from pnp.games.march_of_justice.odds import crosses, flankers, strength
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits
from pnp.referee.kit.advice.companies import strongest
from pnp.referee.masks import mask_of

Defenders = tuple[tuple[int, int, bool], ...]
"""Of each, strongest first: strength, strength when reduced (-1: it would be eliminated), whether it can switch."""

ROUTED, REPULSED, TRADE, BEATEN, BROKEN, YIELDED = "AR", "Ar", "EX", "Rp", "R", "S"
"""Result codes that change something."""

MOST = 5
"""Attackers that are looked at; the strongest come first."""


LOSSES = {ROUTED: 0.17, REPULSED: 0.06, TRADE: 0.08}
"""What the attacker's losses by a result count for, while there is a turn to come."""


class Option(NamedTuple):
    """A contact that can be started, with its strength and all modifiers."""

    units: int
    sp: int
    drm: int


def defenders_in(board: MarchBoard, state: MarchState, spot: int, side: int) -> Defenders:
    """The units of `side` in `spot`, strongest first."""
    whole, defenders = board.two_steps & ~state.reduced, []
    for unit in bits(state.units_in[spot] & army(board, state, side)):
        below = state.sp[unit] - board.sp[0][unit] + board.sp[1][unit] if whole >> unit & 1 else -1
        defenders.append((state.sp[unit], below, bool(board.switchers >> unit & 1)))
    return tuple(sorted(defenders, reverse=True))


class Series:
    """The contacts that `units` of a side can start on one location this turn, and the best series of them.

    left  what it is worth to stop with these defenders left
    """

    def __init__(
        self, board: MarchBoard, state: MarchState, side: int, spot: int, units: int, left: Callable[[Defenders], float]
    ) -> None:
        self.board, self.side, self.left, self.last = board, side, left, state.turn >= board.turns
        self.stands = bool(board.capital >> spot & 1) and board.base[1 - side] == spot
        self.fighters = mask_of(strongest(units, state.sp)[:MOST])
        self._best: dict[tuple[Defenders, int], tuple[float, Option | None]] = {}
        self._shares: dict[tuple[int, int], list[tuple[str, float]]] = {}
        self.options, rest = list[Option](), self.fighters
        while rest:
            drm = board.modifiers.found(
                side, spot, state.momentum, flankers(state, rest), crosses(board, state, rest, spot)
            )[1]
            self.options.append(Option(rest, strength(state, rest), drm))
            rest = rest - 1 & self.fighters

    def best(self, defenders: Defenders, able: int = -1) -> tuple[float, Option | None]:
        """What the best series by units of `able` is worth, and the first contact of it; None to leave it."""
        key = defenders, able & self.fighters
        if key not in self._best:
            best: tuple[float, Option | None] = self.left(defenders), None
            for option in self.options if defenders else ():
                if not option.units & ~able:
                    worth = self.worth(option, defenders, able)
                    if worth > best[0] + 1e-9:
                        best = worth, option
            self._best[key] = best
        return self._best[key]

    def worth(self, option: Option, defenders: Defenders, able: int = -1) -> float:
        """What `option`, and the best that can follow it, is worth."""
        column = self.board.contact.odds(option.sp, sum([one[0] for one in defenders])).column
        total, rest = 0.0, able & ~option.units
        for code, share in self.shares(column, option.drm):
            lost = 0.0 if self.last else LOSSES.get(code, 0.0)
            total += share * (self.best(self.after(code, defenders), rest)[0] - lost)
        return total

    def shares(self, column: int, drm: int) -> list[tuple[str, float]]:
        """How likely each code is in a column (its index).

        Rule: 6.2.1, 6.2.3.2
        """
        if (column, drm) not in self._shares:
            contact = self.board.contact
            dice = range(1, contact.table.dice.sides + 1)
            codes = Counter(contact.results[column][contact.row_index(die + drm)] for die in dice)
            self._shares[column, drm] = [(code, times / len(dice)) for code, times in codes.items()]
        return self._shares[column, drm]

    def after(self, code: str, defenders: Defenders) -> Defenders:
        """The defenders that are left in the location after `code`; in the capital one is reduced, nobody retreats.

        Rule: 6.2.2, 3.10
        """
        if code not in (TRADE, BEATEN, BROKEN, YIELDED):
            return defenders
        loyal = tuple(one for one in defenders if not one[2]) if self.side == WAGNER else defenders
        switching = code in (TRADE, YIELDED) and loyal != defenders
        if code == TRADE:
            return loyal if switching else weakened(defenders)
        left = loyal if switching else defenders if code == BEATEN else defenders[1:]
        return weakened(left) if self.stands else ()


def weakened(defenders: Defenders) -> Defenders:
    """The strongest loses a step.

    Rule: 6.2.2, 3.10
    """
    less = [(below, -1, switches) for _, below, switches in defenders[:1] if below >= 0]
    return tuple(sorted([*less, *defenders[1:]], reverse=True))
