"""What a side does in a phase of operations: attacks with the units that can get there, and where the others go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Any

from pnp.games.russian_portfolio.advice.forecast import NEVER, Forecasts, Stand
from pnp.games.russian_portfolio.advice.ground import FADING, FAR, PRESSING, Ground
from pnp.games.russian_portfolio.board import AXIS, RUSSIAN
from pnp.games.russian_portfolio.movement import Marches, PortfolioMovement
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.masks import mask_of, union

MOST = 10
"""Units that are looked at for an attack, strongest first."""

PRICE = (0.10, 0.16)
"""By side: what each attack factor costs that an attack binds."""

LEAST = (0.6, 1.0)
"""By side: what an attack must win."""


CITY, FACTORY, PREY = (0.0, 10.0, 15.0), 8.0, 0.4
"""What the Axis goes for: a victory city, by its weight; a tank factory elsewhere; a factor of an enemy."""

ENOUGH, UNSURE = 2.5, 10.0
"""Attack factors that go there: for each factor of defence, and for a city besides."""

CAUTION = 4.0
"""How many hexes of the way it is worth not to stand where a unit is lost."""

GAP = 3
"""Armor that can go less far than this waits for the attacks of others."""

ON_THE_WAY, DETOUR = 1.5, 2
"""What it is worth to bar ways of the enemy to a city, those that are so much longer than the shortest among them."""

SIEGE, RAID = 10, 9
"""How near an enemy is to a city that Russians garrison, and to one that the Axis guards."""

RELIEF, RESCUE = (0.0, 2.0, 4.0), (0.0, 0.0, 0.34)
"""What it is worth to drive an enemy off from a besieged city, by its weight; and to come a hex nearer to it."""

CUT_OFF, BEHIND = 3.0, 1.0
"""What it costs to stand without supply, and each hex behind the front."""


class Operations:
    """The plan of a phase.

    moves      unit -> hex, in the order in which they move
    attacks    hex -> the units that attack it, best first
    garrisons  units that don't leave their city for an attack
    """

    def __init__(self, view: Standpoint, state: PortfolioState, *, moving: bool = False) -> None:
        """Look at the ground; nothing is planned yet.

        moving  before units move, otherwise when they attack
        """
        assembly: Any = view.assembly
        self.view, self.state, self.side, self.moving = view, state, view.side, moving
        self.movement: PortfolioMovement = assembly.movement
        scene: Any = state
        if moving:
            scene = state.copy(records=False)
            scene.phase += 1
        self.ground, self.forecasts = Ground(view, state), Forecasts(view, scene)
        self.board, self.kit, self.odds = self.ground.board, self.ground.kit, self.ground.odds
        self.moves: dict[int, int] = {}
        self.attacks: dict[int, int] = {}
        self.marches: dict[int, Marches] = {}
        self.initial = not self.odds.number.get(scene.phase, 0)
        self._worth: list[float] = []
        self.garrisons = self.ground.garrisons()

    def planned(self) -> Operations:
        """This, with all attacks and moves planned."""
        state = self.state
        if not self.moving:
            self._plan_attacks(self.odds.able(state))
            return self
        for unit in bits(self.movement.free(state)):
            self.marches[unit] = self.movement.marches(state, unit)
        movement, defence = self.board.movement, self.board.defence
        slowest = sorted(self.marches, key=lambda unit: (movement[unit], -defence[unit], unit))
        guards = self._garrison(slowest, list(bits(self.ground.guarded)), RAID) if self.side == AXIS else set()
        self._plan_attacks(self.ground.own & state.ready & ~self.movement.waiting(state) & ~mask_of(guards))
        fighting = union(self.attacks.values()) | mask_of(guards)
        free = [unit for unit in self.marches if not fighting >> unit & 1]
        free.sort(key=lambda unit: (self.ground.enemies[state.at[unit]], unit))
        (self._advance if self.side == AXIS else self._defend)(free)
        return self

    # Attacks ------------------------------------------------------------------------------------------------

    def _stands(self, unit: int) -> Plane:
        """Hexes from which a unit can attack."""
        here = 1 << self.state.at[unit]
        marches = None if self.garrisons >> unit & 1 else self.marches.get(unit)
        return here | marches.open | marches.clean if marches else here

    def _plan_attacks(self, able: int) -> None:
        board, pool = self.board, able
        stands = {unit: self._stands(unit) for unit in bits(able)}
        reach = {unit: board.zoned.spread(plane) for unit, plane in stands.items()}
        targets = [
            target for target in bits(self.ground.foe_hexes)
            if any(plane >> target & 1 for plane in reach.values())
        ]
        known: dict[int, tuple[float, tuple[Stand, ...]]] = {}
        while targets:
            for target in targets:
                if target not in known:
                    known[target] = self.assault(target, pool, stands)
            target = max(targets, key=lambda one: (known[one][0], -one))
            value, force = known.pop(target)
            targets.remove(target)
            if value < LEAST[self.side]:
                break
            units = mask_of(unit for unit, _ in force)
            pool &= ~units
            self.attacks[target] = units
            for unit, here in force:
                if here != self.state.at[unit]:
                    self.moves[unit] = here
                    self.ground.move(unit, here)
            busy = mask_of(here for _, here in force)
            for other in [o for o, (_, f) in known.items() if any(units >> u & 1 or busy >> h & 1 for u, h in f)]:
                del known[other]

    def assault(self, target: int, pool: int, stands: dict[int, Plane]) -> tuple[float, tuple[Stand, ...]]:
        """The best attack on a hex, and what it wins."""
        board, forecasts, ground = self.board, self.forecasts, self.ground
        near, allowed = board.zoned.near[target], 1 << target | mask_of(self.attacks)
        place, force = self.place(target), list[Stand]()
        best: tuple[float, tuple[Stand, ...]] = NEVER, ()
        units = [unit for unit in bits(pool) if stands[unit] & near]
        units.sort(key=lambda unit: (-board.attack[unit], unit))
        planned = dict(ground.at)
        for unit in units[:MOST]:
            hexes = [
                here for here in bits(stands[unit] & near)
                if forecasts.can_strike(unit, here, target) and not forecasts.obliged(here, allowed)
                and (here == self.state.at[unit] or ground.room(unit, here))
            ]  # fmt: skip
            if not hexes:
                continue
            suits = self._suiting(unit, target, force)
            here = max(hexes, key=lambda one: (suits(one), -one))
            force.append((unit, here))
            ground.move(unit, here)
            value = forecasts.value(force, target, place) - self._price(force)
            if value > best[0] + 0.05:
                best = value, tuple(force)
        ground.stand(planned)
        return best

    def _suiting(self, unit: int, target: int, force: Sequence[Stand]) -> Callable[[int], float]:
        """How well a hex suits a unit for an attack beside a force: it bars a way out, and no river lies between."""
        board, ground, forecasts = self.board, self.ground, self.forecasts
        taken, river = mask_of(here for _, here in force), board.river[forecasts.weather][target]
        ways_out = board.zoned.near[target] & board.land & ~forecasts.zones & ~board.zoned.spread(taken) & ~taken
        stays, shy = self.state.at[unit], 0.02 if self.side == RUSSIAN else 0.0
        return lambda here: (
            ((board.zoned.near[here] | 1 << here) & ways_out).bit_count() - 0.8 * (river >> here & 1)
            - shy * ground.threat(here) + 0.5 * (here == stays)
        )

    def _price(self, force: list[Stand]) -> float:
        return PRICE[self.side] * sum(self.board.attack[unit] for unit, _ in force)

    def place(self, target: int) -> float:
        """What it is worth to take a hex."""
        board, here = self.board, 1 << target
        weight = 7.0 * board.points[target] + 2.0 * bool(here & board.major)
        weight += sum(RELIEF[board.points[city]] for city in self.ground.besieged if board.zoned.near[city] & here)
        return weight + 2.0 * bool(here & board.features["tank-factory"]) + 8.0 * bool(here & self.ground.guarded)

    # The others ---------------------------------------------------------------------------------------------

    def _room(self, unit: int) -> list[int]:
        """Hexes where a unit can go, or stay."""
        marches, ground = self.marches[unit], self.ground
        spaces = marches.open | marches.clean
        shared = [here for here in bits(spaces & ground.taken) if ground.room(unit, here)]
        return [*bits(spaces & ~ground.taken), *shared, self.state.at[unit]]

    def _go(self, unit: int, goal: int) -> None:
        if goal != self.state.at[unit]:
            self.moves[unit] = goal
            self.ground.move(unit, goal)

    def _goals(self) -> dict[int, tuple[float, float, list[int]]]:
        """What the Axis goes for: hex -> worth, attack factors needed, distances."""
        ground, board, forecasts = self.ground, self.board, self.forecasts
        goals: dict[int, tuple[float, float, list[int]]] = {}
        for city in ground.wanted:
            goals[city] = CITY[board.points[city]], UNSURE + ENOUGH * forecasts.defence(city), ground.far[city]
        for works in bits(board.features["tank-factory"] & ~board.victory_cities & self.state.held[1 - self.side]):
            goals[works] = FACTORY, UNSURE + ENOUGH * forecasts.defence(works), ground.distance(works)
        for hex_ in bits(ground.foe_hexes):
            if hex_ not in goals:
                worth = PREY * board.worth(forecasts.defenders(hex_))
                goals[hex_] = worth, ENOUGH * forecasts.defence(hex_), ground.distance(hex_)
        return goals

    def _advance(self, free: list[int]) -> None:
        """Each goes for what is worth most for its way, until enough do."""
        board, state, ground = self.board, self.state, self.ground
        goals = self._goals()
        left = {goal: need for goal, (_, need, _) in goals.items()}
        for target, units in self.attacks.items():
            if target in left:
                left[target] -= sum(board.attack[unit] for unit in bits(units))
        for unit in free:
            here, speed = state.at[unit], max(board.movement[unit], 1)
            pulls = [
                (worth * max(min(left[goal] / need, 1.0), 0.08) / (far[here] / speed + 1.0), -goal)
                for goal, (worth, need, far) in goals.items() if far[here] < FAR
            ]
            if not pulls:
                continue
            goal = -max(pulls)[1]
            left[goal] -= board.attack[unit]
            far = goals[goal][2]

            def suits(space: int, unit: int = unit, far: list[int] = far) -> float:
                risk = ground.risk(1 << unit | ground.beside(unit, space), space)
                return 0.2 * (space == state.at[unit]) - far[space] - CAUTION * risk

            best = max(self._room(unit), key=lambda space: (suits(space), -space))
            if self.initial and board.armor >> unit & 1 and far[here] - far[best] < GAP:
                continue  # it waits for a gap
            self._go(unit, best)

    def _importance(self) -> list[float]:
        """How much each hex lies on the ways of the enemy to cities."""
        ground, count = self.ground, self.board.count
        near, worth = ground.enemies, [0.0] * count
        for city in ground.kept:
            way, far = near[city], ground.far[city]
            weight = self.board.points[city] / (1 + way / FADING)
            for hex_, passing in enumerate(map(add, near, far)):
                if passing <= way + DETOUR:
                    worth[hex_] += weight * (1 - (passing - way) / 4)
        return worth

    def _defend(self, free: list[int]) -> None:
        """A line before the cities, garrisons in them, nobody where he is lost."""
        board = self.board
        strongest = sorted(free, key=lambda unit: (-board.defence[unit], unit))
        large = [unit for unit in strongest if board.large >> unit & 1]
        corps = [unit for unit in strongest if (board.infantry & ~board.large) >> unit & 1]
        cities = sorted(self.ground.kept, key=lambda city: (-board.points[city], self.ground.enemies[city]))
        garrisons = self._garrison(large, cities, SIEGE)
        capitals = [city for city in cities if board.points[city] > 1]
        garrisons |= self._garrison(corps, capitals, SIEGE)
        for unit in (unit for unit in strongest if unit not in garrisons and unit not in self.moves):
            here, posting = self.state.at[unit], self.posting(unit)
            self._go(unit, max(self._room(unit), key=lambda one: (posting(one) + 0.3 * (one == here), -one)))

    def _garrison(self, units: list[int], cities: list[int], near: int) -> set[int]:
        """Units that go to cities to which an enemy is near, or stay there: for each the first that can get there."""
        garrisons = set[int]()
        for city in (city for city in cities if self.ground.enemies[city] < near):
            able = [unit for unit in units if unit not in garrisons and city in self._room(unit)]
            if able:
                garrison = next((unit for unit in able if self.state.at[unit] == city), able[0])
                garrisons.add(garrison)
                self._go(garrison, city)
        return garrisons

    def posting(self, unit: int) -> Callable[[int], float]:
        """What it is worth that a Russian unit stands in a hex: on the ways of the enemy, near sieges, in supply."""
        board, ground, kit = self.board, self.ground, self.kit
        if not self._worth:
            self._worth = self._importance()
        worth, beside = self._worth.copy(), board.zoned.beside
        for space in bits(ground.covered(~(1 << unit))):
            worth[space] = 0.0
        supplied = kit.reached(self.state, "soviet")
        sieges = [(pull, ground.far[city]) for city in self.ground.besieged if (pull := RESCUE[board.points[city]])]

        def suits(space: int) -> float:
            barred = worth[space] + sum(worth[one] for one in beside[space])
            value = ground.standing(unit, space) + ON_THE_WAY * barred - CUT_OFF * (not supplied >> space & 1)
            value -= min((pull * far[space] for pull, far in sieges), default=0.0)
            return value - BEHIND * max(ground.enemies[space] - PRESSING, 0)

        return suits
