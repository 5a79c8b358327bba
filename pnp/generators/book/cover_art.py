"""The picture of a cover: the game's own map by night under the whole page, and some of its own counters on it.

In: a game, the plan of its map, the page and the room on it. Out: nodes in mm of the page. Which picture a game has
follows from its kind of map and what stands on it at the start:

- a front: counters of all sides on a turned map, where the game begins or, without hexes, on their way to each other;
- a route: a main road up the page on a map of points, its places named, what sets out on it and what awaits it.

Words lie on veils over the map. In the low-ink edition all of it is on white.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import asin, cos, dist, hypot, inf, radians, sin
from statistics import fmean

from pnp.draw.bidi import is_right_to_left
from pnp.draw.colour import mix
from pnp.draw.recolour import recoloured
from pnp.draw.scene import Group, Halo, Matrix, Node, Path, Point, Stroke, Text, circle, polyline, rect, texts_in
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.colours import side_style
from pnp.generators.counters.laid import best_units, laid, strength
from pnp.generators.maps.hex.ground import bare_ground_layers
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.hex.piece import letters, piece_of
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import map_layers
from pnp.generators.sheets.night import night
from pnp.generators.sheets.title_ink import TitleInk, title_ink
from pnp.maps.lines import Rect, centre
from pnp.maps.parts import MapPlan, RoadPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

SIDE_MM = 17.0
"""White left and right of the words of a cover."""
SIZES_MM, SHARE, CHIT_MM = (32.0, 29.0, 26.0, 23.0), 0.8, 23.0
"""A counter of a front, the best first, and in widths of its hex; one on a map that is smaller than the picture."""
ENOUGH, TRIES, SHIFTS, SMALLER = 11, 60, (-0.15, 0.0, 0.15), 9.0
"""So many stacks make a front; what is tried for the middle of the picture, and how far from it, in its widths; what it
costs to draw hexes that are smaller than their counters.
"""
PILE, MOST, LOOSE, EDGE, CLEAR = 0.055, 3, 0.45, 0.62, 1.07
"""How far a counter that lies below another looks out, how many are seen, how loose they lie; from the middle of one to
the edge of the picture, and to that of another stack, in edges.
"""
TURN_DEG, ADVANCE = -12.0, 0.37
"""How far the map is turned, and the share of their way to the enemy that sides have gone on a map of areas."""
VEIL, VEILS, FADE_MM = 0.96, 60, 24.0
"""How much of the map a veil hides, in so many steps; half of the height in which it fades."""
SIGNS = ("stacks", "links", "towns", "names", "symbols", "crossings", "boxes")
"""Layers of a map of areas or points that a cover leaves out."""
NAMES, LEAST_PT = ("names", "area names", "towns"), 10.0
"""Layers with names, and the smallest of them that a cover shows."""


# The map ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """A part of the map on the page: its point `at` at `to`, larger by `scale`, turned clockwise by `degrees`."""

    scale: float
    at: Point
    to: Point
    degrees: float = 0.0

    @property
    def matrix(self) -> Matrix:
        """From mm of the map to mm of the page."""
        across, down = self.scale * cos(radians(self.degrees)), self.scale * sin(radians(self.degrees))
        (x, y), (px, py) = self.at, self.to
        return across, down, -down, across, px - across * x + down * y, py - down * x - across * y

    def place(self, point: Point) -> Point:
        """Where a point of the map lies on the page."""
        a, b, c, d, e, f = self.matrix
        return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f

    def back(self, point: Point) -> Point:
        """The point of the map that lies there on the page."""
        a, b, _, _, e, f = self.matrix
        x, y, square = point[0] - e, point[1] - f, self.scale**2
        return (a * x + b * y) / square, (a * y - b * x) / square

    def seen(self, window: Rect) -> Rect:
        """The least upright part of the map that holds all that the window shows."""
        left, top, wide, high = window
        return around(self.back(corner) for corner in product((left, left + wide), (top, top + high)))

    def shown(self, nodes: Sequence[Node], window: Rect) -> Group:
        """What is drawn in mm of the map, on the page, in the window."""
        return Group((Group(tuple(nodes), transform=self.matrix),), clip=Path(rect(*window)))


def around(points: Iterable[Point]) -> Rect:
    """The rectangle that holds all points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def place_of(plan: MapPlan, name: str) -> Point | None:
    """The middle of a space; None when the map has none of that name."""
    if plan.hexes is not None:
        return plan.hexes.centres.get(name)
    return centre(plan.spaces[name].stack) if name in plan.spaces else None


def place_named(game: Game, plan: MapPlan) -> Point | None:
    """Where the space is that the style names. Raises LayoutError when the map has no such space."""
    name = game.style.cover_at
    if name is not None and place_of(plan, name) is None:
        raise LayoutError(f"style.yaml: `cover_at` has {name!r}, which is no space of the map")
    return None if name is None else place_of(plan, name)


def printed(game: Game, plan: MapPlan, view: View, window: Rect, *hidden: str) -> Group:
    """The map without words, signs and the layers in `hidden`, by night where ink isn't saved."""
    x, y, wide, high = view.seen(window)
    if plan.hexes is not None:
        layers = bare_ground_layers(replace(plan, labels=None), map_ink(game.map, game.style))  # lines meet no names
    else:
        layers = tuple(layer for layer in map_layers(game, plan) if layer.layer not in (*SIGNS, *hidden))
    return view.shown(_by_night(game, piece_of(layers, (x, y, x + wide, y + high))), window)


def names(game: Game, plan: MapPlan, view: View, window: Rect, taken: Sequence[Point], apart: float) -> Group:
    """The larger names of the map, of those that lie in the window and nowhere near the points of `taken`."""
    left, top, wide, high = window
    layers = [layer for layer in (hex_name_layers(game, plan, map_ink(game.map, game.style)) if plan.hexes is not None
              else map_layers(game, plan)) if layer.layer in NAMES]  # fmt: skip
    kept: list[Node] = []
    for text in texts_in(layers):
        points = [view.place(point) for point in letters(text)]
        inside = all(left < x < left + wide and top < y < top + high for x, y in points)
        free = all(dist(point, other) > apart for point in points for other in taken)
        if inside and free and text.size_pt * view.scale >= LEAST_PT:
            kept.append(text)
    return view.shown(_by_night(game, kept), window)


def _by_night(game: Game, nodes: Sequence[Node]) -> Sequence[Node]:
    low = game.style.ink == "low"
    return nodes if low else recoloured(nodes, night(game), f"by night {title_ink(game).ground}")


def veil(ink: TitleInk, page: Rect, begin: float, end: float, *, aside: bool = False) -> Iterator[Node]:
    """The ground over the map from an edge of the page, beginning to fade at `begin` and gone at `end`.

    aside  from left or right
    The strips lie on one another, so that no seam shows; on white the first hides all.
    """
    left, top, wide, high = page
    begin += 0.0 if ink.shadows else 0.4 * (end - begin)
    share = 1.0 - (1.0 - VEIL) ** (1.0 / VEILS)
    for number in range(VEILS):
        dark = (1.0 - (1.0 - share) ** (VEILS - number - 0.5)) / VEIL
        at = begin + (end - begin) * (0.5 - sin(asin(2.0 * dark - 1.0) / 3.0))  # a smooth step, turned round
        if aside:
            box = (left, top, at - left, high) if begin < end else (at, top, left + wide - at, high)
        else:
            box = (left, top, wide, at - top) if begin < end else (left, at, wide, top + high - at)
        yield Path(rect(*box), fill=ink.ground, fill_opacity=share if number or ink.shadows else 1.0)


# A front ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartStack:
    """Units of one side, the strongest first: where they stand in the picture, and where they came from to there."""

    units: tuple[Counter, ...]
    at: Point
    start: Point | None = None

    @property
    def side(self) -> str:
        """Whose they are."""
        return str(self.units[0].group.side)


def starts(game: Game, plan: MapPlan) -> dict[str, list[Counter]]:
    """Space -> units that fight and start there, strongest first, in the scenario that places the most."""
    units = [unit for side in game.info.sides for unit in best_units(game, side.id)]
    types = Counted(unit.group.type for unit in units)
    best = sorted(units, key=lambda unit: (-strength(unit), -types[unit.group.type]))
    counters = {str(unit.id): (order, unit) for order, unit in enumerate(best)}
    most: dict[str, list[Counter]] = {}
    for scenario in game.scenarios.values():
        free = (stack for placement in scenario.placements for stack in placement.default.items())
        placed: dict[str, list[Counter]] = {}
        for place, units in chain((scenario.position.units or {}).items(), free):
            names = [name for unit in units if (name := str(getattr(unit, "id", unit))) in counters]
            if names and place_of(plan, str(place)):
                placed[str(place)] = [counters[name][1] for name in sorted(names, key=lambda name: counters[name][0])]
        most = max(most, placed, key=len)
    return most


def stacks(game: Game, plan: MapPlan, middle: Point | None, *, moving: bool) -> list[StartStack]:
    """Who stands where at the start, the strongest first; sides that stand nowhere, about the middle.

    moving  whether those who stand on the map are on their way to the others
    """
    found: list[StartStack] = []
    for place, units in starts(game, plan).items():
        for side in dict.fromkeys(unit.group.side for unit in units):
            own = tuple(unit for unit in units if unit.group.side == side)
            found.append(StartStack(own, place_of(plan, place) or (0.0, 0.0)))
    there = {stack.side for stack in found}
    away = [units for side in game.info.sides if side.id not in there and (units := best_units(game, side.id))]
    x, y = middle or centre(plan.frame_mm)
    for number, units in enumerate(away):
        found.append(StartStack(tuple(units), (x + (number - (len(away) - 1) / 2) * plan.frame_mm[2] / 4, y)))
    if moving:
        found = [met(stack, found) if stack.side in there else stack for stack in found]
    return sorted(found, key=lambda stack: -sum(map(strength, stack.units)))


def met(stack: StartStack, found: Sequence[StartStack]) -> StartStack:
    """A stack on its way to the nearest of the others' sides."""
    others = [other.at for other in found if other.side != stack.side]
    if not others:
        return stack
    (x, y), (u, v) = stack.at, min(others, key=lambda at: dist(at, stack.at))
    return replace(stack, at=(x + ADVANCE * (u - x), y + ADVANCE * (v - y)), start=stack.at)


def front(game: Game, plan: MapPlan, ink: TitleInk, page: Rect, window: Rect) -> tuple[Node, ...]:
    """The counters of all sides where they stand at the start, where most of them face each other.

    page    all of which the map fills, as far as it reaches; veils lie over it above and below the window
    window  where counters may lie
    Raises LayoutError when the style names a space that the map lacks.
    """
    middle = place_named(game, plan)
    for moving in (plan.hexes is None, True):  # on hexes only where nothing else brings sides together
        all_stacks = stacks(game, plan, middle, moving=moving)
        worth, view, size = battle(plan, all_stacks, window, middle)
        if worth > -inf:
            break
    top, foot = window[1], window[1] + window[3]
    nodes: list[Node] = [printed(game, plan, view, page)]
    seen = sorted(within(view, all_stacks, size, window), key=lambda stack: view.place(stack.at)[1])
    taken = [(x + u * size / 3, y + v * size / 3) for stack in seen for x, y in [view.place(stack.at)]
             for u in (-1, 0, 1) for v in (-1, 0, 1)]  # fmt: skip
    for stack in seen:
        if stack.start:
            (x, y), (u, v) = view.place(stack.start), view.place(stack.at)
            taken += [(x + n / 8 * (u - x), y + n / 8 * (v - y)) for n in range(13)]
    lit = window[0], top + FADE_MM / 2, window[2], foot - top - 1.3 * FADE_MM
    nodes.append(names(game, plan, view, lit, taken, 0.3 * size))
    nodes += [arrow(game, stack, view, size) for stack in seen if stack.start]
    nodes += [*veil(ink, page, top - FADE_MM / 4, top + FADE_MM), *veil(ink, page, foot + FADE_MM / 4, foot - FADE_MM)]
    for stack in seen:
        nodes += piled(game, stack, view.place(stack.at), size, shadow=ink.shadows)
    return tuple(nodes)


def piled(game: Game, stack: StartStack, at: Point, size: float, *, shadow: bool) -> Iterator[Node]:
    """The units of a stack, the strongest on top."""
    for below in range(min(len(stack.units), MOST) - 1, -1, -1):
        px, py = at[0] + below * PILE * size, at[1] - below * PILE * size
        yield laid(game, stack.units[below], px, py, size, TURN_DEG, loose=LOOSE, shadow=shadow)


def arrow(game: Game, stack: StartStack, view: View, size: float) -> Path:
    """The way of a stack, in its side's colour: broader towards its head, which looks out before the counter."""
    (x, y), (u, v) = view.place(stack.start or stack.at), view.place(stack.at)
    long = hypot(u - x, v - y) or 1.0
    ex, ey = (u - x) / long, (v - y) / long
    outline = (0.0, 0.04), (long + 0.66 * size, 0.11), (long + 0.62 * size, 0.26), (long + 1.05 * size, 0.0)
    points = [(along, aside * size) for along, aside in outline]
    points += [(along, -aside) for along, aside in reversed(points[:-1])]
    ring = [(x + along * ex - aside * ey, y + along * ey + aside * ex) for along, aside in points]
    ground = side_style(game.style, stack.units[0].group).ground
    pen = Stroke(mix(ground, "#000000", 0.6), 0.8)
    return Path(polyline(ring, close=True), fill=mix(ground, "#ffffff", 0.15), stroke=pen)


def within(view: View, found: Sequence[StartStack], size: float, window: Rect) -> list[StartStack]:
    """The stacks of which all is seen, none on another."""
    left, top, wide, high = window
    edge, shown = EDGE * size, dict[StartStack, Point]()
    for stack in found:
        x, y = view.place(stack.at)
        inside = left + edge < x < left + wide - edge and top + edge < y < top + high - edge
        near = CLEAR * size / view.scale
        if inside and all(max(abs(a - b) for a, b in zip(stack.at, at, strict=True)) > near for at in shown.values()):
            shown[stack] = stack.at
    return list(shown)


def battle(
    plan: MapPlan, found: Sequence[StartStack], window: Rect, middle: Point | None
) -> tuple[float, View, float]:
    """What is best of the parts of a map where stacks face each other, that part, and the size of counters.

    Without any it is worth less than any number, and shows the whole map.
    """
    left, top, wide, high = window
    whole = 0.0, top - FADE_MM / 2, wide + 2 * left, high
    least = max(whole[2] / plan.frame_mm[2], whole[3] / plan.frame_mm[3])
    best = -inf, View(1.1 * least, centre(plan.frame_mm), centre(whole)), CHIT_MM
    for size in SIZES_MM:
        for view, far in views(plan, found, window, middle, size):
            worth = tension(view, within(view, found, size, window), size, window) - far
            if middle:
                worth -= dist(view.place(middle), centre(window)) / wide
            if worth > best[0] and covers(plan, view, whole):
                best = worth, view, size
    return best


def views(
    plan: MapPlan, found: Sequence[StartStack], window: Rect, middle: Point | None, size: float
) -> Iterator[tuple[View, float]]:
    """The parts of a map that are tried, about the middle of each pair of stacks, and what each costs."""
    left, top, wide, high = window
    spots = [centre(around((one.at, other.at))) for one, other in product(found, found) if one.side < other.side]
    if plan.hexes is not None:
        natural = size / SHARE / (plan.hexes.side_mm * 3**0.5)
        scales = [(natural * share, SMALLER * (1.0 - share)) for share in (1.0, 0.85, 0.7)]
    else:
        least = max(wide / plan.frame_mm[2], high / plan.frame_mm[3])
        scales = [(least * more, 0.0) for more in (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)]
    tried = [*([middle] if middle else []), *spots[:: len(spots) // TRIES + 1]]
    for (scale, cost), spot, aside, down in product(scales, tried, SHIFTS, SHIFTS):
        yield View(scale, spot, (left + wide * (0.5 + aside), top + high * (0.5 + down)), TURN_DEG), cost


def tension(view: View, seen: Sequence[StartStack], size: float, window: Rect) -> float:
    """How good a picture the stacks make: many, large, of many sides, near to each other, in the middle."""
    sides = Counted(stack.side for stack in seen)
    if len(sides) < 2:
        return -inf
    left, top, wide, high = window
    x, y = (fmean(axis) for axis in zip(*(view.place(stack.at) for stack in seen), strict=True))
    away = abs(x - left - wide / 2) / wide + abs(y - top - high / 2) / high
    near = fmean(min(dist(one.at, other.at) for other in seen if other.side != one.side) for one in seen)
    second = sorted(sides.values())[-2]
    many = min(len(seen), ENOUGH) + min(second, ENOUGH / 3) + 2 * len(sides)
    return many + size / 6 - 8 * away - near * view.scale / size


def covers(plan: MapPlan, view: View, window: Rect) -> bool:
    """Whether the map is everywhere in the window."""
    left, top, wide, high = window
    spots = [view.back((left + u * wide / 4, top + v * high / 4)) for u in range(5) for v in range(5)]
    if plan.hexes is None:
        x, y, width, height = plan.frame_mm
        return all(x < u < x + width and y < v < y + height for u, v in spots)
    side, centres = plan.hexes.side_mm, plan.hexes.centres.values()
    return all(any(abs(u - x) < side and abs(v - y) < side for x, y in centres) for u, v in spots)


# A route ---------------------------------------------------------------------------------------------

ROAD_MM, STATION_MM = 5.2, 3.4
"""Width of a main road, and the radius of a station on it."""
NAME_PT, END_PT = 12.0, 17.0
"""Names of stations, and of the first and the last."""
LANE_MM = 0.7, (3.4, 2.6)
"""Width of the line along its middle, and the dashes of that."""
ROUTE_ASIDE, ROUTE_AIR_MM = 0.63, 20.0
"""Where a route lies, in widths of the page; room above and below it."""
COLUMN_MM = 27.0


def main_way(plan: MapPlan) -> list[RoadPlan]:
    """The main road; without one, the way with the most roads between two places that are farthest from each other."""
    if mains := [road for road in plan.roads if road.main]:
        return mains
    roads: dict[str, list[RoadPlan]] = {}
    for road in plan.roads:
        for name in road.between:
            roads.setdefault(name, []).append(road)
    longest: list[RoadPlan] = []
    for start in roads:
        ways: dict[str, list[RoadPlan]] = {start: []}
        for name in (queue := [start]):
            for road in roads[name]:
                end = road.between[road.between[0] == name]
                if end not in ways:
                    ways[end] = [*ways[name], road]
                    queue.append(end)
        longest = max(longest, ways[queue[-1]], key=len)
    return longest


def route_box(plan: MapPlan) -> Rect:
    """The rectangle of that way, a point on a map without roads."""
    return around([point for road in main_way(plan) for point in road.points] or [(0.0, 0.0)])


def route(game: Game, plan: MapPlan, ink: TitleInk, page: Rect, free: float, foot: float) -> tuple[Node, ...]:
    """The main way up the page, beside the title, with those who set out on it, and those who await them.

    free  from where down the page no word stands on the half that has the title
    foot  to where
    """
    mains, (x, y, width, height) = main_way(plan), route_box(plan)
    left, _, wide, _ = page
    sign = -1 if is_right_to_left(game.language) else 1
    frame_left, _, frame_wide, _ = plan.frame_mm
    scale = (foot - 2 * ROUTE_AIR_MM) / height
    away = frame_left + frame_wide - x - width / 2 if sign > 0 else x + width / 2 - frame_left
    aside = sign * max((ROUTE_ASIDE - 0.5) * wide, wide / 2 - scale * away)  # the map ends at the edge of the page
    view = View(scale, (x + width / 2, y + height / 2), (left + wide / 2 + aside, foot / 2))
    edge = view.place((frame_left if sign > 0 else frame_left + frame_wide, 0.0))[0]
    edge = max(edge, 0.0) + FADE_MM / 2 if sign > 0 else min(edge, wide + 2 * left) - FADE_MM / 2
    nodes: list[Node] = [printed(game, plan, view, page, "roads")]
    nodes += veil(ink, page, foot + FADE_MM / 4, foot - FADE_MM)
    nodes += veil(ink, page, edge, view.to[0] - sign * scale * width, aside=True)
    for colour, size, dash in ((game.style.palette.get("main-road", ink.rule), ROAD_MM, ()), (ink.ground, *LANE_MM)):
        pen = Stroke(colour, size / MM_PER_PT / scale, tuple(d / scale for d in dash), join="round")
        nodes.append(view.shown([Path(polyline(road.points), stroke=pen) for road in mains], page))
    stations = Counted(name for road in mains for name in road.between)
    at = {name: view.place(centre(plan.spaces[name].stack)) for name in stations}
    halo = Halo(ink.ground, 2.4, 0.6)
    for name, (px, py) in at.items():
        size, font = (END_PT, "condensed-bold") if stations[name] == 1 else (NAME_PT, "condensed-medium")
        radius = STATION_MM * (1.35 if stations[name] == 1 else 1.0)
        nodes.append(Path(circle(px, py, radius), fill=ink.words, stroke=Stroke(ink.ground, 2.0)))
        text, cap = " ".join(line.text for line in plan.spaces[name].name), 0.35 * size * MM_PER_PT
        middle = px + sign * (radius + 3.2 + width_mm(text, font, size) / 2)
        nodes.append(Text(middle, py + cap, text, font, size, ink.words, anchor="middle", halo=halo))
    starting, halfway, order = starts(game, plan), COLUMN_MM / 2, list(at)
    ways = sorted((order, order[::-1]), key=lambda way: -at[way[0]][1])
    for number, way in enumerate(ways):
        units = starting.get(way[0], [])[:MOST]
        places = [(x - sign * 1.9 * halfway, y) for x, y in map(at.__getitem__, way) if y - 1.4 * halfway > free]
        if number and units and places:
            nodes += piled(game, StartStack(tuple(units), places[0]), places[0], COLUMN_MM, shadow=ink.shadows)
        elif not number:
            nodes += [laid(game, unit, *place, COLUMN_MM, shadow=ink.shadows)
                      for unit, place in zip(reversed(units), places, strict=False)]  # fmt: skip
    return tuple(nodes)
