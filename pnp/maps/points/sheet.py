"""A point map on its sheet: boxes of one size on hand-set points, roads between them, the geography beneath.

`plan_points` returns a `MapPlan` like that of an area map: each space has its box as outline. Its `problems` hold what
does not fit, and where drawing and rules disagree on a river.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem, SourceError
from pnp.maps.graph import route_problems
from pnp.maps.lines import Rect, chaikin, length_mm, overlap, pair, parse_line, rect_of, through
from pnp.maps.parts import Badge, CurvedName, GroundPlan, MapPlan, NameLine, RegionPlan, RoadPlan, SpacePlan, WaterPlan
from pnp.maps.placing import CAP_EM, Measure, Obstacles, place_river_name, place_towns
from pnp.maps.points.roads import bar_rect, crossing_problems, plan_roads, road_problems, road_rects
from pnp.maps.scenery import scenery, washes
from pnp.maps.tracks import plan_track
from pnp.model.map import MapSource, River, Space, Surrounding

BOX_MM = 17.4
"""Side of the inner box: a 15.9 mm counter is 0.91 of it."""
TAB_MM = 4.7
"""Height of the name tab on the box."""
TAB_FONT, TAB_PT, TAB_SMALLEST_PT = "condensed-semibold", 8.8, 6.0
TAB_PAD_MM = 0.8
STAR_MM = 1.55
"""Radius of a symbol in the tab."""
NOTE_FONT, NOTE_PT, NOTE_SMALLEST_PT = "condensed-medium", 6.6, 5.0
NOTE_STEP_MM = 2.5

MAIN_WIDTHS_PT = (9.6, 7.6)
ROAD_WIDTHS_PT = (4.6, 3.4)
"""Casing and fill of the main road and of the others."""
HALF_WIDTHS_MM = {True: 1.7, False: 0.82}
BAR_PT, BAR_SURROUND_PT = 3.8, 5.6
BAR_LONG_MM = {True: 6.0, False: 4.6}
"""Length of the bar across a main road and across another."""

COUNTRY_FONT, COUNTRY_PT, COUNTRY_TRACKING = "condensed-regular", 9.5, 0.3
SEA_FONT = "condensed-italic"
SEA_TYPE = ((8.0, 0.18), (8.0, 0.1), (6.4, 0.06), (6.4, 0.0), (6.0, 0.0), (5.8, 0.0), (5.4, 0.0))
"""Size and tracking of a sea's name, best first."""
BIG_RIVER_PT, RIVER_PT = 8.0, 6.4
"""Size of a river's name, by its width at the mouth."""
BIG_RIVER_FROM_PT = 1.5


def plan_points(game_map: MapSource, measure: Measure, *, rounds: int = 2) -> MapPlan:
    """The positions of everything on a point map.

    measure  the width of a text in mm
    rounds   how often corners of the geography are cut; 0 = a draft
    Raises SourceError for all points without a place and all routes without two different ends.
    """
    problems = [*route_problems(game_map), *_unplaced(game_map)]
    if problems:
        raise SourceError(*problems)
    boxes = {space.id: box_of(space) for space in game_map.spaces}
    rivers = [_water(river, rounds) for river in game_map.rivers]
    courses = river_courses(game_map, rivers)
    roads = plan_roads(game_map, boxes, courses)
    main = {space for road in roads if road.main for space in road.between}
    spaces = {space.id: _space_plan(space, space.id in main, measure, problems) for space in game_map.spaces}
    tracks = {track.id: plan_track(track) for track in game_map.tracks}
    printed = {box.id: rect_of(box.rect_mm) for box in game_map.boxes if box.rect_mm}
    furniture = {**{key: plan.rect for key, plan in tracks.items()}, **printed}
    furniture |= {panel.kind: rect_of(panel.rect_mm) for panel in game_map.panels if panel.kind != "credits"}
    problems += _overlaps(game_map, boxes, furniture)
    problems += road_problems(game_map, roads, {**boxes, **furniture}, HALF_WIDTHS_MM)
    problems += crossing_problems(game_map, roads, courses)
    regions = {s.id: _region(s, rounds) for s in game_map.surroundings}
    obstacles = _obstacles(game_map, boxes, furniture, roads, regions, rivers, measure)
    curved, left_seas = _sea_names(game_map, obstacles, measure)
    more, left_rivers = _river_names(game_map, rivers, obstacles, measure)
    towns, left_towns = place_towns(game_map.towns, obstacles, measure)
    lakes = [WaterPlan(lake.name, chaikin(parse_line(lake.line), rounds, closed=True)) for lake in game_map.lakes]
    waters = [Polygon(lake.points) for lake in lakes]
    waters += [Polygon(ring) for region in regions.values() if region.kind == "sea" for ring in region.rings]
    marks = scenery(game_map.grounds, obstacles, waters)
    return MapPlan(
        size_mm=pair(game_map.size_mm), frame_mm=rect_of(game_map.frame_mm), spaces=spaces, regions=regions, borders=(),
        links=(), rivers=tuple(rivers), lakes=tuple(lakes), towns=towns, curved=(*curved, *more),
        tracks=tracks, boxes=printed, left_out=(*left_seas, *left_rivers, *(town.name for town in left_towns)),
        problems=tuple(problems), roads=tuple(roads),
        grounds=tuple(GroundPlan(g.tint, chaikin(parse_line(g.line), rounds, closed=True)) for g in game_map.grounds),
        scenery=marks, washes=washes(game_map.grounds, obstacles.frame, waters, marks),
        frontiers=tuple(chaikin(parse_line(f.line), rounds) for f in game_map.frontiers),
    )  # fmt: skip


def _unplaced(game_map: MapSource) -> list[Problem]:
    hint = "give the centre of its box in mm"
    return [
        Problem("map-fit", f"{space.id!r} has no place on the sheet: it lacks `stack_at`", space.where("id"), hint)
        for space in game_map.spaces
        if space.stack_at is None
    ]


# Boxes ------------------------------------------------------------------------------------------


def box_of(space: Space) -> Rect:
    """The whole box of a point, tab included; `stack_at` is the centre of the inner box."""
    x, y = pair(space.stack_at or (0, 0))
    return (round(x - BOX_MM / 2, 3), round(y - BOX_MM / 2 - TAB_MM, 3), BOX_MM, round(BOX_MM + TAB_MM, 3))


def _space_plan(space: Space, main: bool, measure: Measure, problems: list[Problem]) -> SpacePlan:
    x, y, width, height = box_of(space)
    outline = ((x, y), (round(x + width, 3), y), (round(x + width, 3), round(y + height, 3)), (x, round(y + height, 3)))
    symbols = 2 * STAR_MM + 0.7 if space.features else 0.0
    left, room = x + TAB_PAD_MM + symbols, width - 2 * TAB_PAD_MM - symbols
    size, hint = TAB_PT, "shorten it; at its smallest it is drawn narrower"
    while measure(space.name, TAB_FONT, size, 0.0) > room and size > TAB_SMALLEST_PT:
        size = round(size - 0.2, 1)
    if measure(space.name, TAB_FONT, size, 0.0) > room:
        message = f"the name {space.name!r} is too long for its tab"
        problems.append(Problem("map-fit", message, space.where("name"), hint))
    if space.note and measure(space.note, NOTE_FONT, NOTE_SMALLEST_PT, 0.0) > BOX_MM - 1.2:
        message = f"the note {space.note!r} is too long for its box"
        problems.append(Problem("map-fit", message, space.where("note"), hint))
    baseline = round(y + TAB_MM / 2 + CAP_EM * size / 2, 3)
    name = NameLine(space.name, round(left + room / 2, 3), baseline, size)
    column, first, step = round(x + TAB_PAD_MM + STAR_MM, 3), y + TAB_MM / 2, 2 * STAR_MM + 0.5
    badges = [  # the first in the tab, the others below it in the box
        Badge(feature, column, round(first if number == 0 else y + TAB_MM + 0.6 + STAR_MM + (number - 1) * step, 3))
        for number, feature in enumerate(space.features)
    ]
    if space.victory_points:
        corner = (round(x + width - TAB_PAD_MM - STAR_MM, 3), round(y + TAB_MM + 0.6 + STAR_MM, 3))
        badges.append(Badge("victory-points", *corner, space.victory_points))
    stack = (x, round(y + TAB_MM, 3), BOX_MM, BOX_MM)
    return SpacePlan(
        id=space.id, rings=(outline,), polygon=outline, tint=0, start="", stack=stack, name=(name,),
        name_rect=(x, y, width, TAB_MM), badges=tuple(badges), row_rect=None, clearance=0.0, main=main,
    )  # fmt: skip


def _overlaps(game_map: MapSource, boxes: Mapping[str, Rect], furniture: Mapping[str, Rect]) -> list[Problem]:
    """Boxes on boxes, on tracks and panels, or out of the frame."""
    problems = []
    fx, fy, fw, fh = rect_of(game_map.frame_mm)
    spaces = {space.id: space for space in game_map.spaces}
    for one, other in itertools.combinations([*boxes, *furniture], 2):
        if one in boxes and overlap({**boxes, **furniture}[one], {**boxes, **furniture}[other], 1.0):
            message = f"the box of {one!r} lies on {other!r}"
            problems.append(Problem("map-fit", message, spaces[one].where("stack_at"), "move one of the two"))
    for name, (x, y, width, height) in boxes.items():
        if x < fx + 1 or y < fy + 1 or x + width > fx + fw - 1 or y + height > fy + fh - 1:
            message = f"the box of {name!r} leaves the frame"
            problems.append(Problem("map-fit", message, spaces[name].where("stack_at"), "move it inwards"))
    return problems


# Geography --------------------------------------------------------------------------------------


def _water(river: River, rounds: int) -> WaterPlan:
    return WaterPlan(river.name, chaikin(parse_line(river.line), rounds), pair(river.widths_pt))


def river_courses(game_map: MapSource, rivers: Sequence[WaterPlan]) -> dict[str, BaseGeometry]:
    """River id -> all its stretches as drawn."""
    stretches: dict[str, list[LineString]] = {}
    for source, plan in zip(game_map.rivers, rivers, strict=True):
        if source.id and len(plan.points) > 1:
            stretches.setdefault(source.id, []).append(LineString(plan.points))
    return {name: shapely.union_all(lines) for name, lines in stretches.items()}


def _region(region: Surrounding, rounds: int) -> RegionPlan:
    line = chaikin(parse_line(region.line), rounds, closed=True)
    names = tuple(
        NameLine(region.name.upper(), *pair(at), COUNTRY_PT) for at in region.names_at if region.kind == "country"
    )
    return RegionPlan(region.id, region.kind, (line,) if line else (), names)


def _obstacles(
    game_map: MapSource,
    boxes: Mapping[str, Rect],
    furniture: Mapping[str, Rect],
    roads: Sequence[RoadPlan],
    regions: Mapping[str, RegionPlan],
    rivers: Sequence[WaterPlan],
    measure: Measure,
) -> Obstacles:
    """The obstacles to the names of towns and rivers."""
    rects: list[Rect] = [*boxes.values(), *furniture.values()]
    for road in roads:
        rects += road_rects(road, HALF_WIDTHS_MM[road.main])
        if road.crossing:
            rects.append(bar_rect(road.crossing, BAR_LONG_MM[road.main] / 2))
    for region in regions.values():
        for line in region.names:
            width, cap = measure(line.text, COUNTRY_FONT, line.size_pt, COUNTRY_TRACKING), CAP_EM * line.size_pt
            rects.append((line.x - width / 2, line.y - cap, width, cap))
    border_lines = [LineString(parse_line(frontier.line)) for frontier in game_map.frontiers]
    border_lines += [LineString([*ring, ring[0]]) for r in regions.values() if r.kind == "sea" for ring in r.rings]
    return Obstacles(
        rects, rect_of(game_map.frame_mm), border_lines, [LineString(r.points) for r in rivers if len(r.points) > 1]
    )


def _sea_names(game_map: MapSource, obstacles: Obstacles, measure: Measure) -> tuple[list[CurvedName], list[str]]:
    """Names of seas along their lines, smaller and tighter where the line is short; and the names that don't fit."""
    curved: list[CurvedName] = []
    unplaced: list[str] = []
    for sea in game_map.surroundings:
        if not sea.name_line:
            continue
        course = through(parse_line(sea.name_line))
        room = length_mm(course)
        fitting = [type_ for type_ in SEA_TYPE if measure(sea.name, SEA_FONT, *type_) <= room]
        if not fitting:
            unplaced.append(sea.name)
            continue
        size, tracking = fitting[0]
        curved.append(CurvedName(sea.name, course, size, tracking, "sea"))
        obstacles.rects += _under(curved[-1])
    return curved, unplaced


def _under(name: CurvedName) -> list[Rect]:
    cap = CAP_EM * name.size_pt
    return [(x - 1.0, y - cap - 0.2, 2.0, cap + 0.6) for x, y in name.points]


def _river_names(
    game_map: MapSource, rivers: Sequence[WaterPlan], obstacles: Obstacles, measure: Measure
) -> tuple[list[CurvedName], list[str]]:
    """Names along the rivers whose `label` is set, and the names of those without room."""
    curved: list[CurvedName] = []
    unplaced: list[str] = []
    for source, plan in zip(game_map.rivers, rivers, strict=True):
        if not source.label:
            continue
        size = BIG_RIVER_PT if source.widths_pt[1] >= BIG_RIVER_FROM_PT else RIVER_PT
        river_name = place_river_name(source.name, plan.points, obstacles, measure, size)
        if river_name is None:
            unplaced.append(source.name)
        else:
            curved.append(river_name)
            obstacles.rects += _under(river_name)
    return curved, unplaced


