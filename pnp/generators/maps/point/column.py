"""The picture in a point map's title: trucks and tanks in a column on the main road."""

from __future__ import annotations

from pnp.draw.scene import Group, Node, Path, circle, rect
from pnp.generators.maps.ink import MapInk
from pnp.generators.maps.point.layers import road_sample
from pnp.symbols.box import SymbolBox, solid, stroked

COLUMN_MM = 5.8
"""Height of the picture."""
ROAD_MM = 1.3
"""From the foot of the picture to the middle of the road."""
VEHICLES = ("truck", "tank", "tank", "truck", "tank")
LENGTH_MM, HEIGHT_MM, APART_MM = 6.6, 3.7, 1.5


def column(left: float, top: float, width: float, ink: MapInk) -> Group:
    """As many vehicles as `width` mm has room for, driving to the right, COLUMN_MM high."""
    road = top + COLUMN_MM - ROAD_MM
    nodes: list[Node] = [*road_sample(left + width / 2, road, width / 2, True, ink)]
    count = min(len(VEHICLES), int((width + APART_MM) / (LENGTH_MM + APART_MM)))
    x = left + (width - count * (LENGTH_MM + APART_MM) + APART_MM) / 2
    for kind in VEHICLES[:count]:
        box = SymbolBox(x, road - HEIGHT_MM - 0.2, LENGTH_MM, HEIGHT_MM, ink["title"], ink["panel"])
        nodes += _tank(box) if kind == "tank" else _truck(box)
        x += LENGTH_MM + APART_MM
    return Group(tuple(nodes), layer="picture")


def _tank(box: SymbolBox) -> list[Node]:
    """From the side: hull, turret, gun, and a track with its wheels."""
    track = Path(rect(*box.at(0.04, 0.66), 0.9 * box.width, 0.34 * box.height, 0.16 * box.height), fill=box.ink)
    wheels = [Path(circle(*box.at(0.13 + 0.18 * n, 0.83), 0.1 * box.height), fill=box.fill) for n in range(5)]
    hull = solid(box, (0.0, 0.62), (0.06, 0.46), (0.84, 0.44), (0.98, 0.6), (0.9, 0.7), (0.06, 0.7))
    turret = solid(box, (0.22, 0.46), (0.28, 0.2), (0.56, 0.16), (0.68, 0.32), (0.66, 0.46))
    return [hull, turret, stroked(box, (0.62, 0.3), (1.1, 0.26), factor=1.1), track, *wheels]


def _truck(box: SymbolBox) -> list[Node]:
    """From the side: a covered bed, a cab with its window, and three wheels."""
    bed = solid(box, (0.0, 0.76), (0.0, 0.22), (0.04, 0.14), (0.6, 0.14), (0.64, 0.22), (0.64, 0.76))
    cab = solid(box, (0.67, 0.8), (0.67, 0.3), (0.84, 0.3), (0.92, 0.54), (1.0, 0.58), (1.0, 0.8))
    window = solid(box, (0.73, 0.38), (0.82, 0.38), (0.87, 0.54), (0.73, 0.54), colour=box.fill)
    chassis = solid(box, (0.0, 0.74), (1.0, 0.74), (1.0, 0.82), (0.0, 0.82))
    rounds = [(u, radius, colour) for u in (0.14, 0.38, 0.84) for radius, colour in ((0.17, box.ink), (0.07, box.fill))]
    wheels = [Path(circle(*box.at(u, 0.84), radius * box.height), fill=colour) for u, radius, colour in rounds]
    return [bed, cab, window, chassis, *wheels]


__all__ = ["COLUMN_MM", "column"]
