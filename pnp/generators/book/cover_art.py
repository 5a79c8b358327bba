"""The picture of a cover: the game's own map by night under the whole page, and some of its own counters on it.

In: a game, the plan of its map, the page and the room on it. Out: nodes in mm of the page. Which picture a game has
follows from its kind of map and what stands on it at the start:

- a front: counters of the first side on a turned map against those of all others, about the place where they meet;
- a route: a main road up the page on a map of points, its places named, what sets out on it and what awaits it.

Words lie on veils over the map. In the low-ink edition all of it is on white.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, pairwise, product
from math import asin, atan2, cos, degrees, dist, hypot, radians, sin

from pnp.draw.bidi import is_right_to_left
from pnp.draw.colour import luminance
from pnp.draw.recolour import recoloured
from pnp.draw.scene import Group, Halo, Matrix, Node, Path, Point, Stroke, Text, circle, polyline, rect, texts_in
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.laid import best_units, laid, strength
from pnp.generators.maps.hex.ground import bare_ground_layers, number_layer
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.hex.piece import letters, piece_of
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import map_layers
from pnp.generators.sheets.night import night
from pnp.generators.sheets.title_ink import TitleInk
from pnp.maps.lines import Rect, centre
from pnp.maps.parts import MapPlan, RoadPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

SIDE_MM = 17.0
"""White left and right of the words of a cover."""
COUNTER_MM, SHARE, PITCH, AIR_MM = 30.0, 0.82, 1.2, 7.5
"""A counter of a front; its width in widths of a hex; from one to the next in edges of one; how near the middle
of a name comes.
"""
FILES, STEEP = (3, 4), 2.0
"""Stacks side by side of a line of battle that faces right or left, and up or down; how much sooner it faces so."""
GAPS_MM, AHEAD_MM, ASIDE_MM, WIDENED = range(48, 121, 6), range(0, 61, 10), range(-60, 61, 10), 1.5
"""How far two lines of battle may be from each other, and what is fought for from the middle between them, ahead and
aside; how much worse the first is.
"""
TOWN = 0.45
"""Half of the sign of a town, in edges of a hex."""
PILE, MOST, LOOSE = 0.055, 3, 0.4
"""How far a counter that lies below another looks out, how many are seen, how loose they lie."""
TURN_DEG, ENLARGED = -12.0, 1.4
"""How far the map and the counters of a cover are turned; a map without hexes is larger than its sheet by so much."""
DRIFT = 2.0
"""Tenths of the way to the middle of the map that a view moves rather than be twice as large."""
VEILS, FADE_MM, DARKEST = 90, 56.0, 0.96
"""The steps in which a veil fades, the height of that, and how much of the map it hides where it is darkest."""
SIGNS = ("stacks", "links", "towns", "names", "symbols", "crossings", "boxes")
"""Layers of a map of areas or points that a cover leaves out."""
NAMES = "towns", "names", "area names"
"""Layers with names."""
HALO_PT, LEAST_PT = 2.0, 6.5
"""Width of the halo of a name, and its least size as printed."""


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


def inside(point: Point, box: Rect) -> bool:
    """Whether a point lies in a rectangle."""
    left, top, wide, high = box
    return left < point[0] < left + wide and top < point[1] < top + high


def around(points: Iterable[Point]) -> Rect:
    """The rectangle that holds all points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def place_of(plan: MapPlan, name: str) -> Point | None:
    """The middle of a space; None when the map has none of that name."""
    if plan.hexes is not None:
        return plan.hexes.centres.get(name)
    return centre(plan.spaces[name].stack) if name in plan.spaces else None


def printed(game: Game, plan: MapPlan, ink: TitleInk, view: View, window: Rect, *hidden: str) -> Group:
    """The map without words, signs and the layers in `hidden`, in the colours of the cover."""
    x, y, wide, high = view.seen(window)
    if plan.hexes is not None:
        layers = bare_ground_layers(replace(plan, labels=None), map_ink(game.map, game.style))  # lines meet no names
    else:
        layers = tuple(layer for layer in map_layers(game, plan) if layer.layer not in (*SIGNS, *hidden))
    return view.shown(toned(game, ink, piece_of(layers, (x, y, x + wide, y + high))), window)


def name_layers(game: Game, plan: MapPlan) -> list[Group]:
    """The layers of a map with names."""
    hexes = plan.hexes is not None
    layers = hex_name_layers(game, plan, map_ink(game.map, game.style)) if hexes else map_layers(game, plan)
    return [layer for layer in layers if layer.layer in NAMES]


def names(
    game: Game, plan: MapPlan, ink: TitleInk, view: View, window: Rect, spots: Collection[Point]
) -> Group:  # fmt: skip
    """The signs of towns, the names and the numbers of hexes where the map has them: each that is whole in the window,
    no smaller than `LEAST_PT`, and clear of the counters in `spots`, as is the sign of its place.
    """
    inks = map_ink(game.map, game.style)
    layers = [*number_layer(plan, inks), *name_layers(game, plan)]
    places = ((space, place_of(plan, str(space.id))) for space in game.map.spaces)
    lost = {
        space.name.casefold() for space, at in places
        if at and (not clear(view, [at], spots, 0.0) or (plan.hexes and not space.features))
    }  # fmt: skip
    signs = [node for layer in layers for node in layer.children if isinstance(node, Path)]
    x, y, seen_wide, seen_high = view.seen(window)
    shown_signs = piece_of([Group(tuple(signs))], (x, y, x + seen_wide, y + seen_high))
    kept: list[Node] = []
    halo = Halo(inks["land"] if ink.shadows and ink.tone != "night" else ink.ground, HALO_PT, 0.6)
    for text in texts_in(layers):
        points = [view.place(point) for point in letters(text)]
        seen = all(inside(at, window) for at in points) and clear(view, points, spots)
        if seen and text.size_pt * view.scale >= LEAST_PT and text.text.casefold() not in lost:
            kept.append(text)
    words = (replace(text, halo=halo) for text in texts_in(toned(game, ink, kept)))
    return Group((*toned(game, ink, shown_signs), *words), transform=view.matrix)


def toned(game: Game, ink: TitleInk, nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Parts of the map in the colours of a cover."""
    return recoloured(nodes, night(game), f"by night {ink.ground}") if ink.tone == "night" else tuple(nodes)


def veil(ink: TitleInk, page: Rect, begin: float, end: float, aside: float = 0.0) -> Iterator[Node]:
    """The ground over the map from head or foot of the page, fading from `begin` to `end`, in strips without seams.

    aside  where it begins to fade beside the upper left corner of the page, of the right one below 0; 0 for the whole
           width
    """
    left, top, wide, high = page
    for number in range(VEILS):
        dark = (number + 0.5) / VEILS
        fade = 0.5 - sin(asin(2.0 * dark - 1.0) / 3.0)  # a smooth step, turned round
        at, side, radius = begin + (end - begin) * fade, wide, 0.0
        if aside:  # round where it lies on the page
            side, radius, top = abs(aside) + FADE_MM * (1.0 + fade), FADE_MM, page[1] - FADE_MM
            left = page[0] - FADE_MM if aside > 0 else page[0] + wide + FADE_MM - side
        box = (left, top, side, at - top) if begin < end else (left, at, side, page[1] + high - at)
        yield Path(rect(*box, radius), fill=ink.ground, fill_opacity=1.0 / (VEILS / DARKEST - number))


# A front ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartStack:
    """Units of one side, the strongest first, and where they start on the map."""

    units: tuple[Counter, ...]
    at: Point

    @property
    def side(self) -> str:
        """Whose they are."""
        return str(self.units[0].group.side)

    @property
    def strength(self) -> float:
        """Of all of them."""
        return sum(map(strength, self.units))


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


def stacks(game: Game, plan: MapPlan, middle: Point) -> list[StartStack]:
    """Who stands where at the start, the units of a side with few stacks each by itself; the best of a side that stands
    nowhere, many of one of two, few of one of several, between those of others and the middle.
    """
    found: list[StartStack] = []
    most = max(MOST, FILES[1] // max(len(game.info.sides) - 1, 1))
    for place, units in starts(game, plan).items():
        for side in dict.fromkeys(unit.group.side for unit in units):
            own = tuple(unit for unit in units if unit.group.side == side)
            found.append(StartStack(own, place_of(plan, place) or middle))
    there = {stack.side for stack in found}
    nearest = sorted(found, key=lambda stack: dist(stack.at, middle))[:most]
    faced = [centre((*stack.at, middle[0] - stack.at[0], middle[1] - stack.at[1])) for stack in nearest]
    faced = faced or [middle] * most
    for side in game.info.sides:
        away = best_units(game, side.id)[:most] if side.id not in there else []
        found += [StartStack(tuple(own), at) for n, at in enumerate(faced) if (own := away[n :: len(faced)])]
    few = {side for side, count in Counted(stack.side for stack in found).items() if count < FILES[0]}
    return [StartStack(units, stack.at) for stack in found
            for units in (((unit,) for unit in stack.units) if stack.side in few else (stack.units,))]  # fmt: skip


def front(game: Game, plan: MapPlan, ink: TitleInk, page: Rect, window: Rect) -> tuple[Node, ...]:
    """The turned map about the place where the sides meet, and the counters that stand there at the start.

    page    all of which the map fills; veils lie over it above and below a window in it
    window  where counters may lie
    Raises LayoutError when the style names a space that the map lacks.
    """
    name = game.style.cover_at
    if (named := place_of(plan, name or "")) is None and name is not None:
        raise LayoutError(f"style.yaml: `cover_at` has {name!r}, which is no space of the map")
    found = stacks(game, plan, named or centre(plan.frame_mm))
    middle, foot = named or meeting(plan, found), window[1] + window[3]
    near = sorted(found, key=lambda stack: (dist(stack.at, middle), -stack.strength))
    first = game.info.sides[0].id
    sides = [[stack for stack in near if (stack.side == first) is ours] for ours in (True, False)]
    middle = min((town.at for town in plan.towns), key=lambda at: dist(at, middle), default=middle)
    words = map(letters, texts_in(name_layers(game, plan)))
    name_at = min(words, key=lambda word: min(dist(at, middle) for at in word), default=())
    whole = SIDE_MM, window[1] + FADE_MM / 4, page[2] + 2 * (page[0] - SIDE_MM), window[3] - FADE_MM / 2
    view, spots = drawn_up(plan, sides, middle, name_at, page, whole)
    nodes: list[Node] = [printed(game, plan, ink, view, page), names(game, plan, ink, view, whole, spots.values())]
    nodes += veil(ink, page, window[1] - FADE_MM / 8, window[1] + FADE_MM / 2)
    nodes += veil(ink, page, foot + FADE_MM / 4, foot - FADE_MM / 3)
    for stack, at in sorted(spots.items(), key=lambda one: one[1][1]):
        nodes += piled(game, stack, at, COUNTER_MM, TURN_DEG, shadow=ink.shadows)
    return tuple(nodes)


def drawn_up(
    plan: MapPlan, sides: Sequence[Sequence[StartStack]], middle: Point, name: Sequence[Point], page: Rect, whole: Rect,
) -> tuple[View, dict[StartStack, Point]]:  # fmt: skip
    """The map on the page, and lines of battle in its middle: as close to each other and to what is fought for as
    leaves that open, with its name in sight; shorter where there is no room for this.

    sides   the stacks of the first side and of all others, the nearest to what is fought for first
    middle  where that is
    name    its letters
    whole   where a name is in sight, and a counter as good as clear of what is above and below
    """
    (x, y), (u, v) = (centre(around([stack.at for stack in side[: FILES[1]]] or [middle])) for side in sides)
    ahead = round(degrees(atan2((v - y) * STEEP, u - x)) / 90.0) * 90.0
    field = View(1.0, (0.0, 0.0), centre(whole), TURN_DEG + ahead)  # ahead is to the right
    half = TOWN * plan.hexes.side_mm if plan.hexes else 0.0
    kept = [*name, *((middle[0] + n * half, middle[1] + m * half) for n, m in product((-1, 1), repeat=2))]
    files = FILES[ahead in (-90.0, 90.0)]
    tries = product((files, files - 1), GAPS_MM, AHEAD_MM, ASIDE_MM)
    ways = sorted(tries, key=lambda way: (-way[0], WIDENED * way[1] + hypot(*way[2:])))

    def placed() -> Iterator[tuple[int, View, dict[StartStack, Point]]]:
        for abreast, gap, forth, aside in ways:
            spots = ranked(sides, field, gap, abreast)
            view = view_at(plan, middle, page, field.place((forth, aside)))
            on_page = [view.place(at) for at in kept]
            lost = sum(not inside(at, whole) for at in (*on_page, *spots.values()))
            lost += sum(not clear(view, [at], spots.values()) for at in on_page)
            yield lost, view, spots
            if not lost:
                return

    return min(placed(), key=lambda one: one[0])[1:]


def ranked(sides: Sequence[Sequence[StartStack]], field: View, gap: float, files: int) -> dict[StartStack, Point]:
    """Where stacks lie on the page: two lines face each other, the first side's with a second rank behind; each stack
    beside those beside which it stands on the map.

    field  from mm ahead of and aside from the middle between the lines to the page
    """
    pitch, (ours, theirs) = PITCH * COUNTER_MM, sides
    aside = View(1.0, (0.0, 0.0), (0.0, 0.0), TURN_DEG - field.degrees)
    back = pitch / 2 if len(ours) > files else 0.0
    ranks = (-gap / 2 - pitch, ours[files : 2 * files - 1]), (-gap / 2, ours[:files]), (gap / 2, theirs[:files])
    spots: dict[StartStack, Point] = {}
    for ahead, rank in ranks:
        posts = ((ahead + back, (n - (len(rank) - 1) / 2) * pitch) for n in range(len(rank)))
        in_order = sorted(rank, key=lambda stack: aside.place(stack.at)[1])
        spots |= dict(zip(in_order, map(field.place, posts), strict=True))
    return spots


def meeting(plan: MapPlan, found: Sequence[StartStack]) -> Point:
    """The middle between two stacks of two sides that are strong and near each other."""
    pairs = ((one, other) for one, other in combinations(found, 2) if one.side != other.side)
    best = max(pairs, key=lambda two: min(s.strength for s in two) / (dist(two[0].at, two[1].at) or 1.0), default=None)
    return centre(around(stack.at for stack in best)) if best else centre(plan.frame_mm)


def clear(view: View, points: Iterable[Point], spots: Collection[Point], air_mm: float = AIR_MM) -> bool:
    """Whether none of the points is on or near one of the counters in `spots`, turned like the view."""
    reach, lying = (COUNTER_MM / 2 + air_mm) / view.scale, [view.back(spot) for spot in spots]
    return not any(max(abs(x - u), abs(y - v)) < reach for x, y in map(view.back, points) for u, v in lying)


def view_at(plan: MapPlan, middle: Point, page: Rect, to: Point) -> View:
    """The map about `middle` at a point of the page, moved and enlarged no more than it must be to fill it."""
    if plan.hexes is not None:
        least = COUNTER_MM / SHARE / (plan.hexes.side_mm * 3**0.5)
    else:
        least = max(ENLARGED, page[2] / plan.frame_mm[2], page[3] / plan.frame_mm[3])
    x, y = centre(plan.frame_mm)
    ways = product(range(11), (1.0, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0))
    for step, more in sorted(ways, key=lambda way: way[0] / DRIFT + way[1]):
        at = middle[0] + step / 10 * (x - middle[0]), middle[1] + step / 10 * (y - middle[1])
        if covers(plan, view := View(least * more, at, to, TURN_DEG), page):
            return view
    return View(least, (x, y), to, TURN_DEG)


def piled(game: Game, stack: StartStack, at: Point, size: float, turn: float, *, shadow: bool) -> Iterator[Node]:
    """The units of a stack, the strongest on top."""
    for below in range(min(len(stack.units), MOST) - 1, -1, -1):
        px, py = at[0] + below * PILE * size, at[1] - below * PILE * size
        yield laid(game, stack.units[below], px, py, size, turn, loose=LOOSE, shadow=shadow)


def covers(plan: MapPlan, view: View, window: Rect) -> bool:
    """Whether the map is everywhere in the window."""
    left, top, wide, high = window
    spots = [view.back((left + u * wide / 4, top + v * high / 4)) for u in range(5) for v in range(5)]
    if plan.hexes is None:
        x, y, width, height = plan.frame_mm
        return all(x < u < x + width and y < v < y + height for u, v in spots)
    import numpy as np  # only covers with hexes need it

    apart = np.abs(np.array(spots)[:, None] - np.array([*plan.hexes.centres.values()]))
    return bool((apart < plan.hexes.side_mm).all(axis=2).any(axis=1).all())


# A route ---------------------------------------------------------------------------------------------

ROAD_MM, STATION_MM = 5.2, 3.4
"""Width of a main road, and the radius of a station on it."""
NAME_PT, END_PT = 12.0, 17.0
"""Names of stations, and of the first and the last."""
LANE_MM = 0.7, (3.4, 2.6)
"""Width of the line along its middle, and the dashes of that."""
ROUTE_ASIDE, ROUTE_AIR_MM = 0.69, 17.0
"""Where a route lies, in widths of the page; room above and below it."""
COLUMN_MM, TIGHT = 27.0, 0.72
"""A counter on the road, if it then fits into this share of the way from one place to the next."""


def main_way(plan: MapPlan) -> list[RoadPlan]:
    """The main road."""
    return [road for road in plan.roads if road.main]


def route_box(plan: MapPlan) -> Rect:
    """The rectangle of the main road, a point on a map without one."""
    return around([point for road in main_way(plan) for point in road.points] or [(0.0, 0.0)])


def main_road(game: Game, plan: MapPlan, ink: TitleInk, view: View, page: Rect) -> Iterator[Node]:
    """The main way, and its places with their names beside it."""
    mains, sign = main_way(plan), -1 if is_right_to_left(game.language) else 1
    for colour, size, dash in ((game.style.palette.get("main-road", ink.rule), ROAD_MM, ()), (ink.ground, *LANE_MM)):
        pen = Stroke(colour, size / MM_PER_PT / view.scale, tuple(d / view.scale for d in dash), join="round")
        yield view.shown([Path(polyline(road.points), stroke=pen) for road in mains], page)
    stations = Counted(name for road in mains for name in road.between)
    halo, (dark, light) = Halo(ink.ground, 2.4, 0.6), sorted((ink.words, ink.ground), key=luminance)
    for name, count in stations.items():
        px, py = view.place(centre(plan.spaces[name].stack))
        size, font = (END_PT, "condensed-bold") if count == 1 else (NAME_PT, "condensed-medium")
        radius = STATION_MM * (1.35 if count == 1 else 1.0)
        yield Path(circle(px, py, radius), fill=light, stroke=Stroke(dark, 2.0))
        text, cap = " ".join(line.text for line in plan.spaces[name].name), 0.35 * size * MM_PER_PT
        middle = px + sign * (radius + 3.2 + width_mm(text, font, size) / 2)
        yield Text(middle, py + cap, text, font, size, ink.words, anchor="middle", halo=halo)


def route(game: Game, plan: MapPlan, ink: TitleInk, page: Rect, foot: float, words: Point) -> tuple[Node, ...]:
    """The main way up the page, beside the title, with those who set out on it, and those who await them across it.

    foot   to where down the page the picture reaches
    words  the lower right corner of the title
    """
    mains, (x, y, width, height) = main_way(plan), route_box(plan)
    left, _, wide, _ = page
    sign = -1 if is_right_to_left(game.language) else 1
    frame_left, _, frame_wide, _ = plan.frame_mm
    scale, middle = (foot - 2 * ROUTE_AIR_MM) / height, x + width / 2
    away = frame_left + frame_wide - middle if sign > 0 else middle - frame_left
    aside = sign * max((ROUTE_ASIDE - 0.5) * wide, wide / 2 - scale * away)  # the map reaches the edge of the page
    view = View(scale, (middle, y + height / 2), (left + wide / 2 + aside, foot / 2))
    nodes: list[Node] = [printed(game, plan, ink, view, page, "roads", "scenery")]
    edge = frame_left if sign > 0 else frame_left + frame_wide
    beyond = sign * (view.place((edge, 0.0))[0] - (left if sign > 0 else left + wide))
    nodes += veil(ink, page, words[1], words[1] + FADE_MM, sign * (words[0] - FADE_MM / 2))
    if beyond > 0.0:  # the map ends on the page
        nodes += veil(ink, page, 2 * page[3], 2 * page[3] + FADE_MM, sign * beyond)
    nodes += veil(ink, page, foot + FADE_MM / 4, foot - FADE_MM / 4)
    nodes += main_road(game, plan, ink, view, page)
    stations = {name: view.place(centre(plan.spaces[name].stack)) for road in mains for name in road.between}
    size = min(COLUMN_MM, *(TIGHT * dist(*way) for way in pairwise(stations.values())))
    legs, places = [view.place(road.points[len(road.points) // 2]) for road in mains], list(stations)
    if stations[places[0]][1] < stations[places[-1]][1]:
        legs, places = legs[::-1], places[::-1]
    starting = starts(game, plan)
    ahead = tuple(starting.get(places[-1], [])[:MOST])
    for unit, place in zip(reversed(starting.get(places[0], [])[:MOST]), legs, strict=False):
        nodes.append(laid(game, unit, *place, size, shadow=ink.shadows, loose=LOOSE))
    if ahead:
        nodes += piled(game, StartStack(ahead, legs[-2]), legs[-2], size, 0.0, shadow=ink.shadows)
        rest = [unit for unit in best_units(game, str(ahead[0].group.side)) if unit not in ahead][:MOST]
        free = range(len(starting.get(places[0], [])[:MOST]), len(legs) - 2)
        widest = max(free, key=lambda n: dist(stations[places[n]], stations[places[n + 1]]), default=len(legs) - 1)
        (x, y), first = legs[widest], (len(rest) - 1) / 2
        nodes += [laid(game, unit, x + (n - first) * PITCH * size, y, size, shadow=ink.shadows, loose=LOOSE)
                  for n, unit in enumerate(rest)]  # fmt: skip
    return tuple(nodes)
