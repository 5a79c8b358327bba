"""label-outside: on an area map a stack box and a name that are placed by hand lie in their own area.

From a point within an area the first border in each direction is one of its own.

Passes: map.yaml spaces/0/stack_at = [40, 40]
Fails:  map.yaml spaces/0/stack_at = [90, 80]
Fails:  map.yaml spaces/0/stack_at = [40, 40]
        and map.yaml spaces/0/name_at = [90, 40]
Mend:   correct the place, in mm from the top left of the sheet, or leave it out: then it is fitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.lines import Point, parse_line
from pnp.model.map import MapSource

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    if source.kind != "areas":
        return
    sides = list(_sides(source))
    for space in source.spaces:
        for field, what in (("stack_at", "stack box"), ("name_at", "name")):
            point = getattr(space, field)
            if point and not all(space.id in between for between in _first_borders(point, sides)):
                message = f"the {what} of {space.name!r} lies outside its area"
                yield problem(message, space.where(field), "correct the place, or leave it out")


def _sides(source: MapSource) -> Iterator[tuple[Point, Point, tuple[str, str]]]:
    """The straight parts of all borders, and the two regions that each parts."""
    for border in source.borders:
        first, last = (source.junctions.get(name) for name in border.ends)
        if first and last:
            for one, other in pairwise((first, *parse_line(border.line), last)):
                yield one, other, border.between


def _first_borders(point: Point, sides: list[tuple[Point, Point, tuple[str, str]]]) -> Iterator[tuple[str, str]]:
    """The regions at the nearest border to the left, to the right, above and below; none where the frame is nearer."""
    for along in (0, 1):
        across = 1 - along
        nearest: dict[bool, tuple[float, tuple[str, str]]] = {}
        for one, other, between in sides:
            if (one[across] > point[across]) != (other[across] > point[across]):
                share = (point[across] - one[across]) / (other[across] - one[across])
                distance = one[along] + share * (other[along] - one[along]) - point[along]
                beyond = nearest.get(distance > 0)
                if beyond is None or abs(distance) < beyond[0]:
                    nearest[distance > 0] = abs(distance), between
        yield from (between for _, between in nearest.values())
