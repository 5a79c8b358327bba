"""A checked SVG as paths of a scene, by svgelements: curves, lines, styles and transforms are worked out there.

In: the bytes that `pnp.sources.svg_text` wrote, without gradients, clips and groups with an opacity. Out: paths in
their own units, and how each is brought into user units from the top left of the picture.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from pnp.draw.scene import Matrix, Path, Segment, Stroke
from pnp.errors import LayoutError
from pnp.units import PT_PER_MM

MAX_SEGMENTS, MAX_REACH = 200_000, 1e7
"""Of a picture; of a point from where its path begins to count."""
MAX_DASHES = 50_000
"""Of one line: a viewer draws each."""
_JOINS: dict[str, Literal["miter", "round", "bevel"]] = {
    "miter": "miter", "miter-clip": "miter", "arcs": "miter", "round": "round", "bevel": "bevel",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, the transform that brings it and its line into user units, and the opacity of the whole.

    The line's width is `width_pt` points where a unit of the path is a mm.
    """

    path: Path
    place: Matrix
    opacity: float


@lru_cache(64)
def shapes_of(svg: bytes, name: str) -> tuple[Shape, ...]:
    """The shapes of `svg` in painting order.

    Raises LayoutError naming the picture when svgelements can't read a value in it, or it is too large.
    """
    from svgelements import SVG, Shape

    try:
        root = SVG.parse(io.BytesIO(svg), reify=False, ppi=96.0)
        return tuple(_shapes([element for element in root.elements() if isinstance(element, Shape)], name))
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError, RecursionError) as error:
        raise LayoutError(f"{name}: it can't be drawn ({error}); save it as plain SVG") from None


def _shapes(elements: list[Any], name: str) -> Iterator[Shape]:
    count = 0
    for element in elements:
        values = element.values
        if values.get("visibility") in ("hidden", "collapse"):
            continue
        a, b, c, d, e, f = place = tuple(float(getattr(element.transform, key)) for key in "abcdef")
        if not all(abs(value) < MAX_REACH for value in place):
            raise ValueError("a transform leads out of reach")
        segments = tuple(_segments(element))
        count += len(segments)
        if count > MAX_SEGMENTS:
            raise LayoutError(f"{name}: more than {MAX_SEGMENTS:,} curves and lines; simplify it")
        fill, fill_opacity = _paint(element.fill)
        stroke = _stroke(element, values) if a * d != b * c else None
        if not segments or (fill is None and stroke is None):
            continue
        if stroke and stroke.dash_mm and _reach(segments) > MAX_DASHES * sum(stroke.dash_mm):
            raise LayoutError(f"{name}: a line has more than {MAX_DASHES:,} dashes; draw it plain")
        rule = "evenodd" if values.get("fill-rule") == "evenodd" else "nonzero"
        path = Path(segments, fill, stroke, fill_opacity, rule)  # type: ignore[arg-type]
        yield Shape(path, (a, b, c, d, e, f), min(1.0, max(0.0, float(values.get("opacity", 1.0)))))


def _reach(segments: Iterable[Segment]) -> float:
    """At most how long a path is: the way through its points and control points, each subpath closed."""
    length, here, start = 0.0, (0.0, 0.0), (0.0, 0.0)
    for op, *values in segments:
        points = list(zip(values[::2], values[1::2], strict=True)) or [start]
        for point in points:
            length += 0.0 if op == "M" else math.dist(here, point)  # type: ignore[arg-type]
            here = point  # type: ignore[assignment]
        start = here if op == "M" else start
    return length


def _paint(colour: Any) -> tuple[str | None, float]:
    """A colour and its opacity; None for none."""
    if colour is None or colour.value is None:
        return None, 1.0
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}", round(colour.opacity, 3)


def _stroke(element: Any, values: dict[str, Any]) -> Stroke | None:
    """The line of a shape."""
    colour, opacity = _paint(element.stroke)
    width = float(element.stroke_width or 0.0)
    if colour is None or width <= 0:
        return None
    return Stroke(
        colour, width * PT_PER_MM, _dashes(values.get("stroke-dasharray", "none")),
        values.get("stroke-linecap", "butt"), _JOINS[values.get("stroke-linejoin", "miter")], opacity,
    )  # fmt: skip


def _dashes(text: str) -> tuple[float, ...]:
    """On, off, on, off …; `none` and nothing but noughts are no dashes."""
    if text in ("none", ""):
        return ()
    numbers = tuple(float(part) for part in text.replace(",", " ").split())
    if not any(numbers) or min(numbers) < 0:
        return ()
    return numbers if len(numbers) % 2 == 0 else numbers * 2


def _segments(element: Any) -> Iterator[Segment]:
    """The segments of a shape; arcs and quadratic curves become cubic ones."""
    from svgelements import Arc, Close, CubicBezier, Line, Move, QuadraticBezier

    for part in element.segments(transformed=False):
        if isinstance(part, Move):
            yield ("M", *_point(part.end))
        elif isinstance(part, Close):
            yield ("Z",)
        elif isinstance(part, Line):
            yield ("L", *_point(part.end))
        elif isinstance(part, CubicBezier):
            yield ("C", *_point(part.control1), *_point(part.control2), *_point(part.end))
        elif isinstance(part, QuadraticBezier):
            (x0, y0), (cx, cy), (x1, y1) = _point(part.start), _point(part.control), _point(part.end)
            yield ("C", x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3, x1 + (cx - x1) * 2 / 3, y1 + (cy - y1) * 2 / 3,
                   x1, y1)  # fmt: skip
        elif isinstance(part, Arc):
            for curve in part.as_cubic_curves():
                yield ("C", *_point(curve.control1), *_point(curve.control2), *_point(curve.end))


def _point(point: Any) -> tuple[float, float]:
    x, y = float(point.x), float(point.y)
    if not (abs(x) < MAX_REACH and abs(y) < MAX_REACH):
        raise ValueError("a point lies out of reach")
    return x, y
