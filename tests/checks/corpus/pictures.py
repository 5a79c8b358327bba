"""Faults of pictures of one's own: what can't be drawn, what is drawn as pixels, what isn't there."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Sources, at

FAMILY = "pictures"


def _changed(game: Sources, name: str, old: str, new: str) -> dict[str, bytes | None]:
    text = (game.folder / name).read_text("utf-8")
    assert old in text, (name, old)
    return {name: text.replace(old, new, 1).encode()}


def _shown(game: Sources, name: str) -> Iterator[tuple[str, int]]:
    """Where a picture is named."""
    named = game.find("counters:groups/*/silhouette/file", "counters:groups/*/face/file", "style:cover")
    yield from at(*(spot for spot in named if spot.value == name))


def picture_with_a_line_of_too_many_dashes(game: Sources) -> Iterator[Draft]:
    """What only drawing shows: told at the first place that names it."""
    for name in ("art/cannon.svg", "art/horseman.svg"):
        dashed = "<path stroke='#000000' stroke-dasharray='0.00001 0.00001'"
        yield Draft(name, (), tuple(_shown(game, name)), _changed(game, name, "<path", dashed))


def picture_with_a_gradient(game: Sources) -> Iterator[Draft]:
    """Paths can't hold it, so it is drawn as pixels: a note."""
    for name in ("art/cannon.svg", "art/horseman.svg"):
        yield Draft(name, (), tuple(_shown(game, name)), _changed(game, name, "<path", "<linearGradient/><path"))


def picture_that_fetches_something(game: Sources) -> Iterator[Draft]:
    """A script, and a picture from the web."""
    for name, hostile in (
        ("art/cannon.svg", "<script>alert(1)</script>"), ("art/horseman.svg", '<image href="https://example.org/a.png"/>'),
    ):  # fmt: skip
        yield Draft(name, (), tuple(_shown(game, name)), _changed(game, name, "<path", f"{hostile}<path"))


def picture_misspelt(game: Sources) -> Iterator[Draft]:
    """A file that isn't there."""
    for spot in game.find("counters:groups/*/silhouette/file"):
        yield Draft(spot.name, (spot.to(spot.value.replace(".svg", "s.svg")),), at(spot))


MUTATIONS = (
    Mutation(picture_with_a_line_of_too_many_dashes, ("picture-fault",), FAMILY, False),
    Mutation(picture_with_a_gradient, ("picture-pixels",), FAMILY, False),
    Mutation(picture_that_fetches_something, ("art-svg",), FAMILY, False),
    Mutation(picture_misspelt, ("missing-file",), FAMILY, True),
)
