"""hex-way-closed: no way and no named place lies where no unit may go.

A railway that leads into a lake, or a city in a closed country, is most often a wrong number; so is a way across a
closed hexside.

Game:   hex-war
Passes: map.yaml hexes/rows/0 = "~ff.."
Fails:  map.yaml hexes/rows/1 = ".~..."
Fails:  map.yaml hexes/rows/0 = "~~~~~"
Fails:  map.yaml hexes/sides/+ = {kind: sea, sides: "0102/0202"}
Mend:   correct the number or the terrain; a ferry or a place for the eye only gets an allowance with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.hex_grid import HexField, hex_field, terrain_of
from pnp.model.hexes import HexMap

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    hexes = survey.game.map.hexes
    if hexes is None:
        return
    field = hex_field(hexes)
    closed = _closed_hexes(hexes, field)
    for space in survey.game.map.spaces:
        if field.index.get(space.id) in closed:
            yield problem(
                f"{space.name} ({space.id}) lies in a hex that no unit may enter",
                space.where("id"),
                "correct the number or the terrain",
            )
    walls = _closed_sides(hexes, field)
    for way in hexes.ways:
        try:
            along = field.hexes(way.hexes)
        except KeyError:
            continue
        wet = next((i for i in along if i in closed), None)
        if wet is not None:
            yield problem(
                f"a way of the kind {way.kind!r} leads through {field.ids[wet]}, which no unit may enter",
                survey.within(way.where("hexes"), field.ids[wet]),
                "lead it round",
            )
            continue
        pair = next((p for p in pairwise(along) if frozenset(p) in walls), None)
        if pair is not None:
            named = f"{field.ids[pair[0]]}/{field.ids[pair[1]]}"
            yield problem(
                f"a way of the kind {way.kind!r} crosses the closed hexside {named}",
                survey.within(way.where("hexes"), field.ids[pair[1]]),
                "lead it round",
            )


def _closed_hexes(hexes: HexMap, field: HexField) -> set[int]:
    return {i for i, terrain in enumerate(terrain_of(hexes, field)) if hexes.terrains[terrain].closed}


def _closed_sides(hexes: HexMap, field: HexField) -> set[frozenset[int]]:
    kinds = {kind.id for kind in hexes.side_kinds if kind.closed}
    closed: set[frozenset[int]] = set()
    for feature in hexes.sides:
        if feature.kind in kinds:
            try:
                sides = field.hexsides(feature.sides)
            except (KeyError, ValueError):
                continue
            closed |= {frozenset((here, field.neighbours[here][d])) for here, d in sides}
    return closed
