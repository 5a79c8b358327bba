"""Faults in tables that are no grid of results: shifts, lists, events, flow charts; and tables that stand twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, slip
from corpus.table_spots import one, tables

FAMILY = "tables"


def shift_out_of_order(game: Sources) -> Iterator[Draft | Skip]:
    """Two shifts change places, or one is missing or doubled."""
    for table, _ in tables(game, "shifts"):
        shifts = one(table, "shifts")
        for a, b in zip(shifts.items, shifts.items[1:], strict=False):
            yield Draft(f"{table.name}: {a.value} and {b.value}", (a.to(b.raw), b.to(a.raw)), at(shifts))
            yield Draft(
                f"{table.name}: without {a.value}", (shifts.without(a),), (*at(shifts), *at(one(table, "columns")))
            )


def list_row_repeated(game: Sources) -> Iterator[Draft | Skip]:
    """A row of a list says what another row says: its words, its effects, or both."""
    for table, data in tables(game, "list"):
        rows = data["rows"]
        for number in range(len(rows) - 1):
            first, second = one(table, "rows", number), one(table, "rows", number + 1)
            edits = []
            for key in ("key", "name", "text", "effects"):
                mine, other = table.page.get((*second.path, key)), table.page.get((*first.path, key))
                if mine and other:
                    edits.append(mine.to(other.raw))
            if ("name" in rows[number]) != ("name" in rows[number + 1]):
                yield Skip("one of the rows has a name of its own")
                continue
            yield Draft(f"{second.name} like {first.name}", tuple(edits), at(first, second))


def effect_misspelt_or_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A row of an events table lacks an effect, or has it under another name or of another kind."""
    dice = dice_for(game, "effects")
    for table, data in tables(game, "events"):
        for number, row in enumerate(data["rows"]):
            if len(data["rows"]) < 3:
                yield Skip("of two rows neither is the odd one")
                continue
            if not row.get("effects"):
                yield Skip("what happens is declared, or needs no effect")
                continue
            effects = one(table, "rows", number, "effects")
            others = [n for n, other in enumerate(data["rows"]) if other.get("effects")]
            near = at(effects, *(one(table, "rows", n, "effects") for n in others))
            for spot in effects.items:
                key = str(spot.path[-1])
                way = dice.randrange(3)
                if way == 0:
                    yield Draft(f"{spot.name} lost", (effects.without(spot),), near if number == 0 else at(effects))
                elif way == 1:
                    new = slip(key, game.ids, dice) or key + "x"
                    yield Draft(f"{spot.name} → {new}", (spot.renamed_key(new),), near if number == 0 else at(spot))
                else:
                    new = "7" if isinstance(row["effects"][key], bool) else "true"
                    yield Draft(f"{spot.name}: {new}", (spot.to(new),), near if number == 0 else at(spot))


def effect_of_another_kind(game: Sources) -> Iterator[Draft | Skip]:
    """An effect in a list is a number in the other rows and true here."""
    for table, data in tables(game, "list"):
        for number, row in enumerate(data["rows"]):
            for key, value in row.get("effects", {}).items():
                others = [r for n, r in enumerate(data["rows"]) if n != number and key in r.get("effects", {})]
                if not others or isinstance(value, (str, bool)):
                    yield Skip("no other row has the effect, or it is no number")
                    continue
                spot = one(table, "rows", number, "effects", key)
                rows = [
                    one(table, "rows", n, "effects", key)
                    for n in range(len(data["rows"]))
                    if key in data["rows"][n]["effects"]
                ]
                yield Draft(f"{spot.name}: true", (spot.to("true"),), at(spot, *rows[:2]))


def threshold_no_higher(game: Sources) -> Iterator[Draft | Skip]:
    """A threshold equals the one before it, or stands below it."""
    for table, data in tables(game, "list"):
        for number in range(1, len(data["rows"])):
            for key in ("from", "least", "points"):
                if key not in data["rows"][number].get("effects", {}):
                    continue
                spot = one(table, "rows", number, "effects", key)
                before = data["rows"][number - 1]["effects"][key]
                for new in (before, before - 1):
                    yield Draft(f"{spot.name}: {new}", (spot.to(str(new)),), at(spot))


def step_leads_nowhere(game: Sources) -> Iterator[Draft | Skip]:
    """A way out of a step of a flow chart is misspelt, missing, or the same for yes and no."""
    dice = dice_for(game, "steps")
    for table, data in tables(game, "flow"):
        for number, step in enumerate(data["steps"]):
            for key in ("yes", "no", "next"):
                spot = table.page.get((*table.path, "steps", number, key))
                if not spot:
                    continue
                new = slip(spot.value, game.ids, dice) or spot.value + "x"
                yield Draft(f"{spot.name}: {new}", (spot.to(new),), at(spot))
                if key == "no":
                    yield Draft(f"{spot.name} like yes", (spot.to(step["yes"]),), at(spot))
                if key != "next":
                    yield Draft(
                        f"{spot.name} lost",
                        (one(table, "steps", number).without(spot),),
                        at(one(table, "steps", number)),
                    )


def step_out_of_reach(game: Sources) -> Iterator[Draft | Skip]:
    """The only way to a step leads elsewhere."""
    for table, data in tables(game, "flow"):
        ways = [(n, k, s[k]) for n, s in enumerate(data["steps"]) for k in ("yes", "no", "next") if k in s]
        names = [s["id"] for s in data["steps"]]
        for number, key, target in ways:
            if sum(t == target for _, _, t in ways) > 1 or data["steps"][number]["kind"] == "question":
                yield Skip("other steps lead there, or yes and no would lead to one step")
                continue
            elsewhere = next(n for n in reversed(names) if n not in (target, data["steps"][number]["id"]))
            spot = one(table, "steps", number, key)
            yield Draft(
                f"{spot.name}: {elsewhere}", (spot.to(elsewhere),), at(one(table, "steps", names.index(target)))
            )


def action_leads_to_itself(game: Sources) -> Iterator[Draft | Skip]:
    """A flow chart that never ends."""
    for table, data in tables(game, "flow"):
        for number, step in enumerate(data["steps"]):
            if "next" in step:
                spot = one(table, "steps", number, "next")
                yield Draft(f"{spot.name}", (spot.to(step["id"]),), at(spot))


def table_copied(game: Sources) -> Iterator[Draft | Skip]:
    """A table stands in the file twice, the second time with another id and title."""
    for table, data in tables(game):
        if data["kind"] in ("flow", "shifts"):
            yield Skip("charts of steps and shifts")
            continue
        lines = table.page.text[table.start : table.end].rstrip().split("\n")
        copy = "\n".join([lines[0], *(line[4:] for line in lines[1:])])
        copy = re.sub(r"^id: .*$", f"id: {data['id']}-again", copy, count=1, flags=re.MULTILINE)
        copy = re.sub(r"^title: .*$", "title: The same once more", copy, count=1, flags=re.MULTILINE)
        edit, line = table.page.spots[("tables",)].with_item(copy)
        yield Draft(f"{table.name}", (edit,), ((table.file, line), *at(table)))


KINDS = (
    Mutation(shift_out_of_order, ("shifts-order",), FAMILY, True, 5),
    Mutation(list_row_repeated, ("list-rows",), FAMILY, True, 5),
    Mutation(effect_misspelt_or_lost, ("event-effects-keys",), FAMILY, True),
    Mutation(effect_of_another_kind, ("list-rows",), FAMILY, True, 4),
    Mutation(threshold_no_higher, ("threshold-order",), FAMILY, True, 4),
    Mutation(step_leads_nowhere, ("flow-step",), FAMILY, True, 8),
    Mutation(step_out_of_reach, ("flow-unreachable",), FAMILY, True, 4),
    Mutation(action_leads_to_itself, ("flow-cycle",), FAMILY, True, 3),
    Mutation(table_copied, ("table-twice",), FAMILY, True, 4),
)
