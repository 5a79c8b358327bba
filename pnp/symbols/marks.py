"""Marks on counters that are not unit symbols: size marks, tick, star, flag, clock.

Those that markers and face-down backs name in the sources are in `SYMBOLS`; they fill a `SymbolBox`
without a frame.
"""

from __future__ import annotations

import math
from dataclasses import replace

from pnp.draw.scene import Node, Path, Point, Stroke, circle, line, polyline, rect
from pnp.symbols.badges import scaled, star_points
from pnp.symbols.box import SymbolBox
from pnp.units import MM_PER_PT, PT_PER_MM


def star(box: SymbolBox) -> tuple[Node, ...]:
    """A solid five-pointed star."""
    x, y = box.centre
    radius = min(box.width, box.height) / 2
    # A star's points reach 1 up but 0.81 down; half the difference centres it by eye.
    return (Path(scaled(polyline(star_points(), close=True), x, y + 0.095 * radius, 1.05 * radius), fill=box.ink),)


def star_outline(box: SymbolBox) -> tuple[Node, ...]:
    """A star in line only, for backs."""
    x, y = box.centre
    radius = min(box.width, box.height) / 2 - 1.7 * box.line_pt * MM_PER_PT
    corners = scaled(polyline(star_points(), close=True), x, y + 0.095 * radius, 1.05 * radius)
    return (Path(corners, stroke=box.pen()),)


def fir(box: SymbolBox) -> tuple[Node, ...]:
    """A fir tree: three tiers and a trunk, in one silhouette."""
    side = min(box.width, box.height)
    x, y = box.centre
    half = [
        (0.0, -1.0), (0.3, -0.5), (0.17, -0.5), (0.47, 0.02), (0.29, 0.02), (0.66, 0.62), (0.11, 0.62), (0.11, 1.0),
    ]  # fmt: skip
    corners = [*half, *((-u, v) for u, v in reversed(half[1:]))]
    return (Path(scaled(polyline(corners, close=True), x, y, side / 2), fill=box.ink),)


def trident(box: SymbolBox) -> tuple[Node, ...]:
    """A trident: two prongs that turn in below to the blade between them, on a foot."""
    side = min(box.width, box.height)
    x, y = box.centre
    half = [(0.0, -1.0), (0.11, -0.42), (0.11, 0.02), (0.32, 0.24), (0.46, 0.14), (0.5, -0.1), (0.46, -0.82)]
    half += [(0.68, -0.9), (0.68, 0.5), (0.32, 0.5), (0.16, 0.72), (0.0, 1.0)]
    corners = [*half, *((-u, v) for u, v in reversed(half[1:-1]))]
    return (Path(scaled(polyline(corners, close=True), x, y, side / 2), fill=box.ink),)


def flag_two_bands(box: SymbolBox) -> tuple[Node, ...]:
    """A flag of two level bands, two thirds as high as wide: `ground` above, `fill` below, framed in `ink`."""
    height = min(box.height, box.width * 2 / 3)
    flag = replace(box, y=box.y + (box.height - height) / 2, height=height)
    return (
        Path(flag.outline(), fill=box.fill),
        Path(rect(flag.x, flag.y, flag.width, height / 2), fill=box.ground),
        Path(flag.outline(), stroke=box.pen()),
    )


def clock(box: SymbolBox) -> tuple[Node, ...]:
    """A clock at four o'clock; the hours are ticks."""
    x, y = box.centre
    radius = min(box.width, box.height) / 2 - box.line_pt * MM_PER_PT * 0.6
    nodes: list[Node] = [Path(circle(x, y, radius), stroke=box.pen(1.2))]
    for hour in range(12):
        angle = math.radians(30 * hour)
        inner = 0.74 if hour % 3 == 0 else 0.8
        pen = box.pen(1.0 if hour % 3 == 0 else 0.6)
        nodes.append(
            Path(scaled(polyline([_on_dial(inner, angle), _on_dial(0.9, angle)]), x, y, radius), stroke=pen)
        )
    hands = scaled(polyline([(0.0, -0.62), (0.0, 0.0), (0.34, 0.2)]), x, y, radius)
    nodes.append(Path(hands, stroke=box.pen(1.3, cap="round", join="round")))
    nodes.append(Path(circle(x, y, 0.09 * radius), fill=box.ink))
    return tuple(nodes)


def _on_dial(radius: float, angle: float) -> Point:
    return radius * math.sin(angle), -radius * math.cos(angle)


def tick(box: SymbolBox) -> tuple[Node, ...]:
    """A tick: done."""
    points = [box.at(0.13, 0.52), box.at(0.4, 0.82), box.at(0.88, 0.2)]
    return (Path(polyline(points), stroke=Stroke(box.ink, 0.27 * box.height * PT_PER_MM, cap="round", join="round")),)


_MARK_WIDTHS = {"X": 1.22, "I": 0.0, "•": 1.0}
_MARK_PITCHES = {"X": 1.64, "I": 0.85, "•": 1.35}
"""Width of a mark and way from one to the next, in mm for marks 1.3 mm high."""


def size_mark_width(text: str, height: float) -> float:
    """Width in mm of a size mark `height` mm high, without the pen's own."""
    if not text:
        return 0.0
    return (_MARK_PITCHES.get(text[0], 0.0) * (len(text) - 1) + _MARK_WIDTHS.get(text[0], 0.0)) * height / 1.3


def size_mark(text: str, cx: float, bottom: float, height: float, colour: str, line_pt: float) -> tuple[Node, ...]:
    """The size mark above a symbol: X for brigade and up, I for battalion and regiment, • for less.

    cx, bottom, height  mm; the marks stand on `bottom`, centred on `cx`
    line_pt             the symbol line, of which marks are multiples
    Raises ValueError for another letter.
    """
    if not text:
        return ()
    unknown = sorted(set(text) - set(_MARK_WIDTHS))
    if unknown:
        raise ValueError(f"size mark {text!r}: expected only X, I or •")
    scale = height / 1.3
    pitch = _MARK_PITCHES[text[0]] * scale
    x = cx - pitch * (len(text) - 1) / 2
    top, half, inset = bottom - height, _MARK_WIDTHS["X"] * scale / 2, 0.65 * line_pt * MM_PER_PT / 2
    nodes: list[Node] = []
    for mark in text:
        if mark == "X":
            ends = (top + inset, bottom - inset), (bottom - inset, top + inset)
            nodes += [line(x - half, near, x + half, far, Stroke(colour, 1.3 * line_pt)) for near, far in ends]
        elif mark == "I":
            nodes.append(line(x, top, x, bottom, Stroke(colour, 1.5 * line_pt)))
        else:
            nodes.append(Path(circle(x, top + height / 2, 0.5 * scale), fill=colour))
        x += pitch
    return tuple(nodes)
