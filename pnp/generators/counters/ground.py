"""The ground of one face of a counter: its colour, its grain, the pattern that tells its side.

In: a game, a group of counters, front or back, a size. Out: nodes in mm from the trimmed counter's top left, which
reach beyond the cut.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Segment, polyline, rect
from pnp.generators.counters.colours import PAPER, PLATES, FaceColours, face_colours
from pnp.generators.counters.grain import grain
from pnp.generators.counters.layout import EDGE_MM, REFERENCE_MM, SizeMm
from pnp.model.counters import CounterGroup, FaceKind
from pnp.model.game import Game

Reach = tuple[float, float, float, float]
"""How far the ground extends beyond the cut: left, top, right, bottom, in mm."""

PLATE_MM, RULE_MM = 10.3, 0.6
"""Lowest point of the upper edge of a plate, and the width of a rule on it, on a counter of the reference size."""

OVER_MM = 0.03
"""Grounds reach so far over those beside them, and plates over their grounds, or a line shows between the two."""

BAND_SHADE = 0.72
"""How much of the text's colour is in the bands down both sides; the rest is the ground's."""

_SHAPES: dict[str, Callable[[float], float]] = {
    "rise": lambda u: PLATE_MM - 1.0 * u,
    "fall": lambda u: PLATE_MM - 1.0 * (1 - u),
    "peak": lambda u: PLATE_MM - 1.0 + abs(2 * u - 1),
    "level": lambda u: PLATE_MM - 0.75,
    "wave": lambda u: PLATE_MM - 0.6 - 0.42 * math.cos(8 * math.pi * u),
    "grass": lambda u: PLATE_MM - 1.0 + 0.95 * abs((6 * u) % 1 - 0.5) * 2,
    "step": lambda u: PLATE_MM - (0.9 if 0.3 < u < 0.7 else 0.0),
}
"""Upper edges of plates: y by the share of the width."""
_STEPS = 48


def draw_ground(game: Game, group: CounterGroup, face: FaceKind, size: SizeMm, reach: Reach) -> tuple[Node, ...]:
    """The ground of one face and the side's pattern; a face-down back has none, under a marker is white paper."""
    if group.marker:
        return (Path(_grown(size, reach), fill=PAPER),)
    colours = face_colours(game.style, group, face)
    ground = Path(_grown(size, reach), fill=colours.ground)
    return (ground,) if face == "back" and group.back == "face-down" else (ground, *draw_edges(colours, size, reach))


def _grown(size: SizeMm, reach: Reach) -> tuple[Segment, ...]:
    """The square or rectangle of a counter, grown by `reach`."""
    (width, height), (left, top, right, bottom) = size, reach
    return rect(-left, -top, width + left + right, height + top + bottom)


@lru_cache(1024)  # those of a column are alike in all rows
def draw_edges(colours: FaceColours, size: SizeMm, reach: Reach) -> tuple[Node, ...]:
    """The side's grain and pattern."""
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
    drawn: list[Node] = [*grain(colours, size, reach)]
    if colours.pattern in PLATES:
        drawn += _plate(colours, size, reach)
    elif colours.pattern in shapes:
        drawn.append(Path(shapes[colours.pattern], fill=colours.edge))
    shade, wide = mix(colours.ground, colours.ink, BAND_SHADE), colours.bands
    for x, more in ((-left, left), (width - wide, right)) if wide else ():
        drawn.append(Path(rect(x, -top, wide + more, down), fill=shade))
    return tuple(drawn)


def _plate(colours: FaceColours, size: SizeMm, reach: Reach) -> list[Node]:
    """The plate under the factors; its upper edge has the shape of the side."""
    (width, height), (left, _, right, bottom) = size, reach
    k, start, end = min(size) / REFERENCE_MM, -left - OVER_MM, width + right + OVER_MM
    lower, foot = max(height - width, 0.0), height + bottom + OVER_MM
    us = [start + (end - start) * step / _STEPS for step in range(_STEPS + 1)]
    edge = [(round(u, 3), round(lower + k * _SHAPES[colours.pattern](u / width), 3)) for u in us]
    plate = Path(polyline([*edge, (end, foot), (start, foot)], close=True), fill=colours.edge)
    if not colours.rule:
        return [plate]
    half = RULE_MM * k / 2
    band = [*((u, v - half) for u, v in edge), *((u, v + half) for u, v in reversed(edge))]
    return [plate, Path(polyline(band, close=True), fill=colours.rule)]
