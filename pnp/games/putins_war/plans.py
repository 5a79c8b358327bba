"""Activations worth considering, each with a score in victory points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pnp.games.putins_war.board import RUSSIA
from pnp.games.putins_war.forecast import Forecast, Forecaster, Pool, forecaster_of
from pnp.games.putins_war.state import WarState, air_targets, hostile
from pnp.referee.dice import bits
from pnp.referee.kit.rules import DeclaredRules


class Weights(NamedTuple):
    """What the player thinks things are worth, in victory points.

    unit      a unit lost; less in the last turns
    worry     how many turns before the end units begin to count less
    use       a unit used up for this turn
    prospect  each point next to an area taken
    win       the game
    least     what an attack must promise
    step      one area nearer to the front, for units that don't fight
    """

    unit: float = 0.55
    worry: float = 5.0
    use: float = 0.08
    prospect: float = 0.05
    win: float = 50.0
    least: float = 0.3
    step: float = 0.02


WEIGHTS = Weights()


class Group(NamedTuple):
    """Units that could be activated together.

    units     ground units first; `number` of them are ground units
    strength  their combat values together
    """

    units: tuple[int, ...]
    number: int
    strength: int


class Plan(NamedTuple):
    """An activation.

    score   in victory points; better than nothing above 0
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

    def __init__(self, rules: DeclaredRules, state: WarState, weights: Weights = WEIGHTS) -> None:
        self.seer: Forecaster = forecaster_of(rules)
        self.board, self.state, self.weights = self.seer.board, state, weights
        board = self.board
        self.pool: Pool = self.seer.pool(state)
        self.held = state.held[RUSSIA]
        self.hostile, self.skies = hostile(board, state), air_targets(board, state)
        self.points = board.worth.of(self.held)
        self.fresh = state.present & board.mobile & ~state.activated
        self.flyers = sorted(bits(self.fresh & board.air), key=lambda u: (-board.combat[u], u))
        self.unit_value = weights.unit * min(1.0, (board.turns - state.turn) / weights.worry)

    def plans(self) -> list[Plan]:
        """All plans, best first."""
        made = [*self.attacks(), *self.marches(), *self.flights()]
        made.sort(key=lambda plan: (-plan.score, plan.target, plan.units))
        return made

    def attacks(self) -> Iterator[Plan]:
        """Ground units of one area, with or without Air Force, into each area where a fight waits."""
        board, state = self.board, self.state
        ground_here = self.fresh & board.troops
        for origin in bits(state.ground_at):
            group = state.units_in[origin] & ground_here
            if not group:
                continue
            ground = sorted(bits(group), key=lambda u: (-board.combat[u], u))
            for target in bits(board.neighbours[origin] & self.hostile):
                yield from self.attacks_on(origin, target, self.groups(target, ground))

    def groups(self, target: int, ground: list[int]) -> Iterator[Group]:
        """Groups of each size within the stacking limit: the strongest of `ground`, and of the Air Force in range."""
        combat, limit = self.board.combat, self.board.stack_limit
        flyers = [u for u in self.flyers if (self.board.near[self.state.at[u]] & self.skies) >> target & 1]
        for number in range(1, min(limit, len(ground)) + 1):
            units = tuple(ground[:number])
            strength = sum([combat[unit] for unit in units])
            yield Group(units, number, strength)
            for flyer in flyers[: limit - number]:
                units, strength = (*units, flyer), strength + combat[flyer]
                yield Group(units, number, strength)

    def attacks_on(self, origin: int, target: int, groups: Iterable[Group]) -> Iterator[Plan]:
        """The attack of each of `groups`, whose ground units come from `origin`; -1 when none has any."""
        board, state = self.board, self.state
        limit = board.stack_limit
        standing, holders, stays = 0, 0, True
        if origin >= 0:
            standing = (state.units_in[origin] & board.mobile).bit_count()
            holders = (state.units_in[origin] & board.troops).bit_count()
            stays = bool((state.garrison_at | board.stars) >> origin & 1)
        elsewhere = self.room(target, self.held & ~(1 << origin) if origin >= 0 else self.held)
        back = limit - standing if origin >= 0 and board.neighbours[target] >> origin & 1 else -limit
        foresee, worth = self.foresight(target), self.worth(target)
        for units, number, strength in groups:
            kept = stays or number < holders
            room = max(elsewhere, back + number) if kept else elsewhere
            given_up = 0 if kept else board.points[origin]
            prize = self.weights.win if self.points - given_up + board.points[target] >= board.goal else 0.0
            count = len(units)
            seen = foresee(strength)
            chance, losses = seen.taken(count) if number else 0.0, seen.losses(count, room)
            cost = losses * self.unit_value + given_up + self.weights.use * count + self.weights.least
            yield Plan(chance * (worth + prize) - cost, units, target, chance, losses, True)

    def plan_of(self, chosen: int, target: int) -> Plan:
        """The plan of exactly the units `chosen`, whether worth making or not."""
        board, state = self.board, self.state
        ground = sorted(bits(chosen & board.troops), key=lambda u: (-board.combat[u], u))
        flyers = [unit for unit in self.flyers if chosen >> unit & 1]
        units, origin = (*ground, *flyers), state.at[ground[0]] if ground else -1
        if self.hostile >> target & 1:
            group = Group(units, len(ground), sum([board.combat[unit] for unit in units]))
            return next(self.attacks_on(origin, target, [group]))
        score = sum(self.in_range(target) - self.base_worth(unit) for unit in flyers)
        if ground:
            distances = self.front_distances()
            score += self.weights.step * (distances[origin] - distances[target]) * len(ground)
            keepers = state.units_in[origin] & board.troops & ~chosen | (state.garrison_at | board.stars) >> origin & 1
            score -= 0 if keepers else board.points[origin]
        surplus = (state.units_in[target] & board.mobile).bit_count() + len(units) - board.stack_limit
        return Plan(score - self.weights.unit * max(surplus, 0), units, target, 1.0, 0.0, False)

    def worth(self, target: int) -> float:
        """What holding `target` is worth, with what it opens up."""
        beyond = self.board.worth.of(self.board.neighbours[target] & self.hostile)
        return self.board.points[target] + self.weights.prospect * beyond

    def foresight(self, target: int) -> Callable[[int], Forecast]:
        """What an attack on `target` brings, by Russian strength."""
        board, seer = self.board, self.seer
        enemies = self.state.units_in[target] & board.ukrainian
        if enemies:
            met = sum(board.combat[u] for u in bits(enemies))
            return lambda russian: seer.fight(russian, met)
        add, pool = board.invasion_add[target], self.pool
        return lambda russian: seer.invasion(russian, add, pool)

    def room(self, target: int, held: int) -> int:
        """How many units the best of the areas `held` next to `target` can take."""
        board, units_in = self.board, self.state.units_in
        best = 0
        for space in bits(board.neighbours[target] & held):
            best = max(best, board.stack_limit - (units_in[space] & board.mobile).bit_count())
        return best

    def marches(self) -> Iterator[Plan]:
        """Ground units that nobody needs go nearer to the front."""
        board, state = self.board, self.state
        fresh = self.fresh & board.troops
        distances: list[float] | None = None
        for origin in bits(state.ground_at):
            group = state.units_in[origin] & fresh
            if not group:
                continue
            ground = sorted(bits(group), key=lambda u: (-board.combat[u], u))
            held_by_them = not (state.garrison_at | board.stars) >> origin & 1
            if held_by_them and board.points[origin] and group == state.units_in[origin] & board.troops:
                ground = ground[:-1]
            if not ground:
                continue
            if distances is None:
                distances = self.front_distances()
            for target in bits(board.neighbours[origin] & self.held):
                nearer = distances[origin] - distances[target]
                free = board.stack_limit - (state.units_in[target] & board.mobile).bit_count()
                if nearer > 0 and free > 0:
                    units = tuple(ground[:free])
                    yield Plan(self.weights.step * nearer * len(units), units, target, 1.0, 0.0, False)

    def front_distances(self) -> list[float]:
        """For each space, how far what is worth taking lies, in areas; each point makes it nearer."""
        board = self.board
        neighbours = self.seer.neighbours
        distance = [99.0] * board.count
        wave = sorted(bits(self.hostile), key=lambda space: -board.points[space])
        for space in wave:
            distance[space] = -0.3 * board.points[space]
        while wave:
            grown = []
            for space in wave:
                farther = distance[space] + 1
                for other in neighbours[space]:
                    if farther < distance[other]:
                        distance[other] = farther
                        grown.append(other)
            wave = grown
        return distance

    def flights(self) -> Iterator[Plan]:
        """Air Force goes where more points are in range, or out of an area that is too full."""
        board, state = self.board, self.state
        bases = self.held & board.airports
        for unit in self.flyers:
            stays = self.base_worth(unit)
            for target in bits(board.near[state.at[unit]] & bases):
                if (state.units_in[target] & board.mobile).bit_count() >= board.stack_limit:
                    continue
                score = self.in_range(target) - stays
                if score > 0:
                    yield Plan(score, (unit,), target, 1.0, 0.0, False)

    def in_range(self, base: int) -> float:
        """What it is worth to have a unit of the Air Force in `base`."""
        return self.weights.step * self.board.worth.of(self.board.near[base] & self.hostile) / 4

    def base_worth(self, unit: int) -> float:
        """What it is worth to have the Air Force `unit` where it is; little where it is one too many."""
        here = self.state.at[unit]
        crowd = (self.state.units_in[here] & self.board.mobile).bit_count() > self.board.stack_limit
        return self.in_range(here) - (20 * self.weights.step if crowd else 0.0)
