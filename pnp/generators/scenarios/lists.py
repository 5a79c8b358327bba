"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Node, Path, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.maps.hex.set_up import where_to
from pnp.generators.tables.look import INK, QUIET
from pnp.generators.tables.parts import turn_names
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.maps.graph import space_ids
from pnp.model.game import Game
from pnp.model.scenario import Arrival, Scenario

GAP_MM, APART_MM, BELOW_MM = 0.25, 1.8, 1.2
"""Between counters of a stack, at least between stacks of a row, and below a row."""
COUNT_PT = 9.0
PLACE_PT, NAME_PT, LEAST_STRETCH = 9.0, 8.5, 0.76
"""The hex and its name below a stack, and how far they are narrowed to keep to the grid."""
BAND_MM, SECTION_MM = 6.6, 1.8
"""The band of a side with its white, and the white above a section."""
LABEL = TextStyle(CONDENSED, 8.8, 10.6, INK, raised=False)
MOST_SHOWN = 3
"""Counters alike in one place that are each pictured."""
MOST_BESIDE = 3
"""Short sections side by side."""
LEAST_PLACES, LEAST_UNMARKED = 8, 3
"""Fewest occupied spaces for which a set-up is listed; and where some counters don't say where they start."""
LABELS_MM = (17.0, 20.0, 24.0, 28.0, 33.0, 39.0, 46.0)
MOST_LINES, WIDE_LINES, WIDE_MM, LABEL_SHARE = 3.2, 2.2, 140.0, 0.32
"""The column of labels is as narrow as it gets with so many lines in the longest, with fewer in a list so wide, and no
wider than this share."""


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


def side_lists(game: Game, scenario: Scenario, base: Scenario | None = None) -> list[SideList]:
    """The lists of all sides that set something up, in the order in which they do, then that of counters of no side.

    base  an earlier scenario: only what this one lays otherwise
    """
    only = None if base is None else changed_units(scenario, base)
    lists = []
    placing = [str(placement.side) for placement in scenario.placements]
    order = sorted(game.info.sides, key=lambda side: placing.index(side.id) if side.id in placing else len(placing))
    for side, name in (*((side.id, side.name) for side in order), ("", game.words.text("Markers"))):
        sections = tuple(section for section in _sections(game, scenario, side, only) if section.stacks)
        if sections:
            lists.append(SideList(side, name, sections))
    return lists


def changed_units(scenario: Scenario, base: Scenario) -> frozenset[str]:
    """The units that two scenarios lay in other places or in other states."""
    one, other = (_laid(each) for each in (scenario, base))
    return frozenset(unit for unit in one.keys() | other.keys() if one.get(unit) != other.get(unit))


def all_units(scenario: Scenario) -> frozenset[str]:
    """The units that a scenario lays, or lets its sides lay."""
    return frozenset(_laid(scenario))


def _laid(scenario: Scenario) -> dict[str, object]:
    """Unit -> where it stands and in which state, or the placement that it is free in."""
    position, states = scenario.position, scenario.states
    stacks = (*(position.units or {}).items(), *(position.pools or {}).items())
    laid: dict[str, object] = {
        unit: (str(place), states.get(unit, "")) for place, units in stacks for unit in unit_ids(units)
    }
    for placement in scenario.placements:
        laid |= dict.fromkeys(map(str, placement.units), placement)
    return laid


def _sections(game: Game, scenario: Scenario, side: str, only: frozenset[str] | None) -> Iterator[StackGroup]:
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
        own = own if only is None else [unit for unit in own if unit in only]
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
        units = [str(unit) for unit in placement.units if only is None or unit in only]
        if placement.side == side and units:
            label = RuleIndex(game).cited(where_to(game, placement), placement.rule)
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


def arrival_sections(game: Game, scenario: Scenario, *, only: str = "") -> tuple[StackGroup, ...]:
    """The arrivals, a section for each turn that brings units: its numeral and dates, the counters, where they come in.

    only  the side whose arrivals are shown; "" = all
    """
    sets = {one.id: one.name for one in game.map.hexes.sets} if game.map.hexes else {}
    sections = []
    for number, (numeral, name) in enumerate(turn_names(game, scenario.turns), 1):
        stacks = []
        for side in (side.id for side in game.info.sides if only in ("", side.id)):
            for arrival, units in _waves(game, scenario, number, side):
                where = "" if arrival is None else ", ".join(_place_named(game, str(one)) for one in arrival.spaces)
                where = where or (sets.get(arrival.set, "") if arrival is not None and arrival.set else "")
                kinds = alike(game, units, scenario.states)
                stacks.append(LaidStack("", where, tuple(kinds)))
        if stacks:
            dated = (Span(f"\u2002{name}".replace(" ", "\u00a0")),) if name and name != numeral else ()
            sections.append(StackGroup((*_bold(numeral), *dated), tuple(stacks)))
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


def _waves(game: Game, scenario: Scenario, turn: int, side: str) -> list[tuple[Arrival | None, list[str]]]:
    """The units of a side that arrive in a turn, those that come in at other places apart, with their arrival."""
    of = {str(unit): arrival for arrival in scenario.arrivals if arrival.turn == turn for unit in arrival.units}
    sides = {str(counter.id): counter.side for counter in game.all_counters()}
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


@dataclass(frozen=True, slots=True)
class ListLook:
    """The size of counters, and the width of the column of labels, which all lists of a page share."""

    chit_mm: float
    label_mm: float

    @property
    def step_mm(self) -> float:
        """Half of what a counter takes on the grid that stacks stand on."""
        return (self.chit_mm + APART_MM) / 2


def list_look(sections: Sequence[StackGroup], width: float, chit_mm: float, lines: float = 0.0) -> ListLook:
    """The look of lists so wide: the column of labels is as narrow as their words allow in so many lines."""
    lines = lines or (WIDE_LINES if width > WIDE_MM else MOST_LINES)
    labels = [section.label for section in sections if section.label]
    most = LABEL_SHARE * width
    tall = lines * LABEL.leading_pt * 0.3528
    words = [word for label in labels for word in re.findall(r"[^ -]+-?", "".join(span.text for span in label))]
    least = max((width_mm(word, "condensed-bold", LABEL.size_pt) + 2.0 for word in words), default=0.0)
    for label_mm in LABELS_MM if labels else ():
        if least <= label_mm <= most and all(
            text_block(label, LABEL, label_mm - 2.0).height_mm < tall for label in labels
        ):
            return ListLook(chit_mm, label_mm)
    return ListLook(chit_mm, max(least, min(LABELS_MM[-1], most)) if labels else 0.0)


def draw_sections(game: Game, sections: Sequence[StackGroup], width: float, look: ListLook) -> list[Drawing]:
    """Rows of sections: short ones that follow each other side by side."""
    queue, rows = list(sections), []
    while queue:
        beside = next((n for n in range(MOST_BESIDE, 1, -1) if _fit_beside(game, queue, n, width, look)), 1)
        taken = [draw_section(game, section, width / beside, look, above=beside == 1) for section in queue[:beside]]
        nodes = tuple(drawn.at(number * width / beside, 0.0) for number, drawn in enumerate(taken))
        rows.append(Drawing(nodes, width, max(drawn.height_mm for drawn in taken)))
        del queue[:beside]
    return rows


def _fit_beside(game: Game, sections: Sequence[StackGroup], number: int, width: float, look: ListLook) -> bool:
    """Whether each of the first `number` sections is one row in its share of `width`."""
    room = width / number - look.label_mm
    wide = (sum(_cell(game, stack, math.inf, look).width_mm for stack in one.stacks) for one in sections[:number])
    return len(sections) >= number and all(section.label for section in sections[:number]) and all(
        needed <= room for needed in wide
    )


def draw_section(
    game: Game, section: StackGroup, width: float, look: ListLook, *, above: bool = False
) -> Drawing:  # fmt: skip
    """A section `width` mm wide: its stacks in rows on the grid, right of its label.

    above  the label stands above stacks that else would stand one below the other
    """
    left, label_mm, y = look.label_mm, 0.0, 0.0
    cells = [_cell(game, stack, width - left, look) for stack in section.stacks]
    above = above and bool(section.label) and _paired(cells, width) and not _paired(cells, width - left)
    nodes: list[Node] = []
    if section.label:
        label = text_block(section.label, LABEL, width if above else left - 2.0)
        nodes.append(label.at(0.0, 0.0 if above else max(0.0, (look.chit_mm - label.height_mm) / 2)))
        label_mm = label.height_mm
    if above:
        left, y = 0.0, label_mm + BELOW_MM
    high = 0.0
    for number, row in enumerate(_broken([cell.width_mm for cell in cells], width - left + APART_MM)):
        x, y, high = left, y + high + (BELOW_MM if number else 0.0), 0.0
        for cell in (cells[number] for number in row):
            nodes.append(cell.at(x, y))
            x, high = x + cell.width_mm, max(high, cell.height_mm)
    return Drawing(tuple(nodes), width, max(label_mm, y + high))


def _paired(cells: Sequence[Drawing], width: float) -> bool:
    """Whether two of the widest cells have room side by side."""
    return len(cells) > 1 and 2 * max(cell.width_mm for cell in cells) <= width + APART_MM


def widest_stack(game: Game, sections: Sequence[StackGroup], look: ListLook) -> float:
    """The width of the widest stack of all sections."""
    return max(_cell(game, stack, math.inf, look).width_mm for section in sections for stack in section.stacks)


def _broken(widths: Sequence[float], room: float) -> list[list[int]]:
    """The numbers of the cells of each row: as few rows as can be, none much shorter than another."""
    rows: list[list[int]] = []
    for share in range(8, -1, -1):  # narrower, as long as it takes no more rows
        wide, found, x = room * (1.0 - 0.08 * (8 - share)), [], math.inf
        for number, width in enumerate(widths):
            if x + width > max(wide, *widths):
                found.append([])
                x = 0.0
            found[-1].append(number)
            x += width
        if rows and len(found) > len(rows):
            break
        rows = found
    if len(rows) > 1 and len(rows[-1]) == 1 and len(rows[-2]) > 2:  # nor one alone
        moved = rows[-2][-1]
        if widths[moved] + widths[rows[-1][0]] <= room:
            rows[-1].insert(0, rows[-2].pop())
    return rows


def _cell(game: Game, stack: LaidStack, room: float, look: ListLook) -> Drawing:
    """The counters of a stack beside one another, in rows where they are too many, and below them where they lie."""
    size, nodes = look.chit_mm, []
    across = wide = y = 0.0
    gap = GAP_MM if stack.place else APART_MM - 0.4
    # Two alike on the map are two counters to be found; of many in a box one is shown.
    groups = [
        shown for one in stack.groups
        for shown in ([one._replace(count=1)] * one.count if stack.place and one.count <= MOST_SHOWN else [one])
    ]  # fmt: skip
    for counter, face, count in groups:
        told = f"×\u2009{count}" if count > 1 else ""
        more = width_mm(told, "condensed-semibold", COUNT_PT) + 1.2 if told else 0.0
        if across and across + size + more > room:
            across, y = 0.0, y + size + gap
        nodes += chit(game, counter, across, y, size, face)
        if told:
            base = centred_baseline("condensed-semibold", COUNT_PT, y + size / 2)
            nodes.append(Text(across + size + 0.6, base, told, "condensed-semibold", COUNT_PT, INK))
        across += size + more + gap
        wide = max(wide, across - gap)
    y += size
    place, name = (width_mm(stack.place, "sans-bold", PLACE_PT), width_mm(stack.name, "condensed-regular", NAME_PT))
    beside = bool(place and name) and place + 1.0 + name * LEAST_STRETCH <= wide
    needed = max(wide, 0.0 if beside else max(place, name * LEAST_STRETCH)) + APART_MM
    steps = max(2, -(-round(1000 * needed) // round(1000 * look.step_mm)))
    full = min(steps * look.step_mm, max(needed, room)) if stack.place else needed + APART_MM
    if stack.place:
        y += 3.3
        narrowed = min(1.0, max(full - APART_MM, wide) / place)
        nodes.append(Text(0.0, y, stack.place, "sans-bold", PLACE_PT, INK, stretch=narrowed))
    if stack.name:
        start = place + 1.0 if beside else 0.0
        y += 0.0 if beside else 2.8
        narrowed = min(1.0, (full - APART_MM - start) / name)
        nodes.append(Text(start, y, stack.name, "condensed-regular", NAME_PT, QUIET, stretch=narrowed))
    return Drawing(tuple(nodes), full, y + (0.6 if stack.place or stack.name else 0.0))


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
    "SECTION_MM",
    "LaidStack",
    "ListLook",
    "SideList",
    "StackGroup",
    "all_units",
    "arrival_sections",
    "arrivals",
    "changed_units",
    "deployed",
    "draw_band",
    "draw_section",
    "draw_sections",
    "list_look",
    "side_lists",
    "stack_groups",
    "widest_stack",
]  # fmt: skip
