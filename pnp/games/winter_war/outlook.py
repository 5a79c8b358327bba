"""What players think of ground and units: what is worth having, how far it is, what a fight is likely to bring.

Everything here is an opinion, made from the data of the scenario: points of the schedule, strengths, the results table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.games.winter_war import strengths
from pnp.games.winter_war.advice_weights import WEIGHTS, Weights
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks, Plane, within
from pnp.referee.masks import mask_of

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterAssembly

RAID_RANGE = 12
"""Hexes from a railway abroad from which light units set out for it."""

THEATRE = 10
"""Hexes within which units serve a goal."""

FAR = 99
"""Distance to what can't be reached."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A hex that is worth points to the Soviet side, and how far every hex is from it."""

    space: int
    points: float
    distance: tuple[int, ...]


class Outlook:
    """What one scenario is about. Made once for all games with the same assembly."""

    def __init__(self, assembly: WinterAssembly, weights: Weights = WEIGHTS) -> None:
        self.assembly, self.weights = assembly, weights
        board = assembly.kit.board
        self.links = board.links[board.season(1)]
        ground = board.land & ~board.closed(board.season(1))
        self.worth = tuple(self._worth(unit) for unit in range(len(board.units)))
        self.to_rails = self._distances(board.rails[SOVIET].all & ~board.home[FINNISH], ground)
        self.rails_near = mask_of(space for space in range(board.count) if self.to_rails[space] <= RAID_RANGE)
        self.goals = tuple(
            Goal(space, points, self._distances(1 << space, ground))
            for space, points in sorted(self._points(ground).items())
        )
        self.lonely = mask_of(
            space for space in range(board.count) if all(goal.distance[space] > THEATRE for goal in self.goals)
        )
        near = self.weights.near
        self._nearness = [
            tuple(goal.points / (far + near) for far in self._by_rail(goal.distance)) for goal in self.goals
        ]
        self.closeness = {goal.space: tuple(1.0 / (far + 2) for far in goal.distance) for goal in self.goals}
        self._circles: dict[tuple[int, int, int], Plane] = {}
        self.screens: dict[int, float] = {}
        self._grounds: dict[int, float] = {}
        self._pulls: dict[Plane, tuple[float, ...]] = {}
        self._fights: dict[tuple[float, ...], float] = {}

    def _worth(self, unit: int) -> float:
        """What a unit is worth, in victory points: a headquarters feeds many others."""
        board, weights = self.assembly.kit.board, self.weights
        if board.traits["headquarters"] >> unit & 1:
            return weights.headquarters
        if board.side_of[unit] == SOVIET:
            return weights.soviet_attack * board.attack[unit]
        return weights.finnish_defence * board.defence[unit] + 0.2

    def _points(self, ground: Plane) -> dict[int, float]:
        """Points of each hex that is worth some to the Soviet side; little where no line of communication reaches."""
        found: dict[int, float] = {}
        for line in self.assembly.kit.tables.schedule.values():
            hexes = list(bits(line.spaces))
            if line.source.points > 0 and hexes:
                each = line.source.points if line.source.each else line.source.points / len(hexes)
                for space in hexes:
                    found[space] = found.get(space, 0.0) + each
        return {space: points * (1.0 if self._reachable(space, ground) else 0.1) for space, points in found.items()}

    def _reachable(self, space: int, ground: Plane) -> bool:
        """Whether a line from a supply city over one headquarters reaches so far.

        Rule: Supply F1, Supply F2, Capture
        """
        board = self.assembly.kit.board
        reach = board.parameter["hq-range"] + board.parameter["city-range"]
        return bool(self.links.flood(1 << space, ground, reach) & board.supply_cities)

    def _distances(self, goal: Plane, ground: Plane) -> tuple[int, ...]:
        found = [FAR] * self.assembly.kit.board.count
        for steps, ring in enumerate(self.links.layers(goal, ground, FAR - 1)):
            for space in bits(ring):
                found[space] = min(found[space], steps)
        return tuple(found)

    def pull(self, state: WinterState) -> Sequence[float]:
        """How much each hex is worth as a step towards what the Soviet side doesn't hold yet."""
        kept = state.held[SOVIET]
        left = 0
        for goal in self.goals:
            if not kept >> goal.space & 1:
                left |= 1 << goal.space
        if left not in self._pulls:
            rows = [row for goal, row in zip(self.goals, self._nearness, strict=True) if left >> goal.space & 1]
            self._pulls[left] = tuple(map(max, [0.0] * self.assembly.kit.board.count, *rows))
        return self._pulls[left]

    def attraction(self, state: WinterState, space: int) -> float:
        """What a Soviet unit that comes to a hex finds there, and can reach from there."""
        return self.pull(state)[space] + self.ground(space)

    def _by_rail(self, distance: Sequence[int]) -> Sequence[int]:
        """Distances for one who may take the train to the station next to the goal."""
        ahead = (
            min((far for far, back in zip(distance, self.to_rails, strict=True) if not back), default=FAR)
            + self.weights.ride
        )
        return [min(far, ahead + back) for far, back in zip(distance, self.to_rails, strict=True)]

    def circle(self, links: HexLinks, space: int, steps: int) -> Plane:
        """Every hex at most `steps` away from one, whatever lies between."""
        key = (id(links), space, steps)
        if key not in self._circles:
            self._circles[key] = within(links, 1 << space, steps)
        return self._circles[key]

    def ground(self, space: int) -> float:
        """What a hex itself is worth to whoever holds it: points there, and a share of those near by."""
        if space not in self._grounds:
            self._grounds[space] = max(
                (goal.points / (1 + goal.distance[space]) ** 1.5 for goal in self.goals), default=0.0
            )
        return self._grounds[space]

    # The end of the game ------------------------------------------------------------------------------------

    def haste(self, turn: int) -> float:
        """How near the end is: 0 while it is far off, 1 in the last turn."""
        return max(0.0, 1.0 - (self.assembly.kit.board.turns - turn) / self.weights.fade)

    def life(self, turn: int) -> float:
        """Share of what a unit is worth that still counts in a turn."""
        return 1.0 - (1.0 - self.weights.late) * self.haste(turn)

    def at_stake(self, state: WinterState, side: int, space: int) -> float:
        """Points that change if `side` takes a hex from the enemy now.

        Rule: Victory Point Schedule
        """
        kept = state.held[SOVIET]
        found = 0.0
        for line in self.assembly.kit.tables.schedule.values():
            if not line.spaces >> space & 1 or line.source.points <= 0:
                continue
            missing = (line.spaces & ~kept).bit_count()
            if line.source.each or (missing == 1 if side == SOVIET else not missing):
                found += line.source.points
            elif side == SOVIET:
                found += line.source.points / max(1, missing) ** 2
        return found

    def prize(self, state: WinterState, side: int, space: int) -> float:
        """What a hex is worth to `side`, which doesn't hold it: what it promises, and towards the end what it counts
        now.
        """
        haste = self.haste(state.turn)
        promise = self.ground(space)
        return (
            promise
            if not haste
            else (1.0 - haste) * promise + haste * max(0.2 * promise, self.at_stake(state, side, space))
        )

    # Fights -------------------------------------------------------------------------------------------------

    def price(self, units: int, owed: int) -> float:
        """What the cheapest of `units` are worth that have `owed` attack points together; all, where they have fewer.
        """
        attack, worth = self.assembly.kit.board.attack, self.worth
        best = {0: 0.0}
        for unit in bits(units):
            for points, cost in sorted(best.items(), reverse=True):
                total = min(owed, points + attack[unit])
                if cost + worth[unit] < best.get(total, 1e9):
                    best[total] = cost + worth[unit]
        return best.get(owed, sum(worth[unit] for unit in bits(units)))

    def fight(self, state: WinterState, side: int, attackers: int, space: int, defence: int) -> float:
        """What an attack by `attackers` of `side` on `space`, defended with `defence` half points, brings on average.
        """
        board = self.assembly.kit.board
        enemy = FINNISH if side == SOVIET else SOVIET
        defenders = state.units_in[space] & board.own[enemy]
        inner = enemy == FINNISH and board.forts >> space & 1
        life, prize, post = self.life(state.turn), self.prize(state, side, space), self._posts(state, side, attackers)
        key = (attackers, defenders, space, defence, int(inner), life, prize, post)
        if key in self._fights:
            return self._fights[key]
        lost = life * sum(self.worth[unit] for unit in bits(defenders))
        if side == SOVIET and not self.to_rails[space]:
            prize += self.weights.raid
        if not defence:
            value = lost + prize
        else:
            table = self.assembly.combat.table
            column = max(table.column(strengths.attack_halves(board, attackers), defence), 0)
            results = self.assembly.combat.codes(column, bracketed=bool(inner))
            own = life * sum(self.worth[unit] for unit in bits(attackers))
            exchange = (
                lost + prize - life * self.price(attackers, strengths.defence_points(board, defenders)) - 0.5 * post
            )
            gains = {
                "Ae": -own - post,
                "Ar": -0.15 - post,
                "Ne": 0.0,
                "Ex": exchange,
                "Dr": 0.5 * prize + 0.1,
                "De": lost + prize,
            }
            value = sum(gains[code] for code in results) / len(results)
        if len(self._fights) > 200_000:
            self._fights.clear()
        self._fights[key] = value
        return value

    def _posts(self, state: WinterState, side: int, attackers: int) -> float:
        """What the Finnish side stakes when units attack out of hexes that are to be held: those hexes."""
        if side == SOVIET:
            return 0.0
        defence, found = self.assembly.kit.board.defence, 0.0
        for space in {state.at[unit] for unit in bits(attackers)}:
            going = sum(defence[unit] for unit in bits(state.units_in[space] & attackers))
            staying = sum(defence[unit] for unit in bits(state.units_in[space] & ~attackers))
            found += self.ground(space) * going / (going + staying + 1)
        return self.weights.post * found


def defence_from(assembly: WinterAssembly, state: WinterState, side: int, space: int, hexes: Plane) -> int:
    """Half points of the defence of `space`, were it attacked from `hexes`.

    Rule: Combat H, Combat S, Supply B
    """
    board = assembly.kit.board
    halves = sum(
        board.defence[unit] * (1 if state.isolated >> unit & 1 else strengths.HALVES)
        for unit in bits(state.units_in[space] & board.own[side])
    )
    wet = board.ground.seasons[board.season(state.turn)].wet.near[space]
    doubled = strengths.sheltered(board, side) >> space & 1 or (hexes and not hexes & ~wet)
    return halves * 2 if doubled else halves


def reaches(assembly: WinterAssembly, state: WinterState, side: int) -> dict[int, Plane]:
    """Unit of `side` that can move -> hexes it can be in afterwards, its own among them."""
    movement = assembly.movement
    return {
        unit: movement.explore(state, unit).reach | 1 << state.at[unit]
        for unit in bits(movement.free(state, side, state.moved))
    }


def seen_by(assembly: WinterAssembly, state: WinterState, side: int) -> WinterState:
    """The state as `side` may know it: of units that are face down the enemy only knows that something stands there.

    Which unit stands where is then dealt out anew, in the order of units and hexes, so that nothing depends on it.
    Rule: Set-Up Finnish
    """
    if not state.face_down or side == FINNISH:
        return state
    twin = state.copy(records=False)
    hidden = list(bits(state.face_down))
    for unit, space in zip(hidden, sorted(state.at[unit] for unit in hidden), strict=True):
        twin.at[unit] = space
    twin.complete()
    return twin
