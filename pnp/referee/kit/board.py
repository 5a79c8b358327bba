"""What never changes while a declared game is played: spaces, links, terrain, units and their factors, as sets of bits.

A hex, an area and a point are all a space, so every procedure serves every kind of map. Bit i of a set of spaces is the
space with index i, of a set of units the unit with index i.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from pnp.maps.graph import Link, map_graph
from pnp.model.base import SourceModel
from pnp.model.counters import Counter
from pnp.model.filters import LinkFilter
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.referee.hex_terrain import HexGround, ground_of, overlays_by_turn, step_costs
from pnp.referee.hexes import HexLinks
from pnp.referee.kit.declared import Mistakes
from pnp.referee.masks import mask_of

Costs = dict[tuple[int, int], int]


class Board:
    """The map and the counters of one scenario, with a set of options.

    spaces, places, units, sides  ids; an index into them is a bit. places: spaces, then boxes
    nowhere    the index after the last place
    own        side -> its units
    hostile    side -> the sides that are its enemies
    MARKERS    whether counters that are no units, but have a side, are on the board, too
    traits     id of a trait -> the units that have it
    left_out   whether an option keeps some units off the board
    seasons    how many kinds of ground the turns have; 1 but where overlays come and go; season_of: by turn, its kind
    """

    MARKERS: ClassVar[bool] = False

    def __init__(
        self, game: Game, scenario: Scenario, options: Mapping[str, bool | int | str], mistakes: Mistakes
    ) -> None:
        self.game, self.scenario, self.mistakes = game, scenario, mistakes
        info = game.info
        self.sides = tuple(side.id for side in info.sides)
        units = self.pieces()
        self.counters: tuple[Counter, ...] = tuple(
            counter for counter in units if options.get(counter.group.optional or "", True)
        )
        self.left_out = len(self.counters) < len(units)
        self.units = tuple(str(counter.id) for counter in self.counters)
        self.unit_index = {name: index for index, name in enumerate(self.units)}
        self.all_units = (1 << len(self.units)) - 1
        self.side_of = [self.sides.index(counter.side or "") for counter in self.counters]
        self.own = [mask_of(u for u, side in enumerate(self.side_of) if side == s) for s in range(len(self.sides))]
        self.hostile = [tuple(o for o in range(len(self.sides)) if o != s) for s in range(len(self.sides))]
        self.graph = self._shared("graph", lambda: map_graph(game.map))
        self.spaces = tuple(self.graph.spaces)
        self.space_index = {name: index for index, name in enumerate(self.spaces)}
        self.count = len(self.spaces)
        self.land = (1 << self.count) - 1
        self.boxes = {name: self.count + index for index, name in enumerate(self.other_places())}
        self.places = (*self.spaces, *self.boxes)
        self.place_index = {**self.space_index, **self.boxes}
        self.nowhere = len(self.places)
        self.ground: HexGround | None = None
        hexes = game.map.hexes
        if hexes is not None:
            lying = overlays_by_turn(hexes, scenario.turns, scenario.id)
            name = f"ground {[[overlay.id for overlay in overlays] for overlays in lying]}"
            self.ground = self._shared(name, lambda: ground_of(hexes, scenario.turns, scenario.id))
        self.seasons = len(self.ground.seasons) if self.ground else 1
        seasons = self.ground.season if self.ground else (0,) * scenario.turns
        self.season_of = (seasons[0], *seasons, seasons[-1])
        self.types = {kind.id: kind for kind in info.unit_types}

    def _shared(self, name: str, make: Callable[[], Any]) -> Any:
        """What all boards of the game have in common, made once."""
        workings, key = self.game.workings, (Board, name)
        if key not in workings:
            workings[key] = make()
        return workings[key]

    # What a game may change ---------------------------------------------------------------------------------

    def pieces(self) -> list[Counter]:
        """The counters that stand on the board, in source order."""
        counters = self.game.all_counters()
        return [counter for counter in counters if counter.side and (counter.group.type or self.MARKERS)]

    def other_places(self) -> list[str]:
        """The places besides the spaces where pieces can be; by default the boxes of the map."""
        return [box.id for box in self.game.boxes]

    def spaces_of(self, names: Sequence[str], named_set: str | None) -> int:
        """The spaces with these names and those of a set, as far as the map has them."""
        spaces = mask_of(self.space_index[name] for name in names if name in self.space_index)
        return spaces | self.ground.sets.get(named_set, 0) if named_set and self.ground else spaces

    # Units --------------------------------------------------------------------------------------------------

    def foes(self, side: int) -> int:
        """The units of its enemies."""
        return mask_of_sides(self.own, self.hostile[side])

    def units_where(self, test: Callable[[Counter], object]) -> int:
        """The units for which `test` holds."""
        return mask_of(unit for unit, counter in enumerate(self.counters) if test(counter))

    @cached_property
    def traits(self) -> dict[str, int]:
        """Trait -> the units that have it, by their type or on their own."""
        held = {group.id: self.game.traits_of(group) for group in self.game.counters.groups}
        return {
            trait.id: self.units_where(lambda counter: trait.id in held[counter.group.id])  # noqa: B023 - called at once
            for trait in self.game.info.traits
        }

    def factors(self, name: str, model: SourceModel, *path: str | int) -> list[int]:
        """The factor `name` of each unit, 0 where it has none; a mistake where no unit has it."""
        values = [counter.factor(name) for counter in self.counters]
        if not any(isinstance(value, int) for value in values):
            known = {key for counter in self.counters for key, _ in counter.factors}
            self.mistakes.unknown("factor", name, model.where(*path), known)
        return [value if isinstance(value, int) else 0 for value in values]

    def allowances(self, value: int | str, model: SourceModel, *path: str | int) -> tuple[list[int], list[int]]:
        """Movement points of each unit, whole and reduced: one number, that of a parameter, or a factor."""
        if isinstance(value, int) or any(parameter.id == value for parameter in self.game.info.parameters):
            points = [self.mistakes.amount(value, model, *path)] * len(self.counters)
            return points, points
        return self.factors(value, model, *path), self.reduced_factors(value)

    def reduced_factors(self, name: str) -> list[int]:
        """The same with each unit reduced, where it can be."""
        values = [
            counter.factor(name, reduced=bool(counter.reduced)) for counter in self.counters
        ]
        return [value if isinstance(value, int) else 0 for value in values]

    @cached_property
    def two_steps(self) -> int:
        """Units with a reduced back."""
        return self.units_where(lambda counter: counter.reduced)

    @cached_property
    def immobile(self) -> int:
        """Units of types that never move."""
        return self.units_where(lambda counter: counter.group.type and self.types[counter.group.type].moves == "none")

    def box_for(self, kind: str, side: int) -> int:
        """The box of that kind for a side, or one of nobody; nowhere without one."""
        for owner in (self.sides[side], None):
            for box in self.game.boxes:
                if box.kind == kind and box.side == owner:
                    return self.boxes[box.id]
        return self.nowhere

    # Ground -------------------------------------------------------------------------------------------------

    @cached_property
    def features(self) -> dict[str, int]:
        """Feature -> the spaces that have it."""
        features = {symbol.id: 0 for symbol in self.game.map.symbols}
        for space in self.game.map.spaces:
            for feature in space.features:
                features[feature] = features.get(feature, 0) | 1 << self.space_index[space.id]
        return features

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The victory points of each space."""
        listed: dict[str, int] = {space.id: space.victory_points for space in self.game.map.spaces}
        return tuple(listed.get(name, 0) for name in self.spaces)

    @cached_property
    def parameter(self) -> Mapping[str, int]:
        """The numbers of game.yaml, by name."""
        return {parameter.id: parameter.value for parameter in self.game.info.parameters}

    def season(self, turn: int) -> int:
        """Index of the season of a turn, that of the last one after it."""
        return self.season_of[turn]

    def closed(self, season: int) -> int:
        """Spaces that no unit may ever enter."""
        return (self.ground.shut | self.ground.seasons[season].closed) if self.ground else 0

    @cached_property
    def links(self) -> tuple[HexLinks, ...]:
        """By season: the links that are not closed."""
        if self.ground:
            return tuple(season.open for season in self.ground.seasons)
        near = [mask_of(self.space_index[o] for o in self.graph.neighbours[name]) for name in self.spaces]
        return (HexLinks(near),)

    def links_where(self, chosen: LinkFilter | None, season: int) -> HexLinks:
        """The open links that a filter selects; all of them without one."""
        if chosen is None:
            return self.links[season]
        # Each scenario asks again for what is the same on the same ground.
        name = f"links {id(self.ground)} {season} {chosen!r}"
        return self._shared(name, lambda: self._chosen_links(chosen, season))

    def _chosen_links(self, chosen: LinkFilter, season: int) -> HexLinks:
        links, near = self.links[season], [0] * self.count
        for link in self.graph.links.values():
            if self._matches(link, chosen):
                one, other = (self.space_index[name] for name in link.spaces)
                near[one] |= 1 << other & links.near[one]
                near[other] |= 1 << one & links.near[other]
        return HexLinks(near)

    def check_links(self, chosen: LinkFilter) -> None:
        """Report names in a filter of links that the map doesn't have, and one that no link matches."""
        game_map, sets = self.game.map, self.game.map.hexes.sets if self.game.map.hexes else ()
        names = {
            "side_kind": [k.id for k in game_map.hexes.side_kinds] if game_map.hexes else [],
            "river": [r.id for r in game_map.rivers if r.id],
            "way": [road.id for road in game_map.roads],
            "link": sorted({link.kind for link in game_map.special_links}),
            "within": [one.id for one in sets],
            "face": [one.id for one in sets if one.faces],
        }
        correct = True
        for key, known in names.items():
            names = getattr(chosen, key)
            if names is not True:
                correct_names = self.mistakes.known_names(key.replace("_", " "), names, known, chosen, key)
                correct &= len(correct_names) == len(_several(names))
        for inner in (*chosen.any, *filter(None, [chosen.not_])):
            self.check_links(inner)
        if correct and not any(self._matches(link, chosen) for link in self.graph.links.values()):
            self.mistakes.add("no link of the map matches this filter", chosen.where(), "correct it, or take it out")

    def _matches(self, link: Link, chosen: LinkFilter) -> bool:
        """Whether a link is one that the filter means."""
        kinds = (
            (chosen.side_kind, link.sides),
            (chosen.way, (*link.ways, link.kind)),
            (chosen.link, (link.kind,)),
            (chosen.within, self._around(link) if chosen.within else ()),
            (chosen.face, [name for name, faces in self._faces.items() if frozenset(link.spaces) in faces]),
        )
        for wanted, present in kinds:
            if wanted is not None and not set(_several(wanted)) & set(present):
                return False
        if chosen.river is True and not link.river:
            return False
        if chosen.river not in (None, True) and link.river not in _several(chosen.river):
            return False
        if chosen.any and not any(self._matches(link, inner) for inner in chosen.any):
            return False
        return not (chosen.not_ and self._matches(link, chosen.not_))

    def _around(self, link: Link) -> list[str]:
        """The sets of hexes that hold both ends of a link."""
        ends = mask_of(self.space_index[name] for name in link.spaces)
        return [name for name, spaces in (self.ground.sets if self.ground else {}).items() if not ends & ~spaces]

    @cached_property
    def _faces(self) -> dict[str, set[frozenset[str]]]:
        """Set of hexes -> the two hexes at each hexside on which its line is drawn."""
        ground = self.ground
        if ground is None:
            return {}
        near = ground.field.neighbours
        return {
            one.id: {
                frozenset((self.spaces[here], self.spaces[near[here][direction]]))
                for here, direction in ground.field.hexsides(one.faces) if near[here][direction] >= 0
            }
            for one in ground.hexes.sets if one.faces
        }

    def costs(
        self, side: int, season: int, ways: Mapping[str, int], cross: Mapping[str, int], parts: int = 1
    ) -> Costs:  # fmt: skip
        """What each step from space to space costs units of a side, in parts of a movement point.

        ways   class of road -> parts for a step along it
        cross  areas and points: kind of special link or river -> points more
        parts  of a point
        """
        if self.ground:
            return step_costs(self.ground, self.ground.seasons[season], self.sides[side], ways, parts)
        costs: Costs = {}
        for link in self.graph.links.values():
            one, other = (self.space_index[name] for name in link.spaces)
            more = cross.get(link.kind, 0) + cross.get(link.river or "", 0)
            costs[one, other] = costs[other, one] = ways.get(link.kind, parts) + more * parts
        return costs

    @cached_property
    def way_spaces(self) -> dict[str, int]:
        """Class of road -> spaces on one."""
        return self._shared("spaces on ways", self._way_spaces)  # type: ignore[no-any-return]

    def _way_spaces(self) -> dict[str, int]:
        spaces: dict[str, int] = {}
        for link in self.graph.links.values():
            both = mask_of(self.space_index[name] for name in link.spaces)
            for way in (*link.ways, *([link.kind] if self.game.map.kind == "points" else [])):
                spaces[way] = spaces.get(way, 0) | both
        return spaces

    def steps_between(self, one: int, other: int) -> int:
        """Links on the shortest way between two spaces, whatever lies there; -1 where none leads."""
        return self._distances(one)[other]

    def _distances(self, start: int) -> list[int]:
        known = self._far.get(start)
        if known is None:
            far = self.graph.distances(self.spaces[start])
            known = self._far[start] = [far.get(name, -1) for name in self.spaces]
        return known

    @cached_property
    def _far(self) -> dict[int, list[int]]:
        return {}


def mask_of_sides(sets: Sequence[int], sides: Sequence[int]) -> int:
    """The union of the sets of some sides."""
    union = 0
    for side in sides:
        union |= sets[side]
    return union


def _several(value: object) -> Sequence[str]:
    """One name or several, as several; none for None."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)  # type: ignore[return-value]


