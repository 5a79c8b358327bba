"""Faults on a hex map: rows, numbers, lists of hexes and hexsides, ways, rivers, names; and of arrivals, starts and
levels.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Sources, at

FAMILY = "hexes"


def row_too_short(game: Sources) -> Iterator[Draft]:
    """A code is lost from a row of terrain or regions."""
    for spot in game.find("map:hexes/rows/*", "map:hexes/region_rows/*"):
        yield Draft(spot.name, (spot.quoted(spot.value[:-1]),), at(spot))


def row_with_an_unknown_code(game: Sources) -> Iterator[Draft]:
    """A letter that no terrain or region has."""
    for spot in game.find("map:hexes/rows/*", "map:hexes/region_rows/*"):
        yield Draft(spot.name, (spot.quoted("?" + spot.value[1:]),), at(spot))


def hexes_too_large(game: Sources) -> Iterator[Draft]:
    """The grid doesn't fit into the frame."""
    for spot in game.find("map:hexes/grid/flat_mm"):
        yield Draft("twice as wide", (spot.to("27.6"),), at(spot, *game.find("map:hexes/grid/origin_mm")))


def way_with_a_gap(game: Sources) -> Iterator[Draft]:
    """A hex in the middle of a railway or road is left out."""
    for spot in game.find("map:hexes/ways/*/hexes"):
        words = spot.value.split()
        if len(words) > 4:
            yield Draft(spot.name, (spot.quoted(" ".join([*words[:1], *words[3:]])),), at(spot))


def hex_that_is_not_there(game: Sources) -> Iterator[Draft]:
    """A list names a hex beyond the map."""
    for spot in game.find("map:hexes/ways/*/hexes", "map:hexes/sets/*/hexes", "map:hexes/overlays/*/hexes"):
        yield Draft(spot.name, (spot.quoted(f"{spot.value} 9999"),), at(spot))


def hexside_of_distant_hexes(game: Sources) -> Iterator[Draft]:
    """The two hexes of a side don't touch."""
    for spot in game.find("map:hexes/sides/*/sides"):
        words = spot.value.split()
        one, other = words[0].split("/")[0], words[-1].split("/")[0]
        if len(words) > 6 and one[:2] != other[:2] and abs(int(one[:2]) - int(other[:2])) > 1:
            yield Draft(spot.name, (spot.quoted(" ".join([f"{one}/{other}", *words[1:]])),), at(spot))


def river_with_a_gap(game: Sources) -> Iterator[Draft]:
    """Hexsides in the middle of a river are lost."""
    for spot in game.find("map:hexes/sides/*/sides"):
        words = spot.value.split()
        kind = game.pages["map.yaml"].spots[(*spot.path[:-1], "kind")].value
        if kind == "river" and len(words) > 8:
            yield Draft(spot.name, (spot.quoted(" ".join([*words[:3], *words[6:]])),), at(spot))


def town_in_the_sea(game: Sources) -> Iterator[Draft]:
    """The hex of a town becomes water."""
    page = game.pages.get("map.yaml")
    rows = game.find("map:hexes/rows/*")
    towns = [s for s in game.find("map:spaces/*/id") if s.value.isdigit()] if rows and page else []
    for spot in towns:
        column, row = int(spot.value[:2]) - 1, int(spot.value[2:]) - 1
        if row < len(rows) and column < len(rows[row].value) and rows[row].value[column] not in "~o_":
            codes = rows[row].value
            ways = [w for w in game.find("map:hexes/ways/*/hexes") if spot.value in w.value.split()]
            yield Draft(spot.value, (rows[row].quoted(f"{codes[:column]}~{codes[column + 1:]}"),), at(spot, *ways))


def name_much_too_long(game: Sources) -> Iterator[Draft]:
    """A town's name that covers half of the map."""
    if game.find("map:hexes/grid"):
        for spot in game.find("map:spaces/*/name")[::25]:
            yield Draft(
                spot.value,
                (
                    spot.quoted(
                        f"{spot.value} of the Hundred and Twenty Springs beside the Old Mill Road of the Three "
                        "Brothers and Their Mother"
                    ),
                ),
                at(spot, *game.find("map:hexes")),
            )


def arrives_too_late(game: Sources) -> Iterator[Draft]:
    """Units come in a turn that is never played."""
    for spot in game.find("scenarios:arrivals/*/turn"):
        yield Draft(f"{spot.file} {spot.name}", (spot.to("99"),), at(spot))
    for spot in game.find("scenarios:turns"):
        units = next((s.value for s in game.find("counters:groups/*/id")), "")
        side = next((s.value for s in game.find("game:sides/*/id")), "")
        if units and not game.find("scenarios:arrivals"):
            line = spot.page.text.count("\n") + 3
            edit = spot.page.text + f"\narrivals:\n  - {{turn: 99, side: {side}, units: []}}\n"
            yield Draft(f"{spot.file} with an arrival", (), ((spot.file, line),), {spot.file: edit.encode()})


def levels_out_of_order(game: Sources) -> Iterator[Draft]:
    """A level begins below the one before."""
    for spot in game.find("scenarios:levels/*/at_least")[1:]:
        yield Draft(f"{spot.file} {spot.name}", (spot.to("1"),), at(spot))


def set_of_no_map(game: Sources) -> Iterator[Draft]:
    """A placement names a region or a set that the map lacks."""
    for spot in game.find("scenarios:placements/*/region", "scenarios:placements/*/set"):
        yield Draft(f"{spot.file} {spot.name}", (spot.to(f"{spot.value}x"),), at(spot))


MUTATIONS = (
    Mutation(row_too_short, ("hex-rows",), FAMILY, True, 5),
    Mutation(row_with_an_unknown_code, ("hex-rows",), FAMILY, True, 5),
    Mutation(hexes_too_large, ("hex-grid",), FAMILY, False),
    Mutation(way_with_a_gap, ("hex-list",), FAMILY, True, 5),
    Mutation(hex_that_is_not_there, ("hex-list",), FAMILY, True, 5),
    Mutation(hexside_of_distant_hexes, ("hex-list",), FAMILY, True, 3),
    Mutation(river_with_a_gap, ("hex-river",), FAMILY, True, 4),
    Mutation(town_in_the_sea, ("hex-way-closed",), FAMILY, True, 5),
    Mutation(name_much_too_long, ("name-crowded", "text-width"), FAMILY, True, 2),
    Mutation(arrives_too_late, ("arrival-turn",), FAMILY, True, 2),
    Mutation(levels_out_of_order, ("level-order",), FAMILY, True, 3),
    Mutation(set_of_no_map, ("hex-start",), FAMILY, True, 4),
)
