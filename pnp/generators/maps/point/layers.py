"""A point map's layers: quiet ground, abroad, water, names; over them roads, crossings and boxes.

The geography stays under a third of full contrast, so that boxes and roads stand out. All casings are drawn first,
then all fills, then all centre lines, so that roads merge where they meet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import takewhile

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Halo, Node, Path, Segment, Stroke, Text, circle, line, polyline, rect
from pnp.generators.maps.area.land import hatch, natural, scenery_layer, shore_bands, washes_layer, water_layer
from pnp.generators.maps.geography import geography_names
from pnp.generators.maps.ink import INK, MapInk, label, ring_path
from pnp.generators.sheets.margin import wrapped
from pnp.maps.lines import Point, Rect
from pnp.maps.parts import CrossingPlan, MapPlan, RoadPlan, SpacePlan
from pnp.maps.points.sheet import (
    BAR_LONG_MM,
    BAR_PT,
    BAR_SURROUND_PT,
    COUNTRY_TRACKING,
    MAIN_WIDTHS_PT,
    NOTE_FONT,
    NOTE_PT,
    NOTE_SMALLEST_PT,
    NOTE_STEP_MM,
    ROAD_WIDTHS_PT,
    STAR_MM,
    TAB_FONT,
)  # fmt: skip
from pnp.model.hexes import WayLook
from pnp.model.map import MapSource
from pnp.symbols.badges import MAP_BADGES
from pnp.units import PT_PER_MM

CORNER_MM = 0.7
SURROUND_MM = 0.55
"""Width of the white edge that sets a box off from the road beneath."""
BOX_PT = {True: 1.5, False: 0.9}
CENTRE_DASH_MM = {True: (2.6, 2.0), False: (1.5, 1.3)}
WATERWAYS, RAILS = ("canal", "river", "rapids"), ("rail", "main-rail", "minor-rail")
RAIL_DASH_MM, TRACK_DASH_MM = (2.2, 2.2), (1.7, 1.0)
BAND_MM = 1.5
"""Width of the tint along a frontier, on the far side."""
SHORE_MM = (3.0, 1.9, 0.9)


def point_layers(game_map: MapSource, plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    """All layers inside the frame, lowest first."""
    if ink.board:
        return ink.pictured(plan.frame_mm)
    notes = {space.id: space.note for space in game_map.spaces}
    return (
        ground_layer(plan, ink),
        abroad_layer(plan, ink),
        washes_layer(plan.washes, ink),
        sea_layer(plan, ink),
        water_layer(plan, ink),
        scenery_layer(plan, ink),
        frontier_layer(plan, ink),
        towns_layer(plan, ink),
        names_layer(plan, ink),
        roads_layer(plan, ink),
        crossings_layer(plan.roads, ink),
        Group(
            tuple(node for space in plan.spaces.values() for node in point_box(space, notes[space.id], ink)),
            layer="boxes",
        ),
    )


# Geography --------------------------------------------------------------------------------------


def ground_layer(plan: MapPlan, ink: MapInk) -> Group:
    """The land and its quiet tints."""
    nodes: list[Node] = [Path(rect(*plan.frame_mm), fill=ink.land(1))]
    outlines = [(polyline(ground.points, close=True), ink.land(ground.tint)) for ground in plan.grounds]
    # A stroke of its own colour closes the hairlines that viewers show between abutting fills.
    nodes += [Path(outline, fill=tint, stroke=natural(tint, 0.35)) for outline, tint in outlines]
    return Group(tuple(nodes), layer="ground")


def abroad_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Countries out of play: hatched, with a darker tint along the frontier."""
    rings = [ring for region in plan.regions.values() if region.kind == "country" for ring in region.rings]
    if not rings:
        return Group((), layer="abroad")
    outline = ring_path(rings)
    clip = Path(outline, rule="evenodd")
    band = mix(ink["outside"], ink["border-band"], 0.25 if ink.low else 0.75)
    nodes: list[Node] = [
        Path(outline, fill=ink["outside"], rule="evenodd"),
        Group((Path(hatch(plan.frame_mm), stroke=Stroke(ink["outside-hatch"], 0.45)),), clip=clip),
        Group(
            tuple(Path(polyline(f), stroke=natural(band, 2 * BAND_MM * PT_PER_MM)) for f in plan.frontiers), clip=clip
        ),
    ]
    return Group(tuple(nodes), layer="abroad")


def sea_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Seas, paler towards the coast."""
    nodes: list[Node] = []
    for region in plan.regions.values():
        if region.kind == "sea" and region.rings:
            outline = ring_path(region.rings)
            bands = shore_bands([(*ring, ring[0]) for ring in region.rings], SHORE_MM, ink)
            nodes.append(Path(outline, fill=ink.sea, rule="evenodd"))
            nodes.append(Group(tuple(bands), clip=Path(outline, rule="evenodd")))
            nodes.append(Path(outline, stroke=natural(ink["coast"], 0.8)))
    return Group(tuple(nodes), layer="sea")


def frontier_layer(plan: MapPlan, ink: MapInk) -> Group:
    """National borders, dashed."""
    return Group(tuple(frontier(points, ink) for points in plan.frontiers), layer="borders")


def frontier(points: Iterable[Point], ink: MapInk) -> Path:
    """A stretch of national border."""
    return Path(polyline(list(points)), stroke=natural(ink["border"], 1.2, (2.6, 1.0)))


def towns_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Towns for orientation, in quiet ink."""
    colour, halo = ink["quiet-text"], Halo(ink.land(1), 1.4, 0.85)
    nodes: list[Node] = []
    for town in plan.towns:
        nodes.append(Path(circle(*town.at, town.radius), fill="#ffffff", stroke=Stroke(colour, 0.6)))
        nodes.append(Text(town.x, town.y, town.name, town.font, town.size_pt, colour, halo=halo))
    return Group(tuple(nodes), layer="towns")


def names_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Names of countries, seas and rivers."""
    nodes = geography_names(
        plan, ink, country_tracking_em=COUNTRY_TRACKING, river=ink["sea-name"], river_halo=Halo(ink.land(1), 1.6, 0.9)
    )
    return Group(tuple(nodes), layer="names")


# Roads ------------------------------------------------------------------------------------------


def roads_layer(plan: MapPlan, ink: MapInk) -> Group:
    """All casings, all fills, all centre lines; water first in each, the main road last."""
    ordered = sorted(plan.roads, key=lambda road: (road.main, road.look not in WATERWAYS))
    drawn = [_strokes(polyline(road.points), road.main, road.look, ink) for road in ordered]
    return Group(tuple(path for layer in range(3) for way in drawn if (path := way[layer])), layer="roads")


def _strokes(way: tuple[Segment, ...], main: bool, look: WayLook, ink: MapInk) -> tuple[Path | None, ...]:
    """Casing, filling and centre line of a way; None for one that its look hasn't."""
    return tuple(stroke and Path(way, stroke=stroke) for stroke in _pens(main, look, ink))


def _pens(main: bool, look: WayLook, ink: MapInk) -> tuple[Stroke | None, Stroke | None, Stroke | None]:
    """The pens of casing, filling and centre line."""
    if main:
        case = ink["main-road-case"]
        return (natural(case, MAIN_WIDTHS_PT[0]), natural(ink.road(True), MAIN_WIDTHS_PT[1]),
                natural(case if ink.low else "#ffffff", 0.9, CENTRE_DASH_MM[True]))  # fmt: skip
    case, (wide, narrow) = ink["road-case"], ROAD_WIDTHS_PT
    if look in WATERWAYS:
        river = ink["river"]
        broken = natural("#ffffff", 0.7, CENTRE_DASH_MM[look == "canal"]) if look != "river" else None
        return natural(mix(river, INK, 0.35), wide), natural(mix(river, "#ffffff", 0.25), narrow), broken
    if look in RAILS:
        sleepers = natural("#ffffff", 0.9, RAIL_DASH_MM)
        return natural("#ffffff", wide + 0.6), natural(mix(case, INK, 0.6), narrow), sleepers
    if look == "track":
        return natural("#ffffff", narrow), None, natural(mix(case, INK, 0.3), 1.2, TRACK_DASH_MM)
    return (natural(case, wide), natural(ink.road(False), narrow),
            natural(mix(case, ink["road"], 0.35), 0.4, CENTRE_DASH_MM[False]))  # fmt: skip


def crossings_layer(roads: Iterable[RoadPlan], ink: MapInk) -> Group:
    """The bars where roads cross a river."""
    crossings = [(road.crossing, road.main) for road in roads if road.crossing]
    return Group(
        tuple(node for crossing, main in crossings for node in crossing_bar(crossing, main, ink)), layer="crossings"
    )


def crossing_bar(crossing: CrossingPlan, main: bool, ink: MapInk) -> tuple[Node, ...]:
    """A bar at a right angle to the road, set off from it by white."""
    x, y = crossing.at
    half = BAR_LONG_MM[main] / 2
    angle = math.radians(crossing.turn_deg + 90)
    dx, dy = math.cos(angle), math.sin(angle)

    def bar(reach: float, stroke: Stroke) -> Path:
        ends = (x - reach * dx, y - reach * dy, x + reach * dx, y + reach * dy)
        return line(*(round(end, 3) for end in ends), stroke)

    pens = Stroke("#ffffff", BAR_SURROUND_PT, cap="round"), Stroke(ink["crossing"], BAR_PT, cap="round")
    return bar(half - 0.6, pens[0]), bar(half - 0.6, pens[1])


def road_sample(
    x: float, y: float, half: float, main: bool, ink: MapInk, look: WayLook = "road"
) -> tuple[Node, ...]:  # fmt: skip
    """A piece of road about (x, y), for the legend."""
    strokes = _strokes(polyline([(x - half, y), (x + half, y)]), main, look, ink)
    return tuple(path for path in strokes if path is not None)


# Boxes ------------------------------------------------------------------------------------------


def point_box(space: SpacePlan, note: str, ink: MapInk) -> tuple[Node, ...]:
    """A point: white surround, name tab with its symbol, and the box for the stack with its note.
    """
    x, y, width, tab = space.name_rect
    height = tab + space.stack[3]
    edge = ink["main-road-case"] if space.main else ink["road-case"]
    outline = rect(x, y, width, height, CORNER_MM)
    (name,) = space.name
    symbols = [
        node for item in space.badges for node in map_symbol(item.kind, item.x, item.y, STAR_MM, ink, item.value)
    ]
    left = 2 * (name.x - x) - width      # what the symbol takes from the tab's width
    nodes: list[Node] = [
        Path(_lower(space.stack, CORNER_MM), fill=ink["box"]),
        Path(outline, stroke=Stroke(ink["panel"], BOX_PT[space.main] + 2 * SURROUND_MM * PT_PER_MM, join="round")),
        Path(_lower((x, y + tab, width, -tab), -CORNER_MM), fill=ink.tab(space.main)),
        line(x, y + tab, x + width, y + tab, Stroke(edge, 0.6)),
        Path(outline, stroke=Stroke(edge, BOX_PT[space.main], join="round")),
        *symbols,
        label(name.text, name.x, name.y, TAB_FONT, name.size_pt, width - 1.4 - left, anchor="middle"),
    ]
    for index, part in enumerate(reversed(_note_lines(note, width - 1.2))):
        foot = y + height - 1.3 - index * NOTE_STEP_MM
        nodes.append(
            label(part, x + width / 2, foot, NOTE_FONT, NOTE_PT, width - 1.2, smallest_pt=NOTE_SMALLEST_PT,
                  anchor="middle", colour=ink["quiet-text"])
        )  # fmt: skip
    return tuple(nodes)


def _note_lines(note: str, room: float) -> list[str]:
    """`note` in as few lines as `room` allows, of about the same length."""
    lines = wrapped(note, NOTE_FONT, NOTE_PT, room)
    narrower = (wrapped(note, NOTE_FONT, NOTE_PT, room * part / 10) for part in range(9, 4, -1))
    return [lines, *takewhile(lambda others: len(others) == len(lines), narrower)][-1]


def _lower(area: Rect, radius: float) -> tuple[Segment, ...]:
    """A rectangle with its two lower corners rounded; of negative height and radius, the upper ones."""
    x, y, width, height = area
    right, foot, k = x + width, y + height, radius * 0.4477
    return (
        ("M", x, y), ("L", right, y), ("L", right, foot - radius),
        ("C", right, foot - k, right - k, foot, right - radius, foot),
        ("L", x + radius, foot), ("C", x + k, foot, x, foot - k, x, foot - radius), ("Z",),
    )  # fmt: skip


def map_symbol(kind: str, x: float, y: float, radius: float, ink: MapInk, value: int = 0) -> tuple[Node, ...]:
    """A symbol of `symbols` about (x, y); `value` is the number on it."""
    if own := ink.symbol(kind, x, y, radius):
        return own
    if kind == "victory-points":
        return MAP_BADGES[kind](x, y, radius, "#ffffff", INK, value=value)  # type: ignore[call-arg]
    return MAP_BADGES[kind](x, y, radius, ink["star"], mix(ink["star"], "#000000", 0.45))
