"""map-crossing: a route crosses a river as drawn just when the rules say that it does.

`river` of a route is what units pay for; the lines of map.yaml are what players see. The line of a route runs from
`stack_at` to `stack_at` over its `via` points. Stretches of one river share an id, and a river without an id may run
anywhere.

Game:   march-of-justice
Passes: map.yaml routes/0/road = m4
Fails:  map.yaml rivers/don/id = donn
Fails:  map.yaml "[rostov, kamensk], road: m4" -> "[rostov, kamensk], road: m4, river: oka"
Mend:   correct `river`, move the river, or lead the route over `via` points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.map import PointMm, River, Route

SEVERITY = "error"

Segment = tuple[PointMm, PointMm]
CELL_MM = 20.0


def check(survey: Survey) -> Iterator[Problem]:
    grids = _grids(survey.game.map.rivers)
    for route in survey.game.map.routes:
        way = _way(survey, route)
        if not way:
            continue
        names = " and ".join(route.between)
        if route.river is not None and route.river in grids and _crossings(way, grids[route.river]) % 2 == 0:
            message = f"the route of {names} does not cross the {route.river!r} as drawn"
            yield problem(message, route.where("river"), "correct `river`, move the river, or give the route `via`")
        for name, grid in grids.items():
            if name != route.river and _crossings(way, grid):
                message = f"the route of {names} crosses the {name!r} as drawn, but not in the rules"
                yield problem(
                    message, route.where("between"), f"write river: {name}, move the river, or give the route `via`"
                )


def _way(survey: Survey, route: Route) -> list[Segment]:
    ends = [survey.spaces[name].stack_at if name in survey.spaces else None for name in route.between]
    if ends[0] is None or ends[1] is None:
        return []
    return list(pairwise([ends[0], *route.via, ends[1]]))


Grid = dict[tuple[int, int], list[Segment]]


def _grids(rivers: tuple[River, ...]) -> dict[str, Grid]:
    """Id of each river -> its segments by the squares of the sheet that they touch."""
    grids: dict[str, Grid] = {}
    for river in rivers:
        if river.id is None:
            continue
        points = [tuple(float(n) for n in pair.split(",")) for pair in river.line.split()]
        grid = grids.setdefault(river.id, {})
        for segment in pairwise(points):
            for cell in _cells(segment):  # type: ignore[arg-type]
                grid.setdefault(cell, []).append(segment)  # type: ignore[arg-type]
    return grids


def _cells(segment: Segment) -> Iterator[tuple[int, int]]:
    """Squares under the segment's bounding box; a segment far too long is left out."""
    (x1, y1), (x2, y2) = segment
    left, right = int(min(x1, x2) // CELL_MM), int(max(x1, x2) // CELL_MM)
    top, bottom = int(min(y1, y2) // CELL_MM), int(max(y1, y2) // CELL_MM)
    if (right - left + 1) * (bottom - top + 1) <= 400:
        yield from ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def _crossings(way: list[Segment], grid: Grid) -> int:
    met: set[tuple[int, Segment]] = set()
    for number, segment in enumerate(way):
        for cell in _cells(segment):
            met.update((number, other) for other in grid.get(cell, ()) if _cross(segment, other))
    return len(met)


def _cross(one: Segment, other: Segment) -> bool:
    """Whether two segments cross; touching with the first end counts, with the second it does not."""
    return _turn(*one, other[0]) != _turn(*one, other[1]) and _turn(*other, one[0]) != _turn(*other, one[1])


def _turn(a: PointMm, b: PointMm, c: PointMm) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
