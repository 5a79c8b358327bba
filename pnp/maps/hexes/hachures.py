"""Hachures: short strokes down the slopes of heights, longer where these are steeper, thick away from the light."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from pnp.maps.hexes.noise import seed_of, shares, spaced_points
from pnp.maps.hexes.washes import RELIEF, heights_at

Floats = NDArray[np.float64]
HACHURED = {**RELIEF, "rough": (5.0, 12.0, 3.4), "broken": (5.0, 12.0, 3.4)}
"""Look -> its relief, as in RELIEF; those that have no other are rough all over."""
LIGHT, DARK = "hachures", "dark hachures"
"""Names of the strokes towards the light, in the north-west, and away from it."""
APART_MM, LONG_MM, FLAT, STEEP = 0.75, 2.1, 0.25, 1.0
"""Between strokes; the longest; the rise below which there are none, and from which on they are longest."""
SLOPE_MM = 0.3
"""Between a stroke and the points about it where its slope is reckoned."""


def hachure_points(region: BaseGeometry, look: str) -> Floats:
    """Where the hachures of a region of `look` may stand: x, y of each, shape (N, 2)."""
    points = spaced_points(region.bounds, APART_MM, seed_of(look))
    return points[shapely.contains_xy(region, points[:, 0], points[:, 1])]


def hachures(region: BaseGeometry, look: str, points: Floats) -> dict[str, tuple[float, ...]]:
    """LIGHT and DARK -> x1, y1, x2, y2 of each stroke about those of `points` where the region slopes."""
    across, down = np.array([SLOPE_MM, 0.0]), np.array([0.0, SLOPE_MM])
    around = np.vstack([points - across, points + across, points - down, points + down])
    west, east, north, south = heights_at(region, *around.T, *HACHURED[look]).reshape(4, -1)
    fall = np.column_stack([west - east, north - south]) / (2 * SLOPE_MM)
    rise = np.hypot(*fall.T)
    points, fall, rise = points[rise > FLAT], fall[rise > FLAT], rise[rise > FLAT]
    cells = np.round(points * 100).astype(np.int64)
    long = LONG_MM * np.clip(rise / STEEP, 0.35, 1.0) * (0.6 + 0.6 * shares(*cells.T, seed_of(look)))
    reach = fall * (long / 2 / rise)[:, None]
    strokes = np.round(np.hstack([points - reach, points + reach]), 2)
    dark = fall.sum(axis=1) > 0
    return {LIGHT: tuple(strokes[~dark].ravel().tolist()), DARK: tuple(strokes[dark].ravel().tolist())}
