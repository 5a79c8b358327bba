"""Terrain by coverage: points in each hex and on each hexside are looked up in the sea, lakes and regions."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.maps.hex_grid import HexField, Point
from pnp.model.sampling import Codes, Patch

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


def hex_points(field: HexField, count: int) -> list[Point]:
    """About `count` points spread evenly over a hex, relative to its centre, mm."""
    side, half = field.side_mm, field.grid.flat_mm / 2
    step = math.sqrt(1.5 * math.sqrt(3) * side * side / count)
    reach = math.ceil(side / step) + 1
    points = [(i * step, j * step) for j in range(-reach, reach + 1) for i in range(-reach, reach + 1)]
    return [p for p in points if _inside(p, side, half, field.grid.top == "pointy")]


def _inside(point: Point, side: float, half: float, pointy: bool) -> bool:
    x, y = (abs(point[0]), abs(point[1])) if pointy else (abs(point[1]), abs(point[0]))
    return x <= half and y <= side - x / math.sqrt(3)


def shares(field: HexField, area: BaseGeometry, count: int) -> list[float]:
    """The share of each hex that lies in `area`, from about `count` points in it."""
    import shapely

    offsets = hex_points(field, count)
    xs, ys = [], []
    for index in range(len(field.cells)):
        x, y = field.centre(index)
        xs += [x + dx for dx, _ in offsets]
        ys += [y + dy for _, dy in offsets]
    shapely.prepare(area)
    inside = shapely.contains_xy(area, xs, ys)
    return [float(inside[i : i + len(offsets)].mean()) for i in range(0, len(xs), len(offsets))]


def side_shares(field: HexField, area: BaseGeometry, sides: Sequence[tuple[int, int]], count: int = 15) -> list[float]:
    """The share of each of `sides` (hex, direction) that lies in `area`, from `count` points on it."""
    import shapely

    xs, ys = [], []
    for index, direction in sides:
        (x1, y1), (x2, y2) = field.side_points(index, direction)
        for i in range(count):
            t = (i + 0.5) / count
            xs.append(x1 + t * (x2 - x1))
            ys.append(y1 + t * (y2 - y1))
    shapely.prepare(area)
    inside = shapely.contains_xy(area, xs, ys)
    return [float(inside[i : i + count].mean()) for i in range(0, len(xs), count)]


def base_terrain(sea: Sequence[float], lake: Sequence[float], codes: Codes, land: frozenset[int]) -> list[str]:
    """The code of sea, lake or land for each hex, by the shares of `sea` and `lake` in it.

    land  hexes that are land in any case
    """
    terrain = []
    for index, (wet, small) in enumerate(zip(sea, lake, strict=True)):
        if index in land:
            terrain.append(codes.land)
        elif wet >= codes.sea_from or (wet + small >= max(codes.sea_from, codes.lake_from) and wet >= small):
            terrain.append(codes.sea)
        else:
            terrain.append(codes.lake if small >= wet and small + wet >= codes.lake_from else codes.land)
    return terrain


def patched(
    field: HexField, codes: list[str], regions: Sequence[str], patch: Patch, ring: BaseGeometry | None, land: str
) -> None:
    """Set the code of `patch` in `codes` for its share of the hexes in `ring`, in clumps.

    ring  the patch's ring in mm; None = everywhere
    land  the code of plain land, the only one that a patch replaces by default
    """
    import shapely

    may = set(patch.over or land)
    candidates = [
        i
        for i, code in enumerate(codes)
        if code in may
        and (not patch.regions or regions[i] in patch.regions)
        and (ring is None or shapely.contains_xy(ring, *field.centre(i)))
    ]
    size = patch.grain * field.grid.flat_mm
    candidates.sort(key=lambda i: (-noise(field.centre(i), size, patch.seed), i))
    for index in candidates[: round(patch.share * len(candidates))]:
        codes[index] = patch.code


def noise(point: Point, size: float, seed: str) -> float:
    """Smooth noise between 0 and 1 that changes over about `size` mm; the same for the same seed."""
    x, y = point
    turned = (0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y)  # by 37°, lest clumps lie in rows as the hexes do
    return (2 * _lattice(turned, size, seed) + _lattice(turned, size * 0.45, seed + "'")) / 3


def _lattice(point: Point, size: float, seed: str) -> float:
    x, y = point[0] / size, point[1] / size
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    corner = [[zlib.crc32(f"{seed} {i + a} {j + b}".encode()) / 2**32 for a in (0, 1)] for b in (0, 1)]
    top = corner[0][0] * (1 - u) + corner[0][1] * u
    return (top * (1 - v)) + (corner[1][0] * (1 - u) + corner[1][1] * u) * v
