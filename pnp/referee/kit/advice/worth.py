"""What units and places are worth to a side, by the printed factors and by what the game counts for victory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from pnp.model.filters import Condition
from pnp.referee.dice import bits
from pnp.referee.hex_movement import Mover
from pnp.referee.kit.advice.ends import sudden_ends
from pnp.referee.kit.advice.weights import Weights
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.procedures.replacements import Replacements
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of

FAR = 1 << 20
"""A distance where no way leads."""

UNFELT = 1_000
"""Movement points from which nothing draws."""


def worth_of(assembly: Assembly, start: KitState, weights: Weights) -> Worth:
    """The worth of units and places by `weights`, reckoned once for all games of an assembly."""
    if weights not in assembly.notes:
        assembly.notes[weights] = Worth(assembly, start, weights)
    return assembly.notes[weights]  # type: ignore[no-any-return]


class Worth:
    """The worth of units and places in one game.

    start  any state of it, of which copies are made to find out what is counted

    full, weak  of each unit with all its steps, and with one step less; the mean unit is worth 1
    stakes      by space: victory points between holding it and leaving it to the enemy
    lines       by space: (side that gets points for it, -1 where one loses them; how many), where it gives them alone
    prizes      points between keeping a unit and losing it
    ends        the sudden ends that ask for places
    total       what all places together are worth
    """

    def __init__(self, assembly: Assembly, start: KitState, weights: Weights) -> None:
        self.assembly, self.weights, self._start = assembly, weights, start
        self.kit, self.board = assembly.kit, assembly.kit.board
        self._weigh_units()
        self.stakes = [0.0] * self.board.count
        self.prizes = [0.0] * len(self.board.units)
        self.lines: dict[int, list[tuple[int, int]]] = {}
        self._count_lines()
        self._count_sudden_ends()
        wanted = [stake for stake in self.stakes if stake]
        self.unit_of_points = weights.points * len(wanted) / sum(wanted) if wanted else 0.0
        if not wanted and any(self.prizes):
            self.unit_of_points = 1.0 / max(self.prizes)
        self.ends = sudden_ends(assembly, [self._all_held(side) for side in range(len(self.board.sides))])
        self.total = sum(wanted) * self.unit_of_points
        self.goals = tuple(space for space, stake in enumerate(self.stakes) if stake)
        self._far: dict[tuple[int, int], list[int]] = {}
        self._near: dict[tuple[int, int], list[float]] = {}
        self._around: dict[tuple[int, int, int], int] = {}

    # Units --------------------------------------------------------------------------------------------------

    def _weigh_units(self) -> None:
        combat, count = self.assembly.combat, len(self.board.units)
        if combat is None:
            full = weak = [1.0] * count
        else:
            full = [float(a + d) for a, d in zip(combat.attack, combat.defence, strict=True)]
            strengths = combat.source.strength
            attack, defence = (self.board.reduced_factors(name) for name in (strengths.attack, strengths.defence))
            weak = [float(a + d) for a, d in zip(attack, defence, strict=True)]
        mean = sum(full) / count if count and any(full) else 1.0
        self.full = [value / mean + 0.1 for value in full]
        two_steps = self.board.two_steps
        self.weak = [
            value / mean + 0.1 if two_steps >> unit & 1 else self.full[unit] for unit, value in enumerate(weak)
        ]

    def unit(self, state: KitState, unit: int) -> float:
        """What a unit is worth now, with the points that its loss costs."""
        value = (self.weak if state.reduced >> unit & 1 else self.full)[unit]
        return value + self.prizes[unit] * self.unit_of_points

    def step(self, state: KitState, unit: int) -> float:
        """What it loses with one step."""
        if not self.board.two_steps >> unit & 1 or state.reduced >> unit & 1:
            return self.unit(state, unit)
        return self.full[unit] - self.weak[unit]

    def regained(self, state: KitState, unit: int, replacements: Replacements) -> float:
        """What a replacement of a unit gives for each point that it costs."""
        if state.at[unit] < self.board.count:
            value = self.full[unit] - self.weak[unit]
        else:
            value = self.weak[unit] if replacements.source.returns == "reduced" else self.full[unit]
            value += self.prizes[unit] * self.unit_of_points
        return value / max(replacements.cost(state, unit), 1)

    def units(self, state: KitState, units: int) -> float:
        """What all of `units` are worth."""
        return sum(self.unit(state, unit) for unit in bits(units))

    # Places -------------------------------------------------------------------------------------------------

    def place(self, state: KitState, space: int) -> float:
        """What it is worth to hold a space rather than leave it to the enemy, counted in units."""
        stake = self.stakes[space] * self.unit_of_points
        victory = self.assembly.victory
        if stake and victory is not None and victory.source.judged == "each-turn":
            turns = self.kit.scenario.turns
            stake *= 2 * (turns - state.turn + 1) / (turns + 1)
        if self.ends and self.weights.finish and self._last(state, space):
            stake = max(stake, self.total * self.weights.finish)
        return stake

    def standing(self, state: KitState, side: int) -> float:
        """What a side has: units on the map, places, and points that it has collected."""
        held = state.held[side]
        return (
            self.units(state, self.kit.on_map(state, self.kit.units_of(state, side)))
            + sum(self.place(state, goal) for goal in self.goals if held >> goal & 1)
            + self.unit_of_points * (state.points[side] if side < len(state.points) else 0)
        )

    def balance(self, state: KitState, side: int) -> float:
        """What a side has more than its enemies have, on the average of them."""
        standings = [self.standing(state, other) for other in range(len(self.board.sides))]
        own = standings.pop(side)
        return own - sum(standings) / len(standings) if standings else own

    def _last(self, state: KitState, space: int) -> bool:
        """Whether a space is the last one that some side needs to win at once."""
        return any(
            end.spaces & ~end.won(state) & 1 << space and end.missing(state) == 1 and end.to_come(state.turn)
            for end in self.ends if end.spaces >> space & 1
        )  # fmt: skip

    def _count_lines(self) -> None:
        """Read the schedule of points: which places, and which units, give them."""
        victory = self.assembly.victory
        if victory is None:
            return
        by_levels = bool(self.kit.scenario.levels) and any(line[0] == victory.side for line in victory.lines)
        for owner, points, each, counted, whole, name in victory.lines:
            if by_levels and owner != victory.side:
                continue
            condition = victory.source.lines.get(name)
            if condition is not None and condition.units is not None:
                self._count_units(owner, points, counted, each=each)
                continue
            if not whole and condition is not None and condition.places is not None:
                whole = (counted(self._all_held(owner)) ^ counted(self._all_held(-1))) & self.board.land
            for space in bits(whole):
                value = points if each else points / whole.bit_count()
                self.stakes[space] += abs(value)
                if each or not whole & whole - 1:
                    self.lines.setdefault(space, []).append((owner if points > 0 else -1, abs(points)))

    def _count_units(self, owner: int, points: int, counted: Callable[[KitState], int], *, each: bool) -> None:
        """Units that give points by being lost, or by being kept."""
        lost, kept = self._all_lost(), self._all_held(owner)
        changed = counted(lost) ^ counted(kept)
        for unit in bits(changed & self.board.all_units):
            good = (counted(lost) >> unit & 1 == 1) == (self.board.side_of[unit] != owner)
            value = abs(points) if each else abs(points) / changed.bit_count()
            self.prizes[unit] += value if good == (points > 0) else -value

    def _count_sudden_ends(self) -> None:
        """Places and units that an end of the game asks for count as much as all points together."""
        victory = self.assembly.victory
        if victory is None:
            return
        total = sum(self.stakes) or 10.0
        for end in victory.source.sudden:
            outcome = next((o for o in self.kit.game.info.outcomes if o.id == end.outcome), None)
            if outcome is not None and outcome.winner in self.board.sides:
                self._count_condition(self.board.sides.index(outcome.winner), end.when, total)

    def _count_condition(self, winner: int, condition: Condition, total: float) -> None:
        if condition.not_ is not None:
            self._count_condition(winner, condition.not_, total)
        if condition.places is not None:
            counted = self.kit.filters.places(condition.places).of
            spaces = (counted(self._all_held(winner)) ^ counted(self._all_held(self._other(winner)))) & self.board.land
            number = max(min(self.kit.filters.least(condition), spaces.bit_count()), 1)
            if spaces != self.board.land:
                for space in bits(spaces):
                    self.stakes[space] += total / number
        if condition.units is not None:
            counted = self.kit.filters.units(condition.units).of
            changed = counted(self._all_lost()) ^ counted(self._all_held(winner))
            for unit in bits(changed & self.board.all_units):
                self.prizes[unit] += total / max(self.kit.filters.least(condition), changed.bit_count())

    def _other(self, side: int) -> int:
        return next((other for other in range(len(self.board.sides)) if other != side), -1)

    def _all_held(self, side: int) -> KitState:
        """A state in which a side holds every space and stands there; nobody does with -1."""
        state, board = self._start.copy(records=False), self.board
        state.at = [0] * len(board.units)
        state.units_in.clear()
        state.units_in[0] = board.all_units
        state.held = [board.land if other == side else 0 for other in range(len(board.sides))]
        state.occupied[: len(board.sides)] = [board.land if other == side else 0 for other in range(len(board.sides))]
        return state

    def _all_lost(self) -> KitState:
        """A state in which all units are lost."""
        state = self._start.copy(records=False)
        for side, own in enumerate(self.board.own):
            self.kit.put(state, own, self.kit.lost_at[side])
        return state

    # Distances ----------------------------------------------------------------------------------------------

    def distances(self, mover: Mover | None, goal: int) -> Sequence[int]:
        """Movement points from each space to `goal`, whatever stands in the way; links where nothing moves."""
        key = (id(mover), goal)
        known = self._far.get(key)
        if known is None:
            known = self._far[key] = self._by_points(mover, goal) if mover else self._by_links(goal)
        return known

    def nearness(self, mover: Mover | None, goal: int) -> Sequence[float]:
        """What is left at each space of the pull of `goal`."""
        key = (id(mover), goal)
        known = self._near.get(key)
        if known is None:
            fade = [self.weights.fade**points for points in range(UNFELT)]
            known = self._near[key] = [
                fade[points] if points < UNFELT else 0.0 for points in self.distances(mover, goal)
            ]
        return known

    def around(self, mover: Mover | None, goal: int, points: int) -> int:
        """The spaces from which `goal` is at most so many movement points away."""
        key = (id(mover), goal, points)
        known = self._around.get(key)
        if known is None:
            distances = enumerate(self.distances(mover, goal))
            known = self._around[key] = mask_of(space for space, far in distances if far <= points)
        return known

    def _by_links(self, goal: int) -> list[int]:
        far = (self.board.steps_between(goal, space) for space in range(self.board.count))
        return [FAR if steps < 0 else steps for steps in far]

    def _by_points(self, mover: Mover, goal: int) -> list[int]:
        far = [FAR] * self.board.count
        far[goal] = 0
        front = [(0, goal)]
        while front:
            points, here = heappop(front)
            if points > far[here]:
                continue
            for cost, origins in mover.came[here]:
                for origin in bits(origins):
                    if points + cost < far[origin]:
                        far[origin] = points + cost
                        heappush(front, (points + cost, origin))
        return far
