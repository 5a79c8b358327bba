"""Where the Soviet units go in a Movement Phase: who attacks what, who marches, where headquarters follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import abroad, supply
from pnp.games.winter_war.advice_last import Watch
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import Outlook, defence_from, reaches
from pnp.games.winter_war.plans_quarters import Quarters
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane, within
from pnp.referee.masks import mask_of

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterAssembly


ALARM = 5
"""Hexes from an enemy within which a supply city is guarded."""


CAUTION = 0.4
"""A small attack must promise this share of what it stakes."""


WEAK = 6
"""Attack points of units that can be spared to bar a way."""


NEAR_RAILS, HUNT, HUNTER = 3, 10, 6
"""Raiders this near to a railway are hunted, from this far, by units of no more attack points."""


class SovietPlan:
    """A destination for each unit that can move.

    goal   unit -> hex; a unit that stays has its own
    order  units in the order in which they should go
    why    unit -> "attack", "march", "guard" or "follow"
    """

    def __init__(self, assembly: WinterAssembly, state: WinterState, outlook: Outlook) -> None:
        self.assembly, self.state, self.outlook = assembly, state, outlook
        board = assembly.kit.board
        self.board = board
        self.links = board.links[board.season(state.turn)]
        self.near = self.links.near
        self.enemies = state.occupied[FINNISH]
        self.front = self.links.spread(self.enemies) & ~self.enemies
        self.pull = outlook.pull(state)
        self.reach = reaches(assembly, state, SOVIET)
        self.counts: dict[int, int] = {}
        self.goal: dict[int, int] = {}
        self.why: dict[int, str] = {}
        self.order: list[int] = []
        movers = set(self.reach)
        for unit in bits(board.own[SOVIET] & ~board.uncounted):
            if state.at[unit] < board.count and unit not in movers:
                self._stand(state.at[unit])
        self.free = (
            abroad.passable_ground(board, state) & ~self.enemies & ~(state.zoc[FINNISH] & ~state.occupied[SOVIET])
        )
        self.linked = self.links.flood(supply.linked_cities(board, state), self.free, board.parameter["city-range"])
        supplied = self._supplied()
        self.supplied = supplied | self.links.spread(supplied)
        self._lost_ways: dict[int, int] = {}
        self.goals = mask_of(goal.space for goal in outlook.goals) & ~self.enemies
        late = state.turn >= board.turns - outlook.weights.watch
        for step in (self._guard, self._bar, self._patrol) if late else (self._patrol, self._guard):
            step()
        self._garrison()
        self._attack()
        self._march()
        self._follow()

    def _supplied(self) -> Plane:
        """Hexes in supply as headquarters stand now.

        Rule: Supply F, Supply F1, Supply F2
        """
        board, state = self.board, self.state
        found = board.supply_cities
        for unit in bits(board.traits["headquarters"]):
            space = state.at[unit]
            if space < board.count and self.linked >> space & 1:
                found |= self.links.flood(1 << space, self.free, board.parameter["hq-range"])
        return found

    def _stand(self, space: int) -> None:
        self.counts[space] = self.counts.get(space, 0) + 1

    def room(self, space: int) -> int:
        """How many more units find room in a hex."""
        return self.board.limit[space] - self.counts.get(space, 0)

    def _send(self, unit: int, space: int, why: str) -> None:
        self.goal[unit] = space
        self.why[unit] = why
        self.order.append(unit)
        self._stand(space)

    def _left(self) -> list[int]:
        """Units without a destination, strong ones first; no headquarters."""
        heads = self.board.traits["headquarters"]
        left = [u for u in self.reach if u not in self.goal and not heads >> u & 1]
        return sorted(left, key=lambda u: (-self.board.attack[u], u))

    # The last turn ------------------------------------------------------------------------------------------

    def _bar(self) -> None:
        """Towards the end weak units bar the way to the railways."""
        weak = {u: self.reach[u] for u in self._left() if self.board.attack[u] <= WEAK}
        for unit, space in Watch(self.assembly, self.state, self.outlook, weak).posts.items():
            self._send(unit, space, "bar")

    # Patrols ------------------------------------------------------------------------------------------------

    def _patrol(self) -> None:
        """Border guards hunt what comes near the railways, else they stay; others help who can reach it.

        Rule: Combat Q, Supply F
        """
        board, state = self.board, self.state
        guards = [u for u in self.reach if board.traits["stays-home"] >> u & 1]
        raiders = [s for s in bits(self.enemies & board.home[SOVIET]) if self.outlook.to_rails[s] <= NEAR_RAILS]
        self.struck = 0
        for space in sorted(raiders, key=lambda s: (self.outlook.to_rails[s], s)):
            helpers = [
                u for u in self._left() if board.attack[u] and not state.stuck >> u & 1 and board.attack[u] <= HUNTER
            ]
            self._strike(space, helpers)
        field = board.ground.field
        for unit in (u for u in guards if u not in self.goal):
            near = [s for s in raiders if field.distance(s, state.at[unit]) <= HUNT]
            options = [s for s in bits(self.reach[unit]) if self.room(s) > 0] or [state.at[unit]]
            if near:
                prey = min(near, key=lambda s: (field.distance(s, state.at[unit]), s))
                calm = [s for s in options if not self.front >> s & 1] or options
                self._send(
                    unit, min(calm, key=lambda s: (field.distance(s, prey), self.outlook.to_rails[s], s)), "guard"
                )
            else:
                self._send(unit, self._safest(unit, self.reach[unit]), "guard")

    # Guard --------------------------------------------------------------------------------------------------

    def _guard(self) -> None:
        """As many units as the rule asks for stay at Murmansk, the weakest; so do border guards anywhere.

        Rule: Murmansk Defense
        """
        board, state = self.board, self.state
        if self.assembly.kit.optional:
            return
        guarded = self.assembly.kit.tables.guarded
        need = board.parameter["murmansk-units"] + self.outlook.weights.garrison
        near = [
            u
            for u in bits(board.own[SOVIET] & ~board.traits["headquarters"])
            if state.at[u] < board.count and guarded >> state.at[u] & 1
        ]
        near.sort(key=lambda u: (not board.traits["stays-home"] >> u & 1, board.attack[u], u))
        for unit in near[:need]:
            if unit in self.reach:
                self._send(unit, self._safest(unit, self.reach[unit] & guarded), "guard")
        short = need - len(near)
        for unit in sorted(self.reach, key=lambda u: (board.attack[u], u)):
            if (
                short > 0
                and unit not in self.goal
                and not board.traits["headquarters"] >> unit & 1
                and self.reach[unit] & guarded
            ):
                self._send(unit, self._safest(unit, self.reach[unit] & guarded), "guard")
                short -= 1

    def _garrison(self) -> None:
        """A unit in every supply city that the enemy is near to: the weakest that can be there.

        Rule: Victory Point Schedule
        """
        board, state = self.board, self.state
        heads = board.traits["headquarters"]
        for city in bits(board.supply_cities & within(self.links, self.enemies, ALARM)):
            here = [u for u in self.goal if self.goal[u] == city]
            if here or any(state.at[u] == city and u not in self.reach for u in bits(board.own[SOVIET] & ~heads)):
                continue
            able = [u for u in self.reach if u not in self.goal and not heads >> u & 1 and self.reach[u] >> city & 1]
            if able:
                self._send(min(able, key=lambda u: (board.attack[u], u)), city, "guard")

    def _safest(self, unit: int, plane: Plane) -> int:
        """A hex out of the enemy's touch, the unit's own if possible."""
        here = self.state.at[unit]
        calm = plane & ~self.front
        if (calm >> here & 1 or not calm) and self.room(here) > 0:
            return here
        return next((s for s in bits(calm or plane) if self.room(s) > 0), here)

    # Attack -------------------------------------------------------------------------------------------------

    def _attack(self) -> None:
        """Positions that can be attacked with profit, the most valuable first."""
        armed = [u for u in self._left() if self.board.attack[u] and not self.state.stuck >> u & 1]
        outlook = self.outlook
        for space in sorted(bits(self.enemies), key=lambda s: (-outlook.ground(s), -self.pull[s], s)):
            self._strike(space, [u for u in armed if u not in self.goal])

    def _strike(self, space: int, units: list[int]) -> None:
        """Units to the hexes round `space`, if the attack is worth it."""
        placed = self._placing(space, units)
        if not placed:
            return
        force, hexes = 0, 0
        best, kept = None, 0
        for number, (unit, at) in enumerate(placed, 1):
            force |= 1 << unit
            hexes |= 1 << at
            defence = defence_from(self.assembly, self.state, FINNISH, space, hexes)
            value = self.outlook.fight(self.state, SOVIET, force, space, defence) - self._extra(space, hexes)
            if best is None or value > best + 1e-6:
                best, kept = value, number
        stake = sum(self.outlook.worth[unit] for unit, _ in placed[:kept])
        if best is not None and best > min(self.outlook.weights.daring, CAUTION * stake):
            for unit, at in placed[:kept]:
                self._send(unit, at, "attack")
            self._cheapen(space, units, placed[:kept])
            self.struck |= 1 << space
            self._soak(hexes_of(placed[:kept]), units)

    def _placing(self, space: int, units: list[int]) -> list[tuple[int, int]]:
        """(unit, hex beside `space`), strong units first, as many as find room; quiet hexes are taken first."""
        beside = [s for s in bits(self.near[space] & ~self.enemies)]
        beside.sort(key=lambda s: ((self.near[s] & self.enemies).bit_count(), s))
        room = {s: self.room(s) for s in beside}
        found = []
        for unit in units:
            at = next((s for s in beside if room[s] > 0 and self.reach[unit] >> s & 1), None)
            if at is not None and (self.supplied >> at & 1 or self.board.traits["never-isolated"] >> unit & 1):
                room[at] -= 1
                found.append((unit, at))
        return found

    def _cheapen(self, space: int, units: list[int], placed: list[tuple[int, int]]) -> None:
        """Cheap units go along, so that they pay for an exchange."""
        force, hexes = 0, hexes_of(placed)
        for unit, _ in placed:
            force |= 1 << unit
        defence = defence_from(self.assembly, self.state, FINNISH, space, hexes)
        value = self.outlook.fight(self.state, SOVIET, force, space, defence)
        for unit in reversed([u for u in units if u not in self.goal]):
            at = next((s for s in bits(hexes & self.reach[unit]) if self.room(s) > 0), None)
            if at is None:
                continue
            better = self.outlook.fight(self.state, SOVIET, force | 1 << unit, space, defence)
            if better > value + self.outlook.weights.escort:
                force, value = force | 1 << unit, better
                self._send(unit, at, "attack")

    def _soak(self, hexes: Plane, units: list[int]) -> None:
        """The weakest units against all that must be attacked besides."""
        touched = 0
        for at in bits(hexes):
            touched |= self.near[at] & self.enemies
        for space in bits(touched & ~self.struck):
            for unit in reversed([u for u in units if u not in self.goal]):
                at = next((s for s in bits(self.near[space] & hexes & self.reach[unit]) if self.room(s) > 0), None)
                if at is not None:
                    self._send(unit, at, "attack")
                    self.struck |= 1 << space
                    break

    def _extra(self, space: int, hexes: Plane) -> float:
        """What other enemies cost that must then be attacked too."""
        touched = 0
        for at in bits(hexes):
            touched |= self.near[at] & self.enemies
        return self.outlook.weights.soak * (touched & ~(self.struck | 1 << space)).bit_count()

    # March --------------------------------------------------------------------------------------------------

    def _march(self) -> None:
        """All others towards what is worth having, out of the enemy's touch and in supply."""
        for unit in self._left():
            options = [s for s in bits(self.reach[unit]) if self.room(s) > 0]
            if not options:
                options = [self.state.at[unit]]
            self._send(unit, max(options, key=lambda s: (self.ease(unit, s), -s)), "march")

    def ease(self, unit: int, space: int) -> float:
        """How good it is for a unit to stand in a hex that it doesn't attack from."""
        value = self.pull[space] * (1.0 + 0.02 * self.board.attack[unit])
        if self.front >> space & 1:
            value -= 0.6 + self.outlook.worth[unit]
        if self.board.dependent >> unit & 1 and not self.supplied >> space & 1:
            value -= 4.0 + 0.4 * self._to_supply(space)
        if self.goals >> space & 1:
            value += 0.5 * self.outlook.prize(self.state, FINNISH, space) / (1 + self.counts.get(space, 0))
        return value - 0.05 * self.counts.get(space, 0)

    def _to_supply(self, space: int) -> int:
        """Hexes to the next one in supply."""
        if not self._lost_ways:
            for steps, ring in enumerate(self.links.layers(self.supplied, -1, 12)):
                self._lost_ways.update(dict.fromkeys(bits(ring), steps))
        return self._lost_ways.get(space, 12)

    # Headquarters -------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Headquarters go where most attack points can draw on them, within reach of a supply city."""
        board, state = self.board, self.state
        standing = {u: self.goal.get(u, state.at[u]) for u in bits(board.dependent) if state.at[u] < board.count}
        quarters = Quarters(self.assembly, state, self.outlook, self.enemies, standing)
        for unit in (u for u in self.reach if board.traits["headquarters"] >> u & 1):
            options = [s for s in bits(self.reach[unit] & self.linked) if self.room(s) > 0] or [state.at[unit]]
            best = max(options, key=lambda s: (quarters.worth(s), -s))
            quarters.settle(best)
            self._send(unit, best, "follow")


def hexes_of(placed: list[tuple[int, int]]) -> Plane:
    """The hexes of (unit, hex) pairs as a set."""
    plane = 0
    for _, at in placed:
        plane |= 1 << at
    return plane
