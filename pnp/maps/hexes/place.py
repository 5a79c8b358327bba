"""All names and symbols of a hex map, placed on its ground: the hook that `pnp.maps.hexes.sheet.plan_hexes` calls.

First what has a fixed place (symbols, badges), then countries and waters, then places, then fortified lines and areas,
finally the rivers, which take what is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from pnp.errors import Location, Problem
from pnp.maps.hex_grid import HexField, hex_field
from pnp.maps.hex_labels import AreaName, PlaceName, TownSymbol
from pnp.maps.hex_plan import HexGroundPlan, HexLabelPlan
from pnp.maps.hexes.badges import hex_badges, port_badges, set_lines
from pnp.maps.hexes.cities import drawn_as, town_symbol
from pnp.maps.hexes.curved import (
    DRAFT_SHIFTS_MM,
    DRAFT_STEP_MM,
    MOST_RIVER,
    RIVER_STEP_MM,
    SHIFTS_MM,
    area_pt,
    letter_quads,
    letter_spots,
    name_shapes,
    place_area_name,
    place_stream_name,
)
from pnp.maps.hexes.mending import mended_area, mended_names
from pnp.maps.hexes.names import GAP_MM, NamedPlace, NameGround, position_names
from pnp.maps.hexes.obstacles import Collision, badge_box, collisions, drawn_things, rect_box
from pnp.maps.hexes.outlines import badge_ring, name_rings
from pnp.maps.hexes.regions import region_names, set_names
from pnp.maps.ladder import ladder_bands
from pnp.maps.lines import Point, Rect, overlap, parse_line, rect_of, through
from pnp.maps.placing import Measure
from pnp.model.hexes import HexMap
from pnp.model.map import MapSource, MapSymbol, Space
from pnp.model.style import MapFaces
from pnp.units import MM_PER_PT

USUAL_FACES = MapFaces()
EDGE_MM = 1.5
"""A town or village nearer to the frame is left out, since the frame would cut its symbol."""


def place_labels(
    game_map: MapSource, ground: HexGroundPlan, measure: Measure, *, draft: bool = False,
    faces: MapFaces = USUAL_FACES,
) -> tuple[HexLabelPlan, tuple[str, ...], tuple[Problem, ...]]:  # fmt: skip
    """The names and symbols of a map in its language, the names without a place, and problems to report."""
    hexes = game_map.hexes
    assert hexes is not None
    field = hex_field(hexes)
    blocked = blocked_rects(game_map)
    spaces = {
        s.id: s
        for s in game_map.spaces
        if s.id in field.index and not under_any(field.centre(field.index[s.id]), blocked)
        and ((s.rank or 0) < 3 or _inside(field.centre(field.index[s.id]), game_map.frame_mm))
    }
    towns = _symbols(spaces, game_map.symbols, field, ground, draft=draft)
    x, y, width, height = game_map.frame_mm
    lines = set_lines(hexes, field, (float(x), float(y), float(width), float(height)))
    hidden = frozenset(
        n for n, number in ground.numbers.items() if any(overlap(number.rect, rect, 0.3) for rect in blocked)
    )
    things, radii = drawn_things(ground, towns, (), lines, hidden), {town.id: town.radius for town in towns}
    name_ground = _ground(game_map, ground, blocked, things)
    # A badge would hide a number, and end a line short of its town, which is worse than to lie on other ground.
    hidden_by = {kind: things[kind] for kind in ("number", "rail", "river")}
    rows = hex_badges(game_map, field, spaces, radii, name_ground.also(**hidden_by), measure)
    badges = [badge for badge in rows if not under_any(badge.at, blocked)]
    inland = {kind: shapes for kind, shapes in things.items() if kind != "coast"}
    off_shore = _ground(game_map, ground, blocked, inland | {"badge": [badge_box(badge) for badge in badges]})
    badges += port_badges(field, list(spaces.values()), radii, off_shore)
    name_ground = name_ground.also(badge=[badge_box(badge) for badge in badges])
    shifts = DRAFT_SHIFTS_MM if draft else SHIFTS_MM
    areas: list[AreaName] = []
    for name, wet in (
        *_water_names(hexes, faces.water), *region_names(hexes, field, name_ground, measure, faces.region),
    ):
        if not any(_inside(point, game_map.frame_mm) for point in name.points):
            continue  # this map is cut from a larger one
        area = place_area_name(name, name_ground, measure, wet=wet, shifts=shifts, thorough=not draft)
        areas.append(area if draft else mended_area(area, name_ground, measure, wet))
        name_ground = name_ground.also(name=name_shapes(areas[-1], measure))
    wide = float(hexes.grid.flat_mm)
    named = [_named(space, towns, faces.city, wide) for space in spaces.values() if space.rank and space.name]
    places = position_names(named, name_ground, measure)
    if not draft:
        placed = {place.id for place in places}
        places = mended_names([place for place in named if place.id in placed], places, name_ground, measure)
    name_ground = name_ground.also(name=[rect_box(place.rect) for place in places])
    for name, wet in set_names(hexes, field):
        area = place_area_name(name, name_ground, measure, wet=wet, shifts=shifts, thorough=not draft)
        areas.append(area if draft else mended_area(area, name_ground, measure, wet))
        name_ground = name_ground.also(name=name_shapes(areas[-1], measure))
    streams, unnamed_rivers = _streams(ground, name_ground, measure, faces.water, draft)
    areas += streams
    positioned = {place.id for place in places}
    left_out = (*(place.name for place in named if place.id not in positioned), *unnamed_rivers)
    if draft:
        knock_out = [_corners(place.rect) for place in places]
    else:
        knock_out = [ring for place in places for ring in name_rings(place, measure)]
    knock_out += [quad for area in areas for quad in _quads(area, measure)]
    knock_out += [badge_ring(badge) for badge in badges]
    plan = HexLabelPlan(tuple(knock_out), hidden, towns, tuple(badges), places, tuple(areas), lines)
    crowded: list[Problem] = []
    if not draft:
        everything = {**things, "badge": [badge_box(badge) for badge in badges]}
        crowded = _problems(game_map, places, areas, collisions(everything, places, areas, measure))
    return plan, left_out, (*crowded, *_unnamed(game_map, left_out))


def blocked_rects(game_map: MapSource) -> list[Rect]:
    """The rectangles that cover the map: panels, tracks, boxes, and the ladder of a turned grid."""
    rects = [panel.rect_mm for panel in game_map.panels] + [track.rect_mm for track in game_map.tracks]
    rects += [box.rect_mm for box in game_map.boxes if box.rect_mm]
    if game_map.hexes is not None and game_map.hexes.grid.turn_deg:
        rects += ladder_bands(rect_of(game_map.frame_mm))
    return [rect_of(rect) for rect in rects]


def under_any(point: Point, rects: Sequence[Rect], margin: float = 1.0) -> bool:
    """Whether `point` lies under a rectangle, or within `margin` of one."""
    return any(
        x - margin < point[0] < x + w + margin and y - margin < point[1] < y + h + margin for x, y, w, h in rects
    )


def _inside(point: Point, frame: Sequence[float]) -> bool:
    """Whether the symbol of a small place at `point` isn't cut by the frame."""
    x, y, width, height = (float(v) for v in frame)
    return x + EDGE_MM < point[0] < x + width - EDGE_MM and y + EDGE_MM < point[1] < y + height - EDGE_MM


def _corners(rect: Rect) -> tuple[Point, ...]:
    x, y, width, height = rect
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


# Symbols ------------------------------------------------------------------------------------------


def _symbols(
    spaces: dict[str, Space], features: Sequence[MapSymbol], field: HexField, ground: HexGroundPlan, *, draft: bool
) -> tuple[TownSymbol, ...]:
    """A symbol for each place with a rank."""
    rails = [
        shapely.LineString(way.points)
        for way in ground.ways
        if "rail" in way.look and len(way.points) > 1
    ]
    tree = shapely.STRtree(rails)
    symbols = []
    for space in spaces.values():
        if space.rank is None:
            continue
        at = field.centre(field.index[space.id])
        kind = drawn_as(space, features)
        through_it: list[BaseGeometry] = []
        if kind in ("capital", "city"):
            near = shapely.Point(at).buffer(field.side_mm)
            through_it = [rails[i].intersection(near) for i in sorted(tree.query(near, predicate="intersects"))]
        symbols.append(town_symbol(space.id, kind, space.rank, at, field.side_mm, through_it, draft=draft))
    return tuple(symbols)


def _named(space: Space, towns: Sequence[TownSymbol], city_face: str, hex_mm: float) -> NamedPlace:
    symbol = next(t for t in towns if t.id == space.id)
    rank = space.rank or 4
    font = city_face if rank <= 2 else ""
    return NamedPlace(space.id, space.name, rank, symbol.at, symbol.radius, space.name_to, font, hex_mm)


# What names avoid ---------------------------------------------------------------------------------


def _ground(
    game_map: MapSource, ground: HexGroundPlan, blocked: Sequence[Rect], things: Mapping[str, Sequence[BaseGeometry]]
) -> NameGround:
    water = [shapely.Polygon(outer, holes) for outer, *holes in ground.shore]
    frame = tuple(float(v) for v in game_map.frame_mm)
    return NameGround(frame, blocked, things, shapely.MultiPolygon(water) if water else None)  # type: ignore[arg-type]


# Waters and rivers --------------------------------------------------------------------------------


def _water_names(hexes: HexMap, face: str) -> list[tuple[AreaName, bool | None]]:
    names: list[tuple[AreaName, bool | None]] = []
    for name in hexes.water_names:
        points = through(parse_line(name.line))
        wet = None if name.kind == "river" else name.kind in ("sea", "lake")
        spoken = wet is None or name.kind == "crossing"
        font = face if wet is not False else "condensed-italic" if spoken else "condensed-medium"
        kind = "part" if name.kind == "region" else name.kind
        tracking_em = float(name.tracking_em)
        text = name.name if spoken else _spaced(name.name, tracking_em)
        names.append((AreaName(text, points, font, area_pt(float(name.size_pt)), tracking_em, kind), wet))  # type: ignore[arg-type]
    return names


def _spaced(name: str, tracking_em: float) -> str:
    """`name` in capitals, with double spaces between words where the tracking is below half an em."""
    return name.upper().replace(" ", "  ") if tracking_em < 0.5 else name.upper()


def _streams(
    ground: HexGroundPlan, name_ground: NameGround, measure: Measure, face: str, draft: bool
) -> tuple[list[AreaName], list[str]]:
    """One name for all stretches of each river that is to be labelled, and the rivers without room for theirs."""
    courses: dict[str, list[Sequence[Point]]] = {}
    for river in ground.rivers:
        if river.label and river.name and len(river.course) > 1:
            courses.setdefault(river.name, []).append(river.course)
    names: list[AreaName] = []
    unnamed: list[str] = []
    step_mm = DRAFT_STEP_MM if draft else RIVER_STEP_MM
    for name, stretches in courses.items():
        half_mm = 1.6 * MM_PER_PT / 2
        stream_name = place_stream_name(name, stretches, half_mm, name_ground, measure, step_mm=step_mm, font=face)
        if stream_name is not None and not draft:
            stream_name = mended_area(stream_name, name_ground, measure, None)
        if stream_name is None or stream_name.cost > MOST_RIVER:
            unnamed.append(name)
        else:
            names.append(stream_name)
            name_ground = name_ground.also(name=name_shapes(stream_name, measure))
    return names, unnamed


def _quads(area: AreaName, measure: Measure) -> list[tuple[Point, ...]]:
    spots = letter_spots(area.text, area.points, area.font, area.size_pt, area.tracking_em, measure)
    return letter_quads(spots, area.size_pt, air=0.35, descent=area.text != area.text.upper())


# Reports ------------------------------------------------------------------------------------------


def _problems(
    game_map: MapSource, places: Sequence[PlaceName], areas: Sequence[AreaName], left: Sequence[Collision]
) -> list[Problem]:
    """A warning for each name that comes nearer than GAP_MM to what it should not."""
    things: dict[str, list[str]] = {}
    for collision in left:
        things.setdefault(collision.name, []).append(collision.thing)
    order = {space.id: index for index, space in enumerate(game_map.spaces)}
    hint = "Give the place a `name_to` (e, ne, n, nw, w, sw, s, se), a higher rank number, or leave the name out."
    problems = [
        _crowded(place.text, things[place.text], game_map.where("spaces", order[place.id]), hint)
        for place in places
        if place.text in things
    ]
    hint = "Draw its line elsewhere: `name_lines` of a region, `line` of a water name."
    return problems + [
        _crowded(a.text, things[a.text], game_map.where("hexes"), hint) for a in areas if a.text in things
    ]


def _crowded(text: str, things: Sequence[str], where: Location | None, hint: str) -> Problem:
    message = f"the name {text!r} lies nearer than {GAP_MM} mm to: {', '.join(things)}"
    return Problem("name-crowded", message, where, hint, "warning")


def _unnamed(game_map: MapSource, left_out: Sequence[str]) -> list[Problem]:
    where, hint = game_map.where("hexes"), "Move or shorten it."
    return [
        Problem("name-crowded", f"the name {name!r} found no room on the map", where, hint, "warning")
        for name in left_out
    ]
