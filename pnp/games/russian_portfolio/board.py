"""All that never changes in a game: who is what, which hexes and hexsides a rule means. Numbers from the sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.maps.graph import Link
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.referee.dice import bits
from pnp.referee.hexes import HexLinks, HexSteps, Plane
from pnp.referee.kit.board import Board
from pnp.referee.kit.declared import Mistakes
from pnp.referee.masks import mask_of, union

AXIS, RUSSIAN = 0, 1
"""Indices of the sides."""

GOOD, MUD, FROST, SNOW = range(4)
WEATHERS = ("good", "mud", "hard-frost", "snow")

SEAS = ("baltic", "black-sea", "azov")
KEYS = ("baltic-keys", "black-sea-keys", "azov-keys")
"""By sea: the set of cities whose holder controls it."""


class PortfolioBoard(Board):
    """Units as sets of bits, hexes as planes, and the numbers that the procedures use.

    nations     id of a nationality -> its units; `german` for Axis units without one; nation_of: that of each unit
    kinds      sets of units whose hexes a state keeps: large and armored ones of each side, fronts, nations
    crowding    of each unit: the planes of a state where those of its side stand with whom it never does
    sociable    of each unit: its kind, of those that find room in the same hexes; alike: the units of each kind
    attack, defence, movement   of each unit; cost: its replacement factors
    around      all neighbours, whatever lies between
    major       major and victory cities; towns: all places where trains stop
    home        by side: the hexes of its countries
    zoned       links across which zones of control and attacks reach
    walked      by weather: links that can be walked; traced: those of supply
    over_sea    by sea: links of supply across its hexsides
    river       by weather: by hex, the neighbours across a river; dry, wet: the walked links without and with one;
                banks: hexes with such a link
    halved      by weather: by hex, the neighbours across an open lake or a strait
    fled        by weather: links of retreats; flights: the same as steps
    rough       by weather: hexes of swamp, hills and mountains
    eastern     Soviet sources of supply; western: by nationality, those of the Axis
    west_edge   hexes of the western edge; edge: the Axis ones among them; wells: by side, the hexes with oil
    coasts      by sea: its hexes
    pools       by side: the boxes from which units can come
    first       turn with which the scenario begins; weather: that of each turn; safe: turn from which Siberia is
    """

    def __init__(self, game: Game, scenario: Scenario, options: Any, mistakes: Mistakes) -> None:
        super().__init__(game, scenario, options, mistakes)
        ground = self.ground
        if ground is None:
            raise KeyError("map.yaml has no hexes")
        self.first = scenario.position.turn or 1
        self._group_units()
        self._read_calendar()
        self.around = ground.all
        self._name_hexes()
        self._link_hexes()
        for name in ("rough", "river", "traced", "walked", "dry", "wet", "banks", "halved", "fled", "flights"):
            thawed, frozen = getattr(self, name)
            setattr(self, name, tuple(frozen if weather == SNOW else thawed for weather in range(len(WEATHERS))))
        self.rails = ground.ways["rail"]
        boxes = {box.id for box in game.boxes}
        self.pools = tuple(
            tuple(self.boxes[name] for name in (f"{side}-eliminated", f"{side}-pool") if name in boxes)
            for side in self.sides
        )

    def _group_units(self) -> None:
        """Sets of units that rules mean, and factors.

        Rule: III.2, III.3
        """
        self.attack, self.defence, self.movement = (
            tuple(int(counter.factor(name) or 0) for counter in self.counters)
            for name in ("attack", "defence", "movement")
        )
        self.nations: dict[str, int] = {}
        self.nation_of: list[str] = []
        for unit, counter in enumerate(self.counters):
            nation = (counter.group.nationality or "german") if counter.side == self.sides[AXIS] else "soviet"
            self.nations[nation] = self.nations.get(nation, 0) | 1 << unit
            self.nation_of.append(nation)
        self.german = self.nations.get("german", 0)
        self.finns = self.nations.get("finnish", 0)
        self.apart = self.nations.get("hungarian", 0), self.nations.get("romanian", 0)
        self.armor, self.cavalry, self.large = (self.traits[name] for name in ("armor", "cavalry", "large"))
        self.fronts, self.armies, self.infantry = (self.traits[name] for name in ("front", "army", "infantry"))
        self.kinds = (
            *(own & kind for kind in (self.large, self.armor, self.traits["halts"]) for own in self.own),
            self.fronts, *(units for units in self.nations.values() if units != self.own[RUSSIAN]),
        )  # fmt: skip
        self.crowding = [self._crowding(unit) for unit in range(len(self.units))]
        kinds = [(side, self.crowding[u], self.armor >> u & 1) for u, side in enumerate(self.side_of)]
        self.sociable = [kinds.index(kind) for kind in kinds]
        self.alike = {kind: mask_of(u for u, one in enumerate(self.sociable) if one == kind) for kind in self.sociable}
        self.cost = tuple(
            (min if self.infantry >> unit & 1 else max)(self.attack[unit], self.defence[unit])
            for unit in range(len(self.units))
        )

    def worth(self, units: int) -> float:
        """Factors of some units."""
        return float(sum(self.attack[unit] + self.defence[unit] for unit in bits(units)))

    def plane(self, kind: int) -> int:
        """The index of the plane where a state keeps the hexes of a kind of units."""
        return [*self.own, *self.kinds].index(kind)

    def _crowding(self, unit: int) -> tuple[int, ...]:
        """The planes of the units with whom one of their side never stands, wherever it is.

        Rule: XII.1, XII.2, X.D.2
        """
        side = self.side_of[unit]
        if self.fronts >> unit & 1:
            return (side,)
        own = self.own[side]
        shunned = [self.fronts] if self.fronts & own else []
        shunned += [self.large & own] if self.large >> unit & 1 else []
        shunned += [other for one, other in (self.apart, self.apart[::-1]) if one >> unit & 1]
        return tuple(self.plane(kind) for kind in shunned)

    def _name_hexes(self) -> None:
        """Hexes by what is there."""
        ground, game_map = self.ground, self.game.map
        assert ground is not None
        self.victory_cities = self.features["victory-city"]
        self.major = self.victory_cities | self.features["major-city"]
        self.towns = self.major | self.features["city"] | self.features["town"]
        self.stops = self.towns & self.features["rail"]
        regions = {region.id: region.side for region in self.game.map.hexes.regions}  # type: ignore[union-attr]
        self.home = tuple(
            union(ground.regions[name] for name, owner in regions.items() if owner == side) for side in self.sides
        )
        self.regions = ground.regions
        sets = {one.role: ground.sets[one.id] for one in game_map.hexes.sets if one.role}  # type: ignore[union-attr]
        self.north, self.straits, self.arrivals = sets["north"], sets["straits"], sets["axis-arrivals"]
        self.gulf = sets["gulf-of-finland"]
        self.coasts, self.keys = (tuple(sets[name] for name in names) for names in (SEAS, KEYS))
        self.lend_lease = sets["lend-lease"]
        self.wells = tuple(self.features["fuel"] & home for home in self.home)
        columns, rows = zip(*ground.field.cells, strict=True)

        def edge(numbers: tuple[int, ...], last: int) -> Plane:
            return mask_of(index for index, number in enumerate(numbers) if number == last)

        self.east_edge = self.home[RUSSIAN] & edge(columns, max(columns))
        self.eastern = self.east_edge | self.home[RUSSIAN] & edge(rows, max(rows))
        west = edge(columns, 0)
        greater = (self.regions["germany"] | self.regions["hungary"]) & west
        self.west_edge, self.edge = west, west & self.home[AXIS]
        self.western = {
            "german": greater, "italian": greater, "hungarian": greater, "romanian": self.regions["romania"] & west,
            "finnish": self.regions["finland"] & self.features["major-city"],
        }  # fmt: skip
        terrain = {kind.id: index for index, kind in enumerate(ground.hexes.terrains)}
        lying = ground.seasons[0].terrain

        def of(kind: str) -> Plane:
            return mask_of(i for i, index in enumerate(lying) if index == terrain[kind])

        self.lakes, self.water, swamp, mountains = of("lake"), of("sea"), of("swamp"), of("mountain")
        self.rough = tuple(soft | of("hills") | mountains for soft in (swamp, swamp & ~self.north))
        self.heavy = swamp | mountains

    def _near(self, test: Callable[[Link], object]) -> list[Plane]:
        """By hex: the neighbours across hexsides for which `test` holds."""
        near = [0] * self.count
        for link in self.graph.links.values():
            if test(link):
                one, other = (self.space_index[name] for name in link.spaces)
                near[one] |= 1 << other
                near[other] |= 1 << one
        return near

    def _link_hexes(self) -> None:
        """Links by what lies between.

        Rule: X.A.1, X.B.4, X.C, VI.B.1
        """
        ground = self.ground
        assert ground is not None
        sea, lake, strait, river = (
            self._near(lambda link, kind=kind: kind in link.sides)  # type: ignore[misc]
            for kind in ("sea-side", "lake-side", "strait", "river")
        )
        # What the weather freezes is north of the line on both banks.
        ice = _within([-1] * self.count, self.north)
        lakes, self.river = ((across, _without(across, ice)) for across in (lake, river))
        self.zoned = HexLinks(_within(_without(self.around.near, sea), ~(ground.shut | self.water)))
        self.traced = tuple(
            HexLinks(_within(self.zoned.near, ~closed)) for closed in (self.lakes, self.lakes & ~self.north)
        )
        self.walked = _each_without(self.traced, lakes)
        self.over_sea = tuple(_within(sea, coast) for coast in self.coasts)
        self.dry = _each_without(self.walked, self.river)
        self.wet = _each_without(self.walked, [links.near for links in self.dry])
        self.banks = [mask_of(hex_ for hex_, near in enumerate(links.near) if near) for links in self.wet]
        self.halved = tuple([wet | narrow for wet, narrow in zip(one, strait, strict=True)] for one in lakes)
        self.fled = _each_without(self.walked, self.halved)
        self.flights = tuple(HexSteps(ground.field, links) for links in self.fled)

    def _read_calendar(self) -> None:
        """The weather of each turn of the record, and the turn from which Siberia is safe.

        Rule: VI.A, IX.B.1
        """
        rows = next(table for table in self.game.charts.tables if table.id == "calendar").rows  # type: ignore[union-attr]
        turns = {int(row.effects["space"]): row for row in rows}
        self.weather = {turn: WEATHERS.index(str(row.effects["weather"])) for turn, row in turns.items()}
        self.safe = min(turn for turn, row in turns.items() if row.rule == "IX.B.1")


def _without(near: Sequence[Plane], across: Sequence[Plane]) -> list[Plane]:
    """By hex: the neighbours in one table that aren't in another."""
    return [one & ~other for one, other in zip(near, across, strict=True)]


def _within(near: Sequence[Plane], spaces: Plane) -> list[Plane]:
    """By hex: the neighbours where both hexes are among some."""
    return [one & spaces if spaces >> index & 1 else 0 for index, one in enumerate(near)]


def _each_without(links: Sequence[HexLinks], across: Sequence[Sequence[Plane]]) -> tuple[HexLinks, ...]:
    """While nothing is frozen, and in frost: the links that don't lead across something."""
    return tuple(HexLinks(_without(one.near, other)) for one, other in zip(links, across, strict=True))
