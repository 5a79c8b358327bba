"""A cut-out of the board for an example of play: the spaces involved, the units in them, arrows for their actions.

In: a game with a map of points or areas, its plan, an example, and the lines that the referee logged. Out: a drawing as
wide as an example's box. It is cut from the printed map itself; the arrows follow its roads, or go from area to area.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from pnp.draw.scene import Node, Point
from pnp.generators.book.cover_art import NAMES
from pnp.generators.book.figures.frame import MOST_MM, STAGE_MM, arrow_entries, cut_out, framed, freest, layer_piece
from pnp.generators.book.figures.marks import leg_nodes
from pnp.generators.book.figures.situation import ExampleBoard, Leg, example_board
from pnp.generators.book.figures.standing import (
    ARROW_MM,
    MOST_IN_STACK,
    OFFSETS,
    Box,
    ShownStack,
    StandingRoom,
    chit_mm,
    counter_nodes,
    course_between,
    dense,
    hidden,
    small_in,
    stacks_of,
    widened,
    within,
)
from pnp.generators.book.figures.words import bare_name, is_named, legible, name_plate, plate_half
from pnp.generators.maps.hex.piece import Pieces
from pnp.generators.maps.sheet import map_layers
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Rect
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example, ExampleStage

LEAST_SCALE, LEAST_AREA_SCALE, MOST_SCALE, MOST_AREA_SCALE = 0.4, 0.25, 0.78, 1.0
AROUND_MM, AROUND_AREA_MM = 7.0, 16.0
FINE_SCALE = 0.5
"""A figure smaller than this shows what moves alone, without what else happens."""
MOST_LEGS = 9
PLATE_COUNTS = 5
"""To hide part of a plate is so much worse than to hide as much of a symbol."""


@dataclass(frozen=True)
class PlaceBoard:
    """The printed map of a game of points or areas, drawn once for all figures of a book."""

    game: Game
    plan: MapPlan

    @cached_property
    def layers(self) -> list[Pieces]:
        """The layers of the map, lowest first, to cut figures from."""
        return [Pieces([layer]) for layer in map_layers(self.game, self.plan)]


def board_figure(
    board: PlaceBoard, example: Example, log: Sequence[LogLine], width: float, stage: ExampleStage | None = None
) -> Drawing | None:
    """The figure, `width` mm wide, of an example or a stage of it; None when it would be too small to read or no unit
    is on the map.
    """
    game, plan = board.game, board.plan
    situation = example_board(game, example, log, stage)
    areas = game.map.kind == "areas"
    if not (situation.units or situation.arriving) or not situation.spaces:
        return None
    most_mm, least = STAGE_MM if stage else MOST_MM, LEAST_AREA_SCALE if areas else LEAST_SCALE
    box, scale = _cut(plan, situation.spaces, width, most_mm)
    if scale < FINE_SCALE and (ways := tuple(name for leg in situation.legs for name in (leg.start, leg.end))):
        box, scale = _cut(plan, ways, width, most_mm)
    if scale < least:
        return None
    # Roads leave no room for a cross over a refused move.
    shown = [leg for leg in situation.legs if areas or leg.kind != "refused"]
    legs = shown if len(situation.legs) <= MOST_LEGS else []
    rooms = {name: _room(plan, name, situation, chit_mm(game, scale)) for name in plan.spaces}
    stacks = stacks_of(game, situation, rooms, box, scale, legs if areas else ())
    covered = [stack.clear(scale) for stack in stacks.values()]
    symbols = [around for layer in board.layers if areas and layer.layers[0].layer in ("symbols", "towns")
               for around in small_in(_piece(board, layer, box, covered, covered))]  # fmt: skip
    courses = list(_courses(plan, legs, stacks, symbols, scale))
    arrows = [widened(point * 2, ARROW_MM / scale) for _, course in courses for point in dense(course)]
    ground = (node for layer in board.layers for node in _piece(board, layer, box, covered, [*covered, *arrows]))
    nodes = legible(ground, scale)
    nodes += [node for stack in stacks.values() for node in counter_nodes(game, stack)]
    nodes += [node for leg, course in courses for node in leg_nodes(leg, course, scale)]
    said = example.text.split("\n\n")[stage.paragraph - 1] if stage else example.text
    matters = {*situation.spaces, *stacks, *(str(one.id) for one in game.map.spaces if is_named(one.name, said))}
    nodes += _names(game, plan, matters, box, scale, stacks, [c for _, c in courses], symbols)
    return framed(game, nodes, box, scale, arrow_entries(game, legs))


# What part of the board --------------------------------------------------------------------------


def _cut(plan: MapPlan, spaces: Sequence[str], width: float, most_mm: float) -> tuple[Box, float]:
    """The box around `spaces`, in mm of the map, and its scale in print, `most_mm` high at the most."""
    boxes = [_box(plan, name) for name in spaces if name in plan.spaces]
    more, most_scale = (AROUND_MM, MOST_SCALE) if plan.roads else (AROUND_AREA_MM, MOST_AREA_SCALE)
    x0, y0 = min(b[0] for b in boxes) - more, min(b[1] for b in boxes) - more
    x1, y1 = max(b[0] + b[2] for b in boxes) + more, max(b[1] + b[3] for b in boxes) + more
    return cut_out(plan.frame_mm, (x0, y0, x1, y1), width, most_mm, most_scale)


def _box(plan: MapPlan, name: str) -> Rect:
    """The whole box of a point, tab included; of an area the box for its units."""
    space = plan.spaces[name]
    if not plan.roads:
        return space.stack
    x, y, width, tab = space.name_rect
    return x, y, width, tab + space.stack[3]


def _piece(board: PlaceBoard, pieces: Pieces, box: Box, covered: Sequence[Box], busy: Sequence[Box]) -> list[Node]:
    """The part of a layer in `box`, without what would be cut, and without names of areas, which plates say, and their
    empty boxes, which lie below these; of a location at the edge, to which roads lead, its name alone is left out.

    covered, busy  where units are; those with arrows, which hide no name either
    """
    (layer,) = pieces.layers
    if layer.layer in ("names", "stacks") and not board.plan.roads:
        return []
    if layer.layer == "boxes":
        return [*pieces.piece(box, covered)]
    return layer_piece(pieces, box, busy if layer.layer in NAMES else covered)


def _names(
    game: Game, plan: MapPlan, matters: Set[str], box: Box, scale: float, stacks: Mapping[str, ShownStack],
    courses: Sequence[Sequence[Point]], symbols: Sequence[Box],
) -> list[Node]:  # fmt: skip
    """The name of each area in `box`, on a plate beside its units or bare where nothing that `matters` happens, where
    it hides least of units, arrows, names and `symbols`; of locations, of those that matter whose own name is hidden.
    """
    names = {str(space.id): space.name for space in game.map.spaces}
    nodes: list[Node] = []
    taken = [*(stack.box for stack in stacks.values()), *symbols]
    points = [point for course in courses for point in dense(course)]
    tabs = {name: (x, y, x + w, y + h) for name, one in plan.spaces.items() for x, y, w, h in [one.name_rect]}
    for place in sorted(plan.spaces, key=lambda name: (name not in stacks, name not in matters)):
        x, y, width, tall = plan.spaces[place].stack
        stack = stacks.get(place)
        middle = stack.centre if stack else (x + width / 2, y + tall / 2)
        shows = plan.roads and (place not in matters or not hidden(tabs[place], taken, ()))
        if place not in names or not within(middle, box) or shows:
            continue
        high = plate_half(names[place], scale)[1]
        about = stack.box if stack else (middle[0], middle[1] - high) * 2
        spot, shown, hides = freest(about, names[place], taken, points, box, scale)
        if hides and place not in matters:
            continue
        taken += [shown] * PLATE_COUNTS
        write = name_plate if place in matters else bare_name
        nodes += write(spot, names[place], scale)
    return nodes


def _room(plan: MapPlan, name: str, situation: ExampleBoard, size: float) -> StandingRoom:
    """Where units stand in a space: in the box of a location, from its tab down; about the middle of an area."""
    x, y, width, height = plan.spaces[name].stack
    if not plan.roads:
        return StandingRoom((x + width / 2, y + height / 2), 2.1 * size, 3.2 * size)
    count = len(situation.units.get(name, ())) + len(situation.arriving.get(name, ()))
    extent = size * (1 + OFFSETS[1] * (min(count, MOST_IN_STACK) - 1))
    return StandingRoom((x + width / 2, y + max(height, extent) / 2 + 0.2), width, height)


# Arrows ------------------------------------------------------------------------------------------


def _courses(
    plan: MapPlan, legs: Sequence[Leg], stacks: Mapping[str, ShownStack], symbols: Sequence[Box], scale: float
) -> Iterator[tuple[Leg, list[Point]]]:
    """The course of the arrow of each leg: straight, or past what lies on it and past `symbols`, shifted sideways where
    another already runs.
    """
    used: dict[frozenset[str], int] = {}
    for leg in legs:
        ends = leg.start, leg.end
        shift = (0.0, 3.4, -3.4, 6.4)[min(used.get(pair := frozenset(ends), 0), 3)]
        used[pair] = used.get(pair, 0) + 1
        start, end = (_taken(plan, name, stacks) for name in ends)
        others = [box for name in plan.spaces if name not in ends for box in _taken(plan, name, stacks)]
        way = _beside(_direct(plan, ends, stacks), shift)
        yield leg, course_between(way, start, end, [*others, *symbols], scale)


def _taken(plan: MapPlan, name: str, stacks: Mapping[str, ShownStack]) -> list[Box]:
    """What an arrow to a space ends at, and others pass by: its units, and the box of a location."""
    x, y, width, height = _box(plan, name)
    boxes = [(x, y, x + width, y + height)] if plan.roads else []
    return [*boxes, *(stacks[name].squares if name in stacks else ())]


def _direct(plan: MapPlan, ends: Sequence[str], stacks: Mapping[str, ShownStack]) -> list[Point]:
    """The straight line between the units of two spaces, or the middles of these."""
    boxes = [(name, _box(plan, name)) for name in ends]
    return [stacks[name].centre if name in stacks else (x + w / 2, y + h / 2) for name, (x, y, w, h) in boxes]


def _beside(way: Sequence[Point], shift: float) -> list[Point]:
    """`way` shifted to its left by `shift` mm."""
    dx, dy = way[-1][0] - way[0][0], way[-1][1] - way[0][1]
    length = math.hypot(dx, dy) or 1.0
    return [(x + shift * dy / length, y - shift * dx / length) for x, y in way]
