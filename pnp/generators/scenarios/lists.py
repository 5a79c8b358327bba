"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.maps.hex.set_up import where_to
from pnp.generators.scenarios.flow import FlowPart, below_one_another
from pnp.generators.sheets.margin import wrapped
from pnp.generators.tables.look import INK, QUIET
from pnp.generators.tables.parts import turn_names
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.maps.graph import space_ids
from pnp.model.game import Game
from pnp.model.scenario import Arrival, Scenario

LABEL, LABEL_FONT = TextStyle(CONDENSED, 9.0, 10.4, INK, raised=False), "condensed-bold"
NAME, NAME_FONT, LEAST_PT = TextStyle(CONDENSED, 8.4, 9.2, QUIET), "condensed-regular", 6.4
"""What stands above counters, in bold, and below it or below a hex its name; the least size of that."""
LABEL_MM, LONG_MM, MORE_SLOTS, RULED_MM = 8.2, 500.0, 1.5, 1.4
"""The height of two lines of a label and the width of a long one; from how many slots more than its counters need it
may have two lines; the white between it and its rule."""
SLOT_MM, PARTED_MM, PARTED_SLOTS, PAD_MM = 1.8, 0.8, 0.5, 0.5
"""What a slot is wider than its counter, the white between two trays, that between two runs in slots, and that around a
counter in a tray."""
CAPTION_PT, CAPTION_MM = 8.8, 3.5
"""A hex or a number of counters below a counter, and the height of a line."""
ROW_MM, SECTION_MM = 1.0, 2.8
"""White above lines, without and with labels."""
BAND_MM = 6.6
"""The band of a side with its white."""
ROW_CHIT_MM, COUNT_TYPE, PLACE_MM, PLACE_LINE_MM = 9.0, ("condensed-bold", 9.4), 26.0, 3.2
"""Of arrivals in a table of turns: the size of a counter, the type of a number beside it; the longest line on where
they come in, and its height."""
MOST_SHOWN = 3
"""Counters alike in one place that are each pictured."""
LEAST_PLACES, LEAST_UNMARKED = 8, 3
"""Fewest occupied spaces for which a set-up is listed; and where some counters don't say where they start."""


@dataclass(frozen=True, slots=True)
class LaidStack:
    """Counters that are laid in one place.

    place, name  as printed below them; a hex has a number and may have a name; "" = told by the label of the section
    """

    place: str
    name: str
    groups: tuple[Alike, ...]

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
        """How many counters stand in its sections."""
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
    return LaidStack(place, name, tuple(alike(game, units, scenario.states, by_name=bool(place))))


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
                where = "" if arrival is None else ", ".join(_place_named(game, str(one)) for one in arrival.spaces)
                where = where or (sets.get(arrival.set, "") if arrival is not None and arrival.set else "")
                stack = LaidStack("", where, tuple(alike(game, units, scenario.states)))
                found[turn] = (*found.get(turn, ()), stack)
    return found


def arrival_sections(game: Game, scenario: Scenario) -> tuple[StackGroup, ...]:
    """The arrivals, a section for each turn that brings units: its numeral and dates, counters, where they come in."""
    sections, names = [], turn_names(game, scenario.turns)
    for turn, stacks in arrival_stacks(game, scenario).items():
        numeral, name = names[turn - 1]
        dated = (Span(" " + name.replace(" ", "\u00a0")),) if name and name != numeral else ()
        sections.append(StackGroup((*_bold(numeral), *dated), stacks))
    return tuple(sections)


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
    """Counters that stand together, and what stands below them; those of one place are on a tray."""

    groups: tuple[Alike, ...]
    place: str
    name: str = ""
    tray: bool = False

    @property
    def slots(self) -> int:
        """How many its counters take; on a tray a number has one besides."""
        return sum(2 if self.tray and group.count > 1 else 1 for group in self.groups)


class Run(NamedTuple):
    """Cells on one line below their label: each with its first slot and how many it has.

    start, slots  where the run begins on its line, and its length
    """

    start: float
    slots: float
    cells: tuple[tuple[Cell, int, int], ...]
    label: Drawing | None = None


@dataclass(frozen=True, slots=True)
class ListLook:
    """How lists are drawn: on lines of slots, a counter each."""

    width_mm: float
    chit_mm: float

    @property
    def slots(self) -> int:
        """How many a line has."""
        return max(1, int((self.width_mm + PARTED_MM + 0.001) / (self.chit_mm + SLOT_MM)))

    @property
    def pitch_mm(self) -> float:
        """From one slot to the next."""
        return (self.width_mm + PARTED_MM) / self.slots

    def across(self, slots: float) -> float:
        """The width of so many slots."""
        return slots * self.pitch_mm - PARTED_MM


def list_pieces(game: Game, sections: Sequence[StackGroup], look: ListLook) -> list[FlowPart]:
    """Lines of sections side by side, each below its label."""
    lines: list[list[Run]] = []
    across: float = look.slots
    for label, name, cells in _labelled(sections):
        parted = _lines(cells, look)
        for number, placed in enumerate(parted):
            wide: float = placed[-1][1] + placed[-1][2]
            drawn = None
            if (label or name) and number == 0:
                wide = _label_slots(label, name, wide, look)
                drawn = _label(label, name, look.across(wide))
            start = across + PARTED_SLOTS
            if number or start + wide > look.slots:
                lines.append([])
                start = 0.0
            lines[-1].append(Run(start, wide, tuple(placed), drawn))
            across = start + wide if len(parted) == 1 else look.slots
    return [_line_part(game, runs, look) for runs in lines]


def _labelled(sections: Sequence[StackGroup]) -> Iterator[tuple[tuple[Span, ...], str, list[Cell]]]:
    """Label of each section, name of the place where its counters come in, and they; a section for each such place."""
    for section in sections:
        for name, stacks in groupby(section.stacks, key=lambda stack: "" if stack.place else stack.name):
            yield section.label, name, [cell for stack in stacks for cell in _cells(stack)]


def _cells(stack: LaidStack) -> Iterator[Cell]:
    """A cell for a stack, its counters each pictured; for counters without a place one for each kind."""
    if not stack.place:
        for kind in stack.groups:
            yield Cell((kind,), f"×\u2009{kind.count}" if kind.count > 1 else "")
        return
    shown = (
        kind for one in stack.groups
        for kind in ([one._replace(count=1)] * one.count if one.count <= MOST_SHOWN else [one])
    )  # fmt: skip
    yield Cell(tuple(shown), stack.place, stack.name, tray=True)


def _label_slots(label: tuple[Span, ...], name: str, least: float, look: ListLook) -> float:
    """How many slots a label has, with no word parted: as few as do for a line, or from some more on for two."""
    words = [(word, LABEL_FONT, LABEL.size_pt) for span in label for word in span.text.split(" ")]
    words += [(word, NAME_FONT, NAME.size_pt) for word in name.split(" ")]
    longest, line_mm, slots = max(width_mm(*word) for word in words), _label(label, name, LONG_MM).height_mm, least
    while slots < look.slots:
        high = _label(label, name, wide).height_mm if longest <= (wide := look.across(slots)) else LONG_MM
        if high <= (LABEL_MM if slots >= least + MORE_SLOTS else line_mm):
            break
        slots += PARTED_SLOTS
    return min(slots, look.slots)


def _label(label: tuple[Span, ...], name: str, width: float) -> Drawing:
    """What stands above counters."""
    parts = [text_block(label, LABEL, width)] if label else []
    if name:
        squeezed = min(1.0, width / max(width_mm(word, NAME_FONT, NAME.size_pt) for word in name.split()))
        parts.append(text_block(name, NAME.with_(size_pt=max(LEAST_PT, squeezed * NAME.size_pt)), width))
    return below_one_another(parts)


def _lines(cells: Sequence[Cell], look: ListLook) -> list[list[tuple[Cell, int, int]]]:
    """Cells in lines: each with its first slot and how many it has."""
    lines: list[list[tuple[Cell, int, int]]] = []
    across = room = look.slots
    for cell in cells:
        taken = next((n for n in range(min(cell.slots, room), room) if _told_in(cell, look.across(n))), room)
        if across + taken > room:
            lines.append([])
            across = 0
        lines[-1].append((cell, across, taken))
        across += taken
    if len(lines) > 1 and lines[-1][0][0] is cells[-1] and cells[-1].slots == 1 and len(lines[-2]) > 2:
        # A counter alone would look lost.
        (last, _, own), (cell, _, taken) = lines[-1][0], lines[-2].pop()
        lines[-1] = [(cell, 0, taken), (last, taken, own)]
    return lines


def _line_part(game: Game, runs: Sequence[Run], look: ListLook) -> FlowPart:
    """A line of runs: labels below a rule, counters and captions level."""
    labels = [RULED_MM + run.label.height_mm for run in runs if run.label is not None]
    top, cells = max(labels, default=0.0), [cell for run in runs for cell in run.cells]
    under = max(-(-cell.slots // taken) for cell, _, taken in cells) * (look.chit_mm + PARTED_MM) - PARTED_MM + PAD_MM
    tall = under + max(_caption(cell, look, taken).height_mm for cell, _, taken in cells)
    tall += PAD_MM if any(cell.tray for cell, _, _ in cells) else 0.0

    def draw(_air: float) -> Drawing:
        nodes: list[Node] = []
        ends = [*(run.start - PARTED_SLOTS for run in runs[1:]), look.slots]
        for run, end in zip(runs, ends, strict=True):
            x = run.start * look.pitch_mm
            if run.label is not None:
                nodes.append(line(x, 0.0, look.across(end), 0.0, Stroke(QUIET, 0.5)))
                nodes.append(run.label.at(x, RULED_MM - 0.4))
            for cell, first, taken in run.cells:
                left = x + first * look.pitch_mm
                if cell.tray:
                    tray = rect(left, top, look.across(taken), tall, 0.8)
                    nodes.append(Path(tray, fill=game.style.colour("zebra")))
                nodes += _counters(game, cell, taken, look, left, top + PAD_MM)
                nodes.append(_caption(cell, look, taken).at(left, top + under))
        return Drawing(tuple(nodes), look.width_mm, top + tall)

    blank = look.slots - sum(min(cell.slots, taken) for cell, _, taken in cells)
    return FlowPart(draw, top + tall, SECTION_MM if labels else ROW_MM, white_mm2=blank * look.pitch_mm * (top + tall))


def _counters(game: Game, cell: Cell, taken: int, look: ListLook, x: float, y: float) -> Iterator[Node]:
    """The counters of a cell in so many slots from a corner on, in the middle where they are fewer; those of a cell
    without a tray from the left.
    """
    spare = max(0, taken - cell.slots) if cell.tray else 0
    left = x + (look.pitch_mm - PARTED_MM - look.chit_mm + spare * look.pitch_mm) / 2 if cell.tray else x
    slot = 0
    for counter, face, count in cell.groups:
        at = left + slot % taken * look.pitch_mm, y + slot // taken * (look.chit_mm + PARTED_MM)
        yield from chit(game, counter, *at, look.chit_mm, face)
        slot += 1
        if cell.tray and count > 1:
            base = centred_baseline(LABEL_FONT, CAPTION_PT, at[1] + look.chit_mm / 2)
            yield Text(at[0] + look.pitch_mm, base, f"×\u2009{count}", LABEL_FONT, CAPTION_PT, INK)
            slot += 1


def _told_in(cell: Cell, width: float) -> bool:
    """Whether what stands below a cell has room in such a width."""
    words = [(cell.place, LABEL_FONT, CAPTION_PT), *((word, NAME_FONT, LEAST_PT) for word in cell.name.split())]
    return all(width_mm(*word) <= width - 0.6 for word in words)


def _caption(cell: Cell, look: ListLook, taken: int) -> Drawing:
    """What stands below a cell, in its middle: the place and its name, beside each other where they have room."""
    width = look.across(taken) if cell.tray else look.chit_mm
    place, name = (width_mm(cell.place, LABEL_FONT, CAPTION_PT), width_mm(cell.name, NAME_FONT, NAME.size_pt))
    nodes: list[Node] = []
    y = 0.0
    beside = bool(cell.name) and place + 0.9 + name <= width - 0.6
    if cell.place:
        y = CAPTION_MM
        x = (width - place - (0.9 + name if beside else 0.0)) / 2
        nodes.append(Text(x, y - 0.5, cell.place, LABEL_FONT, CAPTION_PT, INK))
        if beside:
            nodes.append(Text(x + place + 0.9, y - 0.5, cell.name, NAME_FONT, NAME.size_pt, QUIET))
    if cell.name and not beside:
        words = max(width_mm(word, NAME_FONT, NAME.size_pt) for word in cell.name.split())
        size = max(LEAST_PT, NAME.size_pt * min(1.0, (width - 0.6) / words))
        for told in wrapped(cell.name, NAME_FONT, size, width - 0.4):
            y += 2.8
            nodes.append(Text(width / 2, y - 0.5, told, NAME_FONT, size, QUIET, anchor="middle"))
    return Drawing(tuple(nodes), width, y)


def stack_row(game: Game, stacks: Sequence[LaidStack], width: float) -> Drawing:
    """Stacks in lines so wide at the most, each counter with its number beside it; as wide as the longest line."""
    nodes: list[Node] = []
    x = y = high = most = 0.0
    for drawn in (_stack_in_row(game, stack, width) for stack in stacks):
        if x and x + drawn.width_mm > width:
            x, y, high = 0.0, y + high + PARTED_MM, 0.0
        nodes.append(drawn.at(x, y))
        x += drawn.width_mm + 1.4
        high, most = max(high, drawn.height_mm), max(most, x - 1.4)
    return Drawing(tuple(nodes), most, y + high)


def _stack_in_row(game: Game, stack: LaidStack, width: float) -> Drawing:
    """Counters in lines so wide at the most, and where they come in beside the last one, or below."""
    nodes: list[Node] = []
    x = y = most = 0.0
    for counter, face, count in stack.groups:
        number = f"×\u2009{count}" if count > 1 else ""
        wide = ROW_CHIT_MM + (0.8 + width_mm(number, *COUNT_TYPE) if number else 0.0)
        if x and x + wide > width:
            x, y = 0.0, y + ROW_CHIT_MM + PARTED_MM
        nodes += chit(game, counter, x, y, ROW_CHIT_MM, face)
        base = centred_baseline(*COUNT_TYPE, y + ROW_CHIT_MM / 2)
        nodes += [Text(x + ROW_CHIT_MM + 0.8, base, number, *COUNT_TYPE, INK)] if number else []
        x += wide + 1.0
        most = max(most, x)
    y += ROW_CHIT_MM
    if stack.name:
        place = NAME_FONT, NAME.size_pt
        room = min(width - x - 0.6, PLACE_MM)
        beside = room >= max(width_mm(word, *place) for word in stack.name.split())
        rows = wrapped(stack.name, *place, room) if beside else []
        beside = beside and len(rows) * PLACE_LINE_MM < ROW_CHIT_MM + PARTED_MM
        rows = rows if beside else wrapped(stack.name, *place, min(width, 3 * PLACE_MM))
        high = len(rows) * PLACE_LINE_MM
        left, top = (x + 0.6, y - (ROW_CHIT_MM + high) / 2) if beside else (0.0, y + 0.4)
        for number, told in enumerate(rows, 1):
            nodes.append(Text(left, top + number * PLACE_LINE_MM - 0.8, told, *place, QUIET))
        most = max(most, left + max(width_mm(told, *place) for told in rows) + 1.0)
        y = max(y, top + high)
    return Drawing(tuple(nodes), most, y)


def draw_band(game: Game, side: str, name: str, note: str, width: float) -> Drawing:
    """The name of a side in its colour, and a note at its right end."""
    style = game.style.sides.get(side)
    ground = band_colour(style) if style else game.style.colour("zebra")
    ink = "#ffffff" if is_dark(ground) else INK
    base = centred_baseline("sans-bold", 10.5, BAND_MM / 2 - 0.4)
    nodes: list[Node] = [
        Path(rect(0.0, 0.0, width, BAND_MM - 0.8, 0.8), fill=ground),
        Text(2.4, base, name, "sans-bold", 10.5, ink),
    ]
    if note:
        room = width - 8.0 - width_mm(name, "sans-bold", 10.5)
        narrowed = min(1.0, room / width_mm(note, "sans-regular", 8.4))
        nodes.append(Text(width - 2.4, base, note, "sans-regular", 8.4, ink, anchor="end", stretch=narrowed))
    return Drawing(tuple(nodes), width, BAND_MM + 1.0)


__all__ = [
    "LaidStack",
    "ListLook",
    "Run",
    "SideList",
    "StackGroup",
    "arrival_sections",
    "arrival_stacks",
    "arrivals",
    "deployed",
    "draw_band",
    "list_pieces",
    "side_lists",
    "stack_groups",
    "stack_row",
]
