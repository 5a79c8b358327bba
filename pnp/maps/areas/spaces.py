"""Areas on the sheet: settings of their names, places of boxes and symbols, tints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem
from pnp.maps.areas.borders import Coverage, rings
from pnp.maps.areas.fitting import AreaFit, NameSetting, fit, fit_at, raster_of
from pnp.maps.lines import pair
from pnp.maps.parts import NAME_FONT, NAME_TRACKING, Badge, LinkPlan, NameLine, SpacePlan, WaterPlan
from pnp.maps.placing import CAP_EM, Measure
from pnp.maps.scenery import STREWN, grounds_of
from pnp.model.map import MapSource, Space
from pnp.model.style import StyleSource

NAME_SIZES_PT = ((12.5, 9.5), (9.5, 8.0), (9.5, 6.4), (8.0, 6.4))
"""The two sizes of the names of a map's areas: the first pair with which every name has room."""
LEADING_EM = 0.36
"""Baseline to baseline of a name in two lines, mm for each pt."""

WOODS_COST = 0.025
"""Of lying on woods and marshes, for each mm²."""
BADGE_PITCH_MM = 5.6
BADGE_MM = 5.1
TOWN_ROOM_MM = {1: 3.2, 2: 3.2, 3: 4.5}
TOWN_COST = {1: 1.1, 2: 1.0, 3: 0.75}
"""Radius kept free about a town, and cost per mm² of a box or name there, by rank; the names of small ones find room
last."""


def _name_labels(name: str, measure: Measure, sizes: Sequence[float]) -> list[NameSetting]:
    """Ways to set an area's name in capitals: at each size one line, then two where it may be broken."""
    text = name.upper()
    ways = [(text,)]
    ways += [
        (text[: i + 1].rstrip(), text[i + 1 :]) for i, c in enumerate(text) if c in " -" and 2 < i < len(text) - 3
    ]
    labels = []
    for size in sizes:
        for lines in ways:
            width = max(measure(line, NAME_FONT, size, NAME_TRACKING) for line in lines)
            height = CAP_EM * size + (len(lines) - 1) * LEADING_EM * size
            labels.append(NameSetting(lines, size, width, height, 0.5 * (len(lines) - 1)))
    return labels


def fit_spaces(
    game_map: MapSource,
    cover: Coverage,
    measure: Measure,
    water: Sequence[WaterPlan],
    links: Sequence[LinkPlan],
    stack_mm: float,
    problems: list[Problem],
) -> dict[str, AreaFit]:
    """Space id -> where its stack box, name and symbols fit; problems are appended to `problems`.

    stack_mm  side of a stack box
    """
    for sizes in NAME_SIZES_PT:
        left: list[Problem] = []
        fits = _fits(game_map, cover, measure, water, links, stack_mm, sizes, left)
        if not left:
            break
    problems += left
    return fits


def _fits(
    game_map: MapSource, cover: Coverage, measure: Measure, water: Sequence[WaterPlan], links: Sequence[LinkPlan],
    stack_mm: float, sizes: Sequence[float], problems: list[Problem],
) -> dict[str, AreaFit]:  # fmt: skip
    obstacles = [shapely.box(x - 1, y - 1, x + w + 1, y + h + 1) for x, y, w, h in (p.rect_mm for p in game_map.panels)]
    obstacles += [LineString([link.start, link.end]).buffer(2.2) for link in links]
    blocked = shapely.union_all(obstacles)
    clutter = _clutter(water)
    clutter += [(shape, WOODS_COST) for look, shape in grounds_of(game_map.grounds).items() if look in STREWN]
    towns = [(shapely.Point(t.at).buffer(TOWN_ROOM_MM[t.rank]), TOWN_COST[t.rank]) for t in game_map.towns]
    fits = {}
    for space in game_map.spaces:
        count = 1 + len(space.features)
        row = (BADGE_PITCH_MM * (count - 1) + BADGE_MM, BADGE_MM)
        labels = _name_labels(space.name, measure, sizes)
        if space.name_size_pt:
            labels = [label for label in labels if label.size_pt <= space.name_size_pt + 0.01] or labels[-1:]
        if space.stack_at and space.name_at:
            by_hand = fit_at(labels[0], row, pair(space.stack_at), pair(space.name_at), stack_mm)
            fits[space.id] = _checked(by_hand, space, cover.faces[space.id].difference(blocked), problems)
            continue
        area = _largest(cover.faces[space.id].difference(blocked))
        near = [(shape.intersection(area.envelope), cost) for shape, cost in clutter if shape.intersects(area)]
        raster = raster_of(area, near, [(shape, cost) for shape, cost in towns if shape.intersects(area)])
        stack_at = pair(space.stack_at) if space.stack_at else None
        space_fit = fit(raster, labels, row, (area.centroid.x, area.centroid.y), stack_mm, stack_at)
        if space_fit is None:
            message = f"no room for the stack box, the name and the symbols of {space.name!r}"
            hint = "give stack_at and name_at, or move its borders"
            problems.append(Problem("map-fit", message, space.where("name"), hint))
            spot = area.representative_point()
            space_fit = fit_at(labels[-1], row, (spot.x, spot.y), (spot.x, spot.y), stack_mm)
        fits[space.id] = space_fit
    return fits


def _checked(space_fit: AreaFit, space: Space, area: BaseGeometry, problems: list[Problem]) -> AreaFit:
    """A fit set by hand, with its clearance; a problem is reported when it leaves the area."""
    rects = (space_fit.stack, space_fit.name, space_fit.row or space_fit.name)
    blocks = [shapely.box(x, y, x + w, y + h) for x, y, w, h in rects]
    if not all(area.contains(block) for block in blocks):
        message = f"the stack box, the name or the symbols of {space.name!r} lie across its border"
        problems.append(Problem("map-fit", message, space.where("stack_at"), "move stack_at or name_at"))
    return replace(space_fit, clearance=round(min(area.boundary.distance(block) for block in blocks), 3))


def _largest(shape: BaseGeometry) -> Polygon:
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    return max(parts, key=lambda part: part.area)


def _clutter(water: Sequence[WaterPlan]) -> list[tuple[BaseGeometry, float]]:
    """Shapes that should not lie under names, with their cost per mm²: rivers, lakes and their shores."""
    shapes: list[tuple[BaseGeometry, float]] = []
    for item in water:
        if item.widths_pt:
            shapes.append((LineString(item.points).buffer(0.6), 0.5 * item.widths_pt[1]))
        else:
            shapes.append((LineString([*item.points, item.points[0]]).buffer(0.5), 0.12))
            shapes.append((Polygon(item.points).buffer(0), 0.02))
    return shapes


def tints_of(game_map: MapSource, style: StyleSource, problems: list[Problem]) -> dict[str, int]:
    """Space id -> number of its tint. Start areas have tints of their own, so that they are coloured separately."""
    neighbours: dict[str, list[str]] = {space.id: [] for space in game_map.spaces}
    for border in game_map.borders:
        a, b = border.between
        if a in neighbours and b in neighbours:
            neighbours[a].append(b)
            neighbours[b].append(a)
    count = len(game_map.tints or style.area_tints) or 4
    start = {space.id for space in game_map.spaces if space.start_of}
    tints: dict[str, int] = {}
    for is_start, number in ((False, count), (True, 2)):
        group = [s for s in game_map.spaces if (s.id in start) == is_start]
        names = {s.id for s in group}
        near = {s.id: [n for n in neighbours[s.id] if n in names] for s in group}
        fixed = {s.id: s.tint for s in group if s.tint is not None}
        group_tints = colour_areas(near, number, fixed)
        if group_tints is None:
            message = f"{number} tints are too few to part all neighbours"
            problems.append(Problem("map-tint", message, game_map.where("spaces"), "add a tint in style.yaml"))
            group_tints = {name: 0 for name in names}
        tints |= group_tints
    return tints


def space_plan(
    space: Space, faces: MultiPolygon, space_fit: AreaFit, tint: int, values: Mapping[str, int]
) -> SpacePlan:
    """The plan of one area: outline, tint, box, name and symbols.

    faces      its faces in the coverage
    space_fit  where box, name and symbols stand
    values     symbol -> the number on it
    """
    x, y, width, _height = space_fit.name
    label = space_fit.label
    lines = tuple(
        NameLine(
            line, round(x + width / 2, 3),
            round(y + CAP_EM * label.size_pt + index * LEADING_EM * label.size_pt, 3), label.size_pt,
        )
        for index, line in enumerate(label.lines)
    )  # fmt: skip
    badges = []
    if space_fit.row:
        rx, ry, row_width, row_height = space_fit.row
        kinds = [("victory-points", space.victory_points), *((one, values.get(one, 0)) for one in space.features)]
        for index, (kind, value) in enumerate(kinds):
            along, upright = BADGE_MM / 2 + index * BADGE_PITCH_MM, row_height > row_width
            at = (rx + BADGE_MM / 2, ry + along) if upright else (rx + along, ry + row_height / 2)
            badges.append(Badge(kind, *(round(part, 3) for part in at), value))
    largest = max(faces.geoms, key=lambda face: face.area)
    return SpacePlan(
        id=space.id, rings=rings(faces), polygon=rings(MultiPolygon([Polygon(largest.exterior)]))[0], tint=tint,
        start=space.start_of or "", stack=space_fit.stack, name=lines, name_rect=space_fit.name,
        badges=tuple(badges), row_rect=space_fit.row, clearance=space_fit.clearance,
    )  # fmt: skip


def colour_areas(
    neighbours: Mapping[str, Sequence[str]], tints: int, fixed: Mapping[str, int] | None = None
) -> dict[str, int] | None:
    """Area -> tint number, such that neighbours differ; None when `tints` tints don't suffice.

    neighbours  area -> areas with a common border; both directions
    fixed       area -> tint that the source prescribes
    Found by backtracking: the area with the fewest free tints is coloured next, ties go by source order, and the
    tint used least so far is tried first, so that the mixture is even and always the same.
    """
    order = {name: index for index, name in enumerate(neighbours)}
    tint_of: dict[str, int] = dict(fixed or {})

    def free(name: str) -> list[int]:
        neighbour_tints = {tint_of[n] for n in neighbours[name] if n in tint_of}
        uses = list(tint_of.values())
        return sorted((t for t in range(tints) if t not in neighbour_tints), key=lambda t: (uses.count(t), t))

    def search() -> bool:
        uncoloured = [name for name in neighbours if name not in tint_of]
        if not uncoloured:
            return True
        name = min(uncoloured, key=lambda n: (len(free(n)), -len(neighbours[n]), order[n]))
        for tint in free(name):
            tint_of[name] = tint
            if search():
                return True
            del tint_of[name]
        return False

    return tint_of if search() else None
