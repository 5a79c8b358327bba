"""How a map is cut into tiles: the fewest sheets, alike in size, the blank edge left out where that saves some."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import Group, Node, Scene, Text
from pnp.errors import LayoutError
from pnp.generators.sheets.bounds import marks
from pnp.generators.sheets.margin import FOOT_MM, SIDE_MM
from pnp.units import PAPERS_MM

OVERLAP_MM = 10.0
TOP_MM = 14.0
"""Height of a tile's head, with the neighbour's name and the cut ticks."""
LEFT_MM = 12.0
TIGHT_SIDE_MM = 9.5
"""A narrower right margin, used where it saves a column of sheets."""

_SPARED = frozenset({"symbols", "towns"})
"""Layers of the map that no cross may cover; words in any layer are avoided too."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: where it lies in the grid, and the part of the map that it shows.

    x, y, width, height  mm on the map; neighbours share OVERLAP_MM
    """

    column: int
    row: int
    x: float
    y: float
    width: float
    height: float

    @property
    def name(self) -> str:
        """The name of the tile by column and row: A1, B1 …"""
        return tile_name(self.column, self.row)


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a map is cut into tiles.

    paper_mm  the page as it lies
    tiles     row by row, blank ones omitted
    texts     boxes of the map's words and symbols (left, top, right, bottom), which crosses avoid
    side_mm   right margin of the page
    """

    paper_mm: tuple[float, float]
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    texts: tuple[tuple[float, float, float, float], ...] = ()
    side_mm: float = SIDE_MM

    def at(self, column: int, row: int) -> Tile | None:
        """The tile at a column and row; None when it is blank or outside."""
        return next((tile for tile in self.tiles if (tile.column, tile.row) == (column, row)), None)


def tile_name(column: int, row: int) -> str:
    """A1 for column 0, row 0; AA1 after Z1."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def tiling(scene: Scene, paper: str) -> Tiling:
    """The tiling with the fewest sheets, portrait or landscape; portrait when both need as many.

    The blank edge of the map is omitted where that saves sheets.
    Raises LayoutError for an unknown paper.
    """
    if paper not in PAPERS_MM:
        raise LayoutError(f"unknown paper {paper!r}; known: {', '.join(sorted(PAPERS_MM))}")
    short, long = PAPERS_MM[paper]
    covered = list(_marks(scene.children))
    covered.sort(key=lambda mark: _area(mark[1]), reverse=True)  # nearly always the first one lies on a tile
    whole, inner = (0.0, 0.0, scene.width_mm, scene.height_mm), inked(scene)
    pages = ((short, long), (long, short))
    cuts = [
        _cut(covered, page, area, side) for area, side in ((whole, SIDE_MM), (inner, TIGHT_SIDE_MM)) for page in pages
    ]
    return min(cuts, key=lambda cut: len(cut.tiles))


Mark = tuple[bool, Box]
"""Whether crosses must avoid a mark, and its box."""


def _marks(nodes: Iterable[Node]) -> Iterator[Mark]:
    """Every mark of `nodes`."""
    for layer, mark, box in marks(nodes):
        yield isinstance(mark, Text) or layer in _SPARED, box


def inked(scene: Scene) -> Box:
    """The part of the sheet that is drawn on; clipped art counts as its clip."""
    boxes = [box for _, box in _marks(_clips_only(child) for child in scene.children)]
    if not boxes:
        return (0.0, 0.0, scene.width_mm, scene.height_mm)
    left, top = max(0.0, min(b[0] for b in boxes)), max(0.0, min(b[1] for b in boxes))
    right, bottom = min(scene.width_mm, max(b[2] for b in boxes)), min(scene.height_mm, max(b[3] for b in boxes))
    return (left, top, right, bottom)


def _clips_only(node: Node) -> Node:
    """`node` with clipped groups replaced by their clips."""
    if not isinstance(node, Group):
        return node
    if node.clip:
        return replace(node, children=(node.clip,), clip=None)
    return replace(node, children=tuple(_clips_only(child) for child in node.children))


def _cut(covered: Sequence[Mark], page: tuple[float, float], area: Box, side: float) -> Tiling:
    """`area` (left, top, right, bottom) of the map on pages with a right margin of `side`."""
    columns, width = _shares(area[2] - area[0], page[0] - LEFT_MM - side)
    rows, height = _shares(area[3] - area[1], page[1] - TOP_MM - FOOT_MM - 5.0)
    boxes = [box for _, box in covered]
    texts = tuple(box for spared, box in covered if spared)
    tiles = []
    for row in range(rows):
        for column in range(columns):
            x, y = area[0] + column * (width - OVERLAP_MM), area[1] + row * (height - OVERLAP_MM)
            if _shows_anything(boxes, x, y, width, height):
                tiles.append(Tile(column, row, round(x, 4), round(y, 4), width, height))
    return Tiling(page, columns, rows, tuple(tiles), texts, side)


def _shares(length: float, room: float) -> tuple[int, float]:
    """The number of tiles along `length`, and their common size."""
    if length <= room:
        return 1, length
    count = math.ceil((length - OVERLAP_MM) / (room - OVERLAP_MM))
    return count, round((length + (count - 1) * OVERLAP_MM) / count, 4)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _shows_anything(boxes: Sequence[tuple[float, ...]], x: float, y: float, width: float, height: float) -> bool:
    return any(b[0] < x + width and b[2] > x and b[1] < y + height and b[3] > y for b in boxes)
