"""Where the Soviet units go: who guards, attacks or marches, where headquarters follow, and who bars the railway."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.winter_war.abroad import free_ground
from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import Outlook
from pnp.games.winter_war.plans import Plan
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.supply import linked_cities
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane, within
from pnp.referee.kit.advice.companies import strongest
from pnp.referee.masks import mask_of

ALARM = 5
"""Hexes from an enemy within which a supply city is guarded."""

DARING, CAUTION = 5.0, 0.4
"""Points that an attack must promise for units to move up to it; a small one, this share of what it stakes."""

BESIDES = 6.0
"""What each further enemy costs that must then be attacked too."""

NEAR_RAILS, HUNT, WEAK = 3, 10, 6
"""Raiders this near to a railway are hunted, from this far; attack points of units that can be spared for it."""

FAR_FROM_RAIDERS = 4
"""Hexes beyond which units bar no raider's way now, so that they can be sent to where they do."""

LINE, AGAIN, EXPOSED = 2.0, 0.2, 30.0
"""What a headquarters is worth that keeps a goal captured, in attack points per victory point; the share of a unit's
points that counts for a second one; what it costs to stand beside an enemy, or near one and alone: half of it.
"""


class SovietPlan(Plan):
    """A destination for each unit that can move."""

    def __init__(self, assembly: WinterAssembly, state: WinterState, outlook: Outlook) -> None:
        super().__init__(assembly, state, outlook, SOVIET)
        board = self.board
        self.heads = board.traits["headquarters"]
        self.near = self.links.near
        self.pull = outlook.pull(state)
        self.free = free_ground(board, state, SOVIET, state.zoc[FINNISH])
        self.linked = self.links.flood(linked_cities(board, state), self.free, board.parameter["city-range"])
        supplied = self._supplied()
        self.supplied = supplied | self.links.spread(supplied)
        self._ways_back: dict[int, int] = {}
        self.struck = 0
        self._guard()
        raiders = self._hunt()
        self._garrison()
        self._attack()
        if state.turn == board.turns:
            raiders = []
            for unit, space in bars(self, [u for u in self._left() if board.attack[u] <= WEAK]).items():
                self.send(unit, space, "bar")
        self._patrol(raiders)
        for unit in self._left():
            options = [s for s in bits(self.reach[unit]) if self.room(s) > 0] or [state.at[unit]]
            self.send(unit, max(options, key=lambda s: (self.ease(unit, s), -s)), "march")
        self._follow()

    def _supplied(self) -> Plane:
        """Hexes in supply as headquarters stand now.

        Rule: Supply F, Supply F1, Supply F2
        """
        supplied = self.board.supply_cities
        for unit in bits(self.heads & self.state.present):
            if self.linked >> self.state.at[unit] & 1:
                supplied |= self.links.flood(1 << self.state.at[unit], self.free, self.board.parameter["hq-range"])
        return supplied

    def _left(self) -> list[int]:
        """Units without a destination, strong ones first; no headquarters."""
        return strongest(mask_of(self.reach.keys() - self.goal.keys()) & ~self.heads, self.board.attack)

    # Guards -------------------------------------------------------------------------------------------------

    def _guard(self) -> None:
        """As many units as the rule asks for stay at Murmansk, the weakest, or come there.

        Rule: Murmansk Defense
        """
        board, state, guarded = self.board, self.state, self.assembly.kit.tables.guarded
        if self.assembly.kit.optional:
            return
        able = [
            unit for unit in bits(board.own[SOVIET] & state.present & ~self.heads)
            if (self.reach.get(unit, 0) | 1 << state.at[unit]) & guarded
        ]
        able.sort(key=lambda u: (not guarded >> state.at[u] & 1, not self._stays(u), board.attack[u], u))
        for unit in able[: board.parameter["murmansk-units"]]:
            if unit in self.reach:
                self.send(unit, self._safest(unit, self.reach[unit] & guarded), "guard")

    def _stays(self, unit: int) -> bool:
        return bool(self.board.traits["stays-home"] >> unit & 1)

    def _safest(self, unit: int, plane: Plane) -> int:
        """A hex out of the enemy's touch, the unit's own if possible."""
        here = self.state.at[unit]
        calm = plane & ~self.front
        if (calm >> here & 1 or not calm) and self.room(here) > 0:
            return here
        return next((space for space in bits(calm or plane) if self.room(space) > 0), here)

    def _hunt(self) -> list[int]:
        """Weak units attack raiders near the railways, whose hexes these are."""
        home, to_rails = self.board.home[SOVIET], self.outlook.to_rails
        raiders = [space for space in bits(self.enemies & home) if to_rails[space] <= NEAR_RAILS]
        for space in sorted(raiders, key=lambda s: (to_rails[s], s)):
            self._strike(space, [unit for unit in self._armed() if self.board.attack[unit] <= WEAK])
        return raiders

    def _patrol(self, raiders: Sequence[int]) -> None:
        """Border guards close in on raiders, else they stay.

        Rule: Combat Q, Supply F
        """
        state, to_rails = self.state, self.outlook.to_rails
        field = self.board.ground.field  # type: ignore[union-attr]
        for unit in [unit for unit in self._left() if self._stays(unit)]:
            near = [s for s in raiders if field.distance(s, state.at[unit]) <= HUNT]
            goal = self._safest(unit, self.reach[unit])
            if near:
                prey = min(near, key=lambda s: (field.distance(s, state.at[unit]), s))
                calm = [s for s in bits(self.reach[unit] & ~self.front) if self.room(s) > 0] or [goal]
                goal = min(calm, key=lambda s: (field.distance(s, prey), to_rails[s], s))
            self.send(unit, goal, "watch")

    def _garrison(self) -> None:
        """A unit in every supply city that the enemy is near to: the weakest that can be there.

        Rule: Victory Point Schedule
        """
        for city in bits(self.board.supply_cities & within(self.links, self.enemies, ALARM)):
            staying = self.state.units_in[city] & ~mask_of(self.reach) & ~self.heads
            able = [unit for unit in self._left() if self.reach[unit] >> city & 1]
            if able and not staying and city not in self.goal.values():
                self.send(able[-1], city, "watch")

    # Attacks ------------------------------------------------------------------------------------------------

    def _armed(self) -> list[int]:
        """Units without a destination that can attack."""
        return [unit for unit in self._left() if self.board.attack[unit] and not self.state.stuck >> unit & 1]

    def _attack(self) -> None:
        """Positions that can be attacked with profit, the most valuable first."""
        armed, ground = self._armed(), self.outlook.ground
        for space in sorted(bits(self.enemies), key=lambda s: (-ground(s), -self.pull[s], s)):
            self._strike(space, [unit for unit in armed if unit not in self.goal])

    def _strike(self, space: int, units: Sequence[int]) -> None:
        """Units to the hexes round `space`, as many as make the most of it, if the attack is worth it."""
        placed = self._placing(space, units)
        force, hexes, best, kept = 0, 0, 0.0, 0
        for number, (unit, at) in enumerate(placed, 1):
            force |= 1 << unit
            hexes |= 1 << at
            besides = self.links.spread(hexes) & self.enemies & ~(self.struck | 1 << space)
            value = self.outlook.fight(self.state, force, space, hexes) - BESIDES * besides.bit_count()
            if value > best + 1e-6:
                best, kept = value, number
        stake = sum(self.outlook.worth[unit] for unit, _ in placed[:kept])
        if kept and best > min(DARING, CAUTION * stake):
            for unit, at in placed[:kept]:
                self.send(unit, at, "attack")
            self.struck |= 1 << space

    def _placing(self, space: int, units: Sequence[int]) -> list[tuple[int, int]]:
        """(unit, hex beside `space`), strong units first, as many as find room; quiet hexes are taken first."""
        beside = sorted(
            bits(self.near[space] & ~self.enemies), key=lambda s: ((self.near[s] & self.enemies).bit_count(), s)
        )
        room = {s: self.room(s) for s in beside}
        placed = []
        for unit in units:
            at = next((s for s in beside if room[s] > 0 and self.reach[unit] >> s & 1), None)
            if at is not None and (self.supplied >> at & 1 or self.board.traits["never-isolated"] >> unit & 1):
                room[at] -= 1
                placed.append((unit, at))
        return placed

    # Marches ------------------------------------------------------------------------------------------------

    def ease(self, unit: int, space: int) -> float:
        """How good it is for a unit to stand in a hex that it doesn't attack from: towards what is worth having, out of
        the enemy's touch and in supply.
        """
        value = self.pull[space] * (1.0 + 0.02 * self.board.attack[unit]) - 0.05 * self.counts.get(space, 0)
        if self.front >> space & 1:
            value -= 0.6 + self.outlook.worth[unit]
        if self.board.dependent >> unit & 1 and not self.supplied >> space & 1:
            value -= 4.0 + 0.4 * self._to_supply(space)
        if self.outlook.prizes >> space & 1:
            value += 0.5 * self.outlook.ground(space) / (1 + self.counts.get(space, 0))
        return value

    def _to_supply(self, space: int) -> int:
        """Hexes to the next one in supply."""
        if not self._ways_back:
            for steps, ring in enumerate(self.links.layers(self.supplied, -1, 12)):
                self._ways_back.update(dict.fromkeys(bits(ring), steps))
        return self._ways_back.get(space, 12)

    # Headquarters -------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Headquarters go where most attack points can draw on them, within reach of a supply city; never away from
        what they keep, nor into the enemy's touch.

        Rule: Supply F1, Supply F2, Capture
        """
        board, state = self.board, self.state
        standing = {u: self.goal.get(u, state.at[u]) for u in bits(board.dependent & state.present)}
        alone = within(self.links, self.enemies, 2) & ~mask_of(set(standing.values()))
        kept = {
            goal.space: goal.points for goal in self.outlook.goals
            if (state.held[SOVIET] & ~board.home[SOVIET]) >> goal.space & 1
        }  # fmt: skip
        served: set[int] = set()
        loads: list[tuple[int, float]] = []

        def worth(space: int) -> float:
            area = self._area(space)
            load = sum(points for at, points in loads if area >> at & 1)
            load += LINE * sum(points for goal, points in kept.items() if area >> goal & 1)
            risk = EXPOSED * (self.front >> space & 1) + EXPOSED / 2 * (alone >> space & 1)
            return load + 2 * self.pull[space] - risk

        for unit in [unit for unit in self.reach if self.heads >> unit & 1]:
            options = [s for s in bits(self.reach[unit] & self.linked) if self.room(s) > 0] or [state.at[unit]]
            loads = [(at, board.attack[u] * (AGAIN if u in served else 1.0)) for u, at in standing.items()]
            best = max(options, key=lambda s: (worth(s), -s))
            area = self._area(best)
            kept = {goal: points for goal, points in kept.items() if not area >> goal & 1}
            served |= {u for u, at in standing.items() if area >> at & 1}
            self.send(unit, best, "follow")

    def _area(self, space: int) -> Plane:
        return self.outlook.circle(self.links, space, self.board.parameter["hq-range"])


# The last turn ----------------------------------------------------------------------------------------------------


def open_ways(plan: Plan, state: WinterState, raiders: Sequence[int]) -> list[Plane]:
    """The hexes of the Soviet railways that each of `raiders` can reach, where it can reach any."""
    tracks = plan.board.rails[SOVIET].all & ~plan.board.home[FINNISH]
    explore = plan.assembly.movement.explore
    ways = [(explore(state, unit).reach | 1 << state.at[unit]) & tracks for unit in raiders]
    return [way for way in ways if way]


def bars(plan: Plan, units: Sequence[int]) -> dict[int, int]:
    """Unit -> hex for those of `units` that bar the way to the railways before the last Finnish moves.

    Again and again the one that bars most, until no more is won.
    """
    board, posts, twin = plan.board, dict[int, int](), plan.state.copy(records=False)
    for unit, space in plan.goal.items():
        plan.assembly.kit.put(twin, 1 << unit, space)
    raiders = [
        unit for unit in bits(board.own[FINNISH] & twin.present)
        if plan.outlook.to_rails[twin.at[unit]] <= board.movement[unit] + 1
    ]  # fmt: skip
    busy = within(plan.links, mask_of(twin.at[unit] for unit in raiders), FAR_FROM_RAIDERS)
    free = sorted(units, key=lambda unit: (busy >> twin.at[unit] & 1, board.attack[unit], unit))

    def openness(ways: list[Plane]) -> tuple[int, int]:
        return len(ways), sum(way.bit_count() for way in ways)

    ways = open_ways(plan, twin, raiders)
    while ways:
        least, best = openness(ways), None
        wanted = 0
        for way in ways:
            wanted |= way
        wanted = (wanted | plan.links.spread(wanted)) & ~plan.enemies
        for unit in free:
            for space in bits(plan.reach[unit] & wanted):
                if plan.room(space) > list(posts.values()).count(space):
                    after = twin.copy(records=False)
                    plan.assembly.kit.put(after, 1 << unit, space)
                    left = open_ways(plan, after, raiders)
                    if openness(left) < least:
                        least, best = openness(left), (unit, space, after, left)
            wanted &= ~plan.reach[unit]
        if best is None:
            break
        unit, space, twin, ways = best
        free.remove(unit)
        posts[unit] = space
    return posts
