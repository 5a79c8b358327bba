"""Registration crosses on the seams of a map's tiles, each moved along its seam to avoid words and symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.generators.maps.tiling import OVERLAP_MM, Box, Tile, Tiling

CROSS_SHARES = (0.2, 0.5, 0.8)
"""Positions of the registration crosses along a seam, as shares of its length."""
REACH_MM = 2.5
"""Half the size of a registration cross."""
_AWAY_MM = 15.0
"""How far a cross may move along its seam."""

Start = tuple[float, float, float, float]
"""The preferred position of a cross and the direction in which it may move: x, y, dx, dy."""


def cross_points(cut: Tiling, tile: Tile) -> tuple[tuple[float, float], ...]:
    """The registration crosses in a tile's overlaps, in mm of the map: the same points on both tiles."""
    texts = _texts_near(cut, tile)
    points = [_spared(texts, *start) for start in _starts(cut, tile)]
    return tuple((round(px, 4), round(py, 4)) for px, py in points)


def _starts(cut: Tiling, tile: Tile) -> Iterator[Start]:
    """The preferred position of every cross in the tile's overlaps."""
    for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        other = cut.at(tile.column + dc, tile.row + dr)
        if other is None:
            continue
        middle = OVERLAP_MM / 2
        if dc:
            x = max(tile.x, other.x) + middle
            yield from ((x, tile.y + share * tile.height, 0.0, 1.0) for share in CROSS_SHARES)
        else:
            y = max(tile.y, other.y) + middle
            yield from ((tile.x + share * tile.width, y, 1.0, 0.0) for share in CROSS_SHARES)


def _texts_near(cut: Tiling, tile: Tile) -> list[Box]:
    """The boxes of words and symbols that a cross of `tile` may meet."""
    reach = REACH_MM + _AWAY_MM
    left, top, right, bottom = tile.x - reach, tile.y - reach, tile.x + tile.width + reach, tile.y + tile.height + reach
    return [b for b in cut.texts if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]


def _near(boxes: Sequence[Box], x: float, y: float) -> list[Box]:
    """The boxes that a cross moving along its seam from (x, y) may meet."""
    reach = REACH_MM + _AWAY_MM
    return [b for b in boxes if b[0] - reach < x < b[2] + reach and b[1] - reach < y < b[3] + reach]


def _spared(texts: Sequence[Box], x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
    """The nearest point along the seam, up to 15 mm away, where a cross covers no word or symbol; else (x, y)."""
    near = _near(texts, x, y)
    for step in range(31):
        away = (step + 1) // 2 * (1.0 if step % 2 else -1.0)
        px, py = x + away * dx, y + away * dy
        if not any(b[0] - REACH_MM < px < b[2] + REACH_MM and b[1] - REACH_MM < py < b[3] + REACH_MM for b in near):
            return px, py
    return x, y
