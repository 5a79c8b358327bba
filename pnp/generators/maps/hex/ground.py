"""A hex map's ground as layers of a scene, cut where names lie on it.

Bottom to top: land, regions, border bands, textures, water, ice, rivers, grid, borders, ways, fortified lines,
numbers. Quiet lines stop short of a name (knock-out) instead of running under a pale halo; tints are not cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.draw.colour import contrast, mix
from pnp.draw.scene import Group, Halo, Node, Path, Scatter, Segment, Stroke, Text, polyline, rect
from pnp.generators.maps.area.land import HACHURE_MM, hachure_nodes, stroke_segments, washes_layer
from pnp.generators.maps.hex.samples import canal_pens, chevrons_along
from pnp.generators.maps.ink import LEGIBLE, MapInk, curve_segments, ring_path
from pnp.generators.maps.marks import REACH_MM, strewn
from pnp.generators.maps.texture import texture_nodes
from pnp.maps.hex_plan import NATURAL_SIDE_MM, NUMBER_FONT, Curve, HexGroundPlan, NumberPlan, WaterShape, WayShape
from pnp.maps.lines import Point
from pnp.maps.parts import MapPlan
from pnp.units import PT_PER_MM

if TYPE_CHECKING:
    from pnp.generators.maps.cut import Cutter

SHORE_PT = (0.5, 0.42, 0.34)
LINO_PT = {"lino-1": 0.5, "lino-2": 0.85, "lino-3": 1.2}
SEA_AIR_MM = 0.7
"""How much farther than other textures the strokes of a sea, which are as pale as its names, keep from them."""
GLINT_PT = 0.6
COAST_PT, LAKE_PT, EDGE_PT, SWAMP_PT = 0.8, 0.4, 0.35, 0.5
GRID_PT, GRID_WATER_PT = 0.38, 0.32
BORDER_PT, BORDER_WATER_PT, BAND_MM = 1.2, 0.7, 2.3
BORDER_DASH_MM = (2.6, 0.9, 0.35, 0.9)
RAIL_PT, MINOR_RAIL_PT, TICK_PT = 0.95, 0.6, 0.7
MAIN_RAIL_PT, MAIN_CASE_PT, MAIN_DASH_PT, MAIN_DASH_MM = 4.4, 6.4, 2.0, (2.1, 2.1)
"""A railway with a pale dash in its middle: the line, its pale edge, the dash."""
RIVER_PT, RIVER_CASE_PT = 4.8, 6.8
CHEVRON_PT = 1.7
ROAD_PT, ROAD_CASE_PT, TRACK_PT = 1.7, 2.6, 1.5
FORT_PT = 1.8
ICE_OPACITY = 0.58
NUMBER_HALO_PT = 1.9
VEIL_OPACITY, LIMIT_PT = 0.4, 1.1
CASING_PT, PARAPET_PT = 1.1, 0.7
"""Width of the pale edge on either side of a bridge, and of the dark line beyond it."""
WATER_ROLES = {
    "sea": ("water", "water-2", "water-3", "water-4", "water-5"),
    "lake": ("water", "water-4", "water-4", "water-5", "water-5"),
}  # fmt: skip
"""Tints of a lake without a coastline, distinct from a wood by its value: a pale rim, then deep at once."""
TERRAIN_ROLE = {
    "forest": "forest", "light-woods": "forest", "swamp": "swamp", "rough": "rough", "mountain": "mountain",
    "broken": "rough", "hills": "mountain", "outside": "outside",
}  # fmt: skip
EDGE_ROLE = {
    "forest": "forest-edge", "light-woods": "forest-edge", "swamp": "swamp-ink", "mountain": "mountain-ink",
}  # fmt: skip
EDGE_MM, EDGE_OPACITY = 1.5, 0.45
"""A region ends in a band of its tint, half outside its outline; on ink-saving sheets in a line."""


def terrain_tint(look: str, ink: MapInk) -> str:
    """The tint of the ground of a look; light woods lie between land and woods."""
    tint = ink[TERRAIN_ROLE.get(look, "land")]
    return mix(ink["land"], tint, 0.5) if look == "light-woods" else tint


def hex_ground_layers(plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    """All layers beneath the names, lowest first; hex numbers last."""
    return (*bare_ground_layers(plan, ink), *number_layer(plan, ink))


def number_layer(plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    """The layer of the hex numbers; () for a map without hexes."""
    if plan.hexes is None or ink.board:
        return ()
    hidden = plan.labels.numbers if plan.labels else frozenset()
    return (Group(tuple(_numbers(plan.hexes, ink, hidden)), layer="numbers"),)


def bare_ground_layers(plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    """The layers without any text, lowest first."""
    from pnp.generators.maps.cut import Cutter  # needs shapely

    ground = plan.hexes
    if ground is None or ink.board:
        return ink.pictured(plan.frame_mm)
    cutter, words = Cutter(plan.labels.knock_out if plan.labels else ()), Cutter(words_under(plan))
    k = ground.side_mm / NATURAL_SIDE_MM
    return (
        Group(tuple(_land(plan, ground, ink)), layer="land"),
        washes_layer(ground.washes, ink),
        Group(tuple(_bands(ground, ink, k)), layer="border bands"),
        Group(tuple(_textures(ground, ink, k, cutter)), layer="terrain"),
        Group((*_beds(ground, ink, k), *_water(ground, ink, k), *_lino(ground, ink, k, cutter)), layer="water"),
        Group(tuple(_overlays(ground, ink, k, cutter)), layer="ice"),
        Group(tuple(_rivers(ground, ink)), layer="rivers"),
        Group(tuple(_grid(ground, ink, k, cutter)), layer="grid"),
        Group(tuple(_borders(ground, ink, k, words)), layer="borders"),
        Group(tuple(_ways(ground, ink, k, cutter)), layer="ways"),
        Group(tuple(_forts(ground, ink, k)), layer="fortifications"),
        Group(tuple(_abroad(ground, ink, words)), layer="abroad"),
    )


def words_under(plan: MapPlan) -> list[Sequence[Point]]:
    """The outlines of names, and of the hex numbers that a line would strike: borders stop short of both."""
    if plan.labels is None or plan.hexes is None:
        return []
    struck = [number.rect for name, number in plan.hexes.numbers.items()
              if number.crossed and name not in plan.labels.numbers]  # fmt: skip
    return [*plan.labels.knock_out, *([(x, y), (x + w, y), (x + w, y + h), (x, y + h)] for x, y, w, h in struck)]


def natural(colour: str, width_pt: float) -> Stroke:
    """The stroke of a natural line, with round joints and ends."""
    return Stroke(colour, width_pt, cap="round", join="round")


# Land -------------------------------------------------------------------------------------------


def _land(plan: MapPlan, ground: HexGroundPlan, ink: MapInk) -> Iterable[Node]:
    yield Path(rect(*plan.frame_mm), fill="#ffffff" if ink.low else ink["land"])
    yield from texture_nodes(ink, "clear", rect(*plan.frame_mm))
    width = EDGE_MM * ground.side_mm / NATURAL_SIDE_MM * PT_PER_MM
    for region in ground.terrains:
        outline = curve_segments(region.curves, close=True)
        tint = terrain_tint(region.look, ink)
        edge = Stroke(tint, width, join="round", opacity=EDGE_OPACITY) if region.look != "outside" else None
        if ink.low:
            edge = natural(mix(tint, ink[EDGE_ROLE.get(region.look, TERRAIN_ROLE[region.look])], 0.35), EDGE_PT)
        yield Path(outline, fill=None if ink.low else tint, stroke=edge, rule="evenodd")
        yield from texture_nodes(ink, region.look, outline)


def _bands(ground: HexGroundPlan, ink: MapInk, k: float) -> Iterable[Node]:
    """The tint along borders on land, stroked as one path so that it never overlaps itself."""
    curves = [border.curve for border in ground.borders if not border.water]
    if curves:
        width = BAND_MM * k * PT_PER_MM
        stroke = Stroke(ink["border-band"], width, join="round", opacity=0.25 if ink.low else 0.42)
        yield Path(curve_segments(curves, close=False), stroke=stroke)


def _textures(ground: HexGroundPlan, ink: MapInk, k: float, cutter: Cutter) -> Iterable[Node]:
    strokes = {kind: cutter.strokes(ground.strokes.get(kind, ())) for kind in ("swamp", *HACHURE_MM)}
    if strokes["swamp"]:
        yield Path(stroke_segments(strokes["swamp"]), stroke=Stroke(ink["swamp-ink"], SWAMP_PT * k**0.5, cap="round"))
    yield from hachure_nodes(strokes, ink)
    for kinds in (("tuft",), ("hill",), ("spruce", "round", "leafy")):
        node = _strewn(ground, kinds, ink, cutter)
        if node is not None:
            yield node


def _strewn(ground: HexGroundPlan, kinds: Sequence[str], ink: MapInk, cutter: Cutter) -> Scatter | None:
    return strewn({kind: cutter.marks(ground.marks.get(kind, ()), REACH_MM[kind]) for kind in kinds}, ink)


def _abroad(ground: HexGroundPlan, ink: MapInk, cutter: Cutter) -> Iterable[Node]:
    """A veil over the country beside all hexes, edged as the limit of play."""
    if ground.abroad:
        veil = ring_path(ground.abroad)
        yield Path(veil, fill="#ffffff" if ink.low else ink["panel"], fill_opacity=VEIL_OPACITY, rule="evenodd")
        sides = cutter.lines([side for ring in ground.abroad for side in pairwise((*ring, ring[0]))])
        edge = tuple(segment for side in sides for segment in polyline(side))
        yield Path(edge, stroke=natural(mix(ink["grid"], ink["panel"], 0.25), LIMIT_PT))


# Water ------------------------------------------------------------------------------------------


def _water(ground: HexGroundPlan, ink: MapInk, k: float) -> Iterable[Node]:
    for water in ground.waters:
        cut = water.major and any(name in ground.strokes for name in LINO_PT)
        yield from water_nodes(replace(water, steps=water.steps[:1]) if cut else water, ink, k)


def _lino(ground: HexGroundPlan, ink: MapInk, k: float, cutter: Cutter) -> Iterable[Node]:
    """The strokes of a sea cut in linoleum, from thin to thick."""
    for name, width in LINO_PT.items():
        strokes = cutter.strokes(ground.strokes.get(name, ()), SEA_AIR_MM)
        if strokes:
            colour = ink["water-5"] if ink.low else ink["shore-line"]
            yield Path(stroke_segments(strokes), stroke=Stroke(colour, width * k**0.5, cap="round"))


def water_nodes(water: WaterShape, ink: MapInk, k: float) -> Iterable[Node]:
    """Tints from the shore outwards, the first bordered by the coast, the next three by pale lines parallel to it."""
    steps = water.steps[:3] if ink.low else water.steps
    pale = mix(ink["water"], "#ffffff", 0.6 if contrast(ink["water"], "#ffffff") < LEGIBLE else 0.88)
    for number, curves in enumerate(steps):
        if curves:
            colour = pale if ink.low else ink[WATER_ROLES[water.kind][number]]
            fill = colour if not ink.low or number == 0 else None
            pen = _coast(water, ink) if number == 0 else _shore_line(water, number, ink, k)
            yield Path(curve_segments(curves, close=True), fill=fill, stroke=pen, rule="evenodd")


def _coast(water: WaterShape, ink: MapInk) -> Stroke:
    if water.major:
        return natural(ink["coast"], COAST_PT)
    return natural(ink["water-5" if ink.low else "coast"], LAKE_PT)


def _shore_line(water: WaterShape, number: int, ink: MapInk, k: float) -> Stroke | None:
    """The pale line of a step; a lake has none beside its coast."""
    if number > len(SHORE_PT) or (number == 1 and not water.major):
        return None
    return natural(ink["water-5"] if ink.low else ink["shore-line"], SHORE_PT[number - 1] * k**0.5)


def _overlays(ground: HexGroundPlan, ink: MapInk, k: float, cutter: Cutter) -> Iterable[Node]:
    """Ice in certain turns: paler, cracked, with a dashed edge on open water; the depth tints show through."""
    for overlay in ground.overlays:
        yield Path(
            curve_segments(overlay.curves, close=True), fill=ink["ice"], fill_opacity=ICE_OPACITY, rule="evenodd"
        )
    cracks = _strewn(ground, ("crack",), ink, cutter)
    if cracks is not None:
        yield cracks
    edges = curve_segments((curve for overlay in ground.overlays for curve in overlay.edges), close=False)
    if edges:
        dash = (1.6 * k, 1.1 * k)
        yield Path(edges, stroke=Stroke(mix(ink["ice-ink"], ink["coast"], 0.6), 0.7, dash_mm=dash, join="round"))


def _rivers(ground: HexGroundPlan, ink: MapInk) -> Iterable[Node]:
    for role, walls in (("river", False), ("fort", True)):
        ribbons = [river.ribbon for river in ground.rivers if (river.look == "wall") == walls]
        if ribbons:
            yield Path(curve_segments(ribbons, close=True), fill=ink[role])


# Lines ------------------------------------------------------------------------------------------


def _grid(ground: HexGroundPlan, ink: MapInk, k: float, cutter: Cutter) -> Iterable[Node]:
    for wet, role, width, opacity in ((False, "grid", GRID_PT, 0.85), (True, "grid-water", GRID_WATER_PT, 0.8)):
        lines = [((g.x1, g.y1), (g.x2, g.y2)) for g in ground.grid if g.water == wet]
        segments: list[Segment] = []
        for line in cutter.lines(lines):
            segments += polyline(line)
        if segments:
            yield Path(tuple(segments), stroke=Stroke(ink[role], width * k**0.5, cap="round", opacity=opacity))


def _borders(ground: HexGroundPlan, ink: MapInk, k: float, cutter: Cutter) -> Iterable[Node]:
    for wet, width in ((False, BORDER_PT), (True, BORDER_WATER_PT)):
        shapes = [border for border in ground.borders if border.water == wet]
        segments = _cut_curves([(shape.curve, shape.points) for shape in shapes], cutter)
        if segments:
            dash = tuple(length * k for length in BORDER_DASH_MM)
            yield Path(segments, stroke=Stroke(ink["border"], width, dash_mm=dash, join="round"))


def _cut_curves(shapes: Sequence[tuple[Curve, Sequence[Point]]], cutter: Cutter) -> tuple[Segment, ...]:
    """Curves as segments; one that touches a name becomes fine straight pieces that stop short of it."""
    segments: list[Segment] = []
    for curve, points in shapes:
        pieces = cutter.pieces(points)
        if pieces is None:
            segments += curve_segments([curve], close=False)
        else:
            for piece in pieces:
                segments += polyline(piece)
    return tuple(segments)


def _ways(ground: HexGroundPlan, ink: MapInk, k: float, cutter: Cutter) -> Iterable[Node]:
    """Bridges, a pale way between two dark lines, then roads, then railways on top."""
    casing, thin = ink["land"] if not ink.low else "#ffffff", k**0.5
    for way in ground.ways:
        bridges = tuple(segment for line in way.bridges for segment in polyline(line))
        wide = (ROAD_CASE_PT + 0.8) * k if way.look == "road" else RAIL_PT * thin + 2 * CASING_PT
        if bridges:
            yield Path(bridges, stroke=Stroke(ink["road-case"], wide + 2 * PARAPET_PT * k, join="round"))
            yield Path(bridges, stroke=Stroke(casing, wide, join="round"))
    yield from _river_ways(ground, ink, k, cutter)
    canals = _cut_curves(_of_look(ground.ways, "canal"), cutter)
    if canals:
        for colour, width in canal_pens(ink):
            yield Path(canals, stroke=Stroke(colour, width * thin, join="round"))
    roads = _of_look(ground.ways, "road")
    segments = _cut_curves(roads, cutter)
    if segments:
        yield Path(segments, stroke=Stroke(ink["road-case"], ROAD_CASE_PT * k, join="round"))
        yield Path(segments, stroke=Stroke(ink["road"], ROAD_PT * k, join="round"))
    tracks = _cut_curves(_of_look(ground.ways, "track"), cutter)
    if tracks:
        yield Path(tracks, stroke=Stroke(casing, (TRACK_PT + CASING_PT) * k, join="round"))
        yield Path(tracks, stroke=Stroke(ink["road-case"], TRACK_PT * k, dash_mm=(1.5 * k, 0.8 * k), join="round"))
    mains = _cut_curves(_of_look(ground.ways, "main-rail"), cutter)
    if mains:
        yield Path(mains, stroke=Stroke(casing, MAIN_CASE_PT * thin, join="round"))
    strong = 2.0 if mains else 1.0  # beside main railways
    for look, width in (("minor-rail", MINOR_RAIL_PT * strong), ("rail", RAIL_PT)):
        segments = _cut_curves(_of_look(ground.ways, look), cutter)
        if segments:
            if mains:
                yield Path(segments, stroke=Stroke(casing, (width + 2.2) * thin, join="round"))
            yield Path(segments, stroke=Stroke(ink["rail"], width * thin, join="round"))
            ticks = cutter.strokes(
                tuple(v for way in ground.ways if way.look == look for tick in way.ticks for v in tick)
            )
            if ticks:
                yield Path(stroke_segments(ticks), stroke=Stroke(ink["rail"], TICK_PT * strong * thin))
    if mains:
        yield Path(mains, stroke=Stroke(ink["rail"], MAIN_RAIL_PT * thin, join="round"))
        yield Path(mains, stroke=Stroke(casing, MAIN_DASH_PT * thin, dash_mm=MAIN_DASH_MM, join="round"))


def _beds(ground: HexGroundPlan, ink: MapInk, k: float) -> Iterable[Node]:
    """The casing of rivers through hexes, below the water into which they open."""
    segments = curve_segments([way.curve for way in ground.ways if way.look in ("river", "rapids")], close=False)
    if segments:
        yield Path(segments, stroke=natural(ink["land"] if not ink.low else "#ffffff", RIVER_CASE_PT * k**0.5))


def _river_ways(ground: HexGroundPlan, ink: MapInk, k: float, cutter: Cutter) -> Iterable[Node]:
    """Rivers through hexes; rapids with chevrons that point downstream, from the first hex of the way to the last."""
    casing = ink["land"] if not ink.low else "#ffffff"
    shapes = [way for way in ground.ways if way.look in ("river", "rapids")]
    segments = curve_segments([way.curve for way in shapes], close=False)
    if segments:
        yield Path(segments, stroke=natural(ink["river"], RIVER_PT * k**0.5))
    glints = cutter.strokes(ground.strokes.get("glint", ()))
    if glints:
        yield Path(stroke_segments(glints), stroke=Stroke(casing, GLINT_PT * k**0.5, cap="round"))
    chevrons = [s for way in shapes if way.look == "rapids" for s in chevrons_along(way.points, k)]
    if chevrons:
        yield Path(tuple(chevrons), stroke=Stroke(casing, (CHEVRON_PT + 1.0) * k**0.5))
        yield Path(tuple(chevrons), stroke=Stroke(ink["accent"], CHEVRON_PT * k**0.5))


def _of_look(ways: Sequence[WayShape], look: str) -> list[tuple[Curve, Sequence[Point]]]:
    return [(way.curve, way.points) for way in ways if way.look == look]


def _forts(ground: HexGroundPlan, ink: MapInk, k: float) -> Iterable[Node]:
    for fort in ground.forts:
        yield Path(polyline(fort.points), stroke=Stroke(ink["fort"], FORT_PT * k))
        teeth: list[Segment] = [segment for tooth in fort.teeth for segment in polyline(tooth, close=True)]
        yield Path(tuple(teeth), fill=ink["fort"])


def _numbers(ground: HexGroundPlan, ink: MapInk, hidden: frozenset[str]) -> Iterable[Node]:
    for name, number in ground.numbers.items():
        if name not in hidden:
            colour = ink.type("number-water" if number.water else "number")
            halo = Halo(_beneath(number, ink), NUMBER_HALO_PT) if number.crossed else None
            yield Text(
                number.x, number.y, number.text, NUMBER_FONT, ground.number_pt, colour, anchor="middle",
                rotate_deg=number.turn_deg, halo=halo,
            )  # fmt: skip


def _beneath(number: NumberPlan, ink: MapInk) -> str:
    """A patch of ground under a number that a line crosses."""
    if ink.low:
        return "#ffffff"
    return ink["water-4"] if number.water else terrain_tint(number.crossed, ink)
