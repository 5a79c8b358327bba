"""Helpers that every backend shares: curved text laid out, matrices, numbers as text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise

from pnp.draw.scene import IDENTITY, Matrix, Point, Segment, TextOnPath
from pnp.draw.text import Glyph, glyph_outline_em, shape
from pnp.units import MM_PER_PT

ANGLE_REACH_MM = 0.9
"""A glyph on a path takes its angle from this much arc on either side, so that it doesn't jitter."""

SHORT_PATH, KEPT_PATHS = 120, 4096
"""Segments of a path that is kept as text, and how many are kept."""


def number(value: float, places: int = 3) -> str:
    """`value` with at most `places` decimals, no exponent, no trailing zeros, no "-0"."""
    text = repr(value)
    if len(text) - text.find(".") - 1 <= places and "e" not in text and "." in text:  # as it is: much the fastest
        return text[:-2] if text.endswith(".0") and text != "-0.0" else "0" if text == "-0.0" else text
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_ZEROS = re.compile(r"\.?0+(?=[ A-Z]|$)")
_MINUS_NOUGHT = re.compile(r"(?<![0-9.])-0(?=[ A-Z]|$)")
_SPACED = re.compile(r"(?:%\.3f |[A-Za-z] )*")


def written(segments: Iterable[Segment], formats: Mapping[str, str]) -> str:
    """`segments` as one string, each number formatted as `number` does: fast, for paths of many thousands.

    formats  operator -> its format string, exactly "%.3f " for each number; the last one may lack the space
    """
    text = "".join([formats[str(segment[0])] % segment[1:] for segment in segments])
    if all(_SPACED.fullmatch(form) for form in formats.values()):  # plain replacing is many times faster than a pattern
        for _ in range(3):
            text = text.replace("0 ", " ")
        text = text.replace(". ", " ")
        return f" {text}".replace(" -0 ", " 0 ").replace(" -0 ", " 0 ")[1:] if "-0 " in text else text
    text = _ZEROS.sub("", text)
    return _MINUS_NOUGHT.sub("0", text) if "-0" in text else text


def writer(formats: Mapping[str, str]) -> Callable[[Iterable[Segment]], str]:
    """What writes segments with these formats, as `written` does; short paths are kept, since symbols, plates and
    frames come up on counter after counter and sheet after sheet.
    """
    kept = lru_cache(KEPT_PATHS)(partial(written, formats=formats))

    def write(segments: Iterable[Segment]) -> str:
        if isinstance(segments, tuple) and len(segments) <= SHORT_PATH:
            return kept(segments)
        return written(segments, formats)

    return write


def times(first: Matrix, second: Matrix) -> Matrix:
    """The transform that applies `second`, then `first`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def turned(degrees: float, x: float, y: float) -> Matrix:
    """The transform that turns clockwise by `degrees` and puts the origin at (x, y); quarter turns are exact."""
    angle = math.radians(degrees)
    cos, sin = _QUARTERS.get(degrees % 360) or (math.cos(angle), math.sin(angle))
    return (cos, sin, -sin, cos, x, y)


def turned_about(degrees: float, x: float, y: float) -> Matrix:
    """The transform that turns clockwise by `degrees` about (x, y)."""
    return times(turned(degrees, x, y), (1.0, 0.0, 0.0, 1.0, -x, -y)) if degrees else IDENTITY


def along(points: Sequence[Point], distance: float) -> Point:
    """The point `distance` mm along a polyline; beyond its ends the first or last leg goes on."""
    legs = [(a, b, math.dist(a, b)) for a, b in pairwise(points) if a != b]
    if not legs:
        return points[0]
    left = distance
    for index, (a, b, length) in enumerate(legs):
        if left <= length or index == len(legs) - 1:
            part = left / length
            return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        left -= length
    return legs[-1][1]


def length_mm(points: Sequence[Point]) -> float:
    """Length of a polyline."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def glyphs_on_path(node: TextOnPath) -> list[tuple[Glyph, Matrix]]:
    """The glyphs of curved text, each with the transform from mm at its origin."""
    size = node.size_pt * MM_PER_PT
    glyphs = shape(node.text, node.font)
    total = sum(g.advance for g in glyphs) * size + node.tracking_em * size * max(len(glyphs) - 1, 0)
    cursor = (length_mm(node.points) - total) / 2
    placed = []
    for glyph in glyphs:
        half = glyph.advance * size / 2
        middle = cursor + half
        ax, ay = along(node.points, middle - ANGLE_REACH_MM)
        bx, by = along(node.points, middle + ANGLE_REACH_MM)
        x, y = along(node.points, middle)
        angle = math.degrees(math.atan2(by - ay, bx - ax))
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        # Back by half the advance, then to where an accent stands over its letter.
        dx, dy = glyph.dx * size - half, -glyph.dy * size
        placed.append((glyph, (cos, sin, -sin, cos, x + cos * dx - sin * dy, y + sin * dx + cos * dy)))
        cursor += glyph.advance * size + node.tracking_em * size
    return placed


def transformed(segments: Iterable[Segment], matrix: Matrix) -> list[Segment]:
    """`segments` with every point sent through `matrix`."""
    a, b, c, d, e, f = matrix
    out: list[Segment] = []
    for op, *values in segments:
        moved: list[float] = []
        for x, y in zip(values[::2], values[1::2], strict=True):
            moved += (a * x + c * y + e, b * x + d * y + f)  # type: ignore[operator]
        out.append((op, *moved))
    return out


def outline_on_path(node: TextOnPath) -> list[Segment]:
    """Curved text as one outline in mm."""
    size = node.size_pt * MM_PER_PT
    out: list[Segment] = []
    for glyph, (a, b, c, d, e, f) in glyphs_on_path(node):
        out += transformed(glyph_outline_em(glyph.font, glyph.gid), (a * size, b * size, c * size, d * size, e, f))
    return out
