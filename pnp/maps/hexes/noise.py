"""Irregularity that is the same on every run: gradient noise, warping, and evenly spaced points.

Everything is a function of a seed, the CRC-32 of a feature's name. Shapes that touch are warped by one field, so that
neighbours stay in contact and no slivers open between them.
"""

from __future__ import annotations

import functools
import math
import zlib
from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Floats = NDArray[np.float64]
Octaves = Sequence[tuple[float, float]]
"""(amplitude, wavelength) in mm of each octave."""

_GRADIENTS = np.array([(math.cos(math.tau * i / 64), math.sin(math.tau * i / 64)) for i in range(64)])
TILE_MM_PER_RADIUS = 26.0
"""Side of the tile of spaced points, in least distances: large enough that its repetition is not seen."""


def seed_of(name: str) -> int:
    """The seed of a feature: the CRC-32 of its name."""
    return zlib.crc32(name.encode("utf-8"))


def hashed(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> NDArray[np.uint32]:
    """A hash of each pair of whole numbers, evenly spread over 32 bits; shape as `x` and `y`."""
    with np.errstate(over="ignore"):
        h = (
            x.astype(np.uint32) * np.uint32(0x9E3779B1)
            ^ y.astype(np.uint32) * np.uint32(0x85EBCA77)
            ^ np.uint32(seed & 0xFFFFFFFF)
        )
        h = (h ^ (h >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
        h = (h ^ (h >> np.uint32(12))) * np.uint32(0x297A2D39)
        return np.asarray(h ^ (h >> np.uint32(15)), dtype=np.uint32)


def shares(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Floats:
    """A hash of each pair of whole numbers as a share from 0 to 1; shape as `x` and `y`."""
    return hashed(x, y, seed) / 4294967296.0


def noise(x: Floats, y: Floats, seed: int) -> Floats:
    """Gradient noise of wavelength 1, about -0.7 to 0.7 (Perlin 2002)."""
    ix, iy = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    fx, fy = x - ix, y - iy
    u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)

    def corner(dx: int, dy: int) -> Floats:
        gradient = _GRADIENTS[hashed(ix + dx, iy + dy, seed) & np.uint32(63)]
        return np.asarray(gradient[..., 0] * (fx - dx) + gradient[..., 1] * (fy - dy))

    top = corner(0, 0) * (1 - u) + corner(1, 0) * u
    bottom = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return np.asarray(top * (1 - v) + bottom * v)


def displaced(points: Floats, octaves: Octaves, seed: int) -> Floats:
    """`points` (shape (N, 2), mm) moved by a field of noise with the given octaves."""
    moved = points.copy()
    for number, (amplitude, wavelength) in enumerate(octaves):
        x, y = points[:, 0] / wavelength, points[:, 1] / wavelength
        moved[:, 0] += amplitude * 1.4 * noise(x, y, seed + 2 * number)
        moved[:, 1] += amplitude * 1.4 * noise(x + 31.7, y + 17.3, seed + 2 * number + 1)
    return moved


def warped(shape: BaseGeometry, octaves: Octaves, seed: int, step_mm: float) -> BaseGeometry:
    """`shape` with its outline cut into steps of at most `step_mm` and moved by a field of noise."""
    if shape.is_empty:
        return shape
    cut = shapely.segmentize(shape, step_mm)
    return shapely.transform(cut, lambda points: displaced(points, octaves, seed))


def spaced_points(bounds: tuple[float, float, float, float], radius: float, seed: int) -> Floats:
    """Points over `bounds`, none nearer than about `radius` to another (blue noise), shape (N, 2), from north to south.

    One tile is filled by throwing darts and laid side by side; a slow warp hides that it repeats.
    """
    side = TILE_MM_PER_RADIUS * radius
    shift = shares(np.arange(2), np.zeros(2, np.int64), seed) * TILE_MM_PER_RADIUS  # no two textures stand alike
    tile = (np.array(_tile()) + shift) % TILE_MM_PER_RADIUS * radius
    x0, y0, x1, y1 = bounds
    firsts = math.floor(x0 / side) - 1, math.floor(y0 / side) - 1
    lasts = math.ceil(x1 / side) + 1, math.ceil(y1 / side) + 1
    corners = np.array([(i * side, j * side) for j in range(firsts[1], lasts[1]) for i in range(firsts[0], lasts[0])])
    points = (corners[:, None, :] + tile[None, :, :]).reshape(-1, 2)
    points = displaced(points, ((0.9 * radius, 7.3 * radius), (2.2 * radius, 31.0 * radius)), seed)
    inside = (points[:, 0] > x0) & (points[:, 0] < x1) & (points[:, 1] > y0) & (points[:, 1] < y1)
    points = np.round(points[inside], 2)
    return np.asarray(points[np.lexsort((points[:, 0], points[:, 1]))])


@functools.lru_cache(maxsize=1)
def _tile() -> tuple[tuple[float, float], ...]:
    """Points at least 1 apart on a torus of side `TILE_MM_PER_RADIUS`, by dart throwing over a grid of cells."""
    side = TILE_MM_PER_RADIUS
    count = int(side / 0.75)
    cell = side / count
    points: dict[tuple[int, int], tuple[float, float]] = {}
    throws = np.arange(count * count * 14, dtype=np.int64)
    xs, ys = shares(throws, throws * 0, 1) * side, shares(throws, throws * 0 + 1, 1) * side
    around = [(di, dj) for dj in (-2, -1, 0, 1, 2) for di in (-2, -1, 0, 1, 2)]
    for start in range(0, len(throws), count * count):  # what an earlier round forbids is dropped a round at a time
        part = slice(start, start + count * count)
        free = _far_from(points, xs[part], ys[part], side, count, around)
        for x, y in zip(xs[part][free].tolist(), ys[part][free].tolist(), strict=True):
            i, j = int(x / cell), int(y / cell)
            near = (points.get(((i + di) % count, (j + dj) % count)) for di, dj in around)
            if (i, j) not in points and not any(p is not None and _near(p, x, y, side) for p in near):
                points[i, j] = (x, y)
    return tuple(points[key] for key in sorted(points))


def _far_from(
    points: Mapping[tuple[int, int], tuple[float, float]], xs: Floats, ys: Floats, side: float, count: int,
    around: Sequence[tuple[int, int]],
) -> NDArray[np.bool_]:
    """Which of the throws lie in a cell without a point and 1 at least from all `points`."""
    taken = np.full((count, count, 2), np.inf)
    for cell, point in points.items():
        taken[cell] = point
    i, j = (xs / (side / count)).astype(int), (ys / (side / count)).astype(int)
    free = np.isinf(taken[i, j, 0])
    for di, dj in around:
        others = taken[(i + di) % count, (j + dj) % count]
        dx, dy = np.abs(others[:, 0] - xs), np.abs(others[:, 1] - ys)
        empty = np.isinf(dx)
        dx, dy = np.minimum(dx, np.where(empty, dx, side - dx)), np.minimum(dy, np.where(empty, dy, side - dy))
        free &= ~(dx * dx + dy * dy < 1.0)
    return np.asarray(free)


def _near(point: tuple[float, float], x: float, y: float, side: float) -> bool:
    dx, dy = abs(point[0] - x), abs(point[1] - y)
    dx, dy = min(dx, side - dx), min(dy, side - dy)
    return dx * dx + dy * dy < 1.0
