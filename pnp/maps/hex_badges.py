"""Badges of hexes: a fixed row at the foot of the hex, ports at the water's side, and the edges of sets that cross the map."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.maps.hex_labels import HexBadge, SetLine
from pnp.maps.hexes import HexField
from pnp.maps.lines import Point, Rect
from pnp.model.hexes import HexMap, HexSet
from pnp.model.map import Space

if TYPE_CHECKING:
    from pnp.maps.hex_names import NameGround
    from pnp.maps.placing import Measure

BADGE_FONT = "condensed-bold"
BADGE_SHARE, SMALL_SHARE = 0.235, 0.2
"""Radius of a badge in hexsides; of those that many hexes carry."""
FOOT_SHARE = 0.62
"""The row's middle below the centre, in hexsides."""
BADGE_PT_PER_MM = 3.3
"""Size of a badge's figures for each mm of its radius."""
GAP_MM = 0.45
OWN_PLACE = {"entry": (0.0, 0.0), "fortification": (0.5, 0.3)}
"""Where badges stand that are not in the row, in hexsides from the centre."""
MARK_SHARE = 0.3
"""Radius of the letter's disc at the end of a set's edge, in hexsides."""
ROWS = ("row", "south", "north")
"""Kinds of sets whose edge is drawn across the map."""


def signed(points: int) -> str:
    """Points with their sign: +25, −10."""
    return f"+{points}" if points > 0 else f"\u2212{-points}"


def foot_badges(hexes: HexMap, field: HexField, spaces: Mapping[str, Space], measure: Measure) -> tuple[HexBadge, ...]:
    """What hexes supply and are worth, fortifications and entries, in reading order."""
    wanted: dict[str, list[tuple[str, str, float]]] = {}
    for space in spaces.values():
        if space.supply is not None:
            wanted.setdefault(space.id, []).append(("supply", str(space.supply), BADGE_SHARE))
        if space.victory_points:
            wanted.setdefault(space.id, []).append(("victory-points", signed(space.victory_points), BADGE_SHARE))
    for group in hexes.sets:
        for kind, text, share in _set_badges(group):
            for index in field.hexes(group.hexes):
                row = wanted.setdefault(field.ids[index], [])
                if not any(entry[0] == kind for entry in row):
                    row.append((kind, text, share))
    found: list[HexBadge] = []
    for name in sorted(wanted, key=lambda n: field.index.get(n, -1)):
        if name in field.index:
            found += _row(field, name, wanted[name], measure)
    return tuple(found)


def _set_badges(group: HexSet) -> list[tuple[str, str, float]]:
    if not group.shown:
        return []
    if group.kind == "fortification":
        return [("fortification", "", SMALL_SHARE)]
    if group.kind == "objective" and group.victory_points:
        return [("victory-points", signed(group.victory_points), SMALL_SHARE)]
    if group.kind == "entry" and group.mark:
        return [("entry", group.mark, BADGE_SHARE)]
    return []


def _row(field: HexField, name: str, wanted: Sequence[tuple[str, str, float]], measure: Measure) -> list[HexBadge]:
    """The badges of one hex side by side; an entry's stands on the centre, a fortification's beside it, clear of its wall."""
    x, y = field.centre(field.index[name])
    side = field.side_mm
    sizes = [(share * side, _width(kind, text, share * side, measure)) for kind, text, share in wanted]
    feet = [width for (kind, _, _), (_, width) in zip(wanted, sizes, strict=True) if kind not in OWN_PLACE]
    total = sum(feet) + GAP_MM * (len(feet) - 1)
    left = x - total / 2
    badges = []
    for (kind, text, _), (radius, width) in zip(wanted, sizes, strict=True):
        if kind in OWN_PLACE:
            across, down = OWN_PLACE[kind]
            at = (round(x + across * side, 3), round(y + down * side, 3))
        else:
            at = (round(left + width / 2, 3), round(y + FOOT_SHARE * side, 3))
            left += width + GAP_MM
        badges.append(HexBadge(kind, name, at, round(radius, 3), round(width, 3), text))  # type: ignore[arg-type]
    return badges


def _width(kind: str, text: str, radius: float, measure: Measure) -> float:
    """A supply is a disc, points a plate as wide as its figures ask."""
    if kind != "victory-points":
        return 2 * radius
    return max(2 * radius, measure(text, BADGE_FONT, BADGE_PT_PER_MM * radius, 0.0) + 0.55 * radius)


def port_badges(
    field: HexField, spaces: Sequence[Space], radii: Mapping[str, float], ground: NameGround
) -> tuple[HexBadge, ...]:
    """An anchor beside each port, on the water where there is some."""
    import numpy

    radius = 0.17 * field.side_mm
    found = []
    for space in spaces:
        if "port" not in space.features:
            continue
        x, y = field.centre(field.index[space.id])
        reach = radii[space.id] + radius + 0.6
        spots = [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in (2 * math.pi * k / 24 for k in range(24))]
        boxes = numpy.array([(px - radius, py - radius, px + radius, py + radius) for px, py in spots])
        best = int(numpy.argmin(numpy.round(ground.costs(boxes, wet=True), 6)))
        at = (round(spots[best][0], 3), round(spots[best][1], 3))
        found.append(HexBadge("port", space.id, at, round(radius, 3), round(2 * radius, 3)))
    return tuple(found)


# Edges of sets -----------------------------------------------------------------------------------


def set_lines(hexes: HexMap, field: HexField, frame: Rect) -> tuple[SetLine, ...]:
    """The edge of each set that is a part of the map beyond a row, as one line with its letter at both ends.

    A letter stands beyond its end, where no number is; inside it where the frame leaves no room.
    """
    reach = MARK_SHARE * field.side_mm
    left, right = frame[0] + reach + 0.5, frame[0] + frame[2] - reach - 0.5
    lines = []
    for group in hexes.sets:
        if group.kind in ROWS and group.mark and group.shown:
            inside = frozenset(field.hexes(group.hexes))
            for points in _chains(field, inside):
                (x0, y0), (x1, y1) = points[0], points[-1]
                first = x0 - 1.15 * reach if x0 - 1.15 * reach >= left else max(left, x0 + 0.9 * reach)
                last = x1 + 1.15 * reach if x1 + 1.15 * reach <= right else min(right, x1 - 0.9 * reach)
                lines.append(SetLine(group.id, points, group.mark, ((round(first, 3), y0), (round(last, 3), y1))))
    return tuple(lines)


def _chains(field: HexField, inside: frozenset[int]) -> list[tuple[Point, ...]]:
    """Hexsides between `inside` and the rest of the map, joined end to end, each from left to right."""
    links: dict[Point, list[Point]] = {}
    for index in sorted(inside):
        for direction, other in enumerate(field.neighbours[index]):
            if other >= 0 and other not in inside:
                a, b = (_rounded(p) for p in field.side_points(index, direction))
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
    chains = []
    ends = sorted(point for point, others in links.items() if len(others) == 1)
    seen: set[Point] = set()
    for start in ends:
        if start in seen:
            continue
        chain = [start]
        seen.add(start)
        while True:
            onward = [point for point in links[chain[-1]] if point not in seen]
            if not onward:
                break
            chain.append(onward[0])
            seen.add(onward[0])
        chains.append(tuple(chain))
    return chains


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


__all__ = ["BADGE_FONT", "BADGE_PT_PER_MM", "MARK_SHARE", "foot_badges", "port_badges", "set_lines", "signed"]
