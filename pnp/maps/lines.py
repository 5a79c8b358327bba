"""Lines in mm: reading them, rounding their corners, walking along them. Needs no other module."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
"""x, y, width, height."""


def parse_line(text: str | None) -> tuple[Point, ...]:
    """The points of a source line such as "12.5,40 13.1,41"; () for an empty one or None."""
    pairs = (pair.split(",") for pair in (text or "").split())
    return tuple((float(x), float(y)) for x, y in pairs)


def pair(values: Sequence[float]) -> Point:
    """The two numbers of a source's pair as a point."""
    return (float(values[0]), float(values[1]))


def rect_of(values: Sequence[float]) -> Rect:
    """The four numbers of a source's rectangle, as floats."""
    return (float(values[0]), float(values[1]), float(values[2]), float(values[3]))


def chaikin(points: Sequence[Point], rounds: int = 2, *, closed: bool = False) -> tuple[Point, ...]:
    """`points` with corners cut `rounds` times (Chaikin 1974); an open line keeps both ends.

    A closed line is given and returned without its first point repeated.
    """
    line = list(points)
    if len(line) < 3:
        return tuple(line)
    for _ in range(rounds):
        cut: list[Point] = [] if closed else [line[0]]
        following = [*line[1:], line[0]] if closed else line[1:]
        for (x1, y1), (x2, y2) in zip(line, following, strict=False):
            cut.append((0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2))
            cut.append((0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2))
        line = cut if closed else [*cut, line[-1]]
    return tuple((round(x, 4), round(y, 4)) for x, y in line)


def length_mm(points: Sequence[Point]) -> float:
    """Length of an open line in mm."""
    return sum(math.dist(p, q) for p, q in itertools.pairwise(points))


def point_at(points: Sequence[Point], distance: float) -> Point:
    """The point `distance` mm along an open line; the nearer end when `distance` lies beyond it."""
    return _point_along(((p, q, math.dist(p, q)) for p, q in itertools.pairwise(points)), points[-1], distance)


def _point_along(sides: Iterable[tuple[Point, Point, float]], last: Point, distance: float) -> Point:
    """The same, of the line's sides with their lengths."""
    remaining = max(distance, 0.0)
    for (x1, y1), (x2, y2), length in sides:
        if remaining <= length and length > 0:
            share = remaining / length
            return (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
        remaining -= length
    return last


def stretch(points: Sequence[Point], start: float, end: float, step: float = 1.0) -> tuple[Point, ...]:
    """Points of the line from `start` to `end` mm along it, about `step` apart."""
    pieces = max(2, round((end - start) / step))
    sides = [(p, q, math.dist(p, q)) for p, q in itertools.pairwise(points)]
    return tuple(_point_along(sides, points[-1], start + (end - start) * i / pieces) for i in range(pieces + 1))


def quadratic(start: Point, bend: Point, end: Point, pieces: int = 24) -> tuple[Point, ...]:
    """A quadratic arc as a fine polyline; `bend` is its control point."""
    arc = []
    for i in range(pieces + 1):
        t = i / pieces
        u = 1 - t
        x, y = (u * u * start[axis] + 2 * u * t * bend[axis] + t * t * end[axis] for axis in (0, 1))
        arc.append((round(x, 4), round(y, 4)))
    return tuple(arc)


def through(points: Sequence[Point]) -> tuple[Point, ...]:
    """A smooth baseline for a name: the arc through the start, middle and end of `points`; x increases."""
    start, end = points[0], points[-1]
    middle = points[1] if len(points) == 3 else point_at(points, length_mm(points) / 2)
    if start[0] > end[0]:
        start, end = end, start
    bend = (2 * middle[0] - (start[0] + end[0]) / 2, 2 * middle[1] - (start[1] + end[1]) / 2)
    return quadratic(start, bend, end)


def along(points: Sequence[Point], lift: float = 1.0, share: float = 0.55) -> tuple[Point, ...]:
    """A baseline above a stretch of river: an arc of `share` of its sagitta, clear of its highest vertex.

    Names never follow a line's vertices: the letters would dance.
    """
    line = list(points) if points[0][0] <= points[-1][0] else list(points)[::-1]
    start, end = line[0], line[-1]
    chord = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    heights = [-(uy * (x - start[0]) - ux * (y - start[1])) for x, y in line]  # below the chord is positive
    middle = heights[len(heights) // 2] * share
    bow = [4 * middle * t * (1 - t) for t in _shares(line, start, ux, uy, chord)]
    up = max(b - h for b, h in zip(bow, heights, strict=True)) + lift

    def lifted(x: float, y: float, offset: float) -> Point:
        return (x - uy * offset, y + ux * offset)

    a, b = lifted(*start, -up), lifted(*end, -up)
    mid = lifted((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, 2 * middle - up)
    return quadratic(a, mid, b)


def _shares(line: Sequence[Point], start: Point, ux: float, uy: float, chord: float) -> list[float]:
    """How far along the chord each point lies, 0 to 1."""
    return [min(max((ux * (x - start[0]) + uy * (y - start[1])) / chord, 0.0), 1.0) for x, y in line]


def centre(rect: Rect) -> Point:
    """The centre of a rectangle."""
    return (rect[0] + rect[2] / 2, rect[1] + rect[3] / 2)


def overlap(a: Rect, b: Rect, gap: float = 0.0) -> bool:
    """Whether two rectangles come nearer than `gap` to each other."""
    return (
        a[0] < b[0] + b[2] + gap
        and b[0] < a[0] + a[2] + gap
        and a[1] < b[1] + b[3] + gap
        and b[1] < a[1] + a[3] + gap
    )
