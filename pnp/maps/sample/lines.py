"""Fits lines to the hexes: rivers along hexsides, railways and roads through centres."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from pnp.maps.hex_grid import HexField, Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Node = TypeVar("Node")
Corner = tuple[int, int]
"""A corner of the grid, named by its place in hundredths of a mm."""


def cheapest(start: Node, end: Node, steps: Callable[[Node], Iterable[tuple[Node, float]]]) -> list[Node]:
    """The cheapest path from `start` to `end` (Dijkstra), [] when there is none; ties go to the smaller node.

    steps  node -> (neighbour, cost) of each step from it
    """
    queue: list[tuple[float, Node]] = [(0.0, start)]
    cost: dict[Node, float] = {start: 0.0}
    came: dict[Node, Node] = {}
    settled: set[Node] = set()
    while queue:
        so_far, node = heapq.heappop(queue)
        if node == end:
            path = [node]
            while path[-1] in came:
                path.append(came[path[-1]])
            return path[::-1]
        if node in settled:
            continue
        settled.add(node)
        for neighbour, price in steps(node):
            total = so_far + price
            if total < cost.get(neighbour, math.inf) - 1e-9:
                cost[neighbour] = total
                came[neighbour] = node
                heapq.heappush(queue, (total, neighbour))
    return []


class Corners:
    """The corners of a field and the hexsides between them.

    beside  corner -> neighbouring corner -> (hex, direction) of the hexside between them
    """

    def __init__(self, field: HexField) -> None:
        self.field = field
        self.beside: dict[Corner, dict[Corner, tuple[int, int]]] = {}
        for index in range(len(field.cells)):
            for direction in range(6):
                one, other = (_corner(p) for p in field.side_points(index, direction))
                self.beside.setdefault(one, {}).setdefault(other, (index, direction))
                self.beside.setdefault(other, {}).setdefault(one, (index, direction))

    def nearest(self, point: Point) -> Corner:
        """The corner nearest to a point in mm."""
        return min(self.beside, key=lambda c: ((c[0] / 100 - point[0]) ** 2 + (c[1] / 100 - point[1]) ** 2, c))


def _corner(point: Point) -> Corner:
    return round(point[0] * 100), round(point[1] * 100)


def river_sides(
    corners: Corners, line: BaseGeometry, ends: tuple[Point, Point], water: frozenset[int]
) -> list[tuple[int, int]]:
    """The (hex, direction) of the hexsides that a river follows, upstream first.

    Hexsides cost less near `line` and more between two hexes of water.

    ends   where the stretch begins and ends, mm
    water  hexes that are sea or lake
    """
    import shapely

    field, side = corners.field, corners.field.side_mm
    priced: dict[tuple[Corner, Corner], float] = {}

    def steps(corner: Corner) -> Iterable[tuple[Corner, float]]:
        for neighbour, (index, direction) in sorted(corners.beside[corner].items()):
            key = (min(corner, neighbour), max(corner, neighbour))
            if key not in priced:
                middle = shapely.Point((corner[0] + neighbour[0]) / 200, (corner[1] + neighbour[1]) / 200)
                price = 1 + 3 * (line.distance(middle) / side) ** 1.5
                both = index in water and field.neighbours[index][direction] in water
                priced[key] = price + (1.2 if both else 0.0)
            yield neighbour, priced[key]

    start, end = corners.nearest(ends[0]), corners.nearest(ends[1])
    path = cheapest(start, end, steps)
    return [corners.beside[a][b] for a, b in itertools.pairwise(path)]


def way_hexes(
    field: HexField,
    stops: Sequence[tuple[int, Point]],
    closed: frozenset[int],
    barred: frozenset[tuple[int, int]],
    edges: set[tuple[int, int]],
) -> list[int]:
    """The hexes of a railway or road through `stops` (hex, its place in mm), as straight as water allows; [] for none.

    closed  hexes that it avoids, but for its stops
    barred  hexsides that it never crosses
    edges   pairs of hexes joined by earlier ways, which cost less; this way's are added
    """
    hexes: list[int] = []
    for (one, p), (other, q) in itertools.pairwise(stops):
        path = _leg(field, one, other, (p, q), closed, barred, edges)
        if not path:
            return []
        edges.update((min(a, b), max(a, b)) for a, b in itertools.pairwise(path))
        hexes += path[1:] if hexes else path
    return hexes


def _leg(
    field: HexField,
    one: int,
    other: int,
    chord: tuple[Point, Point],
    closed: frozenset[int],
    barred: frozenset[tuple[int, int]],
    edges: set[tuple[int, int]],
) -> list[int]:
    width = field.grid.flat_mm

    def steps(index: int) -> Iterable[tuple[int, float]]:
        x, y = field.centre(index)
        for direction, neighbour in enumerate(field.neighbours[index]):
            if neighbour < 0 or (index, direction) in barred or (neighbour in closed and neighbour != other):
                continue
            u, v = field.centre(neighbour)
            price = 1 + 2 * (_off(((x + u) / 2, (y + v) / 2), chord) / width) ** 2
            yield neighbour, price * (0.7 if (min(index, neighbour), max(index, neighbour)) in edges else 1)

    return cheapest(one, other, steps)


def _off(point: Point, chord: tuple[Point, Point]) -> float:
    """Distance of a point from a straight stretch."""
    (x1, y1), (x2, y2) = chord
    dx, dy = x2 - x1, y2 - y1
    length2 = dx * dx + dy * dy
    t = 0.0 if not length2 else max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / length2))
    return math.dist(point, (x1 + t * dx, y1 + t * dy))
