"""Where the Finnish units go in a Movement Phase: they fill the lines that are threatened, and cut railways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.advice_last import LastMoves
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import RAID_RANGE, Outlook, reaches
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import indices, within
from pnp.referee.masks import mask_of

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterAssembly

THREAT_RANGE = 3
"""Hexes from which an enemy can attack next turn: two of movement, and one."""


LURK = 5
"""Hexes from a railway abroad at which light units wait until it is time to cut it."""


class FinnishPlan:
    """A destination for each unit that can move; `goal`, `order`, `why` as in the Soviet plan."""

    def __init__(self, assembly: WinterAssembly, state: WinterState, outlook: Outlook) -> None:
        self.assembly, self.state, self.outlook = assembly, state, outlook
        board = self.board = assembly.kit.board
        self.links = board.links[board.season(state.turn)]
        self.near = self.links.near
        self.enemies = state.occupied[SOVIET]
        self.front = self.links.spread(self.enemies) & ~self.enemies
        self.threats: dict[int, float] = {}
        self.standing: dict[int, int] = {}
        self.counts: dict[int, int] = {}
        self.goal: dict[int, int] = {}
        self.why: dict[int, str] = {}
        self.order: list[int] = []
        self.full = 0
        self.reach = reaches(assembly, state, FINNISH)
        self._near_to: dict[tuple[int, ...], dict[int, float]] = {}
        for unit in bits(board.own[FINNISH]):
            if state.at[unit] < board.count and unit not in self.reach:
                self._stand(unit, state.at[unit])
        self.keys = self._keys()
        self.close = within(self.links, mask_of(self.keys) | self.front, 2) | outlook.rails_near
        self.lacking = self._lacking()
        if state.turn == board.turns:
            self._snatch()
        for unit in sorted(self.reach, key=lambda u: (-board.defence[u], u)):
            if unit not in self.goal:
                self._place(unit)

    def _snatch(self) -> None:
        """In the last turn units go where they take points from the enemy."""
        for unit, space in LastMoves(self.assembly, self.state, self.outlook, self.reach).goal.items():
            self.goal[unit] = space
            self.why[unit] = "snatch"
            self.order.append(unit)
            self._stand(unit, space)

    def _stand(self, unit: int, space: int) -> None:
        self.standing[space] = self.standing.get(space, 0) + self.board.defence[unit]
        if self.board.weighing(space) >> unit & 1:
            self.counts[space] = self.counts.get(space, 0) + 1
            if self.counts[space] >= self.board.limit[space]:
                self.full |= 1 << space

    def room(self, space: int) -> int:
        """How many more units find room in a hex."""
        return self.board.limit[space] - self.counts.get(space, 0)

    def threat(self, space: int) -> float:
        """Attack points that could be brought against a hex next turn."""
        if space not in self.threats:
            board, state = self.board, self.state
            total = 0.0
            for at in bits(self.outlook.circle(self.links, space, THREAT_RANGE) & self.enemies):
                total += sum(board.attack[unit] for unit in bits(state.units_in[at]) if not state.isolated >> unit & 1)
            self.threats[space] = total
        return self.threats[space]

    def _keys(self) -> dict[int, float]:
        """Hexes worth standing in: fortifications, goals that the enemy doesn't hold, and what lies before them."""
        board = self.board
        found: dict[int, float] = {}
        lost = self.state.held[SOVIET]
        for goal in self.outlook.goals:
            found[goal.space] = goal.points * (1.4 if lost >> goal.space & 1 else 1.0)
        for space in bits(board.forts):
            found[space] = max(found.get(space, 0.0) * 1.5, 6.0)
        return {space: value for space, value in found.items() if not self.enemies >> space & 1}

    def _place(self, unit: int) -> None:
        """Where one unit serves best."""
        here = self.state.at[unit]
        free = self.reach[unit] & ~self.full if self.board.weighing(here) >> unit & 1 else self.reach[unit]
        options = indices(free & self.close) or indices(free) or [here]
        self.lacking = self._lacking()
        best = max(options, key=lambda s: (self.ease(unit, s) + (0.05 if s == here else 0.0), -s))
        self.goal[unit] = best
        self.why[unit] = "hold" if best in self.keys else "raid" if self.board.home[SOVIET] >> best & 1 else "cover"
        self.order.append(unit)
        self._stand(unit, best)

    def ease(self, unit: int, space: int) -> float:
        """How good it is for a unit to stand in a hex."""
        board = self.board
        value = self._hold(unit, space)
        slips = (
            board.traits["retreats-before-combat"] >> unit & 1
            and not board.south >> space & 1
            and board.home[FINNISH] >> space & 1
        )
        if self.front >> space & 1:
            odds = self.threat(space) / max(1.0, self._defence(space, board.defence[unit]))
            value -= self.outlook.worth[unit] * min(1.0, odds / 5) * (0.35 if slips else 1.0)
            value += 0.5 if slips else 0.0
        return value + self.approach(space) + self._raid(unit, space)

    def _defence(self, space: int, more: int) -> float:
        board = self.board
        total = self.standing.get(space, 0) + more
        return total * 2 if (board.forts | board.finnish_cities) >> space & 1 else total

    def _hold(self, unit: int, space: int) -> float:
        """What a unit adds to a hex that must be held: nothing once it stands firm."""
        if space not in self.keys:
            return 0.0
        need = max(self.threat(space) / self.outlook.weights.hold, self._least(space))
        before, after = self._defence(space, 0), self._defence(space, self.board.defence[unit])
        if not before:
            share = 0.5 + 0.5 * min(1.0, after / max(1.0, need))
        else:
            share = (min(after, need) - min(before, need)) / max(1.0, need)
        return self.keys[space] * share * (1.0 if need else 0.15)

    def _least(self, space: int) -> float:
        """What stands in a fortification whatever the enemy does."""
        board, weights = self.board, self.outlook.weights
        return (
            weights.line_least
            if board.mannerheim >> space & 1
            else weights.flank_least
            if board.forts >> space & 1
            else 0.0
        )

    def _lacking(self) -> list[tuple[float, int]]:
        """What lacks strength as units stand now: how badly, and the hex."""
        found = []
        for goal in self.outlook.goals:
            if goal.space in self.keys:
                need = max(
                    self.threat(goal.space) / self.outlook.weights.hold, self._least(goal.space)
                ) - self._defence(goal.space, 0)
                if need > 0:
                    found.append((0.3 * self.keys[goal.space], goal.space))
        return found

    def approach(self, space: int) -> float:
        """Nearer to what lacks strength."""
        known = self._near_to.setdefault(tuple(goal for _, goal in self.lacking), {})
        if space not in known:
            closeness = self.outlook.closeness
            known[space] = max([weight * closeness[goal][space] for weight, goal in self.lacking], default=0.0)
        return known[space]

    def _raid(self, unit: int, space: int) -> float:
        """Towards a railway that carries supply, and onto it; only for light units that start out far from the lines.
        """
        board, outlook = self.board, self.outlook
        if board.defence[unit] > 1 or board.south >> self.state.at[unit] & 1:
            return 0.0
        away = outlook.to_rails[space]
        if away > RAID_RANGE:
            return 0.0
        crowd = sum(1 for at in self.goal.values() if outlook.to_rails[at] <= LURK and self.links.near[space] >> at & 1)
        if self.state.turn + outlook.weights.sortie <= board.turns:  # too early: wait near by, at home
            if not board.home[FINNISH] >> space & 1 or self.front >> space & 1:
                return 0.0
            return outlook.weights.raid / (1.0 + 0.3 * max(0, away - LURK) + crowd)
        value = outlook.weights.raid / (1.0 + 0.6 * away + crowd)
        if self.front >> space & 1:
            value *= 0.4
        return value + (3.0 if board.supply_cities >> space & 1 else 0.0)
