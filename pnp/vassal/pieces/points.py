"""Victory points: counted from the pieces on the map; on hex maps players set the rest, line by line of the schedule.

On a hex map a hex counts for who passed it last, which no piece shows. So each line of the schedule has a property with
how often it counts. A button corrects these from the pieces: a unit's side holds its hex; where no unit stands, the
value stays. A menu sets what pieces don't show. Players judge supply themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import place_names
from pnp.model.game import Game, standard_scenario
from pnp.model.map import Space
from pnp.model.position import PositionSource
from pnp.model.scenario import Scenario, VictoryPoints
from pnp.model.words import signed
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
    whole_map,
)
from pnp.vassal.format.buildfile import Element, component, global_property
from pnp.vassal.format.encoding import key_list, text_list
from pnp.vassal.naming import holds_spaces, on_hexes
from pnp.vassal.pieces.city_points import (
    LOOK,
    city_buttons,
    city_properties,
    holders,
    shown_sides,
    total_property,
    worth_points,
)
from pnp.vassal.pieces.stacking import one_of
from pnp.vassal.tables.odds import LOCATION

TOTAL = "PointsTotal"
"""Property with the sum that the toolbar shows."""
_ADD = signal("points", "add")
MOST = 99
"""How often a line counts at most that names no hexes: for each unit, for each turn."""


@dataclass(frozen=True)
class VictoryLine:
    """A line of the schedule.

    entry  in English; text in the language shown
    hexes  names of its hexes, as the engine calls them
    most   how often it may count
    """

    entry: VictoryPoints
    text: str
    hexes: tuple[str, ...]
    most: int

    @property
    def name(self) -> str:
        """The property that holds how often it counts."""
        return f"Points{property_name(self.entry.id)}"

    @property
    def label(self) -> str:
        """Points and text, as in menu and report."""
        return f"{signed(self.entry.points)} {self.text}"


def counts_points(game: Game) -> bool:
    """Whether the module helps to count points: those of areas, or a schedule of a hex map."""
    if on_hexes(game):
        return _schedule(game) is not None or bool(worth_points(game))
    return any(space.victory_points for space in game.map.spaces)


def _schedule(game: Game) -> Scenario | None:
    """The scenario whose schedule is counted: the one on the map."""
    scenario = standard_scenario(game)
    return scenario if on_hexes(game) and scenario and scenario.victory else None


def schedule_lines(context: Context) -> list[VictoryLine]:
    """The lines of the schedule, in its order; none on other maps."""
    base_schedule, shown_schedule = _schedule(context.base), _schedule(context.shown)
    if base_schedule is None or shown_schedule is None:
        return []
    return [
        _line(context.base, entry, other.text)
        for entry, other in zip(base_schedule.victory, shown_schedule.victory, strict=True)
    ]


def _line(game: Game, entry: VictoryPoints, text: str) -> VictoryLine:
    hexes = game.map.hexes
    assert hexes is not None
    field, called = hex_field(hexes), place_names(game.map)
    ids = [*entry.spaces, *([field.ids[i] for i in field.hexes(hexes.set(entry.set).hexes)] if entry.set else [])]
    most = (len(ids) or MOST) if entry.each else 1
    return VictoryLine(entry, text, tuple(called[place] for place in ids), most)


# Properties and what changes them -----------------------------------------------------------------------


def points_properties(context: Context) -> list[Element]:
    """A property for each line with its hidden commands, and one for the sum."""
    lines = schedule_lines(context)
    if not lines:
        areas = _areas_total(context)
        total = [global_property(TOTAL, "0", [(_ADD, change(areas))])] if areas else []
        return [*total, *city_properties(context)]
    properties = [
        global_property(line.name, "0", [(key, change(value)) for key, value in _changes(context, line).items()])
        for line in lines
    ]
    terms = "+".join(f"{line.name}*{line.entry.points}" for line in lines).replace("*-", "*(0-1)*")
    return [*properties, global_property(TOTAL, "0", [(_ADD, change(terms))])]


def _changes(context: Context, line: VictoryLine) -> dict[str, str]:
    """Command -> the expression for the value that it sets."""
    ident, name = line.entry.id, line.name
    if line.entry.each:
        changes = {_more(ident): f"Math.min({line.most},{name}+1)", _fewer(ident): f"Math.max(0,{name}-1)"}
    else:
        changes = {_more(ident): f"{name}==0?1:0"}
    if line.hexes:
        changes[_taken(ident)] = _as_pieces_tell(line)
    return changes


def _more(ident: str) -> str:
    return signal("points", ident, "more")


def _fewer(ident: str) -> str:
    return signal("points", ident, "fewer")


def _taken(ident: str) -> str:
    return signal("points", ident, "taken")


def _as_pieces_tell(line: VictoryLine) -> str:
    """How often a line counts, within what the pieces in its hexes allow.

    It counts at least where units of the capturing side stand, and not where others do.
    """
    side = line.entry.side
    capturing = f"Side=={quoted(side)}" if line.entry.points > 0 else f"Side!={quoted(side)}"
    opposing = f"Side!={quoted(side)}" if line.entry.points > 0 else f"Side=={quoted(side)}"
    untold = [(f"{_standing('true', line.hexes)}==0", line.name)]  # one look at the map, and mostly nobody is there
    holders = [_standing(capturing, (place,)) for place in line.hexes]
    if line.entry.each:
        most = f"{len(holders)}-" + "-".join(f"Math.min(1,{_standing(opposing, (place,))})" for place in line.hexes)
        return nested(
            untold, f"Math.max({'+'.join(f'Math.min(1,{count})' for count in holders)},Math.min({line.name},{most}))"
        )
    return nested(
        [*untold, (f"{_standing(opposing, line.hexes)}>0", "0"), ("&&".join(f"{count}>0" for count in holders), "1")],
        line.name,
    )


def _standing(side: str, places: tuple[str, ...]) -> str:
    """An expression for the number of units in these hexes; units that lie face down don't count."""
    in_places = f"{LOCATION}=={quoted(places[0])}" if len(places) == 1 else one_of(places)
    return whole_map("CountMap", f"Holds==1&&ObscuredToOthers!=true&&{side}&&{in_places}")


# Buttons ------------------------------------------------------------------------------------------------


def points_buttons(context: Context) -> list[Element]:
    """On a hex map, a menu with the lines of the schedule and the sum; else one button that adds up the areas."""
    lines = schedule_lines(context)
    if not lines:
        areas = _areas_button(context)
        return [areas] if areas else city_buttons(context)
    items, words = _items(context), context.words
    # the engine looks for the English ones
    texts = [item.attributes["text"] for item in _items(replace(context, shown=context.base))]
    menu = component(
        "ToolbarMenu",
        description="Victory points",
        text=f"{words.text('Victory points')}: ${TOTAL}$",
        icon=context.images["button", "points"],
        tooltip=words.text("Counts the victory points by the pieces on the map, and sets by hand what they don’t show"),
        menuItems=text_list(texts),
    )
    return [*items, _report(context, lines), menu]


def _items(context: Context) -> list[Element]:
    """The items of the menu."""
    lines = schedule_lines(context)
    return [_count_button(context, lines), *(item for line in lines for item in _line_buttons(context, line))]


def _count_button(context: Context, lines: list[VictoryLine]) -> Element:
    words = context.words
    keys = [_taken(line.entry.id) for line in lines if line.hexes]
    return _action("Points", words.text("Count by the pieces on the map"), KEYS["points"], keys,
                   words.text("Counts the points of hexes where units stand; others stay as they are"))  # fmt: skip


def _line_buttons(context: Context, line: VictoryLine) -> Iterator[Element]:
    """One button that switches a line on or off, or two that count it once more and once less."""
    words, ident = context.words, line.entry.id
    if not line.entry.each:
        yield _action(f"Points {ident}", words.text("{points}: yes or no", points=line.label), "", [_more(ident)])
        return
    yield _action(f"Points {ident} more", words.text("{points}: one more", points=line.label), "", [_more(ident)])
    yield _action(f"Points {ident} fewer", words.text("{points}: one fewer", points=line.label), "", [_fewer(ident)])


def _action(name: str, text: str, key: str, keys: list[str], tooltip: str = "") -> Element:
    """A button that changes lines, adds them up and reports the sum."""
    return component(
        "DoActionButton", name=name, text=text, tooltip=tooltip, icon="", hotkey=key, doReport=False, doSound=False,
        doHotkey=True,
        hotkeys=key_list([*keys, _ADD, signal("points", "tell")]), doLoop=False,
    )  # fmt: skip


def _report(context: Context, lines: list[VictoryLine]) -> Element:
    """The hidden button that reports the sum, its victory level and the lines it comes from."""
    words, scenario = context.words, _schedule(context.base)
    assert scenario is not None
    names = {outcome.id: outcome.name for outcome in context.shown.info.outcomes}
    levels = [
        (f"{TOTAL}>={level.at_least}", quoted(names[level.outcome]))
        for level in reversed(scenario.levels)
        if level.at_least is not None
    ]
    lowest = next((quoted(names[level.outcome]) for level in scenario.levels if level.at_least is None), quoted(""))
    parts = [f'({line.name}==0?"":"; "+({line.name}==1?"":{line.name}+" × ")+{quoted(line.label)})' for line in lines]
    side = next(s.name for s in context.shown.info.sides if s.id == lines[0].entry.side)
    head = quoted(words.text("Victory points, {side}: ", side=side))
    rule = quoted(f" [{rule_label(context.shown, lines[0].entry.rule)}]")
    total = f'({TOTAL}<0?"−":"")+Math.abs({TOTAL})'
    report = "+".join([head, total, quoted(", "), nested(levels, lowest), *parts, rule])
    return component(
        "DoActionButton", name="Points told", text="", tooltip="", icon="", hotkey=signal("points", "tell"),
        doReport=True,
        reportFormat=expression(report), doSound=False, doHotkey=False, hotkeys="", doLoop=False,
    )  # fmt: skip


def _worth_areas(game: Game) -> list[Space]:
    """The areas with points; none on hexes, nor where nobody plays a side."""
    if on_hexes(game) or not any(side.played_by == "player" for side in game.info.sides):
        return []
    return [space for space in game.map.spaces if space.victory_points]


def _areas_total(context: Context) -> str:
    """An expression for the points of the areas that the first player controls, by the pieces; "" without any."""
    areas = _worth_areas(context.base)
    if not areas:
        return ""
    side = context.player_sides[0]
    holds = quoted(expression(f"Side=={quoted(side.id)}&&Holds==1"))
    enemies = quoted(expression(f"Mobile==1&&Side!={quoted(side.id)}"))
    terms = []
    for space in areas:
        zone = f"{quoted(space.name)},{quoted(MAP_NAME)}"
        terms.append(f"(CountZone({zone},{holds})>0&&CountZone({zone},{enemies})==0?{space.victory_points}:0)")
    return "+".join(terms)


def _areas_button(context: Context) -> Element | None:
    """Adds up the victory points of the areas that the player controls, and shows them."""
    total = _areas_total(context)
    if not total:
        return None
    words = context.words
    needed = max((s.victory_points or 0 for s in context.base.scenarios.values()), default=0)
    head = quoted(words.text("{side} controls areas worth ", side=context.shown_side(context.player_sides[0].id).name))
    tail = quoted(words.text(" points of {needed} needed", needed=needed) if needed else words.text(" points"))
    return component(
        "DoActionButton", name="Points", text=f"{words.text('Points')}: ${TOTAL}$",
        tooltip=words.text("Adds up the points of controlled areas"),
        icon=context.images["button", "points"], hotkey=KEYS["points"], doReport=True,
        reportFormat=expression(f"{head}+({total})+{tail}"), doSound=False, doHotkey=True, hotkeys=key_list([_ADD]),
        doLoop=False,
    )  # fmt: skip


# At the beginning, and at each phase --------------------------------------------------------------------


def count_keys(context: Context) -> list[str]:
    """The commands that count anew, in silence, what the toolbar shows."""
    lines = schedule_lines(context)
    if lines:
        return [*(_taken(line.entry.id) for line in lines if line.hexes), _ADD]
    if _worth_areas(context.base):
        return [_ADD]
    return [LOOK] if worth_points(context.base) else []


def points_at(game: Game, position: PositionSource) -> dict[str, int]:
    """Property -> the points that the toolbar shows in a position; those of a schedule are counted in the module."""
    if areas := _worth_areas(game):
        side = next(side.id for side in game.info.sides if side.played_by == "player")
        return {TOTAL: sum(area.victory_points or 0 for area in areas if _controlled(game, position, area, side))}
    held, cities = holders(game, position), worth_points(game)
    return {
        total_property(side.id): sum(city.victory_points or 0 for city in cities if held.get(str(city.id)) == side.id)
        for side in shown_sides(game)
    }


def _controlled(game: Game, position: PositionSource, area: Space, side: str) -> bool:
    """Whether units or markers of a side stand in an area, and no unit of another."""
    counters = {str(counter.id): counter for counter in game.all_counters()}
    here = [counters[str(getattr(entry, "id", entry))] for entry in (position.units or {}).get(area.id, ())]
    enemies = any(not counter.group.marker and counter.side != side for counter in here)
    return not enemies and any(counter.side == side and holds_spaces(game, counter.group) for counter in here)
