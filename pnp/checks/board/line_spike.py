"""line-spike: no point of a line lies far from both its neighbours, while these lie near each other.

Borders, coasts, rivers, lakes, frontiers and names along curves are compared: a point more than five times as far away
as points of the line usually are, and back again, is most likely a digit too much. The points of a short line are
compared with those of all lines of its kind; a border begins and ends at its junctions.

Passes: map.yaml borders/0/line = "70.5,25 71,30 70,35 69,40 69,45 69.5,50 70,55"
Fails:  map.yaml borders/0/line = "70.5,25 71,30 70,35 99,40 69,45 69.5,50 70,55"
Fails:  map.yaml borders/3/line = "45,561"
Mend:   correct the point; a line that really goes so far and back needs a point on its way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from statistics import median

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.lines import parse_line
from pnp.model.base import SourceModel
from pnp.model.map import PointMm

SEVERITY = "warning"

FEWEST = 5
"""Points of a line that has a usual distance of its own."""
TIMES, AT_LEAST_MM = 5, 3
DETOUR = 0.6
"""The way past the point, as a share of the way to it and back."""


def check(survey: Survey) -> Iterator[Problem]:
    lines = list(_lines(survey))
    steps = [[dist(one, other) for one, other in pairwise(line)] for _, line, _ in lines]
    alike: defaultdict[type[SourceModel], list[float]] = defaultdict(list)
    for (model, _, _), own in zip(lines, steps, strict=True):
        alike[type(model)] += own
    for (model, line, drawn), own in zip(lines, steps, strict=True):
        for index in _spikes(line, median(own) if len(line) >= FEWEST else median(alike[type(model)])):
            if index >= drawn:
                written = str(getattr(model, "line", "")).split()[index - drawn]
                where = survey.within(model.where("line"), written)
                message = f"the point {written} lies far off the line"
                yield problem(message, where, "correct the point, or put more points on its way")


def _lines(survey: Survey) -> Iterator[tuple[SourceModel, Sequence[PointMm], int]]:
    """Every line of three points or more, a border's with its junctions, and how many points of it precede `line`."""
    for model, text in survey.having("line"):
        if isinstance(text, str) and text.strip():
            first, last = (survey.game.map.junctions.get(name) for name in getattr(model, "ends", ("", "")))
            line = (*((first,) if first else ()), *parse_line(text), *((last,) if last else ()))
            if len(line) > 2:
                yield model, line, 1 if first else 0


def _spikes(line: Sequence[PointMm], usual: float) -> Iterator[int]:
    """The numbers of the points that are spikes, where points lie at a `usual` distance."""
    for index, (before, point, behind) in enumerate(zip(line, line[1:], line[2:], strict=False), 1):
        to, back = dist(before, point), dist(point, behind)
        if min(to, back) > TIMES * usual + AT_LEAST_MM and dist(before, behind) < DETOUR * (to + back):
            yield index
