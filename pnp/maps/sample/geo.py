"""Reads GeoJSON of bounded size, projects degrees to mm, and pulls towns to the centres of their hexes.

Layers come from strangers: a problem names the file and the feature that is too large, too deep or no geometry.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.errors import Location, MissingToolError, Problem, SourceError
from pnp.maps.hex_grid import HexField, Point
from pnp.model.sampling import Projection

MAX_FEATURES = 50_000
MAX_POINTS = 2_000_000
MAX_NAME = 200
KINDS = ("Point", "LineString", "MultiLineString", "Polygon", "MultiPolygon")
SOFT = 0.06
"""Small: pins are met almost exactly; large: the ground between two pins bends evenly."""
Project = Callable[[float, float], Point]


@dataclass(frozen=True)
class Feature:
    """One feature of a layer, in degrees.

    kind    one of `KINDS`
    parts   polygons or lines; each a tuple of rings or lines, a polygon's outer ring first, of (longitude, latitude)
    number  its position in the layer, from 1
    """

    kind: str
    parts: tuple[tuple[tuple[Point, ...], ...], ...]
    properties: dict[str, Any]
    number: int

    def text(self, key: str) -> str:
        """The property `key`, cut to MAX_NAME characters; "" when it is no text."""
        value = self.properties.get(key)
        return value[:MAX_NAME] if isinstance(value, str) else ""

    def flag(self, key: str) -> bool:
        """Whether the property `key` is true."""
        return self.properties.get(key) is True


def read_layer(data: bytes, shown: str) -> tuple[Feature, ...]:
    """The features of a GeoJSON file. Raises SourceError naming file and feature.

    A feature whose geometry is null lies nowhere (RFC 7946, 3.2) and is left out.

    shown  the path as messages show it
    """
    try:
        document = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise _wrong(shown, "not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise SourceError(
            Problem("geojson", f"not JSON: {error.msg}", Location(shown, error.lineno, error.colno))
        ) from None
    except RecursionError:
        raise _wrong(shown, "lists or objects are nested too deeply") from None
    except ValueError:  # Python converts no whole number of so many digits
        raise _wrong(shown, "a number has thousands of digits") from None
    listed = document.get("features") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise _wrong(shown, "expected a FeatureCollection with a list 'features'")
    if len(listed) > MAX_FEATURES:
        raise _wrong(shown, f"{len(listed)} features; at most {MAX_FEATURES} are read")
    budget = [MAX_POINTS]
    return tuple(
        _feature(item, number, shown, budget) for number, item in enumerate(listed, 1)
        if not isinstance(item, dict) or item.get("geometry", "") is not None
    )  # fmt: skip


def _feature(item: Any, number: int, shown: str, budget: list[int]) -> Feature:
    geometry = item.get("geometry") if isinstance(item, dict) else None
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    if kind not in KINDS:
        raise _wrong(shown, f"feature {number}: expected a geometry of type {', '.join(KINDS)}, got {kind!r:.60}")
    coordinates = geometry.get("coordinates")
    nested = {"Point": [[[coordinates]]], "LineString": [[coordinates]], "Polygon": [coordinates]}.get(kind)
    if kind == "MultiLineString":
        nested = [[line] for line in coordinates] if isinstance(coordinates, list) else None
    elif kind == "MultiPolygon":
        nested = coordinates
    properties = item.get("properties")
    try:
        parts = tuple(tuple(_line(line, budget) for line in part) for part in nested or ())
    except (TypeError, ValueError, OverflowError):
        raise _wrong(shown, f"feature {number}: its coordinates are no lists of longitude, latitude") from None
    if budget[0] < 0:
        raise _wrong(shown, f"more than {MAX_POINTS} points by feature {number}")
    if not parts or any(not part for part in parts):
        raise _wrong(shown, f"feature {number}: no coordinates")
    return Feature(kind, parts, properties if isinstance(properties, dict) else {}, number)


def _line(points: Any, budget: list[int]) -> tuple[Point, ...]:
    if not isinstance(points, list):
        raise TypeError
    budget[0] -= len(points)
    if budget[0] < 0:
        return ()
    coordinates = []
    for point in points:
        lon, lat = float(point[0]), float(point[1])
        if not (-540 <= lon <= 540 and -90 <= lat <= 90):
            raise ValueError
        coordinates.append((lon, lat))
    return tuple(coordinates)


def _wrong(shown: str, message: str) -> SourceError:
    return SourceError(Problem("geojson", message, Location(shown)))


def projector(projection: Projection, field: HexField) -> Project:
    """The function from longitude and latitude to mm on the sheet.

    Raises MissingToolError when the projection is one of PROJ's and pyproj isn't installed, SourceError when PROJ
    doesn't know it.
    """
    x0, y0 = field.grid.origin_mm
    scale = field.grid.flat_mm / (field.grid.km or 20)
    lon0, lat0 = projection.origin
    if not projection.proj:
        east, north = projection.km_per_degree or (111.32 * math.cos(math.radians(lat0)), 111.2)
        return lambda lon, lat: (x0 + (lon - lon0) * east * scale, y0 + (lat0 - lat) * north * scale)
    forward = _proj(projection.proj)
    e0, n0 = forward(lon0, lat0)

    def project(lon: float, lat: float) -> Point:
        east_m, north_m = forward(lon, lat)
        return x0 + (east_m - e0) / 1000 * scale, y0 + (n0 - north_m) / 1000 * scale

    return project


def _proj(text: str) -> Callable[[float, float], Point]:
    try:
        from pyproj import Transformer
        from pyproj.exceptions import ProjError
    except ImportError:
        raise MissingToolError(
            'a projection by PROJ needs pyproj: pip install "pnp-wargames[geo]"; or write km_per_degree instead'
        ) from None
    try:
        if "+proj=pipeline" in text:
            return Transformer.from_pipeline(text).transform
        return Transformer.from_crs("EPSG:4326", text, always_xy=True).transform
    except ProjError:
        raise SourceError(
            Problem("geojson", f"PROJ knows no projection {text!r:.80}", hint='Such as "EPSG:3067".')
        ) from None


@dataclass(frozen=True)
class RubberSheet:
    """Moves points so that each pin (where a town lies, where it must lie) is met, and distant ground stays.

    A point moves by a weighted mean of the pins' shifts, which fades with distance; at a pin that pin's dominates.

    pins      (place after projection, required place) in mm
    reach_mm  distance at which a pin's influence fades
    """

    pins: tuple[tuple[Point, Point], ...]
    reach_mm: float

    def __call__(self, point: Point) -> Point:
        if not self.pins or not self.reach_mm:
            return point
        x, y = point
        total, dx, dy = 0.08, 0.0, 0.0
        for (px, py), (tx, ty) in self._near(point):
            distance2 = (x - px) ** 2 + (y - py) ** 2
            weight = math.exp(-distance2 / self.reach_mm**2)
            weight /= SOFT + distance2 / self.reach_mm**2
            total += weight
            dx += weight * (tx - px)
            dy += weight * (ty - py)
        return x + dx / total, y + dy / total

    def _near(self, point: Point) -> Iterator[tuple[Point, Point]]:
        limit = 3 * self.reach_mm
        return (p for p in self.pins if abs(p[0][0] - point[0]) < limit and abs(p[0][1] - point[1]) < limit)


def projected(parts: Sequence[Sequence[Point]], project: Project, step: float = 0.0) -> list[list[Point]]:
    """The lines of `parts` in mm; long stretches get a point every `step` mm (0 = none) for the fit to bend."""
    lines = []
    for line in parts:
        points: list[Point] = []
        for lon, lat in line:
            end = project(lon, lat)
            if points and step and (gap := math.dist(points[-1], end)) > step and gap < 4000:
                (x0, y0), pieces = points[-1], math.ceil(gap / step)
                points += [
                    (x0 + (end[0] - x0) * i / pieces, y0 + (end[1] - y0) * i / pieces) for i in range(1, pieces)
                ]
            points.append(end)
        lines.append(points)
    return lines
