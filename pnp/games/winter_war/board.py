"""All that never changes in a game: who is what, which hexes a rule means. Numbers from the sources."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.referee.dice import bits
from pnp.referee.hex_rail import RailNet
from pnp.referee.hexes import HexLinks, Plane, within
from pnp.referee.kit.board import Board
from pnp.referee.kit.declared import Mistakes
from pnp.referee.masks import MaskSum, mask_of

SOVIET, FINNISH = 0, 1
"""Indices of the sides; Allied units are Finnish."""


class WinterBoard(Board):
    """Units as sets of bits, hexes as planes, and the numbers that the procedures use.

    dummies     units that stand for nothing
    attack, defence, movement   of each unit
    home        by side: the hexes of its country; abroad: all others than Finnish ones
    turns       of the scenario
    south       hexes on and south of Row A
    forts, mannerheim   the fortifications; those of the line whose loss ends retreats before combat
    finnish_cities   all of them
    supply, capacity    the Soviet supply cities, in source order, and what each can supply
    leningrad, murmansk   hexes
    growing     index in `supply` of the city whose capacity event H raises: the largest but Leningrad
    forces, events, eliminated   boxes by side
    rails       by side: the railways of its own country
    fighters    by side: its units, in order; no blanks
    headquarters   the units, in order
    dependent   Soviet units that need supply; drawing: those, and headquarters
    attack_sum  attack points of a set of units; strongest: by unit, its place in their order, the strongest first
    ground_open by season: hexes through which lines can be traced; trails: the links between them
    all_attack  attack points of all Soviet units: a city that supplies so much is never overloaded
    zone_rows   by season, unit and place: what the unit would control from there; start: where each may be set up
    """

    zone_rows: list[list[list[int]]]
    start: list[Plane]

    def __init__(self, game: Game, scenario: Scenario, options: Any, mistakes: Mistakes) -> None:
        super().__init__(game, scenario, {}, mistakes)  # units of an option that is off wait in their boxes
        ground = self.ground
        if game.map.hexes is None or ground is None:
            raise KeyError("map.yaml has no hexes")
        self.dummies = self.traits["dummy"]
        self.attack, self.defence, self.movement = (
            tuple(int(counter.factor(name) or 0) for counter in self.counters)
            for name in ("attack", "defence", "movement")
        )
        regions = [next(r.id for r in game.map.hexes.regions if r.side == side) for side in self.sides]
        self.home = (ground.regions[regions[SOVIET]], ground.regions[regions[FINNISH]])
        self.turns = scenario.turns
        self.abroad = self.land & ~self.home[FINNISH]
        roles = {named.role: named.id for named in game.map.hexes.sets if named.role}
        self.south, self.forts, self.mannerheim = (
            ground.sets[roles[role]] for role in ("south", "fortified", "main-line")
        )
        self.finnish_cities = self.home[FINNISH] & (self.features["city"] | self.features["capital"])
        supplied = [space for space in game.map.spaces if space.supply]
        self.supply = tuple(self.space_index[space.id] for space in supplied)
        self.capacity = tuple(space.supply or 0 for space in supplied)
        self.supply_cities = mask_of(self.supply)
        self.leningrad = self.space_index[next(s.home or "" for s in game.info.sides if s.id == self.sides[SOVIET])]
        self.murmansk = self.space_index[next(v.spaces[0] for v in self.scenario.victory if v.id == "murmansk")]
        self.growing = max(
            (city for city, space in enumerate(self.supply) if space != self.leningrad),
            key=lambda city: self.capacity[city],
        )
        rail = ground.ways["rail"]
        self.rails = (RailNet(rail, self.home[SOVIET]), RailNet(rail, self.home[FINNISH]))
        self._name_boxes()
        self._group_units()
        self.ground_open = tuple(self.land & ~self.closed(season) for season in range(self.seasons))
        self.trails = tuple(map(HexLinks.inside, self.links, self.ground_open))

    def _name_boxes(self) -> None:
        """Boxes by what they hold."""
        self.forces, self.events, self.eliminated = (
            tuple(self.boxes[f"{side}-{name}"] for side in self.sides) for name in ("forces", "events", "eliminated")
        )
        self.airfield = self.boxes["airfield"]

    def _group_units(self) -> None:
        """Sets of units that rules mean."""
        own, traits = self.own, self.traits
        self.allied = self.units_where(lambda counter: counter.group.nationality not in (None, counter.side))
        self.fighters = tuple(tuple(bits(army & ~self.dummies)) for army in own)
        self.headquarters = tuple(bits(traits["headquarters"]))
        self.dependent = own[SOVIET] & ~traits["never-isolated"]
        self.drawing = self.dependent | traits["headquarters"]
        self.all_attack = sum(self.attack[unit] for unit in bits(own[SOVIET]))
        self.attack_sum = MaskSum(self.attack)
        order = sorted(range(len(self.attack)), key=lambda unit: -self.attack[unit])
        self.strongest = [order.index(unit) for unit in range(len(order))]

    def within(self, space: int, distance: str) -> Plane:
        """Hexes at most as far from one as a parameter of the game says, whatever lies between."""
        assert self.ground is not None
        return within(self.ground.all, 1 << space, self.parameter[distance])

    def waiting(self, side: int, turn: int) -> int:
        """The box of the units that arrive in a turn."""
        return self.boxes[f"{self.sides[side]}-turn-{turn}"]

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """By side: the units that may start in the same hexes, and weigh the same on supply and stacking."""
        traits = [self.traits[name] for name in ("headquarters", "never-isolated", "no-stacking")]
        by_side = []
        for army in self.own:
            groups: dict[object, int] = {}
            for unit in bits(army):
                key = (self.start[unit], self.attack[unit], *(trait >> unit & 1 for trait in traits))
                groups[key] = groups.get(key, 0) | 1 << unit
            by_side.append(tuple(groups.values()))
        return tuple(by_side)
