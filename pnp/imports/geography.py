"""Areas, points and lines of a GeoJSON file as the draft of a map.

Areas become points of the map, joined where their borders touch; lines join the points at their ends. North is up, and
a degree of longitude is as long as in the middle of the map.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pnp.errors import Location, Problem, SourceError
from pnp.imports.draft import MAX_SPACES, GameDraft, Ids
from pnp.imports.module_places import NEAREST_MM, SPACE_NAME
from pnp.maps.sample.geo import Feature, read_layer

NAMES = ("name", "Name", "NAME", "name_en", "NAME_EN", "title", "label", "id", "ID")
"""Properties that may hold the name of a feature, best first."""
WIDTH_MM = 560.0
"""The longer side of the map, if its places lie far enough apart."""
APART_MM, MOST_WIDTH_MM = 22.0, 1100.0
"""How far the nearest places shall lie from each other, and how large the map may become for it."""

MOST_CROSSED, FINE = 1_000, 500
"""Points of an area that crosses itself, above which it is simplified to so many parts of its extent, and refused if it
has more even then: the parts of a tangle can't be told apart in bounded time.
"""

Coordinates = tuple[float, float]


def geography_draft(data: bytes, shown: str, ident: str) -> GameDraft:
    """The draft of a map from a FeatureCollection. Raises SourceError naming file and feature."""
    features = read_layer(data, shown)
    draft = GameDraft(ident, ident.replace("-", " ").title(), "a GeoJSON file")
    kept = [feature for feature in features if feature.kind == "Point" or feature.kind.endswith("Polygon")]
    lines = [feature for feature in features if feature.kind.endswith("LineString")]
    if len(kept) < 2:
        raise _wrong(shown, f"{len(kept)} points and areas; a map has two at least")
    if len(kept) > MAX_SPACES:
        raise _wrong(shown, f"{len(kept)} points and areas; a draft has at most {MAX_SPACES}. Leave some out")
    shapes = [_shape(feature, shown) for feature in kept]
    places = _on_paper([_middle(shape) for shape in shapes], draft)
    ids = Ids("turn", *(f"turn-{n}" for n in range(1, draft.turns + 1)))
    found: dict[int, str] = {}
    for index, (feature, at) in enumerate(zip(kept, places, strict=True)):
        name = draft.name(_name(feature), f"Place {feature.number}", SPACE_NAME)
        near = next((other for other in found if all(
            abs(a - b) < NEAREST_MM for a, b in zip(places[other], at, strict=True))), None)  # fmt: skip
        if near is not None:
            draft.note(f"feature {feature.number}, {name!r}, lies on {found[near]!r} and is left out")
            continue
        found[index] = ids.of(name, "place")
        draft.spaces.append({"id": found[index], "name": name, "stack_at": [round(at[0], 1), round(at[1], 1)]})
    draft.routes = _joined(draft, found, shapes, lines)
    return draft


def _wrong(shown: str, message: str) -> SourceError:
    return SourceError(Problem("geojson", message, Location(shown)))


def _name(feature: Feature) -> str:
    return next((str(feature.properties[key]) for key in NAMES if feature.properties.get(key) not in (None, "")), "")


def _shape(feature: Feature, shown: str) -> Any:
    """A feature in degrees. Raises SourceError for a polygon that encloses nothing."""
    from shapely import get_num_coordinates, make_valid
    from shapely.geometry import MultiPolygon, Point, Polygon

    if feature.kind == "Point":
        return Point(feature.parts[0][0][0])
    try:
        polygons = [Polygon(rings[0], rings[1:]) for rings in feature.parts]
        shape = MultiPolygon(polygons)
        if not shape.is_valid:
            if get_num_coordinates(shape) > MOST_CROSSED:
                left, low, right, high = shape.bounds
                shape = _coarse(polygons, max(right - left, high - low) / FINE)
            if get_num_coordinates(shape) > MOST_CROSSED:
                raise _wrong(shown, f"feature {feature.number} is a tangle of lines that cross: simplify it first")
            shape = make_valid(shape, method="structure", keep_collapsed=False)
    except (ValueError, IndexError):
        raise _wrong(shown, f"feature {feature.number} is no polygon") from None
    if shape.is_empty or not shape.area:
        raise _wrong(shown, f"feature {feature.number} encloses nothing")
    return shape


def _coarse(polygons: Sequence[Any], step: float) -> Any:
    """Polygons without the points that lie within `step` of the line through the others. Ring by ring, since whole
    polygons would be mended besides, which takes as long as it likes.
    """
    from shapely.geometry import LineString, MultiPolygon, Polygon

    def ring(line: Any) -> list[Coordinates]:
        return list(LineString(line.coords).simplify(step, preserve_topology=False).coords)

    coarse = [[ring(line) for line in (polygon.exterior, *polygon.interiors)] for polygon in polygons]
    return MultiPolygon([Polygon(rings[0], [hole for hole in rings[1:] if len(hole) > 3]) for rings in coarse
                         if len(rings[0]) > 3])  # fmt: skip


def _middle(shape: Any) -> Coordinates:
    point = shape.representative_point()
    return point.x, point.y


def _on_paper(places: Sequence[Coordinates], draft: GameDraft) -> list[Coordinates]:
    """The places in mm, y down, the map as large as the nearest of them need."""
    middle = math.radians((min(y for _, y in places) + max(y for _, y in places)) / 2)
    flat = [(x * max(math.cos(middle), 0.05), -y) for x, y in places]
    left, top = (min(point[axis] for point in flat) for axis in (0, 1))
    extent = max(max(point[axis] for point in flat) - start for axis, start in ((0, left), (1, top))) or 1.0
    nearest = min(math.dist(one, other) for n, one in enumerate(flat) for other in flat[:n])
    scale = WIDTH_MM / extent
    if nearest * scale < APART_MM:
        scale = min(MOST_WIDTH_MM / extent, APART_MM / nearest if nearest else math.inf)
        draft.note("the map is large, so that the nearest places lie apart")
    return [((x - left) * scale, (y - top) * scale) for x, y in flat]


def _joined(
    draft: GameDraft, found: dict[int, str], shapes: Sequence[Any], lines: Sequence[Feature]
) -> list[tuple[str, str]]:
    """Pairs of spaces: areas whose borders touch, points at the ends of lines; and what joins the rest."""
    from shapely import STRtree
    from shapely.geometry import Point

    indexes = list(found)
    tree = STRtree([shapes[index] for index in indexes])
    routes: dict[frozenset[str], tuple[str, str]] = {}
    for number, index in enumerate(indexes):
        if shapes[index].geom_type == "Point":
            continue
        for other in sorted(tree.query(shapes[index], predicate="intersects")):
            if other > number and shapes[indexes[other]].geom_type != "Point":
                pair = (found[index], found[indexes[other]])
                routes.setdefault(frozenset(pair), pair)
    for line in lines:
        for part in line.parts:
            for way in part:
                ends = [found[indexes[int(tree.nearest(Point(way[end])))]] for end in (0, -1)]
                if ends[0] != ends[1]:
                    routes.setdefault(frozenset(ends), (ends[0], ends[1]))
    whole = _connected(list(routes.values()), {space["id"]: space["stack_at"] for space in draft.spaces})
    if len(whole) > len(routes):
        draft.note(f"{len(whole) - len(routes)} routes are added, so that every place can be reached; check them")
    return whole


def _connected(routes: list[tuple[str, str]], at: dict[str, list[float]]) -> list[tuple[str, str]]:
    """`routes` and the shortest further ones that join all places."""
    part = {place: place for place in at}

    def root(place: str) -> str:
        while part[place] != place:
            place = part[place]
        return place

    for one, other in routes:
        part[root(one)] = root(other)
    names = list(at)
    pairs = ((math.dist(at[one], at[other]), one, other) for n, one in enumerate(names) for other in names[:n])
    for _, one, other in sorted(pairs):
        if root(one) != root(other):
            part[root(one)] = root(other)
            routes.append((one, other))
    return routes
