"""A cut-out of the board for an example of play: the spaces involved, the units in them, arrows for their actions.

In: a game with a map of points or areas, its plan, an example, and the lines that the referee logged. Out: a drawing as
wide as an example's box. It is cut from the printed map itself; the arrows follow its roads, or go from area to area.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pnp.draw.cut import cut_path
from pnp.draw.paths import along, length_mm
from pnp.draw.scene import Group, Node, Path, Point, Stroke, Text, TextOnPath, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.book.figures.situation import ExampleBoard, Leg, example_board, stage_board
from pnp.generators.book.figures.words import legible, name_plate
from pnp.generators.counters.chit import chit
from pnp.generators.maps.hex.piece import Pieces
from pnp.generators.maps.ink import map_ink
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.look import QUIET
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Rect
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example, ExampleStage

MOST_MM = 92.0
"""The greatest height of a figure."""
STAGE_MM = 46.0
"""The same for one of several in an example."""

LEAST_SCALE, LEAST_AREA_SCALE, MOST_SCALE = 0.4, 0.25, 0.78
AROUND_MM, AROUND_AREA_MM = 7.0, 12.0
LEAST_CHIT_MM = 5.2
"""The least size of a counter in an area, in print."""
MOST_LEGS = 9

PALE = 0.5

COLOURS = {"attack": "#a92c25", "refused": "#6b655c"}
MOVING = "#1f3a52"
"""Colours of the arrows: red to attack, navy for every other step, whosever it is, so that the legend shows them as
they are drawn; grey for what a rule forbids."""


def board_figure(
    game: Game, plan: MapPlan, example: Example, log: Sequence[LogLine], width: float,
    stage: ExampleStage | None = None,
) -> Drawing | None:  # fmt: skip
    """The figure, `width` mm wide, of an example or a stage of it; None when it would be too small to read or no unit
    is on the map.
    """
    situation = stage_board(game, example, log, stage) if stage else example_board(game, example, log)
    areas = game.map.kind == "areas"
    if not (situation.units or situation.arriving) or not situation.spaces:
        return None
    most_mm, least = STAGE_MM if stage else MOST_MM, LEAST_AREA_SCALE if areas else LEAST_SCALE
    area, scale = _cut(plan, situation.spaces, width, most_mm)
    if scale < least and (ways := tuple(name for leg in situation.legs for name in (leg.start, leg.end))):
        area, scale = _cut(plan, ways, width, most_mm)  # what moves, without what else happens
    if scale < least:
        return None
    height = area[3] * scale
    nodes = legible(_areas(game, plan, area) if areas else _ground(game, plan, area), scale)
    # A cross over a refused move is drawn on hexes only: roads leave no room for it.
    legs = tuple(leg for leg in situation.legs if leg.kind != "refused") if len(situation.legs) <= MOST_LEGS else ()
    nodes += _units(game, plan, situation, scale)
    nodes += _arrows(plan, legs, scale)
    nodes += _area_names(game, plan, situation, area, scale) if areas else []
    inner = Group(tuple(nodes), transform=(scale, 0.0, 0.0, scale, -area[0] * scale, -area[1] * scale))
    frame = rect(0, 0, width, height, 0.8)
    framed: list[Node] = [
        Group((Path(frame, fill=game.style.colour("paper")), inner), clip=Path(frame)),
        Path(frame, stroke=Stroke("#8d867b", 0.5)),
    ]
    legend = _legend(game, legs, width)
    if legend is not None:
        framed.append(legend.at(0, height + 1.0))
        height += 1.0 + legend.height_mm
    return Drawing(tuple(framed), width, height)


# What part of the board --------------------------------------------------------------------------


def _cut(plan: MapPlan, spaces: Sequence[str], width: float, most_mm: float) -> tuple[Rect, float]:
    """The rectangle around `spaces`, in mm of the map, and its scale in print, `most_mm` high at the most."""
    boxes = [_box(plan, name) for name in spaces if name in plan.spaces]
    more = AROUND_MM if plan.roads else AROUND_AREA_MM
    x0, y0 = min(b[0] for b in boxes) - more, min(b[1] for b in boxes) - more
    x1, y1 = max(b[0] + b[2] for b in boxes) + more, max(b[1] + b[3] for b in boxes) + more
    scale = min(width / (x1 - x0), most_mm / (y1 - y0), MOST_SCALE)
    fx, fy, fwidth, fheight = plan.frame_mm
    y0, y1 = max(y0, fy), min(y1, fy + fheight)
    wide = min(width / scale, fwidth)
    scale = width / wide
    left = (x0 + x1) / 2 - wide / 2
    left = min(max(left, fx), fx + fwidth - wide)
    return (left, y0, wide, y1 - y0), scale


def _box(plan: MapPlan, name: str) -> Rect:
    """The whole box of a point, tab included; of an area the box for its units."""
    space = plan.spaces[name]
    if not plan.roads:
        return space.stack
    x, y, width, tab = space.name_rect
    return x, y, width, tab + space.stack[3]


def _areas(game: Game, plan: MapPlan, area: Rect) -> list[Node]:
    """The map of areas in `area` without the names of areas, which plates below their units say."""
    from pnp.generators.maps.sheet import map_layers

    layers = [layer for layer in map_layers(game, plan) if layer.layer not in ("names", "towns")]
    return [*Pieces(layers).piece((area[0], area[1], area[0] + area[2], area[1] + area[3]))]


def _area_names(game: Game, plan: MapPlan, situation: ExampleBoard, cut: Rect, scale: float) -> list[Node]:
    """The name of each area that matters, below its units, as far as these lie in the `cut`."""
    names = {str(space.id): space.name for space in game.map.spaces}
    nodes: list[Node] = []
    for place in dict.fromkeys((*situation.spaces, *situation.units, *situation.arriving)):
        if place in plan.spaces:
            x, y, width, height = plan.spaces[place].stack
            if not (cut[0] < x and x + width < cut[0] + cut[2] and cut[1] < y and y + height < cut[1] + cut[3]):
                continue
            nodes += name_plate((x + width / 2, y + height + 1.2 / scale), names[place], scale)
    return nodes


def _ground(game: Game, plan: MapPlan, area: Rect) -> list[Node]:
    """The map's own layers, without what lies outside `area` and without names that its edge would cut."""
    from pnp.generators.maps.point.layers import point_layers

    layers: list[Node] = []
    box = area[0], area[1], area[0] + area[2], area[1] + area[3]
    for layer in point_layers(game.map, plan, map_ink(game.map, game.style)):
        inside = [node for node in layer.children if _is_in(node, area)]
        cut = [cut_path(node, box) if isinstance(node, Path) else node for node in inside]
        visible = [node for node in cut if node is not None]
        if visible:
            layers.append(Group(tuple(visible)))
    return layers


def _is_in(node: Node, area: Rect) -> bool:
    """Whether part of a shape, or all of a text, lies in `area`."""
    x0, y0, x1, y1 = area[0], area[1], area[0] + area[2], area[1] + area[3]
    if isinstance(node, TextOnPath):
        return all(x0 + 1 < x < x1 - 1 and y0 + 1 < y < y1 - 1 for x, y in node.points)
    for _, item, box in marks((node,)):
        if isinstance(item, Text):
            if x0 < box[0] and box[2] < x1 and y0 < box[1] and box[3] < y1:
                return True
        elif box[0] < x1 and box[2] > x0 and box[1] < y1 and box[3] > y0:
            return True
    return False


# Units -------------------------------------------------------------------------------------------


def _units(game: Game, plan: MapPlan, situation: ExampleBoard, scale: float) -> list[Node]:
    """The counters on their boxes, those that arrive later pale and last; in an area they may be wider than its box."""
    counters = {str(c.id): c for c in game.all_counters()}
    nodes: list[Node] = []
    for place in dict.fromkeys((*situation.units, *situation.arriving)):
        stack = [(name, face, 1.0) for name, face in situation.units.get(place, ())]
        stack += [(name, face, PALE) for name, face in situation.arriving.get(place, ())]
        units = [(counters[name], face, opacity) for name, face, opacity in stack if name in counters]
        if not units or place not in plan.spaces:
            continue
        x, y, width, height = plan.spaces[place].stack
        size, step = _row(len(units), width, height, game.style.counters.size_mm)
        if not plan.roads and size < LEAST_CHIT_MM / scale:
            size = step = LEAST_CHIT_MM / scale
        left = x + width / 2 - ((len(units) - 1) * step + size) / 2
        for index, (counter, face, opacity) in enumerate(units):
            shown = face if counter.group.back != "same" else "front"
            drawn = chit(game, counter, left + index * step, y + (height - size) / 2 + 0.2, size, shown)
            nodes.append(Group(tuple(drawn), opacity=opacity))
    return nodes


def _row(count: int, width: float, height: float, natural: float) -> tuple[float, float]:
    """Size of the counters in a row and the offset from one to the next; the row may overhang its box a little."""
    if count == 1:
        size = min(natural, height - 1.6)
        return size, size
    # Of three and more each is smaller, so that the next one doesn't hide its figures.
    share, over = {2: (0.7, 1.6), 3: (0.6, 4.4)}.get(count, (0.56, 7.0))
    size = min(natural * share, height - 2.0)
    return size, min(size + 0.5, (width + 2 * over - size) / (count - 1))


# Arrows ------------------------------------------------------------------------------------------


def _arrows(plan: MapPlan, legs: Sequence[Leg], scale: float) -> list[Node]:
    """An arrow along the road for each leg, shifted sideways where another already runs."""
    used: dict[frozenset[str], int] = {}
    nodes: list[Node] = []
    for leg in legs:
        straight = leg.kind == "switch" or not plan.roads
        way = _direct(plan, leg) if straight else _way(plan, leg.start, leg.end)
        if way is None:
            continue
        pair = frozenset((leg.start, leg.end))
        shift = (0.0, 3.4, -3.4, 6.4)[min(used.get(pair, 0), 3)]
        used[pair] = used.get(pair, 0) + 1
        nodes += arrow(_beside(_trimmed(way, plan, leg), shift), leg.kind, scale)
    return nodes


def _direct(plan: MapPlan, leg: Leg) -> list[Point]:
    """The straight line between the middles of two boxes: units that change sides use no road, areas have none."""
    boxes = _box(plan, leg.start), _box(plan, leg.end)
    return [(x + width / 2, y + height / 2) for x, y, width, height in boxes]


def _way(plan: MapPlan, start: str, end: str) -> list[Point] | None:
    """Points from box to box along the fewest roads."""
    roads = {frozenset(road.between): road for road in plan.roads}
    before: dict[str, str] = {start: ""}
    queue = [start]
    while queue and end not in before:
        at = queue.pop(0)
        for road in plan.roads:
            if at in road.between:
                neighbour = road.between[1] if road.between[0] == at else road.between[0]
                if neighbour not in before:
                    before[neighbour] = at
                    queue.append(neighbour)
    if end not in before:
        return None
    chain = [end]
    while before[chain[-1]]:
        chain.append(before[chain[-1]])
    points: list[Point] = []
    for a, b in pairwise(reversed(chain)):
        road = roads[frozenset((a, b))]
        part = list(road.points if road.between[0] == a else reversed(road.points))
        points += part if not points else part[1:]
    return points


def _trimmed(way: Sequence[Point], plan: MapPlan, leg: Leg) -> list[Point]:
    """The part of `way` from just inside the first box to the edge of the last."""
    dense = _dense(way)
    first, last = _box(plan, leg.start), _box(plan, leg.end)
    dense = [p for p in dense if not _inside(p, first, -1.2) and not _inside(p, last, 0.4)]
    return dense or _dense(way)


def _dense(way: Sequence[Point]) -> list[Point]:
    total = length_mm(way)
    count = max(2, int(total / 0.8))
    return [along(way, total * i / count) for i in range(count + 1)]


def _inside(point: Point, box: Rect, more: float) -> bool:
    x, y, width, height = box
    return x - more < point[0] < x + width + more and y - more < point[1] < y + height + more


def _beside(way: Sequence[Point], shift: float) -> list[Point]:
    """`way` shifted to its left by `shift` mm."""
    if not shift or len(way) < 2:
        return list(way)
    shifted = []
    for index, (x, y) in enumerate(way):
        ax, ay = way[max(index - 1, 0)]
        bx, by = way[min(index + 1, len(way) - 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        shifted.append((x + shift * (by - ay) / length, y - shift * (bx - ax) / length))
    return shifted


def arrow(way: Sequence[Point], kind: str, scale: float) -> list[Node]:
    """A cased arrow: thick to attack, thin to move, broken to retreat or refused, dotted to change sides.

    Widths are those in print, whatever the scale.
    """
    if len(way) < 2:
        return []
    colour = COLOURS.get(kind, MOVING)
    weight = {"attack": 3.0}.get(kind, 1.7) / scale
    head = {"attack": 3.4}.get(kind, 2.8) / scale
    end = way[-1]
    total = length_mm(way)
    head = min(head, total * 0.7)
    base = along(way, total - head)
    dx, dy = end[0] - base[0], end[1] - base[1]
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    half = head * 0.46
    tip = polyline(
        [(base[0] - dy * half, base[1] + dx * half), end, (base[0] + dy * half, base[1] - dx * half)], close=True
    )
    shaft = polyline([along(way, (total - head * 0.8) * i / 24) for i in range(25)])
    dash = tuple(
        part / scale for part in {"retreat": (1.8, 1.1), "refused": (1.8, 1.1), "switch": (0.7, 0.7)}.get(kind, ())
    )
    casing = 1.5 / scale
    return [
        Path(shaft, stroke=Stroke("#ffffff", weight + casing, join="round")),
        Path(tip, fill="#ffffff", stroke=Stroke("#ffffff", casing, join="round")),
        Path(shaft, stroke=Stroke(colour, weight, dash, join="round")),
        Path(tip, fill=colour),
    ]


def _legend(game: Game, legs: Iterable[Leg], width: float) -> Drawing | None:
    """The legend of the kinds of arrow that occur; None without arrows."""
    words = game.words
    meanings = {"attack": words.text("attack"), "move": words.text("move"), "retreat": words.text("retreat"),
            "switch": words.text("changes sides")}  # fmt: skip
    kinds = [kind for kind in meanings if any(leg.kind == kind for leg in legs)]
    if not kinds:
        return None
    nodes: list[Node] = []
    x = 0.4
    for kind in kinds:
        nodes += arrow([(x, 1.7), (x + 4.0, 1.7), (x + 8.0, 1.7)], kind, 1.25)
        nodes.append(Text(x + 9.2, 2.6, meanings[kind], "sans-italic", 7.2, QUIET))
        x += 9.2 + width_mm(meanings[kind], "sans-italic", 7.2) + 4.0
    return Drawing(tuple(nodes), width, 3.4)
