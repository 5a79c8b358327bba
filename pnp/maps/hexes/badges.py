"""Badges of hexes: a row in the clear, ports on the water side, and the edges of sets that cross the map."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.maps.hex_grid import HexField
from pnp.maps.hex_labels import KINDS, HexBadge, SetLine
from pnp.maps.lines import Point, Rect
from pnp.model.hexes import HexMap, HexSet
from pnp.model.map import MapSource, MapSymbol, Space
from pnp.model.words import signed

if TYPE_CHECKING:
    from pnp.maps.hexes.names import NameGround
    from pnp.maps.placing import Measure

BADGE_FONT = "condensed-bold"
BADGE_SHARE, SMALL_SHARE = 0.235, 0.2
"""Radius of a badge in hexsides; of those that many hexes carry."""
LARGEST_MM = 2.6
FOOT_SHARE, INSIDE, LEAN = 0.62, 1.0, 0.1
"""In hexsides: the row's middle below the centre at most, and what lies inside the hex at its height; what each place
of a row costs more than the one before, see `NameGround`.
"""
BADGE_PT_PER_MM = 3.3
"""Size of a badge's figures for each mm of its radius."""
GAP_MM = 0.45
ROUND = (
    (0, 1), (1, 0), (-1, 0), (0, -1), (0.72, 0.8), (-0.72, 0.8), (0.72, -0.8), (-0.72, -0.8),
    (0.4, 1), (-0.4, 1), (1, 0.4), (-1, 0.4), (1, -0.4), (-1, -0.4), (0.4, -1), (-0.4, -1),
)
"""Directions from a place to a row, best first; across and down."""
OWN_PLACE = {"entry": (0.0, 0.0), "fortification": (0.5, 0.3)}
"""Places of badges outside the row, in hexsides from the centre."""
MARK_SHARE = 0.3
"""Radius of the letter's disc at the end of a set's edge, in hexsides."""
ROWS = ("row", "south", "north", "cold", "operations")
"""Kinds of sets whose edge is drawn across the map."""
BESIDE = 1.15
"""From the edge of a set to a letter beside it, in radii of the letter's disc."""
BAR = "edge-bar"
"""The kind of sets of hexes at the map's edge that a side may enter; each carries a bar in the side's colour."""
BAR_SHARE, BAR_INWARD = 0.23, 0.36
"""Half the height of a bar, and how far it lies inside the middle of its hex, in hexsides."""


def hex_badges(
    game_map: MapSource, field: HexField, spaces: Mapping[str, Space], radii: Mapping[str, float], ground: NameGround,
    measure: Measure,
) -> tuple[HexBadge, ...]:  # fmt: skip
    """Badges of supply, points, features that have one, fortifications and entries, hex by hex in reading order.

    radii   id of each place -> radius in mm of its symbol
    ground  what the rows avoid
    """
    assert game_map.hexes is not None
    badged = {symbol.id: badge for symbol in game_map.symbols if (badge := _foot_badge(symbol))}
    own = {symbol.id for symbol in game_map.symbols if symbol.picture}
    rows: dict[str, list[tuple[str, str, float]]] = {}
    for space in spaces.values():
        if space.supply is not None:
            rows.setdefault(space.id, []).append(("supply", str(space.supply), BADGE_SHARE))
        if space.victory_points:
            rows.setdefault(space.id, []).append(("victory-points", signed(space.victory_points), BADGE_SHARE))
        for badge in (badged[feature] for feature in space.features if feature in badged):
            rows.setdefault(space.id, []).append((badge, "", BADGE_SHARE if badge in own else SMALL_SHARE))
    for group in game_map.hexes.sets:
        for kind, text, share in _set_badges(group):
            for index in field.hexes(group.hexes):
                row = rows.setdefault(field.ids[index], [])
                if not any(entry[0] == kind for entry in row):
                    row.append((kind, text, share))
    badges: list[HexBadge] = []
    for name in sorted(rows, key=lambda n: field.index.get(n, -1)):
        if name in field.index:
            badges += _row(field, name, rows[name], radii.get(name, 0.0), ground, measure)
    return (*badges, *edge_bars(game_map, field, radii))


def _foot_badge(symbol: MapSymbol) -> str | None:
    """The badge of a symbol: its own picture, unless that is drawn as a town, or one of ours."""
    town = symbol.drawn or (symbol.id if symbol.id in KINDS else None)
    return symbol.id if symbol.picture and town is None else symbol.badge


def edge_bars(game_map: MapSource, field: HexField, radii: Mapping[str, float]) -> tuple[HexBadge, ...]:
    """The bars of the hexes that the map's edge cuts, side by side where a hex has several, below the symbol of a place
    narrow ones.

    radii   id of each place -> radius in mm of its symbol
    """
    assert game_map.hexes is not None
    bars: dict[int, list[HexSet]] = {}
    for group in game_map.hexes.sets:
        for index in field.hexes(group.hexes) if group.kind == BAR and group.tint else ():
            bars.setdefault(index, []).append(group)
    x0, y0, width, height = (float(v) for v in game_map.frame_mm)
    radius = BAR_SHARE * field.side_mm
    badges = []
    for index, groups in sorted(bars.items()):
        x, y = field.centre(index)
        inward = max(BAR_INWARD * field.side_mm, radii.get(field.ids[index], -GAP_MM) + GAP_MM + radius)
        ways = ((y - y0, (0, 1)), (y0 + height - y, (0, -1)), (x - x0, (1, 0)), (x0 + width - x, (-1, 0)))
        dx, dy = min(ways)[1]
        wide = 2 * radius if dx or field.ids[index] in radii else 3 * radius
        for number, group in enumerate(groups):
            apart = (number - (len(groups) - 1) / 2) * (wide + GAP_MM)
            at = (round(x + dx * inward + abs(dy) * apart, 3), round(y + dy * inward + abs(dx) * apart, 3))
            badges.append(
                HexBadge("bar", field.ids[index], at, round(radius, 3), round(wide, 3), group.mark, str(group.tint))
            )
    return tuple(badges)


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


def _row(
    field: HexField, name: str, entries: Sequence[tuple[str, str, float]], town_mm: float, ground: NameGround,
    measure: Measure,
) -> list[HexBadge]:  # fmt: skip
    """The badges of one hex side by side; an entry on the centre, a fortification beside it, clear of its wall.

    entries  (kind, text, radius in hexsides) of each badge
    town_mm  radius of the hex's place
    """
    x, y = field.centre(field.index[name])
    side = field.side_mm
    shown = [(kind, text, min(share * side, LARGEST_MM)) for kind, text, share in entries]
    sizes = [(radius, _width(kind, text, radius, measure)) for kind, text, radius in shown]
    feet = [size for (kind, _, _), size in zip(entries, sizes, strict=True) if kind not in OWN_PLACE]
    total = sum(width for _, width in feet) + GAP_MM * (len(feet) - 1)
    middle = _clearest((x, y), side, (total / 2, max((radius for radius, _ in feet), default=0.0)), town_mm, ground)
    left = middle[0] - total / 2
    badges = []
    for (kind, text, _), (radius, width) in zip(entries, sizes, strict=True):
        if kind in OWN_PLACE:
            across, down = OWN_PLACE[kind]
            at = (round(x + across * side, 3), round(y + down * side, 3))
        else:
            at = (round(left + width / 2, 3), round(middle[1], 3))
            left += width + GAP_MM
        badges.append(HexBadge(kind, name, at, round(radius, 3), round(width, 3), text))
    return badges


def _clearest(at: Point, side: float, half: tuple[float, float], town_mm: float, ground: NameGround) -> Point:
    """The middle of a row of badges in the hex about `at`: the centre if it has no place, else below, beside, above."""
    import numpy

    (x, y), (wide, high) = at, half
    across, down = town_mm + GAP_MM + wide, min(FOOT_SHARE * side, town_mm + GAP_MM + high)
    spots = [(x + dx * across, y + dy * down) for dx, dy in ROUND if abs(dx) * across + wide < INSIDE * side or not dx]
    spots = spots if town_mm else [at, *spots]
    boxes = numpy.array([(px - wide, py - high, px + wide, py + high) for px, py in spots])
    return spots[int(numpy.argmin(numpy.round(ground.costs(boxes) + LEAN * numpy.arange(len(spots)), 6)))]


def _width(kind: str, text: str, radius: float, measure: Measure) -> float:
    """The width of a badge: a disc's, or for points that of a plate around their figures."""
    if kind != "victory-points":
        return 2 * radius
    return max(2 * radius, measure(text, BADGE_FONT, BADGE_PT_PER_MM * radius, 0.0) + 0.55 * radius)


def port_badges(
    field: HexField, spaces: Sequence[Space], radii: Mapping[str, float], ground: NameGround
) -> tuple[HexBadge, ...]:
    """An anchor beside each port, on water if there is any.

    radii   id of each port -> radius in mm of its place's symbol
    ground  what the anchors avoid
    """
    import numpy

    radius = 0.17 * field.side_mm
    badges = []
    for space in spaces:
        if "port" not in space.features:
            continue
        x, y = field.centre(field.index[space.id])
        reach = radii[space.id] + radius + 0.6
        spots = [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in (2 * math.pi * k / 24 for k in range(24))]
        boxes = numpy.array([(px - radius, py - radius, px + radius, py + radius) for px, py in spots])
        best = int(numpy.argmin(numpy.round(ground.costs(boxes, wet=True), 6)))
        at = (round(spots[best][0], 3), round(spots[best][1], 3))
        badges.append(HexBadge("port", space.id, at, round(radius, 3), round(2 * radius, 3)))
    return tuple(badges)


# Edges of sets -----------------------------------------------------------------------------------


def set_lines(hexes: HexMap, field: HexField, frame: Rect) -> tuple[SetLine, ...]:
    """The edge of each set whose kind is one of ROWS, as lines with the set's letter at both ends.

    A letter stands beyond the end of its line, clear of numbers, but inside it where the frame leaves no room. One of a
    line that runs down the map stands beside the end, in the set, since the next set may have the same edge.
    """
    reach = MARK_SHARE * field.side_mm
    left, right = frame[0] + reach + 0.5, frame[0] + frame[2] - reach - 0.5
    top, foot = frame[1] + 1.5 * field.side_mm, frame[1] + frame[3] - 1.5 * field.side_mm
    lines = []
    for group in hexes.sets:
        if group.kind in ROWS and group.mark and group.shown:
            inside = frozenset(field.hexes(group.hexes))
            for points in _chains(field, inside):
                if points[0] == points[-1]:
                    lines.append(SetLine(group.id, points, group.mark, (min(points, key=lambda p: (p[1], p[0])),)))
                    continue
                (x0, y0), (x1, y1) = points[0], points[-1]
                first = x0 - 1.15 * reach if x0 - 1.15 * reach >= left else max(left, x0 + 0.9 * reach)
                last = x1 + 1.15 * reach if x1 + 1.15 * reach <= right else min(right, x1 - 0.9 * reach)
                marks = ((round(first, 3), y0), (round(last, 3), y1))
                if steep := abs(y1 - y0) > abs(x1 - x0) and _steep(points, top, foot):
                    middle = sum(field.centre(index)[0] for index in inside) / len(inside)
                    marks = tuple((round(x + math.copysign(BESIDE * reach, middle - x), 3), y) for x, y in steep)
                lines.append(SetLine(group.id, points, group.mark, marks, cold=group.kind == "cold"))
    return tuple(lines)


def _steep(points: Sequence[Point], top: float, foot: float) -> list[Point]:
    """The middles of the first and the last steep side of a line between two heights."""
    sides = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points) if abs(a[1] - b[1]) > abs(a[0] - b[0])]
    within = [(x, round(y, 3)) for x, y in sides if top < y < foot]
    return [within[0], within[-1]] if within else []


def _chains(field: HexField, inside: frozenset[int]) -> list[tuple[Point, ...]]:
    """Hexsides between `inside` and the rest of the map, joined end to end, each from left to right; then rings."""
    links: dict[Point, list[Point]] = {}
    for index in sorted(inside):
        for direction, other in enumerate(field.neighbours[index]):
            if other >= 0 and other not in inside:
                a, b = (_rounded(p) for p in field.side_points(index, direction))
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
    chains = []
    ends = sorted(point for point, neighbours in links.items() if len(neighbours) == 1)
    visited: set[Point] = set()
    for start in ends:
        if start in visited:
            continue
        chain = [start]
        visited.add(start)
        while True:
            onward = [point for point in links[chain[-1]] if point not in visited]
            if not onward:
                break
            chain.append(onward[0])
            visited.add(onward[0])
        chains.append(tuple(chain))
    for start in sorted(links):
        if start not in visited:  # a ring
            ring = [start]
            visited.add(start)
            while onward := [point for point in links[ring[-1]] if point not in visited]:
                ring.append(onward[0])
                visited.add(onward[0])
            chains.append((*ring, start))
    return chains


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)
