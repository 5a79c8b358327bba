"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.scenarios.flow import FlowPart
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

LABEL, LABEL_FONT = TextStyle(CONDENSED, 9.0, 10.4, INK, raised=False), "condensed-bold"
NAME_PT, NAME_FONT = 8.4, "condensed-regular"
"""What stands above the counters of a section, in bold, and the name below a hex."""
STRIP_MM, UNDER_MM, ROW_GAP_MM, PAD_MM = 0.5, 1.0, 1.6, 1.2
"""White above and below the line below labels, below this and counters, between sections, between rows of stacks."""
LABEL_MM, PARTED, LAST, WIDEST = 38.0, 0.6, 0.7, 1.5
"""How wide the line of a label has to be at the most; how uneven a section makes rows of which it has two, what of its
white the last row counts; and how much white there may be between stacks, in counters.
"""
APART_MM, BETWEEN_MM, ASIDE_MM = 1.0, 1.8, 4.0
"""The least white between counters of a stack, between stacks, and between sections beside each other."""
CAPTION_PT, CAPTION_MM, NAME_MM, NAMED_MM = 9.0, 3.6, 2.8, 0.5
"""A place below a counter; the heights of that line and of a name below it; the white above a name alone."""
NUMBER_PT, NUMBER_GAP_MM = 8.5, 0.6
"""The number of counters alike at their right edge, and the white before it, and as much more than else behind it."""
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
    """Counters that stand together, where each begins, and what stands below them: the place and its name."""

    groups: tuple[Alike, ...]
    starts: tuple[float, ...]
    place: str
    name: str
    width_mm: float

    @property
    def lines(self) -> list[str]:
        """The name in as few lines as the width takes."""
        return wrapped(self.name, NAME_FONT, NAME_PT, self.width_mm + 0.1) if self.name else []


def _label_mm(label: Sequence[Span], room: float) -> float:
    """The least width of a label: that of its longest word, and of as much of it as stands in a short line."""
    words = "".join(span.text for span in label).replace("、", "、 ").split(" ")
    wide, *more = (width_mm(word, LABEL_FONT, LABEL.size_pt) for word in (" ".join(words), *words))
    return max(min(wide + 0.5, LABEL_MM, room), *more)


def section_rows(game: Game, sections: Sequence[StackGroup], chit_mm: float, width: float) -> list[FlowPart] | None:
    """Sections one after the other as words in a paragraph, each below its label, which stands again where it goes on
    in a row with others. In as few rows as hold them, and of ways alike in the most even. None where a word of a
    label or a counter is wider than a row.
    """
    items = [(one, label, cell) for one in sections for label in (_label_mm(one.label, width),)
             for stack in one.stacks for cell in _parted(stack, width, chit_mm)]  # fmt: skip
    best = [(0, 0.0, list[list[_Run]]())]
    for end in range(1, len(items) + 1):
        found, runs = [], list[_Run]()
        for start in range(end - 1, -1, -1):
            section, label, cell = items[start]
            same = runs[:1] and runs[0].section is section
            cells = (cell, *(runs[0].cells if same else ()))
            runs = [_Run(section, cells, max(_line_mm(cells), label)), *runs[bool(same):]]
            spare = width + 0.01 - sum(run.width_mm for run in runs) - ASIDE_MM * (len(runs) - 1)
            if spare < 0:
                break
            count, uneven, above = best[start]
            parted = PARTED if start and items[start - 1][0] is section else 0.0
            white = (spare / width) ** 2 * (LAST if end == len(items) else 1.0)
            found.append((count + 1, uneven + white + parted, [*above, runs]))
        if not found:
            return None
        best.append(min(found, key=lambda way: way[:2]))
    rows = best[-1][2]
    further = (len(above + runs) == 2 and runs[0].section is above[0].section for above, runs in pairwise(rows))
    return [_row(game, runs, chit_mm, width, more) for runs, more in zip(rows, chain([False], further), strict=True)]


class _Run(NamedTuple):
    """What of a section stands in one row, and the least width of that."""

    section: StackGroup
    cells: tuple[Cell, ...]
    width_mm: float


def _row(game: Game, runs: Sequence[_Run], chit_mm: float, width: float, further: bool) -> FlowPart:
    """Sections beside each other, over a line each below its label; white after each of their cells fills the row.

    further  whether it goes on with the section alone of the row above
    """
    spare = width - sum(run.width_mm for run in runs) - ASIDE_MM * (len(runs) - 1)
    gaps = sum(len(run.cells) for run in runs) - 1
    more = min(spare / max(1, gaps), WIDEST * chit_mm)
    each = (spare - gaps * more) / len(runs) + ASIDE_MM
    starts = [*accumulate((run.width_mm + len(run.cells) * more + each for run in runs), initial=0.0)]
    wide = [end - start - ASIDE_MM for start, end in pairwise([*starts[:-1], width + ASIDE_MM])]
    filled = [[cell._replace(width_mm=cell.width_mm + more) for cell in run.cells] for run in runs]
    filled[-1][-1] = runs[-1].cells[-1]  # white stands after each but the last
    heads = [text_block(run.section.label, LABEL, one) for run, one in zip(runs, wide, strict=True)]
    strip = max(head.height_mm for head in heads) * (not further)
    top = strip + 2 * STRIP_MM + UNDER_MM if strip else 0.0
    tall = top + chit_mm + max(_caption_mm(cell) for cells in filled for cell in cells)

    def draw(_: float) -> Drawing:
        nodes = list[Node]()
        for cells, head, x, one in zip(filled, heads, starts, wide, strict=False):
            rule = (("M", x, strip + STRIP_MM), ("L", x + one, strip + STRIP_MM))
            nodes += [head.at(x, 0.0), Path(rule, stroke=Stroke(QUIET, 0.5))] if top else []
            nodes.append(_line(game, cells, chit_mm).at(x, top))
        return Drawing(tuple(nodes), width, tall)

    return FlowPart(draw, tall, ROW_GAP_MM, white_mm2=spare * tall)


def _lines(cells: Sequence[Cell], room: float) -> list[list[Cell]]:
    """Cells in lines of a room."""
    lines = list[list[Cell]]()
    for cell in cells:
        if not lines or _line_mm([*lines[-1], cell]) > room + 0.01:
            lines.append([])
        lines[-1].append(cell)
    return lines


def _cells(stack: LaidStack, chit_mm: float, line_mm: float = PLACE_MM) -> Iterator[Cell]:
    """A cell for a stack, its name in lines no shorter; for counters without a place one for each kind."""
    widths = [_wide(kind, chit_mm) + (APART_MM if kind.count == 1 else BETWEEN_MM) for kind in stack.groups]
    if not (stack.place or stack.name):
        for kind in stack.groups:
            least = 10 if kind.counter.group.marker else 1  # rows of markers stand in columns
            yield Cell((kind,), (0.0,), "", "", _wide(kind._replace(count=max(kind.count, least)), chit_mm))
        return
    long, place = width_mm(stack.name, NAME_FONT, NAME_PT), width_mm(stack.place, LABEL_FONT, CAPTION_PT)
    words = [SQUEEZED * width_mm(word, NAME_FONT, NAME_PT) for word in stack.name.split()]
    least = 0.0 if stack.place else min(line_mm, long)
    wide = max(sum(widths[:-1]) + _wide(stack.groups[-1], chit_mm), place, least, *words)
    yield Cell(stack.groups, tuple(accumulate(widths[:-1], initial=0.0)), stack.place, stack.name, wide)


def _wide(group: Alike, chit_mm: float) -> float:
    """A counter, and the number of those like it."""
    told = width_mm(f"×\u2009{group.count}", LABEL_FONT, NUMBER_PT)
    return chit_mm + (2 * NUMBER_GAP_MM + told if group.count > 1 else 0.0)


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
    if cell.groups[1:] and cell.place:
        line = (("M", 0.0, chit_mm + 0.7), ("L", cell.starts[-1] + chit_mm, chit_mm + 0.7))
        nodes.append(Path(line, stroke=Stroke(INK, 0.7)))
    y = chit_mm + (CAPTION_MM if cell.place else NAMED_MM)
    nodes.append(Text(0.0, y, cell.place, LABEL_FONT, CAPTION_PT, INK))
    nodes += [Text(0.0, y + n * NAME_MM, line, NAME_FONT, NAME_PT, QUIET,
                   stretch=min(1.0, cell.width_mm / width_mm(line, NAME_FONT, NAME_PT)))
              for n, line in enumerate(cell.lines, 1)]  # fmt: skip
    return Drawing(tuple(nodes), cell.width_mm, chit_mm + _caption_mm(cell))


def _line(game: Game, cells: Sequence[Cell], chit_mm: float) -> Drawing:
    """Stacks in a line."""
    starts = accumulate((cell.width_mm + BETWEEN_MM for cell in cells), initial=0.0)
    nodes = tuple(_cell(game, cell, chit_mm).at(x, 0.0) for cell, x in zip(cells, starts, strict=False))
    return Drawing(nodes, _line_mm(cells), chit_mm + max(map(_caption_mm, cells)))


def _line_mm(cells: Sequence[Cell]) -> float:
    """The length of a line."""
    return sum(cell.width_mm for cell in cells) + BETWEEN_MM * (len(cells) - 1)


def row_mm(stacks: Sequence[LaidStack], chit_mm: float) -> float:
    """The least length of a line of stacks: that of the widest counter with its number, or name."""
    alone = (replace(stack, groups=(kind,)) for stack in stacks for kind in stack.groups)
    return max((cell.width_mm for stack in alone for cell in _cells(stack, chit_mm)), default=0.0)


def _parted(stack: LaidStack, width: float, chit_mm: float, line_mm: float = PLACE_MM) -> Iterator[Cell]:
    """The cells of a stack; one that is wider in two, with its place below the second."""
    for cell in _cells(stack, chit_mm, line_mm):
        if cell.width_mm <= width + 0.01 or not cell.groups[1:]:
            yield cell
            continue
        half = -(-len(cell.groups) // 2)
        first, last = (replace(stack, groups=part) for part in (cell.groups[:half], cell.groups[half:]))
        yield from (one._replace(place="", name="") for one in _parted(first, width, chit_mm))
        yield from _parted(last, width, chit_mm, line_mm)


def stack_row(game: Game, stacks: Sequence[LaidStack], width: float, chit_mm: float) -> Drawing:
    """Stacks in lines so wide at the most, each counter with its number, below them where they come in, in a line if
    that takes no more lines of stacks.
    """
    nodes, y = list[Node](), 0.0
    ways = [_lines([cell for stack in stacks for cell in _parted(stack, width, chit_mm, line_mm=line_mm)], width)
            for line_mm in (width, PLACE_MM)]  # fmt: skip
    for line in min(ways, key=len):
        last = line[-1]._replace(width_mm=line[-1].width_mm + width - _line_mm(line))  # its name takes what is left
        drawn = _line(game, [*line[:-1], last], chit_mm)
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


__all__ = [
    "LaidStack", "SideList", "StackGroup", "arrival_stacks", "deployed", "draw_band", "row_mm",
    "section_rows", "side_lists", "stack_groups", "stack_row",
]  # fmt: skip
