"""Sea, land, water and borders of an area map: everything under the names."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Segment, Stroke, line, polyline, rect
from pnp.generators.maps.ink import INK, MapInk, curve_segments, ring_path
from pnp.generators.maps.marks import strewn
from pnp.maps.hex_plan import Curve
from pnp.maps.lines import Point, Rect, length_mm, point_at, stretch
from pnp.maps.parts import BorderPlan, MapPlan, SpacePlan, WaterPlan
from pnp.units import PT_PER_MM

SHORE_MM = (5.4, 3.6, 1.9)
"""Width of the three shore bands, outermost first."""
SOUNDINGS_MM = (21.0, 15.6, 11.4, 8.1)
"""Hair lines parallel to the coast beyond the bands, outermost first."""
BAND_MM = (1.5, 0.75)
"""Width of the two bands inside a border."""
HATCH_MM = 2.0
SPRING_MM, JOINED_MM = 14.0, 0.8
"""From a source to where its river has its full width; rivers that meet end nearer to each other than that."""
CLEAR_MM = 0.8
"""Between a name, or the symbols below it, and the ends of a river that runs behind."""
SCENERY_OPACITY, HACHURE_OPACITY = 0.9, 0.65
HACHURE_MM = {"hachures": 0.16, "dark hachures": 0.26}
"""Width of hachures at their upper ends, from which they taper."""
WASHES = {
    "mottle": ("paper", 0.22), "hollow": ("outside", 0.2), "forest": ("forest-edge", 0.2),
    "light-woods": ("forest-edge", 0.13), "swamp": ("swamp-ink", 0.08),
    "shade": ("mountain-ink", 0.11), "light": ("paper", 0.26),
}  # fmt: skip
"""Wash -> the role of its colour, and how strong each coat is; lowest first."""


def natural(colour: str, width_pt: float, dash_mm: tuple[float, ...] = ()) -> Stroke:
    """The stroke of natural lines and borders, with round caps and joints."""
    return Stroke(colour, width_pt, dash_mm, cap="butt" if dash_mm else "round", join="round")


def sea_layer(plan: MapPlan, ink: MapInk) -> Group:
    """The sea, paler towards the coast in three steps."""
    coasts = [b.points for b in plan.borders if b.kind == "coast"]
    nodes: list[Node] = [Path(rect(*plan.frame_mm), fill=ink.sea)]
    for step, reach in enumerate(SOUNDINGS_MM):
        hair = mix(ink.sea, ink["coast"], 0.1 + 0.06 * step)
        nodes += [Path(polyline(p), stroke=natural(hair, (2 * reach + 0.2) * PT_PER_MM)) for p in coasts]
        nodes += [Path(polyline(p), stroke=natural(ink.sea, 2 * reach * PT_PER_MM)) for p in coasts]
    nodes += shore_bands(coasts, SHORE_MM, ink)
    return Group(tuple(nodes), layer="sea")


def shore_bands(coasts: Sequence[Sequence[Point]], reaches_mm: Sequence[float], ink: MapInk) -> list[Node]:
    """Bands along coasts, the widest first, to be clipped to the sea or covered by the land."""
    nodes: list[Node] = []
    for step, reach in enumerate(reaches_mm):
        edge = mix(ink.shore(step), ink["coast"], 0.16)
        # A hair line on the seaward side of each band, as on old charts.
        nodes += [Path(polyline(p), stroke=natural(edge, (2 * reach + 0.16) * PT_PER_MM)) for p in coasts]
        nodes += [Path(polyline(p), stroke=natural(ink.shore(step), 2 * reach * PT_PER_MM)) for p in coasts]
    return nodes


def land_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Countries out of play, hatched."""
    rings = [ring for region in plan.regions.values() if region.kind == "country" for ring in region.rings]
    if not rings:
        return Group((), layer="land")
    outline = ring_path(rings)
    ground = Path(outline, fill=ink["outside"], rule="evenodd")
    lines = Group(
        (Path(hatch(plan.frame_mm), stroke=Stroke(ink["outside-hatch"], 0.45)),), clip=Path(outline, rule="evenodd")
    )
    return Group((ground, lines), layer="land")


def hatch(area: Sequence[float]) -> tuple[Segment, ...]:
    """Slanting lines across a rectangle."""
    x, y, width, height = area
    step = HATCH_MM * 2**0.5
    count = int((width + height) / step) + 1
    segments: list[Segment] = []
    for index in range(1, count):
        reach = index * step
        left, top = max(0.0, reach - height), min(reach, height)
        right, bottom = min(reach, width), max(0.0, reach - width)
        segments += [("M", round(x + left, 3), round(y + top, 3)), ("L", round(x + right, 3), round(y + bottom, 3))]
    return tuple(segments)


def areas_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Tints of the areas, darker in two bands along their land borders."""
    by_space: dict[str, list[BorderPlan]] = defaultdict(list)
    for border in plan.borders:
        if border.kind not in ("coast", "water"):
            for side in border.between:
                by_space[side].append(border)
    fills: list[Node] = []
    bands: list[Node] = []
    for space in plan.spaces.values():
        ground = ink.ground(space.tint, space.start)
        outline = ring_path(space.rings)
        # A stroke of its own colour closes the hairlines that viewers show between abutting fills.
        fills.append(Path(outline, fill=ground, stroke=natural(ground, 0.35), rule="evenodd"))
        bands.append(_bands(space, by_space[space.id], outline, ground, ink))
    return Group((*fills, *bands), layer="areas")


def _bands(
    space: SpacePlan, borders: Sequence[BorderPlan], outline: tuple[Segment, ...], ground: str, ink: MapInk
) -> Group:
    strokes = [
        Path(polyline(border.points), stroke=natural(ink.band(ground, step), 2 * width * PT_PER_MM))
        for step, width in enumerate(BAND_MM)
        for border in borders
    ]
    return Group(tuple(strokes), clip=Path(outline, rule="evenodd"))


def washes_layer(washes: Mapping[str, Sequence[Sequence[Curve]]], ink: MapInk) -> Group:
    """The tones of the land, of woods and marshes, and the light and shade of heights; of these the shade alone is
    drawn on ink-saving sheets, half as dark."""
    share = 0.5 if ink.low else 1.0
    nodes = [
        Path(curve_segments(coat, close=True), fill=ink[role], fill_opacity=share * opacity, rule="evenodd")
        for wash, (role, opacity) in WASHES.items()
        for coat in washes.get(wash, ())
        if coat and (wash == "shade" or not ink.low)
    ]
    return Group(tuple(nodes), layer="washes")


def scenery_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Trees and reeds, pale as the country behind names and boxes."""
    return replace(scenery(plan.scenery, ink), layer="scenery")


def scenery(marks: Mapping[str, Sequence[float]], ink: MapInk) -> Group:
    """Marks of the country, as in `MapPlan.scenery`, paler than those of a hex map."""
    groups = (("tuft",), ("spruce", "round", "leafy"))
    trees = [strewn({kind: marks.get(kind, ()) for kind in kinds}, ink) for kinds in groups]
    lines = hachure_nodes(marks, ink)
    return Group((*lines, *(node for node in trees if node)), opacity=SCENERY_OPACITY)


def hachure_nodes(strokes: Mapping[str, Sequence[float]], ink: MapInk) -> Iterator[Node]:
    """The hachures among `strokes`, x1, y1, x2, y2 of each; faded one by one, for kept grounds hold no nested fades."""
    for kind, width in HACHURE_MM.items():
        segments: list[Segment] = []
        flat = strokes.get(kind, ())
        for x1, y1, x2, y2 in zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True):
            share = width / 2 / math.dist((x1, y1), (x2, y2))
            across, down = share * (y1 - y2), share * (x2 - x1)
            segments += polyline([(x1 - across, y1 - down), (x1 + across, y1 + down), (x2, y2)], close=True)
        if segments:
            yield Path(tuple(segments), fill=ink["rough-ink"], fill_opacity=HACHURE_OPACITY)


def stroke_segments(flat: Sequence[float]) -> tuple[Segment, ...]:
    """Straight lines given by the coordinates of their ends, one after another."""
    segments: list[Segment] = []
    for x1, y1, x2, y2 in zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True):
        segments += [("M", x1, y1), ("L", x2, y2)]
    return tuple(segments)


def water_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Rivers, which widen downstream, make way for names and end at the coast, and lakes over them."""
    rooms = [*(town.rect for town in plan.towns), *(space.name_rect for space in plan.spaces.values())]
    rooms += [space.row_rect for space in plan.spaces.values() if space.row_rect]
    x, y, width, height = plan.frame_mm
    courses: list[Node] = []
    for river in plan.rivers:
        at = river.points[0]
        inland = x < at[0] < x + width and y < at[1] < y + height
        springs = inland and all(math.dist(at, other.points[-1]) > JOINED_MM for other in plan.rivers)
        courses += _river(river, rooms, ink["river"], SPRING_MM if springs else 0.0)
    seas = [ring for region in plan.regions.values() if region.kind == "sea" for ring in region.rings]
    ashore = Path((*rect(*plan.frame_mm), *ring_path(seas)), rule="evenodd")
    nodes: list[Node] = [Group(tuple(courses), clip=ashore)]
    shore = mix(ink["lake"], ink["coast"], 0.45)
    for lake in plan.lakes:
        nodes.append(Path(polyline(lake.points, close=True), fill=ink["lake"], stroke=natural(shore, 0.35)))
    return Group(tuple(nodes), layer="water")


def _river(river: WaterPlan, rooms: Sequence[Rect], colour: str, spring_mm: float) -> list[Node]:
    """A line that widens from source to mouth, in pieces so short that no step is visible, and ends before names.

    spring_mm  how far from its source it becomes as wide as it is drawn: on the map it begins as a hair
    """
    from pnp.generators.maps.cut import Cutter  # needs shapely

    points, widths = river.points, river.widths_pt or (0.9, 0.9)
    gap = CLEAR_MM + max(widths) / 2 / PT_PER_MM
    sides = [(x - gap, y - gap, x + w + gap, y + h + gap) for x, y, w, h in rooms]
    names = Cutter([((x0, y0), (x1, y0), (x1, y1), (x0, y1)) for x0, y0, x1, y1 in sides])
    total = length_mm(points)
    spring = min(spring_mm, total / 2)
    stops = [spring * step / 8 for step in range(8 if spring else 0)]
    pieces = max(1, min(10, round(total / 12)))
    stops += [spring + (total - spring) * piece / pieces for piece in range(pieces + 1)]
    nodes: list[Node] = []
    for start, end in pairwise(stops):
        part, middle = stretch(points, start, end, 0.5), (start + end) / 2
        width = widths[0] + (widths[1] - widths[0]) * middle / total
        pen = natural(colour, round(width * min(1.0, 0.2 + 0.8 * middle / spring if spring else 1.0), 3))
        left = names.pieces(part)
        nodes += [Path(polyline(line), stroke=pen) for line in ([part] if left is None else left) if len(line) > 1]
    return nodes


def borders_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Each border once: thin between areas, dashed at start areas and at the limit of play; and the coast."""
    nodes: list[Node] = []
    pale = mix(ink["outside"], ink["border"], 0.45)
    kinds = defaultdict(list)
    for border in plan.borders:
        kinds[border.kind].append(polyline(border.points))
    nodes += [Path(p, stroke=natural(pale, 0.5, (1.4, 0.9))) for p in kinds["outside"]]
    nodes += [Path(p, stroke=natural(mix(ink["border"], INK, 0.5), 0.85)) for p in kinds["inner"]]
    for kind, colour in (("limit", ink["border"]), ("start", ink["start-border"])):
        nodes += [Path(p, stroke=natural("#ffffff", 1.3)) for p in kinds[kind]]
        nodes += [Path(p, stroke=natural(colour, 1.3, (2.6, 1.0))) for p in kinds[kind]]
    nodes += [Path(p, stroke=natural(ink["coast"], 0.8)) for p in kinds["coast"]]
    return Group(tuple(nodes), layer="borders")


def links_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Double arrows across straits."""
    nodes = [node for link in plan.links for node in double_arrow(link.start, link.end, ink["start-border"])]
    return Group(tuple(nodes), layer="links")


def double_arrow(start: Point, end: Point, colour: str) -> tuple[Node, ...]:
    """A line with a head at each end, set off from its ground by white."""
    length = length_mm((start, end))
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head, half = 2.0, 0.95

    def tip(at: Point, sign: float) -> tuple[Segment, ...]:
        back = (at[0] - sign * head * ux, at[1] - sign * head * uy)
        return polyline(
            [at, (back[0] - half * uy, back[1] + half * ux), (back[0] + half * uy, back[1] - half * ux)], close=True
        )

    inner_start = point_at((start, end), head * 0.8)
    inner_end = point_at((start, end), length - head * 0.8)
    tips = [tip(start, -1.0), tip(end, 1.0)]
    white = Stroke("#ffffff", 1.9, join="round", cap="round")
    return (
        line(*inner_start, *inner_end, Stroke("#ffffff", 3.4, cap="round")),
        *(Path(t, fill="#ffffff", stroke=white) for t in tips),
        line(*inner_start, *inner_end, Stroke(colour, 1.5, (1.5, 0.8))),
        *(Path(t, fill=colour) for t in tips),
    )
