"""A cut-out of a hex map for an example of play: the hexes involved, the units in them, zones of control and supply.

In: a game with a hex map, its plan, an example, the lines that the referee logged, what it derives from the position.
Out: a drawing as wide as an example's box. It is cut from the printed map itself; arrows, zones of control and supply
lines come from the referee, so that a figure can't contradict the rules.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from pnp.draw.paths import turned_about
from pnp.draw.scene import CachedNodes, Group, Node, Path, Point, Text, rect, texts_in
from pnp.generators.book.figures.board import MOST_LEGS
from pnp.generators.book.figures.frame import (
    ARROW_MM,
    MOST_MM,
    STAGE_MM,
    Entry,
    arrow_entries,
    cut_out,
    framed,
    freest,
    layer_piece,
)
from pnp.generators.book.figures.marks import (
    CROSS,
    hatching,
    isolated_frame,
    leg_courses,
    leg_nodes,
    side_colour,
    stage_nodes,
    supply_nodes,
    zone_nodes,
)  # fmt: skip
from pnp.generators.book.figures.situation import ExampleBoard, example_board, stage_lines
from pnp.generators.book.figures.standing import StandingRoom, counter_nodes, dense, stacks_of, widened, within
from pnp.generators.book.figures.words import is_named, legible, name_plate, plate
from pnp.generators.book.index import RuleIndex
from pnp.generators.maps.hex.ground import bare_ground_layers, number_layer
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.hex.piece import MORE_MM, Box, Pieces
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import plan_key
from pnp.generators.sheets.bounds import marks
from pnp.generators.typeset.block import Drawing
from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.parts import MapPlan
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example, ExampleFigure, ExampleStage
from pnp.output import content_hash

LEAST_SCALE, MOST_HEX_MM = 0.3, 19.0
"""The least scale, and the widest hex in print."""
AROUND, LEAST_AROUND = 0.5, 0.2
"""Margin around the hexes involved, as a share of a hex's width; the same around units that stand near."""
NEAR = 1.3
"""Units this many hexes or less from the action are shown too; others only where the cut-out holds them anyway."""
SAMPLE = ((0.4, 1.5), (5.4, 1.5))
"""A line in the legend."""

@dataclass(frozen=True)
class HexBoard:
    """The printed map of a game, drawn once for all figures of a book."""

    game: Game
    plan: MapPlan

    @cached_property
    def pieces(self) -> Pieces:
        """The layers of the ground without texts, lowest first, to cut figures from."""
        return Pieces(bare_ground_layers(self.plan, map_ink(self.game.map, self.game.style)))

    @cached_property
    def words(self) -> list[Pieces]:
        """The layers of numbers, symbols and names, to cut figures from."""
        ink = map_ink(self.game.map, self.game.style)
        return [Pieces([one]) for one in (*number_layer(self.plan, ink), *hex_name_layers(self.game, self.plan, ink))]

    @cached_property
    def key(self) -> str:
        """A hash of everything that the ground depends on."""
        return content_hash(plan_key(self.game), self.game.style.model_dump_json())

    def piece(self, box: Box, covered: Sequence[Box], *, whole: bool = False) -> tuple[Node, ...]:
        """The part of the printed map in `box`, without words that one of the boxes in `covered` would hide, and signs
        that it would cut if what is shown is to be `whole`.
        """
        wide, cut = widened(box, MORE_MM), layer_piece if whole else Pieces.piece
        stored = map_ink(self.game.map, self.game.style).storable
        ground = CachedNodes(f"ground {self.key} {box}", wide, lambda: tuple(self.pieces.piece(box)), stored=stored)
        return (ground, *(node for words in self.words for node in cut(words, box, covered)))

    @property
    def ground(self) -> HexGroundPlan:
        """The plan of the hexes; the map must have some."""
        assert self.plan.hexes is not None
        return self.plan.hexes

    @property
    def flat_mm(self) -> float:
        """Width of a hex from flat side to flat side."""
        return self.ground.side_mm * math.sqrt(3)

    @property
    def turn_deg(self) -> float:
        """By how much the grid is turned, and with it the counters on it."""
        return float(self.game.map.hexes.grid.turn_deg) if self.game.map.hexes else 0.0

    @property
    def corner_deg(self) -> float:
        """Direction of a hex's corner, clockwise from the right."""
        flat = self.game.map.hexes is not None and self.game.map.hexes.grid.top == "flat"
        return self.turn_deg + (0.0 if flat else 30.0)


def hex_figure(
    board: HexBoard, example: Example, log: Sequence[LogLine], facts: BoardFacts, width: float,
    stage: ExampleStage | None = None,
) -> Drawing | None:  # fmt: skip
    """The figure, `width` mm wide, of an example or a stage of it; None when no unit is on the map or it would be too
    small to read.
    """
    options = example.figure or ExampleFigure()
    situation = _plain(example_board(board.game, example, log, stage))
    log = stage_lines(log, stage)[1] if stage else log
    needed = _hexes(board, situation, options, facts)
    if not needed or not (situation.units or situation.arriving):
        return None
    shown = [*needed, *_near(board, situation, needed)]
    box, scale = _frame(board, shown, len(needed), width, STAGE_MM if stage else MOST_MM)
    if scale < LEAST_SCALE:
        return None
    room = StandingRoom((0.0, 0.0), board.flat_mm, board.flat_mm)
    rooms = {name: replace(room, centre=centre) for name, centre in board.ground.centres.items()}
    standing = replace(situation, arriving=_arriving(situation), spaces=tuple(shown))
    stacks = stacks_of(board.game, standing, rooms, box, scale)
    covered = {name: stack.clear(scale, board.turn_deg) for name, stack in stacks.items()}
    courses = list(leg_courses(situation.legs, board.ground.centres, facts.ways, stacks, scale))
    points = [point for _, course in courses for point in dense(course)]
    busy = [*covered.values(), *(widened(point * 2, ARROW_MM / scale) for point in points)]
    ground, *words = board.piece(box, busy, whole=True)
    named = legible(words, scale)
    nodes: list[Node] = [ground, *named]
    inside = {name: at for name, at in board.ground.centres.items() if within(at, widened(box, board.flat_mm))}
    for number, side in enumerate(options.zones):
        colour = side_colour(board.game, side)
        zone = facts.zones.get(side, ())
        nodes += zone_nodes(zone, inside, board.ground.side_mm, board.corner_deg, colour, scale, turned=number % 2 == 1)
    nodes += supply_nodes(facts.lines if options.supply else (), board.ground.centres, scale)
    for stack in stacks.values():
        counters = tuple(counter_nodes(board.game, stack))
        nodes.append(Group(counters, transform=turned_about(board.turn_deg, *stack.centre)))
        nodes += [
            isolated_frame(*at, stack.size, scale)
            for at, (counter, _, _) in zip(stack.spots(), stack.units, strict=True) if str(counter.id) in facts.isolated
        ]  # fmt: skip
    nodes += [node for leg, course in courses for node in leg_nodes(leg, course, scale)]
    taken = [*(around for _, node, around in marks(named) if isinstance(node, Text)), *3 * [*covered.values()]]
    visible = {word for text in texts_in(named) for word in text.text.upper().split()}
    nodes += _plates(board, example, shown, situation, log, visible, covered, taken, points, box, scale)
    return framed(board.game, nodes, box, scale, _legend(board, situation, options, facts))


def _plain(situation: ExampleBoard) -> ExampleBoard:
    """`situation` without advances along the arrow of an attack, and without any arrows when there are too many."""
    attacks = {(leg.start, leg.end) for leg in situation.legs if leg.kind == "attack"}
    legs = tuple(leg for leg in situation.legs if leg.kind == "attack" or (leg.start, leg.end) not in attacks)
    return replace(situation, legs=legs if len(legs) <= 2 * MOST_LEGS else ())


# What part of the board ---------------------------------------------------------------------------------


def _hexes(board: HexBoard, situation: ExampleBoard, options: ExampleFigure, facts: BoardFacts) -> list[str]:
    """The hexes that the figure must show."""
    centres = board.ground.centres
    needed = [*situation.spaces, *situation.arriving]
    for supply in facts.lines if options.supply else ():
        for kind, hexes in supply.stages:
            # Of a railway only the beginning is shown: it may run across half the map.
            needed += hexes[:2] if kind == "rail" else hexes
    for leg in situation.legs:
        needed += facts.ways.get((leg.unit, leg.start, leg.end), ())
    return [name for name in dict.fromkeys(needed) if name in centres]


def _near(board: HexBoard, situation: ExampleBoard, needed: Sequence[str]) -> list[str]:
    """Whoever stands near belongs to the picture, too, but not behind those who attack."""
    centres, behind = board.ground.centres, {leg.start for leg in situation.legs if leg.kind == "attack"}
    return [
        name for name in situation.units
        if name in centres and name not in needed
        and any(math.dist(centres[name], centres[s]) < NEAR * board.flat_mm for s in needed if s not in behind)
    ]  # fmt: skip


def _frame(
    board: HexBoard, shown: Sequence[str], needed: int, width: float, most_mm: float
) -> tuple[Box, float]:
    """The box to cut out, around the hexes that are `needed`, the first of those shown, in mm of the map, and its
    scale in print; it fills the width, is `most_mm` high at the most, and stays on the map.
    """
    flat, places = board.flat_mm, [board.ground.centres[name] for name in shown]
    more = [(0.5 + (AROUND if number < needed else LEAST_AROUND)) * flat for number in range(len(places))]
    boxes = [(x - m, y - 0.8 * m, x + m, y + 0.8 * m) for (x, y), m in zip(places, more, strict=True)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    around_all = min(lefts), min(tops), max(rights), max(bottoms)
    return cut_out(board.plan.frame_mm, around_all, width, most_mm, MOST_HEX_MM / flat)


# Units ----------------------------------------------------------------------------------------------------


def _arriving(situation: ExampleBoard) -> dict[str, tuple[tuple[str, str], ...]]:
    """Units that arrive from off the map, and those that move into empty hexes, by the hex they end in."""
    arriving = dict(situation.arriving)
    ends = {leg.unit: leg.end for leg in situation.legs if leg.kind in ("move", "retreat") and leg.unit}
    for unit, end in ends.items():
        if end not in situation.units and (unit, "front") not in arriving.get(end, ()):
            arriving[end] = (*arriving.get(end, ()), (unit, "front"))
    return arriving


# Words ----------------------------------------------------------------------------------------------------


def _plates(
    board: HexBoard, example: Example, shown: Sequence[str], situation: ExampleBoard, log: Sequence[LogLine],
    visible: Set[str], covered: Mapping[str, Box], taken: list[Box], points: Sequence[Point], box: Box, scale: float,
) -> list[Node]:  # fmt: skip
    """Plates beside their hexes: the numbers of those that the text names, names that counters hide, the odds at those
    attacked, and the rule at those that it forbids. None hides what is `taken`, an arrow or another plate, if that can
    be.
    """
    centres, numbers = board.ground.centres, board.ground.numbers
    names = {str(space.id): space.name for space in board.game.map.spaces}
    refused = {leg.end for leg in situation.legs if leg.kind == "refused"}
    told = [(name, numbers[name].text, "") for name in shown
            if name in numbers and name not in refused and is_named(numbers[name].text, example.text)]  # fmt: skip
    told += [(name, names[name], "") for name in dict.fromkeys((*situation.spaces, *covered))
             if not visible.issuperset(names.get(name, "").upper().split())]  # fmt: skip
    target = ""
    for entry in log:
        if entry.get("event") == "attack" and entry.get("at") in centres:
            target = entry.get("at")
        elif entry.get("event") == "fight" and target and entry.get("column"):
            told.append((target, str(entry.get("column")).replace("-", "–"), CROSS))
    if example.expect.refused:
        told += [(name, RuleIndex(board.game).bare(example.expect.refused), CROSS) for name in refused]
    nodes: list[Node] = []
    for name, text, colour in told:
        x, y = centres[name]
        spot, hides, _ = freest(covered.get(name, (x, y, x, y)), text, taken, points, box, scale)
        taken.append(hides)
        nodes += plate(spot, text, colour, scale) if colour else name_plate(spot, text, scale)
    return nodes


def _legend(board: HexBoard, situation: ExampleBoard, options: ExampleFigure, facts: BoardFacts) -> list[Entry]:
    """The arrows, hatchings and lines that occur."""
    words, entries = board.game.words, arrow_entries(board.game, situation.legs)
    names = {side.id: side.adjective or side.name for side in board.game.info.sides}
    for number, side in enumerate(options.zones):
        if facts.zones.get(side):
            text = words.text("{side} zone of control", side=names.get(side, side))
            entries.append((text, _hatched(side_colour(board.game, side), turned=number % 2 == 1)))
    kinds = {kind for supply in facts.lines for kind, _ in supply.stages} if options.supply else set()
    stages = {"unit": words.text("to a headquarters or city"), "headquarters": words.text("on to a supply city"),
              "rail": words.text("by rail"), "home": words.text("to its own country")}  # fmt: skip
    entries += [(text, Group(tuple(stage_nodes(kind, SAMPLE, 1.0)))) for kind, text in stages.items() if kind in kinds]
    unit_ids = {name for units in situation.units.values() for name, _ in units}
    if unit_ids & set(facts.isolated):
        entries.append((words.text("isolated"), Group((isolated_frame(2.2, 0.4, 2.6, 1.2),))))
    return entries


def _hatched(colour: str, *, turned: bool) -> Node:
    outline = Path(rect(0.4, 0.1, 6.6, 2.9, 0.4))
    lines = Group(tuple(hatching((3.7, 1.5), 3.6, colour, 1.4, turned=turned)), clip=outline)
    return Group((Path(outline.segments, fill=colour, fill_opacity=0.12), lines))
