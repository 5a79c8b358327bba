"""Map badges: the round symbols that stand in a row under an area's name, the star of a start area, and the
badges of hex maps: a disc or a plate with a few characters.

Each takes a centre and a radius in mm and two colours, and returns nodes that stay inside the circle.
They are drawn on a circle of radius 1 about the origin, y down, and scaled, so that the map (r 2.3 mm)
and the legend share one drawing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from pnp.draw.scene import KAPPA, Node, Path, Point, Segment, Stroke, Text, circle, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.units import PT_PER_MM

BadgeDrawing = Callable[[float, float, float, str, str], tuple[Node, ...]]
"""(cx, cy, radius in mm, ground colour, ink colour) -> nodes."""
_CAP_EM = 0.698
_ACROSS = 1.5
"""Width of the characters in a ring by its radius, at most; they are condensed to it."""


def scaled(segments: Iterable[Segment], cx: float, cy: float, r: float) -> tuple[Segment, ...]:
    """`segments` of the unit circle moved to (cx, cy) and scaled by `r`."""
    return tuple(
        (command, *(float(number) * r + (cy if index % 2 else cx) for index, number in enumerate(numbers)))
        for command, *numbers in segments
    )


def star_points(outer: float = 1.0, inner: float = 0.382, points: int = 5) -> tuple[Point, ...]:
    """Corners of a star about the origin, one upward; 0.382 makes the straight-sided five-pointed star."""
    corners = []
    for index in range(2 * points):
        radius = inner if index % 2 else outer
        angle = math.pi * index / points
        corners.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return tuple(corners)


_PLANE: tuple[Segment, ...] = (
    ("M", 0.0, -0.84),
    ("C", 0.1, -0.84, 0.165, -0.66, 0.165, -0.5),
    ("L", 0.165, -0.22),
    ("L", 0.8, 0.2), ("L", 0.8, 0.4), ("L", 0.165, 0.2),
    ("L", 0.13, 0.56), ("L", 0.36, 0.74), ("L", 0.36, 0.88), ("L", 0.0, 0.77),
    ("L", -0.36, 0.88), ("L", -0.36, 0.74), ("L", -0.13, 0.56),
    ("L", -0.165, 0.2), ("L", -0.8, 0.4), ("L", -0.8, 0.2),
    ("L", -0.165, -0.22), ("L", -0.165, -0.5),
    ("C", -0.165, -0.66, -0.1, -0.84, 0.0, -0.84), ("Z",),
)  # fmt: skip
"""An airliner from above, nose up; three masses, so that it holds at 4.6 mm."""


def airport(cx: float, cy: float, r: float, ground: str, ink: str) -> tuple[Node, ...]:
    """An airliner reversed out of a disc."""
    return (
        Path(circle(cx, cy, r), fill=ground),
        Path(scaled(_PLANE, cx, cy, 0.94 * r), fill=ink),
    )


def anchor_paths(cx: float, cy: float, r: float, ink: str) -> tuple[Node, ...]:
    """An anchor that fits a circle of radius `r`: ring, stock, shank, arms with flukes."""
    pen = Stroke(ink, 0.15 * r * PT_PER_MM, cap="round", join="round")
    arm_x, arm_y, foot = 0.56, 0.2, 0.7
    arms: tuple[Segment, ...] = (
        ("M", -arm_x, arm_y),
        ("C", -arm_x, arm_y + (foot - arm_y) * KAPPA, -arm_x * KAPPA, foot, 0.0, foot),
        ("C", arm_x * KAPPA, foot, arm_x, arm_y + (foot - arm_y) * KAPPA, arm_x, arm_y),
    )
    flukes = tuple(
        Path(scaled(polyline([(u * 0.56, 0.0), (u * 0.78, 0.36), (u * 0.36, 0.33)], close=True), cx, cy, r), fill=ink)
        for u in (-1, 1)
    )
    return (
        Path(scaled(circle(0.0, -0.56, 0.155), cx, cy, r), stroke=Stroke(ink, 0.13 * r * PT_PER_MM)),
        Path(scaled(polyline([(0.0, -0.4), (0.0, 0.7)]), cx, cy, r), stroke=pen),
        Path(scaled(polyline([(-0.34, -0.2), (0.34, -0.2)]), cx, cy, r), stroke=pen),
        Path(scaled(arms, cx, cy, r), stroke=pen),
        *flukes,
    )


def port(cx: float, cy: float, r: float, ground: str, ink: str) -> tuple[Node, ...]:
    """An anchor reversed out of a disc."""
    return (Path(circle(cx, cy, r), fill=ground), *anchor_paths(cx, cy, r, ink))


def star(cx: float, cy: float, r: float, ground: str, ink: str) -> tuple[Node, ...]:
    """A five-pointed star filled with `ground`, edged with `ink`; its points lie on the circle."""
    edge_mm = 0.06 * r
    corners = polyline(star_points(1.0, 0.40), close=True)
    # The mitre of a point of about 38° reaches 1.55 line widths past its corner.
    return (
        Path(
            scaled(corners, cx, cy + 0.04 * r, r - 1.55 * edge_mm),
            fill=ground,
            stroke=Stroke(ink, edge_mm * PT_PER_MM),
        ),
    )


def victory_points(cx: float, cy: float, r: float, ground: str, ink: str, value: int = 0) -> tuple[Node, ...]:
    """A disc with the number of victory points; a second ring from 2 points up.

    The ring's line lies inside `r`. A `value` of 0 is printed too: an area worth nothing says so.
    """
    rim_mm = 0.09 * r
    rim = Stroke(ink, rim_mm * PT_PER_MM)
    nodes: list[Node] = [Path(circle(cx, cy, r - rim_mm / 2), fill=ground, stroke=rim)]
    if value >= 2:
        nodes.append(Path(circle(cx, cy, 0.76 * r), stroke=Stroke(ink, 0.045 * r * PT_PER_MM)))
    # IBM Plex figures are 0.698 em high: centring by that height, not by the ink of one figure,
    # keeps the numbers of a row on one line.
    size_pt = 10.0 * r / 2.55
    baseline = cy + 0.698 * size_pt / PT_PER_MM / 2
    nodes.append(Text(cx, baseline, str(value), "condensed-bold", size_pt, ink, anchor="ink"))
    return tuple(nodes)


def modifier(cx: float, cy: float, r: float, ground: str, ink: str, value: int = 0) -> tuple[Node, ...]:
    """A die with what is added to its roll: a rounded square and the signed number."""
    half = 0.92 * r
    size_pt = 8.2 * r / 2.3
    text = f"+{value}" if value >= 0 else f"\u2212{-value}"
    baseline = cy + 0.698 * size_pt / PT_PER_MM / 2
    return (
        Path(rect(cx - half, cy - half, 2 * half, 2 * half, 0.32 * r), fill=ground),
        Text(cx, baseline, text, "condensed-bold", size_pt, ink, anchor="middle"),
    )


_FORT = (
    (-0.55, -0.9), (-0.28, -0.52), (0.28, -0.52), (0.55, -0.9), (0.9, -0.55), (0.52, -0.28), (0.52, 0.28), (0.9, 0.55),
    (0.55, 0.9), (0.28, 0.52), (-0.28, 0.52), (-0.55, 0.9), (-0.9, 0.55), (-0.52, 0.28), (-0.52, -0.28), (-0.9, -0.55),
)  # fmt: skip
"""A square with four bastions on the unit circle."""


def fort(x: float, y: float, r: float, ink: str, ground: str) -> tuple[Node, ...]:
    """A square work with four bastions, open in the middle: the one badge that is no disc."""
    return (
        Path(scaled(polyline(_FORT, close=True), x, y, r), fill=ink),
        Path(rect(x - 0.26 * r, y - 0.26 * r, 0.52 * r, 0.52 * r), fill=ground),
    )


WORKS = (
    (-0.85, 0.75), (-0.85, -0.05), (-0.45, -0.4), (-0.45, -0.05), (-0.05, -0.4), (-0.05, -0.05), (0.3, -0.3),
    (0.36, -0.9), (0.66, -0.9), (0.78, 0.75),
)  # fmt: skip
"""A works with a saw-tooth roof and a chimney on the unit circle."""


def snowflake(x: float, y: float, r: float, ink: str, line_pt: float = 0.7) -> tuple[Node, ...]:
    """A snowflake of six barbed arms."""
    pen, nodes = Stroke(ink, line_pt, cap="round"), list[Node]()

    def stroke(start: Point, length: float, angle: float) -> None:
        end = start[0] + length * math.cos(angle), start[1] + length * math.sin(angle)
        nodes.append(line(*(round(value, 3) for value in (*start, *end)), pen))

    for arm in range(6):
        angle = math.pi / 3 * arm + math.pi / 6
        stroke((x, y), r, angle)
        for turn in (-0.9, 0.9):
            fork = x + 0.6 * r * math.cos(angle), y + 0.6 * r * math.sin(angle)
            stroke(fork, 0.36 * r, angle + turn)
    return tuple(nodes)


def factory(x: float, y: float, r: float, ink: str, ground: str) -> tuple[Node, ...]:
    """A works with a saw-tooth roof and a chimney, edged with `ground`."""
    works = scaled(polyline(WORKS, close=True), x, y, r)
    return (Path(works, stroke=Stroke(ground, 0.3 * r * PT_PER_MM, join="round")), Path(works, fill=ink))


_DROP: tuple[Segment, ...] = (
    ("M", 0.0, -1.0), ("C", 0.16, -0.6, 0.66, -0.16, 0.66, 0.28), ("C", 0.66, 0.67, 0.36, 0.96, 0.0, 0.96),
    ("C", -0.36, 0.96, -0.66, 0.67, -0.66, 0.28), ("C", -0.66, -0.16, -0.16, -0.6, 0.0, -1.0), ("Z",),
)  # fmt: skip
"""A drop on the unit circle."""


def oil(x: float, y: float, r: float, ink: str, ground: str) -> tuple[Node, ...]:
    """A drop with a light on it, edged with `ground`."""
    drop = scaled(_DROP, x, y, r)
    light: tuple[Segment, ...] = (("M", -0.34, 0.28), ("C", -0.34, 0.5, -0.2, 0.64, 0.0, 0.66))
    return (
        Path(drop, stroke=Stroke(ground, 0.4 * r * PT_PER_MM, join="round")), Path(drop, fill=ink),
        Path(scaled(light, x, y, r), stroke=Stroke(ground, 0.16 * r * PT_PER_MM, cap="round")),
    )  # fmt: skip


MAP_BADGES: dict[str, Callable[..., tuple[Node, ...]]] = {
    "airport": airport,
    "port": port,
    "star": star,
    "red-star": star,
    "home": star,
    "victory-points": victory_points,
    "modifier": modifier,
    "fort": fort,
}
"""Badge by name, ids as in `symbols` of map.yaml: a `BadgeDrawing` each; those in `WITH_VALUE` also take a `value`."""

WITH_VALUE = frozenset({"victory-points", "modifier"})
"""Badges that show a number."""


def _words(x: float, y: float, text: str, font: str, size_pt: float, colour: str, room: float = math.inf) -> Text:
    narrow = round(min(1.0, room / width_mm(text, font, size_pt)), 3) if text else 1.0
    base = round(y + _CAP_EM * size_pt / PT_PER_MM / 2, 3)
    return Text(x, base, text, font, size_pt, colour, anchor="ink", stretch=narrow)


def disc(
    x: float, y: float, r: float, ground: str, ink: str, text: str, font: str, size_pt: float, *, ring: bool = False
) -> tuple[Node, ...]:
    """A disc with a few characters in its middle; `ring` adds an edge in its ink, inside `r`."""
    line = 0.13 * r
    if ring:
        under = Path(circle(x, y, r - line / 2), fill=ground, stroke=Stroke(ink, line * PT_PER_MM))
    else:
        under = Path(circle(x, y, r), fill=ground)
    return (under, _words(x, y, text, font, size_pt, ink, _ACROSS * r if ring else math.inf))


def plate(
    x: float, y: float, width: float, r: float, ground: str, ink: str, text: str, font: str, size_pt: float, *,
    edge: str
) -> tuple[Node, ...]:
    """A plate with rounded corners, 2 · `r` high at most."""
    half, line = 0.8 * r, 0.12 * r
    shape = rect(x - width / 2 + line / 2, y - half + line / 2, width - line, 2 * half - line, 0.45 * r)
    return (Path(shape, fill=ground, stroke=Stroke(edge, line * PT_PER_MM)), _words(x, y, text, font, size_pt, ink))
