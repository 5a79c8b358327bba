"""Cut a box out of a hex map, so that a figure in a book contains no more of the map than it shows.

In: layers of the whole map, a box in mm. Out: the nodes that touch the box. Fills become polygons cut to the box,
lines keep their curves, scattered pictures and texts are kept when they lie inside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from pnp.draw.cut import cut_ring
from pnp.draw.paths import along, length_mm
from pnp.draw.scene import Bitmap, Group, Node, Path, Point, Scatter, Segment, Text, TextOnPath
from pnp.draw.text import width_mm
from pnp.units import MM_PER_PT

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""

MORE_MM = 3.0
CHORD_MM, MOST_CHORDS = 0.5, 6
"""Length of a chord of a curve in the outline of a fill, about, and how many of them a curve has at most."""
WEIGHTS = [[((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in
            (step / steps for step in range(1, steps + 1))] for steps in range(1, MOST_CHORDS + 1)]  # fmt: skip
"""For each number of chords, of the points of a curve at the end of each."""


Part = tuple[Box, "_Outline | tuple[Segment, ...]"]
"""A subpath, that of a fill as an outline, behind its bounding box, control points included."""


class Pieces:
    """Layers of a whole map, prepared so that pieces can be cut from them quickly."""

    def __init__(self, layers: Iterable[Group]) -> None:
        self.layers = tuple(layers)
        self._parts: dict[int, tuple[Part, ...]] = {}

    def piece(self, box: Box, covered: Sequence[Box] = ()) -> list[Group]:
        """The parts of the layers that lie in `box`; layers outside it are omitted.

        covered  boxes that will be drawn over; words that they would cut are omitted
        """
        wide = box[0] - MORE_MM, box[1] - MORE_MM, box[2] + MORE_MM, box[3] + MORE_MM
        layers = []
        for layer in self.layers:
            nodes = tuple(node for child in layer.children for node in self._cut(child, box, wide, covered))
            if nodes:
                layers.append(replace(layer, children=nodes, layer=""))
        return layers

    def _cut(self, node: Node, box: Box, wide: Box, covered: Sequence[Box]) -> Iterator[Node]:
        if isinstance(node, Group):
            children = tuple(part for child in node.children for part in self._cut(child, box, wide, covered))
            if children:
                yield replace(node, children=children, layer="")
        elif isinstance(node, Path):
            near = [part for around, part in self._parts_of(node) if _meet(around, wide)]
            segments = [
                segment
                for part in near
                for segment in (_fill(part, wide) if isinstance(part, _Outline) else _lines(part, wide))
            ]
            if segments:
                yield replace(node, segments=tuple(segments))
        elif isinstance(node, Scatter):
            places = _strewn(node.places, wide)
            if places:
                yield replace(node, places=places)
        elif isinstance(node, Bitmap):
            if _meet((node.x, node.y, node.x + node.width, node.y + node.height), wide):
                yield node
        elif isinstance(node, Text):
            if _text_inside(node, box) and not _hidden(letters(node), covered):
                yield node
        elif isinstance(node, TextOnPath) and _curve_inside(node, box) and not _hidden(letters(node), covered):
            yield node

    def _parts_of(self, path: Path) -> tuple[Part, ...]:
        """The subpaths of `path`, a part of the layers; computed once."""
        parts = self._parts.get(id(path))
        if parts is None:
            parts = self._parts[id(path)] = tuple(
                (_around(part), _Outline(part) if path.fill else part) for part in _subpaths(path.segments)
            )
        return parts


def piece_of(layers: Iterable[Group], box: Box, covered: Sequence[Box] = ()) -> list[Group]:
    """A single piece of `layers`; see `Pieces.piece`."""
    return Pieces(layers).piece(box, covered)


def _subpaths(segments: Sequence[Segment]) -> Iterator[tuple[Segment, ...]]:
    part: list[Segment] = []
    for segment in segments:
        if segment[0] == "M" and part:
            yield tuple(part)
            part = []
        part.append(segment)
    if part:
        yield tuple(part)


def _around(part: Sequence[Segment]) -> Box:
    numbers = [float(value) for segment in part for value in segment[1:]]
    xs, ys = numbers[::2], numbers[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _curve_inside(text: TextOnPath, box: Box) -> bool:
    """Whether the whole baseline lies in the box, with room for its letters."""
    high = text.size_pt * MM_PER_PT
    return all(
        box[0] + 0.5 * high < x < box[2] - 0.5 * high and box[1] + 0.8 * high < y < box[3] - 0.3 * high
        for x, y in text.points
    )


def _hidden(points: Sequence[Point], covered: Sequence[Box]) -> bool:
    return any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in covered for x, y in points)


def letters(text: Text | TextOnPath) -> Sequence[Point]:
    """Points along the middle of a level text's letters, or along the foot of those of a curved one."""
    if isinstance(text, TextOnPath):
        total = length_mm(text.points)
        return [along(text.points, min(float(at), total)) for at in range(math.ceil(total) + 1)]
    length = width_mm(text.text, text.font, text.size_pt, text.tracking_em) * text.stretch
    left = text.x - {"start": 0.0, "middle": length / 2, "ink": length / 2, "end": length}[text.anchor]
    y = text.y - 0.35 * text.size_pt * MM_PER_PT
    count = max(2, math.ceil(length))
    return [(left + length * n / count, y) for n in range(count + 1)]


def _strewn(places: Sequence[float], wide: Box) -> tuple[float, ...]:
    x0, y0, x1, y1 = wide
    rows = zip(places[::4], places[1::4], places[2::4], places[3::4], strict=True)
    return tuple(v for row in rows if x0 < row[1] < x1 and y0 < row[2] < y1 for v in row)


def _text_inside(text: Text, box: Box) -> bool:
    """Whether all of a level text, or the anchor of a turned one, lies in the box."""
    if text.rotate_deg:
        return box[0] + 2 < text.x < box[2] - 2 and box[1] + 2 < text.y < box[3] - 2
    length = width_mm(text.text, text.font, text.size_pt, text.tracking_em) * text.stretch
    left = text.x - {"start": 0.0, "middle": length / 2, "ink": length / 2, "end": length}[text.anchor]
    return box[0] < left and left + length < box[2] and box[1] + 1.5 < text.y < box[3] - 0.4


# Fills ----------------------------------------------------------------------------------------------


class _Outline:
    """A subpath that is filled."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        self.chords: dict[int, list[Point]] = {}

    @cached_property
    def points(self) -> list[Point]:
        """The ends of its segments."""
        return [(float(numbers[-2]), float(numbers[-1])) for command, *numbers in self.segments if command != "Z"]

    @cached_property
    def curves(self) -> list[tuple[int, Sequence[float]]]:
        """Its curves, each with the place of its end among the points."""
        return [
            (at, (*self.points[at - 1], *map(float, segment[1:])))
            for at, segment in enumerate(self.segments) if segment[0] == "C"
        ]  # fmt: skip

    @cached_property
    def boxes(self) -> Any:
        """Left, top, right and bottom of the curves, of a subpath that lies near a piece."""
        import numpy  # only where a map is drawn

        xs, ys = (numpy.array([values[axis::2] for _, values in self.curves]).reshape(-1, 4) for axis in (0, 1))
        return numpy.array([xs.min(axis=1), ys.min(axis=1), xs.max(axis=1), ys.max(axis=1)])

    def ring(self, wide: Box) -> list[Point]:
        """Its points; where a curve may touch the box, those of its chords."""
        left, top, right, bottom = self.boxes
        near = (left <= wide[2]) & (right >= wide[0]) & (top <= wide[3]) & (bottom >= wide[1])
        ring: list[Point] = []
        done = 0
        for number in near.nonzero()[0].tolist():
            end, values = self.curves[number]
            if number not in self.chords:
                self.chords[number] = _chords(values)
            ring += self.points[done:end]
            ring += self.chords[number]
            done = end + 1
        return ring + self.points[done:]


def _fill(outline: _Outline, wide: Box) -> list[Segment]:
    """The ring of a fill cut to the box; nothing of one outside."""
    cut = cut_ring(outline.ring(wide), wide)
    return [("M", *cut[0]), *(("L", *point) for point in cut[1:]), ("Z",)] if len(cut) > 2 else []


def _chords(values: Sequence[float]) -> list[Point]:
    x0, y0, x1, y1, x2, y2, x3, y3 = values
    steps = min(MOST_CHORDS, 1 + int(math.hypot(x3 - x0, y3 - y0) / CHORD_MM))
    return [(round(a * x0 + b * x1 + c * x2 + d * x3, 2), round(a * y0 + b * y1 + c * y2 + d * y3, 2))
            for a, b, c, d in WEIGHTS[steps - 1]]  # fmt: skip


# Lines ----------------------------------------------------------------------------------------------


def _touches(values: Sequence[float], wide: Box) -> bool:
    xs, ys = values[::2], values[1::2]
    return min(xs) <= wide[2] and max(xs) >= wide[0] and min(ys) <= wide[3] and max(ys) >= wide[1]


def _lines(segments: Sequence[Segment], wide: Box) -> list[Segment]:
    """The stretches of lines that touch the box; curves stay curves."""
    stretches: list[Segment] = []
    at = first = (0.0, 0.0)
    down = False
    for segment in segments:
        command, *numbers = segment
        if command == "M":
            at = first = (float(numbers[0]), float(numbers[1]))
            down = False
            continue
        values = [*at, *(first if command == "Z" else (float(n) for n in numbers))]
        end = (values[-2], values[-1])
        if _touches(values, wide):
            if not down:
                stretches.append(("M", *at))
            stretches.append(("L", *first) if command == "Z" else segment)
            down = True
        else:
            down = False
        at = end
    return stretches
