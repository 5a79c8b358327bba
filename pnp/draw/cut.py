"""Clip paths to a rectangle, so that a detail of a map carries only the points that it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pnp.draw.scene import Path, Point, Segment

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""


def cut_path(path: Path, box: Box, more: float = 4.0) -> Path | None:
    """`path` clipped to `box` grown by `more` mm; None when nothing is left.

    It looks the same inside the box. Paths with curves are returned whole.
    """
    wide = box[0] - more, box[1] - more, box[2] + more, box[3] + more
    if any(segment[0] == "C" for segment in path.segments):
        return path
    segments: list[Segment] = []
    for points, closed in _subpaths(path):
        if closed or path.fill:
            segments += _ring(cut_ring(points, wide), closed)
        else:
            for run in _runs(points, wide):
                segments += _open(run)
    return replace(path, segments=tuple(segments)) if segments else None


def _subpaths(path: Path) -> Iterator[tuple[list[Point], bool]]:
    """The points of each subpath, and whether it is closed."""
    points: list[Point] = []
    for command, *numbers in path.segments:
        if command == "M":
            if points:
                yield points, False
            points = []
        if command == "Z":
            yield points, True
            points = []
        else:
            points.append((float(numbers[0]), float(numbers[1])))
    if points:
        yield points, False


def _open(points: list[Point]) -> list[Segment]:
    return [("M", *points[0]), *(("L", *point) for point in points[1:])]


def _ring(points: list[Point], closed: bool) -> list[Segment]:
    if len(points) < 3:
        return []
    return [*_open(points), *([("Z",)] if closed else [])]


def _runs(points: list[Point], box: Box) -> Iterator[list[Point]]:
    """Stretches whose segments may touch `box`."""
    run: list[Point] = []
    for a, b in pairwise(points):
        near = (
            min(a[0], b[0]) <= box[2]
            and max(a[0], b[0]) >= box[0]
            and min(a[1], b[1]) <= box[3]
            and max(a[1], b[1]) >= box[1]
        )
        if near:
            run = run or [a]
            run.append(b)
        elif run:
            yield run
            run = []
    if run:
        yield run


def cut_ring(points: list[Point], box: Box) -> list[Point]:
    """A ring clipped to `box`, one side after another (Sutherland-Hodgman)."""
    for axis, limit, sign in ((0, box[0], 1.0), (1, box[1], 1.0), (0, box[2], -1.0), (1, box[3], -1.0)):
        if not points:
            return []
        ring: list[Point] = []
        before = points[-1]
        was = (before[axis] - limit) * sign >= 0
        for point in points:
            inside = (point[axis] - limit) * sign >= 0
            if inside != was:
                share = (limit - before[axis]) / (point[axis] - before[axis])
                ring.append((before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share))
            if inside:
                ring.append(point)
            before, was = point, inside
        points = ring
    return points
