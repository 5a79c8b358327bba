"""Faults in what a game declares for its referee: names, amounts, sentences, and the phases that run it."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Sources, at
from corpus.text import Spot

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


MUTATIONS = (
    Mutation(name_in_a_filter_misspelt, ("procedure",), FAMILY, True, 20),
    Mutation(name_of_a_parameter_misspelt, ("procedure",), FAMILY, True, 20),
    Mutation(sentence_misspelt, ("procedure",), FAMILY, True, 20),
    Mutation(sentence_cut_short, ("procedure",), FAMILY, True, 20),
    Mutation(procedure_of_a_phase_misspelt, ("procedure",), FAMILY, True, 20),
)
