"""line-spike: no point of a line lies far from both its neighbours, while these lie near each other.

Borders, coasts, rivers, lakes, frontiers and names along curves are compared: a point more than five times as far away
as points of the line usually are, and back again, is most likely a digit too much.

Passes: map.yaml borders/0/line = "70.5,25 71,30 70,35 69,40 69,45 69.5,50 70,55"
Fails:  map.yaml borders/0/line = "70.5,25 71,30 70,35 99,40 69,45 69.5,50 70,55"
Mend:   correct the point; a line that really goes so far and back needs a point on its way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from statistics import median

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.lines import parse_line

SEVERITY = "warning"

FEWEST = 5
"""Points of a line that has a usual distance."""
TIMES, AT_LEAST_MM = 5, 3
DETOUR = 0.6
"""The way past the point, as a share of the way to it and back."""


def check(survey: Survey) -> Iterator[Problem]:
    for model in survey.models:
        text = getattr(model, "line", None)
        line = parse_line(text) if isinstance(text, str) and text.count(" ") + 1 >= FEWEST else ()
        for index in _spikes(line) if line else ():
            written = text.split()[index]
            where = survey.within(model.where("line"), written)
            message = f"the point {written} lies far off the line"
            yield problem(message, where, "correct the point, or put more points on its way")


def _spikes(line: Sequence[tuple[float, float]]) -> Iterator[int]:
    """The numbers of the points that are spikes."""
    usual = median(dist(one, other) for one, other in pairwise(line))
    for index, (before, point, behind) in enumerate(zip(line, line[1:], line[2:], strict=False), 1):
        to, back = dist(before, point), dist(point, behind)
        if min(to, back) > TIMES * usual + AT_LEAST_MM and dist(before, behind) < DETOUR * (to + back):
            yield index
