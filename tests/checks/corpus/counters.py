"""Faults in counters: counts, factors, backs, sheets, colours, piece numbers."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of, slip
from corpus.text import Spot


def _groups(game: Sources) -> Iterator[tuple[Spot, dict]]:
    for spot in game.find("counters:groups/*"):
        yield spot, spot.page.data["groups"][spot.path[1]]


def _part(group: Spot, *path: str | int) -> Spot | None:
    return group.page.get((*group.path, *path))


def _declared(game: Sources, group: str) -> Spot | None:
    return game.pages["game.yaml"].get(("declared_counts", group))


def count_declared_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """The declared count of a group is one too many or too few."""
    dice = dice_for(game, "declared")
    for spot in game.find("game:declared_counts/*"):
        new = int(spot.value) + dice.choice((-1, 1, 1))
        (count,) = [_part(g, "count") for g, d in _groups(game) if d["id"] == spot.path[-1]]
        yield Draft(f"{spot.name}: {new}", (spot.to(str(new)),), at(spot, count))


def count_of_counters_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A group has a counter more or less than the rules declare."""
    dice = dice_for(game, "counts")
    for group, data in _groups(game):
        count = _part(group, "count")
        new = data["count"] + (dice.choice((-1, 1)) if data["count"] > 1 else 1)
        yield Draft(f"{count.name}: {new}", (count.to(str(new)),), at(count, _declared(game, data["id"]), group))


def count_not_declared(game: Sources) -> Iterator[Draft | Skip]:
    """A group is missing in the declared counts."""
    (owner,) = game.find("game:declared_counts")
    for spot in owner.items:
        (group,) = [g for g, d in _groups(game) if d["id"] == spot.path[-1]]
        yield Draft(
            spot.name,
            (owner.without(spot),),
            (*at(group), (owner.file, owner.key_line), *at(owner, _part(group, "count"))),
        )


def list_of_factors_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A list of factors or designations has a value more or less than there are counters."""
    for spot in game.find(
        "counters:groups/*/factors/*", "counters:groups/*/designation", "counters:groups/*/belongs_to"
    ):
        if spot.kind == "list":
            yield Draft(f"{spot.name}: one less", (spot.without(spot.items[-1]),), at(spot))
            edit, _ = spot.with_item(spot.items[-1].raw)
            yield Draft(f"{spot.name}: one more", (edit,), at(spot))
        elif spot.path[-1] != "belongs_to":
            count = spot.page.spots[("groups", spot.path[1], "count")]
            new = ", ".join([spot.raw] * (int(count.value) + 1))
            yield Draft(f"{spot.name}: a list", (spot.to(f"[{new}]"),), at(spot))


def factor_no_number(game: Sources) -> Iterator[Draft | Skip]:
    """A factor is below nought, or a word."""
    for spot in game.find("counters:groups/*/factors/*"):
        if spot.kind == "list":
            yield Skip("a list")
            continue
        yield Draft(f"{spot.name}: -1", (spot.to("-1"),), at(spot))
        yield Draft(f"{spot.name}: two", (spot.to("two"),), at(spot))


def factor_under_another_name(game: Sources) -> Iterator[Draft | Skip]:
    """A group names a factor otherwise than the other units of its side."""
    dice = dice_for(game, "names")
    for group, data in _groups(game):
        others = [
            d for _, d in _groups(game) if d.get("side") == data.get("side") and d is not data and d.get("factors")
        ]
        for spot in group.page.find(f"groups/{group.path[1]}/factors/*"):
            name = str(spot.path[-1])
            if len([d for d in others if name in d["factors"]]) < 2:
                yield Skip("no two other groups of the side say which name is right")
                continue
            new = slip(name, game.ids, dice) or name + "x"
            yield Draft(
                f"{spot.name} → {new}", (spot.renamed_key(new),), ((spot.file, spot.key_line), (spot.file, group.line))
            )


def reduced_side_too_strong(game: Sources) -> Iterator[Draft | Skip]:
    """The reduced side is as strong as the full one, or stronger."""
    for spot in game.find("counters:groups/*/reduced/*"):
        full = spot.page.get(("groups", spot.path[1], "factors", spot.path[-1]))
        for new in (int(full.value), int(full.value) + 2):
            yield Draft(f"{spot.name}: {new}", (spot.to(str(new)),), at(spot))


def back_of_another_kind(game: Sources) -> Iterator[Draft | Skip]:
    """A back that doesn't fit what the group says of it, or gives the draw away."""
    for group, data in _groups(game):
        back = _part(group, "back")
        if back is None:
            continue
        if "reduced" in data:
            yield Draft(
                f"{back.name}: same, with reduced factors", (back.to("same"),), at(back, _part(group, "reduced"), group)
            )
        elif "switches_to" in data:
            yield Draft(
                f"{back.name}: same, with switches_to", (back.to("same"),), at(back, _part(group, "switches_to"), group)
            )
        else:
            yield Draft(f"{back.name}: switched to nobody", (back.to("switched"),), at(back, group))


def reduced_factor_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A counter has a reduced back, but no factor says how it is weaker; or the factor's name is wrong."""
    dice = dice_for(game, "reduced")
    for spot in game.find("counters:groups/*/reduced"):
        group = spot.page.spots[("groups", spot.path[1])]
        gone = spot.page.lines_gone(spot.key_line, spot.last_line)
        back = _part(group, "back")
        shift = 1 if back.line > spot.line else 0
        yield Draft(f"{spot.name} lost", (gone,), (*at(group), (back.file, back.line - shift)))
        item = spot.items[0]
        new = slip(str(item.path[-1]), set(), dice) or f"{item.path[-1]}x"
        yield Draft(f"{item.name} → {new}", (item.renamed_key(new),), ((item.file, item.key_line), *at(spot)))


def switched_to_its_own_side(game: Sources) -> Iterator[Draft | Skip]:
    """A unit switches to the side it is on, or to none."""
    for spot in game.find("counters:groups/*/switches_to"):
        group = spot.page.spots[("groups", spot.path[1])]
        own = _part(group, "side")
        yield Draft(f"{spot.name}: {own.value}", (spot.to(own.value),), at(spot))
        back = _part(group, "back")
        shift = 1 if back.line > spot.line else 0
        gone = spot.page.lines_gone(spot.key_line, spot.line)
        yield Draft(f"{spot.name} lost", (gone,), (*at(group), (back.file, back.line - shift)))


def marker_of_the_wrong_unit(game: Sources) -> Iterator[Draft | Skip]:
    """Two markers belong to one unit, or a marker belongs to a marker."""
    for owner in game.find("counters:groups/*/belongs_to"):
        for first, second in zip(owner.items, owner.items[1:], strict=False):
            yield Draft(f"{second.name}: {first.value}", (second.to(first.value),), at(second, owner))
            marker = next(u for u, g in game.units.items() if "marker" in g)
            yield Draft(f"{second.name}: {marker}", (second.to(marker),), at(second, owner))


def group_on_no_sheet(game: Sources) -> Iterator[Draft | Skip]:
    """A group is printed on no sheet, or twice."""
    for owner in game.find("counters:sheets/*/groups"):
        for item in owner.items:
            (group,) = [g for g, d in _groups(game) if d["id"] == item.value]
            places = (*at(owner, group, group.page.spots[owner.path[:2]]), (owner.file, owner.key_line))
            yield Draft(f"{item.value} lost", (owner.without(item),), places)
            edit, line = owner.with_item(item.raw)
            yield Draft(f"{item.value} twice", (edit,), ((owner.file, line), *at(item)))


def colour_like_its_ground(game: Sources) -> Iterator[Draft | Skip]:
    """Ink in the colour of what it is printed on."""
    pairs = (("ground", "ink"), ("back_ground", "back_ink"), ("box", "box_ink"))
    for spot in game.find("style:sides/*", "style:markers/*"):
        have = {item.path[-1]: item for item in spot.items}
        for ground, ink in pairs:
            if ground in have and ink in have:
                yield Draft(
                    f"{have[ink].name} like its ground", (have[ink].to(have[ground].raw),), at(have[ink], have[ground])
                )


def colour_nearly_like_its_ground(game: Sources) -> Iterator[Draft | Skip]:
    """Ink half-way to the colour of its ground: below 4.5 to 1."""
    for spot in game.find("style:sides/*/ink", "style:sides/*/back_ink", "style:markers/*/ink"):
        ground = spot.page.spots[(*spot.path[:-1], str(spot.path[-1]).replace("ink", "ground"))]
        new = _between(spot.value, ground.value)
        yield Draft(f"{spot.name}: {new}", (spot.to(f'"{new}"'),), at(spot, ground))


def _between(a: str, b: str) -> str:
    parts = [(int(a[n : n + 2], 16) + 2 * int(b[n : n + 2], 16)) // 3 for n in (1, 3, 5)]
    return "#" + "".join(f"{p:02x}" for p in parts)


def counter_of_nobody(game: Sources) -> Iterator[Draft | Skip]:
    """A group of units that belongs to no side, so that it has no colours."""
    for spot in game.find("counters:groups/*/side"):
        group = spot.page.spots[spot.path[:-1]]
        if not any(item.path[-1] == "marker" for item in group.items):
            yield Draft(spot.name, (group.without(spot),), at(group))


def colour_malformed(game: Sources) -> Iterator[Draft | Skip]:
    """A colour that no program reads."""
    dice = dice_for(game, "colours")
    for spot in game.find("style:**/*"):
        if spot.kind == "scalar" and spot.value.startswith("#"):
            new = dice.choice(
                (spot.value[:-1], spot.value + "0", "red", spot.value.replace("#", ""), spot.value[:-1] + "g")
            )
            yield Draft(f"{spot.name}: {new}", (spot.to(f'"{new}"'),), at(spot))


def piece_number_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A counter has no number of its own in the module."""
    (owner,) = game.find("gpids:pieces")
    for spot in owner.items:
        group = next((g for g, d in _groups(game) if game.units.get(str(spot.path[-1])) == d), None)
        if group is None:
            yield Skip("a piece that is no counter")
            continue
        yield Draft(spot.name, (owner.without(spot),), (*at(owner, group), (owner.file, owner.key_line)))


def piece_number_given_again(game: Sources) -> Iterator[Draft | Skip]:
    """Two pieces have one number."""
    dice = dice_for(game, "numbers")
    (owner,) = game.find("gpids:pieces")
    for spot in owner.items:
        other = dice.choice([s for s in owner.items if s is not spot])
        yield Draft(f"{spot.name}: {other.value}", (spot.to(other.value),), at(spot, other))


def next_number_too_low(game: Sources) -> Iterator[Draft | Skip]:
    """The next number is one that a piece has."""
    dice = dice_for(game, "next")
    (spot,) = game.find("gpids:next")
    for new in dice.sample(range(1, int(spot.value)), 2):
        yield Draft(f"next: {new}", (spot.to(str(new)),), at(spot))
    last = game.pages["gpids.yaml"].spots[("pieces",)].items[-1]
    yield Draft(f"{last.name}: 999", (last.to("999"),), at(spot, last))


def state_that_no_back_shows(game: Sources) -> Iterator[Draft | Skip]:
    """A unit in a position is in a state that its counter can't show."""
    dice = dice_for(game, "states")
    for spot in game.find("scenarios:position/units/*/*", "examples:examples/*/position/units/*/*"):
        back = game.units.get(spot.value, {}).get("back", "")
        if spot.kind != "scalar" or not back:
            yield Skip("a unit with a state already")
            continue
        new = dice.choice([s for s in ("activated", "reduced", "switched") if s != back])
        yield Draft(
            f"{spot.file} {spot.name} ({spot.value}): {new}",
            (spot.to(f"{{id: {spot.value}, state: {new}}}"),),
            at(spot),
        )


# Named -------------------------------------------------------------------------------------------------------


def factor_that_nothing_uses(game: Sources) -> Iterator[Draft]:
    """Counters carry a figure of which no rule speaks."""
    sides = {}
    for group, data in _groups(game):
        if data.get("factors") and data["side"] not in sides:
            sides[data["side"]] = group
            edit, line = _part(group, "factors").with_item("stamina: 3")
            yield Draft(group.name, (edit,), ((group.file, line), *at(_part(group, "factors"))))


def backs_that_tell(game: Sources) -> Iterator[Draft]:
    """Units that are drawn from a box on the map show on their backs what they are."""
    printed = {s.page.spots[(*s.path[:-1], "id")].value for s in game.find("map:boxes/*/rect_mm")}
    for pool in game.find("scenarios:position/pools/*"):
        for group, data in _groups(game):
            drawn = {i.value for i in pool.items}
            if pool.path[-1] in printed and any(game.units[u]["id"] == data["id"] for u in drawn):
                back = _part(group, "back")
                yield Draft(
                    f"{data['id']}",
                    (back.to("same"),),
                    at(back, group, *[i for i in pool.items if game.units[i.value] == data]),
                )


def underline_of_no_factor(game: Sources) -> Iterator[Draft]:
    """A trait underlines a factor that its units don't have."""
    for spot in game.find("game:traits/*/underlines"):
        yield Draft(spot.name, (spot.to("luck"),), at(spot))


def counters_of_no_size(game: Sources) -> Iterator[Draft]:
    """Counters too small to read, or of a size that isn't offered."""
    page = game.pages.get("style.yaml")
    if page is None:
        yield Skip("a game with the colours and sizes of a palette")
        return
    old = page.get(("counters",))
    for new in ("{size_mm: 8.0, sizes_mm: [8.0]}", "{size_mm: 17.3}"):
        edit, line = (old.to(new), old.line) if old else page.spots[()].with_item(f"counters: {new}")
        yield Draft(new, (edit,), ((page.file, line),))


def role_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """A colour for a role that no map or chart has."""
    for role in ("paper", "panel", "accent", "zebra", "title"):
        for spot in game.find(f"style:palette/{role}"):
            yield Draft(role, (spot.renamed_key(f"{role}s"),), at(spot))


def sides_dressed_alike(game: Sources) -> Iterator[Draft]:
    """Two sides have the same colours and the same pattern."""
    first, second = game.find("style:sides/*")[:2]
    if first.raw.startswith("{"):
        yield Draft(f"{second.name} like {first.name}", (second.to(first.raw),), (*lines_of(first), *lines_of(second)))
        return
    new = "\n    " + "\n    ".join(line.strip() for line in first.raw.rstrip().split("\n"))
    last = second.page.text[: second.end].rstrip()
    edit = second.page.lines_gone(second.line, second.last_line)
    yield Draft(
        f"{second.name} like {first.name}", (type(edit)(edit.file, edit.start, edit.end, new.lstrip("\n") + "\n"),),
        (*lines_of(first), *lines_of(second)) if last else (),
    )  # fmt: skip


FAMILY = "counters"
MUTATIONS = (
    Mutation(count_declared_wrong, ("counter-counts",), FAMILY, True, 6),
    Mutation(count_of_counters_wrong, ("counter-counts",), FAMILY, True, 6),
    Mutation(count_not_declared, ("counter-counts",), FAMILY, True, 3),
    Mutation(list_of_factors_wrong, ("factor-list-length", "belongs-to"), FAMILY, True, 6),
    Mutation(factor_no_number, ("factor-kind",), FAMILY, True, 4),
    Mutation(factor_under_another_name, ("factor-names",), FAMILY, True, 4),
    Mutation(reduced_side_too_strong, ("reduced-back",), FAMILY, True, 4),
    Mutation(reduced_factor_lost, ("reduced-back",), FAMILY, True, 4),
    Mutation(back_of_another_kind, ("reduced-back", "switched-back"), FAMILY, True, 6),
    Mutation(switched_to_its_own_side, ("switched-back",), FAMILY, True, 4),
    Mutation(marker_of_the_wrong_unit, ("belongs-to",), FAMILY, True, 3),
    Mutation(group_on_no_sheet, ("sheet-groups",), FAMILY, True, 5),
    Mutation(colour_like_its_ground, ("contrast",), FAMILY, True, 6),
    Mutation(colour_nearly_like_its_ground, ("contrast",), FAMILY, True, 4),
    Mutation(counter_of_nobody, ("style-missing",), FAMILY, True, 4),
    Mutation(colour_malformed, ("bad-value",), FAMILY, True, 4),
    Mutation(piece_number_lost, ("gpid-missing",), FAMILY, True, 4),
    Mutation(piece_number_given_again, ("gpid-twice",), FAMILY, True, 4),
    Mutation(next_number_too_low, ("gpid-next",), FAMILY, True, 3),
    Mutation(state_that_no_back_shows, ("unit-state",), FAMILY, True, 6),
    Mutation(factor_that_nothing_uses, ("factor-unused",), FAMILY, False),
    Mutation(backs_that_tell, ("pool-backs",), FAMILY, False),
    Mutation(underline_of_no_factor, ("trait-underline", "unknown-name"), FAMILY, False),
    Mutation(counters_of_no_size, ("counter-size",), FAMILY, False),
    Mutation(role_misspelt, ("palette-role",), FAMILY, False),
    Mutation(sides_dressed_alike, ("sides-alike",), FAMILY, False),
)
