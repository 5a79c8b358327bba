"""What a side sees in one position: what draws its units and what threatens them."""

from __future__ import annotations

from functools import cached_property

from pnp.referee.dice import bits
from pnp.referee.hex_movement import Mover
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of, most_paired

WITH_FRIENDS = 0.3
"""What a guard is worth where there is one already."""


class Outlook:
    """A position as a side sees it; what is asked of it is found out once.

    foes  the enemies that stand on the map
    """

    def __init__(self, view: Standpoint, state: KitState) -> None:
        self.state = state
        self.kit, self.board, self.worth, self.weights = view.kit, view.kit.board, view.worth, view.weights
        self.assembly, self.side = view.assembly, view.side
        self.foes = self.kit.on_map(state, self.board.foes(self.side))

    def mover(self, unit: int) -> Mover | None:
        """How a unit moves, where units move at all."""
        movement = self.assembly.movement
        return movement.movers[self.board.season(self.state.turn)][unit] if movement else None

    def points(self, unit: int) -> int:
        """Its movement points."""
        movement = self.assembly.movement
        return movement.points(self.state, unit) if movement else 1

    def march_cost(self, unit: int, space: int) -> float:
        """What a forced march to a space is likely to cost a unit; who is lost on it gains nothing there."""
        movement, state, worth = self.assembly.movement, self.state, self.worth
        if movement is None:
            return 0.0

        def price(verb: str) -> float:
            if verb == "eliminate":
                return worth.unit(state, unit) + self.standing(unit, space)
            return worth.step(state, unit) if verb == "reduce" else 0.0

        return movement.march_cost(state, unit, space, price)

    def place(self, space: int) -> float:
        """What it is worth to hold a space."""
        value = self.worth.place(self.state, space)
        return max(value, self.worth.total * self.weights.finish) if self._within_reach >> space & 1 else value

    @cached_property
    def _within_reach(self) -> int:
        """Places with which the side, by moving alone, can end the game at once."""
        state, movement, spaces = self.state, self.assembly.movement, 0
        ends = [end for end in self.worth.ends if end.winner == self.side and end.to_come(state.turn)]
        if not ends or not self.weights.finish or movement is None or state.side != self.side or not state.frames:
            return 0
        units = self.board.own[self.side] & self.kit.takes[self.side] & ~state.frames[0].get("moved", 0)
        hindrance = movement.hindrance(state, self.side)
        goals = {
            unit: movement.goals_of(state, unit, hindrance)
            for unit in bits(self.kit.on_map(state, units & ~self.board.immobile))
        }
        for end in ends:
            free = end.spaces & ~end.won(state)
            able = [mask_of(unit for unit, reach in goals.items() if reach >> space & 1) for space in bits(free)]
            if most_paired(able) >= end.missing(state):
                spaces |= free
        return spaces

    def takes(self, unit: int, space: int) -> bool:
        """Whether a unit that enters a space takes it."""
        kit = self.kit
        return bool(kit.takes[self.side] >> unit & 1 and kit.holdable >> space & 1) and (
            not self.state.held[self.side] >> space & 1
        )

    # Threats ------------------------------------------------------------------------------------------------

    @cached_property
    def _foes_alike(self) -> dict[tuple[Mover | None, int], int]:
        """Where the enemies stand that move in the same way, with as many points."""
        alike: dict[tuple[Mover | None, int], int] = {}
        for unit in bits(self.foes):
            key = self.mover(unit), self.points(unit)
            alike[key] = alike.get(key, 0) | 1 << self.state.at[unit]
        return alike

    def threatened(self, space: int) -> bool:
        """Whether an enemy can come to a space in its next move, as far as its points lead."""
        around = self.worth.around
        return any(around(mover, space, points) & spaces for (mover, points), spaces in self._foes_alike.items())

    @cached_property
    def threats(self) -> frozenset[int]:
        """The places that count, are the side's own, and are threatened."""
        return frozenset(
            goal for goal in self.worth.goals if self.state.held[self.side] >> goal & 1 and self.threatened(goal)
        )

    @property
    def guard(self) -> float:
        """What a guard saves of a place: more and more toward the end, when nothing lost can be won back."""
        return self.weights.guard * 2 * self.state.turn / (self.kit.scenario.turns + 1)

    # What draws ---------------------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> list[tuple[int, float]]:
        """Places that count and are not the side's own, and their worth; then own ones under threat and unguarded."""
        goals = []
        for goal in self.worth.goals:
            worth = self.place(goal)
            if not self.state.held[self.side] >> goal & 1:
                goals.append((goal, worth * self.weights.pull))
            elif goal in self.threats and not self.state.occupied[self.side] >> goal & 1:
                goals.append((goal, worth * self.weights.pull * self.guard))
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
        mover = self.mover(unit)
        most, goal_of_most = 0.0, -1
        for goal, worth in self.wanted:
            part = worth * self.worth.nearness(mover, goal)[space]
            if part > most:
                most, goal_of_most = part, goal
        return most, goal_of_most

    # A unit in a space --------------------------------------------------------------------------------------

    def standing(self, unit: int, space: int) -> float:
        """What it is worth that a unit stands in a space, attacks apart."""
        state, value = self.state, self.pull(unit, space)[0]
        if self.worth.stakes[space]:
            if self.takes(unit, space):
                value += self.place(space)
            elif space in self.threats:
                others = state.units_in[space] & self.board.own[self.side] & ~(1 << unit)
                value += self.place(space) * self.guard * (WITH_FRIENDS if others else 1.0)
        return value
