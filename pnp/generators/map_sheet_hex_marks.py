"""The small pictures of which a hex map's textures are made: spruces, round trees, tufts, ridges, escarpments.

Each stands on (0, 0), y down, in mm for a hexside of 10.39 mm; light comes from the north-west. Several variants of
each are drawn from a fixed seed, so that no two neighbours look alike and every run gives the same.
"""

from __future__ import annotations

from random import Random

from pnp.draw.scene import Path, Point, Segment, Stroke, ellipse, polyline
from pnp.generators.map_sheet_ink import MapInk, mix

VARIANTS = {"spruce": 20, "round": 8, "tuft": 8, "peak": 12, "scarp": 12}
LINE_PT = 0.3


def pictures(kind: str, ink: MapInk) -> tuple[tuple[Path, ...], ...]:
    """The variants of a mark in the colours of `ink`."""
    return tuple(_MAKERS[kind](Random(1000 + number), ink) for number in range(VARIANTS[kind]))


def _round(points: list[Point]) -> list[Point]:
    return [(round(x, 2), round(y, 2)) for x, y in points]


def _shadow(x: float, y: float, rx: float, ry: float, colour: str) -> Path:
    """A flat lens of shadow: half the points of an ellipse."""
    x0, x1 = round(x - rx, 2), round(x + rx, 2)
    up, down = round(y - 1.3 * ry, 2), round(y + 1.3 * ry, 2)
    curve: tuple[Segment, ...] = (
        ("M", x0, y), ("C", x0 + 0.3 * rx, up, x1 - 0.3 * rx, up, x1, y), ("C", x1 - 0.3 * rx, down, x0 + 0.3 * rx, down, x0, y), ("Z",),
    )  # fmt: skip
    return Path(tuple((op, *(round(float(v), 2) for v in values)) for op, *values in curve), fill=colour)


def _spruce(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """Two tiers, the east half dark, a shadow to the south-east."""
    high = random.uniform(1.75, 2.35)
    wide = high * random.uniform(0.21, 0.27)
    lean = random.uniform(-0.06, 0.06)
    notch = -high * random.uniform(0.40, 0.5)
    tier, waist = wide * random.uniform(0.68, 0.8), wide * random.uniform(0.34, 0.46)
    top: Point = (lean, -high)
    body = _round([top, (tier + lean / 2, notch), (waist, notch), (wide, -0.1), (-wide, -0.1), (-waist, notch), (-tier + lean / 2, notch)])
    dark = _round([top, (tier + lean / 2, notch), (waist, notch), (wide, -0.1), (0.08, -0.1), (0.12 + lean / 2, notch)])
    if ink.low:
        return (Path(polyline(body, close=True), fill="#ffffff", stroke=Stroke(ink["tree-dark"], LINE_PT, join="round")),)
    return (
        _shadow(0.42, 0.02, 0.62, 0.17, ink["forest-edge"]),
        Path(polyline(body, close=True), fill=ink[random.choice(("tree", "tree", "tree-light"))]),
        Path(polyline(dark, close=True), fill=ink["tree-dark"]),
    )


def _leafy(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A round crown, darker below."""
    r = random.uniform(0.46, 0.6)
    crown = _rounded_ellipse(0.0, -r - 0.12, r, r * random.uniform(0.9, 1.0))
    if ink.low:
        return (Path(crown, fill="#ffffff", stroke=Stroke(ink["tree-dark"], LINE_PT)),)
    side = _rounded_ellipse(0.3 * r, -0.84 * r - 0.12, 0.62 * r, 0.7 * r)
    return (_shadow(0.35, 0.0, 0.6, 0.16, ink["forest-edge"]), Path(crown, fill=ink["tree-light"]), Path(side, fill=ink["tree-dark"], fill_opacity=0.55))


def _rounded_ellipse(x: float, y: float, rx: float, ry: float) -> tuple[Segment, ...]:
    return tuple((op, *(round(float(v), 2) for v in values)) for op, *values in ellipse(x, y, rx, ry))


def _tuft(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """Five blades over a stroke of water."""
    blades: list[Segment] = []
    for number in range(5):
        spread = (number - 2) * random.uniform(0.26, 0.34)
        high = (1.15 - 0.2 * abs(number - 2)) * random.uniform(0.85, 1.1)
        base = (number - 2) * 0.11
        blades += [("M", round(base, 2), 0.0), ("L", round(base + spread, 2), round(-high, 2))]
    water: list[Segment] = [("M", -1.05, 0.02), ("L", 1.05, 0.02)]
    colour = ink["swamp-ink"]
    return (Path(tuple(blades), stroke=Stroke(colour, 0.42, cap="round")), Path(tuple(water), stroke=Stroke(colour, 0.5, cap="round")))


def _scarp(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A crest along the strike with wedge ticks on its lower, south-eastern side."""
    long, steps = random.uniform(2.2, 3.6), 6
    angle = -0.5 + random.uniform(-0.28, 0.28)
    bow = random.uniform(-0.35, 0.35)
    crest, ticks = [], []
    for number in range(steps + 1):
        t = number / steps
        along, up = (t - 0.5) * long, bow * (1 - (2 * t - 1) ** 2)
        # Along the strike, which rises to the east, and across it.
        crest.append((along * 0.96, angle * along * 0.96 + up))
        if 0 < number < steps:
            x, y = crest[-1]
            reach = random.uniform(0.55, 0.85) * (1 - abs(2 * t - 1) * 0.5)
            ticks.append(_round([(x - 0.13, y), (x + 0.13, y - 0.06), (x + 0.32 * reach, y + reach)]))
    wedges: list[Segment] = [segment for tick in ticks for segment in polyline(tick, close=True)]
    colour = ink["rough-ink"]
    return (Path(polyline(_round(crest)), stroke=Stroke(colour, 0.55, cap="round", join="round")), Path(tuple(wedges), fill=colour))


def _peak(random: Random, ink: MapInk) -> tuple[Path, ...]:
    """A ridge seen from the south: a lit western flank, hachures down the dark eastern one."""
    high, left, right = random.uniform(2.3, 3.2), random.uniform(1.5, 2.0), random.uniform(1.7, 2.4)
    lean = random.uniform(-0.3, 0.3)
    top: Point = (lean, -high)
    shoulder_l: Point = (lean - left * random.uniform(0.4, 0.55), -high * random.uniform(0.42, 0.6))
    shoulder_r: Point = (lean + right * random.uniform(0.35, 0.5), -high * random.uniform(0.5, 0.66))
    west, east = [(-left, 0.0), shoulder_l, top], [top, shoulder_r, (right, 0.0)]
    foot: Point = (lean * 0.4 + 0.25, -0.15)
    spine = [top, (lean + random.uniform(0.05, 0.25), -high * 0.62), (lean + random.uniform(-0.25, 0.0), -high * 0.34), foot]
    colour = ink["mountain-ink"]
    face = Path(polyline(_round([*west, *east[1:], (0.0, 0.25)]), close=True), fill="#ffffff" if ink.low else mix(ink["mountain"], "#ffffff", 0.45))
    shade = Path(polyline(_round([*spine[::-1], *east[1:]]), close=True), fill=None if ink.low else mix(ink["mountain"], ink["mountain-ink"], 0.34))
    hachures: list[Segment] = []
    for number in range(1, 8):
        t = number / 8
        x0, y0 = _on(east, t)
        drop = (0.0 - y0) * random.uniform(0.5, 0.8) + 0.12
        hachures += [("M", round(x0, 2), round(y0, 2)), ("L", round(x0 - 0.24 * drop, 2), round(y0 + drop, 2))]
    for number in range(1, 4):
        x0, y0 = _on(west, 1 - number / 7)
        drop = -y0 * random.uniform(0.14, 0.26)
        hachures += [("M", round(x0, 2), round(y0, 2)), ("L", round(x0 - 0.12 * drop, 2), round(y0 + drop, 2))]
    outline = polyline(_round([*west, *east[1:]]))
    found = (face,) if ink.low else (face, shade)
    return (*found, Path(tuple(hachures), stroke=Stroke(colour, 0.3, cap="round")), Path(outline, stroke=Stroke(colour, 0.55, cap="round", join="round")))


def _on(line: list[Point], t: float) -> Point:
    """The point at a share of a line of two legs, each half of it."""
    a, b = (line[0], line[1]) if t < 0.5 else (line[1], line[2])
    u = 2 * t if t < 0.5 else 2 * t - 1
    return (a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1]))


_MAKERS = {"spruce": _spruce, "round": _leafy, "tuft": _tuft, "scarp": _scarp, "peak": _peak}


REACH_MM = {
    "spruce": (0.6, 2.3, 0.2), "round": (0.65, 1.3, 0.2), "tuft": (1.1, 1.2, 0.1), "scarp": (1.8, 1.2, 1.2), "peak": (2.2, 3.2, 0.3),
}  # fmt: skip
"""Half the width of a mark, and how far it reaches above and below its place."""
