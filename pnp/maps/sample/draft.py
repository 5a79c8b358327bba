"""A first draft of a hex map from geographic layers and a plan: terrain, regions, hexsides, ways, shores.

`sample_map` takes the plan and the layers, as read from their files, and returns a `Draft`; `yaml_text.draft_yaml`
writes it for a person to edit. Everything is in mm on the sheet; the same plan and layers give the same draft.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pnp.errors import Problem, SourceError
from pnp.maps.hex_grid import HexField, Point
from pnp.maps.lines import parse_line
from pnp.maps.sample.geo import Feature, Project, RubberSheet, projected, projector
from pnp.maps.sample.lines import Corners, river_sides, way_hexes
from pnp.maps.sample.shores import (
    SampledLake,
    ShoreLine,
    area_of,
    lakes_of,
    only_polygons,
    polygons,
    redrawn,
    shore_lines,
)
from pnp.maps.sample.terrain import base_terrain, patched, shares, side_shares
from pnp.model.sampling import Follow, LonLat, PlanPlace, SamplePlan

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LayerFeatures = Mapping[str, Sequence[Feature]]
"""File name of the plan -> its features."""


@dataclass
class Draft:
    """The parts of `map.yaml` that sampling gives.

    rows, region_rows  codes of terrain and regions, a text for each row of hexes
    sides              (kind, name, hexsides, label and widths if it is a river)
    ways               (kind, name, hexes)
    places             (hex, place of the plan)
    borders            (name, line in mm)
    waters             (name, line in mm, further keys as YAML)
    notes              doubts that the author should look at
    """

    field: HexField
    rows: list[str]
    region_rows: list[str] = field(default_factory=list)
    sides: list[tuple[str, str, list[str], dict[str, Any]]] = field(default_factory=list)
    ways: list[tuple[str, str, list[str]]] = field(default_factory=list)
    places: list[tuple[str, PlanPlace]] = field(default_factory=list)
    shores: list[ShoreLine] = field(default_factory=list)
    borders: list[tuple[str, list[Point]]] = field(default_factory=list)
    waters: list[tuple[str, list[Point], str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def plan_files(plan: SamplePlan) -> tuple[str, ...]:
    """The file names of the layers that the plan names, each once, in order."""
    layers = plan.layers
    files = [
        *layers.land,
        layers.lakes and layers.lakes.file,
        layers.rivers,
        layers.borders,
        layers.regions and layers.regions.file,
    ]
    return tuple(dict.fromkeys(name for name in files if name))


def sample_map(plan: SamplePlan, layers: LayerFeatures) -> Draft:
    """The draft of the map that `plan` describes. Raises SourceError for an unknown hex or place, or an empty layer."""
    return _Sampler(plan, layers).draft()


class _Sampler:
    """The steps of one run; each uses the results of those before it."""

    def __init__(self, plan: SamplePlan, layers: LayerFeatures) -> None:
        self.plan, self.layers = plan, layers
        grid = plan.grid
        self.field = HexField(grid, tuple((c, r) for r in range(grid.rows) for c in range(grid.columns)))
        self.project: Project = projector(plan.projection, self.field)
        self.notes: list[str] = []
        self.hexes = [self._hex_of(place) for place in plan.places]
        pins = [
            (self.project(*p.at), self.field.centre(i))
            for p, i in zip(plan.places, self.hexes, strict=True)
            if p.listed or p.hex
        ]
        self.move = RubberSheet(tuple(pins), plan.fit_mm)

    def draft(self) -> Draft:
        """The finished draft: all steps in order."""
        self._shapes()
        self._regions_and_terrain()
        sides = self._sides()
        draft = Draft(self.field, self._rows(self.codes), self._rows(self.regions))
        draft.sides = sides
        draft.ways = self._ways()
        draft.places = self._places()
        if self.plan.lines == "all":
            smallest = self.plan.layers.lakes.smallest_mm2 if self.plan.layers.lakes else 0
            draft.shores = shore_lines(self.sea, self.lakes, self.plan.simplify_mm, self.plan.island_mm2, smallest)
            for shore in self.plan.shores:
                draft.shores = redrawn(draft.shores, parse_line(shore.line))
        draft.borders = [(border.name, self._border(border.path)) for border in self.plan.borders]
        draft.waters = [(water.name, [self.at(p) for p in water.path], water.printed) for water in self.plan.waters]
        draft.notes = self.notes + self._doubts()
        return draft

    # Places -------------------------------------------------------------------------------------------------

    def at(self, degrees: LonLat) -> Point:
        """The place in mm of a longitude and latitude, after the fit."""
        return self.move(self.project(*degrees))

    def _hex_of(self, place: PlanPlace) -> int:
        if place.hex:
            return self._index(place.hex)
        index = self.field.hex_at(self.project(*place.at))
        if index is None:
            raise _wrong(f"{place.name!r} lies outside the grid")
        return index

    def _index(self, name: str) -> int:
        try:
            return self.field.index[name]
        except KeyError:
            raise _wrong(f"the grid has no hex {name!r:.40}") from None

    def _listed(self, hexes: str) -> tuple[int, ...]:
        try:
            return self.field.hexes(hexes)
        except KeyError as error:
            raise _wrong(f"the grid has no hex {error.args[0]!r:.40}") from None

    def _places(self) -> list[tuple[str, PlanPlace]]:
        name_in: dict[int, str] = {}
        places = []
        for place, index in zip(self.plan.places, self.hexes, strict=True):
            if not place.listed:
                continue
            if index in name_in:
                self.notes.append(
                    f"{place.name} lies in hex {self.field.ids[index]} with {name_in[index]}; only the first is kept"
                )
                continue
            name_in[index] = place.name
            places.append((self.field.ids[index], place))
        return places

    # Ground -------------------------------------------------------------------------------------------------

    def _layer(self, name: str | None) -> Sequence[Feature]:
        return self.layers[name] if name else ()

    def _shapes(self) -> None:
        import shapely

        x, y, width, height = self.plan.frame_mm
        self.sheet = shapely.box(x - 12, y - 12, x + width + 12, y + height + 12)
        land = [f for name in self.plan.layers.land for f in self._layer(name)]
        self.land = area_of(land, self.project, self.move, self.sheet)
        self.sea = only_polygons(self.sheet.difference(self.land))
        layer = self.plan.layers.lakes
        self.lakes: list[SampledLake] = (
            lakes_of(self._layer(layer.file), layer, self.project, self.move, self.sheet) if layer else []
        )

    def _water(self, major: bool, smallest: float = 0) -> BaseGeometry:
        import shapely

        return shapely.unary_union(
            [lake.shape for lake in self.lakes if lake.major == major and lake.shape.area >= smallest]
        )

    def _regions_and_terrain(self) -> None:
        import shapely

        plan = self.plan
        self.closed_water = shapely.union(self.sea, self._water(True))
        sea, lake = (shares(self.field, a, plan.samples) for a in (self.closed_water, self._water(False)))
        land = frozenset(i for place, i in zip(plan.places, self.hexes, strict=True) if place.listed and place.land)
        self.codes = base_terrain(sea, lake, plan.codes, land)
        self._find_regions()
        for patch in plan.patches:
            ring = shapely.Polygon([self.at(p) for p in patch.ring]) if patch.ring else None
            patched(self.field, self.codes, self.regions, patch, ring, plan.codes.land)
        for code, listed in plan.terrain.items():
            for index in self._listed(listed):
                self.codes[index] = code
        for index in (i for i, code in enumerate(self.codes) if code in (plan.codes.sea, plan.codes.outside)):
            self.regions[index] = "."
        for code, listed in plan.regions.items():
            for index in self._listed(listed):
                self.regions[index] = code

    def _find_regions(self) -> None:
        import shapely

        layer = self.plan.layers.regions
        shapes: list[tuple[str, BaseGeometry]] = []
        if layer:
            for feature in self._layer(layer.file):
                if code := layer.codes.get(feature.text(layer.property)):
                    shapes += [(code, s) for s in polygons(feature, self.project, self.move)]
        rings = [(r.code, shapely.make_valid(shapely.Polygon([self.at(p) for p in r.ring]))) for r in self.plan.rings]
        for _, shape in shapes + rings:
            shapely.prepare(shape)
        tree = shapely.STRtree([s for _, s in shapes])
        self.regions = [
            self._region(shapely.Point(self.field.centre(i)), shapes, rings, tree) for i in range(len(self.field.cells))
        ]

    def _region(self, centre: Any, shapes: list[tuple[str, Any]], rings: list[tuple[str, Any]], tree: Any) -> str:
        for code, shape in reversed(rings):
            if shape.contains(centre):
                return code
        nearest = tree.nearest(centre) if shapes else None
        return "." if nearest is None else shapes[nearest][0]

    def _rows(self, codes: Sequence[str]) -> list[str]:
        columns = self.plan.grid.columns
        return ["".join(codes[i : i + columns]) for i in range(0, len(codes), columns)]

    # Hexsides and ways --------------------------------------------------------------------------------------

    def _sides(self) -> list[tuple[str, str, list[str], dict[str, Any]]]:
        plan, field = self.plan, self.field
        dry = [code not in (plan.codes.sea, plan.codes.lake, plan.codes.outside) for code in self.codes]
        pairs = [
            (i, d)
            for i in range(len(dry))
            for d in range(3)
            if dry[i] and (j := field.neighbours[i][d]) >= 0 and dry[j]
        ]
        smallest = plan.layers.lakes.smallest_side_mm2 if plan.layers.lakes else 0
        wet, small = (side_shares(field, a, pairs) for a in (self.closed_water, self._water(False, smallest)))
        open_sides = set(self._side_list(plan.not_sides))
        shut = [p for p, s in zip(pairs, wet, strict=True) if s >= plan.codes.closed_from and p not in open_sides]
        lake = [p for p, s in zip(pairs, small, strict=True) if s >= plan.codes.side_from and p not in open_sides]
        by_kind: dict[str, list[tuple[int, int]]] = {
            plan.codes.sea_side: shut,
            plan.codes.lake_side: [p for p in lake if p not in set(shut)],
        }
        for kind, listed in plan.sides.items():
            listed_sides = by_kind.setdefault(kind, [])
            listed_sides += [p for p in self._side_list(listed) if p not in listed_sides]
        self.shut = frozenset(by_kind[plan.codes.sea_side])
        lines = [(kind, "", self._named(sides), {}) for kind, sides in by_kind.items() if sides]
        return lines + self._rivers()

    def _side_list(self, listed: str | None) -> list[tuple[int, int]]:
        """The hexsides of a list, each once and named from the same hex, whichever way the plan writes it."""
        try:
            sides = self.field.hexsides(listed)
        except (KeyError, ValueError) as error:
            raise _wrong(f"hexsides of the plan: {error.args[0]!r:.60}: no such hex, or the two don't touch") from None
        return list(dict.fromkeys(self._canonical(i, d) for i, d in sides))

    def _canonical(self, index: int, direction: int) -> tuple[int, int]:
        other = self.field.neighbours[index][direction]
        return (other, direction - 3) if direction >= 3 and other >= 0 else (index, direction)

    def _named(self, sides: Sequence[tuple[int, int]]) -> list[str]:
        ids, field = self.field.ids, self.field
        return [f"{ids[i]}/{ids[n] if (n := field.neighbours[i][d]) >= 0 else field.directions[d]}" for i, d in sides]

    def _rivers(self) -> list[tuple[str, str, list[str], dict[str, Any]]]:
        import shapely

        corners = Corners(self.field) if self.plan.rivers else None
        water = frozenset(i for i, c in enumerate(self.codes) if c in (self.plan.codes.sea, self.plan.codes.lake))
        rivers = []
        for river in self.plan.rivers:
            if river.sides:
                more = {"label": river.label, "widths_pt": river.widths_pt}
                rivers.append((self.plan.codes.river, river.name, self._named(self._side_list(river.sides)), more))
                continue
            if len(river.via) < 2:
                raise _wrong(f"{river.name}: two points that it passes, or its hexsides")
            via = [self.at(p) for p in river.via]
            lines = [
                line
                for f in self._layer(self.plan.layers.rivers)
                if f.text("name") in river.follow
                for line in self._lines(f)
            ]
            line = shapely.MultiLineString([*lines, via]) if lines else shapely.LineString(via)
            assert corners is not None
            sides: list[tuple[int, int]] = []
            for leg in itertools.pairwise(via):
                sides += river_sides(corners, line, leg, water)
            sides = _without_spurs([self._canonical(i, d) for i, d in sides])
            dry_sides = [(i, d) for i, d in sides if not (i in water and self.field.neighbours[i][d] in water)]
            if dry_sides:
                more = {"label": river.label, "widths_pt": river.widths_pt}
                rivers.append((self.plan.codes.river, river.name, self._named(dry_sides), more))
        return rivers

    def _lines(self, feature: Feature) -> list[list[Point]]:
        if "Line" not in feature.kind:
            return []
        lines = [line for part in feature.parts for line in projected(part, self.project)]
        return [[self.move(p) for p in line] for line in lines if len(line) >= 2]

    def _ways(self) -> list[tuple[str, str, list[str]]]:
        impassable = (self.plan.codes.sea, self.plan.codes.lake, self.plan.codes.outside)
        closed = frozenset(i for i, code in enumerate(self.codes) if code in impassable)
        barred = frozenset(self.shut | {(self.field.neighbours[i][d], d + 3) for i, d in self.shut})
        places = dict(zip([p.name for p in self.plan.places], self.hexes, strict=True))
        ways = []
        edges_of: dict[str, set[tuple[int, int]]] = {}
        for way in self.plan.ways:
            stops = [self._stop(stop, places) for stop in way.via]
            for stop, (index, _) in zip(way.via, stops, strict=True):
                if index in closed:
                    self.notes.append(f"{way.kind} {way.name}: {stop} lies in water, in hex {self.field.ids[index]}")
            path = way_hexes(self.field, stops, closed, barred, edges_of.setdefault(way.kind, set()))
            if not path:
                raise _wrong(f"no way over land for {way.kind} {way.name or way.via[0]!r}")
            name = way.name or " - ".join(stop for stop in way.via if isinstance(stop, str))
            ways.append((way.kind, name, [self.field.ids[i] for i in path]))
        return ways

    def _stop(self, stop: str | LonLat, places: Mapping[str, int]) -> tuple[int, Point]:
        if not isinstance(stop, str):
            index = self.field.hex_at(self.at(stop))
            if index is None:
                raise _wrong(f"{stop} of a way lies outside the grid")
            return index, self.field.centre(index)
        index = places[stop] if stop in places else self._index(stop)
        return index, self.field.centre(index)

    # Borders ------------------------------------------------------------------------------------------------

    def _border(self, path: Sequence[LonLat | Follow]) -> list[Point]:
        import shapely

        points: list[Point] = []
        for item in path:
            points += self._followed(item) if isinstance(item, Follow) else [self.at(item)]
        line = shapely.LineString(points).simplify(self.plan.simplify_mm) if len(points) > 1 else None
        return [(round(x, 1), round(y, 1)) for x, y in line.coords] if line else points

    def _followed(self, stretch: Follow) -> list[Point]:
        import shapely
        from shapely.ops import substring

        lines = [
            shapely.LineString(part[0])
            for f in self._layer(self.plan.layers.borders)
            if "Line" in f.kind
            for part in f.parts
            if len(part[0]) > 1
        ]
        merged = shapely.line_merge(shapely.unary_union(lines)) if lines else None
        ends = shapely.Point(*stretch.start), shapely.Point(*stretch.end)
        pieces = [] if merged is None else list(shapely.get_parts(merged))
        if not pieces:
            raise _wrong("a border follows a layer that has no lines")
        line = min(pieces, key=lambda p: (p.distance(ends[0]) + p.distance(ends[1]), p.bounds))
        cut = substring(line, line.project(ends[0]), line.project(ends[1]))
        return [self.at((x, y)) for x, y in cut.coords]

    # Doubts -------------------------------------------------------------------------------------------------

    def _doubts(self) -> list[str]:
        if not self.plan.fit_mm:
            return []
        step = self.plan.grid.flat_mm / 4
        x0, y0, width, height = self.plan.frame_mm
        folded = [
            (x, y) for j in range(int(height / step)) for i in range(int(width / step))
            if _turn(self.move, x := x0 + i * step, y := y0 + j * step) < 0.05
        ]  # fmt: skip
        if not folded:
            return []
        spots = ", ".join(f"{x:.0f}/{y:.0f}" for x, y in folded[:6])
        return [f"the fit folds the ground at {len(folded)} places, near {spots} mm"]


def _turn(move: RubberSheet, x: float, y: float, d: float = 0.5) -> float:
    """The factor by which the fit scales the area of a small square at (x, y); negative where it folds the ground."""
    (ax, ay), (bx, by), (cx, cy) = move((x, y)), move((x + d, y)), move((x, y + d))
    return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / (d * d)


def _without_spurs(sides: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """`sides` without spurs: those walked out and straight back again."""
    path: list[tuple[int, int]] = []
    for side in sides:
        if path and path[-1] == side:
            path.pop()
        else:
            path.append(side)
    return list(dict.fromkeys(path))


def _wrong(message: str) -> SourceError:
    return SourceError(Problem("map-plan", message))
