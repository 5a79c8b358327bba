"""The box in which a unit symbol is drawn: its place, its colours, and coordinates from 0 to 1 inside it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pnp.draw.scene import Path, Point, Segment, Stroke, polyline, rect


@dataclass(frozen=True, slots=True)
class SymbolBox:
    """A rectangle of paper and the colours that a symbol may use.

    x, y, width, height  mm, from the top left
    ink      colour of lines and solid parts
    fill     colour of the box
    ground   colour around the box; a flag uses it for its upper band
    line_pt  width of a symbol line
    letters  text of a symbol that is letters, e.g. "SF"
    """

    x: float
    y: float
    width: float
    height: float
    ink: str
    fill: str
    ground: str = "#ffffff"
    line_pt: float = 0.72
    letters: str = ""

    def at(self, u: float, v: float) -> Point:
        """The point (u, v), both 0 to 1, in mm."""
        return self.x + u * self.width, self.y + v * self.height

    @property
    def centre(self) -> Point:
        """The centre of the box, in mm."""
        return self.at(0.5, 0.5)

    def pen(self, factor: float = 1.0, **options: object) -> Stroke:
        """The stroke of a symbol line, `factor` times as wide as usual; `options` as in `Stroke`."""
        return Stroke(self.ink, self.line_pt * factor, **options)  # type: ignore[arg-type]

    def outline(self) -> tuple[Segment, ...]:
        """The box's own rectangle."""
        return rect(self.x, self.y, self.width, self.height)

    def square(self) -> SymbolBox:
        """The largest square in the middle of this box, with the same colours."""
        side = min(self.width, self.height)
        x, y = self.centre
        return self.moved(x - side / 2, y - side / 2, side, side)

    def moved(self, x: float, y: float, width: float, height: float) -> SymbolBox:
        """A box with the same colours and letters in another rectangle, mm."""
        return SymbolBox(x, y, width, height, self.ink, self.fill, self.ground, self.line_pt, self.letters)


def stroked(box: SymbolBox, *points: Point, factor: float = 1.0) -> Path:
    """A symbol line through `points`, given in the box's u, v; `factor` times as wide as usual."""
    return Path(polyline([box.at(u, v) for u, v in points]), stroke=box.pen(factor))


def solid(box: SymbolBox, *points: Point, colour: str = "") -> Path:
    """A filled polygon with the corners `points`, given in the box's u, v; in the ink or in `colour`."""
    return Path(polyline([box.at(u, v) for u, v in points], close=True), fill=colour or box.ink)


def arc(cx: float, cy: float, r: float, start_deg: float, end_deg: float) -> tuple[Segment, ...]:
    """Cubics along a circle from `start_deg` to `end_deg`, clockwise from the right as y runs down.

    The pen is taken to be at the start already; each piece spans at most 90°.
    """
    pieces = max(1, math.ceil(abs(end_deg - start_deg) / 90 - 1e-9))
    step = math.radians(end_deg - start_deg) / pieces
    reach = 4 / 3 * math.tan(step / 4) * r
    angle = math.radians(start_deg)
    segments: list[Segment] = []
    for _ in range(pieces):
        x1, y1 = cx + r * math.cos(angle), cy + r * math.sin(angle)
        c1 = (x1 - reach * math.sin(angle), y1 + reach * math.cos(angle))
        angle += step
        x2, y2 = cx + r * math.cos(angle), cy + r * math.sin(angle)
        c2 = (x2 + reach * math.sin(angle), y2 - reach * math.cos(angle))
        segments.append(("C", *c1, *c2, x2, y2))
    return tuple(segments)
