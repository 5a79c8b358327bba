"""What a side sees in one position: what draws its units, what threatens them, where they are in supply."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.referee.dice import bits
from pnp.referee.hex_movement import Mover
from pnp.referee.kit.state import KitState

if TYPE_CHECKING:
    from pnp.referee.kit.advice.adviser import KitAdviser

NEAR_TURNS = 2
"""How many turns ahead a threat is seen."""


class Outlook:
    """A position as `adviser` sees it; what is asked of it is found out once.

    mine, foes  the units of the side and of all others that stand on the map
    """

    def __init__(self, adviser: KitAdviser, state: KitState) -> None:
        self.adviser, self.state = adviser, state
        self.kit, self.board, self.worth, self.weights = adviser.kit, adviser.kit.board, adviser.worth, adviser.weights
        self.assembly, self.side = adviser.assembly, adviser.side
        self.mine = self.kit.on_map(state, self.board.own[self.side])
        self.foes = self.kit.on_map(state, self.board.foes(self.side))
        self._fields: dict[int, list[tuple[int, float, list[int]]]] = {}

    def mover(self, unit: int) -> Mover | None:
        """How a unit moves, where units move at all."""
        movement = self.assembly.movement
        return movement.movers[self.board.season(self.state.turn)][unit] if movement else None

    def points(self, unit: int) -> int:
        """Its movement points."""
        movement = self.assembly.movement
        return movement.points(self.state, unit) if movement else 1

    def place(self, space: int) -> float:
        """What it is worth to hold a space."""
        return self.worth.place(self.state, space)

    def takes(self, unit: int, space: int) -> bool:
        """Whether a unit that enters a space takes it."""
        kit = self.kit
        return bool(kit.takes[self.side] >> unit & 1 and kit.holdable >> space & 1) and (
            self.state.holder[space] != self.side
        )

    # Threats ------------------------------------------------------------------------------------------------

    @cached_property
    def power(self) -> list[float]:
        """By space: the strength of the enemies who can stand beside it, or in it, when they have moved."""
        combat, power = self.assembly.combat, [0.0] * self.board.count
        for unit in bits(self.foes):
            strength = combat.attack[unit] if combat else 1
            if strength:
                for space in bits(self._reach_of(unit)):
                    power[space] += strength
        return power

    def _reach_of(self, unit: int) -> int:
        """Spaces beside which a unit can be next turn, whoever stands in the way."""
        place, mover = self.state.at[unit], self.mover(unit)
        spaces = 1 << place
        if mover is not None:
            spaces |= mover.undisturbed(place, self.points(unit), False).reach
        links = self.board.links[self.board.season(self.state.turn)]
        return spaces | links.spread(spaces)

    def threat(self, space: int) -> float:
        """How likely an enemy is to come to a space soon: 1 where one can next turn, less where it takes longer."""
        threat = 0.0
        for unit in bits(self.foes):
            turns = self.distance(unit, space) / max(self.points(unit), 1)
            threat = max(threat, 1.0 if turns <= 1 else 0.5 if turns <= NEAR_TURNS else 0.15)
        return threat

    def distance(self, unit: int, space: int) -> int:
        """Movement points that a unit on the map is away from a space."""
        return self.worth.distances(self.mover(unit), space)[self.state.at[unit]]

    @cached_property
    def threats(self) -> dict[int, float]:
        """The threat to each place that counts and is the side's own."""
        return {goal: self.threat(goal) for goal in self.worth.goals if self.state.holder[goal] == self.side}

    # What draws ---------------------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> list[tuple[int, float]]:
        """Places that count and are not the side's own, and their worth; then own ones under threat and unguarded."""
        goals = []
        for goal in self.worth.goals:
            worth = self.place(goal)
            if self.state.holder[goal] != self.side:
                goals.append((goal, worth * self.weights.pull))
            elif not self.state.occupied[self.side] >> goal & 1:
                goals.append((goal, worth * self.weights.pull * self.weights.guard * self.threats[goal]))
        if not goals and self.weights.pull:
            goals = [
                (place, self.worth.units(self.state, self.state.units_in[place]) * self.weights.pull)
                for place in bits(self._enemy_spaces)
            ]
        return goals

    @property
    def _enemy_spaces(self) -> int:
        return self.kit.enemies_at(self.state, self.side)

    def pull(self, unit: int, space: int) -> tuple[float, int]:
        """How strongly a unit in `space` is drawn to the places that are wanted, and the one that draws most."""
        mover, fade = self.mover(unit), self.weights.fade
        total, most, goal_of_most = 0.0, 0.0, -1
        for goal, worth in self.wanted:
            far = self.worth.distances(mover, goal)[space]
            if far >= 200:
                continue
            part = worth * fade**far
            if self.weights.share < 1 and not self._enemy_spaces >> goal & 1:
                part *= self.weights.share ** self._nearer(unit, goal, far)
            total += part
            if part > most:
                most, goal_of_most = part, goal
        return most + 0.3 * (total - most), goal_of_most

    def _nearer(self, unit: int, goal: int, far: int) -> int:
        """Friends who are nearer to a place than `far`."""
        return sum(other != unit and distance < far for other, distance in self._friends_to(goal))

    def _friends_to(self, goal: int) -> list[tuple[int, int]]:
        known = self._near.get(goal)
        if known is None:
            known = self._near[goal] = [(unit, self.distance(unit, goal)) for unit in bits(self.mine)]
        return known

    @cached_property
    def _near(self) -> dict[int, list[tuple[int, int]]]:
        return {}

    # Supply -------------------------------------------------------------------------------------------------

    @cached_property
    def supplied(self) -> int:
        """Spaces in supply, and those beside them that a unit would open by standing there."""
        supply = self.assembly.supply
        lines = supply.lines(self.state, self.side)
        if supply.source is None:
            return lines
        links = self.board.links[self.board.season(self.state.turn)]
        return lines | links.spread(lines) & self.assembly.zones.against(self.state, self.side)

    @cached_property
    def cut(self) -> int:
        """How many enemies lack supply."""
        supply, sides = self.assembly.supply, range(len(self.board.sides))
        return sum(supply.lacking(self.state, side).bit_count() for side in sides if side != self.side)

    # A unit in a space --------------------------------------------------------------------------------------

    def standing(self, unit: int, space: int, *, danger: bool = True) -> float:
        """What it is worth that a unit stands in a space, attacks apart."""
        state, weights = self.state, self.weights
        worth = self.worth.unit(state, unit)
        value = self.pull(unit, space)[0]
        if stake := self.worth.stakes[space]:
            if self.takes(unit, space):
                value += self.place(space)
            elif state.holder[space] == self.side:
                others = state.units_in[space] & self.board.own[self.side] & ~(1 << unit)
                value += self.place(space) * weights.guard * self.threats[space] * (0.3 if others else 1.0)
        if weights.supply and self.assembly.supply.source is not None and not self.supplied >> space & 1:
            value -= weights.supply * worth
        if danger and weights.danger and self.power[space]:
            value -= weights.danger * worth * self._risk(unit, space)
        return value

    def _risk(self, unit: int, space: int) -> float:
        """How much a unit has to fear from those who can come beside a space: 0 to 1."""
        combat = self.assembly.combat
        if combat is None:
            return 0.0
        others = self.state.units_in[space] & self.board.own[self.side] & ~(1 << unit)
        defence = combat.defence[unit] + sum(combat.defence[other] for other in bits(others))
        ratio = self.power[space] / max(defence, 0.5)
        return min(max(ratio - 1.0, 0.0) / 3.0, 1.0)
