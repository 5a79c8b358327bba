"""Arrivals: a button brings the units that are due from the boxes where they wait to a place where they may enter.

Which units are due is told by the boxes, each of which waits for one turn (`DUE_TURN`, a property of its zone). Where
they may enter is told by the scenario, or by the game's declaration of arrivals. Among several places a unit takes the
one nearest the middle where no unit of another side stands and the stack has room; players move it elsewhere by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pnp.maps.hex_grid import hex_field, region_of, terrain_of
from pnp.maps.place_names import place_names
from pnp.model.counters import Counter
from pnp.model.filters import Condition, PlaceFilter
from pnp.model.game import Game
from pnp.model.info import OptionRule
from pnp.model.scenario import Arrival, Scenario
from pnp.vassal.context import (
    BOARD_NAME,
    DUE_TURN,
    HERE,
    MAP_NAME,
    TURN_NUMBER,
    Context,
    expression,
    nested,
    property_name,
    quoted,
    rule_label,
    signal,
    whole_map,
)
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import join_fields, key_list, text_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.tables.odds import LOCATION

_LISTED = 5
"""Places that a report names one by one."""
COMES, ENTRY = "Comes", "Entry"
"""Properties of a unit: 1 where its schedule holds with the options in use; the point where it enters, 0 = none."""
_ROW = 100_000
"""A point as one number: its x times this, and its y. No board is so high."""
_ARRIVE, _LOOK, _GO, _MOVE, _TOLD, _STUCK = (signal("arrival", part) for part in (
    "due", "look", "go", "move", "told", "stuck",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntryPlaces:
    """Where units come in.

    side    whose they are
    option  the option with which this holds; "" = always
    places  ids of spaces, the best first
    named   how players call them together; "" where it is one
    rule    the address of the rule
    """

    side: str
    option: str
    places: tuple[str, ...]
    named: str
    rule: str


def option_property(option: str) -> str:
    """The property of the module that tells whether an option is in use."""
    return f"Option{property_name(option)}"


def entries(game: Game) -> dict[str, tuple[EntryPlaces, ...]]:
    """Unit -> where it comes in: entries with an option come first. Of units that wait for a turn at the start."""
    if entries not in game.workings:  # each unit asks for them
        game.workings[entries] = _entries(game)
    found: dict[str, tuple[EntryPlaces, ...]] = game.workings[entries]
    return found


def _entries(game: Game) -> dict[str, tuple[EntryPlaces, ...]]:
    by_unit: dict[str, list[EntryPlaces]] = {}
    waiting = {unit: side for scenario in game.scenarios.values() for side, unit in _waiting(game, scenario)}
    for scenario in sorted(game.scenarios.values(), key=lambda s: s.id != "standard"):
        for arrival in scenario.arrivals:
            entry = _of_arrival(game, arrival)
            for unit in arrival.units if entry else ():
                if unit in waiting and entry not in by_unit.setdefault(unit, []):
                    by_unit[unit].append(entry)
    for unit, side in waiting.items():
        if unit not in by_unit and (entry := _of_side(game, side)):
            by_unit[unit] = [entry]
    return {unit: tuple(sorted(found, key=lambda e: not e.option)) for unit, found in by_unit.items()}


def _waiting(game: Game, scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Side and unit of what waits in a box for its turn when a scenario begins."""
    for box in game.boxes:
        if box.turn is not None and box.side is not None:
            for entry in (scenario.position.units or {}).get(box.id, ()):
                yield box.side, entry if isinstance(entry, str) else str(entry.id)


def _of_arrival(game: Game, arrival: Arrival) -> EntryPlaces | None:
    """The entry of a line of the schedule; None for one that a rule or the state of the game brings."""
    condition = arrival.when
    if condition is not None and condition.replaced(turns=None, option=None) != Condition():
        return None
    if arrival.turn is None and condition is None:
        return None
    places = tuple(arrival.spaces)
    called = ""
    if arrival.set and game.map.hexes is not None:
        places, called = _of_set(game, arrival.set), game.map.hexes.set(arrival.set).name
    if not places:
        return _of_side(game, arrival.side)
    option = str(condition.option or "") if condition is not None else ""
    return EntryPlaces(arrival.side, option, _open(game, places), called, str(arrival.rule or ""))


def _of_side(game: Game, side: str) -> EntryPlaces | None:
    """Where the game's declaration lets units of a side in."""
    source = game.procedures.arrivals if game.procedures is not None else None
    if source is None or side not in source.at:
        return None
    spaces = (str(space.id) for space in game.map.spaces)
    places = tuple(space for space in spaces if _matches(game, source.at[side], space, side))
    names = place_names(game.map)
    rule = source.side_rules.get(side, source.rule)
    return EntryPlaces(side, "", places, ", ".join(names[place] for place in places), str(rule)) if places else None


def _several(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


def _of_set(game: Game, name: str) -> tuple[str, ...]:
    """The hexes of a set, from its middle outwards."""
    assert game.map.hexes is not None
    field = hex_field(game.map.hexes)
    listed = [field.ids[index] for index in field.hexes(game.map.hexes.set(name).hexes)]
    middle = (len(listed) - 1) / 2
    return tuple(place for _, place in sorted(enumerate(listed), key=lambda pair: abs(pair[0] - middle)))


def _open(game: Game, places: tuple[str, ...]) -> tuple[str, ...]:
    """Places that units may enter."""
    hexes = game.map.hexes
    if hexes is None:
        return places
    field, kinds = hex_field(hexes), terrain_of(hexes, hex_field(hexes))
    closed = {index for index, terrain in enumerate(hexes.terrains) if terrain.closed}
    return tuple(place for place in places if kinds[field.index[place]] not in closed)


def _matches(game: Game, places: PlaceFilter, space_id: str, side: str) -> bool:
    """Whether a place with a name is one of a filter's, as far as the map tells: who holds it is left to the look at
    the pieces.
    """
    space = next(s for s in game.map.spaces if s.id == space_id)
    hexes = game.map.hexes
    tests = [
        not places.space or space_id in _several(places.space),
        not places.feature or bool(set(_several(places.feature)) & set(space.features)),
        not places.home_of or any(s.home == space_id for s in game.info.sides if s.id == side),
        not places.any or any(_matches(game, part, space_id, side) for part in places.any),
        places.not_ is None or not _matches(game, places.not_, space_id, side),
    ]
    if hexes is not None and places.region:
        field = hex_field(hexes)
        regions = [region.id for region in hexes.regions]
        tests.append(regions[region_of(hexes, field)[field.index[space_id]]] in _several(places.region))
    if hexes is not None and places.set:
        tests.append(any(space_id in _of_set(game, name) for name in _several(places.set)))
    return all(tests)


# Pieces -------------------------------------------------------------------------------------------------


def arrival_prototypes(context: Context) -> dict[str, list[Trait]]:
    """A prototype for all units with the same entries."""
    return {name: _traits(context, found) for found, name in _names(context.base).items()}


def arrival_trait(game: Game, counter: Counter) -> list[Trait]:
    """The prototype of a unit that arrives; none for others."""
    found = entries(game).get(counter.id)
    return [trait("prototype", name=_names(game)[found])] if found else []


def _names(game: Game) -> dict[tuple[EntryPlaces, ...], str]:
    return {found: f"arrival {number}" for number, found in enumerate(dict.fromkeys(entries(game).values()), 1)}


def _traits(context: Context, found: tuple[EntryPlaces, ...]) -> list[Trait]:
    """Look for a place, go there and tell it, or tell that there is none."""
    words, unit = context.words, "$newPieceName$"
    look = join_fields(["", _LOOK, join_fields(["P", expression(_free_place(context, found))], ",")], ":")
    shown = entries_shown(context, found)
    rule = ", ".join(dict.fromkeys(rule_label(context.shown, entry.rule) for entry in found if entry.rule))
    told = words.text("{unit} arrives: {place} [{rule}]", unit=unit, place=HERE, rule=rule)
    if shown:
        told = words.text("{unit} arrives: {place}; it may enter elsewhere: {places} [{rule}]",
                          unit=unit, place=HERE, places=shown, rule=rule)  # fmt: skip
    stuck = words.text("{unit} finds no free place to enter: bring it in by hand [{rule}]", unit=unit, rule=rule)
    x, y = expression(f"{ENTRY}/{_ROW}"), expression(f"{ENTRY}%{_ROW}")
    return [
        trait("macro", name="arrival", key=_ARRIVE, actions=key_list([_LOOK, _GO])),
        trait("macro", name="arrives", key=_GO, match=expression(f"{ENTRY}>0"), actions=key_list([_MOVE, _TOLD])),
        trait("macro", name="waits", key=_GO, match=expression(f"{ENTRY}==0"), actions=key_list([_STUCK])),
        trait("report", keys=key_list([_TOLD]), format=told, description="arrives"),
        trait("report", keys=key_list([_STUCK]), format=stuck, description="has no place to enter"),
        trait("sendto", key=_MOVE, map=MAP_NAME, board=BOARD_NAME, destination="L", x=x, y=y, description="enters"),
        trait("PROP", name=ENTRY, constraints="false,0,100,false", commands=text_list([look]), state="0"),
        trait("calcProp", name=COMES, expression=expression(nested([("||".join(map(_with_option, found)), "1")], "0"))),
    ]  # fmt: skip


def entries_shown(context: Context, found: tuple[EntryPlaces, ...]) -> str:
    """The places among which the owner may choose, in the language shown; "" for a single one."""
    if all(len(entry.places) < 2 for entry in found):
        return ""
    hexes, names = context.shown.map.hexes, place_names(context.shown.map)
    base = {s.name: s.id for s in context.base.map.hexes.sets} if context.base.map.hexes is not None else {}
    texts = [
        hexes.set(base[entry.named]).name if hexes is not None and entry.named in base
        else ", ".join(names[place] for place in entry.places) if len(entry.places) <= _LISTED
        else context.words.count("{n} place", "{n} places", len(entry.places))
        for entry in found
    ]  # fmt: skip
    return "; ".join(dict.fromkeys(texts))


def _with_option(entry: EntryPlaces) -> str:
    return f"{option_property(entry.option)}==true" if entry.option else "true"


def _free_place(context: Context, found: tuple[EntryPlaces, ...]) -> str:
    """An expression for the point of the first place that is free, 0 where none is."""
    called, limit = place_names(context.base.map), _stack_limit(context.base)
    cases = []
    for entry in found:
        for place in entry.places:
            x, y = context.layout.spaces[place].stack
            here = f"Mobile==1&&{LOCATION}=={quoted(called[place])}&&Side"
            test = f"{whole_map('CountMap', f'{here}!={quoted(entry.side)}')}==0"
            if limit is not None and len(entry.places) > 1:
                test += f"&&{whole_map('CountMap', f'{here}=={quoted(entry.side)}')}<{limit}"
            if entry.option:
                test = f"{_with_option(entry)}&&{test}"
            cases.append((test, str(x * _ROW + y)))
    return nested(cases, "0")


def _stack_limit(game: Game) -> int | None:
    """How many units the game's stacking allows in most places."""
    stacking = game.procedures.stacking if game.procedures is not None else None
    limit = stacking.limit if stacking is not None else None
    values = {parameter.id: parameter.value for parameter in game.info.parameters}
    value = limit if isinstance(limit, int) else values.get(str(limit))
    return value if isinstance(value, int) else None


# Buttons ------------------------------------------------------------------------------------------------


def arriving_sides(game: Game) -> list[str]:
    """Sides with units that the button brings, in the order of the game."""
    sides = {found[0].side for found in entries(game).values()}
    return [str(side.id) for side in game.info.sides if side.id in sides]


def arrival_buttons(context: Context) -> list[Element]:
    """One button; where several sides have arrivals a menu, of all and of each side."""
    words, sides = context.words, arriving_sides(context.base)
    if not sides:
        return []
    icon = context.images["button", "arrive"]
    tooltip = words.text("Brings the units that are due from their boxes to where they enter")
    if len(sides) == 1:
        return list(_commands(context, "", words.text("Arrivals"), icon, tooltip))
    english = [text for _, text in _items(replace(context, shown=context.base))]  # the engine looks for these
    menu = component(
        "ToolbarMenu", description="Arrivals", text=words.text("Arrivals"), icon=icon, tooltip=tooltip, hotkey="",
        menuItems=text_list(english),
    )  # fmt: skip
    return [*(button for side, text in _items(context) for button in _commands(context, side, text, "", "")), menu]


def _items(context: Context) -> list[tuple[str, str]]:
    words = context.words
    sides = [(side, words.text("Arrivals: {side}", side=context.shown_side(side).name))
             for side in arriving_sides(context.base)]  # fmt: skip
    return [("", words.text("Arrivals of all sides")), *sides]


def _commands(context: Context, side: str, text: str, icon: str, tooltip: str) -> Iterator[Element]:
    """The button, which tells when nobody is due, and the command behind it."""
    key, due = signal("arrivals", side or "all"), _due(side)
    windows = dict.fromkeys(context.map_of(box.id) for box in context.base.boxes if box.turn is not None)
    filters = [f"CountMap({quoted(window)},{quoted(expression(due))})" for window in windows]
    nobody = quoted(context.words.text("Nobody is due to arrive"))
    report = nested([("+".join(filters) + "==0", nobody)], '""')
    yield component(
        "DoActionButton", name=f"Arrivals {side or 'all'}", text=text, tooltip=tooltip, icon=icon,
        hotkey=signal("arrivals", side or "all", "asked"), doReport=True, reportFormat=expression(report),
        doSound=False, doHotkey=True, hotkeys=key_list([key]), doLoop=False,
    )  # fmt: skip
    yield component(
        "GlobalKeyCommand", name=f"arrivals {side or 'all'}", buttonText="", tooltip="", icon="", buttonHotkey=key,
        hotkey=_ARRIVE, singleMap=False, target="MODULE|false|MAP|||||0|0||false|||EQUALS||", filter=expression(due),
        deckCount="0", reportSingle=False, suppressSounds=False, reportFormat="",
    )  # fmt: skip


def _due(side: str) -> str:
    whose = f"Side=={quoted(side)}&&" if side else ""
    return f"{whose}{COMES}==1&&{DUE_TURN}>0&&{DUE_TURN}<={TURN_NUMBER}"


def switched_options(game: Game) -> list[OptionRule]:
    """The options that the module asks for: those that an arrival depends on."""
    used = {entry.option for found in entries(game).values() for entry in found if entry.option}
    return [option for option in game.info.options if option.id in used]


def option_tab(context: Context) -> list[Element]:
    """The options of the game as properties of a scenario that players switch on and off."""
    shown = {option.id: option.name for option in context.shown.info.options}
    options = switched_options(context.base)
    if not options:
        return []
    return [component(
        "ScenarioPropertiesOptionTab", *(
            component("BooleanScenarioProperty", name=option_property(option.id), initialValue=option.default,
                      description=shown[option.id], hotkey="", switch=False)
            for option in options
        ), name=context.words.text("Optional rules"), description="", leftAlign="right",
    )]  # fmt: skip
