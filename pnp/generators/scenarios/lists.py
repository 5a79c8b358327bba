"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import NamedTuple

from pnp.draw.scene import Group, Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import PAPER, band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.maps.hex.set_up import where_to
from pnp.generators.scenarios.flow import FlowPart
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
"""White above and below labels that stand above counters, between boxes of sections and in them."""
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
LABEL_MM, SHORT_MM, NARROW_MM, ROW_MM, PARTED_WORTH = 28.0, 22.0, 90.0, 4.0, 0.6
"""The longest lines of labels, and one that isn't broken; a label stands above its counters in columns no wider than
this. What a row costs besides its counters, and what one that begins within a section does, of their height.
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
    counters_mm: float
    width_mm: float


class _Box(NamedTuple):
    """What of a section stands in one row, and the least width of it all; that of its label where this stands left of
    its stacks, 0 where it stands above them.
    """

    label: Sequence[Span]
    cells: Sequence[Cell]
    width_mm: float
    label_mm: float


def section_rows(
    game: Game, sections: Sequence[StackGroup], chit_mm: float, tint: str, width: float
) -> list[FlowPart] | None:  # fmt: skip
    """Sections in boxes beside each other, in rows that are as full as those of a text: a section goes on in the next
    row where it has to. None where a stack is wider than a row.
    """
    below, level = ([(one, cell) for one in sections for stack in one.stacks for cell in _cells(stack, chit_mm, level)]
                    for level in (False, True))  # fmt: skip
    beside = width > NARROW_MM
    best: list[tuple[float, list[list[_Box]]]] = [(0.0, [])]
    for end in range(1, len(below) + 1):
        ways = []
        for first in reversed(range(end)):
            # names stand beside their places where the row has room for that
            tried = (_boxes(cells, first, end, beside) for cells in (level, below))
            boxes = next((boxes for boxes in tried if _long(boxes) < width + 0.001), None)
            if boxes is None:
                break
            high = chit_mm + max(_caption_mm(cell) for box in boxes for cell in box.cells)
            worse = ((width - _long(boxes)) / width) ** 2
            worse += PARTED_WORTH if first and below[first][0] is below[first - 1][0] else 0.0
            ways.append((best[first][0] + high * (1.0 + worse) + ROW_MM, [*best[first][1], boxes]))
        if not ways:
            return None
        best.append(min(ways, key=lambda way: way[0]))
    return [_row(game, boxes, chit_mm, tint, width) for boxes in best[-1][1]]


def sections_mm(sections: Sequence[StackGroup], chit_mm: float) -> float:
    """The width of one row of all sections."""
    cells = [(one, cell) for one in sections for stack in one.stacks for cell in _cells(stack, chit_mm)]
    return _long(_boxes(cells, 0, len(cells), beside=True))


def _boxes(cells: Sequence[tuple[StackGroup, Cell]], first: int, end: int, beside: bool) -> list[_Box]:
    """Some of the cells in a box for each of their sections, labels beside them or only above their first row."""
    boxes = []
    for section, same in groupby(cells[first:end], key=lambda one: one[0]):
        laid = [cell for _, cell in same]
        long = _line_mm(laid) + 2 * PAD_MM
        label = section.label if beside or boxes or not first or cells[first - 1][0] is not section else ()
        told = _label_mm("".join(span.text for span in label)) if label else 0.0
        boxes.append(_Box(label, laid, told + long if beside else max(told, long), told if beside else 0.0))
    return boxes


@cache
def _label_mm(label: str) -> float:
    """The width of a label that is broken into about three lines where it is long, with its white."""
    words = [width_mm(word, LABEL_FONT, LABEL.size_pt) for word in label.split(" ")]
    long = sum(words) + len(words)
    return max(*words, min(long, LABEL_MM, max(SHORT_MM, 0.45 * long))) + 2 * PAD_MM


def _long(boxes: Sequence[_Box]) -> float:
    return sum(box.width_mm for box in boxes) + BOX_GAP_MM * (len(boxes) - 1)


def _row(game: Game, boxes: Sequence[_Box], chit_mm: float, tint: str, width: float) -> FlowPart:
    """Boxes of one height that fill the width: what is left stands in equal parts right of each stack."""
    more = (width - _long(boxes)) / sum(len(box.cells) for box in boxes)
    wide = [box.width_mm + more * len(box.cells) for box in boxes]
    heads = [text_block(box.label, LABEL, (box.label_mm or room) - 2 * PAD_MM + 0.1)
             for box, room in zip(boxes, wide, strict=True)]  # fmt: skip
    told = max(head.height_mm for head in heads)
    strip = told + 2 * STRIP_MM if any(box.label and not box.label_mm for box in boxes) else 0.0
    deep = chit_mm + max(_caption_mm(cell) for box in boxes for cell in box.cells)
    high = strip + max(deep, 0.0 if strip else told) + 2 * PAD_MM

    def draw(_high: float) -> Drawing:
        nodes, x = list[Node](), 0.0
        for box, room, head in zip(boxes, wide, heads, strict=True):
            nodes.append(Group((Path(rect(x, 0.0, room, high), fill=tint),), opacity=0.5))
            if box.label:
                nodes.append(Path(rect(x, 0.0, box.label_mm or room, strip or high), fill=tint))
                nodes.append(head.at(x + PAD_MM, STRIP_MM if strip else PAD_MM))
            left = x + box.label_mm + PAD_MM
            for cell in box.cells:
                nodes.append(_cell(game, cell, chit_mm).at(left, strip + PAD_MM))
                left += cell.width_mm + APART_MM + more
            x += room + BOX_GAP_MM
        return Drawing(tuple(nodes), width, high)

    return FlowPart(draw, high, BOX_GAP_MM if any(box.label for box in boxes) else 0.0, more * deep)


def _cells(stack: LaidStack, chit_mm: float, level: bool = False) -> Iterator[Cell]:
    """A cell for a stack, with its name on the line of its place; for counters without a place one for each kind."""
    if not (stack.place or stack.name):
        for kind in stack.groups:
            yield Cell((kind,), "", "", (), _wide(kind, chit_mm), _wide(kind, chit_mm))
        return
    counters = sum(_wide(group, chit_mm) for group in stack.groups) + TOUCH_MM * (len(stack.groups) - 1)
    long, place = width_mm(stack.name, NAME_FONT, NAME_PT), width_mm(stack.place, LABEL_FONT, CAPTION_PT)
    if level and stack.place and stack.name:
        yield Cell(stack.groups, stack.place, stack.name, (), counters, max(counters, place + BESIDE_MM + long))
        return
    words = [width_mm(word, NAME_FONT, NAME_PT) for word in stack.name.split()]
    wide = max(counters, place, 0.0 if stack.place else min(PLACE_MM, long), *words)
    name = wrapped(stack.name, NAME_FONT, NAME_PT, wide + 0.1) if stack.name else ()
    yield Cell(stack.groups, stack.place, "", tuple(name), counters, wide)


def _wide(group: Alike, chit_mm: float) -> float:
    """A counter, and the number of those like it."""
    told = width_mm(f"×\u2009{group.count}", LABEL_FONT, NUMBER_PT)
    return chit_mm + (2 * NUMBER_GAP_MM + told if group.count > 1 else 0.0)


def _caption_mm(cell: Cell) -> float:
    return (CAPTION_MM if cell.place else NAMED_MM if cell.name else 0.0) + NAME_MM * len(cell.name)


def _cell(game: Game, cell: Cell, chit_mm: float) -> Drawing:
    """Counters of a stack, which touch, and below their middle the place and its name; a name alone from their left."""
    share, anchor = (0.5, "middle") if cell.place else (0.0, "start")
    x, y = share * cell.width_mm, chit_mm + (CAPTION_MM if cell.place else NAMED_MM) - 0.3
    nodes = [*_counters(game, cell.groups, chit_mm, share * (cell.width_mm - cell.counters_mm))]
    if cell.beside:
        long = width_mm(cell.place, LABEL_FONT, CAPTION_PT) + BESIDE_MM
        left = x - (long + width_mm(cell.beside, NAME_FONT, NAME_PT)) / 2
        nodes.append(Text(left, y, cell.place, LABEL_FONT, CAPTION_PT, INK))
        nodes.append(Text(left + long, y, cell.beside, NAME_FONT, NAME_PT, QUIET))
    elif cell.place:
        nodes.append(Text(x, y, cell.place, LABEL_FONT, CAPTION_PT, INK, anchor))
    nodes += [Text(x, y + n * NAME_MM, line, NAME_FONT, NAME_PT, QUIET, anchor) for n, line in enumerate(cell.name, 1)]
    return Drawing(tuple(nodes), cell.width_mm, chit_mm + _caption_mm(cell))


def _counters(game: Game, groups: Sequence[Alike], chit_mm: float, x: float) -> Iterator[Node]:
    """Counters of a stack, which touch; the number of those alike stands right of the one pictured."""
    for group in groups:
        yield from chit(game, group.counter, x, 0.0, chit_mm, group.face)
        if group.count > 1:
            told, left = f"×\u2009{group.count}", x + chit_mm
            wide, base = _wide(group, chit_mm) - chit_mm, centred_baseline(LABEL_FONT, NUMBER_PT, chit_mm / 2)
            yield Path(rect(left, 0.0, wide, chit_mm), fill=PAPER, stroke=Stroke(INK, TAB_PT))
            yield Text(left + wide / 2, base, told, LABEL_FONT, NUMBER_PT, INK, "middle")
        x += _wide(group, chit_mm) + TOUCH_MM


def _line_mm(cells: Sequence[Cell]) -> float:
    """The least length of a line."""
    return sum(cell.width_mm for cell in cells) + APART_MM * (len(cells) - 1)


def row_mm(stacks: Sequence[LaidStack], chit_mm: float) -> tuple[float, float]:
    """The least length of a line of stacks, and that of all in one."""
    cells = [cell for stack in stacks for cell in _cells(stack, chit_mm)]
    return max((cell.width_mm for cell in cells), default=0.0), max(_line_mm(cells), 0.0)


def stack_row(game: Game, stacks: Sequence[LaidStack], width: float, chit_mm: float) -> Drawing:
    """Stacks in lines so wide at the most, each counter with its number, below them where they come in."""
    nodes, x, y, below = list[Node](), 0.0, 0.0, 0.0
    for cell in (cell for stack in stacks for cell in _cells(stack, chit_mm)):
        if x and x + cell.width_mm > width + 0.001:
            x, y = 0.0, below + PAD_MM
        nodes.append(_cell(game, cell, chit_mm).at(x, y))
        x, below = x + cell.width_mm + APART_MM, max(below, y + chit_mm + _caption_mm(cell))
    return Drawing(tuple(nodes), width, below)


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
