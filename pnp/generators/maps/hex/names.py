"""A hex map's names and symbols, over its ground.

Names need no halo, since the ground's quiet layers stop short of them (`HexLabelPlan.knock_out`), except those that
have to cross a river or a number. Every symbol is drawn by a function about a point, which the key on the map uses
too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.draw.colour import contrast, mix
from pnp.draw.scene import Group, Halo, Node, Path, Stroke, Text, TextOnPath, circle, polyline
from pnp.generators.maps.hex.ground import terrain_tint, words_under
from pnp.generators.maps.hex.starts import start_layer
from pnp.generators.maps.ink import INK, LEGIBLE, MapInk
from pnp.maps.hex_grid import hex_field, terrain_of
from pnp.maps.hex_labels import TOO_DEAR, AreaName, HexBadge, PlaceName, SetLine, TownSymbol
from pnp.maps.hexes.badges import BADGE_FONT, BADGE_PT_PER_MM, MARK_SHARE
from pnp.maps.lines import Point, Rect
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.symbols.badges import anchor_paths, disc, factory, fort, oil, plate, snowflake, star
from pnp.units import MM_PER_PT

CROSSING_HALO_PT = 2.2
"""Width of the halo of a name that crosses a line; as wide as a river."""
LEADER_PT = 0.4
FIGURES = 1.13
"""Size of the figures in badges by that which their width was planned with."""
AFLOAT = 0.6
"""Names that don't stand out from water have a halo of land there, and are pale with more than such a share in it."""
SET_DASH_MM = (1.5, 1.1)
COLD_DASH_MM = (3.2, 1.2)
FLAKE_SHARE, FLAKE_EVERY = 0.2, 8
"""Radius of a snowflake in hexsides, and how many hexsides lie from one to the next."""
AREA_ROLES = {"sea": "water-name", "lake": "water-name", "set": "fort", "crossing": "name"}
ICONS = {"fort": fort, "factory": factory, "oil": oil}
"""Badges that features of a place have."""


def hex_name_layers(game: Game, plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    """Layers over the ground, lowest first: edges of sets, cities, towns, badges, names."""
    labels = plan.labels
    if labels is None:
        return ()
    side = plan.hexes.side_mm if plan.hexes else 8.0
    starts = start_layer(game, plan, ink)
    set_up = (starts,) if starts.children else ()
    if ink.board:
        return set_up
    return (
        *set_up,
        Group(tuple(node for line in _unstruck(plan) for node in set_line(line, side, ink)), layer="rows"),
        Group(tuple(node for town in labels.towns for node in town_nodes(town, ink)), layer="towns"),
        Group(tuple(node for badge in labels.badges for node in badge_nodes(badge, ink)), layer="symbols"),
        Group(tuple(area_name(area, ink) for area in labels.areas), layer="area names"),
        Group(tuple(leader_line(p, ink) for p in labels.places if p.leader), layer="leaders"),
        Group(tuple(place_name(p, ink, *_colours(game, plan, p, ink)) for p in labels.places), layer="names"),
        Group(tuple(node for line in labels.lines for node in set_marks(line, side, ink)), layer="row letters"),
    )


# Symbols ------------------------------------------------------------------------------------------


def town_nodes(town: TownSymbol, ink: MapInk) -> tuple[Node, ...]:
    """A city's blocks, or a circle: with a dot for a town, empty for a village."""
    if own := ink.symbol(town.kind, *town.at, town.radius):
        return own
    if town.kind in ("city", "capital"):
        blocks = tuple(Path(polyline(block, close=True), fill=ink["city"]) for block in town.blocks)
        nodes: list[Node] = [Path(polyline(town.ground, close=True), fill=ink["city-ground"]), *blocks]
        if town.kind == "capital":
            nodes += star(*town.at, 0.62 * town.radius, ink["panel"], ink["city"])
        return tuple(nodes)
    x, y = town.at
    pen = 0.3 * town.radius
    nodes = [
        Path(circle(x, y, town.radius + 0.32), fill=ink["land"]),
        Path(circle(x, y, town.radius - pen / 2), fill="#ffffff", stroke=Stroke(ink["name"], pen / MM_PER_PT)),
    ]
    if town.kind == "town":
        nodes.append(Path(circle(x, y, 0.36 * town.radius), fill=ink["name"]))
    return tuple(nodes)


def badge_nodes(badge: HexBadge, ink: MapInk) -> tuple[Node, ...]:
    """A badge about a point, drawn according to its kind."""
    x, y = badge.at
    size = FIGURES * BADGE_PT_PER_MM * badge.radius
    if own := ink.symbol(badge.kind, x, y, badge.radius):
        return own
    if badge.kind == "port" and _dark_water(ink):
        sea = Path(circle(x, y, 1.3 * badge.radius), fill=ink["land"], stroke=Stroke(ink["name"], 0.5))
        return (sea, *anchor_paths(x, y, badge.radius, ink["name"]))
    if badge.kind == "port":
        return anchor_paths(x, y, 1.15 * badge.radius, ink.type("water-name"))
    if badge.kind == "fortification":
        return fort(x, y, badge.radius, ink["fort"], ink["panel"])
    if badge.kind in ICONS:
        return ICONS[badge.kind](x, y, badge.radius, ink["fort"], ink["panel"])
    if badge.kind == "entry":
        return disc(x, y, badge.radius, ink["accent"], "#ffffff", badge.text, BADGE_FONT, 1.5 * size)
    if badge.kind == "bar":
        ground = ink[badge.tint]
        colour = max(("#ffffff", "#000000"), key=lambda c: contrast(c, ground))
        return plate(x, y, badge.width, badge.radius, ground, colour, badge.text, BADGE_FONT, size, edge=ink["name"])
    if badge.kind == "supply":
        return disc(x, y, badge.radius, "#ffffff", ink["navy"], badge.text, BADGE_FONT, 0.88 * size, ring=True)
    gain = badge.text.startswith("+")
    ground, text = (ink["accent"], "#ffffff") if gain else ("#ffffff", ink["accent"])
    return plate(x, y, badge.width, badge.radius, ground, text, badge.text, BADGE_FONT, size, edge=ink["accent"])


def _unstruck(plan: MapPlan) -> Iterator[SetLine]:
    """Edges of sets that stop short of hex numbers, as borders do; those of cold ground go through."""
    from pnp.generators.maps.cut import Cutter  # needs shapely

    words = Cutter(words_under(plan))
    for line in plan.labels.lines if plan.labels else ():
        pieces = None if line.cold else words.pieces(line.points)
        yield from [line] if pieces is None else [replace(line, points=piece) for piece in pieces]


def set_line(line: SetLine, side: float, ink: MapInk) -> tuple[Node, ...]:
    """The edge of a set: a dashed line along its hexsides, on a paler one that sets it off from the grid.

    That of cold ground is a stronger one in the colour of water, with snowflakes.
    """
    path = polyline(line.points)
    if line.cold:
        radius, colour = FLAKE_SHARE * side, ink["water-name"]
        flakes = [flake for at in _spots(line.points) for flake in snowflake(*at, radius, colour)]
        return (
            Path(path, stroke=Stroke(ink["panel"], 3.0, join="round", opacity=0.7)),
            Path(path, stroke=Stroke(ink["water-name"], 1.5, COLD_DASH_MM, join="round")),
            *flakes,
        )
    return (
        Path(path, stroke=Stroke(ink["land"], 2.0, join="round", opacity=0.55)),
        Path(path, stroke=Stroke(ink["region-name"], 0.9, SET_DASH_MM, join="round")),
    )


def _spots(points: Sequence[Point]) -> list[Point]:
    """Where snowflakes stand on a line: in the middle of each eighth hexside."""
    sides = list(pairwise(points))
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in sides[FLAKE_EVERY // 2 :: FLAKE_EVERY]]


def set_marks(line: SetLine, side: float, ink: MapInk) -> tuple[Node, ...]:
    """The letter at both ends of a set's edge."""
    radius = MARK_SHARE * side
    nodes: list[Node] = []
    for x, y in line.marks:
        ground = ink["water-name" if line.cold else "region-name"]
        nodes += disc(x, y, radius, ground, "#ffffff", line.mark, BADGE_FONT, FIGURES * BADGE_PT_PER_MM * radius)
    return tuple(nodes)


# Names --------------------------------------------------------------------------------------------


def area_name(area: AreaName, ink: MapInk) -> TextOnPath:
    """A name along its curve, in the colour of its kind: waters, sets, crossings, regions."""
    river = area.kind == "river"
    colour = mix(ink["river"], INK, 0.35) if river else ink.type(AREA_ROLES.get(area.kind, "region-name"))
    return TextOnPath(area.points, area.text, area.font, area.size_pt, colour, tracking_em=area.tracking_em)


def leader_line(place: PlaceName, ink: MapInk) -> Path:
    """The thin line from a symbol to a name that stands off from it."""
    return Path(polyline(place.leader), stroke=Stroke(ink["name"], LEADER_PT, cap="round"))


def place_name(place: PlaceName, ink: MapInk, colour: str = "", ground: str = "") -> Text:
    """The name of a place in `colour`, else in the map's for names; `ground` is the colour of a halo, "" = none."""
    halo = Halo(ground, CROSSING_HALO_PT) if ground else None
    return Text(
        place.x, place.y, place.text, place.font, place.size_pt, colour or ink["name"],
        tracking_em=place.tracking_em, halo=halo,
    )  # fmt: skip


def _beneath(game: Game, place: PlaceName, ink: MapInk) -> str:
    """The colour of the ground under a name that crosses a line or a number; "" for any other name."""
    hexes = game.map.hexes
    if place.cost < TOO_DEAR or hexes is None:
        return ""
    if ink.low:
        return "#ffffff"
    x, y, width, height = place.rect
    field = hex_field(hexes)
    index = field.hex_at((x + width / 2, y + height / 2))
    terrain = hexes.terrains[terrain_of(hexes, field)[index]] if index is not None else None
    return (
        ink["water-4"] if terrain and terrain.water else terrain_tint(terrain.look if terrain else "", ink)
    )


def _colours(game: Game, plan: MapPlan, place: PlaceName, ink: MapInk) -> tuple[str, str]:
    """The colours of a name and of its halo, "" = none: pale in dark water, with a halo of land where it meets it."""
    wet = _wet_share(plan, place.rect) if _dark_water(ink) else 0.0
    if wet > AFLOAT:
        return ink["land"], ink["water"]
    return ink["name"], ink["land"] if wet else _beneath(game, place, ink)


def _dark_water(ink: MapInk) -> bool:
    """Whether names don't stand out from water."""
    return not ink.low and contrast(ink["name"], ink["water"]) < LEGIBLE


def _wet_share(plan: MapPlan, rect: Rect) -> float:
    """The share of a rectangle that is water."""
    import shapely  # the ground of a map was made with it

    x, y, width, height = rect
    box = shapely.box(x, y, x + width, y + height)
    shore = plan.hexes.shore if plan.hexes else ()
    wet = sum(shapely.Polygon(rings[0], rings[1:]).intersection(box).area for rings in shore)
    return float(wet / box.area)
