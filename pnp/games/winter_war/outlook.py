"""What the ground of Winter War is worth, and what a Soviet attack is likely to bring.

Everything here is an opinion, made from the data of the scenario: points of the schedule, strengths, the results table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks, Plane, within
from pnp.referee.masks import mask_of

RAID_RANGE = 12
"""Hexes from a railway abroad from which light units set out for it."""

THEATRE = 10
"""Hexes within which units serve a goal."""

FAR = 99
"""Distance to what can't be reached."""

NEAR, RIDE = 2, 3
"""Hexes added to each distance, so that what is at hand doesn't count too much; what a journey by rail counts."""

ATTACK_POINT, DEFENCE_POINT, HEADQUARTERS, RAIDER = 0.22, 1.1, 5.0, 6.5
"""Victory points that a Soviet attack point, a Finnish defence point and a headquarters are worth, and who stands on a
railway of the enemy.
"""


@dataclass(frozen=True, slots=True)
class Goal:
    """A hex that is worth points to the Soviet side, how far every hex is from it, and how much of its pull is felt
    there.
    """

    space: int
    points: float
    distance: tuple[int, ...]
    nearness: tuple[float, ...]


class Outlook:
    """What one scenario is about. Made once for all games with the same rules.

    worth     of each unit, in victory points
    to_rails  by hex: how far the railways abroad are, for Finnish units
    goals     hexes worth points, and as a set the prizes; lonely: hexes far from all of them
    """

    def __init__(self, assembly: WinterAssembly) -> None:
        self.assembly = assembly
        board = self.board = assembly.kit.board
        self.links = board.links[board.season(1)]
        ground = board.land & ~board.closed(board.season(1))
        self.worth = tuple(self._worth(unit) for unit in range(len(board.units)))
        self.to_rails = self._distances(board.rails[SOVIET].all & ~board.home[FINNISH], ground)
        self.rails_near = mask_of(space for space in range(board.count) if self.to_rails[space] <= RAID_RANGE)
        self.goals = tuple(
            Goal(space, points, far, tuple(1.0 / (steps + NEAR) for steps in far))
            for space, points in sorted(self._points().items()) for far in (self._distances(1 << space, ground),)
        )  # fmt: skip
        self.prizes = mask_of(goal.space for goal in self.goals)
        self.lonely = mask_of(
            space for space in range(board.count) if all(goal.distance[space] > THEATRE for goal in self.goals)
        )
        self._nearness = [
            tuple(goal.points / (far + NEAR) for far in self._by_rail(goal.distance)) for goal in self.goals
        ]
        self._grounds = [
            max(goal.points / (1 + goal.distance[space]) ** 1.5 for goal in self.goals) for space in range(board.count)
        ]
        self._circles: dict[tuple[int, int, int], Plane] = {}
        self._pulls: dict[Plane, Sequence[float]] = {}

    def _worth(self, unit: int) -> float:
        board = self.board
        if board.traits["headquarters"] >> unit & 1:
            return HEADQUARTERS
        if board.side_of[unit] == SOVIET:
            return ATTACK_POINT * board.attack[unit]
        return DEFENCE_POINT * board.defence[unit] + 0.2

    def _points(self) -> dict[int, float]:
        """Points of each hex that is worth some to the Soviet side."""
        points: dict[int, float] = {}
        for _, worth, each, _, spaces, _ in self.assembly.victory.lines:
            if worth > 0:
                for space in bits(spaces):
                    points[space] = points.get(space, 0.0) + worth / (1 if each else spaces.bit_count())
        return points

    def _distances(self, goal: Plane, ground: Plane) -> tuple[int, ...]:
        return tuple(self.links.distances(goal, FAR, ground))

    def _by_rail(self, distance: Sequence[int]) -> Sequence[int]:
        """Distances for one who may take the train to the station next to the goal."""
        ahead = RIDE + min(
            (far for far, back in zip(distance, self.to_rails, strict=True) if not back), default=FAR
        )  # fmt: skip
        return [min(far, ahead + back) for far, back in zip(distance, self.to_rails, strict=True)]

    def circle(self, links: HexLinks, space: int, steps: int) -> Plane:
        """Every hex at most `steps` away from one, whatever lies between."""
        key = (id(links), space, steps)
        if key not in self._circles:
            self._circles[key] = within(links, 1 << space, steps)
        return self._circles[key]

    # What draws, and what is had -----------------------------------------------------------------------------

    def pull(self, state: WinterState) -> Sequence[float]:
        """How much each hex is worth as a step towards what the Soviet side doesn't hold yet."""
        kept = state.held[SOVIET] & self.prizes
        if kept not in self._pulls:
            rows = [row for goal, row in zip(self.goals, self._nearness, strict=True) if not kept >> goal.space & 1]
            self._pulls[kept] = tuple(map(max, [0.0] * self.board.count, *rows))
        return self._pulls[kept]

    def ground(self, space: int) -> float:
        """What a hex itself is worth to whoever holds it: points there, and a share of those near by."""
        return self._grounds[space]

    def attraction(self, state: WinterState, space: int) -> float:
        """What a Soviet unit that comes to a hex finds there, and can reach from there."""
        return self.pull(state)[space] + self.ground(space)

    # Soviet attacks -----------------------------------------------------------------------------------------

    def fight(self, state: WinterState, attackers: int, space: int, hexes: Plane) -> float:
        """What an attack by `attackers` out of `hexes` brings on average."""
        board, combat = self.board, self.assembly.combat
        defenders = state.units_in[space] & board.own[FINNISH]
        lost = sum(self.worth[unit] for unit in bits(defenders))
        prize = self.ground(space) + (0.0 if self.to_rails[space] else RAIDER)
        halves = self._defence(state, defenders, space, hexes)
        if not halves:
            return lost + prize
        attack = sum(board.attack[unit] for unit in bits(attackers))
        column = max(combat.table.column(2 * attack, halves), 0)  # type: ignore[union-attr]
        owed = min(attack, sum(board.defence[unit] for unit in bits(defenders)))
        gains = {
            "Ae": -ATTACK_POINT * attack, "Ar": -0.15, "Ne": 0.0,
            "Ex": lost + prize - ATTACK_POINT * owed, "Dr": 0.5 * prize + 0.1, "De": lost + prize,
        }  # fmt: skip
        codes = combat.codes(column, bracketed=bool(board.forts >> space & 1))
        return sum(gains[code] for code in codes) / len(codes)

    def _defence(self, state: WinterState, defenders: int, space: int, hexes: Plane) -> int:
        """Half points with which `defenders` stand, attacked out of `hexes`.

        Rule: Combat H, Combat S, Supply B
        """
        board = self.board
        halves = sum(board.defence[unit] * (1 if state.isolated >> unit & 1 else 2) for unit in bits(defenders))
        across = board.ground.seasons[board.season(state.turn)].wet.near[space]  # type: ignore[union-attr]
        doubled = (board.finnish_cities | board.forts) >> space & 1 or (hexes and not hexes & ~across)
        return halves * 2 if doubled else halves
