"""border-not-adjacent: the drawn borders and the lists of neighbours say the same.

Two spaces with a common border are neighbours, unless `closed_borders` names them and says why; two neighbours have a
common border, unless `special_links` names them (a bridge, a strait). An exception that isn't needed is a mistake too.

Passes: map.yaml closed_borders/0/reason = A wall.
Fails:  map.yaml closed_borders = []
Fails:  map.yaml special_links = []
Fails:  map.yaml special_links/+ = {between: [alder, birch], kind: bridge, reason: A second way.}
Fails:  map.yaml closed_borders/+ = {between: [birch, dogwood], reason: They are far apart.}
Mend:   correct the neighbours or the border, or name the exception with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.graph import drawn_adjacency

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    if source.kind != "areas":
        return
    drawn_pairs = drawn_adjacency(source)
    ruled = {frozenset((s.id, n)) for s in source.spaces for n in s.neighbours}
    special = {frozenset(link.between) for link in source.special_links}
    closed = {frozenset(border.between) for border in source.closed_borders}
    reported = set()
    for border in source.borders:
        pair = frozenset(border.between)
        if pair in drawn_pairs and pair not in ruled and pair not in closed and pair not in reported:
            reported.add(pair)
            message = f"{' and '.join(border.between)} have a common border but are not neighbours"
            yield problem(
                message, border.where("between"), "name them as neighbours, or in closed_borders with the reason"
            )
    for space in source.spaces:
        for index, other in enumerate(space.neighbours):
            pair = frozenset((space.id, other))
            accounted = pair in drawn_pairs or pair in special or pair in reported
            if other in survey.spaces and len(pair) == 2 and not accounted:
                reported.add(pair)
                message = f"{space.id!r} and {other!r} are neighbours but no border is drawn between them"
                hint = "draw it, or name them in special_links with the reason"
                yield problem(message, space.where("neighbours", index), hint)
    for link in source.special_links:
        pair = frozenset(link.between)
        if pair in drawn_pairs or pair not in ruled:
            why = "have a common border anyway" if pair in drawn_pairs else "are not neighbours"
            yield problem(f"{' and '.join(link.between)} {why}", link.where("between"), "remove the special link")
    for shut in source.closed_borders:
        pair = frozenset(shut.between)
        if pair not in drawn_pairs or pair in ruled:
            why = "are neighbours" if pair in ruled else "have no common border"
            yield problem(f"{' and '.join(shut.between)} {why}", shut.where("between"), "remove the closed border")
