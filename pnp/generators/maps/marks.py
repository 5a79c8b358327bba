"""The small pictures that make up the textures and scenery of maps: spruces, round trees, tufts, hills, cracks.

Each stands on (0, 0), y down, in mm for a hexside of 10.39 mm; light comes from the north-west. Several variants of
each are drawn from a fixed seed, so that no two neighbours look alike and every run gives the same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

from pnp.draw.scene import Path, Point, Scatter, Segment, Stroke, ellipse, polyline
from pnp.generators.maps.ink import MapInk

VARIANTS = {"spruce": 20, "round": 8, "leafy": 8, "tuft": 8, "hill": 12, "crack": 16}
LINE_PT = 0.3


def pictures(kind: str, ink: MapInk) -> tuple[tuple[Path, ...], ...]:
    """The variants of a mark in the colours of `ink`."""
    return tuple(_MAKERS[kind](Random(1000 + number), ink) for number in range(VARIANTS[kind]))


def strewn(marks: Mapping[str, Sequence[float]], ink: MapInk) -> Scatter | None:
    """Marks of several kinds drawn together from north to south, so that nearer ones cover farther ones.

    marks  kind -> variant, x, y and size of each mark
    """
    drawings: list[tuple[Path, ...]] = []
    rows: list[tuple[float, float, float, float]] = []
    for kind, flat in marks.items():
        first, count = len(drawings), VARIANTS[kind]
        drawings += pictures(kind, ink)
        rows += [
            (first + int(v) % count, x, y, s)
            for v, x, y, s in zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True)
        ]
    if not rows:
        return None
    rows.sort(key=lambda row: (row[2], row[1]))
    return Scatter(tuple(drawings), tuple(value for row in rows for value in row))


def _round(points: list[Point]) -> list[Point]:
    return [(round(x, 2), round(y, 2)) for x, y in points]


def _shadow(x: float, y: float, rx: float, ry: float, colour: str) -> Path:
    """A shadow, drawn as a flat lozenge: at this size it looks like an ellipse."""
    return Path(polyline(_round([(x - rx, y), (x, y - ry), (x + rx, y), (x, y + ry)]), close=True), fill=colour)


def _spruce(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A spruce: two tiers, the east half dark, a shadow to the south-east."""
    high = random.uniform(1.75, 2.35)
    wide = high * random.uniform(0.21, 0.27)
    lean = random.uniform(-0.06, 0.06)
    notch = -high * random.uniform(0.40, 0.5)
    tier, waist = wide * random.uniform(0.68, 0.8), wide * random.uniform(0.34, 0.46)
    top: Point = (lean, -high)
    east: list[Point] = [top, (tier + lean / 2, notch), (waist, notch), (wide, -0.1)]
    body = _round([*east, (-wide, -0.1), (-waist, notch), (-tier + lean / 2, notch)])
    dark = _round([*east, (0.08, -0.1), (0.12 + lean / 2, notch)])
    if ink.low:
        return (
            Path(polyline(body, close=True), fill="#ffffff", stroke=Stroke(ink["tree-dark"], LINE_PT, join="round")),
        )
    return (
        _shadow(0.42, 0.02, 0.62, 0.17, ink["forest-edge"]),
        Path(polyline(body, close=True), fill=ink[random.choice(("tree", "tree", "tree-light"))]),
        Path(polyline(dark, close=True), fill=ink["tree-dark"]),
    )


def _leafy(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A leafy tree: a round crown, darker below."""
    r = random.uniform(0.46, 0.6)
    crown = _rounded_ellipse(0.0, -r - 0.12, r, r * random.uniform(0.9, 1.0))
    if ink.low:
        return (Path(crown, fill="#ffffff", stroke=Stroke(ink["tree-dark"], LINE_PT)),)
    side = _rounded_ellipse(0.3 * r, -0.84 * r - 0.12, 0.62 * r, 0.7 * r)
    return (
        _shadow(0.35, 0.0, 0.6, 0.16, ink["forest-edge"]),
        Path(crown, fill=ink["tree-light"]),
        Path(side, fill=ink["tree-dark"], fill_opacity=0.55),
    )


def _rounded_ellipse(x: float, y: float, rx: float, ry: float) -> tuple[Segment, ...]:
    return tuple((op, *(round(float(v), 2) for v in values)) for op, *values in ellipse(x, y, rx, ry))


def _tuft(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A tuft of reed: five blades over a stroke of water."""
    blades: list[Segment] = []
    for number in range(5):
        spread = (number - 2) * random.uniform(0.26, 0.34)
        high = (1.15 - 0.2 * abs(number - 2)) * random.uniform(0.85, 1.1)
        base = (number - 2) * 0.11
        blades += [("M", round(base, 2), 0.0), ("L", round(base + spread, 2), round(-high, 2))]
    water: list[Segment] = [("M", -1.05, 0.02), ("L", 1.05, 0.02)]
    colour = ink["swamp-ink"]
    return (
        Path(tuple(blades), stroke=Stroke(colour, 0.42, cap="round")),
        Path(tuple(water), stroke=Stroke(colour, 0.5, cap="round")),
    )


def _hill(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A hill as cut in wood: its left flank a line, its right one solid with a few notches."""
    high, left, right = random.uniform(1.7, 2.3), random.uniform(1.4, 1.8), random.uniform(1.5, 2.0)
    colour = ink["mountain-ink"]
    top = (random.uniform(-0.15, 0.15), -high)
    flank = [top, (0.45 * right, -0.52 * high), (right, 0.0)]
    inner = [(0.62 * right, 0.02), (0.3 * right, -0.18 * high), (0.34 * right, 0.05), (0.05, -0.3 * high)]
    west = [top, (-0.5 * left, -0.45 * high), (-left, 0.0)]
    pen = Stroke(colour, 0.85, cap="round", join="round")
    return (
        Path(polyline(_round([*flank, *inner]), close=True), fill=colour),
        Path(polyline(_round(west)), stroke=pen),
    )


def _crack(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A crack in the ice: a bent line with one or two branches."""
    angle = random.uniform(-0.7, 0.7)
    points: list[Point] = [(-random.uniform(1.2, 1.9), random.uniform(-0.3, 0.3))]
    for _ in range(3):
        angle += random.uniform(-0.7, 0.7)
        step = random.uniform(0.7, 1.25)
        points.append((points[-1][0] + step * math.cos(angle), points[-1][1] + step * math.sin(angle)))
    segments = list(polyline(_round(points)))
    for number in range(1, random.choice((2, 3))):
        x, y = points[number]
        turn = angle + random.choice((-1, 1)) * random.uniform(0.7, 1.2)
        reach = random.uniform(0.5, 1.0)
        segments += polyline(_round([(x, y), (x + reach * math.cos(turn), y + reach * math.sin(turn))]))
    return (Path(tuple(segments), stroke=Stroke(ink["ice-ink"], 0.42, cap="round", join="round")),)


_MAKERS = {
    "spruce": _spruce, "round": _leafy, "leafy": _leafy, "tuft": _tuft, "hill": _hill, "crack": _crack,
}  # fmt: skip


REACH_MM = {
    "spruce": (0.6, 2.3, 0.2), "round": (0.65, 1.3, 0.2), "leafy": (0.65, 1.3, 0.2),
    "tuft": (1.1, 1.2, 0.1), "hill": (2.1, 2.5, 0.3), "crack": (2.1, 1.8, 2.8),
}  # fmt: skip
"""Mark -> half its width, and its extent above and below its position."""
