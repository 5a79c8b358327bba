"""Washes: the tone of the land, and the light and shade of heights, as outlines to be filled.

A wash is a few coats of thin colour, the widest first; their colours are the painter's. `mottle` and `hollow` are tones
of all land, `shade` and `light` are the slopes of heights. A wood is all of one tone, as its edge decides moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_plan import Curve
from pnp.maps.hexes.noise import noise, seed_of
from pnp.maps.hexes.shapes import outlines, polygons
from pnp.maps.lines import Rect

Floats = NDArray[np.float64]
Washes = dict[str, tuple[tuple[Curve, ...], ...]]
"""Wash -> the outlines of each of its coats."""
RELIEF = {"hills": (7.0, 14.0, 2.4), "mountain": (5.5, 13.0, 3.6)}
"""Look -> how far within its outline its full height lies, the wavelength of its ridges, and their height, in mm."""
RIDGES, BENT, LONG, UPLAND = (1.0, 0.55, 0.2), 0.35, 1.9, 0.3
"""Weight of each octave of ridges; how far noise bends them, in wavelengths; their length in widths; the share of their
height that valleys between them have, too.
"""
LIGHTS = {"shade": (-0.14, -0.32, -0.56, -0.9), "light": (0.16, 0.42)}
"""Wash of a relief -> the rise away from the light, in the north-west, beyond which each of its coats lies."""
MOTTLE, TONES = ((1.0, 41.0), (0.5, 15.0)), {"mottle": (0.06, 0.24), "hollow": (-0.1, -0.26)}
"""Of the land's tones: height and wavelength of their noise; wash -> the noise beyond which each of its coats lies."""
SLOPE_MM, TONE_MM = 0.7, 2.4
"""Between the points where relief and tone are reckoned."""


def hex_washes(regions: Mapping[str, BaseGeometry], frame: Rect) -> Washes:
    """Tone and relief of a hex map, whose `regions`, look -> shape, have tints."""
    x, y, width, height = frame
    return outlined(tones(frame) | relief(regions, frame), shapely.box(x, y, x + width, y + height))


def outlined(coats: Mapping[str, Sequence[BaseGeometry]], land: BaseGeometry) -> Washes:
    """The outlines of coats as far as they lie on `land`."""
    return {
        wash: tuple(outlines(polygons(shapely.intersection(coat, land), 0.3), 0.08) for coat in shapes)
        for wash, shapes in coats.items()
    }


def tones(frame: Rect) -> dict[str, list[BaseGeometry]]:
    """Where the land of `frame` is paler, and where darker."""
    xs, ys = grid(frame, TONE_MM)
    tone = np.sum([high * noise(xs / wave, ys / wave, seed_of(f"tone {wave}")) for high, wave in MOTTLE], axis=0)
    return _beyond(tone, TONES, frame, TONE_MM)


def relief(areas: Mapping[str, BaseGeometry], frame: Rect) -> dict[str, list[BaseGeometry]]:
    """The slopes of the heights among `areas` that are turned from the light and to it; {} without any."""
    xs, ys = grid(frame, SLOPE_MM)
    heights = sum(heights_at(areas[look], xs, ys, *RELIEF[look]) for look in RELIEF if look in areas)
    if not isinstance(heights, np.ndarray):
        return {}
    slope = np.sum(np.gradient(heights, SLOPE_MM), axis=0) / 2**0.5
    return _beyond(slope, LIGHTS, frame, SLOPE_MM)


def _beyond(
    values: Floats, washes: Mapping[str, Sequence[float]], frame: Rect, step: float
) -> dict[str, list[BaseGeometry]]:
    """Wash -> where `values` lie above each of its levels; below those that are negative."""
    return {
        wash: [above(np.sign(levels[0]) * values, abs(level), *frame[:2], step) for level in levels]
        for wash, levels in washes.items()
    }


def grid(frame: Rect, step: float) -> tuple[Floats, Floats]:
    """The x and the y of points all over `frame`, each of shape (rows, columns)."""
    x, y, width, height = frame
    xs, ys = np.meshgrid(np.arange(x, x + width + step, step), np.arange(y, y + height + step, step))
    return xs, ys


def heights_at(range_: BaseGeometry, x: Floats, y: Floats, core: float, wave: float, high: float) -> Floats:
    """Heights at points, in mm: ridges of several sizes, finer only on the flanks of larger ones, that sink to the
    plain at the edge of `range_`, here soon and there late.
    """
    heights = np.zeros(x.shape)
    inside = shapely.contains_xy(range_, x, y)
    x, y = x[inside], y[inside]
    ragged = np.clip(1 + 2.0 * noise(x / 1.7 / wave, y / 1.7 / wave, seed_of("foot")), 0.45, 2.0)
    ends, ring = shapely.get_coordinates(shapely.get_parts(range_.boundary), return_index=True)
    edges = shapely.STRtree(shapely.linestrings(np.stack([ends[:-1], ends[1:]], 1)[ring[:-1] == ring[1:]]))
    _, away = edges.query_nearest(shapely.points(x, y), return_distance=True, all_matches=False)
    rise = np.clip(away / core * ragged, 0.0, 1.0)
    bends = (noise(x / 1.3 / wave + 9 * part, y / 1.3 / wave, seed_of("bend")) for part in (0, 1))
    along, across = (0.8 * x + 0.6 * y) / LONG, 0.8 * y - 0.6 * x
    u, v = (at / wave + BENT * bend for at, bend in zip((along, across), bends, strict=True))
    relief, upper = np.zeros(x.shape), np.ones(x.shape)
    for octave, weight in enumerate(RIDGES):
        ridge = 1 - 2 * np.abs(noise(u * 2**octave, v * 2**octave, seed_of("ridge") + octave))
        relief += weight * upper * ridge
        upper = np.clip(1.1 * ridge, 0.0, 1.0)
    heights[inside] = high * rise * rise * (3 - 2 * rise) * (UPLAND + (1 - UPLAND) * relief)
    return heights


def above(field: Floats, level: float, x: float, y: float, step: float) -> BaseGeometry:
    """Where a field on a grid from (x, y) is above `level`: its cells, cut where their sides cross that level."""
    values = np.stack([field[:-1, :-1], field[:-1, 1:], field[1:, 1:], field[1:, :-1]], -1) - level
    row, column = np.nonzero((values > 0).any(-1))
    values = values[row, column]
    around = np.roll(values, -1, axis=1)
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    # Both cells at a side measure from its lower corner: their crossings must be the same to the last bit.
    begin, end = np.array([0, 1, 3, 0]), np.array([1, 2, 2, 3])
    from_, to = values[:, begin], values[:, end]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where((from_ > 0) != (to > 0), from_ / (from_ - to), 0.0)[..., None]
    crossings = corners[begin] + share * (corners[end] - corners[begin])
    points = np.stack([np.broadcast_to(corners, crossings.shape), crossings], 2).reshape(-1, 8, 2)
    drawn = np.stack([values > 0, (values > 0) != (around > 0)], 2).reshape(-1, 8)
    # A point that is not drawn repeats the one before it.
    last = np.maximum.accumulate(np.where(drawn, np.arange(8), -1), axis=1)
    last = np.where(last < 0, last[:, -1:], last)
    points = np.take_along_axis(points, last[..., None], axis=1) + np.stack([column, row], -1)[:, None, :]
    cells = shapely.polygons(np.round(points * step + (x, y), 4))
    return shapely.coverage_union_all(cells[shapely.is_valid(cells)])  # without those that rounding left no room
