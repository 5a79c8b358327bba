"""A plot as inline SVG, put together by svgwrite: lines, boxes, words and marks that the page's style sheet dresses.

Each plot has a title for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable

from svgwrite.container import SVG
from svgwrite.path import Path
from svgwrite.shapes import Circle, Line, Polygon, Polyline, Rect
from svgwrite.text import Text

from pnp.draw.paths import number

CURVE = "#1d4f73"

Point = tuple[float, float]


class Plot:
    """A drawing of `width` × `height`, its title for screen readers; lengths are px to a tenth.

    max_width  up to which a page stretches it, 0 = what the style sheet says
    """

    def __init__(self, width: float, height: float, title: str, *, max_width: int = 0) -> None:
        self.svg = SVG(
            debug=False, class_="plot", viewBox=f"0 0 {_px(width)} {_px(height)}", role="img", aria_label=title
        )
        if max_width:
            self.svg["style"] = f"max-width:{max_width}px"
        self.svg.elements.clear()  # of definitions, which no plot has
        self.svg.set_desc(title=title)

    def line(self, kind: str, start: Point, end: Point) -> None:
        """A straight line of a class of the style sheet."""
        self.svg.add(Line(_point(start), _point(end), factory=self.svg, class_=kind))

    def box(self, kind: str, corner: Point, size: Point, *, title: str = "", **look: str) -> None:
        """A box from its top left corner; `title` is shown when the pointer rests on it."""
        box = self.svg.add(Rect(_point(corner), _point(size), factory=self.svg, class_=kind, **look))
        if title:
            box.set_desc(title=title)

    def words(self, kind: str, at: Point, text: str, *, anchor: str = "", **look: str) -> None:
        """A line of text; `anchor` is middle or end, or "" for the start."""
        self.svg.add(Text(text, insert=_point(at), factory=self.svg, class_=kind, text_anchor=anchor, **look))

    def whiskers(self, strokes: Iterable[tuple[Point, Point]]) -> None:
        """The strokes of an interval: its bar and its ends."""
        data = "".join(f"M{_px(a[0])} {_px(a[1])}L{_px(b[0])} {_px(b[1])}" for a, b in strokes)
        self.svg.add(Path(data, factory=self.svg, class_="whisker"))

    def curve(self, points: Iterable[Point], ink: str) -> None:
        """A line through `points`."""
        look = {"fill": "none", "stroke": ink, "stroke_width": "2"}
        self.svg.add(Polyline([_point(point) for point in points], factory=self.svg, **look))

    def stroke(self, number: int, ends: tuple[Point, Point]) -> None:
        """A line of the campaign of this number."""
        self.svg.add(Line(_point(ends[0]), _point(ends[1]), factory=self.svg, class_=f"stroke v{number}"))

    def band(self, number: int, points: Iterable[Point]) -> None:
        """A pale area of the campaign of this number."""
        self.svg.add(Polygon([_point(point) for point in points], factory=self.svg, class_=f"band v{number}"))

    def mark(self, number: int, at: Point) -> None:
        """The mark of the campaign of this number: a disc of the first, an open diamond of the second."""
        x, y = at
        if number:
            data = f"M{_px(x)} {_px(y - 5)}l5 5-5 5-5-5z"
            self.svg.add(Path(data, factory=self.svg, class_=f"mark v{number}"))
        else:
            self.svg.add(Circle(_point(at), "4", factory=self.svg, class_=f"mark v{number}"))

    def ring(self, at: Point, radius: float, ink: str) -> None:
        """A circle that points out a mark."""
        self.svg.add(Circle(_point(at), _px(radius), factory=self.svg, fill="none", stroke=ink, stroke_width="1.6"))

    def as_html(self) -> str:
        """The plot as a part of a page."""
        written: str = self.svg.tostring()
        return written


def _px(value: float) -> str:
    return number(float(value), 1)


def _point(point: Point) -> tuple[str, str]:
    return _px(point[0]), _px(point[1])
