"""What names on a hex map keep clear of: its lines, numbers, symbols and shores, indexed once.

Every obstacle has a class and a cost; a name that touches some of a class pays once for each. All questions are
answered by an index or by prepared shapes, so that a name can try many places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from pnp.maps.hex_plan import HexGroundPlan

COSTS: dict[str, float] = {
    "town": 10.0, "number": 9.0, "fort": 9.0, "river": 8.0, "rail": 5.0, "road": 4.0, "border": 4.0, "shore": 3.0,
}
"""What a name pays for touching an obstacle of the class."""

GROWN_MM: dict[str, float] = {"fort": 0.9, "river": 0.4, "rail": 0.6, "road": 0.5, "border": 0.5}
"""How far lines are grown on either side."""


@dataclass(frozen=True)
class HexObstacles:
    """The index of one ground.

    shapes, kinds  the obstacles and the class of each, a key of `COSTS`
    tree           index of `shapes`
    water          all water, prepared
    """

    shapes: tuple[BaseGeometry, ...]
    kinds: tuple[str, ...]
    tree: STRtree
    water: BaseGeometry

    def touched(self, shape: BaseGeometry) -> tuple[str, ...]:
        """The class of each obstacle that `shape` touches, in the order of `shapes`."""
        return tuple(self.kinds[i] for i in sorted(self.tree.query(shape, predicate="intersects")))

    def cost(self, shape: BaseGeometry) -> float:
        """What a name with the outline `shape` pays."""
        return sum(COSTS[kind] for kind in self.touched(shape)) + self.shore_cost(shape)

    def water_share(self, shape: BaseGeometry) -> float:
        """How much of `shape` lies on water, 0 to 1."""
        if not self.water.intersects(shape):
            return 0.0
        if self.water.contains(shape):
            return 1.0
        return float(self.water.intersection(shape).area / shape.area) if shape.area else 0.0

    def shore_cost(self, shape: BaseGeometry) -> float:
        """What straddling a shore costs: most when half lies on land and half on water."""
        share = self.water_share(shape)
        return 2 * COSTS["shore"] * min(share, 1 - share)


def hex_obstacles(ground: HexGroundPlan) -> HexObstacles:
    """The obstacles of `ground`; fast, so it need not be kept."""
    found = [*_line_obstacles(ground), *_point_obstacles(ground)]
    shapes = tuple(shape for _, shape in found)
    water: BaseGeometry = MultiPolygon([Polygon(rings[0], rings[1:]) for rings in ground.shore])
    shapely.prepare(water)
    return HexObstacles(shapes, tuple(kind for kind, _ in found), STRtree(list(shapes)), water)


def _line_obstacles(ground: HexGroundPlan) -> Iterator[tuple[str, BaseGeometry]]:
    lines = [("fort", fort.points) for fort in ground.forts]
    lines += [("rail" if "rail" in way.look else "road", way.points) for way in ground.ways]
    lines += [("border", border.points) for border in ground.borders]
    lines += [("river", river.course) for river in ground.rivers]
    lines = [(kind, points) for kind, points in lines if len(points) > 1]
    reach = [GROWN_MM[kind] for kind, _ in lines]
    grown = shapely.buffer([LineString(points) for _, points in lines], reach, quad_segs=2, cap_style="flat")
    for (kind, _), shape in zip(lines, grown, strict=True):
        yield kind, shape


def _point_obstacles(ground: HexGroundPlan) -> Iterator[tuple[str, BaseGeometry]]:
    for name, radius in ground.towns.items():
        x, y = ground.centres[name]
        yield "town", shapely.Point(x, y).buffer(radius, quad_segs=3)
    for number in ground.numbers.values():
        x, y, width, height = number.rect
        yield "number", shapely.box(x, y, x + width, y + height)
