"""Fits an area's stack box, name and row of symbols into the area.

A raster of distances to the border, with cells of half a millimetre, makes it cheap: the clearance of a rectangle is
the least distance under it, so one sliding minimum gives it for every place at once. Candidates are scored and the
best is taken; nothing is random, ties go to the upper left.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.lines import Point, Rect

STEP_MM = 0.5
COARSE_STEP_MM = 1.0
COARSE_FROM_MM2 = 2600.0
"""Areas of this size have room to spare: a coarser raster will do."""
GAP_MM, ON_FRAME_MM = 1.3, 0.9
"""Between the name and the box, or the symbols on it; how far these reach over its frame."""
BEST_CLEARANCE_MM = 4.5
"""More room than this is worth nothing."""
SIZE_WORTH = 0.9
"""What a point of type size is worth in mm of clearance."""
MIN_CLEARANCE_MM = 0.5
"""Nothing is placed nearer to a border than this."""


@dataclass(frozen=True, slots=True)
class NameSetting:
    """A way to set a name.

    lines          the name, in one line or more
    size_pt        of the type
    width, height  of the lines together, mm
    cost           compared to the best way
    """

    lines: tuple[str, ...]
    size_pt: float
    width: float
    height: float
    cost: float


@dataclass(frozen=True, slots=True)
class AreaFit:
    """The places of an area's box, name and symbols, in mm.

    stack      the stack box
    name       rectangle of the name
    row        rectangle of the symbols, None when there are none
    label      how the name is set
    clearance  least distance to a border
    """

    stack: Rect
    name: Rect
    row: Rect | None
    label: NameSetting
    clearance: float


@dataclass(frozen=True)
class Raster:
    """Square cells over an area; the arrays have the shape (rows, columns).

    step      side of a cell, mm
    x, y      centre of the first cell
    distance  to the border; negative outside
    clutter   cost per cell of covering rivers and lake shores with text
    towns     cost per cell of covering towns with anything
    """

    step: float
    x: float
    y: float
    distance: np.ndarray
    clutter: np.ndarray
    towns: np.ndarray


Side = tuple[int, int]
"""Of a box: the direction towards it."""
Weighted = Sequence[tuple[BaseGeometry, float]]
"""Shapes and their cost per mm²."""


def raster_of(area: Polygon, clutter: Weighted, towns: Weighted) -> Raster:
    """The raster of `area`: clearances, and the costs of covering `clutter` with text or `towns` with anything."""
    step = COARSE_STEP_MM if area.area > COARSE_FROM_MM2 else STEP_MM
    x0, y0, x1, y1 = area.bounds
    xs = np.arange(x0 + step / 2, x1, step)
    ys = np.arange(y0 + step / 2, y1, step)
    grid_x, grid_y = np.meshgrid(xs, ys)
    shapely.prepare(area)
    inside = shapely.contains_xy(area, grid_x, grid_y)
    distance = np.full(grid_x.shape, -1.0)
    # A tenth of a millimetre less detail halves the time and cannot be seen.
    border = area.boundary.simplify(0.1)
    shapely.prepare(border)
    distance[inside] = shapely.distance(shapely.points(grid_x[inside], grid_y[inside]), border)
    return Raster(
        step, float(xs[0]), float(ys[0]), distance,
        _costs(clutter, grid_x, grid_y, step), _costs(towns, grid_x, grid_y, step),
    )  # fmt: skip


def _costs(shapes: Weighted, grid_x: np.ndarray, grid_y: np.ndarray, step: float) -> np.ndarray:
    cost = np.zeros(grid_x.shape)
    for shape, per_mm2 in shapes:
        shapely.prepare(shape)
        cost += shapely.contains_xy(shape, grid_x, grid_y) * (per_mm2 * step * step)
    return cost


def _half(length_mm: float, step: float) -> int:
    return max(1, int(np.ceil(length_mm / 2 / step)))


def _least(values: np.ndarray, step: float, width: float, height: float) -> np.ndarray:
    """The least of `values` under a rectangle centred on each cell; -1 where it runs off the raster."""
    nx, ny = _half(width, step), _half(height, step)
    values = np.pad(values, ((ny, ny), (nx, nx)), constant_values=-1.0)
    for count in (2 * nx + 1, 2 * ny + 1):
        values, reach = values.T, 1
        while further := min(reach, count - reach):  # the least of up to twice as many cells in each step
            values, reach = np.minimum(values[:-further], values[further:]), reach + further
    return values


def _total(values: np.ndarray, step: float, width: float, height: float) -> np.ndarray:
    """The sum of `values` under a rectangle centred on each cell."""
    nx, ny = _half(width, step), _half(height, step)
    padded = np.pad(values, ((ny + 1, ny), (nx + 1, nx)))
    table = padded.cumsum(axis=0).cumsum(axis=1)
    a, b = 2 * ny + 1, 2 * nx + 1
    return table[a:, b:] - table[:-a, b:] - table[a:, :-b] + table[:-a, :-b]


def _shifted(values: np.ndarray, step: float, dx_mm: float, dy_mm: float, fill: float) -> np.ndarray:
    """For each cell the value at (x + dx, y + dy), `fill` where that lies off the raster."""
    dx, dy = round(dx_mm / step), round(dy_mm / step)
    out = np.full(values.shape, fill)
    height, width = values.shape
    if abs(dx) >= width or abs(dy) >= height:
        return out
    out[max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)] = values[
        max(0, dy) : height - max(0, -dy), max(0, dx) : width - max(0, -dx)
    ]
    return out


NAME_COST = {
    (0, -1, 0): 0.0, (0, -1, 1): 0.8, (0, -1, -1): 0.8, (0, -1, 2): 1.6, (0, -1, -2): 1.6,
    (0, 1, 0): 5.0, (1, 0, 0): 5.0, (-1, 0, 0): 5.0, None: 8.0,
}  # fmt: skip
"""Cost of a name on each side of a box, slid along it by steps of SLIDE_MM, or wherever it has room: areas look alike,
so it rather stands askew above its box than elsewhere, and their group elsewhere than its parts.
"""
SLIDE_MM = 4.0
SIDE_COST = {(0, -1): 0.0, (0, 1): 9.0, (1, 0): 12.0, (-1, 0): 12.0}
"""Cost of symbols on each side of a box: above it, at its foot, and in a column at its right or left."""


@dataclass(frozen=True)
class _Part:
    """A rectangle to be placed: the box with the symbols on its frame, or the name.

    clearance, clutter  for its centre on each cell
    """

    width: float
    height: float
    clearance: np.ndarray
    clutter: np.ndarray


def _name_part(raster: Raster, label: NameSetting) -> _Part:
    size = (label.width, label.height)
    clutter = _total(raster.clutter + raster.towns, raster.step, *size)
    return _Part(*size, _least(raster.distance, raster.step, *size), clutter)


def _box_part(raster: Raster, row: tuple[float, float], side: Side, stack_mm: float, at: Point | None) -> _Part:
    """The box with its symbols on one side; its centre is that of both together."""
    step, rise, (wide, tall) = raster.step, _rise(row), _turned(row, side)
    dx, dy = side[0] * rise / 2, side[1] * rise / 2
    room = _least(raster.distance, step, stack_mm, stack_mm)
    if at:
        room = _only_at(raster, room, at)
    clearance = _shifted(room, step, -dx, -dy, -1.0)
    clutter = _shifted(_total(0.1 * raster.clutter + raster.towns, step, stack_mm, stack_mm), step, -dx, -dy, 0.0)
    if rise:
        out = side[0] * (stack_mm - ON_FRAME_MM) / 2, side[1] * (stack_mm - ON_FRAME_MM) / 2
        clearance = np.minimum(clearance, _shifted(_least(raster.distance, step, wide, tall), step, *out, -1.0))
        total = _total(raster.clutter + raster.towns, step, wide, tall)
        clutter = clutter + _shifted(total, step, *out, 0.0)
    return _Part(
        max(stack_mm + 2 * abs(dx), wide if side[1] else 0.0), max(stack_mm + 2 * abs(dy), tall if side[0] else 0.0),
        clearance, clutter,
    )  # fmt: skip


def _rise(row: tuple[float, float]) -> float:
    """How far the symbols stand out from the box, on whose frame they sit."""
    return row[1] - ON_FRAME_MM if row[0] else 0.0


def _turned(row: tuple[float, float], side: Side) -> tuple[float, float]:
    """Width and height of the symbols: a row above or below the box, a column beside it."""
    return row if side[1] else (row[1], row[0])


def fit(
    raster: Raster, labels: Sequence[NameSetting], row: tuple[float, float], middle: Point, stack_mm: float,
    stack_at: Point | None = None,
) -> AreaFit | None:  # fmt: skip
    """The best places for box, name and symbols; None when nothing fits.

    labels  ways to set the name, best first
    row     width and height of the row of symbols; (0, 0) = none
    middle  the preferred place, e.g. the area's centroid
    stack_mm  side of the stack box
    stack_at  the centre of the box, if it is given
    """
    boxes = {side: _box_part(raster, row, side, stack_mm, stack_at) for side in SIDE_COST}
    best: tuple[float, AreaFit] | None = None
    for label in labels:
        ceiling = BEST_CLEARANCE_MM + SIZE_WORTH * (label.size_pt - 9.0) - label.cost
        if best is not None and best[0] >= ceiling:
            continue
        name = _name_part(raster, label)
        for (side, box), (where, cost) in itertools.product(boxes.items(), NAME_COST.items()):
            cost += SIDE_COST[side]
            if best is not None and best[0] >= ceiling - cost:
                continue
            placement = _joint(raster, name, box, middle, where) if where else _free(raster, name, box, middle)
            if placement is None:
                continue
            score, clearance, (x, y), name_at = placement
            score += SIZE_WORTH * (label.size_pt - 9.0) - label.cost - cost
            if best is None or score > best[0] + 1e-9:
                box_at = stack_at or (x - side[0] * _rise(row) / 2, y - side[1] * _rise(row) / 2)
                best = (score, fit_at(label, row, box_at, name_at, stack_mm, side, clearance))
    return best[1] if best else None


def _only_at(raster: Raster, room: np.ndarray, at: Point) -> np.ndarray:
    """`room` with none but in the cell of a point."""
    xs, ys = _places(raster)
    return np.where(np.maximum(np.abs(xs - at[0]), np.abs(ys - at[1])) <= raster.step / 2, room, -1.0)


def _clearance_score(clearance: np.ndarray) -> np.ndarray:
    score = np.minimum(clearance, BEST_CLEARANCE_MM)
    score = score - 4.0 * (clearance < 0.8) - 1.5 * (clearance < 1.5)
    return np.where(clearance < MIN_CLEARANCE_MM, -np.inf, score)


def _places(raster: Raster) -> tuple[np.ndarray, np.ndarray]:
    height, width = raster.distance.shape
    return np.meshgrid(raster.x + raster.step * np.arange(width), raster.y + raster.step * np.arange(height))


Placement = tuple[float, float, Point, Point]
"""Score, clearance, centre of the box with its symbols, centre of the name."""


def _joint(raster: Raster, name: _Part, box: _Part, middle: Point, where: tuple[int, int, int]) -> Placement | None:
    """The best placement with the name at the box as `where` says, see NAME_COST; None when there is no room."""
    across, down, slid = where
    dx = across * ((box.width + name.width) / 2 + GAP_MM) + slid * SLIDE_MM
    dy = down * ((box.height + name.height) / 2 + GAP_MM)
    clearance = np.minimum(box.clearance, _shifted(name.clearance, raster.step, dx, dy, -1.0))
    xs, ys = _places(raster)
    distance = np.hypot(xs + dx / 2 - middle[0], ys + dy / 2 - middle[1])
    clutter = box.clutter + _shifted(name.clutter, raster.step, dx, dy, 0.0)
    score = _clearance_score(clearance) - 0.035 * distance - clutter
    row, column = np.unravel_index(int(np.argmax(score)), score.shape)
    if not np.isfinite(score[row, column]):
        return None
    at = (float(xs[row, column]), float(ys[row, column]))
    return float(score[row, column]), float(clearance[row, column]), at, (at[0] + dx, at[1] + dy)


def _top(score: np.ndarray, count: int) -> np.ndarray:
    """Indices of the `count` best cells in every second row and column, so that they spread; or the only one."""
    thin = score
    if np.isfinite(score).sum() > 1:
        thin = np.full(score.shape, -np.inf)
        thin[::2, ::2] = score[::2, ::2]
    order = np.argsort(-thin, axis=None, kind="stable")[:count]
    return order[np.isfinite(thin.ravel()[order])]


def _free(raster: Raster, name: _Part, box: _Part, middle: Point) -> Placement | None:
    """The best placement with box and name wherever each has room; None when there is none."""
    xs, ys = _places(raster)
    pull = 0.035 * np.hypot(xs - middle[0], ys - middle[1])
    boxes = _top(_clearance_score(box.clearance) - pull - box.clutter, 500)
    names = _top(_clearance_score(name.clearance) - pull - name.clutter, 700)
    if not len(boxes) or not len(names):
        return None
    bx, by = xs.ravel()[boxes][:, None], ys.ravel()[boxes][:, None]
    kx, ky = xs.ravel()[names][None, :], ys.ravel()[names][None, :]
    apart = (np.abs(bx - kx) >= (box.width + name.width) / 2 + GAP_MM) | (
        np.abs(by - ky) >= (box.height + name.height) / 2 + GAP_MM
    )
    clearance = np.minimum(box.clearance.ravel()[boxes][:, None], name.clearance.ravel()[names][None, :])
    score = _clearance_score(clearance) - 0.08 * np.hypot(bx - kx, by - ky)
    score -= (pull + box.clutter).ravel()[boxes][:, None] + (name.clutter + pull).ravel()[names][None, :]
    score = np.where(apart, score, -np.inf)
    i, j = np.unravel_index(int(np.argmax(score)), score.shape)
    if not np.isfinite(score[i, j]):
        return None
    box_at, name_at = (float(bx[i, 0]), float(by[i, 0])), (float(kx[0, j]), float(ky[0, j]))
    return float(score[i, j]), float(clearance[i, j]), box_at, name_at


def _around(at: Point, width: float, height: float) -> Rect:
    return (round(at[0] - width / 2, 3), round(at[1] - height / 2, 3), round(width, 3), round(height, 3))


def fit_at(
    label: NameSetting, row: tuple[float, float], stack_at: Point, name_at: Point, stack_mm: float,
    side: Side = (0, -1), clearance: float = 0.0,
) -> AreaFit:  # fmt: skip
    """The fit for a box centred on `stack_at`, the symbols on the `side` of its frame, and a name centred on `name_at`.
    """
    out = (stack_mm + row[1]) / 2 - ON_FRAME_MM
    row_at = (stack_at[0] + side[0] * out, stack_at[1] + side[1] * out)
    return AreaFit(
        stack=_around(stack_at, stack_mm, stack_mm),
        name=_around(name_at, label.width, label.height),
        row=_around(row_at, *_turned(row, side)) if row[0] else None,
        label=label,
        clearance=round(clearance, 3),
    )
