"""The set-up of a scenario as lists: by side, then by formation, army or sector; each stack as it is laid.

In: a game, a scenario. Out: `SideList`s of `StackGroup`s, which are drawn at any width, in counters of any size. What
scenario sources call a group is a section; without groups the formations of the game are, and where there are none
either, all stacks of a side are one section without a label.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Text, rect
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
"""What stands left of counters, in bold, and below it or below a hex its name; the least size of that."""
LABEL_SHARE, LABEL_LINES, LABEL_GAP_MM, LONG_MM = 0.36, 2.4, 1.4, 7.5
"""The greatest share of a row that labels have, the lines of the longest one, the white right of them, and how
much higher than a counter they stand beside it."""
SLOT_MM, PARTED_MM, PAD_MM = 1.8, 0.8, 0.5
"""What a slot is wider than its counter, the white between two trays, and that around a counter in one."""
CAPTION_PT, CAPTION_MM = 8.8, 3.5
"""A hex or a number of counters below a counter, and the height of a line."""
ROW_MM, SECTION_MM = 1.0, 2.8
"""White between rows and between sections."""
BAND_MM = 6.6
"""The band of a side with its white."""
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
    for side, name in (*((side.id, side.name) for side in order), ("", game.words.text("Markers"))):
        sections = tuple(
            replace(section, label=()) if section.label == _bold(name) else section  # the band of the list says it
            for section in _sections(game, scenario, side) if section.stacks
        )  # fmt: skip
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
    found: dict[int, tuple[LaidStack, ...]] = {}
    for turn in range(1, scenario.turns + 1):
        for side in (side.id for side in game.info.sides if only in ("", side.id)):
            for arrival, units in _waves(game, scenario, turn, side):
                where = "" if arrival is None else ", ".join(_place_named(game, str(one)) for one in arrival.spaces)
                where = where or (sets.get(arrival.set, "") if arrival is not None and arrival.set else "")
                stack = LaidStack("", where, tuple(alike(game, units, scenario.states)))
                found[turn] = (*found.get(turn, ()), stack)
    return found


def arrival_sections(game: Game, scenario: Scenario, *, only: str = "") -> tuple[StackGroup, ...]:
    """The arrivals, a section for each turn that brings units: its numeral and dates, the counters, where they come in.

    only  the side whose arrivals are shown; "" = all
    """
    sections, names = [], turn_names(game, scenario.turns)
    for turn, stacks in arrival_stacks(game, scenario, only=only).items():
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
    """How lists are drawn: on a grid of slots, a counter each, of which the first ones are for labels.

    slots   across the whole width
    labels  how many of them
    """

    width_mm: float
    chit_mm: float
    slots: int
    labels: int = 0

    @property
    def pitch_mm(self) -> float:
        """From one slot to the next."""
        return (self.width_mm + PARTED_MM) / self.slots

    def across(self, slots: int) -> float:
        """The width of so many slots."""
        return slots * self.pitch_mm - PARTED_MM


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


class CellRow(NamedTuple):
    """A row of a list: what its label says, where its counters come in, and the counters."""

    label: tuple[Span, ...]
    name: str
    cells: tuple[Cell, ...]


def list_look(sections: Sequence[StackGroup], width: float, chit_mm: float) -> ListLook:
    """The look of lists so wide: labels have as few slots as their words allow."""
    slots = max(1, int((width + PARTED_MM + 0.001) / (chit_mm + SLOT_MM)))
    look, most = ListLook(width, chit_mm, slots), LABEL_SHARE * width
    told = [
        part for section in sections for row in _list_rows(section) if not _above(row, most, chit_mm)
        for part in (("".join(span.text for span in row.label), LABEL_FONT, LABEL.size_pt),
                     (row.name, NAME_FONT, NAME.size_pt))
        if part[0]
    ]  # fmt: skip
    if not told:
        return look
    words = max(width_mm(word, *style) for text, *style in told for word in re.findall(r"[^ -]+-?", text))
    needed = max(words, max(width_mm(*part) for part in told) / LABEL_LINES) + LABEL_GAP_MM
    share = math.ceil((min(needed, most) + PARTED_MM) / look.pitch_mm)
    return replace(look, labels=min((slots + 1) // 2, share))


def _list_rows(section: StackGroup) -> list[CellRow]:
    """The stacks of a section, a row for each place where counters come in."""
    rows: list[CellRow] = []
    for stack in section.stacks:
        name = "" if stack.place else stack.name
        cells = tuple(_cells(stack))
        if rows and rows[-1].name == name:
            rows[-1] = rows[-1]._replace(cells=(*rows[-1].cells, *cells))
        else:
            rows.append(CellRow(() if rows else section.label, name, cells))
    return rows


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


def _above(row: CellRow, width: float, chit_mm: float) -> bool:
    """Whether a label is so long that it stands above its counters."""
    return _label(row, width - LABEL_GAP_MM).height_mm > chit_mm + LONG_MM


def _label(row: CellRow, width: float) -> Drawing:
    """The words of a row."""
    parts = [text_block(row.label, LABEL, width)] if row.label else []
    if row.name:
        squeezed = min(1.0, width / max(width_mm(word, NAME_FONT, NAME.size_pt) for word in row.name.split()))
        parts.append(text_block(row.name, NAME.with_(size_pt=max(LEAST_PT, squeezed * NAME.size_pt)), width))
    return below_one_another(parts) if parts else Drawing((), width, 0.0)


def list_pieces(game: Game, sections: Sequence[StackGroup], look: ListLook) -> list[FlowPart]:
    """The rows of sections, a line between two; one that goes on in another column has its label again."""
    pieces: list[FlowPart] = []
    for section in sections:
        for number, row in enumerate(_list_rows(section)):
            full = row._replace(label=section.label)
            above = _above(full, look.across(look.labels), look.chit_mm)
            room = look.width_mm if above else look.across(look.labels) - LABEL_GAP_MM
            own, again = (_label(one, room) if one.label or one.name else None for one in (row, full))
            lines = _lines(row.cells, look, look.slots - (0 if above else look.labels))
            for n, cells in enumerate(lines):
                ruled = number == n == 0 and bool(pieces)
                holds = n + 2 == len(lines)
                pieces.append(replace(
                    _line_part(game, cells, look, None if n else own, above=above),
                    gap_mm=SECTION_MM if ruled else ROW_MM, ruled=ruled, holds=holds,
                    again=replace(_line_part(game, cells, look, again, above=above), holds=holds),
                ))  # fmt: skip
    return pieces


def _line_part(
    game: Game, cells: Sequence[tuple[Cell, int, int]], look: ListLook, label: Drawing | None, *, above: bool
) -> FlowPart:  # fmt: skip
    """A line of cells, with the label of its row left of it or above."""
    high, left = _line_mm(cells, look), 0 if above else look.labels
    if label is not None:
        high = high + label.height_mm + 0.8 if above else max(high, label.height_mm)
    rows = max(-(-cell.slots // taken) for cell, _, taken in cells)
    blank = look.slots * rows - (0 if label is None else left) - sum(cell.slots for cell, _, _ in cells)
    drawn = partial(_draw_line, game, cells, look, left, label, above=above)
    return FlowPart(lambda _air: drawn(), high, white_mm2=blank * look.pitch_mm * high / rows)


def _lines(cells: Sequence[Cell], look: ListLook, room: int) -> list[list[tuple[Cell, int, int]]]:
    """Cells in lines of so many slots: each with its first slot and how many it has."""
    lines: list[list[tuple[Cell, int, int]]] = []
    across = room
    for cell in cells:
        taken = next((n for n in range(min(cell.slots, room), room) if _told_in(cell, look.across(n))), room)
        if across + taken > room:
            lines.append([])
            across = 0
        lines[-1].append((cell, across, taken))
        across += taken
    return lines


def _told_in(cell: Cell, width: float) -> bool:
    """Whether what stands below a cell has room in such a width."""
    words = [(cell.place, LABEL_FONT, CAPTION_PT), *((word, NAME_FONT, LEAST_PT) for word in cell.name.split())]
    return all(width_mm(*word) <= width - 0.6 for word in words)


def _line_mm(cells: Sequence[tuple[Cell, int, int]], look: ListLook) -> float:
    """The height of a line: of its counters, the highest caption, and the white of trays around them."""
    captions = max(_caption(cell, look.across(taken)).height_mm for cell, _, taken in cells)
    return _counters_mm(cells, look) + captions + (PAD_MM if any(cell.tray for cell, _, _ in cells) else 0.0)


def _counters_mm(cells: Sequence[tuple[Cell, int, int]], look: ListLook) -> float:
    """The height of the counters of a line, with the white above them."""
    return PAD_MM + max(-(-cell.slots // taken) for cell, _, taken in cells) * (look.chit_mm + PARTED_MM) - PARTED_MM


def _draw_line(
    game: Game, cells: Sequence[tuple[Cell, int, int]], look: ListLook, left: int, label: Drawing | None, *,
    above: bool,
) -> Drawing:  # fmt: skip
    """A line of cells, their counters and captions level, with the label of the row left of it or above."""
    nodes: list[Node] = []
    top, under, tall = 0.0, _counters_mm(cells, look), _line_mm(cells, look)
    middle = PAD_MM + look.chit_mm / 2
    if label is not None:
        nodes.append(label.at(0.0, 0.0 if above else max(0.0, middle - label.height_mm / 2)))
        top = label.height_mm + 0.8 if above else 0.0
    for cell, first, taken in cells:
        x = (left + first) * look.pitch_mm
        if cell.tray:
            nodes.append(Path(rect(x, top, look.across(taken), tall, 0.8), fill=game.style.colour("zebra")))
        # Fewer counters than slots stand in the middle of their tray.
        start = x + (look.pitch_mm - PARTED_MM - look.chit_mm + max(0, taken - cell.slots) * look.pitch_mm) / 2
        slot = 0
        for counter, face, count in cell.groups:
            at = start + slot % taken * look.pitch_mm, top + PAD_MM + slot // taken * (look.chit_mm + PARTED_MM)
            nodes += chit(game, counter, *at, look.chit_mm, face)
            slot += 1
            if cell.tray and count > 1:
                base = centred_baseline(LABEL_FONT, CAPTION_PT, at[1] + look.chit_mm / 2)
                nodes.append(Text(at[0] + look.pitch_mm, base, f"×\u2009{count}", LABEL_FONT, CAPTION_PT, INK))
                slot += 1
        nodes.append(_caption(cell, look.across(taken)).at(x, top + under))
    return Drawing(tuple(nodes), look.width_mm, top + tall)


def _caption(cell: Cell, width: float) -> Drawing:
    """What stands below a cell, in its middle: the place and its name, beside each other where they have room."""
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
    "SideList",
    "StackGroup",
    "arrival_sections",
    "arrival_stacks",
    "arrivals",
    "deployed",
    "draw_band",
    "list_look",
    "list_pieces",
    "side_lists",
    "stack_groups",
]
