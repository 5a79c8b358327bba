"""Faults that keep a source from being read: syntax, keys, kinds of values, encodings, bombs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, slip
from corpus.text import Edit, Page, Spot
from pnp.sources.load import REQUIRED


def _pages(game: Sources) -> Iterator[tuple[str, Page]]:
    yield from game.pages.items()


def _entries(game: Sources) -> Iterator[Spot]:
    """Values that have a key."""
    for _, page in _pages(game):
        for path, spot in page.spots.items():
            if path and isinstance(path[-1], str):
                yield spot


def _free(spot: Spot) -> bool:
    """Whether the key is an id of the author's own, so that any key will do."""
    owner = str(spot.path[-2]) if len(spot.path) > 1 else ""
    return owner in (
        "palette",
        "sides",
        "markers",
        "pieces",
        "declared_counts",
        "junctions",
        "factors",
        "reduced",
        "effects",
        "after_effects",
        "units",
        "pools",
        "tracks",
        "default",
        "options",
        "heads",
        "factors_at",
    )


def key_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """Any key of the format is misspelt."""
    dice = dice_for(game, "keys")
    for spot in _entries(game):
        if _free(spot):
            yield Skip("an id of the author's own")
            continue
        key = str(spot.path[-1])
        new = slip(key, set(), dice) or f"{key}s"
        yield Draft(f"{spot.file} {spot.name} → {new}", (spot.renamed_key(new),), ((spot.file, spot.key_line),))


def key_lost(game: Sources) -> Iterator[Draft | Skip]:
    """An entry lacks a key without which it makes no sense."""
    for spot in game.find(
        "game:sides/*/id",
        "game:sides/*/name",
        "game:phases/*/name",
        "game:phases/*/rule",
        "game:parameters/*/value",
        "game:unit_types/*/symbol",
        "map:spaces/*/id",
        "map:spaces/*/name",
        "map:boxes/*/kind",
        "map:tracks/*/kind",
        "map:routes/*/between",
        "map:borders/*/between",
        "charts:tables/*/title",
        "charts:tables/*/rows/*/die",
        "charts:tables/*/codes/*/text",
        "counters:groups/*/name",
        "counters:groups/*/count",
        "errata:errata/*/ruling",
        "errata:errata/*/reason",
        "errata:errata/*/kind",
        "rules:**/cases/*/title",
        "scenarios:turns",
        "scenarios:position",
        "examples:examples/*/position",
        "gpids:next",
        "game:title",
    ):
        owner = spot.page.spots[spot.path[:-1]]
        if owner.style == "{":
            yield Draft(f"{spot.file} {spot.name}", (owner.without(spot),), at(owner))
            continue
        dash = spot.page.text[spot.page.starts[spot.key_line - 1] : spot.key_at].strip()
        if dash:
            follow = owner.items[1]
            edit = Edit(spot.file, spot.key_at, follow.key_at, "")
        else:
            edit = spot.page.lines_gone(spot.key_line, spot.last_line)
        yield Draft(f"{spot.file} {spot.name}", (edit,), (*at(owner), (owner.file, owner.key_line)))


def key_given_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A key stands in one mapping twice."""
    for spot in _entries(game):
        owner = spot.page.spots[spot.path[:-1]]
        if owner.style == "{" or spot.kind != "scalar" or "\n" in spot.raw:
            yield Skip("an entry in brackets, or of several lines")
            continue
        begin = spot.page.starts[spot.line]
        indent = " " * spot.page.column_of(spot)
        edit = Edit(spot.file, begin, begin, f"{indent}{spot.path[-1]}: {spot.raw}\n")
        key = spot.page.text[spot.key_at : spot.key_at + 1]
        if key in "\"'":
            yield Skip("a key in quotes")
            continue
        yield Draft(f"{spot.file} {spot.name}", (edit,), ((spot.file, spot.line + 1),))


def word_of_a_closed_list_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """A value that is one of a few words is none of them."""
    dice = dice_for(game, "words")
    for spot in game.find(
        "map:kind",
        "map:panels/*/kind",
        "map:tracks/*/kind",
        "map:boxes/*/kind",
        "charts:tables/*/kind",
        "charts:tables/*/column_kind",
        "charts:tables/*/codes/*/favours",
        "charts:tables/*/steps/*/kind",
        "counters:groups/*/back",
        "errata:errata/*/kind",
        "errata:errata/*/confidence",
        "game:sides/*/played_by",
        "style:ink",
        "map:special_links/*/kind",
        "map:surroundings/*/kind",
        "map:tracks/*/direction",
    ):
        new = slip(spot.value, set(), dice)
        yield Draft(f"{spot.file} {spot.name}: {spot.value} → {new}", (spot.to(new),), at(spot))


def id_that_is_no_id(game: Sources) -> Iterator[Draft | Skip]:
    """An id with a capital, a blank, an underscore or a letter that isn't ASCII."""
    dice = dice_for(game, "ids")
    for spot in game.find(
        "game:*/*/id",
        "map:*/*/id",
        "charts:tables/*/id",
        "charts:tables/*/rows/*/id",
        "counters:groups/*/id",
        "scenarios:id",
        "examples:examples/*/id",
        "map:spaces/*/neighbours/*",
        "game:phases/*/side",
    ):
        word = spot.value
        new = dice.choice(
            (word.capitalize(), f"{word} 2", f"{word}_2", f"{word}é", f"-{word}", f"{word}--2", f"{word}.")
        )
        yield Draft(f"{spot.file} {spot.name}: {new}", (spot.quoted(new),), at(spot))


def collection_of_another_kind(game: Sources) -> Iterator[Draft | Skip]:
    """A word where a list is wanted, a list where a mapping is wanted."""
    dice = dice_for(game, "collections")
    for _, page in _pages(game):
        for spot in page.spots.values():
            if spot.kind == "scalar" or not spot.path or spot.style != "{":
                continue
            new = dice.choice(("nothing at all", "17", "[[[]]]") if spot.kind == "map" else ("17", "{a: 1}"))
            yield Draft(f"{spot.file} {spot.name}: {new}", (spot.to(new),), at(spot))


def bracket_left_open(game: Sources) -> Iterator[Draft | Skip]:
    """A bracket or quote isn't closed; where the parser notices is its affair, but not before the fault."""
    dice = dice_for(game, "brackets")
    for _, page in _pages(game):
        spots = [s for s in page.spots.values() if s.style == "{" and "\n" not in s.raw]
        for spot in dice.sample(spots, min(3, len(spots))):
            edit = Edit(spot.file, spot.end - 1, spot.end, "")
            yield Draft(
                f"{spot.file} {spot.name}", (edit,), tuple((spot.file, n) for n in range(spot.line, spot.line + 3))
            )


def line_indented_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A key stands a blank to the left or to the right of the others, or behind a tab."""
    dice = dice_for(game, "indents")
    for spot in _entries(game):
        owner = spot.page.spots[spot.path[:-1]]
        start = spot.page.starts[spot.key_line - 1]
        column = spot.key_at - start
        if (
            owner.style == "{"
            or column < 2
            or owner.items[0] is spot
            or spot.kind != "scalar"
            or "\n" in spot.raw
            or owner.items[-1] is spot
        ):
            yield Skip("a first or last key, or one of several lines")
            continue
        before = owner.items[owner.items.index(spot) - 1]
        if before.kind != "scalar" or "\n" in before.raw or spot.page.text[start : spot.key_at].strip():
            yield Skip("behind a value of several lines")
            continue
        new = dice.choice((" " * (column - 1), " " * (column + 1), "\t"))
        edit = Edit(spot.file, start, spot.key_at, new)
        yield Draft(
            f"{spot.file} {spot.name}",
            (edit,),
            tuple((spot.file, n) for n in range(spot.key_line - 1, spot.key_line + 2)),
        )


def value_with_a_tag(game: Sources) -> Iterator[Draft | Skip]:
    """A value asks for a type of YAML's own, a time, or a Python object."""
    dice = dice_for(game, "tags")
    for spot in _entries(game):
        if spot.kind == "scalar" and not spot.style and "\n" not in spot.raw:
            tag = dice.choice(("!!python/object/apply:os.system", "!!timestamp", "!mine", "!!binary", "!!str"))
            yield Draft(f"{spot.file} {spot.name}: {tag}", (spot.to(f"{tag} {spot.raw}"),), at(spot))


def letter_that_no_source_may_hold(game: Sources) -> Iterator[Draft | Skip]:
    """A control character, or a byte that is no UTF-8, in a file."""
    dice = dice_for(game, "bytes")
    for file, page in _pages(game):
        at_byte = dice.randrange(len(page.text) // 2, len(page.text))
        while page.text[at_byte - 1] == "\n" or page.text[at_byte] == "\n":
            at_byte -= 1
        line = page.line_at(at_byte)
        for name, bad in (("control", b"\x07"), ("byte", b"\xff")):
            content = page.text[:at_byte].encode() + bad + page.text[at_byte:].encode()
            yield Draft(f"{file}: {name} in line {line}", (), ((file, line),), {file: content})


# Named -------------------------------------------------------------------------------------------------------


def file_lost(game: Sources) -> Iterator[Draft]:
    """A file that every game needs is gone."""
    for file in game.pages:
        if file.removesuffix(".yaml") not in REQUIRED:
            yield Skip("a file that a game may do without")
        elif "/" not in file:
            yield Draft(file, (), ((file, 0), (file, 1)), {file: None})


def file_emptied(game: Sources) -> Iterator[Draft]:
    """A file holds nothing but a comment."""
    for file in list(game.pages)[:3]:
        yield Draft(file, (), ((file, 1), (file, 0)), {file: b"# nothing\n"})


def file_that_is_a_bomb(game: Sources) -> Iterator[Draft]:
    """Aliases of aliases, an alias inside itself, brackets without end, a megabyte of one letter."""
    head = game.pages["game.yaml"].text.rstrip("\n") + "\n"
    lines = head.count("\n")
    laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))  # fmt: skip
    for what, text, last in (
        ("laughs", laughs, 9), ("circle", "a0: &a0 [*a0]\n", 1), ("brackets", "a0: " + "[" * 5000 + "\n", 2),
    ):  # fmt: skip
        yield Draft(
            what,
            (),
            tuple(("game.yaml", n) for n in range(lines + 1, lines + last + 1)),
            {"game.yaml": (head + text).encode()},
        )
    yield Draft(
        "size", (), (("game.yaml", 0), ("game.yaml", 1)), {"game.yaml": (head + "# " + "x" * 5_000_000).encode()}
    )


def second_document(game: Sources) -> Iterator[Draft]:
    """A second document follows in the file."""
    page = game.pages["charts.yaml"]
    last = page.text.count("\n")
    yield Draft(
        "charts.yaml",
        (),
        tuple(("charts.yaml", n) for n in (last, last + 1, last + 2)),
        {"charts.yaml": (page.text + "---\nid: x\n").encode()},
    )


def key_that_is_a_list(game: Sources) -> Iterator[Draft]:
    """A list or a mapping is used as a key."""
    page = game.pages["game.yaml"]
    last = page.text.count("\n")
    yield Draft("game.yaml", (), (("game.yaml", last + 1),), {"game.yaml": (page.text + "{a: 1}: x\n").encode()})


def allowance_of_nothing(game: Sources) -> Iterator[Draft]:
    """A comment allows what isn't there, a code that doesn't exist, or gives no reason."""
    spot = game.pages["game.yaml"].spots[("players",)]
    end = spot.end
    for what in (
        "# pnp: allow players-count one of them is a cat",
        "# pnp: allow playres-count as printed",
        "# pnp: allow players-count",
    ):
        yield Draft(what, (Edit(spot.file, end, end, f"   {what}"),), at(spot))


def file_that_nobody_reads(game: Sources) -> Iterator[Draft]:
    """A file with a name like that of one that is read, or in a folder of its own."""
    for name in ("counter.yaml", "rules/more/combat.yaml", "scenario/short.yaml"):
        yield Draft(name, (), ((name, 0),), {name: b"id: more\n"})


def version_without_quotes(game: Sources) -> Iterator[Draft]:
    """A version or an address without quotes is a number."""
    for spot in (
        *game.find("game:version"),
        *[s for s in game.find("game:phases/*/rule") if re.fullmatch(r"\d\.\d", s.value)][:1],
    ):
        yield Draft(spot.name, (spot.to(spot.value),), at(spot))


FAMILY = "reader"
MUTATIONS = (
    Mutation(key_misspelt, ("unknown-key",), FAMILY, True, 12),
    Mutation(key_lost, ("missing-key", "bad-value"), FAMILY, True, 10),
    Mutation(key_given_twice, ("duplicate-key",), FAMILY, True, 6),
    Mutation(word_of_a_closed_list_misspelt, ("bad-value",), FAMILY, True, 8),
    Mutation(id_that_is_no_id, ("bad-value",), FAMILY, True, 8),
    Mutation(collection_of_another_kind, ("bad-value", "number-as-text"), FAMILY, True, 8),
    Mutation(bracket_left_open, ("yaml-syntax",), FAMILY, True, 5),
    Mutation(line_indented_wrong, ("yaml-syntax",), FAMILY, True, 5),
    Mutation(value_with_a_tag, ("yaml-tag",), FAMILY, True, 5),
    Mutation(letter_that_no_source_may_hold, ("encoding", "control-character"), FAMILY, True, 5),
    Mutation(file_lost, ("missing-file",), FAMILY, False),
    Mutation(file_emptied, ("empty-file",), FAMILY, False),
    Mutation(file_that_is_a_bomb, ("alias-bomb", "too-deep", "too-large"), FAMILY, False),
    Mutation(file_that_nobody_reads, ("file-unread",), FAMILY, False),
    Mutation(second_document, ("yaml-syntax",), FAMILY, False),
    Mutation(key_that_is_a_list, ("bad-key",), FAMILY, False),
    Mutation(allowance_of_nothing, ("allow-unused", "allow-without-reason"), FAMILY, False),
    Mutation(version_without_quotes, ("bad-value", "number-as-text"), FAMILY, False),
)
