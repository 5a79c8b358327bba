"""The picture of a cover: the game's own map as it is printed, and some of its own counters on it.

In: a game, the plan of its map, the room on the page. Out: nodes in mm of the page. Which picture a game has follows
from its kind of map, its style and what stands on its map at the start:

- a front: counters of both sides where the game begins, on a map of hexes;
- a duel: the strongest of each side where they meet on a map of areas;
- a route: the main road of a map of points, its places named, what sets out on it;
- a poster: one counter larger than life, on the map, where the style has posters.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import dist
from statistics import fmean

from pnp.draw.bidi import is_right_to_left
from pnp.draw.colour import mix, parse
from pnp.draw.paths import turned
from pnp.draw.scene import Group, Node, Path, Point, Stroke, Text, circle, polyline, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import side_style
from pnp.generators.counters.laid import best_units, soft_shadow, strength
from pnp.generators.maps.hex.ground import bare_ground_layers, natural
from pnp.generators.maps.hex.piece import piece_of
from pnp.generators.maps.ink import map_ink, ring_path
from pnp.generators.maps.sheet import map_layers
from pnp.generators.sheets.title_ink import TitleInk
from pnp.maps.lines import Rect, centre, overlap
from pnp.maps.parts import MapPlan, RoadPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

SIDE_MM = 17.0
"""White left and right of the words of a cover."""
SIZES_MM, SHARE, CHIT_MM = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0), 0.74, 17.0
"""A counter of a front, the best first, and in widths of its hex; one on a map that is smaller than the picture."""
ENOUGH, TRIES = 10, 300
"""So many stacks make a front; middles of the picture that are tried."""
PILE, EDGE = 0.09, 0.75
"""How far a counter that lies below another looks out; from the middle of one to the edge of the picture, in edges."""
SIGNS = ("stacks", "links", "towns", "names", "symbols")
"""Layers of a map of areas that a cover leaves out."""
RIM_MM = 1.0
"""Of a map at its edges, which is not shown."""


def piece(game: Game, counter: Counter, at: Point, size: float, *, shadow: bool = True) -> Group:
    """A counter with its middle at `at`."""
    shade = tuple(soft_shadow(game, counter, size)) if shadow else ()
    return Group((*shade, *chit(game, counter, -size / 2, -size / 2, size)), transform=(1.0, 0.0, 0.0, 1.0, *at))


# The map ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """A part of the map on the page: its point `at` at `to`, larger by `scale`."""

    scale: float
    at: Point
    to: Point

    def place(self, point: Point) -> Point:
        """Where a point of the map lies on the page."""
        return tuple(t + self.scale * (p - a) for p, a, t in zip(point, self.at, self.to, strict=True))  # type: ignore

    def seen(self, window: Rect) -> Rect:
        """The part of the map that the window shows."""
        (x, y), (left, top, wide, high) = self.place((0.0, 0.0)), window
        return (left - x) / self.scale, (top - y) / self.scale, wide / self.scale, high / self.scale

    def shown(self, nodes: Sequence[Node], window: Rect) -> Group:
        """What is drawn in mm of the map, on the page, in the window."""
        x, y = self.place((0.0, 0.0))
        group = Group(tuple(nodes), transform=(self.scale, 0.0, 0.0, self.scale, x, y))
        return Group((group,), clip=Path(rect(*window)))


def filling(box: Rect, middle: Point, frame: Rect, window: Rect, nearer: float = 1.0) -> View:
    """The view that fills `window` with map, all of `box` in it where the map is large enough, about `middle`."""
    x, y, width, height = frame
    left, top, wide, high = window
    x, y, width, height = x + RIM_MM, y + RIM_MM, width - 2 * RIM_MM, height - 2 * RIM_MM
    least = max(wide / width, high / height)
    scale = nearer * max(least, min(wide / box[2], high / box[3]))
    half = wide / 2 / scale, high / 2 / scale
    at = tuple(
        min(max(m, low + h), low + long - h)
        for m, low, long, h in zip(middle, (x, y), (width, height), half, strict=True)
    )
    return View(scale, at, (left + wide / 2, top + high / 2))  # type: ignore[arg-type]


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


def printed(game: Game, plan: MapPlan, view: View, window: Rect) -> Group:
    """The map as it is printed, without words and signs."""
    x, y, wide, high = view.seen(window)
    bare = replace(plan, labels=None)  # lines stop short of names
    if plan.hexes is not None:
        layers = bare_ground_layers(bare, map_ink(game.map, game.style))
    else:
        layers = tuple(layer for layer in map_layers(game, bare) if layer.layer not in SIGNS)
    return view.shown(piece_of(layers, (x, y, x + wide, y + high)), window)


def plain(game: Game) -> Game:
    """The game with nothing in the grounds of its counters that shows only on large ones."""
    sides = {name: side.model_copy(update={"grain": ""}) for name, side in game.style.sides.items()}
    return replace(game, style=game.style.replaced(sides=sides))


def heroes(game: Game) -> list[Counter]:
    """A counter of each side that has units: of its strongest, one of the type that it has the most of."""
    found = []
    for side in game.info.sides:
        if units := best_units(game, side.id):
            types = Counted(unit.group.type for unit in units)
            found.append(max(units, key=lambda unit: (strength(unit), types[unit.group.type])))
    return found


# A front ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartStack:
    """Who stands in a space at the start, those of one side: the strongest, and how many more."""

    counter: Counter
    at: Point
    more: int


def starts(game: Game, plan: MapPlan) -> dict[str, list[Counter]]:
    """Space -> units that fight and start there, strongest first, in the scenario that places the most."""
    units = [unit for side in game.info.sides for unit in best_units(game, side.id)]
    best = sorted(units, key=strength, reverse=True)
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


def standing(game: Game, plan: MapPlan) -> list[list[StartStack]]:
    """The stacks of each side, the largest first."""
    sides: dict[str, list[StartStack]] = {side.id: [] for side in game.info.sides}
    for place, (first, *others) in starts(game, plan).items():
        more = sum(other.group.side == first.group.side for other in others)
        sides[str(first.group.side)].append(StartStack(first, place_of(plan, place) or (0.0, 0.0), more))
    return [sorted(stacks, key=lambda stack: -stack.more) for stacks in sides.values()]


def front(game: Game, plan: MapPlan, ink: TitleInk, window: Rect, middle: Point | None = None) -> tuple[Node, ...]:
    """The counters of all sides where they stand at the start, where most of them face each other.

    middle  of what is seen of the map, as nearly as the map has no edge there; None = where the most stand
    """
    stacks = [stack for side in standing(game, plan) for stack in side]
    view, size = battle(plan, stacks, window, middle)
    nodes: list[Node] = [printed(game, plan, view, window)]
    for stack in sorted(within(view, stacks, size, window), key=lambda stack: stack.at[1]):
        px, py = view.place(stack.at)
        for below in range(min(stack.more, 2), -1, -1):
            at = px + below * PILE * size, py - below * PILE * size
            nodes.append(piece(game, stack.counter, at, size, shadow=ink.shadows))
    return tuple(nodes)


def within(view: View, stacks: Sequence[StartStack], size: float, window: Rect) -> list[StartStack]:
    """The stacks of which all is seen."""
    x, y, wide, high = view.seen(window)
    edge = EDGE * size / view.scale
    return [s for s in stacks if x + edge < s.at[0] < x + wide - edge and y + edge < s.at[1] < y + high - edge]


def battle(plan: MapPlan, stacks: Sequence[StartStack], window: Rect, middle: Point | None) -> tuple[View, float]:
    """The part of a map of hexes where enough stacks face each other, as large as can be, and the size of counters."""
    import numpy  # only where a cover is drawn

    assert plan.hexes is not None
    centres = numpy.array(list(plan.hexes.centres.values()))
    pitch, spots = plan.hexes.side_mm * 3**0.5, centres[:: len(centres) // TRIES + 1].tolist()
    best = filling(plan.frame_mm, middle or centre(plan.frame_mm), plan.frame_mm, window), CHIT_MM
    most = (0.0, 0.0, 0.0)
    for size in SIZES_MM:
        scale = size / SHARE / pitch
        for spot in spots:
            view = View(scale, tuple(spot), centre(window))
            x, y, wide, high = view.seen(window)
            rim = numpy.array([(x + u * wide / 4, y + v * high / 4) for u in range(5) for v in range(5)
                               if u in (0, 4) or v in (0, 4)])  # fmt: skip
            near = numpy.hypot(*(rim[:, None] - centres[None]).transpose(2, 0, 1)).min(axis=1)
            if near.max() > 1.05 * plan.hexes.side_mm:
                continue
            seen = within(view, stacks, size, window)
            sides = sorted(Counted(stack.counter.group.side for stack in seen).values(), reverse=True)
            if len(sides) < 2:
                continue
            at = middle or tuple(fmean(axis) for axis in zip(*(stack.at for stack in seen), strict=True))
            away = max(abs(a - b) for a, b in zip(at, spot, strict=True)) / wide
            worth = min(len(seen), ENOUGH) + min(sides[1], ENOUGH / 3) - (ENOUGH * away if middle else 0.0), size, -away
            if worth > most:
                most, best = worth, (view, size)
    return best


# A duel ----------------------------------------------------------------------------------------------

DUEL_MM, NEAR = 54.0, 1.2
"""The two counters of a duel, and how much larger the map is than would fill the picture."""


def duel(game: Game, plan: MapPlan, ink: TitleInk, window: Rect, middle: Point | None = None) -> tuple[Node, ...]:
    """The strongest of the first two sides, larger than life, either side of where they meet."""
    game = plain(game)
    best, where = heroes(game)[:2], starts(game, plan)
    begin = {str(unit.group.side): [at for name, (first, *_) in where.items() if first.group.side == unit.group.side
                                    and (at := place_of(plan, name))] for unit in best}  # fmt: skip
    land = around([point for space in plan.spaces.values() for point in space.polygon])
    if middle is None and len(pairs := list(product(*begin.values()))) and len(best) == 2:
        middle = centre(around(min(pairs, key=lambda pair: dist(*pair))))
    view = filling(land, middle or centre(land), land, window, NEAR)
    nodes: list[Node] = [printed(game, plan, view, window)]
    best.sort(key=lambda unit: fmean([x for x, _ in begin[str(unit.group.side)]] or [0.0]))
    (px, py), (left, _, wide, _) = view.place(middle or centre(land)), window
    px = min(max(px, left + 1.4 * DUEL_MM), left + wide - 1.4 * DUEL_MM)
    for number, counter in enumerate(best):
        sign = 1 if number else -1
        nodes.append(piece(game, counter, (px + sign * 0.75 * DUEL_MM, py), DUEL_MM, shadow=ink.shadows))
    return tuple(nodes)


# A route ---------------------------------------------------------------------------------------------

ROAD_MM, STATION_MM = 5.2, 3.4
"""Width of a main road, and the radius of a station on it."""
NAME_PT, END_PT = 12.0, 17.0
"""Names of stations, and of the first and the last."""
LANE_MM = 0.7, (3.4, 2.6)
"""Width of the line along its middle, and the dashes of that."""
ROUTE_ASIDE, ROUTE_AIR_MM = 0.2, 26.0
"""How far from the middle of the page a route upwards lies, in its widths; room above and below it."""
COLUMN_MM = 25.0


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
    """The rectangle of that way; of a map without roads, of its first place."""
    ways = [point for road in main_way(plan) for point in road.points]
    return around(ways or next(iter(plan.spaces.values())).polygon)


def route(game: Game, plan: MapPlan, ink: TitleInk, window: Rect, free: float | None) -> tuple[Node, ...]:
    """The main way from end to end, with those who set out on it.

    free  from where down the page the half beside a way upwards is free of words; None for a way across the page
    """
    mains, (x, y, width, height) = main_way(plan), route_box(plan)
    left, top, wide, high = window
    upwards, sign = free is not None, -1 if is_right_to_left(game.language) else 1
    middle, share = (0.5 + sign * ROUTE_ASIDE, 0.3) if upwards else (0.5, 0.7)
    scale = min((high - 2 * ROUTE_AIR_MM) / max(height, 1.0), share * wide / max(width, 1.0))
    view = View(scale, (x + width / 2, y + height / 2), (left + middle * wide, top + high / 2))
    faint = "#dfe6ea" if game.style.ink == "low" else mix(ink.ground, "#ffffff", 0.13)
    water: list[Node] = [Path(polyline(r.points), stroke=natural(faint, 2.2 / scale)) for r in plan.rivers]
    water += [Path(ring_path(r.rings), fill=faint, rule="evenodd") for r in plan.regions.values() if r.kind == "sea"]
    water += [Path(polyline(lake.points, close=True), fill=faint) for lake in plan.lakes]
    ways: list[Node] = []
    for colour, size, dash in ((game.style.palette.get("main-road", ink.rule), ROAD_MM, ()), (ink.ground, *LANE_MM)):
        pen = Stroke(colour, size / MM_PER_PT / scale, tuple(d / scale for d in dash), join="round")
        ways += [Path(polyline(r.points), stroke=pen) for r in mains]
    half = rect(left + (wide / 2 if sign > 0 else 0.0), top, wide / 2, high)
    dry = (*half, *rect(left, free, wide, top + high - free)) if free is not None else rect(*window)
    nodes: list[Node] = [Group((view.shown(water, window),), clip=Path(dry)), view.shown(ways, window)]
    starting, course = starts(game, plan), [view.place(point) for road in mains for point in road.points]
    taken = [(px - ROAD_MM / 2, py - ROAD_MM / 2, ROAD_MM, ROAD_MM) for px, py in course]
    stations = [name for road in mains for name in road.between]
    for name in dict.fromkeys(stations):
        px, py = view.place(centre(plan.spaces[name].stack))
        end = stations.count(name) == 1
        size, font = (END_PT, "condensed-bold") if end else (NAME_PT, "condensed-medium")
        radius = STATION_MM * (1.35 if end else 1.0)
        nodes.append(Path(circle(px, py, radius), fill=ink.words, stroke=Stroke(ink.ground, 2.0)))
        text, cap = " ".join(line.text for line in plan.spaces[name].name), 0.35 * size * MM_PER_PT
        long, away = width_mm(text, font, size), radius + 3.2
        aside = [(px + side * (away + long / 2), py) for side in (sign, -sign)][: 1 if upwards else 2]
        spots = aside if upwards else [(px, py + away + cap), (px, py - away - cap), *aside]
        for cx, cy in spots:
            box = cx - long / 2 - 0.4, cy - cap - 0.4, long + 0.8, 2 * cap + 0.8
            if not any(overlap(box, other) for other in taken):
                nodes.append(Text(cx, cy + cap, text, font, size, ink.words, anchor="middle"))
                taken.append(box)
                break
        for n, counter in enumerate(starting.get(name, ()) if free is not None and py - COLUMN_MM > free else ()):
            beside = px - sign * (radius + 5.0 + (n + 0.5) * 1.12 * COLUMN_MM)
            if COLUMN_MM < beside < left + wide - COLUMN_MM:
                nodes.append(piece(game, counter, (beside, py), COLUMN_MM, shadow=ink.shadows))
    return tuple(nodes)


# A poster --------------------------------------------------------------------------------------------

HERO, POSTER_DEG = 0.74, -12.0
"""The edge of the counter of a poster, in heights of the picture, and how much all of it is turned."""
UNLIKE = 0.25
"""Least difference, in one channel, of the counter's ground from that of the picture."""


def poster(game: Game, plan: MapPlan, ink: TitleInk, window: Rect, middle: Point | None = None) -> tuple[Node, ...]:
    """A counter larger than life on the map: of the first side that stands out from it."""
    game = plain(game)
    wide, high = window[2:]
    across = 1.25 * max(wide, high)
    square = -across / 2, -across / 2, across, across
    view = filling(plan.frame_mm, middle or centre(plan.frame_mm), plan.frame_mm, square)
    art: list[Node] = [printed(game, plan, view, square)]
    best = heroes(game)
    ground = parse(game.style.palette.get("land", "#ffffff"))
    alike = [_far(parse(side_style(game.style, unit.group).ground), ground) < UNLIKE for unit in best]
    for _, hero in sorted(zip(alike, best, strict=True), key=lambda one: one[0])[:1]:
        art.append(piece(game, hero, (0.0, 0.0), min(HERO * high, 0.6 * wide), shadow=ink.shadows))
    return (Group((Group(tuple(art), transform=turned(POSTER_DEG, *centre(window))),), clip=Path(rect(*window))),)


def _far(one: Sequence[float], other: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
