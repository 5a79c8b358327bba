"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, chain, zip_longest
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import PAPER, band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.maps.hex.set_up import where_to
from pnp.generators.scenarios.flow import FlowPart, high
from pnp.generators.sheets.margin import wrapped
from pnp.generators.tables.look import INK, QUIET
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.maps.graph import space_ids
from pnp.model.game import Game, standard_scenario
from pnp.model.scenario import Arrival, Scenario
from pnp.model.starts import units_shown
from pnp.model.words import capital

LABEL, LABEL_FONT = TextStyle(CONDENSED, 9.0, 10.4, INK, raised=False), "condensed-bold"
NAME_PT, NAME_FONT = 8.4, "condensed-regular"
"""What stands above the counters of a section, in bold, and the name below a hex."""
STRIP_MM, BOX_GAP_MM, PAD_MM = 0.5, 1.8, 1.2
"""White above and below labels and counters, between sections, and beside labels."""
APART_MM, TOUCH_MM = 1.8, 0.1
"""The least white between what stands in different places, and that between the counters of one stack."""
CAPTION_PT, CAPTION_MM, NAME_MM, NAMED_MM, BESIDE_MM = 9.0, 3.6, 2.8, 0.5, 0.9
"""A place below a counter; the heights of that line and of a name below it; the white above a name alone, and between a
place and a name beside it.
"""
NUMBER_PT, NUMBER_GAP_MM, TAB_PT = 8.5, 0.6, 0.5
"""The number of counters alike on a tab at their right edge, the white beside it there, the line around the tab."""
BAND_MM = 6.6
"""The band of a side with its white."""
PLACE_MM = 24.0
"""The longest line on where arrivals come in."""
LABEL_MM, NARROW_MM, COLUMN_MM, MOST_STACKS, MOST_BESIDE = 28.0, 92.0, 36.0, 36, 5
"""The width of labels left of counters; in lists no wider than the next they stand above them. The least width of a
section; the stacks of a longer section stand in several, so many beside each other at the most.
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
    """Stacks that belong together, and what stands above them."""

    label: tuple[Span, ...]
    stacks: tuple[LaidStack, ...]


@dataclass(frozen=True, slots=True)
class SideList:
    """What one side lays, section by section; `side` is "" for counters of nobody.

    displays  the names of those that picture its units where they start or wait; none where some unit is on none
    """

    side: str
    name: str
    sections: tuple[StackGroup, ...]
    displays: tuple[str, ...] = ()

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
            units = {unit for section in sections for stack in section.stacks for unit in stack.units}
            lists.append(SideList(side, name, sections, _displays_of(game, scenario, units)))
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
        aside.append(StackGroup(_bold(capital(label)), (_stack(game, scenario, own),)))
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


def _waves(
    scenario: Scenario, turn: int, side: str, sides: Mapping[str, str]
) -> list[tuple[Arrival | None, list[str]]]:  # fmt: skip
    """The units of a side that arrive in a turn, by the scenario's arrivals or in boxes whose code is the turn; those
    that come in at other places apart, with their arrival.
    """
    of: dict[str, Arrival | None] = {
        str(unit): arrival for arrival in scenario.arrivals if arrival.turn == turn for unit in arrival.units
    }
    for box, code in scenario.codes.items():
        for unit in unit_ids((scenario.position.units or {}).get(box, ())) if code == str(turn) else ():
            of.setdefault(unit, None)
    parted: dict[object, tuple[Arrival | None, list[str]]] = {}
    for unit, arrival in of.items():
        if sides.get(unit) == side:
            place = (arrival.spaces, arrival.set) if arrival is not None else ((), None)
            parted.setdefault(place, (arrival, []))[1].append(unit)
    return list(parted.values())


def _place_named(game: Game, space: str) -> str:
    """A space as a player finds it: a hex by its number and its name, if it has one."""
    name = next((one.name for one in game.map.spaces if one.id == space), "")
    return " ".join(filter(None, (space.upper(), name))) if game.map.kind == "hexes" else name or space


def _displays_of(game: Game, scenario: Scenario, units: set[str]) -> tuple[str, ...]:
    shown = {str(display.title): {str(counter.id) for box in display.boxes for counter in units_shown(game, box)}
             for display in game.boards if scenario == standard_scenario(game)}  # fmt: skip
    on_all = set[str]().union(*shown.values())
    return tuple(title for title, pictured in shown.items() if units & pictured) if units <= on_all else ()


def deployed(game: Game, scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Space -> the units that a scenario places there; empty when there are too few to list."""
    spaces = {str(name) for name in space_ids(game.map)}
    stacks = {str(place): tuple(unit_ids(units)) for place, units in (scenario.position.units or {}).items()
              if place in spaces and units}  # fmt: skip
    codes = {str(counter.id): counter.code for counter in game.all_counters()}
    marked = game.map.kind == "hexes" and all(codes.get(unit) for units in stacks.values() for unit in units)
    return stacks if len(stacks) >= (LEAST_PLACES if marked else LEAST_UNMARKED) else {}


def _bold(text: str) -> tuple[Span, ...]:
    return (Span(text, bold=True),)


# How it is drawn -------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """Counters that stand together, as wide as they or what stands below them: the place, with its name beside it or
    in lines below it.
    """

    groups: tuple[Alike, ...]
    place: str
    beside: str
    name: tuple[str, ...]
    width_mm: float


def section_rows(
    game: Game, sections: Sequence[StackGroup], chit_mm: float, tint: str, width: float, *, above: bool = False
) -> list[FlowPart] | None:  # fmt: skip
    """Sections in rows of as many as make all of them low, each as wide as its stacks need, which stand from the left
    in lines. None where a stack is wider than a row.

    above  whether labels stand above counters, as they do in a narrow list
    """
    told = 0.0 if above or width <= NARROW_MM else max(_label_mm(one) for one in sections)
    sections = [replace(one, stacks=one.stacks[n:n + MOST_STACKS])
                for one in sections for n in range(0, len(one.stacks), MOST_STACKS)]  # fmt: skip
    cells = [[[cell for stack in one.stacks for cell in _cells(stack, chit_mm, level)] for level in (True, False)]
             for one in sections]  # fmt: skip
    room = told + PAD_MM if told else 0.0
    least = [cache(partial(_least_mm, one, room, ways)) for one, ways in zip(sections, cells, strict=True)]
    best: list[list[FlowPart] | None] = [[]]
    for end in range(1, len(sections) + 1):
        found = list[list[FlowPart]]()
        for first in range(max(0, end - MOST_BESIDE), end):
            wides = _wides(least[first:end], width - BOX_GAP_MM * (end - first - 1), 1 if told else MOST_STACKS)
            row = _row(game, sections[first:end], cells[first:end], wides, told, chit_mm, tint) if wides else None
            found += [[*before, row]] if row and (before := best[first]) is not None else []
        worth = [(round(high(rows), 3), sum(row.white**2 for row in rows)) for rows in found]
        best.append(found[worth.index(min(worth))] if found else None)
    return best[-1]


def _wides(sections: Sequence[Callable[[int], float]], width: float, most: int) -> list[float]:
    """The widths of sections beside each other in as few lines as may be, what is left shared evenly; none where they
    have no room. Of each is given its least width in a number of lines, of which there may be so many.
    """
    if len(sections) == 1:
        return [width]
    for lines in range(1, most + 1):
        wides = [least(lines) for least in sections]
        if (left := width - sum(wides)) >= 0.0:
            return [wide + left / len(wides) for wide in wides]
    return []


def _least_mm(section: StackGroup, label: float, ways: Sequence[list[Cell]], most: int) -> float:
    """The least width of a section with so many lines at the most, its label left of these or above them."""
    wides = [[cell.width_mm for cell in cells] for cells in ways]
    low, wide = max(wides[-1], default=0.0), min(map(_line_mm, ways))
    while most > 1 and wide - low > 0.5:
        middle = (low + wide) / 2
        low, wide = (low, middle) if any(_fit(way, middle, most) for way in wides) else (middle, wide)
    return max(label + wide, COLUMN_MM, 0.0 if label else _label_mm(section))


def _fit(wides: Sequence[float], room: float, most: int) -> bool:
    """Whether cells so wide stand in so many lines of a room."""
    end = room
    for wide in wides:
        end += APART_MM + wide
        if end > room + 0.001:
            most, end = most - 1, wide
            if most < 0 or wide > room + 0.001:
                return False
    return True


def sections_mm(sections: Sequence[StackGroup], chit_mm: float) -> float:
    """The width in which each section has one line, below its label where that is narrow enough."""
    lines = ([cell for stack in one.stacks for cell in _cells(stack, chit_mm)] for one in sections)
    told = [(_label_mm(one), max(_line_mm(line), 0.0)) for one, line in zip(sections, lines, strict=True)]
    above = max(map(max, told))
    return above if above <= NARROW_MM else max(map(sum, told)) + PAD_MM


def _label_mm(section: StackGroup) -> float:
    """The width of labels, more where a word of this one is wider."""
    label = " ".join(span.text for span in section.label).replace("、", "、 ")
    words = [width_mm(word, LABEL_FONT, LABEL.size_pt) for word in label.split(" ")]
    return max(LABEL_MM, *(word + 2 * PAD_MM for word in words)) if section.label else 0.0


def _row(
    game: Game, sections: Sequence[StackGroup], cells: Sequence[Sequence[list[Cell]]], wides: Sequence[float],
    told: float, chit_mm: float, tint: str,
) -> FlowPart | None:  # fmt: skip
    """Sections beside each other so wide, labels left of their stacks, or above them where these have no
    width; None where one has no room.
    """
    edges = [*accumulate((wide + BOX_GAP_MM for wide in wides), initial=0.0)]
    heads = [text_block(one.label, LABEL, (told or wide) - 2 * PAD_MM + 0.1)
             for one, wide in zip(sections, wides, strict=True)]  # fmt: skip
    laid = [_lines(ways, wide - (told + PAD_MM if told else 0.0)) for ways, wide in zip(cells, wides, strict=True)]
    if not all(laid) or any(_label_mm(one) > (told or wide) for one, wide in zip(sections, wides, strict=True)):
        return None
    deep = [chit_mm + max(map(_caption_mm, chain(*same))) + 2 * STRIP_MM for same in zip_longest(*laid, fillvalue=())]
    label = max(head.height_mm + 2 * STRIP_MM if head.nodes else 0.0 for head in heads)
    tall, strip = (max(sum(deep), label), 0.0) if told else (sum(deep) + label, label)

    def draw(_high: float) -> Drawing:
        nodes = list[Node]()
        for left, wide, head, lines in zip(edges, wides, heads, laid, strict=False):
            if head.nodes:
                nodes += [Path(rect(left, 0.0, told or wide, strip or tall), fill=tint),
                          head.at(left + PAD_MM, STRIP_MM)]  # fmt: skip
            x = left + (told + PAD_MM if told else 0.0)
            for line, y in zip(lines, accumulate(deep, initial=strip + STRIP_MM), strict=False):
                nodes.append(_line(game, line, chit_mm).at(x, y))
        return Drawing(tuple(nodes), edges[-1] - BOX_GAP_MM, tall)

    used = sum((told + _line_mm(line)) * more for lines in laid for line, more in zip(lines, deep, strict=False))
    return FlowPart(draw, tall + BOX_GAP_MM, white=max(0.0, edges[-1] * sum(deep) - used))


def _lines(ways: Sequence[Sequence[Cell]], room: float) -> list[list[Cell]]:
    """Cells in lines of a room, set in the way that takes the fewest; none where one is wider."""
    found = list[list[list[Cell]]]()
    for cells in ways:
        lines, end = list[list[Cell]](), 0.0
        for cell in cells:
            end += APART_MM + cell.width_mm
            if not lines or end > room + 0.001:
                lines.append([])
                end = cell.width_mm
            lines[-1].append(cell)
        found += [lines] if max((cell.width_mm for cell in cells), default=0.0) <= room + 0.001 else []
    return min(found, key=len, default=[])


def _cells(stack: LaidStack, chit_mm: float, level: bool = False) -> Iterator[Cell]:
    """A cell for a stack, with its name on the line of its place; for counters without a place one for each kind."""
    if not (stack.place or stack.name):
        for kind in stack.groups:
            yield Cell((kind,), "", "", (), _wide(kind, chit_mm))
        return
    counters = _touching_mm(stack.groups, chit_mm)
    long, place = width_mm(stack.name, NAME_FONT, NAME_PT), width_mm(stack.place, LABEL_FONT, CAPTION_PT)
    if level and stack.place and stack.name:
        yield Cell(stack.groups, stack.place, stack.name, (), max(counters, place + BESIDE_MM + long))
        return
    words = [width_mm(word, NAME_FONT, NAME_PT) for word in stack.name.split()]
    wide = max(counters, place, 0.0 if stack.place else min(PLACE_MM, long), *words)
    name = wrapped(stack.name, NAME_FONT, NAME_PT, wide + 0.1) if stack.name else ()
    yield Cell(stack.groups, stack.place, "", tuple(name), wide)


def _touching_mm(groups: Sequence[Alike], chit_mm: float) -> float:
    return sum(_wide(group, chit_mm) for group in groups) + TOUCH_MM * (len(groups) - 1)


def _wide(group: Alike, chit_mm: float) -> float:
    """A counter, and the number of those like it."""
    told = width_mm(f"×\u2009{group.count}", LABEL_FONT, NUMBER_PT)
    return chit_mm + (2 * NUMBER_GAP_MM + told if group.count > 1 else 0.0)


def _caption_mm(cell: Cell) -> float:
    return (CAPTION_MM if cell.place else NAMED_MM if cell.name else 0.0) + NAME_MM * len(cell.name)


def _cell(game: Game, cell: Cell, chit_mm: float) -> Drawing:
    """Counters of a stack, which touch, and below them from their left the place and its name."""
    y = chit_mm + (CAPTION_MM if cell.place else NAMED_MM) - 0.3
    nodes = [*_counters(game, cell.groups, chit_mm), Text(0.0, y, cell.place, LABEL_FONT, CAPTION_PT, INK)]
    left = width_mm(cell.place, LABEL_FONT, CAPTION_PT) + BESIDE_MM
    names = [(left, y, cell.beside), *((0.0, y + n * NAME_MM, line) for n, line in enumerate(cell.name, 1))]
    nodes += [Text(x, low, name, NAME_FONT, NAME_PT, QUIET) for x, low, name in names]
    return Drawing(tuple(nodes), cell.width_mm, chit_mm + _caption_mm(cell))


def _counters(game: Game, groups: Sequence[Alike], chit_mm: float) -> Iterator[Node]:
    """Counters of a stack, which touch; the number of those alike stands right of the one pictured."""
    x = 0.0
    for group in groups:
        yield from chit(game, group.counter, x, 0.0, chit_mm, group.face)
        if group.count > 1:
            told, left = f"×\u2009{group.count}", x + chit_mm
            wide, base = _wide(group, chit_mm) - chit_mm, centred_baseline(LABEL_FONT, NUMBER_PT, chit_mm / 2)
            yield Path(rect(left, 0.0, wide, chit_mm), fill=PAPER, stroke=Stroke(INK, TAB_PT))
            yield Text(left + wide / 2, base, told, LABEL_FONT, NUMBER_PT, INK, "middle")
        x += _wide(group, chit_mm) + TOUCH_MM


def _line(game: Game, cells: Sequence[Cell], chit_mm: float) -> Drawing:
    """Stacks in a line."""
    starts = accumulate((cell.width_mm + APART_MM for cell in cells), initial=0.0)
    nodes = tuple(_cell(game, cell, chit_mm).at(x, 0.0) for cell, x in zip(cells, starts, strict=False))
    return Drawing(nodes, _line_mm(cells), chit_mm + max(map(_caption_mm, cells)))


def _line_mm(cells: Sequence[Cell]) -> float:
    """The least length of a line."""
    return sum(cell.width_mm for cell in cells) + APART_MM * (len(cells) - 1)


def row_mm(stacks: Sequence[LaidStack], chit_mm: float) -> float:
    """The least length of a line of stacks: that of the widest counter with its number, or name."""
    alone = (replace(stack, groups=(kind,)) for stack in stacks for kind in stack.groups)
    return max((cell.width_mm for stack in alone for cell in _cells(stack, chit_mm)), default=0.0)


def _parted(stack: LaidStack, width: float, chit_mm: float) -> Iterator[Cell]:
    """The cells of a stack; one that is wider in two, with its name below the second."""
    for cell in _cells(stack, chit_mm):
        if cell.width_mm <= width or not cell.groups[1:]:
            yield cell
            continue
        half = -(-len(cell.groups) // 2)
        first, last = (replace(stack, groups=part) for part in (cell.groups[:half], cell.groups[half:]))
        yield from (one._replace(name=(), width_mm=_touching_mm(one.groups, chit_mm))
                    for one in _parted(first, width, chit_mm))  # fmt: skip
        yield from _parted(last, width, chit_mm)


def stack_row(game: Game, stacks: Sequence[LaidStack], width: float, chit_mm: float) -> Drawing:
    """Stacks in lines so wide at the most, each counter with its number, below them where they come in."""
    nodes, y = list[Node](), 0.0
    for line in _lines([[cell for stack in stacks for cell in _parted(stack, width, chit_mm)]], width):
        drawn = _line(game, line, chit_mm)
        nodes.append(drawn.at(0.0, y))
        y += drawn.height_mm + PAD_MM
    return Drawing(tuple(nodes), width, max(0.0, y - PAD_MM))


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
    "LaidStack", "SideList", "StackGroup", "arrival_stacks", "deployed", "draw_band",
    "row_mm", "section_rows", "sections_mm", "side_lists", "stack_groups", "stack_row",
]  # fmt: skip
