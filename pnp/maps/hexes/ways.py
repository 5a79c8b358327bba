"""Railways and roads: splines through the centres of hexes, side by side where rail and road share a hexside.

A hexside is drawn once for each group, rail or road. A way passes the exact centre of a named place; elsewhere it cuts
the corner towards its neighbours. A branch takes the tangent of the line that it leaves. A track fords the rivers that
other ways bridge. A river on which ships sail is a way, too; where a railway shares its hexes, both stand aside.
"""

from __future__ import annotations

import itertools
import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import shapely
import shapely.ops
from numpy.typing import NDArray
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.maps.hex_plan import RiverShape, WayShape
from pnp.maps.hexes.noise import displaced, seed_of
from pnp.maps.hexes.shapes import open_curve
from pnp.maps.hexes.water import Water
from pnp.maps.hexes.work import GroundWork
from pnp.model.hexes import WayLook
from pnp.units import MM_PER_PT

Floats = NDArray[np.float64]
CUT = 0.42
"""How far a knot moves from its hex's centre towards the middle of its neighbours."""
SWAY = 0.035
"""How far a knot lies to one side of that, lest ways be drawn with a ruler; share of the way between its neighbours."""
APART = 0.1
"""Share of the flat width by which rail and road each stand aside where they share a hexside."""
PARTING = 1.7
"""How fast they part who share but one hexside; 1 is a sine."""
TICK_MM, TICK_STEP_MM = 1.44, 2.2
MINOR_TICK_STEP_MM = 4.4
RIVERS = ("river", "rapids")
RIVER_MM = 1.1
"""Half the width of a river through hexes that bridges span."""
MEANDERS = ((0.16, 0.9), (0.05, 0.35))
"""Amplitude and wavelength of the noise that moves it, in hexes across flats."""
TO_WATER, INTO_WATER_MM = 0.75, 0.4
"""In hexsides: a river through hexes turns to water nearer than this; and how far it goes on from the shore."""
PIECES = 10
"""Points for each hexside crossed."""
BRIDGE_MM = 1.2
"""Casing of a bridge on either side of a river."""
ORDER: tuple[WayLook, ...] = ("river", "rapids", "canal", "main-rail", "rail", "minor-rail", "road", "track")
"""The most important is drawn first and keeps its course."""


@dataclass
class _Net:
    """The ways drawn so far.

    places     hex -> the knot through which all ways pass there
    groups     hexside crossed (two hexes, the lower first) -> groups that have crossed it
    beside     hex -> neighbours along the ways drawn, for the tangents of branches
    first_way  hexside crossed -> the hex from which the first way came, so that both groups agree on left and right
    """

    places: dict[int, Floats]
    groups: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    beside: dict[int, list[int]] = field(default_factory=dict)
    first_way: dict[tuple[int, int], int] = field(default_factory=dict)

    def turned(self, a: int, b: int) -> float:
        """+1 when the way that crossed this hexside first went from `a` to `b`, -1 when it went the other way."""
        return 1.0 if self.first_way.get((min(a, b), max(a, b)), a) == a else -1.0


@dataclass(frozen=True)
class _Chain:
    """The hexes of one way of the source, in order."""

    kind: str
    look: WayLook
    hexes: tuple[int, ...]
    leaves: Literal["start", "end", "both"] | None = None

    @property
    def group(self) -> str:
        return "rail" if "rail" in self.look else "river" if self.look in RIVERS else "road"


def way_shapes(work: GroundWork, water: Water, rivers: Sequence[RiverShape]) -> tuple[WayShape, ...]:
    """The shapes of all ways. Raises SourceError for an unknown class or hex, or hexes in a row that don't touch."""
    chains = sorted(_chains(work), key=lambda chain: ORDER.index(chain.look))
    net = _Net(_places(work, chains))
    shared = _shared(chains)
    wet, inner = None, water.all.buffer(-INTO_WATER_MM * work.k, quad_segs=2)
    shapes: list[WayShape] = []
    for number, chain in enumerate(chains):
        if chain.look not in RIVERS and (number == 0 or chains[number - 1].look in RIVERS):
            wet = _crossed(work, water, rivers, shapes)
        for first, last in _new_runs(chain, net):
            shapes += _shape(work, chain, first, last, net, shared, wet, inner)
    return tuple(shapes)


def _chains(work: GroundWork) -> list[_Chain]:
    looks = {road.id: road.look for road in work.source.roads}
    chains = []
    for way in work.hexes.ways:
        if way.kind not in looks:
            raise SourceError(
                Problem("unknown-name", f"no road {way.kind!r}", way.where("kind"), did_you_mean(way.kind, looks))
            )
        try:
            hexes = work.field.hexes(way.hexes)
        except KeyError as error:
            raise SourceError(Problem("hex-list", f"the map has no hex {error}", way.where("hexes"), "")) from None
        for a, b in itertools.pairwise(hexes):
            if b not in work.field.neighbours[a]:
                names = work.field.numbers[a], work.field.numbers[b]
                message, hint = f"{names[0]} and {names[1]} don't touch", "list every hex of the way"
                raise SourceError(Problem("hex-list", message, way.where("hexes"), hint))
        if len(hexes) > 1:
            chains.append(_Chain(way.kind, looks[way.kind], hexes, way.leaves))
    return chains


def _places(work: GroundWork, chains: Sequence[_Chain]) -> dict[int, Floats]:
    """Hex -> where ways pass it: its centre when it is named or a way ends there, else about a cut corner."""
    towns = set(work.named_hexes.values())
    places: dict[int, Floats] = {}
    for chain in chains:
        for before, index, after in zip(chain.hexes, chain.hexes[1:], chain.hexes[2:], strict=False):
            if index in towns or index in places:
                continue
            middle = (work.centres[before] + work.centres[after]) / 2
            along = work.centres[after] - work.centres[before]
            sway = SWAY * (-1) ** zlib.crc32(work.field.ids[index].encode()) * along[::-1] * (-1, 1)
            places[index] = work.centres[index] + CUT * (middle - work.centres[index]) + sway
    for chain in chains:
        for index in chain.hexes:
            places.setdefault(index, work.centres[index])
    return places


def _shared(chains: Sequence[_Chain]) -> dict[tuple[int, int], set[str]]:
    """Hexside crossed -> groups that cross it."""
    groups: dict[tuple[int, int], set[str]] = {}
    for chain in chains:
        for a, b in itertools.pairwise(chain.hexes):
            groups.setdefault((min(a, b), max(a, b)), set()).add(chain.group)
    return groups


def _new_runs(chain: _Chain, net: _Net) -> list[tuple[int, int]]:
    """Stretches of a chain, by positions, that no way of its group has drawn yet; they are recorded in `net`."""
    runs: list[tuple[int, int]] = []
    for position, (a, b) in enumerate(itertools.pairwise(chain.hexes)):
        edge = (min(a, b), max(a, b))
        groups = net.groups.setdefault(edge, set())
        net.first_way.setdefault(edge, a)
        if chain.group not in groups:
            groups.add(chain.group)
            runs.append((runs.pop()[0] if runs and runs[-1][1] == position else position, position + 1))
    return runs


def _shape(
    work: GroundWork, chain: _Chain, first: int, last: int, net: _Net, shared: dict[tuple[int, int], set[str]],
    wet: shapely.STRtree | None, inner: BaseGeometry,
) -> Iterator[WayShape]:  # fmt: skip
    hexes = chain.hexes[first : last + 1]
    knots = [net.places[i] for i in hexes]
    if chain.look in RIVERS and not inner.is_empty:
        towns = work.named_hexes.values()
        knots = [knot if i in towns else _led(knot, inner, work) for i, knot in zip(hexes, knots, strict=True)]
    before = _phantom(chain, first, -1, knots[0], knots[1], net)
    after = _phantom(chain, last, 1, knots[-1], knots[-2], net)
    line = _spline([before, *knots, after], 1 if work.draft else PIECES)
    if chain.look in RIVERS and not work.draft:
        line = _meandering(work, hexes, line)
    line = _aside(work, chain, hexes, line, shared, net)
    if chain.leaves in ("start", "both") and first == 0:
        line = np.vstack([_onward(line[1], line[0], work), line])
    if chain.leaves in ("end", "both") and last == len(chain.hexes) - 1:
        line = np.vstack([line, _onward(line[-2], line[-1], work)])
    for a, b in itertools.pairwise(hexes):
        net.beside.setdefault(a, []).append(b)
        net.beside.setdefault(b, []).append(a)
    step = {"rail": TICK_STEP_MM, "minor-rail": MINOR_TICK_STEP_MM}.get(chain.look)
    fords = chain.look in ("track", "canal", *RIVERS)
    parts = shapely.get_parts(LineString(line).difference(inner) if chain.look in RIVERS else LineString(line))
    # What is left of a river between two waters is drawn only where it is long.
    for course in (*parts[:1], *(part for part in parts[1:-1] if part.length > work.side), *parts[1:][-1:]):
        points = np.asarray(course.simplify(0.04).coords)
        ticks = _ticks(course, step * work.k, TICK_MM * work.k) if step and not work.draft else ()
        bridges = () if work.draft or fords else _bridges(course, wet, BRIDGE_MM * work.k)
        flat = tuple((round(x, 2), round(y, 2)) for x, y in points.tolist())
        curve = open_curve(points if work.draft else np.asarray(course.coords))
        yield WayShape(chain.kind, chain.look, curve, flat, ticks, bridges)


def _meandering(work: GroundWork, hexes: Sequence[int], line: Floats) -> Floats:
    """`line` moved by noise except in towns and at its ends."""
    flat, towns = work.field.grid.flat_mm, [work.centres[i] for i in work.named_hexes.values() if i in hexes]
    still = np.array([*towns, line[0], line[-1]])
    share = np.clip(np.hypot(*(line[:, None] - still).T).min(axis=0) / (0.5 * flat), 0.0, 1.0)[:, None]
    return line + share * (displaced(line, [(a * flat, w * flat) for a, w in MEANDERS], seed_of("river")) - line)


def _led(knot: Floats, inner: BaseGeometry, work: GroundWork) -> Floats:
    """`knot` of a river, or the nearest water where that is near."""
    water, spot = shapely.ops.nearest_points(inner, shapely.Point(knot))
    return np.array(water.coords[0]) if water.distance(spot) < TO_WATER * work.side else knot


def _onward(inner: Floats, end: Floats, work: GroundWork) -> Floats:
    """A point beyond the map, straight on from the end of a way; the frame cuts what lies outside."""
    return end + (end - inner) / np.hypot(*(end - inner)) * work.field.grid.flat_mm


def _phantom(chain: _Chain, position: int, step: int, end: Floats, inner: Floats, net: _Net) -> Floats:
    """The point beyond an end that gives its tangent: on the chain, else on a line drawn before, else straight on."""
    beyond = position + step
    if 0 <= beyond < len(chain.hexes):
        return net.places[chain.hexes[beyond]]
    hexname = chain.hexes[position]
    onward = [net.places[i] for i in net.beside.get(hexname, [])]
    best, least = 2 * end - inner, 0.35
    for place in onward:
        a, b = end - inner, place - end
        turn = float(a @ b / (np.hypot(*a) * np.hypot(*b) + 1e-9))
        if turn > least:
            best, least = place, turn
    return best


def _spline(knots: Sequence[Floats], pieces: int) -> Floats:
    """Centripetal Catmull-Rom through all knots but the first and last."""
    curves = []
    for p0, p1, p2, p3 in zip(knots, knots[1:], knots[2:], knots[3:], strict=False):
        t1 = max(math.sqrt(math.dist(p0, p1)), 1e-3)
        t2 = t1 + max(math.sqrt(math.dist(p1, p2)), 1e-3)
        t3 = t2 + max(math.sqrt(math.dist(p2, p3)), 1e-3)
        t = np.linspace(t1, t2, pieces, endpoint=False)[:, None]
        a1 = (t1 - t) / t1 * p0 + t / t1 * p1
        a2 = (t2 - t) / (t2 - t1) * p1 + (t - t1) / (t2 - t1) * p2
        a3 = (t3 - t) / (t3 - t2) * p2 + (t - t2) / (t3 - t2) * p3
        b1 = (t2 - t) / t2 * a1 + t / t2 * a2
        b2 = (t3 - t) / (t3 - t1) * a2 + (t - t1) / (t3 - t1) * a3
        curves.append((t2 - t) / (t2 - t1) * b1 + (t - t1) / (t2 - t1) * b2)
    return np.vstack([*curves, knots[-2][None, :]])


def _aside(
    work: GroundWork, chain: _Chain, hexes: Sequence[int], line: Floats, shared: dict[tuple[int, int], set[str]],
    net: _Net
) -> Floats:
    """`line` moved to one side where the other group runs too; both meet again in towns and where they part."""
    doubled = [len(shared[min(a, b), max(a, b)]) > 1 for a, b in itertools.pairwise(hexes)]
    if not any(doubled):
        return line
    towns = set(work.named_hexes.values())
    reach = APART * work.field.grid.flat_mm * (1 if chain.group == "rail" else -1)
    knots = []
    for position, index in enumerate(hexes):
        near = doubled[max(position - 1, 0) : position + 1]
        knots.append(0.0 if index in towns or not all(near) else 1.0)
    amounts: list[float] = []
    pieces = (len(line) - 1) // len(doubled)
    for position, together in enumerate(doubled):
        for step in range(pieces):
            t = step / pieces
            ease = t * t * (3 - 2 * t)
            share = knots[position] * (1 - ease) + knots[position + 1] * ease
            between = min(1.0, PARTING * math.sin(math.pi * t)) * (1 - max(knots[position], knots[position + 1]))
            amounts.append(max(share, between) if together else share)
    amounts.append(knots[-1])
    tangent = np.gradient(line, axis=0)
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]]) / np.hypot(tangent[:, 0], tangent[:, 1])[:, None]
    signs = [net.turned(a, b) for a, b in itertools.pairwise(hexes)]
    side = np.repeat([*signs, signs[-1]], [*[pieces] * len(signs), 1])
    return line + normal * (np.array(amounts) * reach * side)[:, None]


def _ticks(course: LineString, step: float, length: float) -> tuple[tuple[float, float, float, float], ...]:
    """Short lines across a railway, evenly spaced."""
    count = max(1, int(course.length / step))
    at = (np.arange(count) + 0.5) * (course.length / count)
    middles = shapely.get_coordinates(shapely.line_interpolate_point(course, at))
    ahead = shapely.get_coordinates(shapely.line_interpolate_point(course, np.minimum(at + 0.1, course.length)))
    behind = shapely.get_coordinates(shapely.line_interpolate_point(course, np.maximum(at - 0.1, 0)))
    tangent = ahead - behind
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]]) / np.hypot(tangent[:, 0], tangent[:, 1])[:, None]
    ends = np.round(np.hstack([middles - normal * length / 2, middles + normal * length / 2]), 2)
    return tuple(tuple(row) for row in ends.tolist())


# Bridges ----------------------------------------------------------------------------------------


def _crossed(
    work: GroundWork, water: Water, rivers: Sequence[RiverShape], ways: Sequence[WayShape]
) -> shapely.STRtree | None:
    """An index of what ways need a bridge over: rivers as bands, and water; None when there is nothing."""
    bands = [
        LineString(river.course).buffer(
            max(1.0, *(width / 2 for width in work.hexes.sides[river.feature].widths_pt)) * MM_PER_PT, quad_segs=2
        )
        for river in rivers
        if river.look != "wall"
    ]
    bands += [LineString(way.points).buffer(RIVER_MM * work.k, quad_segs=2) for way in ways]
    bands += list(water.all.geoms)
    return shapely.STRtree(bands) if bands else None


def _bridges(
    course: LineString, wet: shapely.STRtree | None, more: float
) -> tuple[tuple[tuple[float, float], ...], ...]:
    if wet is None:
        return ()
    spans = []
    for number in sorted(wet.query(course, predicate="intersects")):
        for part in shapely.get_parts(course.intersection(wet.geometries[number])):
            if part.geom_type == "LineString":
                ends = course.project(shapely.Point(part.coords[0])), course.project(shapely.Point(part.coords[-1]))
                spans.append((max(min(ends) - more, 0.0), min(max(ends) + more, course.length)))
    merged: list[list[float]] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1]:
            merged[-1][1] = max(high, merged[-1][1])
        else:
            merged.append([low, high])
    bridges = []
    for low, high in merged:
        part = shapely.ops.substring(course, low, high).simplify(0.05)
        bridges.append(tuple((round(x, 2), round(y, 2)) for x, y in part.coords))
    return tuple(line for line in bridges if len(line) > 1)
