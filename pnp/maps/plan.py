"""Everything that has a place on the sheet, in mm: what the map sheet draws and the VASSAL board measures.

`plan_map` is a pure function of its input, slow (a second or two) and its result picklable, so the build
caches it by content. Read `MapPlan`, then `plan_map`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem
from pnp.maps.areas import Coverage, coverage, nearest_points, rings
from pnp.maps.colouring import colour_areas
from pnp.maps.fitting import Fit, Label, fit, placed, raster_of
from pnp.maps.graph import BorderKind, border_kind
from pnp.maps.lines import Point, Rect, chaikin, parse_line, through
from pnp.maps.placing import (
    CAP_EM, TOWN_TYPE, CurvedName, Measure, Obstacles, TownPlan, place_river_name, place_towns,
)  # fmt: skip
from pnp.model.map import MapSource, Space, Track
from pnp.model.style import StyleSource

NAME_FONT = "condensed-bold"
NAME_TRACKING = 0.06
NAME_SIZES_PT = (9.0, 8.4, 7.8, 7.2, 6.6)
LEADING_EM = 0.36
"""Baseline to baseline, mm for each pt of a name in two lines."""

BADGE_PITCH_MM = 5.6
BADGE_MM = 5.1
ARROW_MM = 7.0
TOWN_ROOM_MM = {1: 3.2, 2: 2.2, 3: 1.5}
TOWN_COST = {1: 0.35, 2: 0.3, 3: 0.08}
"""Radius kept free about a town, and cost per mm² of a box or name there, by rank."""

COUNTRY_FONT, COUNTRY_PT, COUNTRY_TRACKING = "condensed-regular", 9.0, 0.22
SEA_FONT, SEA_TRACKING = "condensed-italic", 0.32


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of a name: baseline centred on x."""

    text: str
    x: float
    y: float
    size_pt: float


@dataclass(frozen=True, slots=True)
class Badge:
    """A symbol of an area. kind: "victory-points" or a feature; value only for points."""

    kind: str
    x: float
    y: float
    value: int = 0


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """An area on the sheet.

    rings    its outline, outer and inner rings, rounded; neighbours share every point
    polygon  the largest outer ring: the zone in VASSAL
    tint     number of its tint; among start areas, of theirs
    start    whether it is a start area
    stack    the stack box
    name     lines of its name
    badges   its row of symbols
    clearance  from box, name and symbols to the border
    """

    id: str
    rings: tuple[tuple[Point, ...], ...]
    polygon: tuple[Point, ...]
    tint: int
    start: bool
    stack: Rect
    name: tuple[NameLine, ...]
    name_rect: Rect
    badges: tuple[Badge, ...]
    row_rect: Rect | None
    clearance: float


@dataclass(frozen=True, slots=True)
class RegionPlan:
    """A sea or a country around the areas."""

    id: str
    kind: str
    rings: tuple[tuple[Point, ...], ...]
    names: tuple[NameLine, ...]


@dataclass(frozen=True, slots=True)
class BorderPlan:
    """A border as drawn, once. `kind` as in `pnp.maps.graph.border_kind`."""

    between: tuple[str, str]
    kind: BorderKind
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """A special link: a double arrow from `start` to `end`."""

    between: tuple[str, str]
    kind: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class WaterPlan:
    """A river (open, widening) or a lake (closed, no widths)."""

    name: str
    points: tuple[Point, ...]
    widths_pt: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class TrackPlan:
    """A track: its frame, the part for its title, a cell for each space and the strip above it for the name."""

    id: str
    rect: Rect
    title: Rect
    cells: Mapping[str, Rect]
    heads: Mapping[str, Rect]


@dataclass(frozen=True, slots=True)
class MapPlan:
    """A map on its sheet, everything in mm from the top left.

    spaces   by id, in source order; so are regions, boxes and tracks
    boxes    printed boxes only: id -> rectangle
    left_out   names of towns and rivers without a place
    problems   what does not fit, to be reported
    """

    size_mm: tuple[float, float]
    frame_mm: Rect
    spaces: Mapping[str, SpacePlan]
    regions: Mapping[str, RegionPlan]
    borders: tuple[BorderPlan, ...]
    links: tuple[LinkPlan, ...]
    rivers: tuple[WaterPlan, ...]
    lakes: tuple[WaterPlan, ...]
    towns: tuple[TownPlan, ...]
    curved: tuple[CurvedName, ...]
    tracks: Mapping[str, TrackPlan]
    boxes: Mapping[str, Rect]
    left_out: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def plan_map(game_map: MapSource, style: StyleSource, measure: Measure, *, rounds: int = 2) -> MapPlan:
    """Where everything of an area map stands.

    measure  the width of a text in mm; `pnp.generators.map_sheet.plan_sheet` gives the one of the drawing
    rounds   how often corners are cut; 0 = a draft
    Raises SourceError when the borders do not close. What finds no room is in `problems`.
    """
    cover = coverage(game_map, rounds=rounds)
    rivers, lakes = _water(game_map, rounds)
    links = _links(game_map, cover)
    problems: list[Problem] = []
    fits = _fit_spaces(game_map, cover, measure, [*rivers, *lakes], links, problems)
    tints = _tints(game_map, style, problems)
    spaces = {s.id: _space_plan(s, cover.faces[s.id], fits[s.id], tints[s.id]) for s in game_map.spaces}
    regions = {
        s.id: RegionPlan(s.id, s.kind, rings(cover.faces[s.id]), _country_names(s.name, s.kind, s.names_at))
        for s in game_map.surroundings
    }
    borders = tuple(BorderPlan(arc.between, border_kind(game_map, arc.between), arc.points) for arc in cover.arcs)
    obstacles = _obstacles(game_map, spaces, regions, links, borders, rivers, measure)
    curved = [_sea_name(game_map, s.name, s.name_line) for s in game_map.surroundings if s.name_line]
    for name in curved:
        obstacles.rects += _under(name)
    towns, left = place_towns(game_map.towns, obstacles, measure)
    left_out = [town.name for town in left]
    for river in (r for r in game_map.rivers if r.label):
        course = chaikin(parse_line(river.line), rounds)
        found = place_river_name(river.name, course, obstacles, measure)
        if found is None:
            left_out.append(river.name)
        else:
            curved.append(found)
            obstacles.rects += _under(found)
    return MapPlan(
        size_mm=_pair(game_map.size_mm), frame_mm=_rect(game_map.frame_mm), spaces=spaces, regions=regions,
        borders=borders, links=links, rivers=tuple(rivers), lakes=tuple(lakes), towns=towns, curved=tuple(curved),
        tracks={track.id: plan_track(track) for track in game_map.tracks},
        boxes={box.id: _rect(box.rect_mm) for box in game_map.boxes if box.rect_mm},
        left_out=tuple(left_out), problems=tuple(problems),
    )  # fmt: skip


def _pair(values: Sequence[float]) -> tuple[float, float]:
    return (float(values[0]), float(values[1]))


def _rect(values: Sequence[float]) -> Rect:
    return (float(values[0]), float(values[1]), float(values[2]), float(values[3]))


def _water(game_map: MapSource, rounds: int) -> tuple[list[WaterPlan], list[WaterPlan]]:
    rivers = [
        WaterPlan(river.name, chaikin(parse_line(river.line), rounds), _pair(river.widths_pt))
        for river in game_map.rivers
    ]
    lakes = [WaterPlan(lake.name, chaikin(parse_line(lake.line), rounds, closed=True)) for lake in game_map.lakes]
    return rivers, lakes


def _links(game_map: MapSource, cover: Coverage) -> tuple[LinkPlan, ...]:
    """Double arrows through the nearest points of the two areas."""
    plans = []
    for link in game_map.special_links:
        a, b = nearest_points(cover.faces[link.between[0]], cover.faces[link.between[1]])
        apart = shapely.Point(a).distance(shapely.Point(b)) or 1.0
        ux, uy = (b[0] - a[0]) / apart, (b[1] - a[1]) / apart
        half = max(ARROW_MM, apart + 3.0) / 2
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        start = (round(x - half * ux, 3), round(y - half * uy, 3))
        end = (round(x + half * ux, 3), round(y + half * uy, 3))
        plans.append(LinkPlan(link.between, link.kind, start, end))
    return tuple(plans)


# Areas ------------------------------------------------------------------------------------------


def _name_labels(name: str, measure: Measure) -> list[Label]:
    """Ways to set an area's name in capitals: one line at each size, then two where it may be broken."""
    text = name.upper()
    ways = [(text,)]
    ways += [
        (text[: i + 1].rstrip(), text[i + 1 :]) for i, c in enumerate(text) if c in " -" and 2 < i < len(text) - 3
    ]
    labels = []
    for size in NAME_SIZES_PT:
        for lines in ways:
            width = max(measure(line, NAME_FONT, size, NAME_TRACKING) for line in lines)
            height = CAP_EM * size + (len(lines) - 1) * LEADING_EM * size
            labels.append(Label(lines, size, width, height, 0.5 * (len(lines) - 1)))
    return labels


def _badges_of(space: Space) -> list[tuple[str, int]]:
    return [("victory-points", space.victory_points), *((feature, 0) for feature in space.features)]


def _fit_spaces(
    game_map: MapSource,
    cover: Coverage,
    measure: Measure,
    water: Sequence[WaterPlan],
    links: Sequence[LinkPlan],
    problems: list[Problem],
) -> dict[str, Fit]:
    taken = [shapely.box(x - 1, y - 1, x + w + 1, y + h + 1) for x, y, w, h in (p.rect_mm for p in game_map.panels)]
    taken += [LineString([link.start, link.end]).buffer(2.2) for link in links]
    blocked = shapely.union_all(taken)
    clutter = _clutter(water)
    towns = [(shapely.Point(t.at).buffer(TOWN_ROOM_MM[t.rank]), TOWN_COST[t.rank]) for t in game_map.towns]
    fits = {}
    for space in game_map.spaces:
        count = len(_badges_of(space))
        row = (BADGE_PITCH_MM * (count - 1) + BADGE_MM, BADGE_MM)
        labels = _name_labels(space.name, measure)
        if space.name_size_pt:
            labels = [label for label in labels if label.size_pt <= space.name_size_pt + 0.01]
        if space.stack_at and space.name_at:
            by_hand = placed(labels[0], row, _pair(space.stack_at), _pair(space.name_at))
            fits[space.id] = _checked(by_hand, space, cover.faces[space.id].difference(blocked), problems)
            continue
        area = _largest(cover.faces[space.id].difference(blocked))
        near = [(shape.intersection(area.envelope), cost) for shape, cost in clutter if shape.intersects(area)]
        raster = raster_of(area, near, [(shape, cost) for shape, cost in towns if shape.intersects(area)])
        found = fit(raster, labels, row, (area.centroid.x, area.centroid.y))
        if found is None:
            message = f"no room for the stack box, the name and the symbols of {space.name!r}"
            hint = "give stack_at and name_at, or move its borders"
            problems.append(Problem("map-fit", message, space.where("name"), hint))
            spot = area.representative_point()
            found = placed(labels[-1], row, (spot.x, spot.y), (spot.x, spot.y))
        fits[space.id] = found
    return fits


def _checked(found: Fit, space: Space, area: BaseGeometry, problems: list[Problem]) -> Fit:
    """A fit set by hand with its clearance measured; reported when it leaves the area."""
    blocks = [shapely.box(x, y, x + w, y + h) for x, y, w, h in (found.stack, found.name, found.row or found.name)]
    if not all(area.contains(block) for block in blocks):
        message = f"the stack box, the name or the symbols of {space.name!r} lie across its border"
        problems.append(Problem("map-fit", message, space.where("stack_at"), "move stack_at or name_at"))
        return found
    clearance = min(area.boundary.distance(block) for block in blocks)
    return replace(found, clearance=round(clearance, 3))


def _largest(shape: BaseGeometry) -> Polygon:
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    return max(parts, key=lambda part: part.area)


def _clutter(water: Sequence[WaterPlan]) -> list[tuple[BaseGeometry, float]]:
    """Shapes that should not lie under names, with their cost per mm²: rivers, lakes and their shores."""
    shapes: list[tuple[BaseGeometry, float]] = []
    for item in water:
        if item.widths_pt:
            shapes.append((LineString(item.points).buffer(0.6), 0.09 * item.widths_pt[1]))
        else:
            shapes.append((LineString([*item.points, item.points[0]]).buffer(0.5), 0.12))
            shapes.append((Polygon(item.points).buffer(0), 0.02))
    return shapes


def _tints(game_map: MapSource, style: StyleSource, problems: list[Problem]) -> dict[str, int]:
    """Tint numbers; start areas have tints of their own, so they are coloured apart."""
    drawn: dict[str, list[str]] = {space.id: [] for space in game_map.spaces}
    for border in game_map.borders:
        a, b = border.between
        if a in drawn and b in drawn:
            drawn[a].append(b)
            drawn[b].append(a)
    count = len(game_map.tints or style.area_tints) or 4
    start = {space.id for space in game_map.spaces if space.start_of}
    tints: dict[str, int] = {}
    for wanted, number in ((False, count), (True, 2)):
        group = [s for s in game_map.spaces if (s.id in start) == wanted]
        names = {s.id for s in group}
        near = {s.id: [n for n in drawn[s.id] if n in names] for s in group}
        fixed = {s.id: s.tint for s in group if s.tint is not None}
        found = colour_areas(near, number, fixed)
        if found is None:
            message = f"{number} tints are too few to part all neighbours"
            problems.append(Problem("map-tint", message, game_map.where("spaces"), "add a tint in style.yaml"))
            found = {name: 0 for name in names}
        tints |= found
    return tints


def _space_plan(space: Space, faces: MultiPolygon, found: Fit, tint: int) -> SpacePlan:
    x, y, width, height = found.name
    label = found.label
    lines = tuple(
        NameLine(
            line, round(x + width / 2, 3),
            round(y + CAP_EM * label.size_pt + index * LEADING_EM * label.size_pt, 3), label.size_pt,
        )
        for index, line in enumerate(label.lines)
    )  # fmt: skip
    badges = []
    if found.row:
        rx, ry, _, row_height = found.row
        for index, (kind, value) in enumerate(_badges_of(space)):
            at = (round(rx + BADGE_MM / 2 + index * BADGE_PITCH_MM, 3), round(ry + row_height / 2, 3))
            badges.append(Badge(kind, *at, value))
    largest = max(faces.geoms, key=lambda face: face.area)
    return SpacePlan(
        id=space.id, rings=rings(faces), polygon=rings(MultiPolygon([Polygon(largest.exterior)]))[0], tint=tint,
        start=space.start_of is not None, stack=found.stack, name=lines, name_rect=found.name,
        badges=tuple(badges), row_rect=found.row, clearance=found.clearance,
    )  # fmt: skip


# Names ------------------------------------------------------------------------------------------


def _country_names(name: str, kind: str, at: Sequence[Sequence[float]]) -> tuple[NameLine, ...]:
    if kind != "country":
        return ()
    return tuple(NameLine(name.upper(), float(x), float(y), COUNTRY_PT) for x, y in at)


def _sea_name(game_map: MapSource, name: str, line: str | None) -> CurvedName:
    points = parse_line(line)
    size = 15.0 if abs(points[-1][0] - points[0][0]) > 42 else 11.0
    return CurvedName(name.upper(), through(points), size, SEA_TRACKING, "sea")


def _under(name: CurvedName) -> list[Rect]:
    """Rectangles under a curved name, one for each point of its baseline."""
    cap = CAP_EM * name.size_pt
    return [(x - 1.2, y - cap - 0.3, 2.4, cap + 0.8) for x, y in name.points]


def _obstacles(
    game_map: MapSource,
    spaces: Mapping[str, SpacePlan],
    regions: Mapping[str, RegionPlan],
    links: Sequence[LinkPlan],
    borders: Sequence[BorderPlan],
    rivers: Sequence[WaterPlan],
    measure: Measure,
) -> Obstacles:
    rects: list[Rect] = [_rect(panel.rect_mm) for panel in game_map.panels]
    for plan in spaces.values():
        rects += [plan.stack, plan.name_rect, *([plan.row_rect] if plan.row_rect else [])]
    for region in regions.values():
        for line in region.names:
            width = measure(line.text, COUNTRY_FONT, line.size_pt, COUNTRY_TRACKING)
            cap = CAP_EM * line.size_pt
            rects.append((line.x - width / 2, line.y - cap, width, cap))
    for link in links:
        (x1, y1), (x2, y2) = link.start, link.end
        rects.append((min(x1, x2) - 1, min(y1, y2) - 1, abs(x2 - x1) + 2, abs(y2 - y1) + 2))
    drawn = [LineString(border.points) for border in borders if border.kind != "water"]
    big = [LineString(river.points) for river in rivers if river.widths_pt and river.widths_pt[1] >= 1.0]
    return Obstacles(rects, _rect(game_map.frame_mm), drawn, big)


# Tracks -----------------------------------------------------------------------------------------

TRACK_TITLE_MM = 10.5
TRACK_HEAD_MM = 5.6
TRACK_PAD_MM = 1.8
CELL_GAP_MM = 1.0


def plan_track(track: Track) -> TrackPlan:
    """Cells of a track, left to right, its title turned at the left."""
    x, y, width, height = _rect(track.rect_mm)
    left = x + TRACK_TITLE_MM
    room = x + width - TRACK_PAD_MM - left
    pitch = (room + CELL_GAP_MM) / len(track.spaces)
    top = y + TRACK_HEAD_MM
    cells, heads = {}, {}
    for index, space in enumerate(track.spaces):
        at = round(left + index * pitch, 3)
        cells[space.id] = (at, top, round(pitch - CELL_GAP_MM, 3), round(y + height - TRACK_PAD_MM - top, 3))
        heads[space.id] = (at, y, round(pitch - CELL_GAP_MM, 3), TRACK_HEAD_MM)
    return TrackPlan(track.id, (x, y, width, height), (x, y, TRACK_TITLE_MM, height), cells, heads)


__all__ = ["TOWN_TYPE", "MapPlan", "SpacePlan", "plan_map", "plan_track"]
