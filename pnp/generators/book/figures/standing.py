"""Counters in the figure of an example: large enough to read whatever the scale of the map, clear of each other and of
the frame; the arrows between them; the words and badges of the map that they would cut.

All in mm of the map; what has a size in print is divided by `scale`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from pnp.draw.paths import along, length_mm
from pnp.draw.scene import Group, Node, Path, Point, Text, rect
from pnp.generators.book.figures.situation import ExampleBoard, Leg
from pnp.generators.counters.chit import chit
from pnp.generators.sheets.bounds import marks
from pnp.model.counters import Counter
from pnp.model.game import Game

Box = tuple[float, float, float, float]

CHIT_MM, MOST_CHIT_MM = 10.5, 11.8
"""The least and the greatest size of a counter in print: what is on it can be read, and all figures look alike."""
PALE, COMING = 0.62, "{}, coming"
OFFSETS, MOST_IN_STACK = (0.12, 0.22), 4
"""How far a counter of a stack lies right of the one above it and above that, as shares of its size, so that its name
shows; how many of one are drawn.
"""
OVER = 1.15
"""Counters side by side may be so much wider than their space."""
APART_MM, EDGE_MM, CLEAR_MM = 0.8, 2.4, 1.0
"""White between two stacks, between one and the frame, and from one to the words of the map, in print."""
LEAST_ARROW_MM = 5.0
"""The least length of an arrow in print: between counters that touch, it overlaps both."""
BOWS = (0.0, 0.14, -0.14, 0.24, -0.24, 0.36, -0.36, 0.5, -0.5)
"""How far a straight way may be bent aside, as shares of its length, so that it passes by what lies on it."""
ARROW_MM = 1.1
"""Half the width of an arrow in print."""
SMALL_MM = 24.0
"""A shape of the map up to this size is whole or left out."""


@dataclass(frozen=True, slots=True)
class StandingRoom:
    """Where the units of a space stand: about `centre`, side by side as far as `width` and `height` hold them."""

    centre: Point
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class ShownStack:
    """The units in a space, the first on top or leftmost, with face and opacity, each `size` wide, in `box`."""

    units: tuple[tuple[Counter, str, float], ...]
    size: float
    columns: int
    box: Box

    @property
    def centre(self) -> Point:
        """The middle of all of them."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    def clear(self, scale: float, turn_deg: float = 0.0) -> Box:
        """What words and badges of the map must stay clear of, where the stack is turned."""
        half, turn = (self.box[2] - self.box[0]) / 2, math.radians(turn_deg)
        return widened(self.box, CLEAR_MM / scale + half * (abs(math.cos(turn)) + abs(math.sin(turn)) - 1.0))

    def moved(self, dx: float, dy: float) -> ShownStack:
        """The same elsewhere."""
        x0, y0, x1, y1 = self.box
        return replace(self, box=(x0 + dx, y0 + dy, x1 + dx, y1 + dy))

    @property
    def squares(self) -> list[Box]:
        """Its counters, so large that no arrow begins between two."""
        return [widened((x, y, x + self.size, y + self.size), 0.02 * self.size) for x, y in self.spots()]

    def spots(self) -> list[Point]:
        """The top left corners of its counters: in rows, or the lower ones of a stack peeping out above, to the right
        """
        x0, y0, _, y1 = self.box
        if self.columns:
            step = self.size * 1.03
            return [(x0 + n % self.columns * step, y0 + n // self.columns * step) for n in range(len(self.units))]
        right, up = OFFSETS
        return [(x0 + n * right * self.size, y1 - (1 + n * up) * self.size) for n in range(len(self.units))]


def chit_mm(game: Game, scale: float) -> float:
    """The size of a counter in mm of the map: its own, as far as all figures look alike."""
    return min(max(game.style.counters.size_mm, CHIT_MM / scale), MOST_CHIT_MM / scale)


def stacks_of(
    game: Game, situation: ExampleBoard, rooms: Mapping[str, StandingRoom], box: Box, scale: float,
    legs: Sequence[Leg] = (),
) -> dict[str, ShownStack]:  # fmt: skip
    """Space -> its units: those there, or those that come later, pale, which stand beside them under `COMING`. A stack
    at the edge is moved inside the frame where the example needs its space, else left out; stacks that overlap make way
    for each other, and for the arrows of `legs` between them. All counters are of one size.
    """
    counters = {str(c.id): c for c in game.all_counters()}
    edge = EDGE_MM / scale
    frame = box[0] + edge, box[1] + edge, box[2] - edge, box[3] - edge
    stacks: dict[str, ShownStack] = {}
    standing = [(place, 1.0, units) for place, units in situation.units.items()]
    coming = [(place, PALE, units) for place, units in situation.arriving.items()]
    here = [
        (place, [(counters[name], "front" if counters[name].group.back == "same" else face, opacity)
                 for name, face in shown if name in counters])
        for place, opacity, shown in (*standing, *coming) if place in rooms and within(rooms[place].centre, box)
    ]  # fmt: skip
    least, size = CHIT_MM / scale, chit_mm(game, scale)
    size = min((_fit(len(units), rooms[place], size, least)[0] for place, units in here if units), default=size)
    for place, units in here:
        if not units:
            continue
        stack = _stacked(units, rooms[place], size, least)
        if place in stacks:  # beside them, not over the name above or below
            aside = (stacks[place].box[2] - stacks[place].box[0] + stack.box[2] - stack.box[0]) / 2 + APART_MM / scale
            right = stacks[place].centre[0] + aside <= frame[2] - (stack.box[2] - stack.box[0]) / 2
            stack = stack.moved(aside if right else -aside, 0.0)
        inside = _pushed(stack, frame)
        if inside.box == stack.box or place in situation.spaces:
            stacks[COMING.format(place) if place in stacks else place] = inside
    ways = [{leg.start, leg.end} for leg in legs]
    for _ in range(24):
        overlaps = [
            (a, b, push) for a, b in combinations(stacks, 2)
            if (push := _push(stacks[a].box, stacks[b].box, (LEAST_ARROW_MM if {a, b} in ways else APART_MM) / scale))
        ]  # fmt: skip
        for a, b, (dx, dy) in overlaps:
            stacks[a] = _pushed(stacks[a].moved(-dx / 2, -dy / 2), frame)
            stacks[b] = _pushed(stacks[b].moved(dx / 2, dy / 2), frame)
        if not overlaps:
            break
    return stacks


def _fit(count: int, room: StandingRoom, size: float, least: float) -> tuple[float, int]:
    """The size of so many units, and how many stand side by side: none where they lie on top of each other, since they
    would be smaller than `least`.
    """
    for columns in range(count, 0, -1):
        wide, high = (1.03 * n - 0.03 for n in (columns, -(-count // columns)))
        fits = OVER * min(room.width / wide, room.height / high)
        if fits >= least:
            return min(size, fits), columns
    return max(least, min(size, room.width / (1 + OFFSETS[0] * (min(count, MOST_IN_STACK) - 1)))), 0


def _stacked(units: Sequence[tuple[Counter, str, float]], room: StandingRoom, size: float, least: float) -> ShownStack:
    """The units side by side, if they have room, else on top of each other."""
    _, columns = _fit(len(units), room, size, least)
    shown = tuple(units if columns else units[:MOST_IN_STACK])
    wide, high = (1 + off * (len(shown) - 1) for off in OFFSETS)
    if columns:
        wide, high = (1.03 * n - 0.03 for n in (columns, -(-len(shown) // columns)))
    (x, y), across, down = room.centre, size * wide / 2, size * high / 2
    return ShownStack(shown, size, columns, (x - across, y - down, x + across, y + down))


def widened(box: Box, by: float) -> Box:
    """A box with so much more at each side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def within(point: Sequence[float], box: Box) -> bool:
    """Whether a point lies in a box."""
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _pushed(stack: ShownStack, frame: Box) -> ShownStack:
    """The stack, moved into the frame."""
    x0, y0, x1, y1 = stack.box
    dx = max(frame[0] - x0, 0.0) + min(frame[2] - x1, 0.0)
    dy = max(frame[1] - y0, 0.0) + min(frame[3] - y1, 0.0)
    return stack.moved(dx, dy) if dx or dy else stack


def _push(one: Box, other: Box, apart: float) -> Point | None:
    """The shortest way that takes `other` clear of `one`; None where it is."""
    over_x = min(one[2], other[2]) - max(one[0], other[0]) + apart
    over_y = min(one[3], other[3]) - max(one[1], other[1]) + apart
    if over_x <= 1e-6 or over_y <= 1e-6:
        return None
    if over_x < over_y:
        return (over_x if other[0] + other[2] >= one[0] + one[2] else -over_x), 0.0
    return 0.0, (over_y if other[1] + other[3] >= one[1] + one[3] else -over_y)


def counter_nodes(game: Game, stack: ShownStack) -> Iterable[Node]:
    """The counters of a stack, the lowest first, each with a shadow, which sets a white one off from the map."""
    for (counter, face, opacity), (x, y) in reversed(list(zip(stack.units, stack.spots(), strict=True))):
        off = 0.035 * stack.size
        shadow = Path(rect(x + off, y + off, stack.size, stack.size), fill="#000000", fill_opacity=0.24 * opacity)
        paper = Path(rect(x, y, stack.size, stack.size), fill="#ffffff")
        below = (shadow, paper) if opacity < 1.0 else (shadow,)  # what lies below a pale one doesn't show through
        yield Group((*below, Group(tuple(chit(game, counter, x, y, stack.size, face)), opacity=opacity)))


# Arrows -----------------------------------------------------------------------------------------------


def course_between(
    way: Sequence[Point], start: Sequence[Box], end: Sequence[Box], obstacles: Sequence[Box], scale: float
) -> list[Point]:
    """The part of `way` from the edge of the boxes at one end to that of those at the other; a straight one is bent
    around `obstacles`.

    Where the boxes leave too little between them, it overlaps both.
    """
    ways = [_bowed(way[0], way[-1], bow) for bow in BOWS] if len(way) == 2 else [list(way)]
    courses = [_trimmed(one, start, end, scale) for one in ways]
    return min(courses, key=lambda course: sum(any(within(p, box) for box in obstacles) for p in dense(course)))


def _bowed(start: Point, end: Point, bow: float) -> list[Point]:
    """A way that leaves the straight line by `bow` of its length."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    return [
        (x0 + t * dx - 4 * t * (1 - t) * bow * dy, y0 + t * dy + 4 * t * (1 - t) * bow * dx)
        for t in ((0.0, 1.0) if not bow else [n / 16 for n in range(17)])
    ]


def _trimmed(way: Sequence[Point], start: Sequence[Box], end: Sequence[Box], scale: float) -> list[Point]:
    total = length_mm(way)
    steps = [total * n / 200 for n in range(201)]
    outside = [at for at in steps if not any(within(along(way, at), box) for box in (*start, *end))]
    first, last = (outside[0], outside[-1]) if outside else (total / 2, total / 2)
    missing = LEAST_ARROW_MM / scale - (last - first)
    if missing > 0.0:
        first, last = max(first - missing / 2, 0.0), min(last + missing / 2, total)
    return [along(way, first + (last - first) * n / 24) for n in range(25)]


def dense(way: Sequence[Point]) -> list[Point]:
    """Points along `way`, close together."""
    total = length_mm(way)
    return [along(way, total * n / 40) for n in range(41)]


# The map below ------------------------------------------------------------------------------------------


def hidden(one: Box, boxes: Sequence[Box], points: Sequence[Point]) -> float:
    """How much a plate in `one` would hide of `boxes` and of arrows through `points`."""
    area = sum(
        max(0.0, min(one[2], x1) - max(one[0], x0)) * max(0.0, min(one[3], y1) - max(one[1], y0))
        for x0, y0, x1, y1 in boxes
    )
    return round(area, 6) + 2.0 * sum(within(point, one) for point in points)


def whole(nodes: Iterable[Node], box: Box, covered: Sequence[Box]) -> list[Node]:
    """`nodes` without the small shapes that the frame or one of the boxes in `covered` would cut, and the words on them
    """
    kept = list(nodes)
    cut = [around for around in small_in(kept) if _is_cut(around, box, covered)]
    return [node for one in kept for node in _without(one, cut)]


def small_in(nodes: Iterable[Node]) -> Iterable[Box]:
    """The boxes of the small shapes among `nodes`, such as symbols, and of its words."""
    for _, node, around in marks(nodes):
        if isinstance(node, Text) or max(around[2] - around[0], around[3] - around[1]) <= SMALL_MM:
            yield around


def _is_cut(around: Box, box: Box, covered: Sequence[Box]) -> bool:
    inside = within(around[:2], box) and within(around[2:], box)
    return not inside or any(_push(around, other, -0.3) for other in covered)


def _without(node: Node, cut: Sequence[Box]) -> Iterable[Node]:
    if isinstance(node, Group):
        children = tuple(part for child in node.children for part in _without(child, cut))
        if children:
            yield replace(node, children=children)
    elif isinstance(node, Path | Text):
        ((_, _, (x0, y0, x1, y1)),) = marks((node,))
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        small = isinstance(node, Text) or max(x1 - x0, y1 - y0) <= SMALL_MM
        if not (small and any(within(middle, other) for other in cut)):
            yield node
    else:
        yield node
