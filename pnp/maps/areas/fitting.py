"""Fits an area's stack box, name and row of symbols into the area.

A raster of distances to the border, with cells of half a millimetre, makes it cheap: the clearance of a rectangle is
the least distance under it, so one sliding minimum gives it for every place at once. Candidates are scored and the
best is taken; nothing is random, ties go to the upper left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.lib.stride_tricks import sliding_window_view
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.maps.lines import Point, Rect

STEP_MM = 0.5
COARSE_STEP_MM = 1.0
COARSE_FROM_MM2 = 2600.0
"""Areas of this size have room to spare: a coarser raster will do."""
GAP_MM = 1.9
"""Between the box and the block of name and symbols."""
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
    shape      where the name stands to the box: above, below, right, left, free, by hand
    clearance  least distance to a border
    """

    stack: Rect
    name: Rect
    row: Rect | None
    label: NameSetting
    shape: str
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
    padded = np.pad(values, ((ny, ny), (nx, nx)), constant_values=-1.0)
    rows = sliding_window_view(padded, 2 * nx + 1, axis=1).min(axis=-1)
    return sliding_window_view(rows, 2 * ny + 1, axis=0).min(axis=-1)


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


SHAPE_COST = {"above": 0.0, "below": 0.35, "right": 0.6, "left": 0.6, "free": 1.5}


@dataclass(frozen=True)
class _NameBlock:
    """The name above the row of symbols as one block.

    name_dy, row_dy     from the block's centre to theirs
    clearance, clutter  for the block's centre on each cell
    """

    width: float
    height: float
    name_dy: float
    row_dy: float
    clearance: np.ndarray
    clutter: np.ndarray


def _block(raster: Raster, label: NameSetting, row: tuple[float, float]) -> _NameBlock:
    row_width, row_height = row
    gap = 1.5 if row_width else 0.0
    height = label.height + gap + row_height
    name_dy, row_dy = (label.height - height) / 2, (height - row_height) / 2
    step, everything = raster.step, raster.clutter + raster.towns
    clearance = _shifted(_least(raster.distance, step, label.width, label.height), step, 0, name_dy, -1.0)
    clutter = _shifted(_total(everything, step, label.width, label.height), step, 0, name_dy, 0.0)
    if row_width:
        below = _least(raster.distance, step, row_width, row_height)
        clearance = np.minimum(clearance, _shifted(below, step, 0, row_dy, -1.0))
        clutter = clutter + _shifted(_total(everything, step, row_width, row_height), step, 0, row_dy, 0.0)
    return _NameBlock(max(label.width, row_width), height, name_dy, row_dy, clearance, clutter)


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
    box_room = _least(raster.distance, raster.step, stack_mm, stack_mm)
    if stack_at:
        box_room = _only_at(raster, box_room, stack_at)
    box_clutter = _total(0.1 * raster.clutter + raster.towns, raster.step, stack_mm, stack_mm)
    best: tuple[float, AreaFit] | None = None
    for label in labels:
        ceiling = BEST_CLEARANCE_MM + SIZE_WORTH * (label.size_pt - 9.0) - label.cost
        if best is not None and best[0] >= ceiling:
            continue
        block = _block(raster, label, row)
        for shape, cost in SHAPE_COST.items():
            if best is not None and best[0] >= ceiling - cost:
                continue
            if shape == "free":
                placement = _free(raster, block, box_room, box_clutter, middle, stack_mm)
            else:
                placement = _joint(raster, block, box_room, box_clutter, middle, shape, stack_mm)
            if placement is None:
                continue
            score, clearance, box_at, block_at = placement
            score += SIZE_WORTH * (label.size_pt - 9.0) - label.cost - cost
            if best is None or score > best[0] + 1e-9:
                fitted = _fit_of(label, block, row, stack_at or box_at, block_at, shape, clearance, stack_mm)
                best = (score, fitted)
    return best[1] if best else None


def _only_at(raster: Raster, room: np.ndarray, at: Point) -> np.ndarray:
    """`room` with none but in the cell of a point."""
    row, column = round((at[1] - raster.y) / raster.step), round((at[0] - raster.x) / raster.step)
    left = np.full(room.shape, -1.0)
    if 0 <= row < room.shape[0] and 0 <= column < room.shape[1]:
        left[row, column] = room[row, column]
    return left


def _clearance_score(clearance: np.ndarray) -> np.ndarray:
    score = np.minimum(clearance, BEST_CLEARANCE_MM)
    score = score - 4.0 * (clearance < 0.8) - 1.5 * (clearance < 1.5)
    return np.where(clearance < MIN_CLEARANCE_MM, -np.inf, score)


def _places(raster: Raster) -> tuple[np.ndarray, np.ndarray]:
    height, width = raster.distance.shape
    return np.meshgrid(raster.x + raster.step * np.arange(width), raster.y + raster.step * np.arange(height))


Placement = tuple[float, float, Point, Point]
"""Score, clearance, centre of the box, centre of the block."""


def _joint(
    raster: Raster, block: _NameBlock, box_room: np.ndarray, box_clutter: np.ndarray, middle: Point, shape: str,
    stack_mm: float,
) -> Placement | None:  # fmt: skip
    """The best placement with the block beside the box as `shape` says; None when there is no room."""
    beside = (stack_mm + block.width) / 2 + GAP_MM
    over = (stack_mm + block.height) / 2 + GAP_MM
    dx, dy = {"above": (0.0, -over), "below": (0.0, over), "right": (beside, 0.0), "left": (-beside, 0.0)}[shape]
    clearance = np.minimum(box_room, _shifted(block.clearance, raster.step, dx, dy, -1.0))
    xs, ys = _places(raster)
    distance = np.hypot(xs + dx / 2 - middle[0], ys + dy / 2 - middle[1])
    clutter = box_clutter, _shifted(block.clutter, raster.step, dx, dy, 0.0)
    score = _clearance_score(clearance) - 0.035 * distance - clutter[0] - clutter[1]
    index = int(np.argmax(score))
    row, column = np.unravel_index(index, score.shape)
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


def _free(
    raster: Raster, block: _NameBlock, box_room: np.ndarray, box_clutter: np.ndarray, middle: Point, stack_mm: float
) -> Placement | None:
    """The best placement with box and block wherever each has room; None when there is none."""
    xs, ys = _places(raster)
    pull = 0.035 * np.hypot(xs - middle[0], ys - middle[1])
    box_score = _clearance_score(box_room) - pull - box_clutter
    block_score = _clearance_score(block.clearance) - pull - block.clutter
    boxes, blocks = _top(box_score, 500), _top(block_score, 700)
    if not len(boxes) or not len(blocks):
        return None
    bx, by = xs.ravel()[boxes][:, None], ys.ravel()[boxes][:, None]
    kx, ky = xs.ravel()[blocks][None, :], ys.ravel()[blocks][None, :]
    apart = (np.abs(bx - kx) >= (stack_mm + block.width) / 2 + GAP_MM) | (
        np.abs(by - ky) >= (stack_mm + block.height) / 2 + GAP_MM
    )
    clearance = np.minimum(box_room.ravel()[boxes][:, None], block.clearance.ravel()[blocks][None, :])
    score = _clearance_score(clearance) - 0.08 * np.hypot(bx - kx, by - ky)
    score -= (pull + box_clutter).ravel()[boxes][:, None] + (block.clutter + pull).ravel()[blocks][None, :]
    score = np.where(apart, score, -np.inf)
    i, j = np.unravel_index(int(np.argmax(score)), score.shape)
    if not np.isfinite(score[i, j]):
        return None
    return (
        float(score[i, j]), float(clearance[i, j]),
        (float(bx[i, 0]), float(by[i, 0])), (float(kx[0, j]), float(ky[0, j])),
    )  # fmt: skip


def _around(at: Point, dy: float, width: float, height: float) -> Rect:
    return (round(at[0] - width / 2, 3), round(at[1] + dy - height / 2, 3), round(width, 3), round(height, 3))


def _fit_of(
    label: NameSetting, block: _NameBlock, row: tuple[float, float], box_at: Point, block_at: Point, shape: str,
    clearance: float, stack_mm: float,
) -> AreaFit:  # fmt: skip
    return AreaFit(
        stack=_around(box_at, 0.0, stack_mm, stack_mm),
        name=_around(block_at, block.name_dy, label.width, label.height),
        row=_around(block_at, block.row_dy, *row) if row[0] else None,
        label=label,
        shape=shape,
        clearance=round(clearance, 3),
    )


def fit_by_hand(
    label: NameSetting, row: tuple[float, float], stack_at: Point, name_at: Point, stack_mm: float
) -> AreaFit:
    """The fit for a box centred on `stack_at` and a name centred on `name_at`, with the symbols under the name."""
    row_at = name_at[1] + label.height / 2 + 1.5 + row[1] / 2
    return AreaFit(
        stack=_around(stack_at, 0.0, stack_mm, stack_mm),
        name=_around(name_at, 0.0, label.width, label.height),
        row=_around((name_at[0], row_at), 0.0, *row) if row[0] else None,
        label=label,
        shape="by hand",
        clearance=0.0,
    )
