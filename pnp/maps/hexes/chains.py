"""Joins hexsides into lines of corners. Corners are identified by their place, rounded to a twentieth of a mm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pnp.maps.hex_grid import HexField
from pnp.maps.lines import Point

Edge = tuple[Point, Point]


def edge_of(field: HexField, index: int, direction: int) -> Edge:
    """The two ends of a hexside, clockwise about the hex, rounded so that neighbours give the same points."""
    a, b = field.side_points(index, direction)
    return snapped(a), snapped(b)


def snapped(point: Point) -> Point:
    """A corner's place rounded, so that it is the same computed from any of its hexes."""
    return (round(point[0] * 20) / 20, round(point[1] * 20) / 20)


def chained(edges: Sequence[Edge]) -> list[list[Point]]:
    """`edges` in a river's order, source first, as lines; a new line begins where an edge doesn't touch the last."""
    lines: list[list[Point]] = []
    for position, (a, b) in enumerate(edges):
        line = lines[-1] if lines else None
        if line and line[-1] in (a, b):
            line.append(b if line[-1] == a else a)
            continue
        following = edges[position + 1] if position + 1 < len(edges) else None
        corners = {point for other in lines for point in other}
        if (a in following) if following and (a in following) != (b in following) else (a in corners):
            a, b = b, a
        lines.append([a, b])
    return lines


def joined(edges: Sequence[Edge]) -> list[list[Point]]:
    """`edges` in any order as the longest lines without a fork; a ring begins and ends in the same point."""
    at: dict[Point, list[int]] = defaultdict(list)
    for number, (a, b) in enumerate(edges):
        at[a].append(number)
        at[b].append(number)
    visited: set[int] = set()
    lines = []
    starts = sorted(p for p, numbers in at.items() if len(numbers) != 2) + sorted(at)
    for start in starts:
        for first in at[start]:
            if first in visited:
                continue
            line, corner, edge = [start], start, first
            while True:
                visited.add(edge)
                a, b = edges[edge]
                corner = b if corner == a else a
                line.append(corner)
                onward = [e for e in at[corner] if e not in visited]
                if len(at[corner]) != 2 or not onward:
                    break
                edge = onward[0]
            lines.append(line)
    return lines


def directed(edges: Sequence[Edge]) -> list[list[Point]]:
    """Lines of directed `edges`, each from its first end to its second, joined head to tail."""
    after = {a: b for a, b in edges}
    heads = [a for a, _ in edges if a not in {b for _, b in edges}]
    lines, visited = [], set()
    for start in [*heads, *(a for a, _ in edges)]:
        if start in visited:
            continue
        line = [start]
        while line[-1] in after and line[-1] not in visited:
            visited.add(line[-1])
            line.append(after[line[-1]])
        if len(line) > 1:
            lines.append(line)
    return lines
