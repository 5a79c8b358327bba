"""Icons of markers: barrier, crowd, gauge, marching figure, and those of a theatre of war: weather, works, arms.

Each fills a square `SymbolBox` without a frame, in `ink` on the marker's ground, which is `fill`.
"""

from __future__ import annotations

import math

from pnp.draw.scene import Node, Path, Point, Segment, Stroke, circle, polyline
from pnp.symbols import badges
from pnp.symbols.box import SymbolBox, arc, solid, stroked
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


def cross(box: SymbolBox) -> tuple[Node, ...]:
    """An upright cross with arms that widen outward."""
    area = box.square()
    near, far, wide = 0.06, 0.46, 0.17
    arm = [(near, near), (wide, far), (-wide, far), (-near, near)]
    nodes = []
    for turn in range(4):
        corners = arm
        for _ in range(turn):
            corners = [(v, -u) for u, v in corners]
        nodes.append(solid(area, *((0.5 + u, 0.5 + v) for u, v in corners)))
    return (*nodes, solid(area, (0.43, 0.43), (0.57, 0.43), (0.57, 0.57), (0.43, 0.57)))


def snowflake(box: SymbolBox) -> tuple[Node, ...]:
    """The snowflake of the maps."""
    area = box.square()
    return badges.snowflake(*area.centre, 0.47 * area.width, box.ink, 1.7 * box.line_pt)


def weather(box: SymbolBox) -> tuple[Node, ...]:
    """A sun behind a cloud with rain."""
    area = box.square()
    x, y = area.at(0.36, 0.34)
    radius = 0.17 * area.width
    pen = box.pen(1.2, cap="round")
    rays = [
        Path(polyline([_around(x, y, 1.35 * radius, a), _around(x, y, 1.85 * radius, a)]), stroke=pen)
        for a in range(0, 360, 45)
    ]
    cloud: tuple[Segment, ...] = (
        ("M", *area.at(0.3, 0.74)),
        *arc(*area.at(0.32, 0.61), 0.13 * area.width, 100, 255),
        *arc(*area.at(0.52, 0.5), 0.19 * area.width, 200, 340),
        *arc(*area.at(0.76, 0.6), 0.14 * area.width, 280, 450),
        ("Z",),
    )
    drops = [stroked(area, (u, 0.82), (u - 0.06, 0.97), factor=1.3) for u in (0.36, 0.54, 0.72)]
    sun = Path(circle(x, y, radius), fill=box.ink)
    return (*rays, sun, Path(cloud, fill=box.ink, stroke=Stroke(box.fill, 1.4 * box.line_pt)), *drops)


def factory(box: SymbolBox) -> tuple[Node, ...]:
    """The works of the maps, with doors."""
    area = box.square()
    doors = (
        solid(area, (u, 0.65), (u + 0.13, 0.65), (u + 0.13, 0.79), (u, 0.79), colour=box.fill) for u in (0.16, 0.4)
    )
    return (solid(area, *((0.52 + 0.54 * u, 0.54 + 0.54 * v) for u, v in badges.WORKS)), *doors)


def tank(box: SymbolBox) -> tuple[Node, ...]:
    """A tank from the side, its gun to the right."""
    area = box.square()
    left, right = area.at(0.2, 0.69), area.at(0.8, 0.69)
    r = 0.15 * area.width
    track: tuple[Segment, ...] = (
        ("M", left[0], left[1] + r),
        *arc(*left, r, 90, 270),
        ("L", right[0], right[1] - r),
        *arc(*right, r, 270, 450),
        ("Z",),
    )
    wheels = tuple(Path(circle(*area.at(u, 0.69), 0.45 * r), fill=box.fill) for u in (0.22, 0.41, 0.59, 0.78))
    hull = solid(area, (0.1, 0.5), (0.2, 0.4), (0.82, 0.4), (0.94, 0.5))
    turret = solid(area, (0.27, 0.4), (0.33, 0.22), (0.6, 0.22), (0.66, 0.4))
    return (Path(track, fill=box.ink), *wheels, hull, turret, stroked(area, (0.6, 0.3), (1.0, 0.27), factor=2.2))


def rifles(box: SymbolBox) -> tuple[Node, ...]:
    """Two rifles crossed."""
    area = box.square()
    nodes: list[Node] = []
    for flip in (False, True):

        def at(u: float, v: float, flip: bool = flip) -> Point:
            return (1 - u, v) if flip else (u, v)

        nodes.append(stroked(area, at(0.12, 0.08), at(0.7, 0.74), factor=1.5))
        nodes.append(stroked(area, at(0.36, 0.35), at(0.72, 0.76), factor=2.9))
        nodes.append(solid(area, at(0.64, 0.72), at(0.74, 0.64), at(0.95, 0.82), at(0.84, 0.95)))
    return tuple(nodes)


def wave(box: SymbolBox) -> tuple[Node, ...]:
    """Three lines of water, one above another."""
    area = box.square()
    nodes = []
    for v in (0.25, 0.5, 0.75):
        crest: list[Segment] = [("M", *area.at(0.05, v))]
        for number in range(3):
            u, up = 0.05 + 0.3 * number, 0.13
            crest.append(("C", *area.at(u + 0.1, v - up), *area.at(u + 0.2, v + up), *area.at(u + 0.3, v)))
        nodes.append(Path(tuple(crest), stroke=box.pen(2.2, cap="round")))
    return tuple(nodes)


def shield(box: SymbolBox) -> tuple[Node, ...]:
    """A shield with a bar across it."""
    area = box.square()
    outline: tuple[Segment, ...] = (
        ("M", *area.at(0.14, 0.06)),
        ("L", *area.at(0.86, 0.06)),
        ("L", *area.at(0.86, 0.45)),
        ("C", *area.at(0.86, 0.72), *area.at(0.7, 0.88), *area.at(0.5, 0.97)),
        ("C", *area.at(0.3, 0.88), *area.at(0.14, 0.72), *area.at(0.14, 0.45)),
        ("Z",),
    )
    bar = solid(area, (0.26, 0.34), (0.74, 0.34), (0.74, 0.5), (0.26, 0.5), colour=box.fill)
    return (Path(outline, fill=box.ink), bar)


def barrel(box: SymbolBox) -> tuple[Node, ...]:
    """A barrel struck through: nothing comes up."""
    area = box.square()
    body = solid(area, (0.26, 0.08), (0.74, 0.08), (0.74, 0.92), (0.26, 0.92))
    hoops = [stroked(area, (0.26, v), (0.74, v), factor=1.0) for v in (0.32, 0.68)]
    light = [Path(hoop.segments, stroke=Stroke(box.fill, 1.1 * box.line_pt)) for hoop in hoops]
    return (
        body,
        *light,
        Path(polyline([area.at(0.04, 0.9), area.at(0.96, 0.1)]), stroke=Stroke(box.fill, 4.2 * box.line_pt)),
        stroked(area, (0.04, 0.9), (0.96, 0.1), factor=2.2),
    )


def chevrons(box: SymbolBox) -> tuple[Node, ...]:
    """Three chevrons that point to the right."""
    area = box.square()
    nodes = []
    for u in (0.04, 0.34, 0.64):
        nodes.append(
            solid(area, (u, 0.16), (u + 0.13, 0.16), (u + 0.33, 0.5), (u + 0.13, 0.84), (u, 0.84), (u + 0.2, 0.5))
        )
    return tuple(nodes)


def blank_square(box: SymbolBox) -> tuple[Node, ...]:
    """An open square: a marker for whatever the players want to mark."""
    area = box.square()
    return (stroked(area, (0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85), (0.15, 0.15), factor=2.0),)
