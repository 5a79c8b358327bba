"""What a side sees: cities that it wants and those that it holds, how strong enemies are, and what they threaten."""

from __future__ import annotations

from typing import Any

from pnp.games.tatchanka.assembly import TatchankaAssembly
from pnp.games.tatchanka.combat import TatchankaCombat
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.movement import TatchankaMovement
from pnp.referee.dice import bits, mixed, stream_seed
from pnp.referee.hexes import Plane
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.declared import fraction
from pnp.referee.masks import mask_of

FAR = 60
"""Hexes beyond which nothing pulls."""

LOOKOUT = 5
"""Hexes from which an enemy can come and attack in a turn."""

TASTE = 0.35
"""By how much the player likes one city better than another."""


class Terrain:
    """What never changes in a game: ways to the cities, and how ground weakens attacks out of it.

    cities  city -> its points; far: city -> distance of each hex
    parts   by hex: what is left of the attack strength of a unit on land
    armed   units that can attack
    taste   city -> how much the player likes it
    """

    def __init__(self, view: Standpoint) -> None:
        assembly: Any = view.assembly
        self.assembly: TatchankaAssembly = assembly
        self.kit: TatchankaKit = assembly.kit
        self.combat: TatchankaCombat = assembly.combat
        self.movement: TatchankaMovement = assembly.movement
        board = self.board = self.kit.board
        self.cities = {
            board.space_index[space.id]: space.victory_points
            for space in self.kit.game.map.spaces if space.victory_points
        }  # fmt: skip
        basis = stream_seed(view.seed, "cities")
        self.taste = {city: TASTE * mixed(basis + city) / (1 << 64) if view.seed else 0.0 for city in self.cities}
        self._far: dict[int, list[int]] = {}
        self._around: dict[int, list[Plane]] = {}
        self.parts = [1.0] * board.count
        for times in self.combat.source.times:
            if times.side == "attackers" and times.stand is not None:
                for hex_ in bits(self.kit.filters.places(times.stand).fixed or 0):
                    self.parts[hex_] *= float(fraction(times.by))
        self.weakened = board.land_units | board.trains
        self.armed = mask_of(unit for unit, factor in enumerate(self.combat.attack) if factor)

    def far(self, goal: int) -> list[int]:
        """How many hexes each hex is away from a goal by land."""
        far = self._far.get(goal)
        if far is None:
            far = self._far[goal] = [FAR] * self.board.count
            for steps, layer in enumerate(self.board.links[0].layers(1 << goal, self.board.dry, FAR - 1)):
                for hex_ in bits(layer):
                    far[hex_] = steps
        return far

    def around(self, space: int) -> list[Plane]:
        """A hex, those one step away by land, two steps … as far as a side looks out."""
        around = self._around.get(space)
        if around is None:
            around = self._around[space] = self.board.links[0].layers(1 << space, self.board.dry, LOOKOUT)
        return around

    def near(self, unit: int) -> tuple[Plane, ...]:
        """By hex: those that a unit attacks out of it."""
        board, bit = self.board, 1 << unit
        if bit & board.trains:
            return board.rail.near
        if bit & board.ships:
            return board.water.near
        return board.rivers.near if bit & board.boats else board.links[0].near


class Ground:
    """A position as a side sees it.

    side         its leader; own: its units; units: those that can act
    foes         units that it fights; foe_hexes: where they stand
    held         cities in which own units stand; wanted: others -> what they are worth
    final        whether nobody acts after this player-turn
    phases_left  movement phases that are left to the side, with this one
    """

    def __init__(self, terrain: Terrain, state: Any, side: int, player: int) -> None:
        """player: the side whose player decides; where it only commands, its own units are spared."""
        kit, board = terrain.kit, terrain.board
        self.terrain, self.state, self.kit, self.board = terrain, state, kit, board
        self.side = state.leaders[side]
        self.own = state.armies[self.side] & state.present
        self.units = self.own & ~state.resting
        spared = state.armies[player] if player != self.side else 0
        self.foes = state.present & ~self.own & ~spared
        self.foe_hexes = self.own_hexes = self.spared = 0
        for faction, spaces in enumerate(state.occupied):
            if state.leaders[faction] == self.side:
                self.own_hexes |= spaces
            elif board.own[faction] & spared:
                self.spared |= spaces
            else:
                self.foe_hexes |= spaces
        turns = kit.scenario.turns
        self.final = state.turn >= turns and all(
            state.acted >> leader & 1 for leader, army in enumerate(state.armies)
            if leader != self.side and army & state.present
        )
        self.phases_left = 2 * (turns - state.turn) + 1
        commanded = player != self.side
        self.held = [city for city in terrain.cities if self.own_hexes >> city & 1]
        self.wanted = {
            city: (points + terrain.taste[city]) * (0.4 if commanded and not self.foe_hexes >> city & 1 else 1.0)
            for city, points in terrain.cities.items()
            if not (self.own_hexes | self.spared) >> city & 1
        }  # fmt: skip
        self.frost = int(board.parameter["frost-penalty"]) if board.frozen[state.turn] else 0
        self._exposed = board.links[0].flood(self.foe_hexes, -1, LOOKOUT)
        self._threats: dict[int, float] = {}
        self._foes_in: dict[int, list[tuple[int, int, float]]] = {}
        self._attacks: dict[tuple[int, int], float] = {}
        self._extents: dict[int, list[tuple[int, Plane, int]]] = {}

    # Strength -----------------------------------------------------------------------------------------------

    def multiplier(self, unit: int) -> int:
        """What the supply of a unit makes of its strengths now."""
        state = self.state
        return 3 if state.tripled >> unit & 1 else 2 if state.doubled >> unit & 1 else 1

    def later(self, unit: int, space: int) -> int:
        """What it will make of them when the unit stands in a hex and its supply is judged."""
        if space == self.state.at[unit]:
            return self.multiplier(unit)
        faction = self.board.side_of[unit]
        extents = self._extents.get(faction)
        if extents is None:
            extents = self._extents[faction] = self.terrain.assembly.lines.extents(self.state, faction)
        return max((by for units, spaces, by in extents if units >> unit & 1 and spaces >> space & 1), default=1)

    def attack(self, unit: int, space: int) -> float:
        """With what a unit attacks out of a hex."""
        attack = self._attacks.get((unit, space))
        if attack is None:
            terrain = self.terrain
            part = terrain.parts[space] if terrain.weakened >> unit & 1 else 1.0
            attack = self._attacks[unit, space] = terrain.combat.attack[unit] * self.later(unit, space) * part
        return attack

    def defending(self, space: int) -> int:
        """Enemies in a hex."""
        return self.state.units_in[space] & self.foes if self.foe_hexes >> space & 1 else 0

    def defence(self, units: int) -> float:
        """With what units defend themselves."""
        factors = self.terrain.combat.defence
        return sum(factors[unit] * self.multiplier(unit) for unit in bits(units))

    def threat(self, space: int) -> float:
        """With what the enemy can attack a hex in a turn: the strongest of the factions."""
        if not self._exposed >> space & 1:
            return 0.0
        threat = self._threats.get(space)
        if threat is None:
            sums = [0.0] * len(self.board.sides)
            for steps, layer in enumerate(self.terrain.around(space)):
                for hex_ in bits(layer & self.foe_hexes):
                    for reach, faction, attack in self._attackers(hex_):
                        if reach >= steps:
                            sums[faction] += attack
            threat = self._threats[space] = max(sums)
        return threat

    def _attackers(self, space: int) -> list[tuple[int, int, float]]:
        """Enemies in a hex: how far they reach, their faction, and with what they attack."""
        attackers = self._foes_in.get(space)
        if attackers is None:
            board, attack = self.board, self.terrain.combat.attack
            attackers = self._foes_in[space] = [
                (board.ma[unit] - self.frost + 1, board.side_of[unit], attack[unit] * self.multiplier(unit))
                for unit in bits(self.state.units_in[space] & self.foes) if attack[unit]
            ]  # fmt: skip
        return attackers

