"""Registration crosses on the seams of a map's tiles: where they stand, and whether they still do when pieces change.

A cross moves along its seam until it lies on no word and no symbol. So it may stand elsewhere when a word near it does:
`seams_of` keeps what that depends on, `seams_hold` tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.draw.scene import Matrix, Node, Text
from pnp.generators.bounds import marks
from pnp.generators.map_tiling import OVERLAP_MM, Box, Tile, Tiling

CROSS_SHARES = (0.2, 0.5, 0.8)
"""Where along a seam the registration crosses stand."""
REACH_MM = 2.5
"""Half the size of a registration cross."""
_AWAY_MM = 15.0
"""How far a cross may move along its seam."""
_FREE_MM = 1e-6

Start = tuple[float, float, float, float]
"""Where a cross stands if nothing is in its way, and which way it moves: x, y, dx, dy."""


def cross_points(cut: Tiling, tile: Tile) -> tuple[tuple[float, float], ...]:
    """Registration crosses in the tile's overlaps, on the map: the same points on both tiles."""
    texts = _texts_near(cut, tile)
    points = [_spared(texts, *start) for start in _starts(cut, tile)]
    return tuple((round(px, 4), round(py, 4)) for px, py in points)


def _starts(cut: Tiling, tile: Tile) -> Iterator[Start]:
    """Every cross in the tile's overlaps."""
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
    """Boxes that a cross of `tile` may meet."""
    reach = REACH_MM + _AWAY_MM
    left, top, right, bottom = tile.x - reach, tile.y - reach, tile.x + tile.width + reach, tile.y + tile.height + reach
    return [b for b in cut.texts if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]


def _near(boxes: Sequence[Box], x: float, y: float) -> list[Box]:
    """Boxes that a cross which starts at (x, y) may meet."""
    reach = REACH_MM + _AWAY_MM
    return [b for b in boxes if b[0] - reach < x < b[2] + reach and b[1] - reach < y < b[3] + reach]


def _spared(texts: Sequence[Box], x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
    """The nearest point along the seam, up to 15 mm away, where a cross lies on no word and no symbol; else (x, y)."""
    near = _near(texts, x, y)
    for step in range(31):
        away = (step + 1) // 2 * (1.0 if step % 2 else -1.0)
        px, py = x + away * dx, y + away * dy
        if not any(b[0] - REACH_MM < px < b[2] + REACH_MM and b[1] - REACH_MM < py < b[3] + REACH_MM for b in near):
            return px, py
    return x, y


# What changes ---------------------------------------------------------------------------------------


def seams_of(cut: Tiling) -> tuple[Any, ...]:
    """What the crosses depend on, as plain values: pieces with their place, box and words; crosses near them with the words there."""
    pieces = [(piece.name, place, *_boxes(piece.children, place)) for piece, place in cut.pieces]
    areas = [area for _, _, area, _ in pieces]
    loose = {box for _, _, _, texts in pieces for box in texts}
    crosses = []
    for start in dict.fromkeys(start for tile in cut.tiles for start in _starts(cut, tile)):
        if _near(areas, *start[:2]):
            fixed = tuple(box for box in _near(cut.texts, *start[:2]) if box not in loose)
            crosses.append((start, _spared(cut.texts, *start), fixed))
    return tuple(pieces), tuple(crosses)


def seams_hold(kept: Any, drawn: Mapping[str, tuple[Node, ...]]) -> bool:
    """Whether tiles and crosses are the same with other pieces; kept: what `seams_of` told, None for a map in one piece.

    A piece that grows might need other tiles.
    """
    if kept is None:
        return True
    pieces, crosses = kept
    loose: list[Box] = []
    for name, place, area, texts in pieces:
        if name in drawn:
            now, texts = _boxes(drawn[name], place)
            if not (now[0] > area[0] - _FREE_MM and now[1] > area[1] - _FREE_MM and now[2] < area[2] + _FREE_MM and now[3] < area[3] + _FREE_MM):
                return False
        loose += texts
    return all(_spared([*fixed, *loose], *start) == point for start, point, fixed in crosses)


def _boxes(nodes: Sequence[Node], place: Matrix) -> tuple[Box, tuple[Box, ...]]:
    """The box around nodes on the map, and those of their words."""
    found = [(isinstance(mark, Text), box) for _, mark, box in marks(nodes, place)]
    boxes = [box for _, box in found]
    around = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    return around, tuple(box for worded, box in found if worded)
