"""Activations worth doing, and what each is worth in victory points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import NamedTuple

from pnp.games.putins_war.board import RUSSIA
from pnp.games.putins_war.forecast import Forecast, Forecaster
from pnp.games.putins_war.state import WarState, air_targets, hostile
from pnp.referee.dice import bits
from pnp.referee.kit.advice.companies import Group, groups, strongest

UNIT, WORRY = 0.55, 5
"""What the loss of a unit costs, in victory points; less and less in so many last turns."""

USED, LEAST = 0.04, 0.15
"""What it costs that a unit can't act again in this turn; what an attack must promise."""

PROSPECT, WIN, STEP = 0.2, 50.0, 0.02
"""Worth of each point beside an area that is taken, of the points that win, of an area nearer for each unit."""


class Activation(NamedTuple):
    """Units that go to an area together.

    cost    what that costs, in victory points; below 0 where it is worth more
    target  where to
    units   those who go
    chance  that Russia holds the area afterwards
    losses  units lost on average
    """

    cost: float
    target: int
    units: int
    chance: float
    losses: float


class Target(NamedTuple):
    """An area in which those who enter it fight.

    see    forecasts the fight by their strength and what they `meet`
    worth  what it is worth to take the area, with what lies beyond
    rooms  areas to which they could retreat, and how many units each can take
    """

    see: Callable[[int, int], Forecast]
    meet: int
    worth: float
    rooms: list[tuple[int, int]]


class Position:
    """A position in which Russia looks for activations.

    hostile  areas that can't be entered without a fight
    room     by area that Russia holds: how many units it can take
    far      by area that Russia holds: how far what is worth taking lies
    missing  points without which Russia has not won
    unit     what the loss of a unit costs
    """

    def __init__(self, seer: Forecaster, state: WarState) -> None:
        self.seer, self.board, self.state = seer, seer.board, state
        board, inside = self.board, state.units_in.get
        self.hostile, self.held = hostile(board, state), state.held[RUSSIA]
        self.room = {
            space: board.stack_limit - (inside(space, 0) & board.mobile).bit_count() for space in bits(self.held)
        }
        self.far = {
            space: next((far for far, goal in seer.fronts[space] if self.hostile >> goal & 1), 0.0)
            for space in bits(self.held)
        }
        self.missing = board.goal - board.worth.of(self.held)
        self.unit = UNIT * min(1.0, (board.turns - state.turn) / WORRY)
        self.targets: dict[int, Target] = {}

    def considered(self) -> dict[tuple[int, int], Activation]:
        """By units and target what is worth doing, best first: the strongest of an area, with or without Air Force."""
        board, state, found = self.board, self.state, list[Activation]()
        fresh, skies = state.present & board.mobile & ~state.activated, air_targets(board, state)
        combat, limit = board.combat, board.stack_limit
        flyers = [(unit, board.near[state.at[unit]] & skies) for unit in strongest(fresh & board.air, combat)]
        for origin in bits(state.ground_at):
            ground = strongest(state.units_in[origin] & fresh & board.troops, combat)
            if ground:
                for target in bits(board.neighbours[origin] & self.hostile):
                    above = [unit for unit, reached in flyers if reached >> target & 1]
                    found += self.attacks(origin, target, groups(ground, above, combat, limit), 0.0)
                for target in bits(board.neighbours[origin] & self.held):
                    if self.far[target] < self.far[origin]:
                        found += self.marches(origin, target, groups(ground, [], combat, limit), 0.0)
        return {(one.units, one.target): one for one in sorted(found)}

    def activation(self, units: int, target: int) -> Activation:
        """What comes of it when `units` go to `target`."""
        ground = units & self.board.troops
        origin = self.state.at[ground.bit_length() - 1] if ground else -1
        kinds = self.attacks if self.hostile >> target & 1 else self.marches
        return next(kinds(origin, target, [(units, ground.bit_count(), self.board.strength.of(units))]))

    def attacks(self, origin: int, target: int, groups: Iterable[Group], most: float = inf) -> Iterator[Activation]:
        """Those of `groups` that enter an area in which they fight, at a cost below `most`."""
        (see, meet, worth, rooms), points = self._target(target), self.board.points[target]
        (holders, held), back, elsewhere = self._holding(origin), -self.board.stack_limit, 0
        for space, room in rooms:
            if space == origin:
                back = room
            elif room > elsewhere:
                elsewhere = room
        for units, number, strength in groups:
            holds, loses, retreats, perishes = see(strength, meet)
            count, room = units.bit_count(), max(elsewhere, back + number)
            left, chance = held if number == holders else 0, holds if number else 0.0
            losses = loses + retreats * max(count - room, 0) + perishes * count
            prize = worth + WIN if points - left >= self.missing else worth
            cost = losses * self.unit + left + USED * count + LEAST - chance * prize
            if cost < most:
                yield Activation(cost, target, units, chance, losses)

    def marches(self, origin: int, target: int, groups: Iterable[Group], most: float = inf) -> Iterator[Activation]:
        """Those of `groups` that go to an area of their own at a cost below `most`."""
        nearer = self.far[origin] - self.far.get(target, self.far[origin]) if origin >= 0 else 0.0
        room, (holders, held) = self.room.get(target, 0), self._holding(origin)
        for units, number, _ in groups:
            surplus, left = max(units.bit_count() - room, 0), held if number == holders else 0
            cost = surplus * self.unit + left - STEP * nearer * number
            if cost < most:
                yield Activation(cost, target, units, 1.0, 0.0)

    def _target(self, space: int) -> Target:
        """What meets those who enter an area."""
        if space not in self.targets:
            board, seer, beside = self.board, self.seer, self.board.neighbours[space]
            see, meet = seer.invasion, board.invasion_add[space]
            if enemies := self.state.units_in.get(space, 0) & board.ukrainian:
                see, meet = seer.fight, board.strength.of(enemies)
            worth = board.points[space] + PROSPECT * board.worth.of(beside & self.hostile)
            rooms = [(refuge, self.room[refuge]) for refuge in bits(beside & self.held)]
            self.targets[space] = Target(see, meet, worth, rooms)
        return self.targets[space]

    def _holding(self, origin: int) -> tuple[int, int]:
        """How many ground units hold an area, and its points, which are lost when all of them leave."""
        state, board = self.state, self.board
        if origin < 0 or (state.garrison_at | board.stars) >> origin & 1:
            return 0, 0
        return (state.units_in[origin] & board.troops).bit_count(), board.points[origin]
