"""Icons of markers: barrier, crowd, gauge, marching figure.

Each fills a square `SymbolBox` without a frame, in `ink` on the marker's ground, which is `fill`.
"""

from __future__ import annotations

import math

from pnp.draw.scene import Node, Path, Point, Segment, Stroke, circle, polyline
from pnp.symbols.box import SymbolBox, arc, solid
from pnp.units import PT_PER_MM


def roadblock(box: SymbolBox) -> tuple[Node, ...]:
    """A barrier: two boards with slanting stripes on a pair of posts."""
    area = box.square()
    nodes: list[Node] = []
    for u in (0.15, 0.76):
        nodes.append(solid(area, (u, 0.1), (u + 0.09, 0.1), (u + 0.09, 0.95), (u, 0.95)))
        nodes.append(solid(area, (u - 0.07, 0.9), (u + 0.16, 0.9), (u + 0.16, 0.97), (u - 0.07, 0.97)))
    return (*nodes, *_board(area, 0.16, 0.43), *_board(area, 0.53, 0.8))


def _board(box: SymbolBox, top: float, bottom: float) -> list[Node]:
    """A board right across the box, with stripes that slant to the left."""
    pitch, slant, wide = 0.25, 0.16, 0.125
    outline = polyline([box.at(u, v) for u, v in ((0, top), (1, top), (1, bottom), (0, bottom))], close=True)
    nodes: list[Node] = [Path(outline, fill=box.fill)]
    for index in range(5):
        u = pitch * index - 0.19
        stripe = [(u + slant, top), (u + slant + wide, top), (u + wide, bottom), (u, bottom)]
        nodes.append(solid(box, *_between(stripe)))
    return [*nodes, Path(outline, stroke=box.pen(0.9))]


def _between(corners: list[Point]) -> list[Point]:
    """The part of a polygon whose u is from 0 to 1."""
    for limit, sign in ((0.0, 1.0), (1.0, -1.0)):
        clipped: list[Point] = []
        for (u0, v0), (u1, v1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            inside, goes_in = sign * (u0 - limit) >= 0, sign * (u1 - limit) >= 0
            if inside:
                clipped.append((u0, v0))
            if inside != goes_in:
                clipped.append((limit, v0 + (v1 - v0) * (limit - u0) / (u1 - u0)))
        corners = clipped
    return corners


def crowd(box: SymbolBox) -> tuple[Node, ...]:
    """A silent crowd: three people behind, two in front, each set off by a line in the colour of the ground."""
    area = box.square()
    back = [_person(area, u, 0.17, 0.122) for u in (0.19, 0.81, 0.5)]
    front = [_person(area, u, 0.43, 0.137) for u in (0.31, 0.69)]
    return tuple(node for person in (*back, *front) for node in person)


def _person(box: SymbolBox, u: float, v: float, r: float) -> tuple[Node, ...]:
    """Head and shoulders, the head's centre at (u, v), cut off level at the foot of the box."""
    gap = Stroke(box.fill, 1.5 * box.line_pt, join="round")
    x, y = box.at(u, v)
    radius, half = r * box.width, 1.32 * r * box.width
    top, bottom = y + 1.28 * radius, box.at(u, 0.97)[1]
    body: tuple[Segment, ...] = (
        ("M", x - half, bottom),
        ("L", x - half, top + half),
        *arc(x, top + half, half, 180, 360),
        ("L", x + half, bottom),
        ("Z",),
    )
    head = circle(x, y, radius)
    return (
        Path(body, stroke=gap), Path(head, stroke=gap),
        Path(body, fill=box.ink), Path(head, fill=box.ink),
    )  # fmt: skip


def gauge(box: SymbolBox) -> tuple[Node, ...]:
    """A dial with three strokes, its hand between the middle and the right."""
    area = box.square()
    x, y = area.at(0.5, 0.72)
    radius = 0.45 * area.width
    rim: tuple[Segment, ...] = (("M", x - radius, y), *arc(x, y, radius, 180, 360))
    nodes: list[Node] = [Path(rim, stroke=box.pen(1.6, cap="round"))]
    for step in (1, 2, 3):
        angle = 180 + 45 * step
        nodes.append(
            Path(polyline([_around(x, y, 0.72 * radius, angle), _around(x, y, radius, angle)]), stroke=box.pen(1.3))
        )
    hand = [_around(x, y, 0.86 * radius, 292), _around(x, y, 0.13 * radius, 22), _around(x, y, 0.13 * radius, 202)]
    nodes.append(Path(polyline(hand, close=True), fill=box.ink))
    nodes.append(Path(circle(x, y, 0.17 * radius), fill=box.ink))
    return tuple(nodes)


def _around(x: float, y: float, radius: float, degrees: float) -> Point:
    """A point of a circle; degrees clockwise from the right."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def march(box: SymbolBox) -> tuple[Node, ...]:
    """A marching figure with a banner."""
    box = box.square()
    limb = 0.1 * box.height * PT_PER_MM

    def bone(*points: Point, width: float = 1.0) -> Path:
        return Path(
            polyline([box.at(u, v) for u, v in points]), stroke=Stroke(box.ink, limb * width, cap="round", join="round")
        )

    pole = Path(polyline([box.at(0.68, 0.04), box.at(0.68, 0.66)]), stroke=Stroke(box.ink, 0.5 * limb, cap="round"))
    return (
        pole,
        solid(box, (0.68, 0.04), (0.98, 0.15), (0.68, 0.27)),
        Path(circle(*box.at(0.4, 0.14), 0.105 * box.height), fill=box.ink),
        bone((0.39, 0.35), (0.37, 0.57), width=1.75),
        bone((0.38, 0.33), (0.53, 0.46), (0.67, 0.4), width=0.85),
        bone((0.38, 0.33), (0.23, 0.44), (0.21, 0.57), width=0.85),
        bone((0.39, 0.58), (0.55, 0.73), (0.57, 0.93), width=1.1),
        bone((0.36, 0.58), (0.3, 0.76), (0.13, 0.89), width=1.1),
    )
