"""The picture of a cover: the game's own map in a few flat colours, and some of its own counters on it.

In: a game, the plan of its map, the room on the page. Out: nodes in mm of the page. Which picture a game has follows
from its kind of map, its style and what stands on its map at the start:

- a front: counters of both sides where the game begins, on a map of hexes;
- a duel: the strongest of each side before the silhouette of the areas;
- a route: the main road of a map of points, its places named, what sets out on it;
- a poster: one counter larger than life, before rays, where the style has posters.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from statistics import fmean

from pnp.draw.bidi import is_right_to_left
from pnp.draw.colour import mix, parse
from pnp.draw.paths import turned
from pnp.draw.scene import Group, Node, Path, Point, Segment, Stroke, Text, circle, polyline, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.chit import chit, natural_size
from pnp.generators.counters.colours import side_style
from pnp.generators.counters.laid import best_units, strength
from pnp.generators.counters.shapes import outline, shape_of
from pnp.generators.maps.hex.ground import curve_segments, natural
from pnp.generators.maps.ink import ring_path
from pnp.generators.sheets.title_ink import TitleInk
from pnp.maps.hex_plan import Curve
from pnp.maps.lines import Rect, centre, overlap
from pnp.maps.parts import MapPlan, RoadPlan
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.units import MM_PER_PT

SIDE_MM = 17.0
"""White left and right of the words of a cover."""
CHIT_MM, SHARE, LARGEST_MM = 17.0, 0.7, 32.0
"""A counter of a front at least, in widths of a large hex, and at most."""
APART, PILE = 1.12, 0.09
"""Least distance between the middles of two counters, in edges; how far one that lies below another looks out."""
MARGIN, EDGE = 1.2, 0.85
"""From the outermost hexes of a front to the edge of the picture, in hexes; from the middle of a counter to that, at
least, in edges.
"""
RIM_MM = 1.0
"""Of a map at its edges, which is not shown."""
SHADE = 0.05
"""How far a shadow reaches to the right and down, in edges of its counter."""


@dataclass(frozen=True, slots=True)
class FlatInk:
    """Colours of a map in flat tones: land, a second tone of it, water, the line that matters, and a strong ground."""

    land: str
    other: str
    water: str
    line: str
    strong: str


def flat_ink(game: Game, ink: TitleInk) -> FlatInk:
    """The tones: water as dark as the ground of the page, which it flows into; pale where ink is saved."""
    palette = game.style.palette
    if game.style.ink == "low":
        return FlatInk("#f6f4ef", "#ebe8e0", "#dfe6ea", ink.rule, mix(ink.rule, "#ffffff", 0.62))
    land = palette.get("land", palette.get("paper", "#f4eedf"))
    return FlatInk(land, mix(land, ink.deep, 0.09), ink.ground, ink.rule, ink.rule)


def piece(game: Game, counter: Counter, at: Point, size: float, degrees: float = 0.0, *, shadow: bool = True) -> Group:
    """A counter with its middle at `at`, and the hard shadow of its edge."""
    long = max(natural_size(game, counter))
    width, height = (side / long * size for side in natural_size(game, counter))
    shape = outline(shape_of(game, counter.group), SHADE * size - width / 2, SHADE * size - height / 2, (width, height))
    shade = (Path(shape, fill="#000000", fill_opacity=0.42),) if shadow else ()
    return Group((*shade, *chit(game, counter, -size / 2, -size / 2, size)), transform=turned(degrees, *at))


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


def filling(box: Rect, middle: Point, frame: Rect, window: Rect) -> View:
    """The view that fills `window` with map, all of `box` in it where the map is large enough, about `middle`."""
    x, y, width, height = frame
    left, top, wide, high = window
    x, y, width, height = x + RIM_MM, y + RIM_MM, width - 2 * RIM_MM, height - 2 * RIM_MM
    least = max(wide / width, high / height)
    scale = max(least, min(wide / box[2], high / box[3]))
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


def flat_hexes(plan: MapPlan, ink: FlatInk, view: View, window: Rect) -> Iterator[Path]:
    """A map of hexes as far as the window shows it: woods and hills in a second tone, water, the border."""
    ground, (left, top, wide, high) = plan.hexes, view.seen(window)
    assert ground is not None

    def seen(curves: Iterable[Curve], *, close: bool = True) -> tuple[Segment, ...]:
        near = [
            c for c in curves
            if min(c[::2]) < left + wide and max(c[::2]) > left and min(c[1::2]) < top + high and max(c[1::2]) > top
        ]  # fmt: skip
        return curve_segments(near, close=close)

    yield Path(rect(*plan.frame_mm), fill=ink.land)
    for region in ground.terrains:
        yield Path(seen(region.curves), fill=ink.other, rule="evenodd")
    sides = [(g.x1, g.y1, g.x2, g.y2) for g in ground.grid if not g.water]
    inside = [s for s in sides if left < s[0] < left + wide and top < s[1] < top + high]
    grid: list[Segment] = [part for x1, y1, x2, y2 in inside for part in (("M", x1, y1), ("L", x2, y2))]
    yield Path(tuple(grid), stroke=Stroke(mix(ink.land, ink.water, 0.2), 0.3 / view.scale))
    for water in ground.waters:
        yield Path(seen(water.steps[0]), fill=ink.water, rule="evenodd")
    yield Path(seen([river.ribbon for river in ground.rivers]), fill=ink.water)
    yield Path(ring_path(ground.abroad), fill=ink.water, rule="evenodd")
    borders = [border.curve for border in ground.borders if not border.water]
    yield Path(seen(borders, close=False), stroke=natural(ink.line, 2.6 / view.scale))
    for fort in ground.forts:
        yield Path(polyline(fort.points), stroke=natural(ink.water, 3.4 / view.scale))


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
    """The counters of all sides where they stand at the start, as many as leave each other room.

    middle  of what is seen of the map; None = of where they stand
    """
    sides, tones = standing(game, plan), flat_ink(game, ink)
    pitch = plan.hexes.side_mm * 3**0.5 if plan.hexes else 0.0
    box = plan.frame_mm
    if places := [stack.at for stacks in sides for stack in stacks]:
        x, y, width, height = around(places)
        more = MARGIN * pitch
        box = x - more, y - more, width + 2 * more, height + 2 * more
    view = filling(box, middle or centre(box), plan.frame_mm, window)
    size = min(max(SHARE * pitch * view.scale, CHIT_MM), LARGEST_MM)
    shown: list[tuple[StartStack, Point]] = []
    left, top, wide, high = window
    for stack in chain.from_iterable(zip_longest(*sides)):
        if stack is None:
            continue
        px, py = view.place(stack.at)
        inside = left + EDGE * size < px < left + wide - EDGE * size
        inside = inside and top + EDGE * size < py < top + high - EDGE * size
        if inside and all(max(abs(px - qx), abs(py - qy)) > APART * size for _, (qx, qy) in shown):
            shown.append((stack, (px, py)))
    nodes: list[Node] = [view.shown(tuple(flat_hexes(plan, tones, view, window)), window)]
    for stack, (px, py) in sorted(shown, key=lambda one: one[1][1]):
        for below in range(min(stack.more, 2), -1, -1):
            at = px + below * PILE * size, py - below * PILE * size
            nodes.append(piece(game, stack.counter, at, size, shadow=ink.shadows))
    return tuple(nodes)


# A duel ----------------------------------------------------------------------------------------------

DUEL_MM, DUEL_DEG = 54.0, 8.0
"""The two counters of a duel, and how much each is turned."""


def flat_areas(plan: MapPlan, ink: FlatInk, scale: float) -> Iterator[Path]:
    """The silhouette of all areas, those where a side begins in a colour of their own."""
    for space in plan.spaces.values():
        tone = ink.strong if space.start else ink.land
        yield Path(ring_path(space.rings), fill=tone, stroke=natural(tone, 0.5 / scale), rule="evenodd")
    for border in plan.borders:
        if border.kind == "inner":
            yield Path(polyline(border.points), stroke=natural(mix(ink.land, ink.water, 0.3), 0.9 / scale))
    for lake in plan.lakes:
        yield Path(polyline(lake.points, close=True), fill=ink.water)


def duel(game: Game, plan: MapPlan, ink: TitleInk, window: Rect) -> tuple[Node, ...]:
    """The strongest of the first two sides, larger than life, before the land that they fight for."""
    tones = flat_ink(game, ink)
    x, y, width, height = around([point for space in plan.spaces.values() for point in space.polygon])
    left, top, wide, high = window
    scale = min(wide / width, high / height)
    if 1.0 < wide - scale * width < 2 * SIDE_MM:  # neither at the edges of the page nor in line with the words
        scale = (wide - 2 * SIDE_MM) / width
    view = View(scale, (x + width / 2, y + height / 2), (left + wide / 2, top + high / 2))
    nodes: list[Node] = [view.shown(tuple(flat_areas(plan, tones, scale)), window)]
    begin = {side.id: [at[0] for name, (first, *_) in starts(game, plan).items() if first.group.side == side.id
                       and (at := place_of(plan, name))] for side in game.info.sides}
    best = heroes(game)[:2]
    middle = x + width / 2
    best.sort(key=lambda unit: -fmean(begin[str(unit.group.side)] or [middle]))
    for number, counter in enumerate(best):
        sign = -1 if number else 1
        at = left + wide / 2 + sign * 0.24 * wide, top + high / 2 - sign * 0.2 * high
        nodes.append(piece(game, counter, at, DUEL_MM, sign * DUEL_DEG, shadow=ink.shadows))
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
    faint = flat_ink(game, ink).water if game.style.ink == "low" else mix(ink.ground, "#ffffff", 0.13)
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
            beside = px - sign * (radius + 5.0 + (n + 0.5) * APART * COLUMN_MM)
            if COLUMN_MM < beside < left + wide - COLUMN_MM:
                nodes.append(piece(game, counter, (beside, py), COLUMN_MM, shadow=ink.shadows))
    return tuple(nodes)


# A poster --------------------------------------------------------------------------------------------

HERO, POSTER_DEG = 0.74, -12.0
"""The edge of the counter of a poster, in heights of the picture, and how much all of it is turned."""
UNLIKE = 0.25
"""Least difference, in one channel, of the counter's ground from that of the picture."""


def poster(game: Game, plan: MapPlan, ink: TitleInk, window: Rect, middle: Point | None = None) -> tuple[Node, ...]:
    """A counter larger than life on the map in the colours of a poster: of the first side that stands out from it."""
    tones = flat_ink(game, ink)
    if game.style.ink != "low":
        tones = FlatInk(tones.line, mix(tones.line, "#000000", 0.16), ink.ground, ink.words, tones.line)
    wide, high = window[2:]
    across = 1.25 * max(wide, high)
    square = -across / 2, -across / 2, across, across
    view = filling(plan.frame_mm, middle or centre(plan.frame_mm), plan.frame_mm, square)
    art: list[Node] = [view.shown(tuple(flat_hexes(plan, tones, view, square)), square)]
    best = heroes(game)
    ground = parse(tones.land)
    alike = [_far(parse(side_style(game.style, unit.group).ground), ground) < UNLIKE for unit in best]
    for _, hero in sorted(zip(alike, best, strict=True), key=lambda one: one[0])[:1]:
        art.append(piece(game, hero, (0.0, 0.0), min(HERO * high, 0.6 * wide), shadow=ink.shadows))
    return (Group((Group(tuple(art), transform=turned(POSTER_DEG, *centre(window))),), clip=Path(rect(*window))),)


def _far(one: Sequence[float], other: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
