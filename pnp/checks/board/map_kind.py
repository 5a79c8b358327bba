"""map-kind: a map holds what its kind reads: areas have neighbours and borders, points have routes.

Whatever belongs to another kind is never read, so a mistake in it is never seen either.

Passes: map.yaml kind = areas
Fails:  map.yaml kind = points
Fails:  map.yaml routes = [{between: [alder, birch], road: lane}]
Mend:   correct `kind`, or move the facts to where this kind of map has them.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

AREAS = ("borders", "junctions", "special_links", "closed_borders")
POINTS = ("routes", "roads")


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    idle = {"areas": POINTS, "hexes": POINTS, "points": AREAS}[source.kind]
    for field in idle:
        if getattr(source, field):
            message = f"`{field}` are not read on a map of the kind {source.kind!r}"
            yield problem(message, source.where_key(field), "correct `kind`, or remove them")
    if source.kind == "points":
        for space in source.spaces:
            if space.neighbours:
                message = f"the neighbours of {space.id!r} are not read on a map of the kind 'points'"
                yield problem(message, space.where_key("neighbours"), "write routes instead")
        if not source.routes:
            yield problem("the map has points and no route", source.where("kind"), "join them by `routes`")
