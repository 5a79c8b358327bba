"""How much paper each mark of a scene covers: to prove that nothing runs into a cut or off the paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.draw.paths import times, turned
from pnp.draw.scene import IDENTITY, Group, Matrix, Node, Path, Point, Text
from pnp.draw.text import anchor_shift_mm, ink_box_mm
from pnp.units import MM_PER_PT

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""


EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)


def marks(
    nodes: Iterable[Node], place: Matrix = IDENTITY, layer: str = "", within: Box = EVERYWHERE
) -> Iterator[tuple[str, Path | Text, Box]]:
    """Each path and text with its layer and the box that it covers, lines with half their width.

    A curve counts with its control points, so a box is never too small; of what is clipped no more counts than the box
    of the clip. Forms and text on a path are left out: counter sheets have none.

    within  the box of the clips around the nodes
    """
    for node in nodes:
        if isinstance(node, Group):
            inner = times(place, node.transform)
            clip = _common(within, _path_box(replace(node.clip, stroke=None), inner)) if node.clip else within
            yield from marks(node.children, inner, node.layer or layer, clip)
        elif isinstance(node, Path | Text):
            box = _path_box(node, place) if isinstance(node, Path) else _text_box(node, place)
            if within == EVERYWHERE:
                yield layer, node, box
            elif (seen := _common(within, box))[0] < seen[2] and seen[1] < seen[3]:
                yield layer, node, seen


def _common(first: Box, second: Box) -> Box:
    x0, y0 = max(first[0], second[0]), max(first[1], second[1])
    return x0, y0, min(first[2], second[2]), min(first[3], second[3])


def _path_box(path: Path, place: Matrix) -> Box:
    points: list[Point] = []
    for _, *numbers in path.segments:
        points += zip(numbers[::2], numbers[1::2], strict=True)  # type: ignore[arg-type]
    x0, y0, x1, y1 = _around(points, place)
    half = path.stroke.width_pt * MM_PER_PT / 2 if path.stroke else 0.0
    if path.stroke and path.stroke.cap == "butt" and _is_level(points):
        # A straight line across or down is no longer than its points, only thicker.
        across = points[0][1] == points[-1][1]
        dx, dy = (0.0, half) if across else (half, 0.0)
        return x0 - dx, y0 - dy, x1 + dx, y1 + dy
    return x0 - half, y0 - half, x1 + half, y1 + half


def _is_level(points: list[Point]) -> bool:
    return len(points) == 2 and (points[0][0] == points[1][0] or points[0][1] == points[1][1])


def _text_box(text: Text, place: Matrix) -> Box:
    x0, y0, x1, y1 = ink_box_mm(text.text, text.font, text.size_pt, text.tracking_em, text.stretch)
    shift = anchor_shift_mm(text.anchor, text.text, text.font, text.size_pt, text.tracking_em, text.stretch)
    corners = [(x - shift, y) for x in (x0, x1) for y in (y0, y1)]
    return _around(corners, times(place, turned(text.rotate_deg, text.x, text.y)))


def _around(points: list[Point], place: Matrix) -> Box:
    a, b, c, d, e, f = place
    moved = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
    if not moved:
        return math.inf, math.inf, -math.inf, -math.inf
    xs, ys = zip(*moved, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
