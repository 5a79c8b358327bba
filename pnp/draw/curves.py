"""Geometry that the backends share: numbers as text, matrices, letters along a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from pnp.draw.scene import IDENTITY, Matrix, Point, Segment, TextOnPath
from pnp.draw.text import glyph_outline_em, shape, size_mm

HALF_WINDOW_MM = 0.9
"""A letter's angle is that of the chord from this far before it to this far behind: no jitter."""


def number(value: float, places: int = 3) -> str:
    """`value` with at most `places` decimals, no exponent, no trailing zeros, no "-0"."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def rotation(degrees: float) -> Matrix:
    """Clockwise by `degrees` about the origin (y down). Quarter turns are exact."""
    quarter = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}.get(degrees % 360)
    cos, sin = quarter or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    return (cos, sin, -sin, cos, 0.0, 0.0)


def transformed(segments: Sequence[Segment], matrix: Matrix) -> tuple[Segment, ...]:
    """`segments` with each point sent through `matrix`."""
    if matrix == IDENTITY:
        return tuple(segments)
    a, b, c, d, e, f = matrix
    result: list[Segment] = []
    for command, *numbers in segments:
        points: list[float] = []
        for i in range(0, len(numbers), 2):
            x, y = float(numbers[i]), float(numbers[i + 1])
            points += (a * x + c * y + e, b * x + d * y + f)
        result.append((command, *points))
    return tuple(result)


class Polyline:
    """A polyline measured by its length. Beyond either end it goes straight on."""

    def __init__(self, points: Sequence[Point]) -> None:
        kept = [points[0]]
        for point in points[1:]:
            if math.dist(point, kept[-1]) > 1e-9:
                kept.append(point)
        self.points = kept
        self.lengths = [0.0]
        for start, end in zip(kept, kept[1:]):
            self.lengths.append(self.lengths[-1] + math.dist(start, end))

    @property
    def length(self) -> float:
        """The whole length in mm."""
        return self.lengths[-1]

    def at(self, distance: float) -> Point:
        """The point `distance` mm from the start."""
        if len(self.points) == 1:
            return (self.points[0][0] + distance, self.points[0][1])
        index = 1
        while index < len(self.points) - 1 and self.lengths[index] < distance:
            index += 1
        (x0, y0), (x1, y1) = self.points[index - 1], self.points[index]
        share = (distance - self.lengths[index - 1]) / (self.lengths[index] - self.lengths[index - 1])
        return (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)

    def angle(self, distance: float, half_window: float = HALF_WINDOW_MM) -> float:
        """Direction in degrees, clockwise (y down), smoothed over ± `half_window` mm."""
        (x0, y0), (x1, y1) = self.at(distance - half_window), self.at(distance + half_window)
        return math.degrees(math.atan2(y1 - y0, x1 - x0))


class PathLetter(NamedTuple):
    """A letter on a curve: its glyph, and the matrix from glyph mm (origin on the baseline) to the scene."""

    gid: int
    char: str
    matrix: Matrix


def letters(node: TextOnPath) -> tuple[PathLetter, ...]:
    """The letters of `node`, centred on its line and turned with it.

    A letter turns about the middle of its own advance, so that it sits on the curve.
    """
    em, line = size_mm(node.size_pt), Polyline(node.points)
    glyphs = shape(node.text, node.font)
    total = (sum(g.advance for g in glyphs) + node.tracking_em * max(0, len(glyphs) - 1)) * em
    pen, placed = (line.length - total) / 2, []
    for glyph in glyphs:
        half = glyph.advance * em / 2
        x, y = line.at(pen + half)
        turn = rotation(line.angle(pen + half))
        offset: Matrix = (1.0, 0.0, 0.0, 1.0, glyph.dx * em - half, -glyph.dy * em)
        matrix = multiply((1.0, 0.0, 0.0, 1.0, x, y), multiply(turn, offset))
        placed.append(PathLetter(glyph.gid, glyph.char, matrix))
        pen += 2 * half + node.tracking_em * em
    return tuple(placed)


def letters_outline(node: TextOnPath) -> tuple[Segment, ...]:
    """The outlines of `node` in the scene's mm."""
    em = size_mm(node.size_pt)
    segments: list[Segment] = []
    for letter in letters(node):
        a, b, c, d, e, f = letter.matrix
        scaled: Matrix = (a * em, b * em, c * em, d * em, e, f)
        segments += transformed(glyph_outline_em(node.font, letter.gid), scaled)
    return tuple(segments)
