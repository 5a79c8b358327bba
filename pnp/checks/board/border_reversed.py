"""border-reversed: the points of a border run from its first junction to its second.

`line` holds the points between the two ends. Written backwards, the border would jump across the map and back.

Passes: map.yaml borders/0/line = "70,30 70,50"
Fails:  map.yaml borders/0/line = "70,50 70,30"
Mend:   swap the names in `ends`, or turn the line round.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    junctions = survey.game.map.junctions
    for border in survey.game.map.borders:
        points = _points(border.line or "")
        if len(points) < 2 or border.ends[0] == border.ends[1] or not set(border.ends) <= set(junctions):
            continue
        start, end = (junctions[name] for name in border.ends)
        straight = dist(start, points[0]) + dist(points[-1], end)
        turned = dist(end, points[0]) + dist(points[-1], start)
        if turned < straight:
            message = f"the line runs from {border.ends[1]!r} to {border.ends[0]!r}, not the way `ends` says"
            yield problem(message, border.where("ends"), f"write ends: [{border.ends[1]}, {border.ends[0]}]")


def _points(line: str) -> list[tuple[float, float]]:
    points = []
    for pair in line.split():
        x, _, y = pair.partition(",")
        try:
            points.append((float(x), float(y)))
        except ValueError:
            return []
    return points
