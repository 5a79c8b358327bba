"""Faults in names: ids that lead nowhere or exist twice, numbers in quotes, blank texts, idle definitions, credits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, slip
from corpus.text import Edit, Page, Spot

REFERENCES = (
    "game:phases/*/side", "game:sides/*/home", "game:sides/*/played_with", "game:unit_types/*/traits/*",
    "game:outcomes/*/winner",
    "game:options/*/spaces/*", "map:spaces/*/neighbours/*", "map:spaces/*/features/*", "map:spaces/*/start_of",
    "map:special_links/*/between/*", "map:borders/*/between/*", "map:routes/*/between/*", "map:routes/*/road",
    "map:routes/*/river",
    "map:boxes/*/side", "map:panels/*/table", "map:tracks/*/markers/*", "map:tracks/*/arrivals",
    "map:tracks/*/arrivals_from", "map:hexes/stack_limit", "map:hexes/sets/*/stack_limit",
    "charts:tables/*/modifiers/*/spaces/*",
    "charts:tables/*/modifiers/*/side", "charts:tables/*/modifiers/*/track", "charts:tables/*/rows/*/effects/space",
    "charts:tables/*/rows/*/effects/side", "charts:tables/*/steps/*/effects/counter",
    "charts:tables/*/steps/*/effects/space",
    "charts:tables/*/steps/*/effects/table", "charts:tables/*/steps/*/effects/river",
    "charts:tables/*/steps/*/effects/parameter",
    "counters:groups/*/side", "counters:groups/*/type", "counters:groups/*/home", "counters:groups/*/arrives",
    "counters:groups/*/switches_to", "counters:groups/*/optional", "counters:groups/*/belongs_to/*",
    "scenarios:position/side",
    "scenarios:position/phase", "scenarios:position/units/*/*", "scenarios:position/pools/*/*",
    "scenarios:placements/*/side",
    "scenarios:placements/*/units/*", "scenarios:placements/*/spaces/*", "scenarios:placements/*/default/*/*",
    "examples:examples/*/position/phase", "examples:examples/*/position/units/*/*",
    "examples:examples/*/position/units/*/*/id",
    "examples:examples/*/expect/position/units/*/*", "examples:examples/*/expect/position/units/*/*/id",
)  # fmt: skip
"""Where the format has an id that is defined elsewhere."""

KEYS = (
    "scenarios:position/units/*", "scenarios:position/pools/*", "scenarios:position/tracks/*",
    "scenarios:placements/*/default/*",
    "examples:examples/*/position/units/*", "examples:examples/*/position/tracks/*",
    "examples:examples/*/position/options/*",
    "examples:examples/*/expect/position/units/*",
)  # fmt: skip
"""Where a key is such an id."""

LISTS = (
    "game:sides/*/id", "game:unit_types/*/id", "game:phases/*/id", "game:options/*/id", "game:outcomes/*/id",
    "game:parameters/*/id",
    "game:traits/*/id", "map:spaces/*/id", "map:boxes/*/id", "map:tracks/*/id", "map:tracks/*/spaces/*/id",
    "map:symbols/*/id",
    "map:roads/*/id", "charts:tables/*/id", "charts:tables/*/rows/*/id", "charts:tables/*/steps/*/id",
    "charts:tables/*/codes/*/id",
    "charts:tables/*/modifiers/*/id", "counters:groups/*/id", "counters:sheets/*/id", "errata:errata/*/id",
    "examples:examples/*/id",
)  # fmt: skip
"""Where ids are defined, a list each."""

TEXTS = (
    "game:sides/*/name", "game:unit_types/*/name", "game:unit_types/*/plural", "game:phases/*/name",
    "game:phases/*/text",
    "game:options/*/name", "game:options/*/text", "game:outcomes/*/text", "map:spaces/*/name", "map:boxes/*/name",
    "map:tracks/*/name",
    "charts:tables/*/title", "charts:tables/*/rows/*/text", "charts:tables/*/codes/*/name",
    "charts:tables/*/codes/*/text",
    "charts:tables/*/modifiers/*/text", "charts:tables/*/steps/*/text", "counters:groups/*/name",
    "rules:**/cases/*/title",
    "examples:examples/*/title", "errata:errata/*/ruling", "errata:errata/*/reason", "scenarios:name",
)  # fmt: skip
"""Texts that a product prints."""


def reference_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """Any id that refers to something becomes one that nothing has."""
    dice = dice_for(game, "references")
    for pattern in REFERENCES:
        for spot in game.find(pattern):
            if spot.kind != "scalar":
                continue
            new = slip(spot.value, game.ids, dice)
            if not new:
                yield Skip("every slip of the pen gives another id of the game")
                continue
            yield Draft(f"{spot.file} {spot.name}: {spot.value} → {new}", (spot.to(new),), at(spot))


def reference_of_another_kind(game: Sources) -> Iterator[Draft | Skip]:
    """Any id that refers to something becomes the id of a thing of another kind."""
    sides, spaces = game.values("game:sides/*/id"), game.values("map:spaces/*/id")
    both = {*game.values("map:surroundings/*/id"), *game.values("map:boxes/*/id")}
    for pattern in REFERENCES:
        wrong = game.values("game:phases/*/id") if "/units/" in pattern or "/pools/" in pattern else sides
        wrong = (
            spaces
            if pattern.endswith(("/side", "/type", "phase", "winner", "_of", "_to", "/road", "/table"))
            else sides
        )
        for spot in game.find(pattern):
            new = wrong[len(spot.value) % len(wrong)]
            if spot.kind != "scalar":
                continue
            if new in game.units or new in both:
                yield Skip("the id also names a thing of the right kind")
                continue
            yield Draft(f"{spot.file} {spot.name}: {spot.value} → {new}", (spot.to(new),), at(spot))


def key_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """Any key that is an id becomes one that nothing has."""
    dice = dice_for(game, "keys")
    for pattern in KEYS:
        for spot in game.find(pattern):
            new = slip(str(spot.path[-1]), game.ids, dice)
            if new:
                yield Draft(f"{spot.file} {spot.name} → {new}", (spot.renamed_key(new),), ((spot.file, spot.key_line),))


def definition_renamed(game: Sources) -> Iterator[Draft | Skip]:
    """Something that is used gets another id; every place that uses it is a finding."""
    dice = dice_for(game, "definitions")
    for pattern in LISTS:
        for spot in game.find(pattern):
            used = [s for p in REFERENCES for s in game.find(p) if s.kind == "scalar" and s.value == spot.value]
            new = slip(spot.value, game.ids, dice)
            kinds = [p for p in LISTS if spot.value in game.values(p)]
            if not used or not new:
                yield Skip("nothing refers to it by its id")
            elif len(kinds) > 1 or (pattern.split("/")[-2] == "*" and "rows" in pattern):
                yield Skip("another list has the same id")
            else:
                yield Draft(f"{spot.file} {spot.name} → {new}", (spot.to(new),), tuple((s.file, s.line) for s in used))


def id_given_twice(game: Sources) -> Iterator[Draft | Skip]:
    """The later of two things in one list gets the id of the earlier."""
    for pattern in LISTS:
        spots: dict[tuple, list[Spot]] = {}
        for spot in game.find(pattern):
            spots.setdefault((spot.file, spot.path[:-2]), []).append(spot)
        for listed in spots.values():
            for first, second in combinations(listed, 2):
                if first.value == second.value:
                    yield Skip("two stretches of one thing share an id")
                    continue
                yield Draft(f"{second.file} {second.name} → {first.value}", (second.to(first.value),), at(second))


def number_in_quotes(game: Sources) -> Iterator[Draft | Skip]:
    """A number that the referee reckons with is written as a text."""
    for pattern in ("counters:groups/*/factors/*", "counters:groups/*/factors/*/*", "counters:groups/*/reduced/*",
                    "charts:tables/*/rows/*/effects/*"):  # fmt: skip
        for spot in game.find(pattern):
            if spot.kind == "scalar" and spot.value.lstrip("-").isdigit():
                yield Draft(f"{spot.file} {spot.name}: {spot.value}", (spot.quoted(spot.value),), at(spot))


def number_of_another_kind(game: Sources) -> Iterator[Draft | Skip]:
    """A number where the format wants one becomes a word, a fraction or a list."""
    dice = dice_for(game, "kinds")
    for pattern in (
        "game:players",
        "game:year",
        "game:parameters/*/value",
        "game:declared_counts/*",
        "map:spaces/*/victory_points",
        "counters:groups/*/count",
        "scenarios:turns",
        "scenarios:victory_points",
        "gpids:next",
        "gpids:pieces/*",
        "charts:tables/*/modifiers/*/add",
        "charts:tables/*/dice/*",
        "map:tracks/*/spaces/*/value",
        "map:towns/*/rank",
    ):
        for spot in game.find(pattern):
            new = dice.choice(("many", "1.5", f'"{spot.value}"', "[1]", f"+{spot.value}", "true"))
            yield Draft(f"{spot.file} {spot.name}: {spot.value} → {new}", (spot.to(new),), at(spot))


def text_left_blank(game: Sources) -> Iterator[Draft | Skip]:
    """A name or text that is printed becomes blank."""
    dice = dice_for(game, "blank")
    for pattern in TEXTS:
        for spot in game.find(pattern):
            if spot.style in ("|", ">") or "\n" in spot.raw:
                yield Skip("a text of several lines")
            elif spot.value:
                yield Draft(f"{spot.file} {spot.name}", (spot.to(dice.choice(('""', '" "'))),), at(spot))


def symbol_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """The name of a drawing becomes one that nobody has drawn."""
    dice = dice_for(game, "symbols")
    for pattern in ("game:unit_types/*/symbol", "style:sides/*/emblem", "map:symbols/*/id", "counters:groups/*/marker"):
        for spot in game.find(pattern):
            new = slip(spot.value, game.ids, dice)
            yield Draft(f"{spot.file} {spot.name}: {spot.value} → {new}", (spot.to(new),), at(spot))


def schema_line_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A file loses the line that tells editors its schema, or names the schema of another kind."""
    for number, (file, page) in enumerate(game.pages.items()):
        first = page.text.partition("\n")[0]
        if not first.startswith("# yaml-language-server"):
            yield Skip("the file has no such line")
        elif number % 2:
            yield Draft(
                f"{file}: lost",
                (page.spots[()].to(page.spots[()].raw), _start(page, first, "# A source.")),
                ((file, 1),),
            )
        else:
            other = first.replace(first.rpartition("/")[2], "nothing.schema.json")
            yield Draft(f"{file}: another", (_start(page, first, other),), ((file, 1),))


def _start(page: Page, first: str, new: str) -> Edit:
    return Edit(page.file, 0, len(first), new)


def blanks_that_nobody_sees(game: Sources) -> Iterator[Draft | Skip]:
    """A line ends with blanks, or a file without the end of its last line, or with two of them."""
    dice = dice_for(game, "blanks")
    for file, page in game.pages.items():
        lines = page.text.split("\n")
        number = dice.randrange(1, len(lines))
        end = page.starts[number] - 1
        if lines[number - 1].strip():
            yield Draft(f"{file}: behind line {number}", (Edit(file, end, end, "  "),), ((file, number),))
        else:
            yield Skip("an empty line")
        last = page.text.count("\n")
        yield Draft(
            f"{file}: no end",
            (Edit(file, len(page.text) - 1, len(page.text), ""),),
            tuple((file, n) for n in (last, last + 1)),
        )
        yield Draft(
            f"{file}: two ends",
            (Edit(file, len(page.text), len(page.text), "\n\n"),),
            tuple((file, last + n) for n in range(4)),
        )


def keys_in_another_order(game: Sources) -> Iterator[Draft | Skip]:
    """One item of a long list has its keys in another order than all the others."""
    for _, page in game.pages.items():
        for owner in page.spots.values():
            if (
                owner.kind != "list"
                or len(owner.items) < 10
                or any(i.kind != "map" or i.style != "{" for i in owner.items)
            ):
                continue
            orders = {tuple(str(k.path[-1]) for k in item.items)[:2] for item in owner.items}
            if len(orders) > 1:
                yield Skip("the items begin with other keys")
                continue
            for item in owner.items:
                first, second = item.items[:2]
                a, b = (page.text[k.key_at : k.end] for k in (first, second))
                edits = (Edit(page.file, first.key_at, first.end, b), Edit(page.file, second.key_at, second.end, a))
                yield Draft(f"{page.file} {item.name}", edits, at(item))


# Named -------------------------------------------------------------------------------------------------------


def _added(game: Sources, pattern: str, new: str, what: str) -> Iterator[Draft]:
    for spot in list(game.find(pattern))[:1]:
        edit, line = spot.with_item(new)
        yield Draft(f"{spot.file} {what}", (edit,), ((spot.file, line),))


def unit_type_without_counters(game: Sources) -> Iterator[Draft]:
    """A unit type that no counter has."""
    yield from _added(game, "game:unit_types", "{id: ship, name: Ship, plural: Ships, symbol: infantry}", "a ship")


def trait_of_no_unit(game: Sources) -> Iterator[Draft]:
    """A trait that no unit type has."""
    rule = sorted(game.addresses)[0]
    yield from _added(game, "game:traits", f'{{id: amphibious, name: crosses seas, rule: "{rule}"}}', "a trait")


def road_without_routes(game: Sources) -> Iterator[Draft]:
    """A kind of road that no route is."""
    yield from _added(game, "map:roads", "{id: railway, name: railway}", "a railway")


def badge_on_no_space(game: Sources) -> Iterator[Draft]:
    """The one space with a badge loses it, so that the legend explains what nobody sees."""
    for spot in game.find("map:symbols/*/id"):
        carriers = [s for s in game.find("map:spaces/*/features/*") if s.value == spot.value]
        owners = [game.pages[s.file].get(s.path[:-1]) for s in carriers]
        edits = tuple(owner.without(item) for owner, item in zip(owners, carriers, strict=True))
        yield Draft(f"{spot.value} is carried by none", edits, ((spot.file, spot.line),))


def colours_of_no_marker(game: Sources) -> Iterator[Draft]:
    """Colours for a marker that no counter is."""
    yield from _added(game, "style:markers", 'weather: {ground: "#ffffff", ink: "#000000"}', "a weather marker")


def parameter_that_nobody_reads(game: Sources) -> Iterator[Draft]:
    """A parameter that neither text nor referee uses."""
    rule = sorted(game.addresses)[0]
    yield from _added(game, "game:parameters", f'{{id: fuel-load, value: 7, rule: "{rule}", text: litres}}', "fuel")


def players_miscounted(game: Sources) -> Iterator[Draft]:
    """One player too many."""
    for spot in game.find("game:players"):
        yield Draft("one more", (spot.to(str(int(spot.value) + 1)),), at(spot))


def nobody_plays(game: Sources) -> Iterator[Draft]:
    """The side of the only player is led by the rules."""
    (players,) = game.find("game:players")
    for spot in game.find("game:sides/*/played_by"):
        if spot.value == "player":
            yield Draft(spot.name, (spot.to("system"),), (*at(players), *at(spot)))


def languages_wrong(game: Sources) -> Iterator[Draft]:
    """English isn't first, a language has no catalogue, a catalogue no language, a language stands twice."""
    (spot,) = game.find("game:languages")
    codes = [s.value for s in spot.items]
    for what, new in (
        ("English last", [*codes[1:], codes[0]]), ("one without catalogue", [*codes, "fi"]),
        ("one missing", codes[:-1]),
        ("one twice", [*codes, codes[-1]]),
    ):  # fmt: skip
        yield Draft(what, (spot.to(f"[{', '.join(new)}]"),), at(spot))


def credits_incomplete(game: Sources) -> Iterator[Draft]:
    """Who made it, where the map comes from, on what terms, and that this is another edition: each left out."""
    page = game.pages["game.yaml"]
    owner = page.spots[("credits",)]
    places = tuple((page.file, line) for line in range(owner.key_line, owner.last_line + 1))
    for key in ("licence", "map_sources", "statement", "original"):
        spot = page.get(("credits", key))
        if spot:
            yield Draft(f"no {key}", (spot.to('""' if "\n" not in spot.raw else '""\n'),), ((page.file, spot.line),))
    for spot in page.find("credits/lines/*/names"):
        yield Draft(f"nobody for {spot.name}", (spot.to("[]"),), places)


def name_of_another_entry(game: Sources) -> Iterator[Draft | Skip]:
    """An entry has the name of the one before it in its list."""
    for pattern in (
        "game:unit_types/*/name", "game:phases/*/name", "game:options/*/name", "game:outcomes/*/name",
        "charts:tables/*/title", "charts:tables/*/codes/*/name",
    ):  # fmt: skip
        for one, other in pairwise(game.find(pattern)):
            if one.path[:-2] == other.path[:-2]:
                yield Draft(f"{other.name}: {one.value}", (other.quoted(one.value),), at(other, one))


def side_that_the_id_denies(game: Sources) -> Iterator[Draft | Skip]:
    """What has a side or a unit type in its id is of another one."""
    for key, known in (("side", "game:sides/*/id"), ("type", "game:unit_types/*/id")):
        ids = game.values(known)
        for spot in game.find(f"counters:groups/*/{key}"):
            own = f"-{spot.page.spots[(*spot.path[:-1], 'id')].value}-"
            others = [name for name in ids if f"-{name}-" not in own]
            if f"-{spot.value}-" in own and others:
                yield Draft(f"{spot.name}: {others[0]}", (spot.to(others[0]),), at(spot))


def space_listed_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A list of spaces ends with the one that it begins with."""
    for spot in game.find("scenarios:placements/*/spaces", "scenarios:victory/*/spaces", "game:options/*/spaces"):
        if spot.items:
            edit, line = spot.with_item(spot.items[0].raw)
            yield Draft(f"{spot.name}: {spot.items[0].value}", (edit,), ((spot.file, line),))


def entry_written_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A line of a list without ids stands there once more."""
    for spot in game.find("map:towns/*", "map:borders/*", "map:frontiers/*", "map:hexes/shores/*", "map:routes/*"):
        if spot.style == "{" and spot.line == spot.last_line:
            end = spot.page.starts[spot.last_line]
            line = spot.page.text[spot.page.starts[spot.last_line - 1] : end]
            edit = Edit(spot.file, end, end, line)
            yield Draft(spot.name, (edit,), ((spot.file, spot.last_line + 1),))


FAMILY = "ids"
MUTATIONS = (
    Mutation(reference_misspelt, ("unknown-name",), FAMILY, True, 30),
    Mutation(reference_of_another_kind, ("unknown-name",), FAMILY, True, 12),
    Mutation(key_misspelt, ("unknown-name",), FAMILY, True, 10),
    Mutation(definition_renamed, ("unknown-name",), FAMILY, True, 10),
    Mutation(id_given_twice, ("duplicate-id",), FAMILY, True, 14),
    Mutation(number_in_quotes, ("number-as-text", "bad-value"), FAMILY, True, 8),
    Mutation(number_of_another_kind, ("bad-value",), FAMILY, True, 12),
    Mutation(text_left_blank, ("text-empty", "bad-value"), FAMILY, True, 10),
    Mutation(symbol_misspelt, ("missing-symbol", "bad-value"), FAMILY, True, 6),
    Mutation(schema_line_lost, ("schema-line",), FAMILY, True, 4),
    Mutation(blanks_that_nobody_sees, ("spacing",), FAMILY, True, 4),
    Mutation(keys_in_another_order, ("key-order",), FAMILY, True, 3),
    Mutation(unit_type_without_counters, ("unused-name",), FAMILY, False),
    Mutation(trait_of_no_unit, ("unused-name",), FAMILY, False),
    Mutation(road_without_routes, ("unused-name",), FAMILY, False),
    Mutation(badge_on_no_space, ("unused-name",), FAMILY, False),
    Mutation(colours_of_no_marker, ("unused-name",), FAMILY, False),
    Mutation(parameter_that_nobody_reads, ("unused-parameter",), FAMILY, False),
    Mutation(players_miscounted, ("players-count",), FAMILY, False),
    Mutation(nobody_plays, ("players-count",), FAMILY, False),
    Mutation(languages_wrong, ("language-list",), FAMILY, False),
    Mutation(credits_incomplete, ("credits-missing",), FAMILY, False),
    Mutation(name_of_another_entry, ("label-twice",), FAMILY, True, 4),
    Mutation(space_listed_twice, ("entry-twice",), FAMILY, True, 3),
    Mutation(entry_written_twice, ("entry-twice", "border-twice", "route-twice", "label-twice"), FAMILY, True, 3),
    Mutation(side_that_the_id_denies, ("side-of-id",), FAMILY, True, 4),
)
