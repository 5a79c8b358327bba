"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.scenarios.flow import FlowPart, as_one
from pnp.generators.sheets.margin import wrapped
from pnp.generators.tables.look import INK, QUIET
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
NAME_PT, NAME_FONT = 8.4, "condensed-regular"
"""What stands left of the counters of a section, in bold, and the name below a hex."""
LONGEST_MM, AFTER_MM, LEAST_STEPS = 30.0, 3.0, 9
"""How wide labels are at the most, and the white behind them; in columns of fewer steps they stand above counters."""
ROW_GAP_MM, UNDER_MM = 1.4, 0.8
"""White between rows, and below labels that stand above counters."""
BETWEEN_MM, LEAST_MM, BESIDE_MM, ASIDE_MM = 2.0, 1.4, 1.2, 3.0
"""White between counters, the least between stacks, that behind a number, and more before a second label."""
CAPTION_PT, CAPTION_MM, NAME_MM, NAMED_MM, NAME_RIGHT_MM = 9.0, 3.4, 2.8, 0.5, 0.9
"""A place below a counter; the heights of that line and of a name below it; the white above a name alone, and that
before one beside its place.
"""
NUMBER_PT, NUMBER_GAP_MM = 8.4, 0.6
"""The number of counters alike at their right edge, and the white before it."""
SQUEEZED = 0.82
"""How narrow the word of a name may be for its counters to stay in their step."""
BAND_MM = 6.6
"""The band of a side with its white."""
PLACE_MM = 24.0
"""The longest line on where arrivals come in."""
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
    """Counters that stand together, where each begins, and what stands below them: the place and its name, so far
    right of that, or below it.
    """

    groups: tuple[Alike, ...]
    starts: tuple[float, ...]
    place: str
    name: str
    beside_mm: float
    width_mm: float

    @property
    def lines(self) -> list[str]:
        """The name below the place in as few lines as the width takes."""
        if not self.name or self.beside_mm:
            return []
        return wrapped(self.name, NAME_FONT, NAME_PT, self.width_mm / SQUEEZED + 0.1)


class Grid(NamedTuple):
    """Where labels and counters stand: labels at the left, counters at steps of half a counter and its white; those of
    a second short section in a row at places that are the same in all rows.

    width, chit_mm  of a column, and of a counter
    label_mm        the width of labels with the white behind them; 0.0 = they stand above their counters
    beside          whether names stand right of their places, not below them
    """

    width: float
    chit_mm: float
    label_mm: float
    beside: bool = False

    @property
    def step_mm(self) -> float:
        """From one step to the next."""
        return (self.chit_mm + BETWEEN_MM) / 2

    @property
    def steps(self) -> int:
        """How many there are."""
        return int((self.width - self.label_mm + BETWEEN_MM) / self.step_mm + 0.001)

    def halves(self) -> tuple[float, float, float]:
        """The room of the first and of the second counters in a row, and where the label of these stands."""
        before = ceil((self.label_mm + ASIDE_MM) / self.step_mm)
        second = (self.steps + before) // 2
        rooms = ((steps * self.step_mm - LEAST_MM) for steps in (second - before, self.steps - second))
        return *rooms, second * self.step_mm

    def set(self, cell: Cell) -> Cell:
        """A cell as wide as its steps."""
        return cell._replace(width_mm=ceil((cell.width_mm + LEAST_MM) / self.step_mm) * self.step_mm - LEAST_MM)


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
    return grid if grid.steps >= LEAST_STEPS else grid._replace(label_mm=0.0)


def section_rows(game: Game, sections: Sequence[tuple[Drawing, Sequence[LaidStack]]], grid: Grid) -> list[FlowPart]:
    """The labels of sections and their stacks in rows of one height; two short ones after each other share a row."""
    rows, lines, room = list[FlowPart](), list[tuple[Drawing, list[Cell]]](), grid.steps * grid.step_mm - LEAST_MM
    for head, stacks in sections:
        cells = (cell for stack in stacks for cell in _parted(stack, grid))
        lines += [(Drawing((), 0.0, 0.0) if n else head, line) for n, line in enumerate(_lines(cells, room))]
    under, (*halves, _) = max((_caption_mm(cell) for _, cells in lines for cell in cells), default=0.0), grid.halves()
    while lines:
        shared = grid.label_mm and lines[1:] and all(
            head.nodes and _line_mm(cells) <= half for (head, cells), half in zip(lines, halves, strict=False))
        parts = lines[: 2 if shared else 1]
        rows.append(_row(game, parts, grid, under))
        del lines[: len(parts)]
    return rows


def _row(game: Game, parts: Sequence[tuple[Drawing, Sequence[Cell]]], grid: Grid, under: float) -> FlowPart:
    """A label and counters, and beside them another's; the room `under` counters is for their places."""
    label = max(head.height_mm for head, _ in parts)
    top = 0.0 if grid.label_mm or not label else label + UNDER_MM
    tall = max(label, top + grid.chit_mm + under)
    white = grid.width - grid.label_mm * len(parts) - sum(_line_mm(cells) for _, cells in parts)

    def draw(_: float) -> Drawing:
        placed = [*zip(parts, (0.0, grid.halves()[2]), strict=False)]
        heads = (head.at(x, 0.0) for (head, _), x in placed)
        rows = (_line(game, cells, grid.chit_mm).at(x + grid.label_mm, top) for (_, cells), x in placed)
        return Drawing((*heads, *rows), grid.width, tall)

    return FlowPart(draw, tall, ROW_GAP_MM, white_mm2=white * tall)


def _lines(cells: Iterable[Cell], room: float) -> list[list[Cell]]:
    """Cells in lines of a room."""
    lines = list[list[Cell]]()
    for cell in cells:
        if not lines or _line_mm([*lines[-1], cell]) > room + 0.01:
            lines.append([])
        lines[-1].append(cell)
    return lines


def _cells(stack: LaidStack, chit_mm: float, beside: bool) -> Iterator[Cell]:
    """A cell for a stack; for counters without a place one for each kind."""
    widths = [_wide(kind, chit_mm) + BESIDE_MM * (kind.count > 1) for kind in stack.groups]
    if not (stack.place or stack.name):
        for kind in stack.groups:
            least = 10 if kind.counter.group.marker else 1  # rows of markers stand in columns
            yield Cell((kind,), (0.0,), "", "", 0.0, _wide(kind._replace(count=max(kind.count, least)), chit_mm))
        return
    long, place = width_mm(stack.name, NAME_FONT, NAME_PT), width_mm(stack.place, LABEL_FONT, CAPTION_PT)
    right = place + NAME_RIGHT_MM if beside and stack.place and stack.name else 0.0
    wide = max(sum(widths[:-1]) + _wide(stack.groups[-1], chit_mm), place, right + min(PLACE_MM, SQUEEZED * long))
    yield Cell(stack.groups, tuple(accumulate(widths[:-1], initial=0.0)), stack.place, stack.name, right, wide)


def _wide(group: Alike, chit_mm: float) -> float:
    """A counter, and the number of those like it."""
    told = width_mm(f"×\u2009{group.count}", LABEL_FONT, NUMBER_PT)
    return chit_mm + (NUMBER_GAP_MM + told if group.count > 1 else 0.0)


def _caption_mm(cell: Cell) -> float:
    return (CAPTION_MM if cell.place else NAMED_MM if cell.name else 0.0) + NAME_MM * len(cell.lines)


def _cell(game: Game, cell: Cell, chit_mm: float) -> Drawing:
    """Counters of a stack over a line, the number of those alike right of the one pictured, and below them from their
    left the place and its name.
    """
    nodes, base = list[Node](), centred_baseline(LABEL_FONT, NUMBER_PT, chit_mm / 2)
    for group, x in zip(cell.groups, cell.starts, strict=True):
        nodes += chit(game, group.counter, x, 0.0, chit_mm, group.face)
        if group.count > 1:
            told = f"×\u2009{group.count}"
            nodes.append(Text(x + chit_mm + NUMBER_GAP_MM, base, told, LABEL_FONT, NUMBER_PT, INK))
    if cell.groups[1:] and cell.place and any(group.count > 1 for group in cell.groups):  # else they touch
        line = (("M", 0.0, chit_mm + 0.7), ("L", cell.starts[-1] + chit_mm, chit_mm + 0.7))
        nodes.append(Path(line, stroke=Stroke(INK, 0.7)))
    y = chit_mm + (CAPTION_MM if cell.place else NAMED_MM)
    nodes.append(Text(0.0, y, cell.place, LABEL_FONT, CAPTION_PT, INK))
    names = [(0, cell.name)] if cell.beside_mm else enumerate(cell.lines, 1)
    nodes += [Text(cell.beside_mm, y + n * NAME_MM, line, NAME_FONT, NAME_PT, QUIET,
                   stretch=min(1.0, (cell.width_mm - cell.beside_mm) / width_mm(line, NAME_FONT, NAME_PT)))
              for n, line in names]  # fmt: skip
    return Drawing(tuple(nodes), cell.width_mm, chit_mm + _caption_mm(cell))


def _line(game: Game, cells: Sequence[Cell], chit_mm: float) -> Drawing:
    """Stacks in a line."""
    starts = accumulate((cell.width_mm + LEAST_MM for cell in cells), initial=0.0)
    nodes = tuple(_cell(game, cell, chit_mm).at(x, 0.0) for cell, x in zip(cells, starts, strict=False))
    return Drawing(nodes, _line_mm(cells), chit_mm + max(map(_caption_mm, cells)))


def _line_mm(cells: Sequence[Cell]) -> float:
    """The length of a line."""
    return sum(cell.width_mm for cell in cells) + LEAST_MM * (len(cells) - 1)


def row_mm(stacks: Sequence[LaidStack], chit_mm: float) -> float:
    """The least length of a line of stacks: that of the widest counter with its number, or name."""
    alone = (replace(stack, groups=(kind,)) for stack in stacks for kind in stack.groups)
    return max((cell.width_mm for stack in alone for cell in _cells(stack, chit_mm, False)), default=0.0)


def _parted(stack: LaidStack, grid: Grid) -> Iterator[Cell]:
    """The cells of a stack; one that is wider than a line in two, with its place below the second."""
    for cell in _cells(stack, grid.chit_mm, grid.beside):
        if cell.width_mm <= grid.width - grid.label_mm + 0.01 or not cell.groups[1:]:
            yield grid.set(cell)
            continue
        half = -(-len(cell.groups) // 2)
        first, last = (replace(stack, groups=part) for part in (cell.groups[:half], cell.groups[half:]))
        yield from (one._replace(place="", name="") for one in _parted(first, grid))
        yield from _parted(last, grid)


def stack_row(game: Game, stacks: Sequence[LaidStack], width: float, chit_mm: float) -> Drawing:
    """Stacks in lines so wide at the most, each counter with its number, below them where they come in."""
    return as_one(section_rows(game, [(Drawing((), 0.0, 0.0), stacks)], Grid(width, chit_mm, 0.0)), width)


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
