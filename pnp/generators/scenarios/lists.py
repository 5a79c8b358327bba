"""The set-up of a scenario as lists: by side, each stack as it is laid, its place below it.

In: a game, a scenario, a side. Out: `SideList`s, whose rows are taken for any width: beside the map, then across.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Node, Path, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.charts.scenario import COUNT_PT
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import band_colour, is_dark
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.maps.hex.set_up import where_to
from pnp.generators.tables.look import QUIET
from pnp.generators.tables.parts import BODY
from pnp.generators.tables.tables import INK
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.model.game import Game
from pnp.model.scenario import FreePlacement, Scenario

CHIT_MM, GAP_MM, APART_MM = 8.1, 0.3, 2.2
"""A counter; counters of one stack; stacks of a row."""
PLACE_PT, NAME_PT = 8.4, 7.0
BAND_MM = 6.6
LABEL_MM, LABEL_SHARE = 34.0, 0.3
"""Left of counters that a side places freely, for where they go: at least, and as a share of the width."""
LEAST_BESIDE = 3
"""Where not so many of the counters find room beside these words, all stand below them."""


@dataclass(frozen=True, slots=True)
class LaidStack:
    """Counters that are laid in one place.

    place, name  as printed below them; a hex has a number and may have a name
    """

    place: str
    name: str
    groups: tuple[Alike, ...]

    @property
    def width_mm(self) -> float:
        """Of the counters, or of the words below them."""
        counted = sum(CHIT_MM + GAP_MM + _count_mm(group) for group in self.groups) - GAP_MM
        place, name = (width_mm(self.place, "sans-bold", PLACE_PT), width_mm(self.name, "condensed-regular", NAME_PT))
        return max(counted, place, name)


@dataclass(frozen=True, slots=True)
class SideList:
    """What one side lays before the first turn.

    stacks      in the order of the scenario
    placements  what it may place freely
    """

    side: str
    name: str
    stacks: tuple[LaidStack, ...]
    placements: tuple[FreePlacement, ...]

    @property
    def counters(self) -> int:
        """How many counters stand in its stacks."""
        return sum(group.count for stack in self.stacks for group in stack.groups)


def side_lists(game: Game, scenario: Scenario) -> list[SideList]:
    """The lists of all sides that set something up, then that of counters of no side."""
    lists = []
    for side, name in (*((side.id, side.name) for side in game.info.sides), ("", game.words.text("Markers"))):
        stacks = tuple(_stacks(game, scenario, side))
        placements = tuple(placement for placement in scenario.placements if placement.side == side)
        if stacks or placements:
            lists.append(SideList(side, name, stacks, placements))
    return lists


def _stacks(game: Game, scenario: Scenario, side: str) -> Iterator[LaidStack]:
    """The stacks of a side; units that wait for their turn of arrival are among the arrivals."""
    owners = {str(counter.id): counter.side or "" for counter in game.all_counters()}
    names = {str(space.id): space.name for space in game.map.spaces} | {str(box.id): box.name for box in game.boxes}
    hexes = game.map.kind == "hexes"
    boxes = {str(box.id) for box in game.boxes}
    free = {str(unit) for placement in scenario.placements for unit in placement.units}
    late = {str(unit) for arrival in scenario.arrivals for unit in arrival.units}
    position = scenario.position
    for place, units in (*(position.units or {}).items(), *(position.pools or {}).items()):
        if scenario.codes.get(place, "").isdecimal():
            continue
        waiting = free | late if str(place) in boxes else frozenset[str]()
        own = [unit for unit in unit_ids(units) if owners.get(unit) == side and unit not in waiting]
        if own:
            numbered = hexes and str(place) not in boxes
            name = names.get(str(place), "")
            below = (str(place).upper(), name) if numbered else (name or str(place), "")
            yield LaidStack(*below, tuple(alike(game, own, scenario.states, by_name=str(place) not in boxes)))


class Rows:
    """Hands out the rows of a list one by one, each for the width that there is."""

    def __init__(self, game: Game, scenario: Scenario, listed: SideList) -> None:
        self.game, self.scenario, self.listed = game, scenario, listed
        self.stacks = list(listed.stacks)
        self.placements = list(listed.placements)
        self.headed = False

    def __bool__(self) -> bool:
        return bool(self.stacks or self.placements)

    def take(self, width: float) -> Drawing:
        """The next row; the first one stands below the band of the side."""
        if self.stacks:
            row = self._row(width)
        else:
            row = _placement_row(self.game, self.scenario, self.placements.pop(0), width)
        if self.headed:
            return row
        self.headed = True
        band = self._band(width)
        return Drawing((*band.nodes, row.at(0.0, band.height_mm)), width, band.height_mm + row.height_mm)

    def _band(self, width: float) -> Drawing:
        """The name of the side in its colour, and how many counters it lays."""
        style = self.game.style.sides.get(self.listed.side)
        ground = band_colour(style) if style else self.game.style.colour("zebra")
        ink = "#ffffff" if is_dark(ground) else INK
        base = centred_baseline("sans-bold", 10.5, BAND_MM / 2 - 0.4)
        nodes: list[Node] = [
            Path(rect(0.0, 0.0, width, BAND_MM - 0.8, 0.8), fill=ground),
            Text(2.4, base, self.listed.name, "sans-bold", 10.5, ink),
        ]
        if self.listed.counters:
            many = self.game.words.count("{n} counter", "{n} counters", self.listed.counters)
            nodes.append(Text(width - 2.4, base, many, "sans-regular", 8.4, ink, anchor="end"))
        return Drawing(tuple(nodes), width, BAND_MM + 1.0)

    def _row(self, width: float) -> Drawing:
        """As many stacks as stand side by side in `width`; a single one that is wider is divided."""
        taken: list[LaidStack] = []
        used = 0.0
        while self.stacks and (not taken or used + self.stacks[0].width_mm <= width):
            stack = self.stacks.pop(0)
            if not taken and stack.width_mm > width and len(stack.groups) > 1:
                half = len(stack.groups) // 2
                first = LaidStack(stack.place, stack.name, stack.groups[:half])
                self.stacks[:0] = [first, LaidStack(stack.place, stack.name, stack.groups[half:])]
                continue
            taken.append(stack)
            used += stack.width_mm + APART_MM
        named = any(stack.name for stack in taken)
        nodes: list[Node] = []
        x = 0.0
        for stack in taken:
            nodes += _stack_nodes(self.game, stack, x)
            x += stack.width_mm + APART_MM
        return Drawing(tuple(nodes), width, CHIT_MM + (7.6 if named else 4.8))


def _count_mm(group: Alike) -> float:
    """Room for the number of counters that one stands for."""
    return width_mm(f"× {group.count}", "condensed-semibold", COUNT_PT) + 1.6 if group.count > 1 else 0.0


def _stack_nodes(game: Game, stack: LaidStack, x: float) -> Iterator[Node]:
    at = x
    for group in stack.groups:
        counter, face, count = group
        yield from chit(game, counter, at, 0.0, CHIT_MM, face)
        at += CHIT_MM + GAP_MM
        if count > 1:
            base = centred_baseline("condensed-semibold", COUNT_PT, CHIT_MM / 2)
            yield Text(at + 0.4, base, f"× {count}", "condensed-semibold", COUNT_PT, INK)
            at += _count_mm(group)
    yield Text(x, CHIT_MM + 3.2, stack.place, "sans-bold", PLACE_PT, INK)
    if stack.name:
        yield Text(x, CHIT_MM + 6.0, stack.name, "condensed-regular", NAME_PT, QUIET)


def _placement_row(game: Game, scenario: Scenario, placement: FreePlacement, width: float) -> Drawing:
    """Where units may be placed freely, and the units."""
    stacks = [LaidStack("", "", (g,)) for g in alike(game, [str(unit) for unit in placement.units], scenario.states)]
    label = max(LABEL_MM, LABEL_SHARE * width)
    below = sum(stack.width_mm + APART_MM for stack in stacks[:LEAST_BESIDE]) > width - label + APART_MM
    told = RuleIndex(game).cited(where_to(game, placement), placement.rule)
    text = text_block(told, BODY, width if below else label - 3.0)
    nodes: list[Node] = [text.at(0.0, 0.0)]
    left, y = (0.0, text.height_mm + 1.0) if below else (label, 0.0)
    x = left
    for stack in stacks:
        if x + stack.width_mm > width and x > left:
            x, y = left, y + CHIT_MM + 1.0
        nodes += (Drawing(tuple(_stack_nodes(game, stack, 0.0)), 0.0, 0.0).at(x, y),)
        x += stack.width_mm + APART_MM
    return Drawing(tuple(nodes), width, max(text.height_mm, y + CHIT_MM) + 2.6)


def height_of(rows: Sequence[Drawing]) -> float:
    """Height of rows below one another."""
    return sum(row.height_mm for row in rows)


__all__ = ["LaidStack", "Rows", "SideList", "height_of", "side_lists"]
