"""A plan for one turn of a Russia that a player leads: who holds the capital, who attacks, who cuts the main road."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.forecast import Assailant, Assault, Costs, Defender
from pnp.games.march_of_justice.odds import fresh
from pnp.games.march_of_justice.plans import defenders_in
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits

COSTS = Costs(0.05, 0.1, 0.02)
"""What own losses count for; the turns after the last are not played, so it falls then."""

WORTH_IT = 0.04
"""An attack that gains less than this is left alone."""

ENOUGH = 0.75
"""The capital is safe with so much of the strength that can come against it."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Where each unit goes, and why, by unit.

    roles  unit -> "hold", "attack", "cut" or "base"
    """

    to: dict[int, int]
    roles: dict[int, str]


class Blow:
    """What an attack on a Wagner location is worth: its losses, and the threat it poses where it stands."""

    def __init__(self, board: MarchBoard, spot: int, defenders: tuple[Defender, ...]) -> None:
        self.before = self._weight(defenders)
        self.cleared = 0.1 if board.neighbours[board.base[RUSSIA]] >> spot & 1 else 0.05

    @staticmethod
    def _weight(defenders: tuple[Defender, ...]) -> float:
        return sum(one[0] + (2 if one[1] >= 0 else 1) for one in defenders) * 0.05

    def left(self, defenders: tuple[Defender, ...]) -> float:
        """More for each step that is gone, and for the empty location."""
        return self.before - self._weight(defenders) if defenders else 0.35 * self.before + self.cleared


class Staff:
    """Plans from one position."""

    def __init__(self, board: MarchBoard, notes: dict[str, Any], state: MarchState) -> None:
        self.board, self.notes, self.state = board, notes, state
        self.goal, self.base = board.base[RUSSIA], board.base[WAGNER]
        self.own = army(board, state, RUSSIA) & state.present
        self.foes = army(board, state, WAGNER) & state.present
        self.momentum = state.momentum

    def reach(self, unit: int) -> int:
        """Where `unit` can be after moving, its own place included."""
        state, board = self.state, self.board
        if state.moved >> unit & 1:
            return 1 << state.at[unit]
        return board.travel[unit].reach(state.at[unit], state.ma[unit], state.occupied[WAGNER])

    def assault(self, spot: int, group: list[Assailant]) -> tuple[Assault, tuple[Defender, ...]]:
        """The attacks of `group` on a Wagner location."""
        defenders = defenders_in(self.board, self.state, spot, WAGNER)
        last = self.state.turn >= self.board.turns
        costs = Costs(0.0, 0.0, 0.0) if last else COSTS
        left = Blow(self.board, spot, defenders).left
        return Assault(self.board, self.notes, RUSSIA, spot, group, self.momentum, costs, left), defenders

    def assailant(self, unit: int, at: int) -> Assailant:
        """`unit` as an attacker from `at`."""
        frail = not self.board.two_steps >> unit & 1 or bool(self.state.reduced >> unit & 1)
        return Assailant(unit, at, self.state.sp[unit], frail)

    def near(self, spot: int) -> list[Assailant]:
        """Units that stand next to `spot` and may attack."""
        found = []
        for unit in bits(fresh(self.board, self.state, RUSSIA) & self.own):
            if self.board.neighbours[spot] >> self.state.at[unit] & 1:
                found.append(self.assailant(unit, self.state.at[unit]))
        return found

    # Orders -------------------------------------------------------------------------------------------------

    def orders(self) -> Orders:
        """Hold the capital first; attack where it pays; with what is left cut the road."""
        to: dict[int, int] = {}
        roles: dict[int, str] = {}
        for unit in self._garrison():
            to[unit], roles[unit] = self.goal, "hold"
        self._attack(to, roles)
        self._cut(to, roles)
        for unit in bits(self.own):
            if unit not in to:
                to[unit], roles[unit] = self._toward(unit), "hold"
        return Orders(to, roles)

    def danger(self) -> int:
        """Strength that could stand next to the capital after the next Wagner move."""
        board, state = self.board, self.state
        most = max(mark.ma for mark in board.track)
        total = 0
        for unit in bits(self.foes):
            allowance = most if board.marker_of[unit] >= 0 else state.ma[unit]
            if board.travel[unit].reach(state.at[unit], allowance, 1 << self.goal) & board.neighbours[self.goal]:
                total += state.sp[unit] + (1 if board.marker_of[unit] >= 0 else 0)
        return total

    def _garrison(self) -> list[int]:
        """Units that are to be in the capital: those that can't attack, then the strongest, until it is safe; one at
        least.
        """
        board, state = self.board, self.state
        can = [unit for unit in bits(self.own) if self.reach(unit) >> self.goal & 1]
        can.sort(
            key=lambda u: (board.assault >> u & 1, board.flyers >> u & 1, state.at[u] != self.goal, -state.sp[u], u)
        )
        danger, held = self.danger(), 0
        chosen = []
        for unit in can:
            if not chosen or held < ENOUGH * danger or not board.assault >> unit & 1:
                chosen.append(unit)
                held += state.sp[unit]
        return chosen

    def _attack(self, to: dict[int, int], roles: dict[int, str]) -> None:
        """The units that are free, and those of the capital from where they are, against the location where it pays
        most.
        """
        board = self.board
        best: tuple[float, dict[int, int]] = (WORTH_IT, {})
        for spot in bits(self.state.occupied[WAGNER]):
            places: dict[int, int] = {}
            for unit in bits(self.own & board.assault):
                spaces = (1 << to[unit] if unit in to else self.reach(unit)) & board.neighbours[spot]
                spaces &= ~self.state.occupied[WAGNER]
                if spaces:
                    dry = spaces & ~board.across[spot]
                    fewest = min(bits(dry or spaces), key=lambda s: (list(places.values()).count(s), s))
                    places[unit] = fewest
            if not places:
                continue
            assault, defenders = self.assault(spot, [self.assailant(u, s) for u, s in places.items()])
            value, option = assault.best(defenders)
            if option is not None and value - assault.left(defenders) > best[0]:
                best = value - assault.left(defenders), {u: s for u, s in places.items() if option.units >> u & 1}
        for unit, space in best[1].items():
            to[unit], roles[unit] = space, "attack"

    def _cut(self, to: dict[int, int], roles: dict[int, str]) -> None:
        """One unit behind the columns on the main road, or in the enemy's base; the fastest, where nobody can reach it.
        """
        board, state = self.board, self.state
        road = board.road & ~state.occupied[WAGNER] & ~(1 << self.goal)
        free = [unit for unit in bits(self.own & board.assault) if unit not in to and unit not in roles]
        for unit in sorted(free, key=lambda u: (-state.ma[u], u))[:2]:
            spaces = self.reach(unit) & road & ~board.private
            if spaces:
                place = min(bits(spaces), key=lambda s: (s != self.base, self._pressure(s), board.steps[self.base][s]))
                to[unit], roles[unit] = place, "base" if place == self.base else "cut"
                return

    def _pressure(self, space: int) -> int:
        """Strength that could attack `space` in the next Wagner turn."""
        board, state = self.board, self.state
        total = 0
        for unit in bits(self.foes):
            if board.travel[unit].reach(state.at[unit], state.ma[unit], 0) & board.neighbours[space]:
                total += state.sp[unit]
        return total

    def _toward(self, unit: int) -> int:
        """As near to the capital as it comes."""
        board = self.board
        if board.private >> self.state.at[unit] & 1:
            return self.state.at[unit]
        return min(
            bits(self.reach(unit) & ~board.private),
            key=lambda s: (board.steps[self.goal][s], s),
            default=self.state.at[unit],
        )

    # Roadblocks ---------------------------------------------------------------------------------------------

    def hindrance(self, space: int) -> float:
        """How much strength would have to pay for a roadblock in `space` on its cheapest way to the capital."""
        board, state = self.board, self.state
        total = 0.0
        for unit in bits(self.foes):
            here = state.at[unit]
            way = board.walk.costs(self.goal, 0)
            nexts = [s for s in bits(board.neighbours[here]) if way[s] < way[here]]
            cheapest = min((board.walk.costs(here, 0)[s] + way[s] for s in nexts), default=0)
            if any(s == space and board.walk.costs(here, 0)[s] + way[s] == cheapest for s in nexts):
                total += state.sp[unit]
        return total
