"""The ground of one face of a counter: its colour, its grain, the pattern that tells its side.

In: a game, a group of counters, front or back, a size. Out: nodes in mm from the trimmed counter's top left, which
reach beyond the cut.
"""

from __future__ import annotations

import math
from functools import lru_cache

from pnp.draw.scene import Group, Node, Path, Segment, polyline, rect
from pnp.generators.counters.colours import PAPER, PLATES, FaceColours, counter_colours
from pnp.generators.counters.grain import grain
from pnp.generators.counters.layout import EDGE_MM, REFERENCE_MM, SizeMm
from pnp.model.counters import Counter, FaceKind
from pnp.model.game import Game

Reach = tuple[float, float, float, float]
"""How far the ground extends beyond the cut: left, top, right, bottom, in mm."""

PLATE_MM, RULE_MM = 9.1, 0.4
"""Highest point of the upper edge of a plate, and the width of a rule on it, on a counter of the reference size."""

OVER_MM = 0.03
"""Grounds reach so far over those beside them, and plates over their grounds, or a line shows between the two."""

_SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    "rise": ((0.0, 0.275), (0.07, 0.55), (0.93, 0.0), (1.0, 0.275)),
    "fall": ((0.0, 0.275), (0.07, 0.0), (0.93, 0.55), (1.0, 0.275)),
    "peak": ((0.0, 0.55), (0.5, 0.0), (1.0, 0.55)),
    "level": ((0.0, 0.25), (1.0, 0.25)),
    "wave": tuple((n / 48, 0.2 - 0.25 * math.cos(math.pi * n / 6)) for n in range(49)),
    "grass": tuple((n / 12, 0.0 if n % 2 else 0.6) for n in range(13)),
    "step": ((0.0, 0.55), (0.3, 0.55), (0.3, 0.0), (0.7, 0.0), (0.7, 0.55), (1.0, 0.55)),
}
"""Corners of the upper edges of plates: share of the width, and mm below the highest point."""


def draw_ground(game: Game, counter: Counter, face: FaceKind, size: SizeMm, reach: Reach) -> tuple[Node, ...]:
    """The ground of one face and the side's pattern; a face-down back has none, under a marker is white paper."""
    group = counter.group
    if group.marker:
        return (Path(_grown(size, reach), fill=PAPER),)
    colours = counter_colours(game.style, counter, face)
    if face == "back" and group.back == "face-down":
        return (Path(_grown(size, reach), fill=colours.ground),)
    return (_grained(colours, size, reach), *draw_edges(colours, size, reach))


@lru_cache(1024)  # those of a column are alike in all rows
def _grained(colours: FaceColours, size: SizeMm, reach: Reach) -> Group:
    return Group((Path(_grown(size, reach), fill=colours.ground), *grain(colours, size, reach)))


def _grown(size: SizeMm, reach: Reach) -> tuple[Segment, ...]:
    """The square or rectangle of a counter, grown by `reach`."""
    (width, height), (left, top, right, bottom) = size, reach
    return rect(-left, -top, width + left + right, height + top + bottom)


@lru_cache(1024)
def draw_edges(colours: FaceColours, size: SizeMm, reach: Reach) -> tuple[Node, ...]:
    """The side's pattern."""
    (width, height), (left, top, right, bottom) = size, reach
    across, down, leg = width + left + right, height + top + bottom, 2.2 * EDGE_MM
    corner = (
        (-left, height - leg - left), (0.0, height - leg), (leg, height),
        (leg + bottom, height + bottom), (-left, height + bottom),
    )  # fmt: skip
    shapes = {
        "band": rect(-left, height - EDGE_MM, across, EDGE_MM + bottom),
        "top": rect(-left, -top, across, EDGE_MM + top),
        "stripe": rect(-left, -top, EDGE_MM + left, down),
        "chevron": polyline(corner, close=True),
    }
    drawn: list[Node] = []
    if colours.pattern in PLATES:
        drawn += _plate(colours, size, reach)
    elif colours.pattern in shapes:
        drawn.append(Path(shapes[colours.pattern], fill=colours.edge))
    return tuple(drawn)


def _plate(colours: FaceColours, size: SizeMm, reach: Reach) -> list[Node]:
    """The plate under the factors; its upper edge has the shape of the side."""
    (width, height), (left, _, right, bottom) = size, reach
    k, start, end = min(size) / REFERENCE_MM, -left - OVER_MM, width + right + OVER_MM
    lower, foot = max(height - width, 0.0), height + bottom + OVER_MM
    points = [(round(u * width, 3), round(lower + k * (PLATE_MM + v), 3)) for u, v in _SHAPES[colours.pattern]]
    edge = [(start, points[0][1]), *points, (end, points[-1][1])]
    plate = Path(polyline([*edge, (end, foot), (start, foot)], close=True), fill=colours.edge)
    if not colours.rule:
        return [plate]
    half = RULE_MM * k / 2
    band = [*((u, v - half) for u, v in edge), *((u, v + half) for u, v in reversed(edge))]
    return [plate, Path(polyline(band, close=True), fill=colours.rule)]
