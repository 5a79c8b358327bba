"""Names of the places of a hex map: twenty positions at six distances, the cheapest first, in rounds.

A name pays for what it covers (numbers, towns, fortified lines, rivers, railways, borders) and for lying across a
shore; it never leaves the frame and never lies under a panel. A name that still costs too much is reported.
In: the places and what they must avoid (`NameGround`). Out: `PlaceName`s in mm. Names on curves are in `curved`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

import numpy
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from pnp.maps.hex_labels import TOO_DEAR, PlaceName
from pnp.maps.hexes.outlines import ink_em
from pnp.maps.lines import Point, Rect
from pnp.maps.placing import CAP_EM, Measure

COSTS: Mapping[str, float] = {
    "number": 9.0, "town": 10.0, "badge": 10.0, "fort": 9.0, "river": 8.0, "rail": 7.0, "road": 6.0, "border": 6.0,
    "row": 4.0, "coast": 6.0, "name": 24.0, "mark": 10.0,
}  # fmt: skip
"""Cost of covering one thing of a class."""
GAP_MM = 0.8
"""A name nearer than this to a thing collides with it."""
NEAR = 0.4
"""Share of the cost that a name pays for coming too near to a thing without touching it."""
STRADDLE = 6.0
"""Highest cost of lying across a shore, for a name half on water."""
OVERLAP = 14.0
"""Cost of each mm² that two names share."""
HINT = 6.0
FORBIDDEN = 1000.0
ROUNDS = 6

POSITIONS: tuple[tuple[str, float, float, float, float], ...] = (
    ("e", 1.0, 0.0, 0.0, 0.0), ("e", 0.97, -0.4, 0.0, 0.25), ("e", 0.97, 0.4, 0.0, 0.3),
    ("w", -1.0, 0.0, 1.0, 0.5), ("w", -0.97, -0.4, 1.0, 0.75), ("w", -0.97, 0.4, 1.0, 0.8),
    ("ne", 0.75, -0.8, 0.0, 0.7), ("se", 0.75, 0.8, 0.0, 0.8),
    ("nw", -0.75, -0.8, 1.0, 1.1), ("sw", -0.75, 0.8, 1.0, 1.2),
    ("ne", 0.0, -1.0, 0.15, 1.0), ("se", 0.0, 1.0, 0.15, 1.1),
    ("nw", 0.0, -1.0, 0.85, 1.4), ("sw", 0.0, 1.0, 0.85, 1.5),
    ("n", 0.0, -1.0, 0.5, 1.4), ("s", 0.0, 1.0, 0.5, 1.5), ("n", 0.0, -1.0, 0.32, 1.45), ("s", 0.0, 1.0, 0.32, 1.55),
    ("n", 0.0, -1.0, 0.68, 1.5), ("s", 0.0, 1.0, 0.68, 1.6),
)  # fmt: skip
"""Positions: what an author calls it, its direction from the place, across and down, the share of the name's width to
the left of that point, and its own cost."""
DISTANCES = ((0.85, 0.0), (1.3, 0.4), (1.9, 0.9), (2.6, 1.6), (3.4, 2.6), (4.4, 4.0))
"""Distance from the symbol to the name in mm, and its cost."""
DESCENT_EM = 0.075
"""What letters reach below the line, mm for each pt."""


@dataclass(frozen=True, slots=True)
class NameType:
    """How the names of one rank are set."""

    font: str
    size_pt: float
    tracking_em: float = 0.0
    capitals: bool = False


RANKS: Mapping[int, NameType] = {
    1: NameType("condensed-bold", 12.5, 0.03, True),
    2: NameType("condensed-bold", 9.5, 0.04, True),
    3: NameType("condensed-semibold", 8.0),
    4: NameType("condensed-medium", 6.4),
}
SIZES_PT, LARGER_MM = (6.4, 8.0, 9.5, 12.5, 16.0), (13.5, 16.0)
"""The steps of sizes; names on hexes so wide are a step larger, or two, those of cities one at most."""


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place whose name is to be positioned. radius: of its symbol; to: the position that its author prefers;
    font: instead of its rank's; hex_mm: the width of its hexes.
    """

    id: str
    name: str
    rank: int
    at: Point
    radius: float
    to: str | None = None
    font: str = ""
    hex_mm: float = 0.0

    @property
    def type(self) -> NameType:
        """How its name is set."""
        kind = RANKS[self.rank]
        step = SIZES_PT.index(kind.size_pt) + sum(self.hex_mm >= least for least in LARGER_MM[: 1 + (self.rank > 2)])
        return replace(kind, font=self.font or kind.font, size_pt=SIZES_PT[step])


@dataclass
class NameGround:
    """The ground on which names lie, with all that they should avoid.

    frame     the neat line
    blocked   panels, tracks, boxes: never touched
    things    class of `COSTS` -> shapes in mm; lines already buffered by the room that they need
    water     seas and lakes, prepared or not; None where there are none
    """

    frame: Rect
    blocked: Sequence[Rect] = ()
    things: Mapping[str, Sequence[BaseGeometry]] = field(default_factory=dict)
    water: BaseGeometry | None = None

    def __post_init__(self) -> None:
        self._layers = [_layer(self.things)] if any(self.things.values()) else []
        self._added: Mapping[str, Sequence[BaseGeometry]] = {}
        self._blocked = (
            STRtree([shapely.box(x, y, x + w, y + h) for x, y, w, h in self.blocked]) if self.blocked else None
        )
        if self.water is not None:
            shapely.prepare(self.water)

    def also(self, **things: Sequence[BaseGeometry]) -> NameGround:
        """The same ground with more things on it, by class of `COSTS`; the index of the first is shared."""
        more = copy(self)
        classes = sorted({*self._added, *things})
        more._added = {name: [*self._added.get(name, ()), *things.get(name, ())] for name in classes}
        first = self._layers[:1] if any(self.things.values()) else []
        more._layers = [*first, _layer(more._added)] if any(more._added.values()) else first
        return more

    def costs(self, boxes: numpy.ndarray, *, wet: bool | None = None) -> numpy.ndarray:
        """The cost of each of `boxes` (left, top, right, bottom; shape (N, 4)); shape (N,).

        wet  True for a name of water, which pays for land; False for the opposite; None pays for lying across a shore
        """
        left, top, right, bottom = boxes.T
        shapes = shapely.box(left, top, right, bottom)
        total = numpy.zeros(len(boxes))
        for tree, costs in self._layers:
            which, hit = tree.query(shapes, predicate="dwithin", distance=GAP_MM)
            if len(which):
                touching = shapely.intersects(shapes[which], tree.geometries[hit])
                numpy.add.at(total, which, costs[hit] * numpy.where(touching, 1.0, NEAR))
        if self._blocked is not None:
            which, _ = self._blocked.query(shapes, predicate="dwithin", distance=GAP_MM)
            numpy.add.at(total, which, FORBIDDEN)
        x, y, width, height = self.frame
        outside = (left < x + 1) | (top < y + 1) | (right > x + width - 1) | (bottom > y + height - 1)
        total += FORBIDDEN * outside
        share = self.wet_share(boxes)
        if wet is None:
            return total + STRADDLE * 2 * numpy.minimum(share, 1 - share)
        return total + STRADDLE * (1 - share if wet else share)

    def covered(self, shapes: numpy.ndarray) -> numpy.ndarray:
        """Whether each shape lies outside the frame, under a panel, or nearer than GAP_MM to a thing; shape (N,)."""
        left, top, right, bottom = shapely.bounds(shapes).T
        x, y, width, height = self.frame
        hit = (left < x + 1) | (top < y + 1) | (right > x + width - 1) | (bottom > y + height - 1)
        for tree, _ in self._layers:
            hit[tree.query(shapes, predicate="dwithin", distance=GAP_MM - 1e-6)[0]] = True
        if self._blocked is not None:
            hit[self._blocked.query(shapes, predicate="dwithin", distance=GAP_MM)[0]] = True
        return hit

    def crossed(self, lines: Sequence[Sequence[Point]]) -> numpy.ndarray:
        """Whether each of `lines` runs over type, a symbol or a panel; other lines it may cross. Shape (N,)."""
        shapes = shapely.linestrings([list(line) for line in lines])
        hit = numpy.zeros(len(shapes), dtype=bool)
        for tree, costs in self._layers:
            which, thing = tree.query(shapes, predicate="intersects")
            hit[which[costs[thing] >= COSTS["number"]]] = True
        if self._blocked is not None:
            hit[self._blocked.query(shapes, predicate="intersects")[0]] = True
        return hit

    def parted(self, lines: numpy.ndarray) -> numpy.ndarray:
        """Whether a border runs across each of `lines` (corners; shape (N, 2 or more, 2)); shape (N,)."""
        borders = shapely.union_all(list(self.things.get("border", ())))
        return numpy.asarray(shapely.intersects(borders, shapely.linestrings(lines)))

    def wet_share(self, boxes: numpy.ndarray) -> numpy.ndarray:
        """The share of each box that lies on water, 0 to 1, from ten points in it."""
        if self.water is None:
            return numpy.zeros(len(boxes))
        hits = numpy.zeros(len(boxes))
        for across in (0.05, 0.275, 0.5, 0.725, 0.95):
            for down in (0.2, 0.8):
                xs = boxes[:, 0] + across * (boxes[:, 2] - boxes[:, 0])
                ys = boxes[:, 1] + down * (boxes[:, 3] - boxes[:, 1])
                hits += shapely.contains_xy(self.water, xs, ys)
        return hits / 10


def _layer(things: Mapping[str, Sequence[BaseGeometry]]) -> tuple[STRtree, numpy.ndarray]:
    """An index of the shapes of `things`, and the cost of each shape."""
    shapes = [shape for name in sorted(things) for shape in things[name]]
    return STRtree(shapes), numpy.array([COSTS[name] for name in sorted(things) for _ in things[name]])


def position_names(places: Sequence[NamedPlace], ground: NameGround, measure: Measure) -> tuple[PlaceName, ...]:
    """The name of each place in its position, in the order of `places`; one without any room is left out."""
    if not places:
        return ()
    choices = [_candidates(place, measure) for place in places]
    boxes, leanings, lines = (numpy.concatenate(parts) for parts in zip(*choices, strict=True))
    base_costs = ground.costs(boxes)
    starts = numpy.cumsum([0, *(len(leaning) for _, leaning, _ in choices)])
    total = base_costs + leanings
    order = sorted(range(len(places)), key=lambda i: (places[i].rank, -places[i].at[1], places[i].id))
    near = _within_reach(boxes, starts)
    chosen, lies = numpy.zeros(len(places), dtype=int), numpy.zeros(len(places), dtype=bool)
    for turn in range(ROUNDS):
        before = chosen.copy()
        for index in order:
            first, last = int(starts[index]), int(starts[index + 1])
            lies[index] = False
            others = boxes[chosen[near[index] & lies]]
            costs = total[first:last] + OVERLAP * _shared(boxes[first:last], others)
            chosen[index], lies[index] = first + int(numpy.argmin(numpy.round(costs, 6))), True
        if turn and (chosen == before).all():
            break
    names = []
    for i, place in enumerate(places):
        k, others = chosen[i], boxes[chosen[numpy.arange(len(places)) != i]]
        cost = float(base_costs[k]) + OVERLAP * float(_shared(boxes[[k]], others)[0])
        if cost < FORBIDDEN:
            names.append(_named(place, boxes[k].tolist(), _rounded(lines[k].tolist()), cost))
    return tuple(names)


TRIED = tuple((*position[1:], *distance) for position in POSITIONS for distance in DISTANCES)
"""Direction across and down, share of the width, cost of the position; distance and its cost."""


def set_name(place: NamedPlace) -> str:
    """The name of `place` as printed: in capitals for important places."""
    return place.name.upper() if place.type.capitals else place.name


def _candidates(place: NamedPlace, measure: Measure) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Boxes (N, 4), costs of the positions themselves (N,) and starts of the baselines (N, 2) that a name tries."""
    kind = place.type
    text = set_name(place)
    width = measure(text, kind.font, kind.size_pt, kind.tracking_em)
    cap = CAP_EM * kind.size_pt
    up, down = ink_em(text)
    dx, dy, share, lean, away, far = numpy.array(TRIED).T
    reach = place.radius + away
    left = place.at[0] + dx * reach - share * width
    base = place.at[1] + dy * (reach + cap / 2) + cap / 2
    boxes = numpy.column_stack([left, base - up * kind.size_pt, left + width, base + down * kind.size_pt])
    hinted = numpy.repeat([HINT if name == place.to else 0.0 for name, *_ in POSITIONS], len(DISTANCES))
    return boxes, lean + far - hinted, numpy.column_stack([left, base])


def _rounded(line: Sequence[float]) -> Point:
    return round(line[0], 3), round(line[1], 3)


def _within_reach(boxes: numpy.ndarray, starts: numpy.ndarray) -> numpy.ndarray:
    """Which names can touch which others, wherever both lie; shape (N, N).

    starts  where the boxes of each name begin
    """
    least = numpy.minimum.reduceat(boxes[:, :2], starts[:-1]) - GAP_MM
    most = numpy.maximum.reduceat(boxes[:, 2:], starts[:-1])
    return ((least[:, None] < most[None]) & (least[None] < most[:, None])).all(axis=2)


def _shared(boxes: numpy.ndarray, others: numpy.ndarray) -> numpy.ndarray:
    """The area in mm² that each box, GAP_MM larger, shares with all `others` together."""
    if not len(others):
        return numpy.zeros(len(boxes))
    wide = numpy.minimum(boxes[:, None, 2], others[None, :, 2]) - numpy.maximum(boxes[:, None, 0], others[None, :, 0])
    high = numpy.minimum(boxes[:, None, 3], others[None, :, 3]) - numpy.maximum(boxes[:, None, 1], others[None, :, 1])
    wide, high = wide + GAP_MM, high + GAP_MM
    return (numpy.maximum(wide, 0) * numpy.maximum(high, 0)).sum(axis=1)


def _named(place: NamedPlace, box: Sequence[float], start: Point, cost: float) -> PlaceName:
    (left, top, right, bottom), (x, y) = box, start
    kind = place.type
    rect = (round(left, 3), round(top, 3), round(right - left, 3), round(bottom - top, 3))
    return PlaceName(
        place.id, set_name(place), place.rank, kind.font, kind.size_pt, kind.tracking_em, x, y, rect,
        round(cost, 2),
    )  # fmt: skip


def dear_names(names: Iterable[PlaceName]) -> tuple[PlaceName, ...]:
    """The names that cover too much: those that cost TOO_DEAR or more."""
    return tuple(name for name in names if name.cost >= TOO_DEAR)
