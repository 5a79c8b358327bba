"""Stack boxes, symbols, names and towns of an area map."""

from __future__ import annotations

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Halo, Node, Path, Segment, Stroke, Text, circle, rect
from pnp.generators.maps.geography import geography_names
from pnp.generators.maps.ink import INK, PAPER, MapInk
from pnp.maps.lines import Rect
from pnp.maps.parts import COUNTRY_TRACKING, NAME_FONT, NAME_TRACKING, MapPlan
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE, fort

VP_RADIUS_MM = 2.55
BADGE_RADIUS_MM = 2.3
STAR_RADIUS_MM = 2.65
RING_PT = 0.65
"""Of symbols, which are as light as the values beside them: names come first."""
BOX_CORNER_MM, VEIL = 1.0, 0.6
"""Of a stack box: the radius of its corners, and how much of the country it hides."""


def corner_ticks(area: Rect, length: float) -> tuple[Segment, ...]:
    """The four corners of a box, with open sides."""
    x, y, width, height = area
    segments: list[Segment] = []
    for cx, dx in ((x, 1), (x + width, -1)):
        for cy, dy in ((y, 1), (y + height, -1)):
            segments += [
                ("M", round(cx + dx * length, 3), cy), ("L", cx, cy), ("L", cx, round(cy + dy * length, 3)),
            ]  # fmt: skip
    return tuple(segments)


def stack_box(area: Rect, ground: str) -> Path:
    """A box for a stack: a veil of the `ground`, paler, through which the country shows, and a thin frame."""
    pen = Stroke(mix(ground, INK, 0.6), 0.6)
    return Path(rect(*area, BOX_CORNER_MM), fill=mix(ground, "#ffffff", 0.55), fill_opacity=VEIL, stroke=pen)


def stacks_layer(plan: MapPlan, ink: MapInk) -> Group:
    """A stack box in each area."""
    boxes = (stack_box(space.stack, ink.ground(space.tint, space.start)) for space in plan.spaces.values())
    return Group(tuple(boxes), layer="stacks")


def badge(kind: str, x: float, y: float, value: int, ink: MapInk) -> tuple[Node, ...]:
    """One symbol about (x, y)."""
    if own := ink.symbol(kind, x, y, VP_RADIUS_MM):
        return own
    if kind == "victory-points":
        # An area worth nothing is said so, but quietly.
        colour = INK if value else ink["quiet-text"]
        return MAP_BADGES[kind](x, y, VP_RADIUS_MM, PAPER if value else "#f3ece2", colour, value=value)
    if kind == "red-star":
        return MAP_BADGES[kind](x, y, STAR_RADIUS_MM, ink["star"], mix(ink["star"], "#000000", 0.45))
    if kind in WITH_VALUE:
        return MAP_BADGES[kind](x, y, BADGE_RADIUS_MM, ink["accent"], "#ffffff", value=value)
    colour = ink["port"] if kind == "port" else ink["symbol"]
    if kind == "fort":
        return fort(x, y, VP_RADIUS_MM, colour, PAPER)
    ring = Path(circle(x, y, BADGE_RADIUS_MM), stroke=Stroke(colour, RING_PT))
    return (*MAP_BADGES[kind](x, y, BADGE_RADIUS_MM, PAPER, colour), ring)


def symbols_layer(plan: MapPlan, ink: MapInk) -> Group:
    """The row of symbols of each area, with a thin edge in its tint that sets it off from rivers."""
    nodes: list[Node] = []
    for space in plan.spaces.values():
        ground = ink.ground(space.tint, space.start)
        for item in space.badges:
            if item.kind != "red-star":
                nodes.append(Path(circle(item.x, item.y, VP_RADIUS_MM + 0.25), fill=ground))
            nodes += badge(item.kind, item.x, item.y, item.value, ink)
    return Group(tuple(nodes), layer="symbols")


def names_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Names of areas, countries, seas and rivers."""
    river = mix(ink["sea-name"], "#000000", 0.1)
    nodes = geography_names(
        plan, ink, country_tracking_em=COUNTRY_TRACKING, river=river,
        river_halo=Halo(mix(ink.tints[0], "#ffffff", 0.3), 1.6, 0.85),
    )  # fmt: skip
    for space in plan.spaces.values():
        halo = Halo(ink.ground(space.tint, space.start), 1.8)
        look = {"font": NAME_FONT, "anchor": "middle", "tracking_em": NAME_TRACKING, "halo": halo}
        nodes += [Text(line.x, line.y, line.text, size_pt=line.size_pt, colour=INK, **look) for line in space.name]
    return Group(tuple(nodes), layer="names")


def towns_layer(plan: MapPlan, ink: MapInk) -> Group:
    """Towns: white dots and their names."""
    nodes: list[Node] = []
    for town in plan.towns:
        pen = Stroke(INK, 0.75 if town.rank < 3 else 0.6)
        nodes.append(Path(circle(*town.at, town.radius), fill="#ffffff", stroke=pen))
        if town.rank == 1:
            nodes.append(Path(circle(*town.at, 0.36 * town.radius), fill=INK))
        halo = Halo("#f7f1e3", 1.5, 0.8)
        nodes.append(Text(town.x, town.y, town.name, town.font, town.size_pt, "#2c2924", halo=halo))
    return Group(tuple(nodes), layer="towns")
