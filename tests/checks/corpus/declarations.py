"""Faults in what a game declares for its referee: names, amounts, sentences, and the phases that run it."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Sources, at
from corpus.text import Edit, Spot

FAMILY = "declarations"


def _misspelt(spots: tuple[Spot, ...]) -> Iterator[Draft]:
    for spot in spots:
        if spot.kind == "scalar":
            yield Draft(spot.name, (spot.to(f"{spot.value}x"),), at(spot))


def name_in_a_filter_misspelt(game: Sources) -> Iterator[Draft]:
    """A terrain, trait, set or kind of hexside that nothing is."""
    for key in ("terrain", "trait", "type", "feature", "side_kind", "set", "region"):
        yield from _misspelt(game.find(f"procedures:**/{key}", f"procedures:**/{key}/*"))


def name_of_a_parameter_misspelt(game: Sources) -> Iterator[Draft]:
    """A parameter, factor, table or side that the game lacks."""
    yield from _misspelt(
        game.find(
            "procedures:stacking/limit", "procedures:supply/range", "procedures:combat/table",
            "procedures:combat/strength/*", "procedures:victory/side",
        )
    )  # fmt: skip


def sentence_misspelt(game: Sources) -> Iterator[Draft]:
    """A verb, subject or number with a letter too many."""
    yield from _misspelt(game.find("procedures:combat/results/*", "procedures:combat/results/*/*"))


def sentence_cut_short(game: Sources) -> Iterator[Draft]:
    """Only the verb is left of a sentence with a subject."""
    for spot in game.find("procedures:combat/results/*", "procedures:combat/results/*/*"):
        if spot.kind == "scalar" and " " in spot.value:
            yield Draft(spot.name, (spot.to(spot.value.partition(" ")[0]),), at(spot))


def procedure_of_a_phase_misspelt(game: Sources) -> Iterator[Draft]:
    """A phase runs what is no procedure."""
    yield from _misspelt(game.find("game:phases/*/procedure", "game:phases/*/phases/*/procedure"))


def phase_that_one_side_skips(game: Sources) -> Iterator[Draft]:
    """The second of two phases that differ by their side begins in the second turn."""
    played: set[tuple[str, ...]] = set()
    for phase in game.find("game:phases/*", "game:phases/*/phases/*"):
        keys = tuple(item.value for item in phase.items if item.path[-1] in ("procedure", "rule"))
        if len(keys) == 2 and keys in played:
            edit, line = phase.with_item('turns: "2+"')
            yield Draft(phase.name, (edit,), ((phase.file, line),))
        played.add(keys)


def unit_beside_its_printed_hex(game: Sources) -> Iterator[Draft]:
    """The stack of a hex starts in the next one; the counters say the first."""
    codes = game.values("counters:groups/*/code", "counters:groups/*/code/*")
    places = game.find("scenarios:position/units/*")
    for place in places:
        name = str(place.path[-1])
        there = f"{name[:2]}{int(name[2:]) % 9 + 1:02}" if name in codes else ""
        if there and there not in {str(other.path[-1]) for other in places}:
            yield Draft(f"{name}: {there}", (place.renamed_key(there),), ((place.file, place.line),))


def points_of_the_map_raised(game: Sources) -> Iterator[Draft]:
    """A space is worth more on the map than in the victory conditions of a scenario."""
    told = game.values("scenarios:victory/*/spaces/*")
    for points in game.find("map:spaces/*/victory_points"):
        if (space := points.page.spots[(*points.path[:-1], "id")]).value in told:
            yield Draft(space.value, (points.to(str(int(points.value) + 1)),), at(points))


def two_commands_without_units(game: Sources) -> Iterator[Draft]:
    """Two players share a side, and nobody said which units are whose."""
    page = game.pages["game.yaml"]
    lines = page.text.rstrip("\n").count("\n") + 1
    for side in game.find("game:sides/*/id"):
        led = f"side: {side.value}, seat: {side.value}}}"
        rows = [f"  - {{id: {name}, name: {name.title()}, {led}" for name in ("east", "west")]
        text = "\n".join([page.text.rstrip("\n"), "formations:", *rows, ""])
        yield Draft(side.value, (), ((side.file, lines + 3),), {side.file: text.encode()})


def role_of_a_set_misspelt(game: Sources) -> Iterator[Draft]:
    """A set of hexes plays a part that no procedure has."""
    for name in game.find("map:hexes/sets/*/id"):
        yield Draft(name.value, (Edit(name.file, name.end, name.end, ", role: nothern"),), at(name))


MUTATIONS = (
    Mutation(points_of_the_map_raised, ("number-differs",), FAMILY, True, 4),
    Mutation(two_commands_without_units, ("formation-units",), FAMILY, True, 2),
    Mutation(role_of_a_set_misspelt, ("unused-name",), FAMILY, True, 2),
    Mutation(phase_that_one_side_skips, ("phase-turns",), FAMILY, True, 3),
    Mutation(unit_beside_its_printed_hex, ("start-code",), FAMILY, True, 6),
    Mutation(name_in_a_filter_misspelt, ("procedure",), FAMILY, True, 20),
    Mutation(name_of_a_parameter_misspelt, ("procedure",), FAMILY, True, 20),
    Mutation(sentence_misspelt, ("procedure",), FAMILY, True, 20),
    Mutation(sentence_cut_short, ("procedure",), FAMILY, True, 20),
    Mutation(procedure_of_a_phase_misspelt, ("procedure",), FAMILY, True, 20),
)
