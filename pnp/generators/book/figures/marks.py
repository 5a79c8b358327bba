"""What a figure shows over the map: arrows and crosses; zones of control and supply lines of a hex map.

All in mm of the map; pens and type are divided by `scale`, so that they have the right size in print.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from pnp.draw.colour import contrast
from pnp.draw.paths import along, length_mm
from pnp.draw.scene import Group, Node, Path, Point, Stroke, Text, circle, line, polyline, rect
from pnp.generators.book.figures.situation import Leg
from pnp.generators.book.figures.standing import ShownStack, course_between
from pnp.generators.tables.look import QUIET
from pnp.model.figure import Stage, SupplyLine
from pnp.model.game import Game
from pnp.units import MM_PER_PT

Centres = Mapping[str, Point]

PAPER = "#ffffff"
SUPPLY = "#1f5f96"
CROSS = "#c01818"
DASHES = {"retreat": (2.2, 1.2), "refused": (2.2, 1.2), "switch": (0.9, 0.9)}
COLOURS = {"attack": "#a92c25", "refused": "#6b655c"}
MOVING = "#1f3a52"
"""Colours of the arrows: red to attack, navy for every other step, whosever it is, so that the legend shows them as
they are drawn; grey for what a rule forbids."""


def hexagon(centre: Point, side_mm: float, corner_deg: float) -> list[Point]:
    """The six corners of the hex about `centre`, the first in direction `corner_deg`, clockwise from the right."""
    angles = [math.radians(corner_deg + 60 * k) for k in range(6)]
    return [(round(centre[0] + side_mm * math.cos(a), 3), round(centre[1] + side_mm * math.sin(a), 3)) for a in angles]


# Zones of control -------------------------------------------------------------------------------------


def side_colour(game: Game, side: str) -> str:
    """A side's colour for hatching: its ground, or its ink where the ground is as pale as paper."""
    style = game.style.sides.get(side)
    if style is None:
        return QUIET
    return style.ground if contrast(style.ground, "#ffffff") >= 3.0 else style.ink


def zone_nodes(
    shown: Sequence[str], centres: Centres, side_mm: float, corner_deg: float, colour: str, scale: float, *,
    turned: bool = False
) -> list[Node]:
    """Hexes of a zone of control: a faint tint, and hatching that is visible in greyscale too.

    turned  hatched the other way, for the zone of the other side
    """
    nodes: list[Node] = []
    for name in shown:
        if name not in centres:
            continue
        outline = polyline(hexagon(centres[name], side_mm, corner_deg), close=True)
        nodes.append(Path(outline, fill=colour, fill_opacity=0.12))
        nodes.append(Group(tuple(hatching(centres[name], side_mm, colour, scale, turned=turned)), clip=Path(outline)))
    return nodes


def hatching(centre: Point, reach: float, colour: str, scale: float, *, turned: bool = False) -> list[Node]:
    """Slanting lines about a point; those of neighbouring hexes join up."""
    step = 2.1 / scale
    way = -1.0 if turned else 1.0
    x, y = centre
    base = (y - way * x) / step
    pen = Stroke(colour, 0.45 / scale, opacity=0.45)
    nodes: list[Node] = []
    count = int(2 * reach / step) + 2
    for number in range(math.ceil(base) - count, math.ceil(base) + count + 1):
        level = number * step
        nodes.append(line(x - reach, level + way * (x - reach), x + reach, level + way * (x + reach), pen))
    return nodes


# Supply -----------------------------------------------------------------------------------------------


def supply_nodes(lines: Sequence[SupplyLine], centres: Centres, scale: float) -> list[Node]:
    """Supply lines hex by hex: stages from units and headquarters with a number in each hex, railways as a band."""
    nodes: list[Node] = []
    drawn: set[tuple[Stage, tuple[str, ...]]] = set()
    for supply in lines:
        for kind, hexes in supply.stages:
            if (kind, hexes) in drawn:
                continue
            drawn.add((kind, hexes))
            points = [centres[name] for name in hexes if name in centres]
            nodes += stage_nodes(kind, points, scale)
    return nodes


def stage_nodes(kind: Stage, points: Sequence[Point], scale: float) -> list[Node]:
    """A stage of a line of supply."""
    if len(points) < 2:
        return []
    course = polyline(list(points))
    if kind == "rail":
        return [Path(course, stroke=Stroke(SUPPLY, 5.0 / scale, cap="round", join="round", opacity=0.34))]
    dash = () if kind != "headquarters" else (1.9 / scale, 1.0 / scale)
    nodes: list[Node] = [
        Path(course, stroke=Stroke(PAPER, 3.0 / scale, cap="round", join="round")),
        Path(course, stroke=Stroke(SUPPLY, 1.6 / scale, dash, join="round")),
    ]
    for number, point in enumerate(points[1:], 1):
        nodes += step_mark(point, str(number), scale)
    return nodes


def step_mark(point: Point, text: str, scale: float, colour: str = SUPPLY, ink: str = PAPER) -> list[Node]:
    """A disc with the number of a hex along its supply line, or of an arrow."""
    radius, size = 1.6 / scale, 6.6 / scale
    return [
        Path(circle(*point, radius), fill=colour, stroke=Stroke(ink, 0.7 / scale)),
        Text(point[0], point[1] + 0.349 * size * MM_PER_PT, text, "condensed-bold", size, ink, anchor="ink"),
    ]


# Arrows -----------------------------------------------------------------------------------------------


def leg_courses(
    legs: Sequence[Leg], centres: Centres, ways: Mapping[tuple[str, str, str], tuple[str, ...]],
    stacks: Mapping[str, ShownStack], scale: float
) -> Iterator[tuple[Leg, list[Point]]]:  # fmt: skip
    """The course of an arrow for each leg: attacks across the hexside, moves along the hexes that the unit entered."""
    used: set[tuple[str, str, str]] = set()
    for leg in legs:
        key = (leg.kind, leg.start, leg.end)
        if key in used or leg.start not in centres or leg.end not in centres:
            continue
        used.add(key)
        hexes = (leg.start, *ways.get((leg.unit, leg.start, leg.end), (leg.end,)))
        ends = {name: stacks[name].centre for name in (leg.start, leg.end) if name in stacks}
        points = [ends.get(name, centres[name]) for name in hexes if name in centres]
        start, end = ([stacks[name].box] if name in stacks else [] for name in (leg.start, leg.end))
        others = [stack.box for name, stack in stacks.items() if name not in (leg.start, leg.end)]
        yield leg, course_between(points, start, end, others, scale)


def arrow(way: Sequence[Point], kind: str, scale: float, colour: str = "", casing: str = PAPER) -> list[Node]:
    """A cased arrow: thick to attack, thin to move, broken to retreat or refused, dotted to change sides.

    Widths are those in print, whatever the scale.
    """
    if len(way) < 2:
        return []
    colour = colour or COLOURS.get(kind, MOVING)
    weight, head = (part / scale for part in ((4.0, 4.0) if kind == "attack" else (2.6, 3.6)))
    end, total = way[-1], length_mm(way)
    head = min(head, total * 0.7)
    base = along(way, total - head)
    dx, dy = end[0] - base[0], end[1] - base[1]
    half = 0.46 * head / (math.hypot(dx, dy) or 1.0)
    tip = polyline(
        [(base[0] - dy * half, base[1] + dx * half), end, (base[0] + dy * half, base[1] - dx * half)], close=True
    )
    shaft = polyline([along(way, (total - head * 0.8) * i / 24) for i in range(25)])
    dash = tuple(part / scale for part in DASHES.get(kind, ()))
    around = 2.2 / scale
    return [
        Path(shaft, stroke=Stroke(casing, weight + around, join="round")),
        Path(tip, fill=casing, stroke=Stroke(casing, around, join="round")),
        Path(shaft, stroke=Stroke(colour, weight, dash, join="round")),
        Path(tip, fill=colour),
    ]


def leg_nodes(leg: Leg, course: Sequence[Point], scale: float) -> list[Node]:
    """The arrow of a leg, crossed out if a rule refuses it."""
    refused = cross(along(course, 0.42 * length_mm(course)), scale) if leg.kind == "refused" else []
    return [*arrow(course, leg.kind, scale), *refused]


def cross(point: Point, scale: float) -> list[Node]:
    """A cross about `point`, over what a rule forbids."""
    r = 1.9 / scale
    x, y = point
    strokes = [(PAPER, 4.2), (CROSS, 2.2)]
    return [
        line(x - r, y - way * r, x + r, y + way * r, Stroke(colour, width / scale, cap="round"))
        for colour, width in strokes
        for way in (1.0, -1.0)
    ]


def isolated_frame(x: float, y: float, size: float, scale: float) -> Path:
    """A dashed frame around a counter that is out of supply."""
    over = 0.5 / scale
    box = rect(x - over, y - over, size + 2 * over, size + 2 * over, 0.8 / scale)
    return Path(box, stroke=Stroke(CROSS, 1.5 / scale, (1.3 / scale, 0.8 / scale)))
