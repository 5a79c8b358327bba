"""The terrain of a hex map as the referee needs it, season by season: what is closed, what it costs, what lies between.

A season is a stretch of turns with the same overlays (ice, mud). Overlays replace the terrain of whole hexes, and a
closed hexside of a hex that is overlaid is open: one walks on the ice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.maps.hex_grid import HexField, hex_field, region_of, terrain_of
from pnp.model.hexes import HexMap, Overlay
from pnp.referee.hexes import HexLinks, Plane, chain_links, links_of
from pnp.referee.masks import mask_of


@dataclass(frozen=True)
class Season:
    """The ground in some turns.

    terrain  index into the map's terrains for each hex
    closed   hexes that no unit may enter because of their terrain
    open     links over hexsides that are not closed
    wet      links over hexsides that cost more to cross, and are not closed
    toll     (hex, direction) -> what its hexside costs more to cross; none = nothing
    """

    terrain: tuple[int, ...]
    closed: Plane
    open: HexLinks
    wet: HexLinks
    toll: Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class HexGround:
    """A hex map ready for the referee.

    field    the hexes
    seasons  each kind of ground that some turn has
    season   index of the season of each turn, from turn 1 at index 0
    regions  id -> its hexes
    sets     id -> its hexes
    ways     kind -> its links
    shut     hexes of regions that are closed
    """

    field: HexField
    hexes: HexMap
    seasons: tuple[Season, ...]
    season: tuple[int, ...]
    regions: Mapping[str, Plane]
    sets: Mapping[str, Plane]
    ways: Mapping[str, HexLinks]
    shut: Plane
    all: HexLinks

    def having(self, season: Season, **traits: object) -> Plane:
        """Hexes whose terrain has these traits, e.g. water=True."""
        fit = [all(getattr(t, key) == value for key, value in traits.items()) for t in self.hexes.terrains]
        return mask_of(i for i, t in enumerate(season.terrain) if fit[t])


def overlays_by_turn(hexes: HexMap, turns: int, scenario: str = "") -> tuple[tuple[Overlay, ...], ...]:
    """What lies on the ground in each turn of a scenario; where that is the same, so is the ground."""
    return tuple(tuple(o for o in hexes.overlays if _lies(o, turn, scenario)) for turn in range(1, turns + 1))


def ground_of(hexes: HexMap, turns: int, scenario: str = "") -> HexGround:
    """The ground of a map for a scenario of so many turns."""
    field = hex_field(hexes)
    regions = _grouped([region.id for region in hexes.regions], region_of(hexes, field))
    overlays = overlays_by_turn(hexes, turns, scenario)
    kinds = list(dict.fromkeys(overlays))
    lines: dict[str, list[tuple[int, ...]]] = {road: [] for way in hexes.ways for road in (way.kind,)}
    for way in hexes.ways:
        lines[way.kind].append(field.hexes(way.hexes))
    return HexGround(
        field, hexes, tuple(_season(hexes, field, kind) for kind in kinds), tuple(kinds.index(o) for o in overlays),
        regions, {s.id: mask_of(field.hexes(s.hexes)) for s in hexes.sets},
        {kind: chain_links(len(field.cells), chains) for kind, chains in lines.items()},
        mask_of(i for r in hexes.regions if r.closed for i in _indices(regions[r.id])),
        links_of(field, lambda here, direction: True),
    )  # fmt: skip


def _indices(plane: Plane) -> Sequence[int]:
    return [i for i in range(plane.bit_length()) if plane >> i & 1]


def _grouped(names: Sequence[str], of: Sequence[int]) -> dict[str, Plane]:
    planes = dict.fromkeys(names, 0)
    for index, number in enumerate(of):
        if number >= 0:
            planes[names[number]] |= 1 << index
    return planes


def _lies(overlay: Overlay, turn: int, scenario: str) -> bool:
    """Whether the overlay lies in that turn."""
    if overlay.scenarios and scenario not in overlay.scenarios:
        return False
    return overlay.turns is None or overlay.turns[0] <= turn <= overlay.turns[1]


def _season(hexes: HexMap, field: HexField, overlays: tuple[Overlay, ...]) -> Season:
    terrain = list(terrain_of(hexes, field))
    ids = [t.id for t in hexes.terrains]
    over: set[int] = set()
    for overlay in overlays:
        for index in field.hexes(overlay.hexes):
            terrain[index] = ids.index(overlay.terrain)
            over.add(index)
    shut: set[tuple[int, int]] = set()
    toll: dict[tuple[int, int], int] = {}
    kinds = {kind.id: kind for kind in hexes.side_kinds}
    for feature in hexes.sides:
        kind = kinds[feature.kind]
        for here, direction in field.hexsides(feature.sides):
            other = field.neighbours[here][direction]
            for side in ((here, direction), (other, (direction + 3) % 6)) if other >= 0 else ((here, direction),):
                if kind.closed and here not in over and other not in over:
                    shut.add(side)
                elif kind.cost and not kind.closed:
                    toll[side] = max(toll.get(side, 0), kind.cost)
    return Season(
        tuple(terrain), mask_of(i for i, t in enumerate(terrain) if hexes.terrains[t].closed),
        links_of(field, lambda here, direction: (here, direction) not in shut),
        links_of(field, lambda here, direction: (here, direction) in toll and (here, direction) not in shut), toll,
    )  # fmt: skip


def step_costs(
    ground: HexGround, season: Season, side: str, ways: Mapping[str, int], parts: int = 1
) -> dict[tuple[int, int], int]:
    """The costs for units of `side` in a season: terrain and hexside add up; a way of `ways` costs what it says
    instead.

    ways   kind of way -> what a step along it costs, whatever the terrain and hexside, in parts of a movement point
    parts  of a point: 2 where something costs half a point
    """
    entry = [None if t.closed else t.costs.get(side, t.cost) for t in ground.hexes.terrains]
    along = [(ground.ways[kind].near, cost) for kind, cost in ways.items() if kind in ground.ways]
    costs: dict[tuple[int, int], int] = {}
    for here, beside in enumerate(ground.field.neighbours):
        open_ = season.open.near[here]
        for direction, other in enumerate(beside):
            if other < 0 or not open_ >> other & 1:
                continue
            paid = entry[season.terrain[other]]
            if paid is not None:
                paid += season.toll.get((here, direction), 0)
                along_ways = [cost for near, cost in along if near[here] >> other & 1]
                costs[here, other] = min(along_ways, default=paid * parts)
    return costs
