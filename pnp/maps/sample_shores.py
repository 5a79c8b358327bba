"""Shore lines for the drawing: seas, lakes and islands in mm, cut to few points."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pnp.maps.hexes import Point
from pnp.maps.sample_geo import Feature, Project, projected
from pnp.model.sampling import LakeLayer

if TYPE_CHECKING:
    from shapely.geometry import MultiPolygon
    from shapely.geometry.base import BaseGeometry

Move = Callable[[Point], Point]
STEP_MM = 3.0
"""Straight stretches of a layer get a point this often, so that they bend with the fit."""


@dataclass(frozen=True)
class Lake:
    """A lake in mm. `major` is as the sea to the rules."""

    name: str
    shape: Any
    major: bool


@dataclass(frozen=True)
class ShoreLine:
    """One closed line as `pnp.model.hexes.Shore` wants it."""

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

    found = []
    if feature.kind not in ("Polygon", "MultiPolygon"):
        return found
    for part in feature.parts:
        rings = [[move(p) for p in line] for line in projected(part, project, STEP_MM)]
        rings = [ring for ring in rings if len(ring) >= 4]
        if rings:
            found.append(shapely.make_valid(shapely.Polygon(rings[0], rings[1:])))
    return found


def lakes_of(features: Sequence[Feature], layer: LakeLayer, project: Project, move: Move, within: BaseGeometry) -> list[Lake]:
    """The lakes that the plan wants, largest first."""
    import shapely

    unwanted = [shapely.Point(*at) for at in layer.drop_at]
    found = []
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
                found.append(Lake(layer.rename.get(name, name), cut, name in layer.major))
    return sorted(found, key=lambda lake: (-lake.shape.area, lake.shape.bounds))


def only_polygons(shape: BaseGeometry) -> MultiPolygon:
    """What is left of a shape without its points and lines."""
    import shapely

    parts = [p for p in shapely.get_parts(shape, return_index=False) if p.geom_type in ("Polygon", "MultiPolygon")]
    parts = [q for p in parts for q in shapely.get_parts(p) if q.area > 0]
    return shapely.MultiPolygon(parts)


def shore_lines(sea: BaseGeometry, lakes: Sequence[Lake], simplify: float, island: float, smallest: float) -> list[ShoreLine]:
    """Outlines of the sea, then of the lakes, each followed by its islands; little ones left out."""
    found = _outlines(sea, "sea", "", True, simplify, island, 4 * island)
    for lake in lakes:
        if lake.shape.area >= smallest:
            found += _outlines(lake.shape, "lake", lake.name, lake.major, simplify, max(island, smallest / 4), smallest)
    return found


def redrawn(shores: Sequence[ShoreLine], line: Sequence[Point]) -> list[ShoreLine]:
    """`shores` with `line` in the outline nearest to its ends, instead of the shorter way between them."""
    def away(shore: ShoreLine) -> tuple[float, int, int]:
        ring = shore.points[:-1]
        ends = [min(range(len(ring)), key=lambda i: math.dist(ring[i], end)) for end in (line[0], line[-1])]
        return sum(math.dist(ring[i], end) for i, end in zip(ends, (line[0], line[-1]), strict=True)), *ends  # type: ignore[return-value]

    if not shores:
        return []
    found = [away(shore) for shore in shores]
    best = min(range(len(shores)), key=lambda i: found[i][0])
    ring, (_, start, end) = shores[best].points[:-1], found[best]
    ahead, back = _between(ring, start, end), _between(ring, end, start)
    forward = _length(ahead) <= _length(back)
    kept, drawn = (back, line) if forward else (ahead, line[::-1])
    points = (*drawn, *kept[1:-1], drawn[0])
    return [replace(shore, points=tuple(points)) if i == best else shore for i, shore in enumerate(shores)]


def _between(ring: Sequence[Point], start: int, end: int) -> list[Point]:
    """Points from `start` to `end`, both too, onward along the ring."""
    return [ring[i % len(ring)] for i in range(start, (end if end >= start else end + len(ring)) + 1)]


def _length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _outlines(shape: BaseGeometry, kind: str, name: str, major: bool, simplify: float, island: float, smallest: float) -> list[ShoreLine]:
    import shapely

    found = []
    for part in sorted(only_polygons(shapely.make_valid(shape)).geoms, key=lambda p: (-p.area, p.bounds)):
        kept = shapely.Polygon(part.exterior, [hole for hole in part.interiors if shapely.Polygon(hole).area >= island])
        if part.area < smallest:
            continue
        for piece in only_polygons(shapely.make_valid(kept.simplify(simplify))).geoms:
            if piece.area < smallest / 2:
                continue
            found.append(ShoreLine(kind, name, _ring(piece.exterior), major))
            holes = sorted(piece.interiors, key=lambda hole: (-shapely.Polygon(hole).area, hole.bounds))
            found += [ShoreLine("island", "", _ring(hole), major) for hole in holes]
    return found


def _ring(ring: Any) -> tuple[Point, ...]:
    points = [(round(x, 1), round(y, 1)) for x, y in ring.coords]
    kept = [p for i, p in enumerate(points) if not i or p != points[i - 1]]
    return tuple(kept)
