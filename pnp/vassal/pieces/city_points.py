"""Victory points of cities on a hex map without a schedule: who holds each is told by the units that stand there.

Each city has a property with the side that holds it. A button looks at the pieces and tells the points of each side
with its cities. Where the game declares `control`, a city stays with the side that was there last: the look is repeated
at each phase, and a menu gives a city to the next side by hand. Supply and allies are left to the players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pnp.maps.hex_grid import hex_field, region_of
from pnp.model.filters import PlaceFilter
from pnp.model.game import Game, standard_scenario
from pnp.model.info import Side
from pnp.model.map import Space
from pnp.model.position import PositionSource
from pnp.vassal.context import (
    KEYS,
    MAP_NAME,
    Context,
    change,
    expression,
    nested,
    property_name,
    quoted,
    rule_label,
    signal,
)
from pnp.vassal.format.buildfile import Element, component, global_property
from pnp.vassal.format.encoding import key_list, text_list
from pnp.vassal.naming import on_hexes

LOOK = signal("cities", "look")
"""Has each city's holder corrected by the pieces."""
_ADD, _TELL = signal("cities", "add"), signal("cities", "tell")


def worth_points(game: Game) -> list[Space]:
    """The places that give points to who holds them; none where a scenario has a schedule of its own."""
    scenario = standard_scenario(game)
    if not on_hexes(game) or (scenario and scenario.victory):
        return []
    return [space for space in game.map.spaces if space.victory_points]


def keeps_control(game: Game) -> bool:
    """Whether a place stays with the side that was there last; else it counts only while a unit stands there."""
    control = game.procedures.control if game.procedures is not None else None
    return control is not None and control.by == "last-unit"


def holder_property(space: str) -> str:
    """The property that holds the side that holds a city; "" for none."""
    return f"Holder{property_name(space)}"


def holders(game: Game, position: PositionSource | None) -> dict[str, str]:
    """City -> the side that holds it in a position: by who stands there, by its control, by the declared start."""
    if position is None:
        return {}
    side_of = {str(counter.id): counter.side for counter in game.all_counters()}
    found = {}
    for space in worth_points(game):
        here = [str(getattr(entry, "id", entry)) for entry in (position.units or {}).get(space.id, ())]
        standing = next((side for unit in here if (side := side_of.get(unit))), None)
        side = standing or (position.control or {}).get(space.id) or _at_start(game, space.id)
        if side and (standing or keeps_control(game)):
            found[str(space.id)] = str(side)
    return found


def _at_start(game: Game, space: str) -> str | None:
    """The side to which the game's declaration of control gives a place at the start, by region or id."""
    control = game.procedures.control if game.procedures is not None else None
    return next((side for side, f in (control.at_start if control else {}).items() if _matches(game, f, space)), None)


def _matches(game: Game, places: PlaceFilter, space: str) -> bool:
    hexes = game.map.hexes
    if hexes is None or not places.region:
        return space == places.space
    field = hex_field(hexes)
    index = region_of(hexes, field)[field.index[space]]
    names = (places.region,) if isinstance(places.region, str) else places.region
    return index >= 0 and hexes.regions[index].id in names


# The module ----------------------------------------------------------------------------------------------


def city_properties(context: Context) -> Iterator[Element]:
    """The holder of each city, with the hidden commands that look at the pieces and that give it to the next side."""
    game, scenario = context.base, standard_scenario(context.base)
    held = holders(game, scenario.position if scenario is not None else None)
    for space in worth_points(game):
        name = holder_property(space.id)
        commands = [(signal("city", space.id, "look"), change(_as_pieces_tell(context, space, name)))]
        if keeps_control(game):
            commands.append((signal("city", space.id, "next"), change(_next_side(game, name))))
        yield global_property(name, held.get(space.id, ""), commands)
    for side in shown_sides(game) if worth_points(game) else ():
        yield global_property(total_property(side.id), "0", [(_ADD, change(_total(game, side.id)))])


def shown_sides(game: Game) -> list[Side]:
    """The sides whose points the toolbar shows: those that may win."""
    winners = {outcome.winner for outcome in game.info.outcomes}
    return [side for side in game.info.sides if side.id in winners]


def total_property(side: str) -> str:
    """The property with the points of a side."""
    return f"Points{property_name(side)}"


def _total(game: Game, side: str) -> str:
    return "+".join(
        f"({holder_property(city.id)}=={quoted(side)}?{city.victory_points}:0)" for city in worth_points(game)
    )


def _as_pieces_tell(context: Context, space: Space, name: str) -> str:
    zone = f"{quoted(context.zone_name(space.id))},{quoted(MAP_NAME)}"
    cases = []
    for side in context.base.info.sides:
        units = expression(f"Holds==1&&Side=={quoted(side.id)}")
        cases.append((f"CountZone({zone},{quoted(units)})>0", quoted(side.id)))
    return nested(cases, name if keeps_control(context.base) else '""')


def _next_side(game: Game, name: str) -> str:
    sides = [str(side.id) for side in game.info.sides]
    cases = [(f"{name}=={quoted(one)}", quoted(following)) for one, following in pairwise(sides)]
    return nested(cases, quoted(sides[0]))


def city_buttons(context: Context) -> list[Element]:
    """The button that counts, with a menu of the cities where they stay with who was there last."""
    cities, words, game = worth_points(context.base), context.words, context.base
    if not cities:
        return []
    looks = [*(signal("city", space.id, "look") for space in cities), _ADD]
    shown = {side.id: side.name for side in context.shown.info.sides}
    totals = " · ".join(f"{shown[side.id]} ${total_property(side.id)}$" for side in shown_sides(game))
    hidden = [_action("look at the cities", "", LOOK, looks), _report(context)]
    tooltip = words.text("Counts the points of the cities by the units that stand there, with the cities of each side")
    icon = context.images["button", "points"]
    if not keeps_control(game):
        text = f"{words.text('Points')}: {totals}"
        return [*hidden, _action("Points", text, KEYS["points"], [*looks, _TELL], tooltip, icon)]
    items = list(_items(context, looks))
    # the engine looks for the English ones
    texts = [item.attributes["text"] for item in _items(replace(context, shown=game), looks)]
    menu = component(
        "ToolbarMenu", description="Victory points", text=f"{words.text('Victory points')}: {totals}", icon=icon,
        tooltip=tooltip,
        menuItems=text_list(texts),
    )  # fmt: skip
    return [*hidden, *items, menu]


def _items(context: Context, looks: list[str]) -> Iterator[Element]:
    words, shown = context.words, {space.id: space.name for space in context.shown.map.spaces}
    yield _action("Points", words.text("Count by the pieces on the map"), KEYS["points"], [*looks, _TELL])
    for space in worth_points(context.base):
        text = words.text("{city} ({points}): to the next side", city=shown[space.id], points=space.victory_points)
        yield _action(f"Points {space.id}", text, signal("city", space.id, "asked"),
                      [signal("city", space.id, "next"), _ADD, _TELL])  # fmt: skip


def _report(context: Context) -> Element:
    """The hidden button that tells the points of each side, and the cities that they come from."""
    names, cities = {space.id: space.name for space in context.shown.map.spaces}, worth_points(context.base)
    parts, game = [], context.base
    for side in game.info.sides:
        held = [(f"{holder_property(c.id)}=={quoted(side.id)}", c) for c in cities]
        total = _total(game, side.id)
        listed = "+".join(f'({test}?{quoted(f" · {names[c.id]} {c.victory_points}")}:"")' for test, c in held)
        head = quoted(f" {context.shown_side(side.id).name} ")
        parts.append(f'(({total})==0?"":{head}+({total})+{listed}+".")')
    source = context.base.procedures.victory if context.base.procedures is not None else None
    rule = rule_label(context.shown, source.rule) if source is not None and source.rule else ""
    text = f"{quoted(context.words.text('Points of cities:'))}+{'+'.join(parts)}+{quoted(f' [{rule}]' if rule else '')}"
    return component(
        "DoActionButton", name="Points told", text="", tooltip="", icon="", hotkey=_TELL, doReport=True,
        reportFormat=expression(text), doSound=False, doHotkey=False, hotkeys="", doLoop=False,
    )  # fmt: skip


def _action(name: str, text: str, key: str, keys: list[str], tooltip: str = "", icon: str = "") -> Element:
    return component(
        "DoActionButton", name=name, text=text, tooltip=tooltip, icon=icon, hotkey=key, doReport=False, doSound=False,
        doHotkey=True, hotkeys=key_list(keys), doLoop=False,
    )  # fmt: skip
