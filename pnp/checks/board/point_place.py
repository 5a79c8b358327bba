"""point-place: every point of a point map has its place, and no two share one.

`stack_at` is the centre of its box, in mm from the top left of the sheet; routes are drawn between the boxes.

Game:   march-of-justice
Passes: map.yaml spaces/kursk/note = A town
Fails:  map.yaml spaces/kursk/stack_at removed
Fails:  map.yaml spaces/kursk/stack_at = [29, 110]
        and map.yaml spaces/orel/stack_at = [30, 111]
Mend:   write stack_at: [x, y].
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

NEAREST_MM = 8.0
"""Boxes hold a stack of counters, so that nearer centres can't be right."""


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    if source.kind != "points":
        return
    placed: list[tuple[float, float, str]] = []
    for space in source.spaces:
        if space.stack_at is None:
            yield problem(f"the point {space.id!r} has no place", space.where("id"), "write stack_at: [x, y]")
            continue
        x, y = space.stack_at
        near = next((name for x2, y2, name in placed if abs(x - x2) < NEAREST_MM and abs(y - y2) < NEAREST_MM), None)
        if near is None:
            placed.append((x, y, space.id))
        else:
            yield problem(f"{space.id!r} lies on {near!r}", space.where("stack_at"), "move one of the two")
