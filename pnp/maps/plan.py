"""The position of everything on the sheet, in mm: the map sheet draws from it, the VASSAL board measures on it.

`plan_map` is a pure function of its input, slow (a few seconds) and its result picklable, so the build
caches it by content. Read `parts.MapPlan`, then `plan_map`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon

from pnp.errors import Problem
from pnp.maps.areas.borders import Coverage, coverage, nearest_points, rings
from pnp.maps.areas.spaces import fit_spaces, space_plan, tints_of
from pnp.maps.boxes import room_mm
from pnp.maps.graph import border_kind
from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.hexes.sheet import plan_hexes
from pnp.maps.lines import Rect, chaikin, length_mm, pair, parse_line, rect_of, through
from pnp.maps.parts import (
    COUNTRY_FONT,
    COUNTRY_TRACKING,
    SEA_FONT,
    BorderPlan,
    CurvedName,
    LinkPlan,
    MapPlan,
    NameLine,
    RegionPlan,
    SpacePlan,
    WaterPlan,
)
from pnp.maps.placing import CAP_EM, Measure, Obstacles, place_river_name, place_towns
from pnp.maps.points.sheet import plan_points
from pnp.maps.scenery import scenery, washes
from pnp.maps.tracks import plan_track
from pnp.model.map import MapSource, Surrounding
from pnp.model.style import StyleSource

ARROW_MM = 7.0
COUNTRY_SIZES_PT = (9.5, 8.0, 6.4)
SEA_TRACKINGS = (0.32, 0.24, 0.16, 0.1, 0.06)


def plan_map(
    game_map: MapSource, style: StyleSource, measure: Measure, *, rounds: int = 2, ground: HexGroundPlan | None = None
) -> MapPlan:
    """The positions of everything on a map of any kind.

    measure  the width of a text in mm; `pnp.generators.maps.sheet.plan_sheet` passes that of the drawing
    rounds   how often corners are cut; 0 = a draft
    ground   of a hex map, if it exists already
    Raises SourceError when the borders do not close or a point has no place. What does not fit is in `problems`.
    """
    if game_map.kind == "points":
        return plan_points(game_map, measure, rounds=rounds)
    if game_map.kind == "hexes":
        return plan_hexes(game_map, style, measure, rounds=rounds, ground=ground)
    return _plan_areas(game_map, style, measure, rounds)


def _plan_areas(game_map: MapSource, style: StyleSource, measure: Measure, rounds: int) -> MapPlan:
    cover = coverage(game_map, rounds=rounds)
    rivers, lakes = _water(game_map, rounds)
    links = _links(game_map, cover)
    problems: list[Problem] = []
    fits = fit_spaces(game_map, cover, measure, [*rivers, *lakes], links, room_mm(style.counters.size_mm), problems)
    tints = tints_of(game_map, style, problems)
    values = {symbol.id: symbol.value for symbol in game_map.symbols}
    spaces = {s.id: space_plan(s, cover.faces[s.id], fits[s.id], tints[s.id], values) for s in game_map.spaces}
    regions = {
        s.id: RegionPlan(s.id, s.kind, rings(cover.faces[s.id]), _country_names(s, cover.faces[s.id], measure))
        for s in game_map.surroundings
    }
    borders = tuple(
        BorderPlan(arc.between, border_kind(game_map, arc.between, border.river), arc.points)
        for arc, border in zip(cover.arcs, game_map.borders, strict=True)
    )
    obstacles = _obstacles(game_map, spaces, regions, links, borders, rivers, measure)
    curved = [sea_name(s.name, s.name_line, measure) for s in game_map.surroundings if s.name_line]
    for name in curved:
        obstacles.rects += _under(name)
    towns, unplaced = place_towns(game_map.towns, obstacles, measure)
    left_out = [town.name for town in unplaced]
    for river in (r for r in game_map.rivers if r.label):
        course = chaikin(parse_line(river.line), rounds)
        river_name = place_river_name(river.name, course, obstacles, measure)
        if river_name is None:
            left_out.append(river.name)
        else:
            curved.append(river_name)
            obstacles.rects += _under(river_name)
    waters = [cover.faces[region.id] for region in game_map.surroundings if region.kind == "sea"]
    waters += [Polygon(lake.points) for lake in lakes]
    marks = scenery(game_map.grounds, obstacles, waters)
    return MapPlan(
        size_mm=pair(game_map.size_mm), frame_mm=rect_of(game_map.frame_mm), spaces=spaces, regions=regions,
        borders=borders, links=links, rivers=tuple(rivers), lakes=tuple(lakes), towns=towns, curved=tuple(curved),
        tracks={track.id: plan_track(track) for track in game_map.tracks},
        boxes={box.id: rect_of(box.rect_mm) for box in game_map.boxes if box.rect_mm},
        left_out=tuple(left_out), problems=tuple(problems), scenery=marks,
        washes=washes(game_map.grounds, obstacles.frame, waters, marks),
    )  # fmt: skip


def _water(game_map: MapSource, rounds: int) -> tuple[list[WaterPlan], list[WaterPlan]]:
    rivers = [
        WaterPlan(river.name, chaikin(parse_line(river.line), rounds), pair(river.widths_pt))
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


# Names ------------------------------------------------------------------------------------------


def _country_names(region: Surrounding, faces: MultiPolygon, measure: Measure) -> tuple[NameLine, ...]:
    """Names of a country, smaller or moved aside where the country is narrow at that height."""
    if region.kind != "country":
        return ()
    text = region.name.upper()
    names = []
    for x, y in (pair(at) for at in region.names_at):
        left, right = _room_across(faces, x, y - CAP_EM * COUNTRY_SIZES_PT[0] / 2)
        room, sizes = right - left, COUNTRY_SIZES_PT
        size = next((pt for pt in sizes if measure(text, COUNTRY_FONT, pt, COUNTRY_TRACKING) <= room), sizes[-1])
        half = measure(text, COUNTRY_FONT, size, COUNTRY_TRACKING) / 2
        if right - left >= 2 * half:
            x = min(max(x, left + half), right - half)
        names.append(NameLine(text, round(x, 3), y, size))
    return tuple(names)


def _room_across(faces: MultiPolygon, x: float, y: float) -> tuple[float, float]:
    """The x range in which a level line through (x, y) stays inside `faces`, less a margin."""
    x0, _, x1, _ = faces.bounds
    across = shapely.get_parts(LineString([(x0 - 1, y), (x1 + 1, y)]).intersection(faces))
    for part in across:
        a, _, b, _ = part.bounds
        if a <= x <= b:
            return a + 1.5, b - 1.5
    return x, x


def sea_name(name: str, line: str, measure: Measure) -> CurvedName:
    """The name along its line, in the widest letterspacing with which it isn't longer."""
    points, text = through(parse_line(line)), name.upper()
    size = 16.0 if abs(points[-1][0] - points[0][0]) > 42 else 12.5
    fits = (tracking for tracking in SEA_TRACKINGS if measure(text, SEA_FONT, size, tracking) <= length_mm(points))
    return CurvedName(text, points, size, next(fits, SEA_TRACKINGS[-1]), "sea")


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
    rects: list[Rect] = [rect_of(panel.rect_mm) for panel in game_map.panels]
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
    border_lines = [LineString(border.points) for border in borders if border.kind != "water"]
    big = [LineString(river.points) for river in rivers]
    return Obstacles(rects, rect_of(game_map.frame_mm), border_lines, big)
