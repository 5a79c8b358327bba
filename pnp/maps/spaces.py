"""Areas on the sheet: ways to set their names, room for box and symbols, their tints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem
from pnp.maps.areas import Coverage, rings
from pnp.maps.colouring import colour_areas
from pnp.maps.fitting import Fit, Label, fit, placed, raster_of
from pnp.maps.lines import pair
from pnp.maps.parts import NAME_FONT, NAME_TRACKING, Badge, LinkPlan, NameLine, SpacePlan, WaterPlan
from pnp.maps.placing import CAP_EM, Measure
from pnp.model.map import MapSource, Space
from pnp.model.style import StyleSource

NAME_SIZES_PT = (9.0, 8.4, 7.8, 7.2, 6.6)
LEADING_EM = 0.36
"""Baseline to baseline, mm for each pt of a name in two lines."""

BADGE_PITCH_MM = 5.6
BADGE_MM = 5.1
TOWN_ROOM_MM = {1: 3.2, 2: 2.2, 3: 1.5}
TOWN_COST = {1: 0.35, 2: 0.3, 3: 0.08}
"""Radius kept free about a town, and cost per mm² of a box or name there, by rank."""


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


def _badges_of(space: Space, values: Mapping[str, int]) -> list[tuple[str, int]]:
    return [("victory-points", space.victory_points), *((feature, values.get(feature, 0)) for feature in space.features)]


def fit_spaces(
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
        count = 1 + len(space.features)
        row = (BADGE_PITCH_MM * (count - 1) + BADGE_MM, BADGE_MM)
        labels = _name_labels(space.name, measure)
        if space.name_size_pt:
            labels = [label for label in labels if label.size_pt <= space.name_size_pt + 0.01]
        if space.stack_at and space.name_at:
            by_hand = placed(labels[0], row, pair(space.stack_at), pair(space.name_at))
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


def tints_of(game_map: MapSource, style: StyleSource, problems: list[Problem]) -> dict[str, int]:
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


def space_plan(
    space: Space, faces: MultiPolygon, found: Fit, tint: int, values: Mapping[str, int]
) -> SpacePlan:
    """What is drawn of one area. `values`: numbers on symbols, by symbol."""
    x, y, width, _height = found.name
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
        for index, (kind, value) in enumerate(_badges_of(space, values)):
            at = (round(rx + BADGE_MM / 2 + index * BADGE_PITCH_MM, 3), round(ry + row_height / 2, 3))
            badges.append(Badge(kind, *at, value))
    largest = max(faces.geoms, key=lambda face: face.area)
    return SpacePlan(
        id=space.id, rings=rings(faces), polygon=rings(MultiPolygon([Polygon(largest.exterior)]))[0], tint=tint,
        start=space.start_of is not None, stack=found.stack, name=lines, name_rect=found.name,
        badges=tuple(badges), row_rect=found.row, clearance=found.clearance,
    )  # fmt: skip
