"""Place names that still touch something, placed once more: letter by letter, then farther away or in smaller type.

The placer prices a name's whole box, which is quick and takes the corner beside a short letter for ink. The few names
that are left are tried on a fine raster by the ink of each letter. Where none of these places is free, the name is set
one size smaller, and last it stands off and a thin line leads to its symbol.
In: the names as placed, and the ground. Out: the same names, each moved where a free place was found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy
import shapely
from numpy.typing import NDArray

from pnp.maps.hex_labels import AreaName, PlaceName
from pnp.maps.hexes.curved import AREA_PT, name_quads, turned
from pnp.maps.hexes.names import SIZES_PT, NamedPlace, NameGround
from pnp.maps.hexes.obstacles import rect_box
from pnp.maps.hexes.outlines import name_boxes
from pnp.maps.lines import Point
from pnp.maps.placing import Measure

Floats = NDArray[numpy.float64]

STEP_MM = 0.4
NEAR_MM = (0.85, 7.5)
OFF_MM, FAR_MM = (4.0, 10.0), (10.0, 24.0)
"""From the symbol to a name beside it, and to one that a line leads to."""
BESIDE, ABOVE, WET = 0.8, 0.2, 2.0
"""What the west side, a mm above or below, and lying across a shore count against a mm of distance."""
LEADER_AIR_MM = 0.4
SHIFTS = {"region": (24.0, 1.5), "set": (13.0, 0.75), "river": (2.0, 0.5)}
"""Reach and step in mm of the raster on which a name on a curve is moved, where they aren't 9 and 0.75."""
CHUNK = 300
"""Places that are tried at once, nearest first."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to set a name. reach: least and greatest distance from the symbol in mm; led: with a line to it; tight:
    without letterspacing.
    """

    size_pt: float
    reach: tuple[float, float]
    led: bool = False
    tight: bool = False


def mended_names(
    places: Sequence[NamedPlace], names: Sequence[PlaceName], ground: NameGround, measure: Measure
) -> tuple[PlaceName, ...]:
    """`names`, those that touch something moved to a place where no letter does, if there is one; those of small places
    give way to those of great ones."""
    at = {place.id: place for place in places}
    mended = list(names)
    for number in sorted(range(len(names)), key=lambda k: names[k].rank):
        name = names[number]
        others = [other for k, other in enumerate(mended) if k != number and other.rank <= name.rank]
        around = [rect_box(other.rect) for other in others]
        around += [shapely.LineString(other.leader) for other in others if other.leader]
        whole = ground.also(name=around)
        if whole.covered(shapely.box(*_letters(name, measure).T)).any():
            mended[number] = _mended(at[name.id], name, whole, measure)
    return tuple(mended)


def _mended(place: NamedPlace, name: PlaceName, ground: NameGround, measure: Measure) -> PlaceName:
    for way in _ways(name):
        tracking = 0.0 if way.tight else name.tracking_em
        found = _placed(place, replace(name, size_pt=way.size_pt, tracking_em=tracking), way, ground, measure)
        if found is not None:
            return found
    return name


def _ways(name: PlaceName) -> Iterator[_Way]:
    """Beside the symbol, if need be one size smaller, then a little way off with a line, then farther off; at last
    tight beside it, as large as can be.
    """
    sizes = [size for size in reversed(SIZES_PT) if size < name.size_pt] or [name.size_pt]
    yield from (_Way(size, NEAR_MM) for size in (name.size_pt, sizes[0]))
    for reach in (OFF_MM, FAR_MM):
        yield from (_Way(size, reach, led=True) for size in (name.size_pt, sizes[0]))
    yield from (_Way(size, NEAR_MM, tight=True) for size in sizes)


def _placed(place: NamedPlace, name: PlaceName, way: _Way, ground: NameGround, measure: Measure) -> PlaceName | None:
    """`name` where it is nearest to its symbol and no letter touches anything; None where there is no such place."""
    letters = _letters(name, measure) - numpy.array([name.x, name.y, name.x, name.y])
    left, top = letters[:, :2].min(axis=0)
    right, bottom = letters[:, 2:].max(axis=0)
    hull = numpy.array([left, top, right, bottom])
    starts, gaps = _starts(place, (left, top, right, bottom), way.reach)
    boxes = starts[:, [0, 1, 0, 1]] + hull
    share = ground.wet_share(boxes)
    aside = 0.5 - numpy.clip((boxes[:, [0, 2]].mean(axis=1) - place.at[0]) / (right - left), -0.5, 0.5)
    above = numpy.maximum(numpy.maximum(boxes[:, 1] - place.at[1], place.at[1] - boxes[:, 3]), 0.0)
    leaning = gaps + BESIDE * aside + ABOVE * above + WET * numpy.minimum(share, 1 - share)
    order = numpy.argsort(numpy.round(leaning, 6), kind="stable")
    for chosen in numpy.array_split(starts[order], len(order) // CHUNK + 1):
        free = _free(chosen, letters, ground)
        if way.led and len(free):
            free = free[~ground.crossed([_leader(place, box) for box in free[:, [0, 1, 0, 1]] + hull])]
        if len(free):
            x, y = (round(float(v), 3) for v in free[0])
            rect = (round(x + left, 3), round(y + top, 3), round(right - left, 3), round(bottom - top, 3))
            line = _leader(place, (rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])) if way.led else ()
            return replace(name, x=x, y=y, rect=rect, cost=0.0, leader=line)
    return None


def _free(starts: Floats, letters: Floats, ground: NameGround) -> Floats:
    """Those of `starts` from which no letter touches anything; letter by letter, every third first: most fall early."""
    for letter in numpy.concatenate([letters[::3], letters[1::3], letters[2::3]]):
        starts = starts[~ground.covered(shapely.box(*(letter + starts[:, [0, 1, 0, 1]]).T))]
    return starts


def _starts(
    place: NamedPlace, ink: tuple[float, float, float, float], reach: tuple[float, float]
) -> tuple[Floats, Floats]:
    """Starts of the baseline on a raster round the symbol, shape (N, 2), and the gap from the ink to the symbol, (N,).

    ink  left, top, right, bottom of the name from the start of its baseline
    """
    (x, y), (left, top, right, bottom) = place.at, ink
    far = place.radius + reach[1]
    across = numpy.arange(x - far - right, x + far - left, STEP_MM)
    down = numpy.arange(y - far - bottom, y + far - top, STEP_MM)
    starts = numpy.column_stack([spread.ravel() for spread in numpy.meshgrid(across, down)])
    aside = numpy.maximum(numpy.maximum(starts[:, 0] + left - x, x - starts[:, 0] - right), 0.0)
    above = numpy.maximum(numpy.maximum(starts[:, 1] + top - y, y - starts[:, 1] - bottom), 0.0)
    gaps = numpy.hypot(aside, above) - place.radius
    near = (gaps >= reach[0]) & (gaps <= reach[1])
    return starts[near], gaps[near]


def _letters(name: PlaceName, measure: Measure) -> Floats:
    """The box of each letter (left, top, right, bottom); shape (N, 4)."""
    return numpy.array([box.bounds for box in name_boxes(name, measure)])


def _leader(place: NamedPlace, box: Sequence[float]) -> tuple[Point, Point]:
    """The line from the edge of the symbol to the nearest point of the name's box, with a little air at both ends."""
    (x, y), (left, top, right, bottom) = place.at, box
    to = (min(max(x, left), right), min(max(y, top), bottom))
    length = math.dist(place.at, to)
    ends = (place.radius + LEADER_AIR_MM, max(length - LEADER_AIR_MM, place.radius + LEADER_AIR_MM))
    a, b = ((round(x + (to[0] - x) * d / length, 3), round(y + (to[1] - y) * d / length, 3)) for d in ends)
    return a, b


# Names on curves ----------------------------------------------------------------------------------


def mended_area(name: AreaName, ground: NameGround, measure: Measure, wet: bool | None) -> AreaName:
    """`name` moved, spaced, turned or set smaller so that none of its letters touches anything, if that can be.

    wet  True for a name of water, whose letters stay on it, False for one of land, None for either; the name of a lake
         that has no room on the water goes beside it
    """
    if not name_quads(name, measure) or _clear(name, ground, measure):
        return name
    found = _freed(name, ground, measure, wet)
    if found is None and name.kind == "lake":
        found = _freed(name, ground, measure, False)
    return found or name


def _freed(name: AreaName, ground: NameGround, measure: Measure, wet: bool | None) -> AreaName | None:
    reach = SHIFTS.get(name.kind, (9.0, 0.75))
    for one in _variants(name):
        moves = _moves(*reach)
        if name.kind == "region":
            moves = moves[~ground.parted(_spine(one, measure)[None] + moves[:, None])]
        for letter in _shapes(one, measure):
            if wet is not None and ground.water is not None:
                x, y = (shapely.get_coordinates(shapely.centroid(letter)) + moves).T
                moves = moves[shapely.contains_xy(ground.water, x, y) == wet]
            corners = shapely.get_coordinates(letter)[None] + moves[:, None]
            moves = moves[~ground.covered(shapely.polygons(corners))]
        if len(moves):
            dx, dy = moves[0].tolist()
            return replace(one, points=tuple((round(x + dx, 3), round(y + dy, 3)) for x, y in one.points), cost=0.0)
    return None


def _clear(name: AreaName, ground: NameGround, measure: Measure) -> bool:
    """Whether no letter touches anything, and no border runs between the letters of a country's name."""
    parted = name.kind == "region" and ground.parted(_spine(name, measure)[None]).any()
    return not parted and not ground.covered(_shapes(name, measure)).any()


def _spine(name: AreaName, measure: Measure) -> Floats:
    """The line through the middles of a name's letters, from the first's on; shape (N + 1, 2)."""
    middles = shapely.get_coordinates(shapely.centroid(_shapes(name, measure)))
    return numpy.asarray([middles[0], *middles])


def _moves(reach: float, step: float) -> Floats:
    """Moves across and down on a raster, the least first; shape (N, 2)."""
    along = numpy.arange(-reach, reach + 0.01, step)
    moves = numpy.column_stack([spread.ravel() for spread in numpy.meshgrid(along, along)])
    return numpy.asarray(moves[numpy.argsort(numpy.round(numpy.hypot(*moves.T), 6), kind="stable")])


def _variants(name: AreaName) -> Iterator[AreaName]:
    """The name as it is, then with other letterspacing and slopes, then in the next smaller type."""
    for size in [name.size_pt, *[pt for pt in reversed(AREA_PT) if pt < name.size_pt][:2]]:
        for spacing in (1.0, 0.85, 0.7, 1.15, 0.5, 1.3, 0.3):
            spaced = replace(name, size_pt=size, tracking_em=round(name.tracking_em * spacing, 3))
            for degrees in (0.0, -4.0, 4.0, -9.0, 9.0):
                yield turned(spaced, degrees)


def _shapes(name: AreaName, measure: Measure) -> NDArray[numpy.object_]:
    return shapely.polygons(numpy.array(name_quads(name, measure, 0.0)))
