"""What rules have counted by the units at certain places: a button counts the pieces and says whether it is enough.

Each line of `counts` in game.yaml tells whose units count, where, and how many there must or may be.
"""

from __future__ import annotations

from pnp.maps.hex_grid import hex_field, ring
from pnp.maps.place_names import place_names
from pnp.model.game import Game
from pnp.model.info import PieceCount
from pnp.vassal.context import Context, expression, nested, quoted, rule_label, signal, spoken, whole_map
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import key_list
from pnp.vassal.naming import judges_supply
from pnp.vassal.pieces.stacking import one_of
from pnp.vassal.pieces.supply import CUT_OFF


def tally_buttons(context: Context) -> list[Element]:
    """The button, and a hidden command for each line."""
    counts, words = context.base.info.counts, context.words
    if not counts:
        return []
    shown = {count.id: count.name for count in context.shown.info.counts}
    keys = [signal("tally", count.id) for count in counts]
    names = ", ".join(shown[count.id] for count in counts)
    button = component(
        "DoActionButton", name="Counts", text=words.text("Counts"), icon=context.images["button", "tally"],
        tooltip=words.text("Counts by the pieces: {names}", names=names), hotkey=signal("tally", "all"), doReport=False,
        doSound=False, doHotkey=True, hotkeys=key_list(keys), doLoop=False,
    )  # fmt: skip
    lines = [
        component(
            "DoActionButton", name=f"count {count.id}", text="", tooltip="", icon="", hotkey=key, doReport=True,
            reportFormat=expression(_told(context, count, shown[count.id])), doSound=False, doHotkey=False, hotkeys="",
            doLoop=False,
        )
        for count, key in zip(counts, keys, strict=True)
    ]  # fmt: skip
    return [button, *lines]


def _told(context: Context, count: PieceCount, name: str) -> str:
    """An expression for a line: how many there are, how many there must or may be, whether that holds, the rule."""
    words, units = context.words, whole_map("CountMap", counted_units(context.base, count))
    values = {"name": quoted(name), "count": units, "rule": quoted(rule_label(context.shown, count.rule))}
    yes, no = quoted(words.text("yes")), quoted(words.text("no"))
    least = _least(context.base, count)
    if least is not None:
        values |= {"limit": quoted(str(least)), "answer": nested([(f"{units}>={least}", yes)], no)}
        return spoken(words.text("{name}: {count}, at least {limit}: {answer} [{rule}]"), values)
    if count.most is not None:
        values |= {"limit": quoted(str(count.most)), "answer": nested([(f"{units}<={count.most}", yes)], no)}
        return spoken(words.text("{name}: {count}, at most {limit}: {answer} [{rule}]"), values)
    return spoken(words.text("{name}: {count} [{rule}]"), values)


def _least(game: Game, count: PieceCount) -> int | None:
    if count.needed is not None:
        return game.info.parameter(count.needed)
    return count.least


def counted_units(game: Game, count: PieceCount) -> str:
    """A test whether a piece counts."""
    barred = [g.id for g in game.counters.groups if not g.marker and game.traits_of(g) & set(count.without)]
    tests = ["Mobile==1", f"Side=={quoted(count.side)}", one_of(_places(game, count))]
    if barred:
        tests.append(f'!({quoted("|" + "|".join(barred) + "|")}.contains("|"+Group+"|"))')
    if not count.isolated and judges_supply(game):
        tests.append(f"!({CUT_OFF})")
    return "&&".join(tests)


def _places(game: Game, count: PieceCount) -> list[str]:
    """What the engine calls the places of a line, in reading order."""
    called, hexes = place_names(game.map), game.map.hexes
    places = {*count.spaces, *(space for route in game.map.routes if route.road == count.road
                               for space in (route.between if count.road else ()))}  # fmt: skip
    if hexes is not None and count.within is not None:
        field, radius = hex_field(hexes), game.info.parameter(count.within)
        places |= {field.ids[i] for space in count.spaces for i in ring(field, field.index[space], radius)}
    return [name for space, name in called.items() if space in places]
