"""Where the Soviet headquarters go: near those who draw on them, out of the enemy's touch, and never away from what
they keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.outlook import Outlook
from pnp.games.winter_war.state import WinterState
from pnp.referee.hexes import Plane, within

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterAssembly

DANGER = 8
"""Hexes from an enemy within which headquarters come to a supply city towards the end, so that units can bar the way.
"""

AGAIN = 0.2
"""Share of a unit's attack points that counts for a second headquarters."""


class Quarters:
    """What each hex is worth to the next headquarters, after those that have found their place.

    standing  unit that needs supply -> where it will be
    """

    def __init__(
        self, assembly: WinterAssembly, state: WinterState, outlook: Outlook, enemies: Plane, standing: dict[int, int]
    ) -> None:  # fmt: skip
        self.board, self.outlook, self.standing = assembly.kit.board, outlook, standing
        self.links = self.board.links[self.board.season(state.turn)]
        self.pull = outlook.pull(state)
        self.front = self.links.spread(enemies) & ~enemies
        self.close = within(self.links, enemies, 2)
        self.peopled = 0
        for at in standing.values():
            self.peopled |= 1 << at
        self.served = 0
        kept = state.held[SOVIET] & ~self.board.home[SOVIET]
        self.kept = {goal.space: goal.points for goal in outlook.goals if kept >> goal.space & 1}
        if state.turn >= self.board.turns - outlook.weights.watch - 1:
            for city in self.board.supply:
                if outlook.circle(self.links, city, DANGER) & enemies:
                    self.kept[city] = outlook.weights.depot

    def _area(self, space: int) -> Plane:
        """What a headquarters in a hex supplies.

        Rule: Supply F1
        """
        return self.outlook.circle(self.links, space, self.board.parameter["hq-range"])

    def worth(self, space: int) -> float:
        """How well the next headquarters stands in a hex, in attack points."""
        area, weights, attack = self._area(space), self.outlook.weights, self.board.attack
        load = sum(
            attack[u] * (AGAIN if self.served >> u & 1 else 1.0) for u, at in self.standing.items() if area >> at & 1
        )
        load += weights.line * sum(points for goal, points in self.kept.items() if area >> goal & 1)
        risk = weights.exposed if self.front >> space & 1 else 0.0
        if (self.close & ~self.peopled) >> space & 1:
            risk += weights.exposed / 2
        return load + 2 * self.pull[space] - risk

    def settle(self, space: int) -> None:
        """A headquarters goes to a hex."""
        area = self._area(space)
        self.kept = {goal: points for goal, points in self.kept.items() if not area >> goal & 1}
        for unit, at in self.standing.items():
            self.served |= (area >> at & 1) << unit
