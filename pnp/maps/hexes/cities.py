"""Symbols of places on a hex map: a city's blocks of streets, circles for towns and villages."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from random import Random

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import split

from pnp.maps.hex_labels import KINDS, Ring, TownSymbol
from pnp.maps.lines import Point
from pnp.model.map import MapSymbol, Space

CITY_SHARE = {1: 0.5, 2: 0.42, 3: 0.35, 4: 0.3}
"""Radius of a city by its rank, in hexsides."""
TOWN_MM = {1: 1.35, 2: 1.35, 3: 1.15, 4: 0.9}
"""Radius of a town's circle by its rank, in a hex of 18 mm."""
STREET_MM = 0.3
RAILWAY_MM = 0.4
"""Kept free on each side of a railway through a city."""
BLOCK_SHARE, DRAFT_SHARE = 0.045, 0.12
"""A block is split as long as it is larger than this share of a hexside squared."""


def drawn_as(space: Space, symbols: Sequence[MapSymbol]) -> str:
    """The kind of a place, the greatest that its features give; "" leaves the circle to its rank."""
    kinds = {"capital": "capital", "city": "city"} | {s.id: s.drawn for s in symbols if s.drawn}
    own = {kinds.get(feature) for feature in space.features}
    return next((kind for kind in KINDS if kind in own), "")


def town_symbol(
    name: str, kind: str, rank: int, at: Point, side_mm: float, railways: Sequence[BaseGeometry] = (), *,
    draft: bool = False
) -> TownSymbol:
    """The symbol of a place.

    kind      "capital" or "city" for blocks of streets; "town" and "village" for a
              circle with a dot or without; "" for the circle of its rank
    rank      1 to 4, the largest first
    railways  lines through the city, which its blocks leave free
    draft     with few large blocks
    """
    if kind not in ("capital", "city"):
        radius = TOWN_MM[rank] * min(1.25, max(0.8, side_mm / 10.39))
        small = kind == "village" or (not kind and rank == 4)
        return TownSymbol(name, "village" if small else "town", at, round(radius, 3))
    radius = CITY_SHARE[rank] * side_mm
    outline = _warped_disc(name, at, radius)
    random = Random(zlib.crc32(name.encode()))
    cut = shapely.union_all([line.buffer(RAILWAY_MM) for line in railways]) if railways else Polygon()
    blocks: list[Ring] = []
    for piece in _split(outline, random, (DRAFT_SHARE if draft else BLOCK_SHARE) * side_mm * side_mm):
        shrunk = piece.buffer(-STREET_MM / 2, join_style="mitre").difference(cut)
        for part in shapely.get_parts(shrunk):
            if isinstance(part, Polygon) and part.area > 0.12:
                blocks.append(_ring(part))
    kind = "capital" if kind == "capital" else "city"
    return TownSymbol(name, kind, at, round(radius, 3), _ring(outline.buffer(0.25)), tuple(blocks))


def _warped_disc(name: str, at: Point, radius: float) -> Polygon:
    """A disc whose radius varies by about a tenth; the same for the same name."""
    random = Random(zlib.crc32(name.encode()) ^ 0x5EED)
    waves = [(count, random.uniform(0.02, 0.06), random.uniform(0, 2 * math.pi)) for count in (2, 3, 5, 7)]
    points = []
    for step in range(48):
        angle = 2 * math.pi * step / 48
        r = radius * (1 + sum(size * math.sin(count * angle + phase) for count, size, phase in waves))
        points.append((at[0] + r * math.cos(angle), at[1] + r * math.sin(angle)))
    return Polygon(points).buffer(0)


def _split(shape: Polygon, random: Random, largest: float) -> list[Polygon]:
    """`shape` cut across its longer direction again and again, until no piece is much larger than `largest` mm²."""
    if shape.area <= largest * random.uniform(0.75, 1.6):
        return [shape]
    around = shape.minimum_rotated_rectangle
    if not isinstance(around, Polygon):
        return [shape]
    a, b, c = list(around.exterior.coords)[:3]
    long, short = ((a, b), (b, c)) if math.dist(a, b) >= math.dist(b, c) else ((b, c), (a, b))
    where = random.uniform(0.38, 0.62)
    turn = random.uniform(-0.16, 0.16)
    half = 0.5 if long == (a, b) else -0.5
    x = long[0][0] + where * (long[1][0] - long[0][0]) + (short[1][0] - short[0][0]) * half
    y = long[0][1] + where * (long[1][1] - long[0][1]) + (short[1][1] - short[0][1]) * half
    angle = math.atan2(short[1][1] - short[0][1], short[1][0] - short[0][0]) + turn
    reach = 2 * math.dist(a, c)
    knife = LineString([
        (x - reach * math.cos(angle), y - reach * math.sin(angle)),
        (x + reach * math.cos(angle), y + reach * math.sin(angle)),
    ])  # fmt: skip
    pieces = [piece for piece in split(shape, knife).geoms if isinstance(piece, Polygon)]
    if len(pieces) < 2:
        return [shape]
    return [small for piece in pieces for small in _split(piece, random, largest)]


def _ring(shape: BaseGeometry) -> Ring:
    if isinstance(shape, MultiPolygon):
        shape = max(shape.geoms, key=lambda part: part.area)
    return tuple((round(x, 3), round(y, 3)) for x, y in list(shape.exterior.coords)[:-1])  # type: ignore[attr-defined]
