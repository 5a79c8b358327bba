"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from math import ceil
from typing import NamedTuple, TypeVar

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import PAPER, band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.scenarios.flow import FlowPart, as_one, high
from pnp.generators.sheets.margin import wrapped
from pnp.generators.tables.look import HAIR, HAIR_PT, INK, QUIET
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.maps.graph import space_ids
from pnp.model.game import Game, standard_scenario
from pnp.model.scenario import Arrival, FreePlacement, Scenario
from pnp.model.starts import units_shown
from pnp.model.words import capital
from pnp.units import MM_PER_PT

LABEL, LABEL_FONT = TextStyle(CONDENSED, 9.0, 10.4, INK, raised=False), "condensed-bold"
NAME_PT, NAME_FONT = 8.0, "condensed-regular"
"""What stands left of the counters of a section, in bold, and the name below a hex."""
LONGEST_MM, AFTER_MM, LEAST_COLUMNS = 30.0, 3.0, 4
"""How wide labels are at the most, and the white behind them; beside fewer columns they stand above counters."""
ROW_GAP_MM, RULED_MM, UNDER_MM = 0.7, 1.1, 0.6
"""White between rows, below the line above a section, and below labels that stand above counters."""
BETWEEN_MM, APART_MM, ASIDE_MM = 3.0, 1.3, 4.0
"""White between columns, the least between what stands below counters, and that before a second label."""
CAPTION_PT, CAPTION_MM, NAME_MM, NAMED_MM, NAME_RIGHT_MM = 9.0, 3.4, 2.8, 0.5, 0.9
"""A place below a counter; the heights of that line and of a name below it; the white above a name alone, and that
before one beside its place.
"""
NUMBER_PT, NUMBER_MM, OVER_MM = 8.4, 2.9, 1.8
"""The number of counters alike on a tag at their upper right corner, its height, and how far it stands out."""
FEWER = 0.8
"""So many of the rows of a list, at the most, are worth two halves."""
CAPTIONS = (0, 1, 2)
"""Lines of names below places, of which that is taken which makes a list lowest; 0 = beside them."""
BAND_MM = 6.6
"""The band of a side with its white."""
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
            where = _where_to(game, placement)
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
    groups = stack_groups(game, scenario, side, placed)
    if not groups and game.map.kind != "hexes":
        for place, units in placed.items():
            yield StackGroup(_bold(_place_words(game, place)[0]), (_stack(game, scenario, units),))
        return
    for label, places in groups or [("", tuple(placed))]:
        stacks = tuple(_stack(game, scenario, placed[place], *_place_words(game, place)) for place in places)
        yield StackGroup(_bold(label) if label else (), stacks)


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
                words = [_place_words(game, str(one)) for one in spaces]
                listed = game.words.listed(" ".join(filter(None, one)) for one in words)
                listed = listed or (sets.get(arrival.set, "") if arrival is not None and arrival.set else "")
                where = ("", listed) if len(words) != 1 else words[0]
                stack = LaidStack(*where, tuple(alike(game, units, scenario.states)))
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


def _place_words(game: Game, space: str) -> tuple[str, str]:
    """A space as a player finds it: a hex by its number, with its name if it has one, others by their name alone."""
    name = next((one.name for one in game.map.spaces if one.id == space), "")
    return (space.upper(), name) if game.map.kind == "hexes" else (name or space, "")


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
    """Counters that stand together in so many columns, and what stands below them: the place, and lines of its name, so
    far right of that, or below it.
    """

    groups: tuple[Alike, ...]
    columns: int
    place: str
    names: tuple[str, ...]
    beside_mm: float


class Grid(NamedTuple):
    """Where labels and counters stand: labels at the left, each stack at the start of a column as wide as a counter
    with its white; sections may stand in two halves, whose columns are the same.

    width, chit_mm  of all, and of a counter
    label_mm        the width of labels with the white behind them; 0.0 = they stand above their counters
    names           the most lines of a name below its place; 0 = right of that
    """

    width: float
    chit_mm: float
    label_mm: float
    names: int = 1

    @property
    def pitch_mm(self) -> float:
        """From one column to the next."""
        return self.chit_mm + BETWEEN_MM

    @property
    def columns(self) -> int:
        """How many there are."""
        return max(1, int((self.width - self.label_mm + APART_MM) / self.pitch_mm + 0.001))

    @property
    def halves(self) -> tuple[int, int]:
        """The columns of the first half, and of the second."""
        left = self.columns - ceil((self.label_mm + ASIDE_MM - APART_MM) / self.pitch_mm)
        return left - left // 2, left // 2

    @property
    def second_mm(self) -> float:
        """Where the second half begins."""
        return (self.columns - self.halves[1]) * self.pitch_mm

    def cell(self, stack: LaidStack) -> Cell:
        """A stack in as few columns as take its counters and what stands below them."""
        place = width_mm(stack.place, LABEL_FONT, CAPTION_PT)
        right = place + NAME_RIGHT_MM if stack.place and stack.name and not self.names else 0.0
        for columns in range(ceil((len(stack.groups) * self.chit_mm + BETWEEN_MM) / self.pitch_mm), self.columns + 1):
            room = columns * self.pitch_mm - APART_MM
            names = wrapped(stack.name, NAME_FONT, NAME_PT, room - right)
            long = max((right + width_mm(name, NAME_FONT, NAME_PT) for name in names), default=place)
            if max(place, long) <= room and len(names) <= max(1, self.names):
                break
        return Cell(stack.groups, columns, stack.place, tuple(names), right)


def grid_of(labels: Sequence[Sequence[Span]], width: float, chit_mm: float) -> Grid:
    """The grid for sections with such labels, which have two lines where the widest may be so wide."""
    widths = []
    for label in labels:
        words = "".join(span.text for span in label).replace("、", "、 ").split(" ")
        wide = min(LONGEST_MM, max(width_mm(word, LABEL_FONT, LABEL.size_pt) for word in words) + 0.2)
        while wide < LONGEST_MM and text_block(label, LABEL, wide).height_mm > 2.5 * LABEL.leading_pt * MM_PER_PT:
            wide += 1.0
        widths.append(wide + AFTER_MM)
    grid = Grid(width, chit_mm, max(widths, default=0.0))
    return grid if grid.columns >= LEAST_COLUMNS else grid._replace(label_mm=0.0)


_Drawn = TypeVar("_Drawn")
_Line = tuple[Drawing, list[Cell]]
"""A label, before the first line of a section, and stacks."""


def section_rows(game: Game, sections: Sequence[tuple[Drawing, Sequence[LaidStack]]], grid: Grid) -> list[FlowPart]:
    """The labels of sections and their stacks in rows, all below each other or, where that makes fewer rows, in two
    halves; no stack is parted for these.
    """
    ways: list[tuple[list[_Line], list[_Line]]] = [([*_lines(sections, grid, grid.columns)], [])]
    first, second = grid.halves
    if grid.label_mm and max((cell.columns for _, line in ways[0][0] for cell in line), default=0) <= second:
        ways += (([*_lines(sections[:n], grid, first)], [*_lines(sections[n:], grid, second)])
                 for n in range(len(sections) - 1, 0, -1))  # fmt: skip
    left, right = min(ways, key=lambda way: max(map(len, way)) / (FEWER if way[1] else 1.0) - 0.01 * bool(way[1]))
    cells = [cell for _, line in (*left, *right) for cell in line]
    under = max(map(_caption_mm, cells), default=0.0)
    halves = (0.0, grid.second_mm - ASIDE_MM if right else grid.width), (grid.second_mm, grid.width)
    rows = ([(*edges, line) for edges, line in zip(halves, pair, strict=True) if line]
            for pair in zip_longest(left, right))  # fmt: skip
    return [_row(game, row, grid, under, ruled=n > 0) for n, row in enumerate(rows)]


def _lines(sections: Iterable[tuple[Drawing, Sequence[LaidStack]]], grid: Grid, columns: int) -> Iterator[_Line]:
    """The stacks of sections in lines of so many columns, the first of each section with its label."""
    for head, stacks in sections:
        lines = list[list[Cell]]()
        for cell in (cell for stack in stacks for cell in _cells(stack, grid)):
            if not lines or sum(one.columns for one in lines[-1]) + cell.columns > columns:
                lines.append([])
            lines[-1].append(cell)
        yield from ((Drawing((), 0.0, 0.0) if n else head, line) for n, line in enumerate(lines))


def _row(
    game: Game, parts: Sequence[tuple[float, float, _Line]], grid: Grid, under: float, *, ruled: bool
) -> FlowPart:  # fmt: skip
    """Labels and counters, each between two edges, with the numbers of these over them and room `under` them for their
    places. If `ruled`, below a line where a section begins.
    """
    label = max(head.height_mm for _, _, (head, _) in parts)
    many = any(kind.count > 1 for _, _, (_, cells) in parts for cell in cells for kind in cell.groups)
    over, top = OVER_MM if many else 0.0, RULED_MM if ruled and (label or many) else 0.0
    first = top + over if grid.label_mm or not label else top + label + UNDER_MM + over
    top = first if grid.label_mm else top
    tall = max(top + label, first + grid.chit_mm + under)
    used = sum(grid.label_mm + grid.pitch_mm * sum(cell.columns for cell in cells) for _, _, (_, cells) in parts)
    nodes = list[Node]()
    for left, right, (head, cells) in parts:
        nodes += [line(left, 0.0, right, 0.0, Stroke(HAIR, HAIR_PT))] if ruled and head.nodes else []
        nodes.append(head.at(left, top))
        starts = accumulate((cell.columns * grid.pitch_mm for cell in cells), initial=left + grid.label_mm)
        nodes += [_cell(game, cell, grid).at(x, first) for cell, x in zip(cells, starts, strict=False)]
    drawn = Drawing(tuple(nodes), grid.width, tall)
    return FlowPart(lambda _: drawn, tall, ROW_GAP_MM, white_mm2=max(0.0, grid.width - used) * tall)


def _cells(stack: LaidStack, grid: Grid) -> Iterator[Cell]:
    """A cell for a stack; for counters without a place one for each kind; of more counters than a line takes several,
    with its place below the last.
    """
    if not (stack.place or stack.name):
        yield from (grid.cell(replace(stack, groups=(kind,))) for kind in stack.groups)
        return
    most = int((grid.columns * grid.pitch_mm - BETWEEN_MM) / grid.chit_mm + 0.001)
    lines = -(-len(stack.groups) // most)
    each = -(-len(stack.groups) // lines)
    for n in range(0, len(stack.groups), each):
        place = {} if n + each >= len(stack.groups) else {"place": "", "name": ""}
        yield grid.cell(replace(stack, groups=stack.groups[n : n + each], **place))


def _caption_mm(cell: Cell) -> float:
    named = NAME_MM * len(cell.names) if not cell.beside_mm else 0.0
    return (CAPTION_MM if cell.place else NAMED_MM if cell.names else 0.0) + named


def _cell(game: Game, cell: Cell, grid: Grid) -> Drawing:
    """Counters of a stack, the number of those alike on a tag at a corner, and below them from their left the place and
    its name.
    """
    nodes, tags, chit_mm = list[Node](), list[Node](), grid.chit_mm
    room = cell.columns * grid.pitch_mm - APART_MM - cell.beside_mm
    for n, kind in enumerate(cell.groups):
        nodes += chit(game, kind.counter, n * chit_mm, 0.0, chit_mm, kind.face)
        tags += _tag(f"×\u2009{kind.count}", (n + 1) * chit_mm) if kind.count > 1 else []
    y = chit_mm + (CAPTION_MM if cell.place else NAMED_MM)
    nodes.append(Text(0.0, y, cell.place, LABEL_FONT, CAPTION_PT, INK))
    nodes += [Text(cell.beside_mm, y + n * NAME_MM, name, NAME_FONT, NAME_PT, QUIET,
                   stretch=min(1.0, room / width_mm(name, NAME_FONT, NAME_PT)))
              for n, name in enumerate(cell.names, 0 if cell.beside_mm else 1)]  # fmt: skip
    return Drawing((*nodes, *tags), room, chit_mm + _caption_mm(cell))


def _tag(told: str, right: float) -> list[Node]:
    """A number on a tag that stands out above the right corner of a counter."""
    wide = width_mm(told, LABEL_FONT, NUMBER_PT) + 1.4
    base = centred_baseline(LABEL_FONT, NUMBER_PT, NUMBER_MM / 2 - OVER_MM)
    plate = Path(rect(right - wide, -OVER_MM, wide, NUMBER_MM, 0.7), fill=PAPER, stroke=Stroke(INK, 0.5))
    return [plate, Text(right - wide + 0.7, base, told, LABEL_FONT, NUMBER_PT, INK)]


def row_mm(stacks: Sequence[LaidStack], chit_mm: float) -> float:
    """The least length of a line of stacks: that of a counter over the longest name in two lines."""
    grid = Grid(1000.0, chit_mm, 0.0, CAPTIONS[-1])
    columns = [grid.cell(replace(stack, groups=stack.groups[:1])).columns for stack in stacks]
    return max(columns, default=0) * grid.pitch_mm - APART_MM


def lowest(draw: Callable[[Grid], _Drawn], grid: Grid, height: Callable[[_Drawn], float]) -> _Drawn:
    """What is lowest of that drawn with names beside their places, or in one line or two below them."""
    return min((draw(grid._replace(names=names)) for names in CAPTIONS), key=height)


def stack_row(game: Game, stacks: Sequence[LaidStack], width: float, chit_mm: float) -> Drawing:
    """Stacks in lines so wide at the most, each counter with its number, below them where they come in."""
    told = [(Drawing((), 0.0, 0.0), stacks)]
    return as_one(lowest(lambda grid: section_rows(game, told, grid), Grid(width, chit_mm, 0.0), high), width)


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


def _where_to(game: Game, placement: FreePlacement) -> str:
    """The text that says where the units of a placement go."""
    words, hexes = game.words, game.map.hexes
    names = {space.id: space.name for space in game.map.spaces}
    regions = {r.id: r.name for r in hexes.regions} if hexes else {}
    sets = {s.id: s.name for s in hexes.sets} if hexes else {}
    spaces = words.listed(names.get(space, str(space).upper()) for space in placement.spaces)
    if placement.set:
        text = words.text("{set}: one on each hex", set=sets.get(placement.set, placement.set))
    elif placement.within is not None and spaces:
        text = words.count("within {n} hex of {place}", "within {n} hexes of {place}", placement.within, place=spaces)
    elif spaces:
        text = words.text("in {place}", place=spaces)
    elif placement.region:
        text = words.text("anywhere in {region}", region=regions.get(placement.region, placement.region))
    else:
        text = words.text("anywhere")
    if placement.face_down:
        text = words.text("{where}, face down", where=text)
    return capital(text)
