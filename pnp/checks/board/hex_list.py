"""hex-list: every hex and hexside that a list names is there, and a way leads from hex to neighbouring hex.

Looks at `sides`, `ways`, `sets`, `overlays` and at the ids of named hexes; a set's `faces` are sides of its own hexes.

Game:   hex-war
Passes: map.yaml hexes/ways/0/hexes = "0102 0202 0302"
Fails:  map.yaml hexes/ways/0/hexes = "0102 0302"
Fails:  map.yaml hexes/ways/0/hexes = "0102 0909"
Fails:  map.yaml hexes/sides/0/sides = "0201/0402"
Fails:  map.yaml hexes/sets/wall/hexes = "0203 0299"
Fails:  map.yaml hexes/sets/wall/faces = "0101/0102"
Fails:  map.yaml hexes/overlays/0/hexes = "0606"
Fails:  map.yaml spaces/0201/id = "0601"
Mend:   correct the numbers; a hexside is written by its two hexes, or by a hex and a direction at the edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem, did_you_mean
from pnp.maps.hex_grid import HexField, hex_field
from pnp.model.hexes import HexMap

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    hexes = survey.game.map.hexes
    if hexes is None:
        return
    field = hex_field(hexes)
    for space in survey.game.map.spaces:
        if space.id not in field.index:
            yield _no_hex(field, space.id, space.where("id"))
    for feature in hexes.sides:
        yield from _sides(survey, field, feature.sides, feature.where("sides"))
    for item in (*hexes.ways, *hexes.sets, *hexes.overlays):
        yield from _hexes(survey, field, item.hexes, item.where("hexes"))
    yield from _ways(survey, hexes, field)
    yield from _faces(survey, hexes, field)


def _no_hex(field: HexField, name: str, where: Location | None) -> Problem:
    return problem(
        f"the map has no hex {name!r}",
        where,
        did_you_mean(name, field.ids[:4000], listed="Hexes are called by their printed numbers."),
    )


def _hexes(survey: Survey, field: HexField, listed: str, where: Location | None) -> Iterator[Problem]:
    for word in listed.split():
        for name in word.split("-"):
            if name not in field.index:
                yield _no_hex(field, name, survey.within(where, name))
                return


def _sides(survey: Survey, field: HexField, listed: str, where: Location | None) -> Iterator[Problem]:
    """The first fault of a list of hexsides."""
    for word in listed.split():
        one, _, other = word.partition("/")
        if one not in field.index:
            yield _no_hex(field, one, survey.within(where, one))
        elif other in field.index:
            if field.index[other] in field.neighbours[field.index[one]]:
                continue
            beside = [name for name, index in field.index.items() if index in field.neighbours[field.index[one]]]
            hint = f"{one} touches {', '.join(sorted(beside))}"
            yield problem(f"the hexes of {word!r} don't touch", survey.within(where, word), hint)
        elif other in field.directions:
            continue
        else:
            yield _no_hex(field, other, survey.within(where, word))
        return


def _ways(survey: Survey, hexes: HexMap, field: HexField) -> Iterator[Problem]:
    for way in hexes.ways:
        for one, other in pairwise(way.hexes.split()):
            if (
                one in field.index
                and other in field.index
                and field.index[other] not in field.neighbours[field.index[one]]
            ):
                message = f"the way goes from {one} to {other}, which are not neighbours"
                yield problem(
                    message, survey.within(way.where("hexes"), f"{one} {other}"), "name every hex that it passes"
                )
                break


def _faces(survey: Survey, hexes: HexMap, field: HexField) -> Iterator[Problem]:
    for hex_set in hexes.sets:
        faults = list(_sides(survey, field, hex_set.faces or "", hex_set.where("faces")))
        yield from faults
        names = {name for word in hex_set.hexes.split() for name in word.split("-")}
        if faults or not names <= set(field.index):
            continue
        members = set(field.hexes(hex_set.hexes))
        for word, (here, _) in zip((hex_set.faces or "").split(), field.hexsides(hex_set.faces), strict=True):
            if here not in members:
                message = f"the hexside {word} belongs to no hex of {hex_set.id!r}"
                yield problem(message, survey.within(hex_set.where("faces"), word), "write the set's own hex first")
                break
