"""Faults in print: text that overflows, letters that no font has, type too small to read."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for


def name_wider_than_its_place(game: Sources) -> Iterator[Draft | Skip]:
    """A name on the map or on a counter that no type size makes fit."""
    for spot in game.find("map:spaces/*/name", "map:boxes/*/name", "map:tracks/*/name", "counters:groups/*/label"):
        if spot.value:
            new = f"{spot.value} {'Internationally and Intercontinentally ' * 3}Renowned"
            yield Draft(f"{spot.name}", (spot.quoted(new),), at(spot))


def letter_that_no_font_has(game: Sources) -> Iterator[Draft | Skip]:
    """Any text has a letter that would be printed as an empty box."""
    dice = dice_for(game, "letters")
    for spot in game.find(
        "map:spaces/*/name",
        "map:towns/*/name",
        "counters:groups/*/name",
        "charts:tables/*/title",
        "charts:tables/*/rows/*/text",
        "rules:**/cases/*/title",
        "game:phases/*/text",
        "errata:errata/*/ruling",
        "examples:examples/*/title",
    ):
        if spot.style in ("|", ">") or "\n" in spot.raw or not spot.value:
            yield Skip("a text of several lines")
            continue
        new = spot.value[:1] + dice.choice("⚔ก한ꙮ𓀀") + spot.value[1:]
        yield Draft(f"{spot.file} {spot.name}", (spot.quoted(new),), at(spot))


def letter_in_a_rule(game: Sources) -> Iterator[Draft | Skip]:
    """A line of a case has a letter that would be printed as an empty box."""
    for spot in game.texts:
        word = next((w for w in spot.raw.split() if w.isalpha() and len(w) > 4), "")
        if spot.style != "|" or not word:
            yield Skip("no word for it")
            continue
        start = spot.start + spot.raw.index(word)
        edit = spot.to(spot.raw)
        new = type(edit)(spot.file, start, start + len(word), f"{word}ก")
        yield Draft(f"{spot.file} {spot.name}", (new,), ((spot.file, spot.page.line_at(start)),))


def type_too_small_to_read(game: Sources) -> Iterator[Draft | Skip]:
    """The name of a space is set smaller than anybody reads."""
    for space in game.find("map:spaces/*"):
        size = space.page.get((*space.path, "name_size_pt"))
        if size:
            yield Draft(f"{space.name}: 2", (size.to("2"),), at(size))
            continue
        edit, line = space.with_item("name_size_pt: 2.5")
        yield Draft(f"{space.name}: 2.5", (edit,), ((space.file, line),))


FAMILY = "sheets"
MUTATIONS = (
    Mutation(name_wider_than_its_place, ("text-width",), FAMILY, True, 6),
    Mutation(letter_that_no_font_has, ("missing-glyph",), FAMILY, True, 8),
    Mutation(letter_in_a_rule, ("missing-glyph",), FAMILY, True, 4),
    Mutation(type_too_small_to_read, ("text-width", "text-size", "bad-value"), FAMILY, True, 3),
)
