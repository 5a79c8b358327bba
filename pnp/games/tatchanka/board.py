"""What never changes in a game of Tatchanka: who is what, ground, railroads, rivers and sea as sets of bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.referee.dice import bits
from pnp.referee.hexes import HexNet
from pnp.referee.kit.board import Board
from pnp.referee.kit.declared import Mistakes
from pnp.referee.masks import mask_of, union

EDGE = "edge-bar"
"""The kind of the sets of half-hexes along the edge."""

UPRISING = "uprising-"
"""How the boxes of uprisings begin; the rest is the place."""


class Waters(NamedTuple):
    """Links over water: sea and coast; these and rivers without the rapids; with the rapids."""

    sea: HexNet
    rivers: HexNet
    stream: HexNet


class TatchankaBoard(Board):
    """Units, hexes and ways. A side of the sources is a faction here; some of them lead sides of the rules.

    combat, armor, bases, trains, boats, ships   units by their traits; land: those that march
    stockpiles, mobile        supply stockpiles, and bases that move
    ma                        printed movement allowance of each unit, 0 where it is none
    sea, coast, rough         hexes; attack_parts: by hex, quarters of its strength that a unit attacks with out of it
    bars                      side -> its half-hexes; shared: those of several sides; edge: all of them
    rail, major               railroads, short-range and long-range movement; along_edge: side -> the same with its bars
    water, rivers, stream     links over water, together `waters`
    strait                    hexes through which the open sea reaches an inland one; parted: `waters` without it
    ports                     where supply changes between rail and water
    uprisings                 unit of an uprising -> its place
    frozen                    by turn
    captures, pools           by faction: boxes of the counters for captures and of new units
    Raises KeyError, ValueError or StopIteration where the sources lack what the rules need.
    Rule: 1.6.1, 1.6.2, 1.6.3, 1.6.4, 1.6.5, 1.6.6, 1.7.2, 1.7.3
    """

    def __init__(self, game: Game, scenario: Scenario, options: Mapping[str, Any], mistakes: Mistakes) -> None:
        super().__init__(game, scenario, options, mistakes)
        self.tables: dict[str, Any] = {table.id: table for table in game.charts.tables}
        self._units()
        self._ground()
        self._ways()
        calendar = [row.effects for row in self.tables["calendar"].rows]
        self.frozen = (False, *(bool(row["frozen"]) for row in calendar))
        self.months = ("", *(str(row["month"]) for row in calendar))
        self.captures = [self.boxes.get(f"{faction}-captures", self.nowhere) for faction in self.sides]
        self.pools = [self.boxes.get(f"{faction}-pool", self.nowhere) for faction in self.sides]

    def _units(self) -> None:
        traits = self.traits
        self.combat, self.armor, self.bases = traits["combat"], traits["armor"], traits["base"]
        self.trains, self.boats, self.ships = traits["train"], traits["boat"], traits["ship"]
        self.stockpiles = self.units_where(lambda counter: counter.group.type == "stockpile")
        self.mobile = self.bases & ~traits["fixed"]
        self.afloat = self.boats | self.ships
        self.ma = [
            value if isinstance(value := counter.factor("movement"), int) else 0 for counter in self.counters
        ]
        self.land_units = mask_of(unit for unit, points in enumerate(self.ma) if points)
        self.riders = (self.combat | self.mobile) & self.land_units
        names = {space.name: self.space_index[space.id] for space in self.game.map.spaces}
        places = {box.id: names[box.name] for box in self.game.boxes if box.id.startswith(UPRISING)}
        start = self.scenario.position.units or {}
        self.uprisings = {
            self.unit_index[str(name)]: place for box, place in places.items() for name in start.get(box, ())
        }

    def _ground(self) -> None:
        ground = self.ground
        assert ground is not None
        kinds = [terrain.id for terrain in ground.hexes.terrains]
        terrain = [kinds[kind] for kind in ground.seasons[0].terrain]
        rows = self.tables["terrain-effects"]
        self.sea = mask_of(hex_ for hex_, kind in enumerate(terrain) if kind == "sea")
        self.rough = mask_of(hex_ for hex_, kind in enumerate(terrain) if rows_slow(rows, kind))
        self.coast = ground.sets["coast"]
        self.dry = self.land & ~self.sea & ~self.closed(0)
        self.bars = [0] * len(self.sides)
        for hexes in ground.hexes.sets:
            if hexes.kind == EDGE and hexes.side in self.sides:
                self.bars[self.sides.index(hexes.side)] |= ground.sets[hexes.id]
        self.edge = reduce(or_, self.bars, 0)
        self.shared = mask_of(hex_ for hex_ in bits(self.edge) if sum(bar >> hex_ & 1 for bar in self.bars) > 1)
        self.ports, self.major_cities = self.features["port"], self.features["major-city"]
        self.cities = mask_of(space for space, points in enumerate(self.points) if points)

    def _of_kind(self, kind: str) -> int:
        """The hexes of all sets of a kind."""
        assert self.ground is not None
        return union(self.ground.sets[hexes.id] for hexes in self.ground.hexes.sets if hexes.kind == kind)

    def _ways(self) -> None:
        ground = self.ground
        assert ground is not None
        ways = ground.ways
        near = [mask_of(self.space_index[o] for o in self.graph.neighbours[name]) for name in self.spaces]
        wet = self.sea | self.coast
        inland = self._of_kind("inland-sea")
        self.strait, self.open_sea = self._of_kind("strait"), self.sea & ~inland
        around = [beside & wet if wet >> hex_ & 1 else 0 for hex_, beside in enumerate(near)]
        river, rapids = ways["river"].near, ways["rapids"].near
        self.waters, self.parted = (
            Waters(HexNet(sailing), joined(sailing, river), joined(sailing, river, rapids))
            for sailing in (apart(around, inland, self.strait), apart(around, inland, 0))
        )
        self.water, self.rivers, self.stream = self.waters
        self.major = HexNet(ways["major-rail"].near)
        self.rail = joined(self.major.near, ways["minor-rail"].near)
        self.along_edge = [
            joined(self.rail.near, [beside & bar if bar >> hex_ & 1 else 0 for hex_, beside in enumerate(near)])
            for bar in self.bars
        ]
        self.on_rail = mask_of(hex_ for hex_, beside in enumerate(self.rail.near) if beside)
        self.on_river = mask_of(hex_ for hex_, beside in enumerate(ways["river"].near) if beside)
        self.on_stream = mask_of(hex_ for hex_, beside in enumerate(self.stream.near) if beside) | wet


def rows_slow(table: Any, terrain: str) -> bool:
    """Whether a move that enters ground of this kind is shorter."""
    return any(row.id == terrain and row.effect("movement") < 0 for row in table.rows)


def apart(near: Sequence[int], inland: int, strait: int) -> list[int]:
    """The neighbours of each hex, without links between an inland sea and the open one that avoid the strait."""
    return [
        beside if strait >> hex_ & 1 else beside & (inland | strait if inland >> hex_ & 1 else ~inland)
        for hex_, beside in enumerate(near)
    ]  # fmt: skip


def joined(*links: Sequence[int]) -> HexNet:
    """All of several kinds of links together."""
    return HexNet([reduce(or_, beside) for beside in zip(*links, strict=True)])
