"""Small line drawings: how a sheet is flipped, aligned, folded, glued, cut.

Each fits a box of `WIDTH_MM` × `HEIGHT_MM`, origin at its top left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pnp.draw.colour import INK
from pnp.draw.scene import Node, Path, Point, Stroke, Text, circle, line, polyline, rect

WIDTH_MM, HEIGHT_MM = 40.0, 25.0

_PEN = Stroke(INK, 0.7, join="round")
_THIN = Stroke("#8d867b", 0.45)
_ACCENT = "#9a352b"
_ARROW = Stroke(_ACCENT, 1.3, cap="round", join="round")
_SHEET = "#ffffff"
_GROUND = "#f3efe2"
FACES = ("#9a352b", "#28568a")
"""Grounds of two sides' counters, where a game doesn't give its own."""

SheetColours = tuple[str, str]
Chit = tuple[float, float, float, float, str]
"""x, y, width, height, colour: one counter of a sheet, in any unit."""


def _ground() -> list[Node]:
    return [Path(rect(0, 0, WIDTH_MM, HEIGHT_MM, 1.2), fill=_GROUND)]


def _page(
    x: float, y: float, width: float, height: float, *, faces: SheetColours, label: str = "", blank: bool = False
) -> list[Node]:
    """A sheet with rows of counters, or a blank one."""
    nodes: list[Node] = [Path(rect(x, y, width, height), fill=_SHEET, stroke=_PEN)]
    if not blank:
        nodes += _chits(x + 1.2, y + 1.2, width - 2.4, height - 2.4, faces)
    if label:
        nodes.append(Path(circle(x + width / 2, y + height / 2, 2.5), fill=_SHEET, stroke=_PEN))
        nodes.append(Text(x + width / 2, y + height / 2 + 1.1, label, "sans-bold", 9.0, INK, anchor="middle"))
    return nodes


def _chits(x: float, y: float, width: float, height: float, faces: SheetColours) -> list[Node]:
    """Counters, upper rows in one colour, lower rows in another."""
    columns, rows = max(2, round(width / 2.6)), max(2, round(height / 2.6))
    step_x, step_y = width / columns, height / rows
    nodes: list[Node] = []
    for row in range(rows):
        colour = faces[0] if row < rows / 2 else faces[1]
        for column in range(columns):
            nodes.append(Path(rect(x + column * step_x, y + row * step_y, step_x - 0.35, step_y - 0.35), fill=colour))
    return nodes


def _arc(centre: Point, rx: float, ry: float, start_deg: float, end_deg: float) -> list[Node]:
    """An arrow along a piece of an ellipse; angles clockwise from the right."""
    steps = 24
    points: list[Point] = []
    for index in range(steps + 1):
        angle = math.radians(start_deg + (end_deg - start_deg) * index / steps)
        points.append((centre[0] + rx * math.cos(angle), centre[1] + ry * math.sin(angle)))
    return [Path(polyline(points), stroke=_ARROW), _head(points[-2], points[-1])]


def _head(before: Point, tip: Point, size: float = 2.1) -> Path:
    """An arrow head at `tip`, pointing away from `before`."""
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    wings = []
    for turn in (2.6, -2.6):
        wings.append((tip[0] + size * math.cos(angle + turn), tip[1] + size * math.sin(angle + turn)))
    ahead = (tip[0] + 0.5 * size * math.cos(angle), tip[1] + 0.5 * size * math.sin(angle))
    return Path(polyline([wings[0], ahead, wings[1]], close=True), fill=_ACCENT)


def flip_long(faces: SheetColours = FACES) -> tuple[Node, ...]:
    """Front and back side by side, turned like the page of a book."""
    nodes = _ground()
    nodes += _page(6.2, 5.6, 12.2, 17.0, faces=faces, label="1")
    nodes += _page(21.6, 5.6, 12.2, 17.0, faces=faces, label="2")
    nodes.append(line(20.0, 3.6, 20.0, 24.0, Stroke(_ACCENT, 0.6, dash_mm=(1.2, 0.8))))
    nodes += _arc((20.0, 5.4), 7.2, 3.2, 200, 340)
    return tuple(nodes)


def flip_short(faces: SheetColours = FACES) -> tuple[Node, ...]:
    """Front above, back below, turned like the page of a calendar."""
    nodes = _ground()
    nodes += _page(12.0, 2.2, 13.0, 9.4, faces=faces, label="1")
    nodes += _page(12.0, 13.4, 13.0, 9.4, faces=faces, label="2")
    nodes.append(line(9.0, 12.5, 28.0, 12.5, Stroke(_ACCENT, 0.6, dash_mm=(1.2, 0.8))))
    nodes += _arc((26.0, 12.5), 4.6, 5.6, -70, 70)
    return tuple(nodes)


def fold_over(faces: SheetColours = FACES) -> tuple[Node, ...]:
    """A sheet with a fold down its middle, one half coming round behind the other."""
    nodes = _ground()
    nodes += _page(5.4, 4.4, 11.4, 16.6, faces=faces)
    half = ((16.8, 4.4), (26.4, 1.8), (26.4, 18.4), (16.8, 21.0))
    nodes.append(Path(polyline(half, close=True), fill=_SHEET, stroke=_PEN))
    for row in range(5):
        y = 5.2 + row * 3.1
        colour = faces[0] if row < 2 else faces[1]
        for column in range(3):
            x0 = 17.7 + column * 2.8
            y0 = y - (x0 - 16.8) * 0.27
            chit = ((x0, y0), (x0 + 2.4, y0 - 0.65), (x0 + 2.4, y0 + 2.0), (x0, y0 + 2.65))
            nodes.append(Path(polyline(chit, close=True), fill=colour, fill_opacity=0.55))
    nodes.append(line(16.8, 2.6, 16.8, 22.8, Stroke(_ACCENT, 0.8, dash_mm=(1.2, 0.8))))
    nodes += _arc((25.4, 12.0), 9.0, 7.2, -50, 95)
    return tuple(nodes)


def fronts_only(faces: SheetColours = FACES) -> tuple[Node, ...]:
    """A printed sheet, its back left blank."""
    nodes = _ground()
    nodes += _page(17.6, 3.2, 12.2, 17.0, faces=faces, blank=True)
    nodes += _page(9.8, 5.2, 12.2, 17.0, faces=faces, label="1")
    return tuple(nodes)


def align(faces: SheetColours = FACES) -> tuple[Node, ...]:
    """A sheet against the light: the crosses of its two sides under a lens, a little apart."""
    nodes = _ground()
    nodes += _page(4.6, 3.6, 13.0, 18.0, faces=faces)
    nodes.append(Path(rect(4.6, 3.6, 13.0, 18.0), fill="#fff6d0", fill_opacity=0.45))
    x, y, r = 27.4, 12.5, 8.6
    nodes += [line(14.4, 6.4, x - 5.0, y - 7.0, _THIN), line(14.4, 8.0, x - 7.2, y + 4.7, _THIN)]
    nodes.append(Path(circle(14.4, 7.2, 1.2), stroke=Stroke(INK, 0.6)))
    nodes.append(Path(circle(x, y, r), fill=_SHEET, stroke=Stroke(INK, 0.9)))
    for dx, dy, colour in ((0.0, 0.0, FACES[0]), (1.7, 1.1, FACES[1])):
        pen = Stroke(colour, 0.9)
        nodes.append(line(x + dx - 6.0, y + dy, x + dx + 6.0, y + dy, pen))
        nodes.append(line(x + dx, y + dy - 6.0, x + dx, y + dy + 6.0, pen))
        nodes.append(Path(circle(x + dx, y + dy, 2.6), stroke=pen))
    return tuple(nodes)


def shift(faces: SheetColours = FACES) -> tuple[Node, ...]:
    """Counters that are moved on their sheet, right and down."""
    nodes = [*_ground(), *_page(11.2, 3.0, 17.6, 19.0, faces=faces, blank=True)]
    nodes.append(Path(rect(13.4, 6.0, 11.0, 10.6), stroke=Stroke("#8d867b", 0.7, dash_mm=(1.2, 0.8))))
    nodes += _chits(15.8, 8.4, 11.0, 10.6, faces)
    nodes += [line(5.4, 13.7, 12.6, 13.7, _ARROW), _head((10.0, 13.7), (12.8, 13.7))]
    nodes += [line(21.3, 0.9, 21.3, 5.4, _ARROW), _head((21.3, 2.0), (21.3, 5.6))]
    return tuple(nodes)


def glue(faces: SheetColours = FACES) -> tuple[Node, ...]:
    """A printed sheet over a card, with an arrow down."""
    nodes = _ground()
    card = [(6.0, 18.4), (25.0, 18.4), (34.0, 14.0), (15.0, 14.0)]
    below = [(6.0, 18.4), (25.0, 18.4), (34.0, 14.0), (34.0, 16.2), (25.0, 20.6), (6.0, 20.6)]
    nodes.append(Path(polyline(below, close=True), fill="#b9ad95", stroke=_PEN))
    nodes.append(Path(polyline(card, close=True), fill="#d8cdb6", stroke=_PEN))
    sheet = [(x, y - 9.2) for x, y in card]
    nodes.append(Path(polyline(sheet, close=True), fill=_SHEET, stroke=_PEN))
    for row in range(2):
        for column in range(5):
            x0, y0 = 9.2 + column * 3.5 + (1 - row) * 4.0, 8.6 - (1 - row) * 1.95
            chit = ((x0, y0), (x0 + 3.0, y0), (x0 + 5.9, y0 - 1.45), (x0 + 2.9, y0 - 1.45))
            nodes.append(Path(polyline(chit, close=True), fill=faces[1 - row]))
    nodes += [line(20.0, 10.6, 20.0, 14.4, _ARROW), _head((20.0, 13.0), (20.0, 14.6))]
    return tuple(nodes)


RULE_MM = 2.5
"""Width of the steel rule."""


def cut(faces: SheetColours = FACES, sheet: Sequence[Chit] = ()) -> tuple[Node, ...]:
    """A steel rule along a cut that runs right across a sheet, and a knife.

    sheet  the counters of the sheet as they lie; drawn with the longer side level, since long cuts come first
    """
    chits = _lying(sheet or [(column, row, 1.0, 1.0, faces[row // 3]) for row in range(6) for column in range(10)])
    right, bottom = max(x + wide for x, _, wide, *_ in chits), max(y + high for _, y, _, high, _ in chits)
    scale = min(33.0 / right, 18.0 / bottom)
    width, height = right * scale, bottom * scale
    x0, y0 = (WIDTH_MM - width) / 2, (HEIGHT_MM - height) / 2 + 0.9
    nodes = _ground()
    nodes.append(Path(rect(x0 - 1.4, y0 - 1.4, width + 2.8, height + 2.8), fill=_SHEET, stroke=_PEN))
    for x, y, wide, high, colour in chits:
        at = x0 + x * scale + 0.2, y0 + y * scale + 0.2
        nodes.append(Path(rect(*at, wide * scale - 0.4, high * scale - 0.4), fill=colour))
    # The cut nearest to the middle that parts two rows; below a single one.
    y = y0 + scale * min((y for _, y, *_ in chits if y > 0), key=lambda y: abs(y - bottom / 2), default=bottom)
    left, end = x0 - 2.4, x0 + width + 2.4
    nodes.append(Path(rect(left, y - RULE_MM, end - left, RULE_MM), fill="#c9ccd0", stroke=Stroke("#6d7278", 0.5)))
    marks = range(1, int((end - left) / 1.6))
    nodes += [line(left + 1.6 * i, y - 0.2, left + 1.6 * i, y - 0.9, Stroke("#6d7278", 0.35)) for i in marks]
    nodes.append(line(left - 0.4, y, end + 0.4, y, Stroke(_ACCENT, 1.0)))
    return (*nodes, *_knife(x0 + 0.56 * width, y))


def _lying(sheet: Sequence[Chit]) -> list[Chit]:
    """The sheet turned by a quarter when it is taller than wide."""
    left, top = min(chit[0] for chit in sheet), min(chit[1] for chit in sheet)
    right, bottom = max(chit[0] + chit[2] for chit in sheet), max(chit[1] + chit[3] for chit in sheet)
    if right - left >= bottom - top:
        return [(x - left, y - top, *rest) for x, y, *rest in sheet]
    return [(y - top, right - x - wide, high, wide, colour) for x, y, wide, high, colour in sheet]


def _knife(x: float, y: float) -> list[Node]:
    """A knife whose point is at (x, y), and an arrow that shows its way."""
    blade = [(x, y), (x + 3.6, y - 2.2), (x + 2.7, y - 3.3)]
    handle = [(x + 2.4, y - 3.1), (x + 3.9, y - 1.9), (x + 11.2, y - 8.0), (x + 9.4, y - 10.4)]
    handle = [(px, max(py, 0.6)) for px, py in handle]  # however high the cut lies
    way = y - 0.57 * RULE_MM
    return [
        line(x - 2.0, way, x - 9.0, way, _ARROW),
        _head((x - 8.0, way), (x - 9.4, way), 1.9),
        Path(polyline(handle, close=True), fill="#3a352f", stroke=Stroke(_SHEET, 0.5, join="round")),
        Path(polyline(blade, close=True), fill="#e7e9eb", stroke=Stroke(INK, 0.45, join="round")),
    ]


def tiles() -> tuple[Node, ...]:
    """Two tiles of a map: the right one, cut along its left edge, is laid on the strip of the left one."""
    nodes = _ground()
    nodes.append(Path(rect(4.6, 5.4, 14.6, 16.0), fill=_SHEET, stroke=_PEN))
    nodes.append(Path(rect(15.2, 5.4, 4.0, 16.0), fill="#efe1b4"))
    nodes += [line(15.2 + 0.2, 8.0 + 3.0 * i, 19.2 - 0.2, 5.8 + 3.0 * i, _THIN) for i in range(5)]
    nodes.append(Path(rect(4.6, 5.4, 14.6, 16.0), stroke=_PEN))
    nodes.append(Path(rect(21.8, 3.4, 14.0, 16.0), fill=_SHEET, stroke=_PEN))
    nodes.append(line(21.8, 2.2, 21.8, 20.8, Stroke(_ACCENT, 1.0)))
    coast = [(6.0, 17.0), (9.0, 14.2), (12.4, 15.4), (15.0, 12.6), (19.0, 13.0)]
    further = [(21.9, 11.0), (25.2, 11.2), (28.4, 8.0), (32.0, 9.6), (35.4, 7.4)]
    for course in (coast, further):
        nodes.append(Path(polyline(course), stroke=Stroke("#5f8aa0", 1.0, cap="round", join="round")))
    for name, x, y in (("A1", 9.4, 10.6), ("B1", 28.6, 16.4)):
        nodes.append(Text(x, y, name, "sans-bold", 8.0, "#8d867b", anchor="middle"))
    nodes += _arc((21.4, 5.0), 6.6, 3.6, -20, -150)
    return tuple(nodes)


def one_page() -> tuple[Node, ...]:
    """A map that is one page: boxes on roads, and the scale at which it is printed."""
    nodes = _ground()
    nodes.append(Path(rect(9.0, 2.4, 15.6, 20.2), fill=_SHEET, stroke=_PEN))
    nodes.append(Path(rect(10.4, 3.8, 12.8, 17.4), fill="#f4efdf"))
    river = [(10.4, 9.4), (13.4, 10.6), (16.4, 9.2), (19.6, 11.2), (23.2, 10.2)]
    nodes.append(Path(polyline(river), stroke=Stroke("#8fb2c4", 1.1, cap="round", join="round")))
    places = [(19.6, 18.6), (16.6, 14.6), (18.6, 8.4), (14.6, 5.6), (12.6, 12.8)]
    road = Stroke("#8a6a24", 1.0, cap="round", join="round")
    nodes += [Path(polyline(places[:4]), stroke=road), Path(polyline([places[1], places[4], places[3]]), stroke=_THIN)]
    nodes += [Path(rect(x - 1.1, y - 1.1, 2.2, 2.2, 0.2), fill=_SHEET, stroke=Stroke(INK, 0.5)) for x, y in places]
    nodes.append(Text(31.4, 13.6, "100 %", "sans-bold", 10.0, _ACCENT, anchor="middle"))
    return tuple(nodes)
