"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import PAPER, band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.maps.hex.set_up import where_to
from pnp.generators.scenarios.flow import FlowPart, whole
from pnp.generators.sheets.margin import wrapped
from pnp.generators.tables.look import INK, QUIET
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.maps.graph import space_ids
from pnp.model.game import Game, standard_scenario
from pnp.model.scenario import Arrival, Scenario
from pnp.model.starts import units_shown

LABEL, LABEL_FONT = TextStyle(CONDENSED, 9.0, 10.4, INK, raised=False), "condensed-bold"
NAME, NAME_FONT, LEAST_PT = TextStyle(CONDENSED, 8.4, 9.2, QUIET), "condensed-regular", 6.6
"""What stands left of counters, in bold, and the name below a hex; the least size of that."""
LABEL_GAP_MM, MOST_LABEL = 1.8, 0.36
"""Between labels and counters; the greatest share of the width that labels take."""
APART_MM, TOUCH_MM = 1.8, 0.1
"""Between what stands in different places, and between the counters of one stack."""
SECTIONS_MM, STOPS, ORPHANS = 5.0, 8, 1
"""Between sections beside each other, which begin at so many places across; how many more counters than the last line
of a section its line before has at the most.
"""
CAPTION_PT, CAPTION_MM, NAME_MM = 9.0, 3.6, 2.8
"""A place below a counter; the heights of that line and of a name below it."""
NUMBER_PT, NUMBER_MM, NUMBER_OUT_MM = 8.5, 3.2, 1.2
"""The number of counters alike: its type, the height of its ground, and how far that goes beyond the counter."""
LINE_MM, SECTION_MM = 1.0, 1.8
"""White above the lines of a section, and above sections."""
BAND_MM = 6.6
"""The band of a side with its white."""
ROW_CHIT_MM, PLACE_MM, PLACE_LINE_MM, MOST_LINES, PARTED_MM = 9.2, 26.0, 3.0, 3, 0.8
"""Of arrivals in a table of turns: the size of a counter; the longest line on where they come in, its height, and how
many there are at the most; the white between lines.
"""
MOST_SHOWN = 2
"""Counters alike in one place that are each pictured."""
LEAST_PLACES, LEAST_UNMARKED = 8, 3
"""Fewest occupied spaces for which a set-up is listed; and where some counters don't say where they start."""


@dataclass(frozen=True, slots=True)
class LaidStack:
    """Counters that are laid in one place.

    place, name  as printed below them; a hex has a number and may have a name; "" = told by the label of the section
    groups       one for each that is pictured
    units        their ids
    """

    place: str
    name: str
    groups: tuple[Alike, ...]
    units: tuple[str, ...] = ()

    @property
    def counters(self) -> int:
        """How many there are."""
        return sum(group.count for group in self.groups)


@dataclass(frozen=True, slots=True)
class StackGroup:
    """Stacks that belong together, and what stands left of them."""

    label: tuple[Span, ...]
    stacks: tuple[LaidStack, ...]


@dataclass(frozen=True, slots=True)
class SideList:
    """What one side lays, section by section; `side` is "" for counters of nobody."""

    side: str
    name: str
    sections: tuple[StackGroup, ...]

    @property
    def counters(self) -> int:
        """How many counters these are."""
        return sum(stack.counters for section in self.sections for stack in section.stacks)


# What is laid ----------------------------------------------------------------------------------------


def side_lists(game: Game, scenario: Scenario) -> list[SideList]:
    """The lists of all sides that set something up, in the order in which they do, then that of counters of no side."""
    lists = []
    placing = [str(placement.side) for placement in scenario.placements]
    order = sorted(game.info.sides, key=lambda side: placing.index(side.id) if side.id in placing else len(placing))
    markers, loose = game.words.text("Markers"), tuple[StackGroup, ...]()
    for side, name in (*((side.id, side.name) for side in order), ("", markers)):
        found = [section for section in _sections(game, scenario, side) if section.stacks]
        own = [section for section in found if not side or section.label != _bold(markers)]
        loose += tuple(section for section in found if section not in own)
        sections = (*(() if side else loose), *own)
        # the band of the list says it
        sections = tuple(replace(one, label=()) if one.label == _bold(name) else one for one in sections)
        if sections:
            lists.append(SideList(side, name, sections))
    return lists


def _sections(game: Game, scenario: Scenario, side: str) -> Iterator[StackGroup]:
    """The sections of a side: on the map, in boxes and cups, then what it places freely. Units that wait for their
    turn are among the arrivals.
    """
    owners = {str(counter.id): counter.side or "" for counter in game.all_counters()}
    boxes = {str(box.id): box.name for box in game.boxes}
    free = {str(unit) for placement in scenario.placements for unit in placement.units}
    late = {str(unit) for arrival in scenario.arrivals for unit in arrival.units}
    placed: dict[str, tuple[str, ...]] = {}
    aside: list[StackGroup] = []
    owner = next((one.name for one in game.info.sides if one.id == side), "")
    position = scenario.position
    for place, units in (*(position.units or {}).items(), *(position.pools or {}).items()):
        name, waiting = str(place), free | late if str(place) in boxes else frozenset[str]()
        own = [unit for unit in unit_ids(units) if owners.get(unit) == side and unit not in waiting]
        if not own or scenario.codes.get(name, "").isdecimal():
            continue
        if name not in boxes:
            placed[name] = tuple(own)
            continue
        label = boxes[name].removeprefix(f"{owner}: ")
        aside.append(StackGroup(_bold(label[:1].upper() + label[1:]), (_stack(game, scenario, own),)))
    yield from _placed_sections(game, scenario, side, placed)
    yield from aside
    for placement in scenario.placements:
        units = [str(unit) for unit in placement.units]
        if placement.side == side and units:
            where = where_to(game, placement)
            for space in game.map.spaces:  # a name isn't parted at the end of a line
                where = where.replace(space.name, space.name.replace(" ", "\u00a0")) if " " in space.name else where
            label = RuleIndex(game).cited(where, placement.rule)
            kinds = alike(game, units, scenario.states)
            yield StackGroup(tuple(label), tuple(LaidStack("", "", (kind,)) for kind in kinds))


def _stack(game: Game, scenario: Scenario, units: Sequence[str], place: str = "", name: str = "") -> LaidStack:
    """What is laid in a place, each counter pictured, or each kind with a number where some are many."""
    kinds = alike(game, units, scenario.states)
    if place and all(kind.count <= MOST_SHOWN for kind in kinds):
        named = alike(game, units, scenario.states, by_name=True)
        kinds = [one._replace(count=1) for one in named for _ in range(one.count)]
    return LaidStack(place, name, tuple(kinds), tuple(units))


def _placed_sections(
    game: Game, scenario: Scenario, side: str, placed: Mapping[str, tuple[str, ...]]
) -> Iterator[StackGroup]:
    """Stacks on the map by group; on a map without hexes a section for each space, unless groups are given."""
    names = {str(space.id): space.name for space in game.map.spaces}
    groups = stack_groups(game, scenario, side, placed)
    hexes = game.map.kind == "hexes"
    if not groups and not hexes:
        for place, units in placed.items():
            yield StackGroup(_bold(names.get(place, place)), (_stack(game, scenario, units),))
        return
    for label, places in groups or [("", tuple(placed))]:
        stacks = []
        for place in places:
            words = (place.upper(), names.get(place, "")) if hexes else (names.get(place, place), "")
            stacks.append(_stack(game, scenario, placed[place], *words))
        yield StackGroup(_bold(label) if label else (), tuple(stacks))


def stack_groups(
    game: Game, scenario: Scenario, side: str, placed: Mapping[str, Sequence[str]]
) -> list[tuple[str, tuple[str, ...]]]:
    """Name and places of each group of a side's stacks: those of the scenario, else the game's formations, to which a
    stack belongs by its first unit. One without units has the rest. Empty where no stack has a group.
    """
    if scenario.sectors:
        named = [(group.name, tuple(str(s) for s in group.spaces if str(s) in placed)) for group in scenario.sectors]
    else:
        formations = [one for one in game.info.formations if one.side == side]
        of = {str(unit): one.name for one in formations for unit in one.units}
        rest = next((one.name for one in formations if not one.units), "")
        led: dict[str, list[str]] = {one.name: [] for one in formations}
        for place, units in placed.items():
            led.setdefault(of.get(units[0], rest), []).append(place)
        named = [(name, tuple(places)) for name, places in led.items() if name]
    named = [(name, places) for name, places in named if places]
    known = {place for _, places in named for place in places}
    loose = tuple(place for place in placed if place not in known)
    return [*named, *([("", loose)] if loose and named else [])]


def arrival_stacks(game: Game, scenario: Scenario, *, only: str = "") -> dict[int, tuple[LaidStack, ...]]:
    """Turn -> what arrives in it, a stack for each side and place where counters come in.

    only  the side whose arrivals are given; "" = all
    """
    sets = {one.id: one.name for one in game.map.hexes.sets} if game.map.hexes else {}
    sides = {str(counter.id): str(counter.side) for counter in game.all_counters()}
    found: dict[int, tuple[LaidStack, ...]] = {}
    for turn in range(1, scenario.turns + 1):
        for side in (side.id for side in game.info.sides if only in ("", side.id)):
            for arrival, units in _waves(scenario, turn, side, sides):
                spaces = arrival.spaces if arrival is not None else ()
                where = game.words.listed(_place_named(game, str(one)) for one in spaces)
                where = where or (sets.get(arrival.set, "") if arrival is not None and arrival.set else "")
                stack = LaidStack("", where, tuple(alike(game, units, scenario.states)))
                found[turn] = (*found.get(turn, ()), stack)
    return found


def arrivals(game: Game, scenario: Scenario) -> dict[int, list[Alike]]:
    """Turn -> the units that arrive in it, grouped: by the scenario's arrivals, or in boxes whose code is a turn."""
    return {turn: alike(game, units, scenario.states) for turn, units in sorted(_by_turn(scenario).items())}


def _by_turn(scenario: Scenario) -> dict[int, list[str]]:
    by_turn: dict[int, list[str]] = {}
    for arrival in scenario.arrivals:
        if arrival.turn is not None:
            by_turn.setdefault(arrival.turn, []).extend(str(unit) for unit in arrival.units)
    for box, code in scenario.codes.items():
        if code.isdecimal():
            by_turn.setdefault(int(code), []).extend(unit_ids((scenario.position.units or {}).get(box, ())))
    return {turn: list(dict.fromkeys(units)) for turn, units in by_turn.items()}


def _waves(
    scenario: Scenario, turn: int, side: str, sides: Mapping[str, str]
) -> list[tuple[Arrival | None, list[str]]]:  # fmt: skip
    """The units of a side that arrive in a turn, those that come in at other places apart, with their arrival."""
    of = {str(unit): arrival for arrival in scenario.arrivals if arrival.turn == turn for unit in arrival.units}
    parted: dict[object, tuple[Arrival | None, list[str]]] = {}
    for unit in _by_turn(scenario).get(turn, []):
        if sides.get(unit) == side:
            arrival = of.get(unit)
            place = (arrival.spaces, arrival.set) if arrival is not None else ((), None)
            parted.setdefault(place, (arrival, []))[1].append(unit)
    return list(parted.values())


def _place_named(game: Game, space: str) -> str:
    """A space as a player finds it: a hex by its number and its name, if it has one."""
    name = next((one.name for one in game.map.spaces if one.id == space), "")
    return " ".join(filter(None, (space.upper(), name))) if game.map.kind == "hexes" else name or space


def displays_of(game: Game, scenario: Scenario, listed: SideList) -> list[str]:
    """The names of the displays that picture units of a list where they start or wait; none where some unit is on none.
    """
    shown = game.boards if scenario == standard_scenario(game) else ()
    left = {unit for section in listed.sections for stack in section.stacks for unit in stack.units}
    names = []
    for display in shown:
        pictured = {str(counter.id) for box in display.boxes for counter in units_shown(game, box)}
        names += [str(display.title)] if left & pictured else []
        left -= pictured
    return [] if left else names


def deployed(game: Game, scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Space -> the units that a scenario places there; empty when there are too few to list."""
    spaces = {str(name) for name in space_ids(game.map)}
    stacks = {
        str(place): tuple(unit_ids(units))
        for place, units in (scenario.position.units or {}).items()
        if place in spaces and units
    }
    codes = {str(counter.id): counter.code for counter in game.all_counters()}
    marked = game.map.kind == "hexes" and all(codes.get(unit) for units in stacks.values() for unit in units)
    return stacks if len(stacks) >= (LEAST_PLACES if marked else LEAST_UNMARKED) else {}


def _bold(text: str) -> tuple[Span, ...]:
    return (Span(text, bold=True),)


# How it is drawn -------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """Counters that stand together, as wide as they or what stands below them.

    groups  each with the number that stands on its corner, where it is more than one
    """

    groups: tuple[Alike, ...]
    place: str
    name: str
    counters_mm: float
    width_mm: float


class Run(NamedTuple):
    """What a section has on a line: where it begins, the label on its first line, and cells."""

    x: float
    label: Drawing | None
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class ListLook:
    """How lists are drawn: labels in a column, counters right of them."""

    width_mm: float
    chit_mm: float
    label_mm: float = 0.0


def list_look(lists: Sequence[SideList], width: float, chit_mm: float) -> ListLook:
    """The look of all lists of a column: the labels stand in as little width as lets them be no higher than counters
    with their captions.
    """
    labels = [section.label for one in lists for section in one.sections if section.label]
    words = [word for label in labels for word in "".join(span.text for span in label).split(" ")]
    wide = max((width_mm(word, LABEL_FONT, LABEL.size_pt) for word in words), default=0.0) + 0.4
    most = chit_mm + CAPTION_MM + NAME_MM
    while wide < MOST_LABEL * width and any(text_block(one, LABEL, wide).height_mm > most for one in labels):
        wide += 1.0
    return ListLook(width, chit_mm, wide + LABEL_GAP_MM if labels else 0.0)


def list_pieces(game: Game, sections: Sequence[StackGroup], look: ListLook) -> list[FlowPart]:
    """Lines of sections, each right of its label. Those of one line each stand beside each other, at the next stop
    across, where they fit; all that follow each other without a label are one.
    """
    lines, end = list[list[Run]](), look.width_mm
    step = (look.width_mm + SECTIONS_MM) / STOPS
    for label, same in groupby(sections, key=lambda one: one.label):
        drawn = text_block(label, LABEL, look.label_mm - LABEL_GAP_MM) if label else None
        first, *more = _lines([cell for one in same for stack in one.stacks for cell in _cells(stack, look)], look)
        x = math.ceil((end + SECTIONS_MM) / step) * step
        if more or x + look.label_mm + _long(first) > look.width_mm + 0.01:
            x = 0.0
            lines.append([])
        lines[-1].append(Run(x, drawn, first))
        lines += [[Run(0.0, None, cells)] for cells in more]
        end = look.width_mm if more else x + look.label_mm + _long(first)
    return [_line(game, line, look) for line in lines]


def _line(game: Game, line: Sequence[Run], look: ListLook) -> FlowPart:
    """A line of one section or several."""
    nodes: list[Node] = []
    tall = 0.0
    for run in line:
        nodes += [run.label.at(run.x, 0.3)] if run.label else []
        tall, x = max(tall, run.label.height_mm if run.label else 0.0), run.x + look.label_mm
        for cell in run.cells:
            nodes += _counters(game, cell.groups, look, x + (cell.width_mm - cell.counters_mm) / 2)
            caption = _caption(cell)
            nodes.append(caption.at(x, look.chit_mm))
            tall, x = max(tall, look.chit_mm + caption.height_mm), x + cell.width_mm + APART_MM
    drawn, gap_mm = Drawing(tuple(nodes), look.width_mm, tall), SECTION_MM if line[0].label else LINE_MM
    return whole(drawn, gap_mm, tall * (look.width_mm + APART_MM - x))


def _cells(stack: LaidStack, look: ListLook) -> Iterator[Cell]:
    """A cell for a stack; for counters without a place one for each kind."""
    if not stack.place:
        for kind in stack.groups:
            yield Cell((kind,), "", "", _wide(kind, look), _wide(kind, look))
        return
    counters = sum(_wide(group, look) for group in stack.groups) + TOUCH_MM * (len(stack.groups) - 1)
    words = [(stack.place, LABEL_FONT, CAPTION_PT), *((word, NAME_FONT, LEAST_PT) for word in stack.name.split())]
    yield Cell(stack.groups, stack.place, stack.name, counters, max(counters, *(width_mm(*word) for word in words)))


def _wide(group: Alike, look: ListLook) -> float:
    """A counter with the white that its number reaches into."""
    return look.chit_mm + (NUMBER_OUT_MM if group.count > 1 else 0.0)


def _long(cells: Sequence[Cell]) -> float:
    """The least length of a line."""
    return sum(cell.width_mm for cell in cells) + APART_MM * (len(cells) - 1)


def _lines(cells: Sequence[Cell], look: ListLook) -> list[list[Cell]]:
    """Cells in as few lines as they need, each about as long as the others of its section."""
    room, lines = look.width_mm - look.label_mm + 0.01, [[]]
    for cell in cells:
        if lines[-1] and _long([*lines[-1], cell]) > room:
            lines.append([])
        lines[-1].append(cell)
    while len(lines) > 1 and len(lines[-2]) - len(lines[-1]) > ORPHANS and _long(lines[-1]) < room / 4:
        lines[-1].insert(0, lines[-2].pop())  # no counter or two alone
    return lines


def _counters(game: Game, groups: Sequence[Alike], look: ListLook, x: float) -> Iterator[Node]:
    """Counters of a stack, which touch; the number of those alike stands on the upper corner of the one pictured."""
    for group in groups:
        yield from chit(game, group.counter, x, 0.0, look.chit_mm, group.face)
        if group.count > 1:
            told = f"×\u2009{group.count}"
            wide = width_mm(told, LABEL_FONT, NUMBER_PT) + 1.0
            left = x + look.chit_mm + NUMBER_OUT_MM - wide
            yield Path(rect(left, -NUMBER_OUT_MM, wide, NUMBER_MM, 0.5), fill=INK, stroke=Stroke(PAPER, 0.7))
            base = centred_baseline(LABEL_FONT, NUMBER_PT, NUMBER_MM / 2 - NUMBER_OUT_MM)
            yield Text(left + wide / 2, base, told, LABEL_FONT, NUMBER_PT, PAPER, anchor="middle")
        x += _wide(group, look) + TOUCH_MM


def _caption(cell: Cell) -> Drawing:
    """What stands below a cell, in its middle: the place and its name, beside each other where they have room."""
    width = cell.width_mm
    place, name = (width_mm(cell.place, LABEL_FONT, CAPTION_PT), width_mm(cell.name, NAME_FONT, NAME.size_pt))
    beside = bool(cell.name) and place + 0.9 + name <= width
    nodes: list[Node] = []
    y = CAPTION_MM if cell.place else 0.0
    x = (width - place - (0.9 + name if beside else 0.0)) / 2
    if cell.place:
        nodes.append(Text(x, y - 0.3, cell.place, LABEL_FONT, CAPTION_PT, INK))
    if beside:
        nodes.append(Text(x + place + 0.9, y - 0.3, cell.name, NAME_FONT, NAME.size_pt, QUIET))
    elif cell.name:
        words = max(width_mm(word, NAME_FONT, NAME.size_pt) for word in cell.name.split())
        size = max(LEAST_PT, NAME.size_pt * min(1.0, width / words))
        for told in wrapped(cell.name, NAME_FONT, size, width + 0.1):
            y += NAME_MM
            nodes.append(Text(width / 2, y - 0.4, told, NAME_FONT, size, QUIET, anchor="middle"))
    return Drawing(tuple(nodes), width, y)


def stack_row(game: Game, stacks: Sequence[LaidStack], width: float) -> Drawing:
    """Stacks in lines so wide at the most, each counter with its number, then where they come in; as wide as the
    longest line.
    """
    look, nodes = ListLook(width, ROW_CHIT_MM), list[Node]()
    x = y = most = 0.0
    for stack in stacks:
        parts = [Drawing((*_counters(game, (group,), look, 0.0),), _wide(group, look), ROW_CHIT_MM)
                 for group in stack.groups]  # fmt: skip
        if stack.name:
            room = max(PLACE_MM, width_mm(stack.name, NAME_FONT, NAME.size_pt) / MOST_LINES + 4.0)
            rows = wrapped(stack.name, NAME_FONT, NAME.size_pt, min(width - parts[-1].width_mm - 1.2, room))
            told = [Text(0.0, (n + 0.75) * PLACE_LINE_MM, row, NAME_FONT, NAME.size_pt, QUIET)
                    for n, row in enumerate(rows)]  # fmt: skip
            # they stand right of the last counter
            x_mm, top = parts[-1].width_mm + 1.2, (ROW_CHIT_MM - len(rows) * PLACE_LINE_MM) / 2
            wide = x_mm + max(width_mm(row, NAME_FONT, NAME.size_pt) for row in rows)
            parts[-1] = Drawing((*parts[-1].nodes, Drawing(tuple(told), wide, top).at(x_mm, top)), wide, ROW_CHIT_MM)
        whole = sum(part.width_mm for part in parts) + 1.2 * (len(parts) - 1)
        for number, part in enumerate(parts):
            needed = part.width_mm if number else min(whole, width)
            if x and x + needed > width:
                x, y = 0.0, y + ROW_CHIT_MM + PARTED_MM
            nodes.append(part.at(x, y))
            most = max(most, x + part.width_mm)
            x += part.width_mm + 1.2
        x += 1.2
    return Drawing(tuple(nodes), most, y + ROW_CHIT_MM)


def draw_band(game: Game, side: str, name: str, notes: Sequence[str], width: float) -> Drawing:
    """The name of a side in its colour, and at its right end the first note that has room."""
    style = game.style.sides.get(side)
    ground = band_colour(style) if style else game.style.colour("zebra")
    ink = "#ffffff" if is_dark(ground) else INK
    base = centred_baseline("sans-bold", 10.6, BAND_MM / 2 - 0.4)
    room = width - 8.0 - width_mm(name, "sans-bold", 10.6)
    note = next((note for note in notes if width_mm(note, "sans-regular", 8.4) <= room), "")
    nodes = (
        Path(rect(0.0, 0.0, width, BAND_MM - 0.8, 0.8), fill=ground),
        Text(2.4, base, name, "sans-bold", 10.6, ink),
        Text(width - 2.4, base, note, "sans-regular", 8.4, ink, anchor="end"),
    )
    return Drawing(nodes[: 3 if note else 2], width, BAND_MM + 1.0)


__all__ = [
    "LaidStack", "ListLook", "SideList", "StackGroup", "arrival_stacks", "arrivals", "deployed", "displays_of",
    "draw_band", "list_look", "list_pieces", "side_lists", "stack_groups", "stack_row",
]  # fmt: skip
