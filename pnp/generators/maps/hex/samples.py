"""Samples of a hex map's lines and symbols about a point, for the key and the legend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Segment, Stroke, line, polyline
from pnp.generators.maps.ink import MapInk
from pnp.maps.lines import Point
from pnp.model.hexes import SideKind

RAIL_PT, TICK_PT, TICK_MM, TICK_STEP_MM = 0.95, 0.7, 1.44, 2.2
ROAD_PT, ROAD_CASE_PT, MINOR_RAIL_PT, TRACK_PT, WALL_PT = 1.1, 1.8, 0.6, 0.8, 1.6
CHEVRON_MM, CHEVRON_STEP_MM = 1.3, 1.5
RIVER_PT = {"river": 1.5, "major-river": 2.8, "stream": 0.9, "coast": 1.2}


def wave(x: float, y: float, length: float, sway: float) -> list[tuple[float, float]]:
    """A gentle wave of `length` mm, centred on (x, y), as sample of a river."""
    steps = 24
    return [
        (round(x - length / 2 + length * k / steps, 3), round(y + sway * math.sin(2 * math.pi * k / steps), 3))
        for k in range(steps + 1)
    ]


SEA_MM = 4.2
"""Height of the strip of a sea in a sample of its hexside."""


def side_sample(kind: SideKind, x: float, y: float, length: float, ink: MapInk) -> list[Node]:
    """A sample of a hexside: a river, a coast, a wall, a lake across a hexside, a stretch of sea."""
    if kind.look == "wall":
        zigzag = [(round(x + length * (k / 4 - 0.5), 3), round(y + (0.5 if k % 2 else -0.5), 3)) for k in range(5)]
        return [Path(polyline(zigzag), stroke=Stroke(ink["fort"], WALL_PT))]
    if kind.look in RIVER_PT:
        width = RIVER_PT[kind.look]
        return [Path(polyline(wave(x, y, length, 0.5)), stroke=Stroke(ink["river"], width, cap="round", join="round"))]
    side = line(x - length / 2, y, x + length / 2, y, Stroke(ink["grid"], 0.5))
    if kind.closed:  # open water from end to end
        shores = wave(x, y - SEA_MM / 2, length, 0.35), wave(x, y + SEA_MM / 2, length, 0.35)
        water = Path(polyline([*shores[0], *reversed(shores[1])], close=True), fill=ink["water-3"])
        return [water, *(Path(polyline(shore), stroke=Stroke(ink["coast"], 0.8)) for shore in shores), side]
    half, high = 0.42 * length, 1.15
    outline = [
        (
            round(x + half * math.cos(a) * (1 + 0.06 * math.sin(3 * a)), 3),
            round(y + high * math.sin(a) * (1 + 0.1 * math.cos(2 * a)), 3),
        )
        for a in (2 * math.pi * k / 36 for k in range(36))
    ]
    return [Path(polyline(outline, close=True), fill=ink["water"], stroke=Stroke(ink["coast"], 0.5)), side]


def way_sample(look: str, x: float, y: float, length: float, ink: MapInk) -> list[Node]:
    """A sample of a way: a railway with its ticks, a cased road, a dashed track."""
    a, b = x - length / 2, x + length / 2
    if look == "track":
        return [Path(polyline(wave(x, y, length, 0.4)), stroke=Stroke(ink["road-case"], TRACK_PT, dash_mm=(1.4, 0.8)))]
    if look == "canal":
        return [line(a, y, b, y, Stroke(colour, width)) for colour, width in canal_pens(ink)]
    if look == "main-rail":
        main = [(ink["rail"], 4.4, ()), (ink["land"], 2.0, (2.1, 2.1))]
        return [line(a, y, b, y, Stroke(colour, width, dash_mm=dash)) for colour, width, dash in main]
    if look in ("river", "rapids"):
        course = wave(x, y, length, 0.4)
        river = Path(polyline(course), stroke=Stroke(ink["river"], 4.0, cap="round", join="round"))
        chevrons = tuple(chevrons_along(course, 1.2)) if look == "rapids" else ()
        return [river, *([Path(chevrons, stroke=Stroke(ink["accent"], 0.8))] if chevrons else [])]
    if look in ("rail", "minor-rail"):
        nodes: list[Node] = [line(a, y, b, y, Stroke(ink["rail"], RAIL_PT if look == "rail" else MINOR_RAIL_PT))]
        count = int(length // TICK_STEP_MM)
        for k in range(count + 1):
            at = round(x + (k - count / 2) * TICK_STEP_MM, 3)
            nodes.append(line(at, y - TICK_MM / 2, at, y + TICK_MM / 2, Stroke(ink["rail"], TICK_PT)))
        return nodes
    points = polyline(wave(x, y, length, 0.4))
    return [
        Path(points, stroke=Stroke(ink["road-case"], ROAD_CASE_PT, cap="round", join="round")),
        Path(points, stroke=Stroke(ink["road"], ROAD_PT, cap="round", join="round")),
    ]


def canal_pens(ink: MapInk) -> tuple[tuple[str, float], ...]:
    """Colours and widths in pt of a canal: its banks, dark and built, then its water, paler than a river's."""
    return (mix(ink["coast"], "#000000", 0.45), 3.0), (mix(ink["river"], "#ffffff", 0.45), 1.9)


def chevrons_along(points: Sequence[Point], k: float) -> list[Segment]:
    """Chevrons along a line, wider than a river, their points towards its end."""
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    count = max(1, int(sum(lengths) / (CHEVRON_STEP_MM * k)))
    wanted = [(index + 0.5) * sum(lengths) / count for index in range(count)]
    segments: list[Segment] = []
    gone = 0.0
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        while wanted and length and wanted[0] <= gone + length:
            share, reach = (wanted.pop(0) - gone) / length, CHEVRON_MM * k
            x, y = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            ux, uy = (b[0] - a[0]) / length * reach, (b[1] - a[1]) / length * reach
            wings = ((x - ux / 2 + uy, y - uy / 2 - ux), (x + ux / 2, y + uy / 2), (x - ux / 2 - uy, y - uy / 2 + ux))
            segments += polyline([(round(px, 3), round(py, 3)) for px, py in wings])
        gone += length
    return segments


def border_sample(x: float, y: float, length: float, ink: MapInk) -> list[Node]:
    """A sample of a national border on its band."""
    points = polyline(wave(x, y, length, 0.3))
    return [
        Path(points, stroke=Stroke(ink["border-band"], 6.0, opacity=0.42)),
        Path(points, stroke=Stroke(ink["border"], 1.2, (2.6, 0.9, 0.35, 0.9))),
    ]


def fort_sample(x: float, y: float, length: float, ink: MapInk) -> list[Node]:
    """A sample of a fortified line with its bastions."""
    nodes: list[Node] = [line(x - length / 2, y - 0.5, x + length / 2, y - 0.5, Stroke(ink["fort"], 1.8))]
    count = max(1, int(length // 3.4))
    for k in range(count):
        at = x + (k - (count - 1) / 2) * 3.4
        tooth = [(at - 0.82, y - 0.5), (at + 0.82, y - 0.5), (at + 0.5, y + 0.75), (at - 0.5, y + 0.75)]
        nodes.append(Path(polyline([(round(px, 3), round(py, 3)) for px, py in tooth], close=True), fill=ink["fort"]))
    return nodes
