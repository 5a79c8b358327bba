"""Routes for the arrows of a flow chart between boxes in rows and columns.

Each column and row has a centre line, with a few lanes in between. An arrow takes the cheapest route along these
lines (Dijkstra): short, with few bends and crossings, never on top of an arrow to another box; arrows to the same
box may join. Positions are line numbers, not mm.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from pnp.generators.tables.flow_chart_plan import Arrow, Cells

LANES = 3
"""Number of lanes between two rows or columns, and outside the first and last."""

RIGHT, DOWN, LEFT, UP = range(4)
_STEP = {RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0), UP: (0, -1)}

_LEAVE: dict[str, dict[int, float]] = {
    "yes": {RIGHT: 0.0, DOWN: 3.0, LEFT: 6.0},
    "no": {DOWN: 0.0, RIGHT: 4.0, LEFT: 4.0},
    "next": {DOWN: 0.0, RIGHT: 1.5, LEFT: 1.5, UP: 8.0},
}
"""Kind of arrow -> direction -> cost of leaving a box that way."""

_ENTER = {DOWN: 0.0, RIGHT: 2.0, LEFT: 2.0, UP: 8.0}
"""Direction -> cost of entering a box: from above, from either side, from below."""

BEND, CROSSING, SHARED = 2.5, 30.0, 0.45
ACROSS, ALONG, LANE = 5.0, 3.2, 0.7
"""Lengths that routes are measured in: half a column, half a row, from lane to lane."""

Vertex = tuple[int, int]
Step = tuple[Vertex, int]
"""A vertex and the direction in which it was reached; -1 = the start of the search."""


@dataclass(frozen=True, slots=True)
class ArrowRoute:
    """An arrow with its corners, box to box, as (vertical line, horizontal line)."""

    arrow: Arrow
    corners: tuple[Vertex, ...]


def column_line(column: int) -> int:
    """Number of the line through the middle of a column (or row)."""
    return LANES + column * (LANES + 1)


def lane_of(line: int) -> tuple[int, int] | None:
    """(gap, lane) of a line, None for the middle of a column or row; gap 0 lies before the first."""
    gap, lane = divmod(line, LANES + 1)
    return None if lane == LANES else (gap, lane)


@lru_cache(maxsize=64)
def route_arrows(arrows: tuple[Arrow, ...], cells: Cells) -> tuple[ArrowRoute, ...] | None:
    """A route for every arrow, in the order of `arrows`; None when one of them has no route.

    Routes are found one after another; of several orders the cheapest result wins.
    """
    best: tuple[float, tuple[ArrowRoute, ...]] | None = None
    for order in _orders(arrows, cells):
        board = _RouteGrid(cells)
        total, routes = 0.0, {}
        for index in order:
            cheapest = board.route(arrows[index])
            if cheapest is None:
                break
            total += cheapest[0]
            routes[index] = ArrowRoute(arrows[index], cheapest[1])
        else:
            if best is None or total < best[0] - 1e-9:
                best = total, tuple(routes[index] for index in range(len(arrows)))
    return best[1] if best else None


def _orders(arrows: Sequence[Arrow], cells: Cells) -> Iterator[list[int]]:
    """Orders in which to route: short arrows first, as listed or from the end."""

    def length(index: int) -> int:
        (r1, c1), (r2, c2) = cells.at[arrows[index].source], cells.at[arrows[index].target]
        return abs(r1 - r2) + abs(c1 - c2)

    every = range(len(arrows))
    yield sorted(every, key=lambda i: (length(i), i))
    yield sorted(every, key=lambda i: (length(i) > 1, i))
    yield sorted(every, key=lambda i: (length(i) > 1, -i))
    yield sorted(every, key=lambda i: (length(i) > 1, -length(i), i))


@dataclass(slots=True)
class _Passage:
    """An arrow passing a vertex: the directions in which it enters and leaves."""

    source: int
    target: int
    came: int
    goes: int


@dataclass
class _RouteSearch:
    """The search for one route: the queue, the least cost of each step, and the step before it."""

    arrow: Arrow
    goal: Vertex
    queue: list[tuple[float, int, Vertex, int]] = field(default_factory=list)
    cost: dict[Step, float] = field(default_factory=dict)
    before: dict[Step, Step] = field(default_factory=dict)


@dataclass
class _RouteGrid:
    """The grid of lines, and the arrows already routed along them."""

    cells: Cells
    segments: dict[tuple[Vertex, Vertex], list[Arrow]] = field(default_factory=dict)
    uses: dict[Vertex, list[_Passage]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.width = column_line(self.cells.columns)
        self.height = column_line(self.cells.rows)
        self.boxes = {(column_line(c), column_line(r)): n for n, (r, c) in enumerate(self.cells.at)}

    def route(self, arrow: Arrow) -> tuple[float, tuple[Vertex, ...]] | None:
        """Find the cheapest route, occupy it on the grid, and return its cost and corners."""
        (r1, c1), (r2, c2) = self.cells.at[arrow.source], self.cells.at[arrow.target]
        start, goal = (column_line(c1), column_line(r1)), (column_line(c2), column_line(r2))
        search = _RouteSearch(arrow, goal)
        queue, cost = search.queue, search.cost
        for way, price in _LEAVE[arrow.kind].items():
            self._push(search, (start, way), None, price)
        while queue:
            spent, _, at, way = heapq.heappop(queue)
            if spent > cost[at, way]:
                continue
            if at == goal:
                return spent, self._enter(arrow, search.before, (at, way))
            for turn in range(4):
                if (turn - way) % 4 == 2:
                    continue
                price = self._through(arrow, at, way, turn)
                if price is not None:
                    self._push(search, (at, turn), (at, way), spent + price)
        return None

    def _push(self, search: _RouteSearch, leaving: Step, came: Step | None, spent: float) -> None:
        """Queue the step from `leaving` when it is free and cheaper than before."""
        at, way = leaving
        after = (at[0] + _STEP[way][0], at[1] + _STEP[way][1])
        if not (0 <= after[0] < self.width and 0 <= after[1] < self.height):
            return
        if after in self.boxes and after != search.goal:
            return
        price = self._along(search.arrow, at, after)
        if price is None:
            return
        total = spent + price + (_ENTER[way] if after == search.goal else 0.0)
        if total < search.cost.get((after, way), 1e9) - 1e-9:
            search.cost[after, way] = total
            search.before[after, way] = came if came is not None else (at, -1)
            heapq.heappush(search.queue, (total, way, after, way))

    def _along(self, arrow: Arrow, a: Vertex, b: Vertex) -> float | None:
        """Cost of a segment; None when an arrow to another box, or in the other direction, occupies it."""
        middle = any(lane_of(i) is None for i in ((a[0], b[0]) if a[1] == b[1] else (a[1], b[1])))
        length = LANE if not middle else (ACROSS if a[1] == b[1] else ALONG)
        if self.segments.get((b, a)):
            return None
        sharing = self.segments.get((a, b), ())
        if any(o.target != arrow.target or o.source == arrow.source for o in sharing):
            return None
        return length * (SHARED if sharing else 1.0)

    def _through(self, arrow: Arrow, at: Vertex, came: int, goes: int) -> float | None:
        """Cost of passing a vertex: bends and crossings; None when it would look like a junction."""
        price = BEND if came != goes else 0.0
        for use in self.uses.get(at, ()):
            if use.target == arrow.target and use.source != arrow.source:
                continue
            crosses = use.came == use.goes and came == goes and (use.came - came) % 2 == 1
            if not crosses:
                return None
            price += CROSSING
        return price

    def _enter(self, arrow: Arrow, before: dict[Step, Step], state: Step) -> tuple[Vertex, ...]:
        """Occupy the route on the grid; returns its corners."""
        way: list[Step] = []
        at = state
        while at[1] >= 0:
            way.append(at)
            at = before[at]
        vertices = [at[0], *(vertex for vertex, _ in reversed(way))]
        directions = [direction for _, direction in reversed(way)]
        for a, b in pairwise(vertices):
            self.segments.setdefault((a, b), []).append(arrow)
        corners = [vertices[0]]
        for vertex, came, goes in zip(vertices[1:], directions, directions[1:], strict=False):
            self.uses.setdefault(vertex, []).append(_Passage(arrow.source, arrow.target, came, goes))
            if came != goes:
                corners.append(vertex)
        return (*corners, vertices[-1])
