"""Shore lines for the drawing: seas, lakes and islands in mm, simplified to few points."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pnp.maps.hex_grid import Point
from pnp.maps.lines import length_mm
from pnp.maps.sample.geo import Feature, Project, projected
from pnp.model.sampling import LakeLayer

if TYPE_CHECKING:
    from shapely.geometry import MultiPolygon
    from shapely.geometry.base import BaseGeometry

Move = Callable[[Point], Point]
STEP_MM = 3.0
"""Straight stretches of a layer get a point at this distance, so that they bend with the fit."""


@dataclass(frozen=True)
class SampledLake:
    """A lake of a layer, in mm. major: it counts as sea in the rules."""

    name: str
    shape: Any
    major: bool


@dataclass(frozen=True)
class ShoreLine:
    """One closed line with the values of a `pnp.model.hexes.Shore`."""

    kind: str
    name: str
    points: tuple[Point, ...]
    major: bool


def area_of(features: Iterable[Feature], project: Project, move: Move, within: BaseGeometry) -> BaseGeometry:
    """The polygons of a layer as one shape in mm, cut to `within`."""
    import shapely

    shapes = [shape for feature in features for shape in polygons(feature, project, move)]
    return shapely.unary_union([s.intersection(within) for s in shapes if s.intersects(within)])


def polygons(feature: Feature, project: Project, move: Move) -> list[BaseGeometry]:
    """The polygons of one feature in mm, made valid."""
    import shapely

    shapes = []
    if feature.kind not in ("Polygon", "MultiPolygon"):
        return shapes
    for part in feature.parts:
        rings = [[move(p) for p in line] for line in projected(part, project, STEP_MM)]
        rings = [ring for ring in rings if len(ring) >= 4]
        if rings:
            shapes.append(shapely.make_valid(shapely.Polygon(rings[0], rings[1:])))
    return shapes


def lakes_of(
    features: Sequence[Feature], layer: LakeLayer, project: Project, move: Move, within: BaseGeometry
) -> list[SampledLake]:
    """The lakes of a layer that the plan keeps, cut to `within`, largest first."""
    import shapely

    unwanted = [shapely.Point(*at) for at in layer.drop_at]
    lakes = []
    for feature in features:
        name = feature.text(layer.property)
        if name in layer.drop or (not layer.reservoirs and feature.flag("reservoir") and name not in layer.keep):
            continue
        outline = [shapely.Polygon(part[0]) for part in feature.parts if len(part[0]) >= 4]
        if any(shape.contains(point) for shape in outline for point in unwanted):
            continue
        for shape in polygons(feature, project, move):
            cut = shape.intersection(within)
            if cut.area > 0:
                lakes.append(SampledLake(layer.rename.get(name, name), cut, name in layer.major))
    return sorted(lakes, key=lambda lake: (-lake.shape.area, lake.shape.bounds))


def only_polygons(shape: BaseGeometry) -> MultiPolygon:
    """The polygons of a shape, without its points and lines."""
    import shapely

    parts = [p for p in shapely.get_parts(shape, return_index=False) if p.geom_type in ("Polygon", "MultiPolygon")]
    parts = [q for p in parts for q in shapely.get_parts(p) if q.area > 0]
    return shapely.MultiPolygon(parts)


def shore_lines(
    sea: BaseGeometry, lakes: Sequence[SampledLake], simplify: float, island: float, smallest: float
) -> list[ShoreLine]:
    """Outlines of the sea, then of the lakes, each followed by its islands.

    simplify  how far a line may stray, mm
    island    least area of an island of the sea, mm²
    smallest  least area of a lake, mm²
    """
    lines = _outlines(sea, "sea", "", True, simplify, island, 4 * island)
    for lake in lakes:
        if lake.shape.area >= smallest:
            lines += _outlines(lake.shape, "lake", lake.name, lake.major, simplify, max(island, smallest / 4), smallest)
    return lines


def redrawn(shores: Sequence[ShoreLine], line: Sequence[Point]) -> list[ShoreLine]:
    """`shores` with `line` put into the outline nearest to its ends, in place of the shorter stretch between them."""

    def away(shore: ShoreLine) -> tuple[float, int, int]:
        ring = shore.points[:-1]
        ends = [min(range(len(ring)), key=lambda i: math.dist(ring[i], end)) for end in (line[0], line[-1])]
        return sum(math.dist(ring[i], end) for i, end in zip(ends, (line[0], line[-1]), strict=True)), *ends  # type: ignore[return-value]

    if not shores:
        return []
    nearest = [away(shore) for shore in shores]
    best = min(range(len(shores)), key=lambda i: nearest[i][0])
    ring, (_, start, end) = shores[best].points[:-1], nearest[best]
    ahead, back = _between(ring, start, end), _between(ring, end, start)
    forward = length_mm(ahead) <= length_mm(back)
    unchanged, replacement = (back, line) if forward else (ahead, line[::-1])
    points = (*replacement, *unchanged[1:-1], replacement[0])
    return [replace(shore, points=tuple(points)) if i == best else shore for i, shore in enumerate(shores)]


def _between(ring: Sequence[Point], start: int, end: int) -> list[Point]:
    """The points of the ring from index `start` on to index `end`, both included."""
    return [ring[i % len(ring)] for i in range(start, (end if end >= start else end + len(ring)) + 1)]


def _outlines(
    shape: BaseGeometry, kind: str, name: str, major: bool, simplify: float, island: float, smallest: float
) -> list[ShoreLine]:
    import shapely

    lines = []
    for part in sorted(only_polygons(shapely.make_valid(shape)).geoms, key=lambda p: (-p.area, p.bounds)):
        islands = [hole for hole in part.interiors if shapely.Polygon(hole).area >= island]
        outline = shapely.Polygon(part.exterior, islands)
        if part.area < smallest:
            continue
        for piece in only_polygons(shapely.make_valid(outline.simplify(simplify))).geoms:
            if piece.area < smallest / 2:
                continue
            lines.append(ShoreLine(kind, name, _ring(piece.exterior), major))
            holes = sorted(piece.interiors, key=lambda hole: (-shapely.Polygon(hole).area, hole.bounds))
            lines += [ShoreLine("island", "", _ring(hole), major) for hole in holes]
    return lines


def _ring(ring: Any) -> tuple[Point, ...]:
    points = [(round(x, 1), round(y, 1)) for x, y in ring.coords]
    distinct = [p for i, p in enumerate(points) if not i or p != points[i - 1]]
    return tuple(distinct)
