"""What a side does in a phase: who attacks whom together, who stays in a city, and where the others go."""

from __future__ import annotations

from math import inf
from typing import Any

from pnp.games.tatchanka.advice.assaults import Assaults, Stand
from pnp.games.tatchanka.advice.ground import FAR, Ground
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.masks import mask_of

LEAST = 0.05
"""What an attack must win."""

HOLD = 0.55
"""The part of what threatens a city that its garrison should have."""

ENOUGH, UNSURE = 2.0, 3.0
"""What goes against a hex: so much for each factor of defence, and besides."""

CONTESTED = 0.7
"""What is left of the worth of a city that others hold."""

FADE = 0.8
"""What is left of the pull of a city one phase farther away."""

CAUTION, COMPANY, SUPPLIED = 1.5, 0.3, 0.5
"""How many hexes of the way it is worth not to stand where an attack succeeds, to stand beside each friend, and what
supply adds to a strength.
"""


class Operations:
    """The plan of a movement phase.

    moves     unit -> hex
    hurrying  units that force the march
    start     where units stand when it is made
    taken     faction -> hexes that others of the side take
    """

    def __init__(self, ground: Ground) -> None:
        self.ground, self.board, self.state = ground, ground.board, ground.state
        self.assaults = Assaults(ground)
        self.moves: dict[int, int] = {}
        self.hurrying = 0
        self.start = list(self.state.at)
        self._planned: dict[int, int] = {}
        self._defence = ground.terrain.combat.defence

    # Moving -------------------------------------------------------------------------------------------------

    def planned(self, *, attacking: bool) -> Operations:
        """This, with all moves planned.

        attacking  whether attacks follow before the enemy moves
        """
        movement = self.ground.terrain.movement
        free = movement.movable(self.state)
        self.goals = {unit: movement.goals_of(self.state, unit) for unit in bits(free)}
        self.taken = dict.fromkeys(self.ground.kit.led_by(self.state, self.ground.side), 0)
        for faction in self.taken:
            self._take(self.state.occupied[faction], faction)
        self._here = {hex_: self.state.units_in[hex_] & self.ground.own for hex_ in bits(self.ground.own_hexes)}
        pool = free & (self.board.combat | self.board.armor)
        if attacking:
            pool &= ~self._attack(pool)
        pool &= ~self._garrison(pool)
        if not attacking and self.ground.phases_left == 1:
            pool &= ~self._hurry(pool)
        self._advance(pool)
        self._evade(free & ~pool & self.board.mobile)
        return self

    def _open(self, unit: int) -> Plane:
        """Hexes where a unit can stand after the phase."""
        here = self.state.at[unit]
        spaces = self.goals[unit]
        if here < self.board.count and not self.board.edge >> here & 1:
            spaces |= 1 << here
        return spaces & ~self.taken[self.board.side_of[unit]]

    def _take(self, spaces: Plane, faction: int) -> None:
        """The other factions of the side keep out of some hexes."""
        for other in self.taken:
            if other != faction:
                self.taken[other] |= spaces

    def _go(self, unit: int, goal: int) -> None:
        here = self.state.at[unit]
        if here in self._here:
            self._here[here] &= ~(1 << unit)
        self._here[goal] = self._here.get(goal, 0) | 1 << unit
        self._planned[goal] = self._planned.get(goal, 0) | 1 << unit
        self._take(1 << goal, self.board.side_of[unit])
        if goal != here:
            self.moves[unit] = goal

    def _attack(self, pool: int) -> int:
        """Plan attacks, the best first; the units that take part."""
        board, ground, near = self.board, self.ground, self.board.links[0].near
        fighting, willing = 0, (pool | ground.units) & ground.terrain.armed & ~self.state.formed
        stands, reach = dict[int, Plane](), 0
        for unit in bits(willing):
            here = self.state.at[unit]
            stands[unit] = self._open(unit) if unit in self.goals else 1 << here if here < board.count else 0
            if here < board.count and here in ground.terrain.cities and self._here[here] & board.combat == 1 << unit:
                stands[unit] &= near[here] | 1 << here
            reach |= stands[unit]
        targets = [target for target in bits(board.links[0].spread(reach) & ground.foe_hexes & ~board.edge)]
        known: dict[int, tuple[float, tuple[Stand, ...]]] = {}
        while targets:
            for target in targets:
                if target not in known:
                    known[target] = max(
                        (self.assaults.best(target, willing & own, stands) for own in board.own if willing & own),
                        default=(-9.0, ()),
                    )
            target = max(targets, key=lambda one: (known[one][0], -one))
            value, force = known.pop(target)
            targets.remove(target)
            if value < LEAST:
                break
            busy = mask_of(unit for unit, _ in force)
            willing &= ~busy
            fighting |= busy
            for unit, hex_ in force:
                self._go(unit, hex_)
            for unit in bits(willing):
                if unit in self.goals:
                    stands[unit] &= self._open(unit)
            known = {
                one: (value, force) for one, (value, force) in known.items()
                if all(willing >> unit & 1 and stands[unit] >> hex_ & 1 for unit, hex_ in force)
            }
        return fighting

    # Cities -------------------------------------------------------------------------------------------------

    def _garrison(self, pool: int) -> int:
        """Who holds the cities that are the side’s, or can be: those that stay or go there."""
        board, ground = self.board, self.ground
        staying = 0
        cities = sorted(ground.terrain.cities, key=lambda city: (-ground.terrain.cities[city], city))
        able = {city: mask_of(u for u in bits(pool & board.combat) if self._open(u) >> city & 1) for city in cities}
        for city in [city for city in cities if able[city]]:
            inside = self._here.get(city, 0)
            fixed = inside & board.combat & ~pool
            threat = 0.0 if ground.final else ground.threat(city)
            need = HOLD * threat - sum(self._holding(unit, city) for unit in bits(fixed))
            if fixed and need <= 0:
                continue
            candidates = [unit for unit in bits(able[city] & ~staying) if self._open(unit) >> city & 1]
            candidates.sort(key=lambda unit: (
                not inside >> unit & 1, ground.terrain.combat.attack[unit], unit))  # fmt: skip
            enough = sum(self._holding(unit, city) for unit in candidates) >= need
            if not enough and ground.terrain.cities[city] < 2:
                need = 0.0
            for unit in candidates:
                if fixed and need <= 0:
                    break
                if fixed and not self._open(unit) >> city & 1:
                    continue
                self._go(unit, city)
                staying |= 1 << unit
                fixed |= 1 << unit
                need -= self._holding(unit, city)
        return staying

    def _holding(self, unit: int, city: int) -> int:
        """With what a unit will defend a city."""
        return self._defence[unit] * self.ground.later(unit, city)

    def _hurry(self, pool: int) -> int:
        """Who forces the march in the last phase, to a city that nobody holds and that is one hex too far."""
        board, ground, at = self.board, self.ground, self.state.at
        for city in sorted(ground.wanted, key=lambda city: (-ground.wanted[city], city)):
            far = ground.terrain.far(city)
            units = [
                unit for unit in bits(pool & board.combat & board.land_units & ~self.hurrying)
                if at[unit] < board.count and far[at[unit]] == board.ma[unit] - ground.frost + 1
            ]  # fmt: skip
            if units and not (ground.foe_hexes >> city & 1 or city in self._planned):
                self._go(units[0], city)
                self.hurrying |= 1 << units[0]
        return self.hurrying

    # The others ---------------------------------------------------------------------------------------------

    def _advance(self, pool: int) -> None:
        """Each goes for what is worth most for its way, until enough do."""
        board, ground, state = self.board, self.ground, self.state
        goals: dict[int, tuple[float, float, list[int]]] = {}
        for city, worth in ground.wanted.items():
            defence = ground.defence(ground.defending(city))
            goals[city] = worth * (CONTESTED if defence else 1.0), UNSURE + ENOUGH * defence, ground.terrain.far(city)
        for city in ground.held:
            if (threat := ground.threat(city)) and not ground.final:
                goals[city] = 0.5 * ground.terrain.cities[city], HOLD * threat, ground.terrain.far(city)
        left = {goal: need for goal, (_, need, _) in goals.items()}
        units = [unit for unit in bits(pool) if state.at[unit] < board.count or self.goals[unit]]
        start = {unit: board.uprisings[unit] if state.at[unit] >= board.count else state.at[unit] for unit in units}
        near = {unit: min((far[start[unit]] for _, _, far in goals.values()), default=FAR) for unit in units}
        groups: dict[tuple[int, int, int], int] = {}
        for unit in sorted(units, key=lambda unit: (near[unit], unit)):
            speed = max(board.ma[unit] - ground.frost, 1)
            best, goal = 0.0, -1
            for one, (worth, need, far) in goals.items():
                phases = -(-far[start[unit]] // speed)
                if far[start[unit]] >= FAR or phases > ground.phases_left:
                    continue
                value = worth * max(min(left[one] / need, 1.0), 0.1) * FADE**phases
                if value > best:
                    best, goal = value, one
            if goal >= 0:
                left[goal] -= ground.attack(unit, start[unit])
                key = state.at[unit], goal, board.side_of[unit]
                groups[key] = groups.get(key, 0) | 1 << unit
        for (_, goal, faction), group in groups.items():
            self._march(group, goals[goal][2], faction)

    def _march(self, group: int, far: list[int], faction: int) -> None:
        """Units of a hex go to the same goal: together where they can, each as far as it gets where they can't."""
        together = -1
        for unit in bits(group):
            together &= self._open(unit)
        if together:
            where = self._best(together, group, far, faction)
            for unit in bits(group):
                self._go(unit, where)
            return
        for unit in bits(group):
            if spaces := self._open(unit):
                self._go(unit, self._best(spaces, 1 << unit, far, faction))

    def _best(self, spaces: Plane, group: int, far: list[int], faction: int) -> int:
        """Where units go on their way: near to the goal, in company, and not into danger."""
        ground, own, one = self.ground, self.board.own[faction], group.bit_length() - 1

        best, goal = -inf, -1
        for space in bits(spaces):
            friends, times = self._planned.get(space, 0) & own, ground.later(one, space)
            way, company = SUPPLIED * (times - 1) - far[space], COMPANY * min(friends.bit_count(), 4)
            if way + company > best:  # else no lack of risk makes it better
                defence = times * (sum(self._defence[unit] for unit in bits(group | friends)) or 1)
                risk = CAUTION * min(max(ground.threat(space) / defence - 0.5, 0.0) / 1.5, 1.0)
                if way - risk + company > best:
                    best, goal = way - risk + company, space
        return goal

    def _evade(self, pool: int) -> None:
        """Bases leave half-hexes, and otherwise stay."""
        for unit in bits(pool):
            if self.board.edge >> self.state.at[unit] & 1 and unit in self.goals:
                goal = max(bits(self._open(unit)), key=lambda space: (-self.ground.threat(space), -space), default=-1)
                if goal >= 0:
                    self._go(unit, goal)

    # Fighting -----------------------------------------------------------------------------------------------

    def battles(self, targets: Plane) -> dict[int, tuple[float, tuple[Stand, ...]]]:
        """The best attack on each hex with the units that stand beside it."""
        combat, board = self.ground.terrain.combat, self.board
        able = combat.able(self.state)
        stands = {unit: 1 << self.state.at[unit] for unit in bits(able)}
        contacts: Any = combat.contacts(self.state).against
        return {
            target: max((self.assaults.best(target, units, stands) for own in board.own
                         if (units := contacts.get(target, 0) & able & own)), default=(-9.0, ()))
            for target in bits(targets)
        }  # fmt: skip
