"""Activations worth considering, each with a score in victory points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.games.putins_war.board import Board
from pnp.games.putins_war.control import controlled, hostile
from pnp.games.putins_war.rules import PutinsWar
from pnp.games.putins_war.state import WarState
from pnp.players.putins_war.forecast import Forecast, Forecaster, Pool, forecaster_of
from pnp.referee.dice import bits


class Weights(NamedTuple):
    """What the player thinks things are worth, in victory points.

    unit      a unit lost
    use       a unit used up for this turn
    prospect  each point next to an area taken
    win       the game
    least     what an attack must promise
    step      one area nearer to the front, for units that don't fight
    """

    unit: float = 0.55
    use: float = 0.08
    prospect: float = 0.05
    win: float = 50.0
    least: float = 0.3
    step: float = 0.02


WEIGHTS = Weights()


class Plan(NamedTuple):
    """An activation.

    units   to be chosen, ground units first
    target  the space to enter
    chance  that the target is held afterwards
    losses  units lost on average
    """

    score: float
    units: tuple[int, ...]
    target: int
    chance: float
    losses: float
    attack: bool


class Planner:
    """The plans in one state."""

    def __init__(self, rules: PutinsWar, state: WarState, weights: Weights = WEIGHTS) -> None:
        board: Board = rules.board
        self.board, self.state, self.weights = board, state, weights
        self.seer: Forecaster = forecaster_of(rules)
        self.pool: Pool = self.seer.pool(state)
        self.held = controlled(board, state)
        self.hostile = hostile(board, state)
        self.points = board.worth.of(self.held)
        self.fresh = state.afield & ~state.activated
        self.flyers = sorted(bits(self.fresh & board.air), key=lambda u: (-board.combat[u], u))
        self.last = state.turn >= board.turns

    def plans(self) -> list[Plan]:
        """All plans, best first."""
        made = [*self.attacks(), *self.marches(), *self.flights()]
        made.sort(key=lambda plan: (-plan.score, plan.target, plan.units))
        return made

    def attacks(self) -> Iterator[Plan]:
        """Ground units of one area, with or without Air Force, into each area where a fight waits."""
        board, state = self.board, self.state
        ground_here = self.fresh & board.ground
        for origin in bits(state.ground_at):
            group = state.units_in[origin] & ground_here
            if not group:
                continue
            ground = sorted(bits(group), key=lambda u: (-board.combat[u], u))
            for target in bits(board.neighbours[origin] & self.hostile):
                yield from self.attacks_on(origin, target, ground)

    def attacks_on(self, origin: int, target: int, ground: list[int]) -> Iterator[Plan]:
        """Groups of each size that keep the stacking limit."""
        board = self.board
        flyers = [u for u in self.flyers if board.near[self.state.at[u]] >> target & 1]
        limit = board.stack_limit
        for number in range(1, min(limit, len(ground)) + 1):
            for wings in range(min(limit - number, len(flyers)) + 1):
                yield self.attack(origin, target, (*ground[:number], *flyers[:wings]), number)

    def attack(self, origin: int, target: int, units: tuple[int, ...], ground: int) -> Plan:
        """The plan that `units`, the first `ground` of them from `origin`, attack `target`."""
        board, state, weights = self.board, self.state, self.weights
        russian = 0
        for unit in units:
            russian += board.combat[unit]
        count = len(units)
        left_held = self.held_without(origin, units)
        room = self.room(target, left_held, units)
        seen = self.forecast(target, russian)
        chance, losses = seen.taken(count), seen.losses(count, room)
        value = board.points[target] + weights.prospect * self.prospect(target)
        given_up = 0 if left_held >> origin & 1 else board.points[origin]
        score = chance * value - losses * self.unit_value() - given_up - weights.use * count
        if self.points - given_up + board.points[target] >= board.goal:
            score += chance * weights.win
        return Plan(score, units, target, chance, losses, True)

    def unit_value(self) -> float:
        """What a unit is worth: less and less as the end comes near."""
        turns_left = self.board.turns - self.state.turn
        return self.weights.unit * min(1.0, turns_left / 5)

    def forecast(self, target: int, russian: int) -> Forecast:
        """What an attack on `target` brings."""
        board, state = self.board, self.state
        enemies = state.units_in[target] & board.ukrainian
        if enemies:
            return self.seer.fight(russian, sum(board.combat[u] for u in bits(enemies)))
        return self.seer.invasion(russian, board.invasion_add[target], self.pool)

    def held_without(self, origin: int, units: tuple[int, ...]) -> int:
        """The controlled areas once `units` have left `origin`."""
        board, state = self.board, self.state
        bit = 1 << origin
        if (state.garrison_at | board.stars) & bit:
            return self.held
        rest = state.units_in[origin] & board.ground
        for unit in units:
            rest &= ~(1 << unit)
        return self.held if rest else self.held & ~bit

    def room(self, target: int, held: int, units: tuple[int, ...]) -> int:
        """How many units the best area to retreat to can take."""
        board, state = self.board, self.state
        best = 0
        leaving = 0
        for unit in units:
            leaving |= 1 << unit
        for space in bits(board.neighbours[target] & held):
            best = max(best, board.stack_limit - (state.units_in[space] & board.russian & ~leaving).bit_count())
        return best

    def prospect(self, space: int) -> int:
        """Points not held next to `space`."""
        return self.board.worth.of(self.board.neighbours[space] & self.hostile)

    def marches(self) -> Iterator[Plan]:
        """Ground units that nobody needs go nearer to the front."""
        board, state = self.board, self.state
        fresh = self.fresh & board.ground
        distances: list[float] | None = None
        for origin in bits(state.ground_at):
            group = state.units_in[origin] & fresh
            if not group:
                continue
            ground = sorted(bits(group), key=lambda u: (-board.combat[u], u))
            if not (state.garrison_at | board.stars) >> origin & 1 and board.points[origin]:
                if group == state.units_in[origin] & board.ground:
                    ground = ground[:-1]
            if not ground:
                continue
            if distances is None:
                distances = self.front_distances()
            for target in bits(board.neighbours[origin] & self.held):
                nearer = distances[origin] - distances[target]
                free = board.stack_limit - (state.units_in[target] & board.russian).bit_count()
                if nearer > 0 and free > 0:
                    units = tuple(ground[:free])
                    yield Plan(self.weights.step * nearer * len(units), units, target, 1.0, 0.0, False)

    def front_distances(self) -> list[float]:
        """For each space, how far what is worth taking lies, in areas; each point makes it nearer."""
        board = self.board
        distance = [99.0] * board.count
        for space in bits(self.hostile):
            distance[space] = -0.3 * board.points[space]
        for _ in range(board.count):
            changed = False
            for space in range(board.count):
                for other in bits(board.neighbours[space]):
                    if distance[other] + 1 < distance[space]:
                        distance[space] = distance[other] + 1
                        changed = True
            if not changed:
                break
        return distance

    def flights(self) -> Iterator[Plan]:
        """Air Force goes where more points are in range, or out of an area that is too full."""
        board, state = self.board, self.state
        bases = self.held & board.airports
        for unit in self.flyers:
            here = state.at[unit]
            crowd = (state.units_in[here] & board.russian).bit_count() > board.stack_limit
            reach_here = board.worth.of(board.near[here] & self.hostile)
            for target in bits(board.near[here] & bases):
                if (state.units_in[target] & board.russian).bit_count() >= board.stack_limit:
                    continue
                gain = board.worth.of(board.near[target] & self.hostile) - reach_here
                score = self.weights.step * (gain / 4 + (20 if crowd else 0))
                if score > 0:
                    yield Plan(score, (unit,), target, 1.0, 0.0, False)
