"""Title and legend of a point map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pnp.draw.scene import Group, Node, Path, Stroke, circle, line, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.area.land import hatch
from pnp.generators.maps.furniture import LegendEntry, legend_panel
from pnp.generators.maps.ink import MapInk, cap_mm, label
from pnp.generators.maps.point.layers import crossing_bar, frontier, map_symbol, road_sample
from pnp.generators.sheets.margin import wrapped
from pnp.maps.parts import CrossingPlan, MapPlan
from pnp.maps.points.sheet import TAB_FONT
from pnp.model.game import Game
from pnp.model.hexes import WayLook

TITLE_FONT = "condensed-bold"
TITLE_LARGEST_PT, TITLE_SMALLEST_PT = 20.0, 11.0
TITLE_PAD_MM = 3.2
LEADING_MM_PER_PT = 0.386
"""Leading of a title in two lines, in mm for each pt of its size."""
TWO_LINES_WORTH = 0.9
"""One line is preferred when its type is at least this share of that in two lines."""
SUBTITLE_PT, NOTE_FONT, NOTE_PT = 7.0, "condensed-italic", 6.0
RULE_GAP_MM, SUBTITLE_STEP_MM, NOTE_STEP_MM = 1.9, 3.3, 2.6
ITINERARY_MM, STOP_MM, PICTURED_SHARE = 5.8, 1.05, 0.85
"""Height of the itinerary, the radius of its stops, and the share of its size to which the title may shrink for it."""
LEGEND_PT, SMALL_PT = 6.4, 6.0
SAMPLE_HALF_MM = 5.4


# Title ------------------------------------------------------------------------------------------


def points_title(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The title in one line or two, the subtitle, and a note on the scale, in type that fits.

    A panel with room for it has the main road at its foot, if the map has one, as itineraries draw it.
    """
    x, y, width, height = area
    room = width - 2 * TITLE_PAD_MM
    notes = wrapped(game.map.scale_note, NOTE_FONT, NOTE_PT, room)
    below = RULE_GAP_MM + SUBTITLE_STEP_MM + NOTE_STEP_MM * len(notes)
    lines, size = _broken(game.info.printed_title, room)
    tall = _title_height(lines, PICTURED_SHARE * size) + below + ITINERARY_MM + 2 * TITLE_PAD_MM
    stops = _main_stops(game) if game.style.cartouche == "scene" and tall <= height else []
    if stops:
        height -= ITINERARY_MM
    while size > TITLE_SMALLEST_PT and _title_height(lines, size) + below > height - 2 * TITLE_PAD_MM:
        size -= 0.5
    baseline = y + (height - _title_height(lines, size) - below) / 2 + cap_mm(TITLE_FONT, size)
    left, right = x + TITLE_PAD_MM, x + width - TITLE_PAD_MM
    ground, words = ("#ffffff", ink["title"]) if ink.low else (ink["title"], ink["paper"])
    nodes: list[Node] = [Path(rect(x, y, width, area[3]), fill=ground, stroke=Stroke(ink.frame, 0.8))]
    if stops:
        nodes.append(_itinerary(stops, left, y + height - TITLE_PAD_MM + ITINERARY_MM + 0.6, room, words, ink))
    for index, part in enumerate(lines):
        at = round(baseline + index * size * LEADING_MM_PER_PT, 3)
        nodes.append(label(part, left, at, TITLE_FONT, size, room, smallest_pt=TITLE_SMALLEST_PT, colour=words))
    rule = baseline + (len(lines) - 1) * size * LEADING_MM_PER_PT + RULE_GAP_MM
    nodes.append(line(left, rule, right, rule, Stroke(ink["accent"], 2.0)))
    under = rule + SUBTITLE_STEP_MM
    nodes.append(label(game.info.subtitle, left, under, "condensed-medium", SUBTITLE_PT, room, colour=words))
    for index, part in enumerate(notes):
        at = round(under + (index + 1) * NOTE_STEP_MM, 3)
        nodes.append(label(part, left, at, NOTE_FONT, NOTE_PT, room, colour=words))
    return Group(tuple(nodes))


def _main_stops(game: Game) -> list[str]:
    """The names of the points on the main road, from one end to the other; [] without one that has two ends."""
    main = {road.id for road in game.map.roads if road.main}
    ways = [route.between for route in game.map.routes if route.road in main]
    ends = [point for point in dict.fromkeys(sum(ways, ())) if sum(point in way for way in ways) == 1]
    names = {space.id: space.name for space in game.map.spaces}
    stops = ends[:1] if len(ends) == 2 else []
    while ways and stops:
        way = next((way for way in ways if stops[-1] in way), None)
        if way is None:
            return []
        ways.remove(way)
        stops.append(way[way[0] == stops[-1]])
    return [names[stop] for stop in stops]


def _itinerary(stops: Sequence[str], left: float, foot: float, width: float, words: str, ink: MapInk) -> Group:
    """The main road drawn straight, a ring for each of its stops, the names of the first and the last above it."""
    y, half = foot - 1.3, width / 2
    nodes: list[Node] = [*road_sample(left + half, y, half - 2.0, True, ink)]
    step = (width - 4.0) / (len(stops) - 1)
    for index in range(len(stops)):
        end = index in (0, len(stops) - 1)
        ring = circle(left + 2.0 + index * step, y, STOP_MM * (1.35 if end else 1.0))
        nodes.append(Path(ring, fill=ink["accent"] if end else ink["panel"], stroke=Stroke(ink["main-road-case"], 0.9)))
    for name, at, anchor in ((stops[0], left, "start"), (stops[-1], left + width, "end")):
        nodes.append(label(name, at, y - 2.3, TAB_FONT, LEGEND_PT, half - 1.0, anchor=anchor, colour=words))
    return Group(tuple(nodes), layer="picture")


def _title_height(lines: Sequence[str], size: float) -> float:
    return cap_mm(TITLE_FONT, size) + (len(lines) - 1) * size * LEADING_MM_PER_PT


def _broken(title: str, room: float) -> tuple[list[str], float]:
    """`title` in one line or two, whichever can be larger, and its size."""
    words = title.split()
    ways = [[title]] + [[" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words))]

    def size_of(way: list[str]) -> float:
        widest = max(width_mm(part, TITLE_FONT, TITLE_LARGEST_PT) for part in way)
        return TITLE_LARGEST_PT * min(1.0, room / widest)

    best = max(ways, key=lambda way: size_of(way) * (1.0 if len(way) == 1 else TWO_LINES_WORTH))
    return best, max(TITLE_SMALLEST_PT, int(size_of(best) * 20) / 20)


# Legend -----------------------------------------------------------------------------------------


def points_legend(game: Game, plan: MapPlan, area: Sequence[float], ink: MapInk) -> Group:
    """The legend panel, without a title."""
    return legend_panel("", legend_entries(game, plan, ink), area, ink)


def legend_entries(game: Game, plan: MapPlan, ink: MapInk) -> list[LegendEntry]:
    """The legend from top to bottom: roads, crossings, symbols, then the ground."""
    words = game.words
    kinds = {road.road for road in plan.roads}
    entries: list[LegendEntry] = [
        (road.name, "", partial(_road, main=road.main, look=road.look, ink=ink))
        for road in game.map.roads if road.id in kinds
    ]
    if any(road.crossing for road in plan.roads):
        entries.append((words.text("river crossing"), crossing_cost(game), partial(_crossing, ink=ink)))
    used = {badge.kind for space in plan.spaces.values() for badge in space.badges}
    entries += [
        (symbol.name, "", partial(_symbol, kind=symbol.id, ink=ink)) for symbol in game.map.symbols if symbol.id in used
    ]
    if "victory-points" in used and all(symbol.id != "victory-points" for symbol in game.map.symbols):
        entries.append((words.text("victory points"), "", partial(_symbol, kind="victory-points", value=1, ink=ink)))
    if plan.frontiers:
        entries.append((words.text("border, country not in play"), "", partial(_abroad, ink=ink)))
    if plan.towns:
        entries.append((words.text("town, for orientation only"), "", partial(_town, ink=ink)))
    return entries


def crossing_cost(game: Game) -> str:
    """The effects of a river, from the numbers of the rules: movement points and the die-roll modifier."""
    words, parts = game.words, []
    cost = next((p.value for p in game.info.parameters if p.id == "river-cost"), 0)
    if cost:
        parts.append(words.text("+{n} MP", n=cost))
    modifiers = [m for table in game.charts.tables for m in getattr(table, "modifiers", ()) if m.condition == "river"]
    if modifiers:
        add = modifiers[0].add
        parts.append(words.text("attack {drm}", drm=f"+{add}" if add >= 0 else f"\u2212{-add}"))
    return " · ".join(parts)


def _road(x: float, y: float, *, main: bool, look: WayLook, ink: MapInk) -> tuple[Node, ...]:
    return road_sample(x, y, SAMPLE_HALF_MM - (1.2 if main else 0.4), main, ink, look)


def _crossing(x: float, y: float, *, ink: MapInk) -> tuple[Node, ...]:
    bar = crossing_bar(CrossingPlan("", (x, y), 0.0), False, ink)
    return (*road_sample(x, y, SAMPLE_HALF_MM - 0.4, False, ink), *bar)


def _symbol(x: float, y: float, *, kind: str, ink: MapInk, value: int = 0) -> tuple[Node, ...]:
    return map_symbol(kind, x, y, 1.7, ink, value)


def _abroad(x: float, y: float, *, ink: MapInk) -> tuple[Node, ...]:
    area = (x - SAMPLE_HALF_MM + 0.6, y - 0.2, 2 * SAMPLE_HALF_MM - 1.2, 1.9)
    lines = Group((Path(hatch(area), stroke=Stroke(ink["outside-hatch"], 0.45)),), clip=Path(rect(*area)))
    border = frontier([(area[0], area[1]), (area[0] + area[2], area[1])], ink)
    return (Path(rect(*area), fill=ink["outside"]), lines, border)


def _town(x: float, y: float, *, ink: MapInk) -> tuple[Node, ...]:
    return (Path(circle(x, y, 0.8), fill="#ffffff", stroke=Stroke(ink["quiet-text"], 0.6)),)
