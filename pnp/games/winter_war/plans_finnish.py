"""Where the Finnish units go: they fill threatened lines, cut railways, and take points back at the end."""

from __future__ import annotations

from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import RAID_RANGE, RAIDER, Goal, Outlook
from pnp.games.winter_war.plans import Plan
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hex_way import way_to
from pnp.referee.hexes import Plane, indices, within
from pnp.referee.kit.advice.companies import strongest
from pnp.referee.masks import mask_of

THREAT_RANGE = 3
"""Hexes from which an enemy can attack next turn: two of movement, and one."""

FIRM = 2.5
"""Odds that a hex which is needed should stand."""

LINE, FLANK = 20.0, 2.0
"""Defence that stands in each hex of the Mannerheim Line, and of other fortifications, whatever the enemy does."""

LURK, SORTIE = 5, 3
"""Hexes from a railway abroad at which light units wait to cut it; turns before the end in which they do."""

NEAREST = 2
"""Hexes of railway that are tried with each unit in the last turn."""


class FinnishPlan(Plan):
    """A destination for each unit that can move."""

    def __init__(self, assembly: WinterAssembly, state: WinterState, outlook: Outlook) -> None:
        self.standing: dict[int, int] = {}
        self.threats: dict[int, int] = {}
        self._near_to: dict[tuple[int, ...], dict[int, float]] = {}
        self.full = 0
        super().__init__(assembly, state, outlook, FINNISH)
        board = self.board
        self.keys = self._keys()
        self.close = within(self.links, mask_of(self.keys) | self.front, 2) | outlook.rails_near
        if state.turn == board.turns:
            for unit, space in last_moves(self).items():
                self.send(unit, space, "snatch")
        for unit in strongest(mask_of(self.reach), board.defence):
            if unit not in self.goal:
                self._place(unit)

    def stand(self, unit: int, space: int) -> None:
        """A unit will be in a hex, and defend it."""
        super().stand(unit, space)
        self.standing[space] = self.standing.get(space, 0) + self.board.defence[unit]
        self.full |= (self.room(space) <= 0) << space

    def _keys(self) -> dict[int, float]:
        """Hexes worth standing in: fortifications, goals that the enemy doesn't hold."""
        lost = self.state.held[SOVIET]
        keys = {goal.space: goal.points * (1.4 if lost >> goal.space & 1 else 1.0) for goal in self.outlook.goals}
        for space in bits(self.board.forts):
            keys[space] = max(keys.get(space, 0.0) * 1.5, 6.0)
        return {space: value for space, value in keys.items() if not self.enemies >> space & 1}

    def _place(self, unit: int) -> None:
        """Where one unit serves best."""
        here = self.state.at[unit]
        counts = self.assembly.stacking.counted(1 << unit, here)
        free = self.reach[unit] & ~self.full if counts else self.reach[unit]
        options = indices(free & self.close) or indices(free) or [here]
        self._look_for_lacks()
        best = max(options, key=lambda space: (self.ease(unit, space) + (0.05 if space == here else 0.0), -space))
        home = not self.board.home[SOVIET] >> best & 1
        self.send(unit, best, "hold" if best in self.keys else "cover" if home else "raid")

    def ease(self, unit: int, space: int) -> float:
        """How good it is for a unit to stand in a hex."""
        return self._hold(unit, space) + self._approach(space) + self._raid(unit, space)

    # To hold ------------------------------------------------------------------------------------------------

    def _threat(self, space: int) -> int:
        """Attack points that could be brought against a hex next turn."""
        if space not in self.threats:
            near, soviet = self.outlook.circle(self.links, space, THREAT_RANGE), self.board.own[SOVIET]
            units = self.state.units_within(near & self.enemies) & soviet & ~self.state.isolated
            self.threats[space] = self.board.attack_sum.of(units)
        return self.threats[space]

    def _need(self, space: int) -> float:
        """Defence with which a hex stands firm."""
        board = self.board
        least = LINE if board.mannerheim >> space & 1 else FLANK if board.forts >> space & 1 else 0.0
        return max(self._threat(space) / FIRM, least)

    def _defence(self, space: int, more: int = 0) -> int:
        board = self.board
        total = self.standing.get(space, 0) + more
        return total * 2 if (board.forts | board.finnish_cities) >> space & 1 else total

    def _hold(self, unit: int, space: int) -> float:
        """What a unit adds to a hex that must be held: nothing once it stands firm."""
        if space not in self.keys:
            return 0.0
        need = self._need(space)
        before, after = self._defence(space), self._defence(space, self.board.defence[unit])
        if not before:
            share = 0.5 + 0.5 * min(1.0, after / max(1.0, need))
        else:
            share = (min(after, need) - min(before, need)) / max(1.0, need)
        return self.keys[space] * share * (1.0 if need else 0.15)

    def _look_for_lacks(self) -> None:
        """Find the goals that lack strength as units stand now."""
        self.lacking: list[Goal] = [
            goal for goal in self.outlook.goals
            if goal.space in self.keys and self._need(goal.space) > self._defence(goal.space)
        ]  # fmt: skip
        self._ways = self._near_to.setdefault(tuple(goal.space for goal in self.lacking), {})

    def _approach(self, space: int) -> float:
        """Nearer to what lacks strength."""
        if space not in self._ways:
            self._ways[space] = max(
                (0.3 * self.keys[goal.space] * goal.nearness[space] for goal in self.lacking), default=0.0
            )
        return self._ways[space]

    # To cut -------------------------------------------------------------------------------------------------

    def _raid(self, unit: int, space: int) -> float:
        """Towards a railway that carries supply, and onto it; only for light units that start out far from the lines.
        """
        board, to_rails = self.board, self.outlook.to_rails
        away = to_rails[space]
        if board.defence[unit] > 1 or away > RAID_RANGE or board.south >> self.state.at[unit] & 1:
            return 0.0
        beside = self.links.near[space]
        crowd = sum(1 for at in self.goal.values() if beside >> at & 1 and to_rails[at] <= LURK)
        touched = self.front >> space & 1
        if self.state.turn + SORTIE <= board.turns:  # too early: wait near by, at home
            if not board.home[FINNISH] >> space & 1 or touched:
                return 0.0
            return RAIDER / (1.0 + 0.3 * max(0, away - LURK) + crowd)
        value = RAIDER / (1.0 + 0.6 * away + crowd) * (0.4 if touched else 1.0)
        return value + (3.0 if board.supply_cities >> space & 1 else 0.0)


# The last turn ----------------------------------------------------------------------------------------------------


def final_score(assembly: WinterAssembly, state: WinterState) -> int:
    """The score if the game ended now: isolated units are taken off first. The state is changed.

    Rule: Victory, Supply H
    """
    assembly.victory.take_off_isolated(state)
    return assembly.victory.points(state, SOVIET)


def last_moves(plan: Plan) -> dict[int, int]:
    """Unit -> hex for those who take points from the Soviet side before they are counted, one after the other."""
    board, twin, goal = plan.board, plan.state.copy(records=False), dict[int, int]()
    kept = twin.held[SOVIET] & ~twin.occupied[SOVIET]
    prizes, tracks = kept & plan.outlook.prizes, kept & board.rails[SOVIET].all
    score = final_score(plan.assembly, twin.copy(records=False))
    for unit in sorted(plan.reach, key=lambda u: (board.defence[u], u)):
        here, reach = twin.at[unit], plan.reach[unit]
        stations = sorted(bits(reach & tracks), key=lambda space: (board.ground.field.distance(here, space), space))
        for space in (*bits(reach & prizes), *stations[:NEAREST]):
            after = _after(plan.assembly, twin, unit, space)
            left = final_score(plan.assembly, after.copy(records=False))
            if left < score:
                score, goal[unit], best = left, space, after
        if unit in goal:
            twin = best
    return goal


def _after(assembly: WinterAssembly, state: WinterState, unit: int, space: Plane) -> WinterState:
    """The state when a unit has gone to a hex, and all it passed is its side's."""
    twin = state.copy(records=False)
    way = way_to(assembly.movement.explore(twin, unit), space, assembly.kit.board.rails[FINNISH].links)
    assembly.kit.put(twin, 1 << unit, space)
    twin.seize(FINNISH, mask_of(way.hexes))
    return twin
