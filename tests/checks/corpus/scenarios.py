"""Faults in set-ups and examples: units missing or doubled, places, points, tracks, phases, and play that can't be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of, slip
from corpus.rule_texts import case_of, inside, swap
from corpus.text import Edit, Spot


def _placed(game: Sources) -> tuple[Spot, ...]:
    """Where counters start; those that wait in a box until their side places them freely stand twice, and are left out.
    """
    found = game.find("scenarios:position/units/*/*", "scenarios:position/pools/*/*", "scenarios:placements/*/units/*")
    often = Counter((spot.file, spot.value) for spot in found)
    return tuple(spot for spot in found if often[spot.file, spot.value] == 1 or not _waits(game))


def _waits(game: Sources) -> bool:
    """Whether a scenario has both free placements and boxes where their units wait."""
    free = {s.value for s in game.find("scenarios:placements/*/units/*")}
    return bool(free & {s.value for s in game.find("scenarios:position/units/*/*")})


def _around(spot: Spot) -> tuple[tuple[str, int], ...]:
    """The list that a value is in, and the key of the position."""
    owner = spot.page.spots[spot.path[:-1]]
    return (*at(owner), (owner.file, owner.key_line))


def _group(game: Sources, unit: str) -> Spot | None:
    groups = game.find("counters:groups/*/id")
    return next((g for g in groups if game.units.get(unit, {}).get("id") == g.value), None)


def unit_not_placed(game: Sources) -> Iterator[Draft | Skip]:
    """A counter of a side stands nowhere."""
    for spot in _placed(game):
        owner = spot.page.spots[spot.path[:-1]]
        if not game.units[spot.value].get("side"):
            yield Skip("a marker without a side may stay beside the board")
            continue
        edit = owner.to("[]") if len(owner.items) == 1 else owner.without(spot)
        position = spot.page.spots[("position",)]
        units = spot.page.get(("position", "units"))
        places = (*_around(spot), (spot.file, position.key_line), *at(position, units, _group(game, spot.value)),
                  *(((spot.file, units.key_line),) if units else ()))  # fmt: skip
        yield Draft(spot.value, (edit,), places)


def unit_placed_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A counter stands in two places."""
    dice = dice_for(game, "twice")
    placed = _placed(game)
    for spot in placed:
        other = dice.choice([s for s in placed if s is not spot and s.file == spot.file])
        owner = other.page.spots[other.path[:-1]]
        edit, line = owner.with_item(spot.raw)
        shift = edit.new.count("\n") if owner.style != "{" and spot.line >= line else 0
        yield Draft(f"{spot.value} with {other.value}", (edit,), ((spot.file, line), (spot.file, spot.line + shift)))


def unit_replaced_by_another(game: Sources) -> Iterator[Draft | Skip]:
    """A line of the set-up repeats the line before it: one unit twice, one not at all."""
    for spot in _placed(game):
        before = spot.page.get((*spot.path[:-1], spot.path[-1] - 1)) if spot.path[-1] else None
        if before:
            yield Draft(f"{spot.value} → {before.value}", (spot.to(before.value),), at(spot, before))


def default_of_other_units(game: Sources) -> Iterator[Draft | Skip]:
    """The default of a free placement lacks a unit, has one twice, or puts one where it may not stand."""
    for spot in game.find("scenarios:placements/*/default/*/*"):
        owner = spot.page.spots[spot.path[:-1]]
        default = spot.page.spots[spot.path[:-2]]
        entry = default.page.spots[default.path[:-1]]
        whole = (*at(owner, default, entry), (spot.file, default.key_line), (spot.file, owner.key_line))
        edit = owner.to("[]") if len(owner.items) == 1 else owner.without(spot)
        units = default.page.spots[(*default.path[:-1], "units")]
        yield Draft(f"{spot.value} lost", (edit,), (*whole, *at(units, *units.items)))
        yield Draft(f"{spot.value} twice", (owner.with_item(spot.raw)[0],), whole)
        allowed = {i.value for i in default.page.spots[(*default.path[:-1], "spaces")].items}
        elsewhere = next(v for v in game.values("map:spaces/*/id") if v not in allowed)
        yield Draft(f"{owner.path[-1]} → {elsewhere}", (owner.renamed_key(elsewhere),), whole)


def points_out_of_reach(game: Sources) -> Iterator[Draft | Skip]:
    """More points are asked for than the map holds, or none at all."""
    total = sum(map(int, game.values("map:spaces/*/victory_points")))
    for spot in game.find("scenarios:victory_points"):
        for new in (total + 1, total * 10, 0):
            yield Draft(f"{new}", (spot.to(str(new)),), at(spot))


def points_on_the_map_lost(game: Sources) -> Iterator[Draft | Skip]:
    """The spaces are worth so little that the points can't be reached."""
    for wanted in game.find("scenarios:victory_points"):
        worth = game.find("map:spaces/*/victory_points")
        edits = tuple(s.to("0") for s in worth if int(s.value) < 3)
        if sum(int(s.value) for s in worth if int(s.value) >= 3) >= int(wanted.value):
            yield Skip("the spaces left are worth enough")
            continue
        yield Draft("all but the best spaces", edits, at(wanted))


def start_out_of_order(game: Sources) -> Iterator[Draft | Skip]:
    """A scenario starts in a turn it doesn't have, or with the side whose phase it isn't."""
    sides = game.values("game:sides/*/id")
    for turn in game.find("scenarios:position/turn"):
        for new in ("0", "99"):
            yield Draft(f"turn {new}", (turn.to(new),), at(turn))
    for side in game.find("scenarios:position/side"):
        new = next(s for s in sides if s != side.value)
        yield Draft(
            f"side {new}", (side.to(new),), (*at(side), (side.file, side.page.spots[("position", "phase")].line))
        )
    for phase in game.find("scenarios:position/phase"):
        side = phase.page.spots[("position", "side")].value
        for other in game.find("game:phases/*/id"):
            owner = other.page.get((*other.path[:-1], "side"))
            if not owner or owner.value == side:
                yield Skip("a phase of the same side, or of nobody")
                continue
            yield Draft(
                f"phase {other.value}", (phase.to(other.value),), at(phase, phase.page.spots[("position", "side")])
            )


def phase_that_never_comes(game: Sources) -> Iterator[Draft | Skip]:
    """A phase waits for a turn that no scenario has."""
    for phase in game.find("game:phases/*"):
        first = phase.page.get((*phase.path, "first_turn"))
        if first:
            yield Draft(f"{phase.name}: 99", (first.to("99"),), at(first, phase))
        else:
            edit, line = phase.with_item("first_turn: 99")
            yield Draft(f"{phase.name}: 99", (edit,), ((phase.file, line), *at(phase)))


def marker_off_its_track(game: Sources) -> Iterator[Draft | Skip]:
    """A marker stands on a value that its track doesn't have."""
    for spot in game.find("scenarios:position/tracks/*", "examples:examples/*/position/tracks/*"):
        for new in ("77", "-50"):
            yield Draft(f"{spot.file} {spot.name}: {new}", (spot.to(new),), at(spot))


def pool_among_the_units(game: Sources) -> Iterator[Draft | Skip]:
    """Units to be drawn are listed as if they just stood there, or the other way round."""
    for pools in game.find("scenarios:position/pools"):
        units = pools.page.spots[("position", "units")]
        for pool in pools.items:
            moved = pools.page.text[pool.key_at : pool.end].rstrip()
            edit, line = units.with_item(f"{pool.path[-1]}: [{', '.join(i.value for i in pool.items)}]")
            gone = pools.page.lines_gone(pools.key_line, pools.last_line)
            yield Draft(f"{moved.split(':')[0]} in units", (edit, gone), ((units.file, line),))
        for box in units.items:
            if box.path[-1] in game.values("map:spaces/*/id") or not box.items:
                yield Skip("a space is no box")
                continue
            edit, line = pools.with_item(f"{box.path[-1]}: [{', '.join(i.value for i in box.items)}]")
            lost = box.last_line - box.key_line + 1
            yield Draft(f"{box.path[-1]} in pools", (units.without(box), edit), ((units.file, line - lost), *at(pools)))


def winner_is_always_the_same(game: Sources) -> Iterator[Draft | Skip]:
    """A side wins in no outcome."""
    for side in game.find("game:sides/*/id"):
        won = [s for s in game.find("game:outcomes/*/winner") if s.value == side.value]
        other = next(s for s in game.values("game:sides/*/id") if s != side.value)
        outcomes = game.find("game:outcomes/*", "game:outcomes")
        places = (*at(side, *won, *outcomes), *((o.file, o.key_line) for o in outcomes))
        yield Draft(side.value, tuple(s.to(other) for s in won), places)


# Examples of play --------------------------------------------------------------------------------------------


def _example(spot: Spot) -> tuple[tuple[str, int], ...]:
    """Where a finding on an example stands: its head, what it expects, what it does, and the value itself."""
    owner = spot.page.spots[spot.path[:2]]
    parts = [
        spot.page.get((*owner.path, *p))
        for p in (("id",), ("expect",), ("expect", "position"), ("actions",), ("dice",), ("draws",), ("position",))
    ]
    keys = tuple((p.file, p.key_line) for p in parts if p)
    return (*at(spot, owner, *parts), *keys)


def example_expects_another_place(game: Sources) -> Iterator[Draft | Skip]:
    """A unit is expected in a space where the play doesn't bring it."""
    for box in game.find("examples:examples/*/expect/position/units/*"):
        names = {str(i.path[-1]) for i in box.page.spots[box.path[:-1]].items}
        elsewhere = next(v for v in game.values("map:spaces/*/id") if v not in names)
        if not box.items:
            yield Skip("an empty place")
            continue
        yield Draft(f"{box.name} → {elsewhere}", (box.renamed_key(elsewhere),), _example(box))


def example_without_its_dice(game: Sources) -> Iterator[Draft | Skip]:
    """A die that the play rolls isn't told, or one that it never rolls is."""
    for dice in game.find("examples:examples/*/dice"):
        yield Draft(
            f"{dice.name}: one less",
            (dice.without(dice.items[-1]) if len(dice.items) > 1 else dice.to("[]"),),
            _example(dice),
        )
        yield Draft(f"{dice.name}: one more", (dice.with_item("3")[0],), _example(dice))


def example_logs_another_case(game: Sources) -> Iterator[Draft | Skip]:
    """A case is expected in the log that the play never comes to."""
    cases = [c for c in sorted(game.addresses) if c.count(".") == 1 and c.endswith(".0")] or ["Introduction", "Notes"]
    for spot in game.find("examples:examples/*/expect/logged/*", "examples:examples/*/expect/refused"):
        new = cases[len(spot.value) % 2]
        if new == spot.value:
            yield Skip("it is that case already")
            continue
        yield Draft(f"{spot.name}: {spot.value} → {new}", (spot.to(f'"{new}"'),), _example(spot))


def example_with_an_impossible_action(game: Sources) -> Iterator[Draft | Skip]:
    """An action of an example is misspelt, or names a unit or space that isn't there."""
    dice = dice_for(game, "actions")
    for spot in game.find("examples:examples/*/actions/*/*"):
        new = slip(spot.value, game.ids, dice)
        if not new:
            yield Skip("every slip of the pen gives another id of the game")
            continue
        yield Draft(f"{spot.name}: {spot.value} → {new}", (spot.to(new),), _example(spot))


# Named -------------------------------------------------------------------------------------------------------


def scenario_begun_as_a_copy(game: Sources) -> Iterator[Draft]:
    """A second scenario has the name, text and position of the first."""
    for page in [p for f, p in game.pages.items() if f.startswith("scenarios/")][:1]:
        new = page.text.replace(f"id: {page.spots[('id',)].value}", "id: zz-second", 1)
        file = "scenarios/zz-second.yaml"
        places = tuple((file, page.spots[(key,)].line) for key in ("id", "name", "text") if (key,) in page.spots)
        yield Draft("the whole file", (), (*places, (file, 1)), {file: new.encode()})


def scenario_that_shares_its_text(game: Sources) -> Iterator[Draft]:
    """A second scenario has another name and length, but the text of the first."""
    for page in [p for f, p in game.pages.items() if f.startswith("scenarios/")][:1]:
        new = page.text.replace(f"id: {page.spots[('id',)].value}", "id: zz-second", 1)
        name, turns = page.spots[("name",)], page.spots[("turns",)]
        new = new.replace(f"name: {name.raw}", "name: A shorter game", 1).replace(
            f"turns: {turns.raw}", f"turns: {int(turns.value) - 1}", 1
        )
        file = "scenarios/zz-second.yaml"
        yield Draft("its text", (), tuple((file, page.spots[(k,)].line) for k in ("id", "text")), {file: new.encode()})


def reserve_without_an_entry(game: Sources) -> Iterator[Draft]:
    """Units wait off the map, and no space lets them in."""
    edits, places = [], []
    for spot in game.find("map:spaces/*/start_of"):
        edits.append(spot.page.lines_gone(spot.key_line, spot.line))
    for spot in game.find("game:sides/*/home"):
        edits.append(spot.page.spots[spot.path[:-1]].without(spot))
    for spot in game.find("counters:groups/*/home", "counters:groups/*/arrives"):
        edits.append(spot.page.lines_gone(spot.key_line, spot.line))
    for box in game.find("scenarios:position/units/*"):
        if box.path[-1] not in game.values("map:spaces/*/id") and any("type" in game.units[i.value] for i in box.items):
            places += [*at(box, *box.items), (box.file, box.key_line)]
    groups = [g for g in game.find("counters:groups/*/id")]
    if places:
        yield Draft("no home, no start", tuple(edits), (*places, *at(*groups)))


def all_in_one_space(game: Sources) -> Iterator[Draft]:
    """The default of a free placement puts all units into one space, above the limit."""
    limit = [s for s in game.find("game:parameters/*/id") if s.value == "stack-limit"]
    for default in game.find("scenarios:placements/*/default"):
        units = default.page.spots[(*default.path[:-1], "units")]
        if limit and len(units.items) > 3:
            first = default.items[0]
            new = f"{{{first.path[-1]}: [{', '.join(i.value for i in units.items)}]}}"
            gone = default.page.lines_gone(default.line, default.last_line)
            key = Edit(default.file, default.key_at, default.key_at, f"default: {new}")
            old = Edit(default.file, default.key_at, default.page.starts[default.key_line], "")
            edit = Edit(default.file, old.start, gone.end, f"{key.new}\n")
            yield Draft("the first", (edit,), ((default.file, default.key_line),))


def enemies_in_one_space(game: Sources) -> Iterator[Draft | Skip]:
    """A unit stands in the set-up where units of the other side start."""
    boxes = set(game.values("map:boxes/*/id"))
    for units in game.find("scenarios:position/units/*"):
        if units.path[-1] in boxes or not units.items:
            yield Skip("a box")
            continue
        groups = [group for spot in units.items if (group := game.units.get(spot.value)) and group.get("type")]
        sides = {group.get("side") for group in groups}
        enemy = next((n for n, g in game.units.items() if g.get("type") and sides and g.get("side") not in sides), "")
        if not enemy:
            yield Skip("markers, or no enemy")
            continue
        edit, line = units.with_item(enemy)
        yield Draft(f"{units.name}: {enemy}", (edit,), ((units.file, line), *lines_of(units)))


_ROLL = re.compile(r"\b[Aa]n? ([1-6])\b(?![-–:/×]| ?(?:MP|%)| (?:hex|point|step|turn|area|column|count))")


def example_tells_another_die(game: Sources) -> Iterator[Draft | Skip]:
    """The text of an example has a roll that isn't among its dice."""
    for text in game.find("examples:examples/*/text"):
        dice = text.page.get((*text.path[:-1], "dice"))
        rolled = next(inside(text, _ROLL), None)
        left = [n for n in "123456" if dice and n not in {die.value for die in dice.items}]
        if rolled is None or not left:
            yield Skip("no roll, or all of them")
            continue
        match, start, line = rolled
        edit = swap(text, start + match.start(1) - match.start(), match[1], left[0])
        yield Draft(f"{text.name}: {match[1]} → {left[0]}", (edit,), ((text.file, line),))


def example_tells_another_place(game: Sources) -> Iterator[Draft | Skip]:
    """The text of an example names a space far from those in which it is played."""
    names = {
        space.value: spot.value
        for space in game.find("map:spaces/*/id")
        if (spot := space.page.get((*space.path[:-1], "name"))) and spot.value
    }
    for text in game.find("examples:examples/*/text"):
        example = text.page.spots[text.path[:-1]]
        actions = text.page.get((*text.path[:-1], "actions"))
        reached = [item.value for action in actions.items for item in action.items[1:]] if actions else []
        told = [place for place in names if place in reached and text.raw.count(names[place]) == 1]
        absent = [place for place in names if place not in example.raw and names[place] not in text.raw]
        if not told or not absent or any(n in text.raw and p not in reached for p, n in names.items()):
            yield Skip("the text names no space once, or others too")
            continue
        start = text.start + text.raw.index(names[told[0]])
        edit = swap(text, start, names[told[0]], names[absent[0]])
        yield Draft(f"{text.name}: {names[absent[0]]}", (edit,), ((text.file, text.page.line_at(start)),))


def example_shows_another_case(game: Sources) -> Iterator[Draft | Skip]:
    """The address of a case is that of a far one, whose words the example hasn't."""
    texts = {case_of(text): text.value for text in game.texts}
    for spot in game.find("examples:examples/*/rules/*"):
        page, path = spot.page, spot.path[:2]
        said = page.spots[(*path, "text")].value + page.spots[(*path, "title")].value + str(path)
        words = set(re.findall(r"[a-z]{4}", said.lower()))
        near = {rule.partition(".")[0].partition(" ")[0] for rule in re.findall(r"[\w. ]+", str(page.spots[path].raw))}
        far = [a for a, text in texts.items() if a.partition(".")[0].partition(" ")[0] not in near
               and not words & set(re.findall(r"[a-z]{4}", text.lower()))]  # fmt: skip
        if far:
            yield Draft(f"{spot.name}: {spot.value} → {far[0]}", (spot.quoted(far[0]),), at(spot))
        else:
            yield Skip("every case has a word of the example")


def scenarios_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A game without any scenario."""
    files = [file for file in game.pages if file.startswith("scenarios/")]
    yield Draft("all scenarios", (), at(*game.find("game:id")), dict.fromkeys(files))


FAMILY = "scenarios"
MUTATIONS = (
    Mutation(scenarios_lost, ("scenario-missing",), FAMILY, True, 2),
    Mutation(unit_not_placed, ("unit-placed-once",), FAMILY, True, 8),
    Mutation(unit_placed_twice, ("unit-placed-once",), FAMILY, True, 8),
    Mutation(unit_replaced_by_another, ("unit-placed-once",), FAMILY, True, 5),
    Mutation(default_of_other_units, ("placement-default",), FAMILY, True, 6),
    Mutation(points_out_of_reach, ("victory-reachable", "bad-value"), FAMILY, True, 3),
    Mutation(points_on_the_map_lost, ("victory-reachable",), FAMILY, False),
    Mutation(start_out_of_order, ("scenario-start", "bad-value"), FAMILY, True, 4),
    Mutation(phase_that_never_comes, ("scenario-start",), FAMILY, True, 3),
    Mutation(marker_off_its_track, ("track-range",), FAMILY, True, 6),
    Mutation(pool_among_the_units, ("pool-kind",), FAMILY, True, 3),
    Mutation(winner_is_always_the_same, ("side-cannot-win",), FAMILY, True, 2),
    Mutation(example_expects_another_place, ("example",), FAMILY, True, 6),
    Mutation(example_without_its_dice, ("example",), FAMILY, True, 5),
    Mutation(example_logs_another_case, ("example",), FAMILY, True, 5),
    Mutation(example_with_an_impossible_action, ("example", "unknown-name"), FAMILY, True, 6),
    Mutation(scenario_begun_as_a_copy, ("scenario-alike",), FAMILY, False),
    Mutation(scenario_that_shares_its_text, ("scenario-alike",), FAMILY, False),
    Mutation(reserve_without_an_entry, ("arrival-place",), FAMILY, False),
    Mutation(all_in_one_space, ("scenario-stacking",), FAMILY, False),
    Mutation(enemies_in_one_space, ("start-enemies",), FAMILY, True, 3),
    Mutation(example_tells_another_die, ("example-told",), FAMILY, True, 3),
    Mutation(example_shows_another_case, ("example-rule",), FAMILY, True, 3),
    Mutation(example_tells_another_place, ("example-told",), FAMILY, True, 3),
)
