"""Clip fills to a rectangle, so that a detail of a map carries only the points that it shows."""

from __future__ import annotations

from pnp.draw.scene import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""


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
