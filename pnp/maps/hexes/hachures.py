"""Hachures: short strokes down the slopes of heights, in rows from one contour towards the next below it."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from pnp.maps.hexes.noise import seed_of, shares
from pnp.maps.hexes.washes import RELIEF, above, grid, heights_at

Floats = NDArray[np.float64]
HACHURED = {**RELIEF, "rough": (5.0, 13.0, 2.6), "broken": (5.0, 13.0, 2.6)}
"""Look -> its relief, as in RELIEF; those that have no other are low."""
LIGHT, DARK = "hachures", "dark hachures"
"""Names of the strokes towards the light, in the north-west, and away from it."""
FOOT_MM, CONTOUR_MM = 0.3, 0.7
"""Height of the lowest contour, and between contours."""
APART_MM, LONG_MM, FLAT = 0.6, (0.9, 2.0), 0.2
"""Between the strokes of a row; the least and the greatest length of one; the rise below which there are none."""
SLOPE_MM = 1.0
"""Between the points where heights are reckoned."""


def hachures(region: BaseGeometry, look: str) -> dict[str, Floats]:
    """LIGHT and DARK -> x1, y1, x2, y2 of each stroke of a region of `look`, from its upper end; shape (N, 4)."""
    x, y, right, foot = region.bounds
    xs, ys = grid((x, y, right - x, foot - y), SLOPE_MM)
    heights = heights_at(region, xs, ys, *HACHURED[look])
    levels = np.arange(FOOT_MM, heights.max(), CONTOUR_MM)
    contours = [above(heights, level, x, y, SLOPE_MM).boundary.simplify(0.1) for level in levels]
    rows = shapely.get_parts(contours)
    count = (shapely.length(rows) / APART_MM).astype(np.int64)
    along = APART_MM * np.concatenate([np.zeros(0), *map(np.arange, count)])
    points = shapely.get_coordinates(shapely.line_interpolate_point(np.repeat(rows, count), along))
    across, down = np.array([SLOPE_MM, 0.0]), np.array([0.0, SLOPE_MM])
    around = np.vstack([points - across, points + across, points - down, points + down])
    west, east, north, south = heights_at(region, *around.T, *HACHURED[look]).reshape(4, -1)
    fall = np.column_stack([west - east, north - south]) / (2 * SLOPE_MM)
    rise = np.hypot(*fall.T)
    points, fall, rise = points[rise > FLAT], fall[rise > FLAT], rise[rise > FLAT]
    by_place = shares(*np.round(points * 100).astype(np.int64).T, seed_of(look))
    long = np.clip(0.85 * CONTOUR_MM / rise, *LONG_MM) * (0.75 + 0.4 * by_place)
    strokes = np.round(np.hstack([points, points + fall * (long / rise)[:, None]]), 2)
    dark = fall.sum(axis=1) > 0
    return {LIGHT: strokes[~dark], DARK: strokes[dark]}
