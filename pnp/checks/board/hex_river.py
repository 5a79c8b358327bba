"""hex-river: a river's hexsides follow one another, corner to corner, in the order in which they are written.

A gap is drawn as two rivers and lets a unit cross dry between them; a side written twice is a slip.

Game:   hex-war
Passes: map.yaml hexes/sides/0/sides = "0201/0102 0201/0202"
Fails:  map.yaml hexes/sides/0/sides = "0201/0102 0404/0304"
Fails:  map.yaml hexes/sides/0/sides = "0201/0102 0201/0202 0102/0201"
Mend:   add the missing side, or begin a second run with the same name.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.hex_grid import HexField, hex_field

SEVERITY = "warning"
STREAMS = ("river", "major-river", "stream")


def check(survey: Survey) -> Iterator[Problem]:
    hexes = survey.game.map.hexes
    if hexes is None:
        return
    field = hex_field(hexes)
    streams = {kind.id for kind in hexes.side_kinds if kind.look in STREAMS}
    for feature in hexes.sides:
        if feature.kind not in streams:
            continue
        try:
            sides = field.hexsides(feature.sides)
        except (KeyError, ValueError):
            continue  # hex-list reports it
        words = feature.sides.split()
        ends = [_ends(field, side) for side in sides]
        doubled = next((word for i, word in enumerate(words) if ends[i] in ends[:i]), None)
        if doubled:
            where = survey.within(feature.where("sides"), doubled)
            yield problem(f"the side {doubled} is written twice", where, "write it once")
            continue
        gap = next((i for i, (one, other) in enumerate(pairwise(ends)) if not one & other), None)
        if gap is not None:
            message = f"{feature.name or 'the river'} breaks off between {words[gap]} and {words[gap + 1]}"
            where = survey.within(feature.where("sides"), words[gap + 1])
            yield problem(message, where, "add the sides between, or begin a second run")


def _ends(field: HexField, side: tuple[int, int]) -> frozenset[tuple[float, float]]:
    """The two corners of a hexside, rounded so that neighbours agree."""
    return frozenset((round(x, 2), round(y, 2)) for x, y in field.side_points(*side))
