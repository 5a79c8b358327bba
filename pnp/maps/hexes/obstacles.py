"""What the names of a hex map keep clear of, as drawn, and the names that come too near to it.

`drawn_things` is the one list of obstacles: the placer prices what lies under a name or nearer than `names.GAP_MM`, and
`collisions` counts what is left once all names are placed, letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from pnp.maps.hex_labels import AreaName, HexBadge, PlaceName, SetLine, TownSymbol
from pnp.maps.hex_plan import NATURAL_SIDE_MM, HexGroundPlan
from pnp.maps.hexes.badges import MARK_SHARE
from pnp.maps.hexes.curved import name_shapes
from pnp.maps.hexes.names import GAP_MM
from pnp.maps.hexes.outlines import name_boxes
from pnp.maps.lines import Point, Rect
from pnp.maps.placing import Measure

HALF_MM: Mapping[str, float] = {
    "rail": 0.5, "minor-rail": 0.4, "main-rail": 0.8, "road": 0.46, "track": 0.49, "canal": 0.55, "river": 0.85,
    "rapids": 1.2, "hexside river": 0.3, "border": 0.21, "row": 0.2, "fort": 1.0, "coast": 0.14,
}  # fmt: skip
"""Half the width of each kind of line where a hexside is as long as NATURAL_SIDE_MM; a railway's with its ticks."""
PIECE = 24
"""Points of a line that are one obstacle, so that a name pays only for those beside it."""


@dataclass(frozen=True, slots=True)
class Collision:
    """A name, and the kind of thing that it touches or comes too near to: number, town, badge, coast, rail …"""

    name: str
    thing: str


def drawn_things(
    ground: HexGroundPlan, towns: Sequence[TownSymbol], badges: Sequence[HexBadge], lines: Sequence[SetLine],
    hidden: frozenset[str],
) -> dict[str, list[BaseGeometry]]:  # fmt: skip
    """Kind of thing -> its shapes in mm, with their width as drawn. hidden: ids of hexes without a printed number."""
    k = (ground.side_mm / NATURAL_SIDE_MM) ** 0.5
    things: dict[str, list[BaseGeometry]] = {
        "number": [rect_box(number.rect) for name, number in ground.numbers.items() if name not in hidden],
        "town": [shapely.Point(town.at).buffer(town.radius) for town in towns],
        "badge": [badge_box(badge) for badge in badges],
        "mark": [shapely.Point(at).buffer(MARK_SHARE * ground.side_mm) for line in lines for at in line.marks],
        "fort": _drawn((fort.points for fort in ground.forts), HALF_MM["fort"] * k),
        "river": _drawn((river.course for river in ground.rivers), HALF_MM["hexside river"]),
        "border": _drawn((border.points for border in ground.borders), HALF_MM["border"]),
        "row": _drawn((line.points for line in lines), HALF_MM["row"]),
        "coast": _drawn(((*ring, ring[0]) for rings in ground.shore for ring in rings if ring), HALF_MM["coast"]),
        "rail": [],
        "road": [],
    }
    for way in ground.ways:
        kind = "rail" if "rail" in way.look else "river" if way.look in ("river", "rapids") else "road"
        things[kind] += _drawn([way.points], HALF_MM[way.look] * k)
    return things


def rect_box(rect: Rect) -> BaseGeometry:
    """A rectangle as a shape."""
    return shapely.box(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])


def badge_box(badge: HexBadge) -> BaseGeometry:
    """The room of a badge as a shape."""
    (x, y), width = badge.at, badge.width
    return shapely.box(x - width / 2, y - badge.radius, x + width / 2, y + badge.radius)


def _drawn(lines: Iterable[Sequence[Point]], half_mm: float) -> list[BaseGeometry]:
    shapes = []
    for points in lines:
        for start in range(0, max(1, len(points) - 1), PIECE):
            part = points[start : start + PIECE + 1]
            if len(part) > 1:
                shapes.append(shapely.LineString(part).buffer(half_mm, quad_segs=2, cap_style="flat"))
    return shapes


def collisions(
    things: Mapping[str, Sequence[BaseGeometry]], places: Sequence[PlaceName], areas: Sequence[AreaName],
    measure: Measure,
) -> list[Collision]:  # fmt: skip
    """What each placed name touches or comes nearer to than GAP_MM, each kind of thing once a name; "name": a name."""
    kinds = [kind for kind in sorted(things) for _ in things[kind]]
    tree = STRtree([shape for kind in sorted(things) for shape in things[kind]])
    names = [(place.text, shapely.union_all(name_boxes(place, measure))) for place in places]
    names += [(area.text, shapely.union_all(name_shapes(area, measure, 0.0))) for area in areas]
    letters = STRtree([shape for _, shape in names])
    left: list[Collision] = []
    for number, (text, shape) in enumerate(names):
        hit = {kinds[i] for i in tree.query(shape, predicate="dwithin", distance=GAP_MM - 1e-6)}
        if any(i != number for i in letters.query(shape, predicate="dwithin", distance=GAP_MM - 1e-6)):
            hit.add("name")
        left += [Collision(text, kind) for kind in sorted(hit)]
    return left
