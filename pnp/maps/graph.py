"""The map as the rules see it: spaces and the links between them. Needs no shapely.

The referee, the checks and the map sheet read adjacency from here, so that it is decided in one place. On an area
map it is given by each space's `neighbours` (`borders` only say how it is drawn); on a point map by the `routes`; on
a hex map by the grid, while `hexes.sides` and `hexes.ways` say what lies between two hexes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.maps.hex_grid import HexField, hex_field
from pnp.model.map import Space

if TYPE_CHECKING:
    from pnp.model.map import MapSource

Pair = frozenset[str]
"""Two space ids."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two adjacent spaces.

    spaces  both ids, in the map's order
    kind    "border", the kind of the special link (bridge, ferry …), or the road of a route; "hexside" on a hex map
    river   id of the river that a route crosses, or that a border of areas follows
    sides   hex map: kinds of the hexside's features, in source order
    ways    hex map: kinds of the ways that lead across
    """

    spaces: tuple[str, str]
    kind: str = "border"
    river: str | None = None
    sides: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MapGraph:
    """All spaces of a map, and the links between neighbours.

    spaces      id -> Space, in source order
    links       frozenset of two ids -> Link; no entry when the two don't touch
    neighbours  id -> adjacent ids, in the map's order
    """

    spaces: Mapping[str, Space]
    links: Mapping[Pair, Link]
    neighbours: Mapping[str, tuple[str, ...]]

    def adjacent(self, one: str, other: str) -> bool:
        """Whether the two spaces are neighbours."""
        return frozenset((one, other)) in self.links

    def distances(self, start: str) -> dict[str, int]:
        """Links on the shortest path from `start` to each space that can be reached; 0 for `start` itself."""
        steps = {start: 0}
        front = [start]
        while front:
            following = []
            for space in front:
                for neighbour in self.neighbours[space]:
                    if neighbour not in steps:
                        steps[neighbour] = steps[space] + 1
                        following.append(neighbour)
            front = following
        return steps


def map_graph(game_map: MapSource) -> MapGraph:
    """The graph of a map of any kind.

    Raises SourceError for all neighbours and routes that name an unknown space, join a space to itself or are not
    mutual, and for a hex map without `hexes`.
    """
    problems = neighbour_problems(game_map) + route_problems(game_map)
    if problems:
        raise SourceError(*problems)
    if game_map.kind == "points":
        return _point_graph(game_map)
    if game_map.kind == "hexes":
        return _hex_graph(game_map)
    spaces = {space.id: space for space in game_map.spaces}
    order = {name: index for index, name in enumerate(spaces)}
    special = {frozenset(link.between): link.kind for link in game_map.special_links}
    rivers = {frozenset(border.between): border.river for border in game_map.borders if border.river}
    links: dict[Pair, Link] = {}
    neighbours: dict[str, tuple[str, ...]] = {}
    for space in game_map.spaces:
        neighbours[space.id] = tuple(sorted(space.neighbours, key=order.__getitem__))
        for other in neighbours[space.id]:
            pair = frozenset((space.id, other))
            first, second = sorted(pair, key=order.__getitem__)
            links.setdefault(pair, Link((first, second), special.get(pair, "border"), rivers.get(pair)))
    return MapGraph(spaces, links, neighbours)


def _point_graph(game_map: MapSource) -> MapGraph:
    spaces = {space.id: space for space in game_map.spaces}
    order = {name: index for index, name in enumerate(spaces)}
    near: dict[str, list[str]] = {name: [] for name in spaces}
    links: dict[Pair, Link] = {}
    for route in game_map.routes:
        first, second = sorted(route.between, key=order.__getitem__)
        links[frozenset(route.between)] = Link((first, second), route.road, route.river)
        near[first].append(second)
        near[second].append(first)
    return MapGraph(spaces, links, {name: tuple(sorted(near[name], key=order.__getitem__)) for name in spaces})


def space_ids(game_map: MapSource) -> tuple[str, ...]:
    """Ids of all spaces in the map's order; of a hex map those of all hexes, named or not."""
    if game_map.hexes is not None:
        return hex_field(game_map.hexes).ids
    return tuple(space.id for space in game_map.spaces)


def hex_spaces(game_map: MapSource, field: HexField) -> dict[str, Space]:
    """Id -> Space of every hex; a hex without a name has its printed number for one."""
    named_spaces, unnamed = {space.id: space for space in game_map.spaces}, Space.model_construct(id="", name="")
    return {
        name: named_spaces.get(name) or unnamed.model_copy(update={"id": name, "name": number})
        for name, number in zip(field.ids, field.numbers, strict=True)
    }


def _hex_graph(game_map: MapSource) -> MapGraph:
    if game_map.hexes is None:
        message, hint = "a map of kind hexes needs `hexes`", "give its grid and rows"
        raise SourceError(Problem("missing-key", message, game_map.where("kind"), hint))
    field = hex_field(game_map.hexes)
    sides: dict[Pair, list[str]] = {}
    for feature in game_map.hexes.sides:
        for index, direction in field.hexsides(feature.sides):
            if (other := field.neighbours[index][direction]) >= 0:
                sides.setdefault(frozenset((field.ids[index], field.ids[other])), []).append(feature.kind)
    ways: dict[Pair, list[str]] = {}
    for way in game_map.hexes.ways:
        along = [field.ids[i] for i in field.hexes(way.hexes)]
        for one, other in pairwise(along):
            ways.setdefault(frozenset((one, other)), []).append(way.kind)
    links: dict[Pair, Link] = {}
    near: dict[str, tuple[str, ...]] = {}
    for index, name in enumerate(field.ids):
        beside = sorted(i for i in field.neighbours[index] if i >= 0)
        near[name] = tuple(field.ids[i] for i in beside)
        for other in beside:
            if other > index:
                pair = frozenset((name, field.ids[other]))
                links[pair] = Link(
                    (name, field.ids[other]), "hexside", None,
                    tuple(dict.fromkeys(sides.get(pair, ()))), tuple(dict.fromkeys(ways.get(pair, ()))),
                )  # fmt: skip
    return MapGraph(hex_spaces(game_map, field), links, near)


def route_problems(game_map: MapSource) -> list[Problem]:
    """Routes of a point map that name an unknown space, lead back to their start or repeat another, in source order."""
    point_ids = {space.id for space in game_map.spaces}
    problems: list[Problem] = []
    joined_pairs: set[Pair] = set()
    for route in game_map.routes:
        for index, end in enumerate(route.between):
            if end not in point_ids:
                hint = did_you_mean(end, point_ids, listed="Spaces are listed under `spaces`.")
                problems.append(Problem("unknown-name", f"unknown space {end!r}", route.where("between", index), hint))
        pair = frozenset(route.between)
        if len(pair) == 1:
            message = f"the route of {route.between[0]!r} leads to itself"
            problems.append(Problem("route-twice", message, route.where("between"), "take it out"))
        elif pair in joined_pairs:
            message = f"{' and '.join(route.between)} are joined twice"
            problems.append(Problem("route-twice", message, route.where("between"), "take one out"))
        joined_pairs.add(pair)
    return problems


def neighbour_problems(game_map: MapSource) -> list[Problem]:
    """Entries in lists of neighbours that are unknown, the space itself or not mutual, in source order."""
    spaces = {space.id: space for space in game_map.spaces}
    problems = []
    for space in game_map.spaces:
        for index, other in enumerate(space.neighbours):
            at = space.where("neighbours", index)
            if other not in spaces:
                hint = did_you_mean(other, spaces, listed="Spaces are listed under `spaces`.")
                problems.append(Problem("unknown-name", f"unknown space {other!r}", at, hint))
            elif other == space.id:
                problems.append(Problem("map-adjacency", f"{other!r} is its own neighbour", at, "take it out"))
            elif space.id not in spaces[other].neighbours:
                message = f"{other!r} does not name {space.id!r} as its neighbour"
                problems.append(Problem("map-adjacency", message, at, f"add {space.id} to the neighbours of {other}"))
    return problems


def drawn_adjacency(game_map: MapSource) -> set[Pair]:
    """Pairs of spaces with a border drawn between them; a check compares them with `neighbours`."""
    spaces = {space.id for space in game_map.spaces}
    return {frozenset(b.between) for b in game_map.borders if spaces.issuperset(b.between)}


BorderKind = Literal["inner", "start", "limit", "coast", "outside", "water", "river"]


def border_kind(game_map: MapSource, between: tuple[str, str], river: str | None = None) -> BorderKind:
    """The kind of a border, which decides how it is drawn.

    inner    between two areas          start    between a start area and another area
    limit    between an area and a country out of play           outside  between two such countries
    coast    between land and sea       water    between two seas: not drawn
    river    between two areas, along `river`: the river itself is drawn
    """
    kinds = {s.id: s.kind for s in game_map.surroundings}
    starts = {s.id: s.start_of is not None for s in game_map.spaces}
    a, b = between
    seas = [kinds.get(region) == "sea" for region in between]
    if all(seas):
        return "water"
    if any(seas):
        return "coast"
    if a in kinds and b in kinds:
        return "outside"
    if a in kinds or b in kinds:
        return "limit"
    if river:
        return "river"
    return "start" if starts[a] != starts[b] else "inner"
