"""map-kind: a map holds what its kind reads: areas have neighbours and borders, points have routes, hexes their grid.

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
HEXES = ("hexes",)
IDLE = {
    "areas": (*POINTS, *HEXES),
    "points": (*AREAS, *HEXES),
    "hexes": (*AREAS, "routes"),
}
"""Kind of map -> what it doesn't read."""


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    for field in IDLE[source.kind]:
        if getattr(source, field):
            message = f"`{field}` are not read on a map of the kind {source.kind!r}"
            yield problem(message, source.where_key(field), "correct `kind`, or remove them")
    if source.kind == "hexes" and source.hexes is None:
        yield problem(
            "a map of the kind 'hexes' without `hexes`", source.where("kind"), "give its grid, terrains and rows"
        )
    if source.kind in ("points", "hexes"):
        for space in source.spaces:
            if space.neighbours:
                message = f"the neighbours of {space.id!r} are not read on a map of the kind {source.kind!r}"
                yield problem(
                    message,
                    space.where_key("neighbours"),
                    "write routes instead" if source.kind == "points" else "the grid rules",
                )
        if source.kind == "points" and not source.routes:
            yield problem("the map has points and no route", source.where("kind"), "join them by `routes`")
