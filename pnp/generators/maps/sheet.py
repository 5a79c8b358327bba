"""The map sheet: one scene with named layers, from a `Game` and its `MapPlan`.

`plan_sheet` measures and fits (slow, cache it), `draw_map` draws the printed sheet, `draw_board` the same board
for the screen. Everything is drawn inside the sheet; the map proper is clipped to its frame.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from pnp.draw.bidi import is_right_to_left
from pnp.draw.mirror import mirrored
from pnp.draw.scene import CachedNodes, Group, Node, Path, Scene, SourceMarks, Stroke, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError, Problem, SourceError
from pnp.generators.maps.area.land import (
    areas_layer,
    borders_layer,
    land_layer,
    links_layer,
    scenery_layer,
    sea_layer,
    washes_layer,
    water_layer,
)  # fmt: skip
from pnp.generators.maps.area.names import names_layer, stacks_layer, symbols_layer, towns_layer
from pnp.generators.maps.furniture import area_legend, box_panel, credits_panel, track_panel
from pnp.generators.maps.hex.ground import bare_ground_layers, number_layer
from pnp.generators.maps.hex.ladder import ladder
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.ink import INK, MapInk, map_ink
from pnp.generators.maps.tracks import grid_track
from pnp.generators.maps.type_scale import to_scale
from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.lines import Rect, overlap, rect_of
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.map import Panel, PanelKind
from pnp.output import content_hash

FURNITURE: tuple[PanelKind, ...] = ("legend", "title", "terrain", "victory", "scale")
"""The kinds of panels besides tables and credits, in the order of drawing."""
JOINT_MM, AIR_MM = 4.0, 2.0
"""Parts that stand nearer on the map are joined; what the tinted ground of the sheet has around all."""
COUNTED = "tracks"
"""The layer that contains pictures and names of counters."""


def plan_sheet(game: Game, *, draft: bool = False, ground: HexGroundPlan | None = None) -> MapPlan:
    """The plan of a game's map in the game's language, measured with the fonts of the drawing.

    draft   skip smoothing, for a quick look
    ground  the ground of a hex map, as made by `ground_sheet`; it is the same in all languages
    Raises SourceError when the map doesn't fit together.
    """
    from pnp.maps.plan import plan_map  # needs shapely

    return plan_map(game.map, game.style, width_mm, rounds=0 if draft else 2, ground=ground)


def ground_sheet(game: Game) -> HexGroundPlan | None:
    """The ground of a hex map, which is expensive; None for other maps."""
    if game.map.kind != "hexes":
        return None
    from pnp.maps.hexes.ground import hex_ground  # needs shapely

    return hex_ground(game.map, width_mm)


def plan_key(game: Game) -> str:
    """A hash of all that a plan depends on: the map with its translated names, number of tints, counter size, faces."""
    looks = (len(game.style.area_tints), game.style.counters.size_mm, game.style.faces)
    return content_hash("map-plan-27", game.map.model_dump_json(), repr(looks))


def draw_map(game: Game, plan: MapPlan) -> Scene:
    """The whole sheet with its credits, ready to print."""
    return _scene(game, plan, for_screen=False)


def draw_board(game: Game, plan: MapPlan) -> Scene:
    """The sheet for VASSAL: the same size and positions, on a coloured ground, without the margin's small print."""
    return _scene(game, plan, for_screen=True)


def _scene(game: Game, plan: MapPlan, *, for_screen: bool) -> Scene:
    ink = map_ink(game.map, game.style)
    width, height = plan.size_mm
    children: list[Node] = []
    if for_screen:
        children.append(Group((Path(rect(0, 0, width, height), fill=ink["paper"]),), layer="paper"))
    elif not ink.low:
        children.append(Group((Path(rect(*_whole(game, plan)), fill=ink["paper"]),), layer="paper"))
    children += _map_proper(game, plan, ink)
    edge = ladder(game.map, plan, ink)
    children += [edge] if edge else []
    children.append(counted_layer(game, plan))
    children.append(Group(tuple(_panels(game, plan, ink, "table")), layer="tables"))
    children.append(
        Group(tuple(node for kind in FURNITURE for node in _panels(game, plan, ink, kind)), layer="furniture")
    )
    frame = Path(rect(*plan.frame_mm), stroke=Stroke(INK, 1.4))
    children.append(Group((frame, _marks(game, plan)), layer="frame"))
    if not for_screen:
        children.append(Group(tuple(_panels(game, plan, ink, "credits")), layer="credits"))
    return Scene(width, height, to_scale(children), title=f"{game.info.printed_title} · {game.map.title}")


def _whole(game: Game, plan: MapPlan) -> Rect:
    """The rectangle of the map and all panels, tracks and boxes about it, without the small print."""
    panels = [rect_of(panel.rect_mm) for panel in game.map.panels if panel.kind != "credits"]
    rects = [plan.frame_mm, *panels, *(track.rect for track in plan.tracks.values()), *plan.boxes.values()]
    left, top = (max(0.0, min(r[k] for r in rects) - AIR_MM) for k in (0, 1))
    right, low = (min(plan.size_mm[k], max(r[k] + r[k + 2] for r in rects) + AIR_MM) for k in (0, 1))
    return (left, top, right - left, low - top)


def _marks(game: Game, plan: MapPlan) -> SourceMarks:
    """Where each space, box and panel of the sheet lies."""
    places: list[tuple[str, str, float, float, float, float]] = []
    for name, space in plan.spaces.items():
        xs, ys = zip(*space.polygon, strict=True)
        places.append(("space", str(name), min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    places += [("box", name, *box) for name, box in plan.boxes.items()]
    for panel in game.map.panels:
        if panel.table is not None:
            places.append(("table", panel.table, *panel.rect_mm))
    return SourceMarks(tuple(places))


def counted_layer(game: Game, plan: MapPlan) -> Group:
    """The layer of the sheet that pictures counters: turn record, tracks, boxes."""
    return Group(tuple(_tracks_and_boxes(game, plan, map_ink(game.map, game.style))), layer=COUNTED)


def _map_proper(game: Game, plan: MapPlan, ink: MapInk) -> tuple[Node, ...]:
    """The map inside its frame; the ground of a hex map is a cached node, which a backend can reuse."""
    if game.map.kind != "hexes":
        return _framed(plan, map_layers(game, plan))
    names = _framed(plan, (*number_layer(plan, ink), *hex_name_layers(game, plan, ink)))
    return (_ground(game, plan, ink), *names)


def map_layers(game: Game, plan: MapPlan) -> tuple[Group, ...]:
    """The layers of a map of areas or points, not clipped; those of a hex map are `bare_ground_layers` and names."""
    ink = map_ink(game.map, game.style)
    if game.map.kind == "points":
        from pnp.generators.maps.point.layers import point_layers  # needs shapely

        return point_layers(game.map, plan, ink)
    return _area_layers(plan, ink)


def _framed(plan: MapPlan, layers: Iterable[Group]) -> tuple[Group, ...]:
    """Layers of the map proper, clipped to its frame."""
    frame = Path(rect(*plan.frame_mm))
    return tuple(replace(layer, clip=frame) for layer in layers)


def _ground(game: Game, plan: MapPlan, ink: MapInk) -> CachedNodes:
    x, y, width, height = plan.frame_mm
    # Of each language its own: textures spare the names that lie on them.
    key = content_hash("ground", plan_key(game), game.style.model_dump_json())
    box = (x, y, x + width, y + height)
    return CachedNodes(key, box, lambda: _framed(plan, bare_ground_layers(plan, ink)), stored=ink.storable)


def _area_layers(plan: MapPlan, ink: MapInk) -> tuple[Group, ...]:
    return ink.pictured(plan.frame_mm) or (
        sea_layer(plan, ink), land_layer(plan, ink), areas_layer(plan, ink), washes_layer(plan.washes, ink),
        water_layer(plan, ink), scenery_layer(plan, ink), borders_layer(plan, ink), stacks_layer(plan, ink),
        links_layer(plan, ink), towns_layer(plan, ink), names_layer(plan, ink), symbols_layer(plan, ink),
    )  # fmt: skip


def _joints(game: Game, plan: MapPlan, ink: MapInk) -> list[Node]:
    """The ground between two panels or tracks of one column that stand so near that a strip of map would show."""
    rects = [rect_of(panel.rect_mm) for panel in game.map.panels] + [track.rect for track in plan.tracks.values()]
    nodes: list[Node] = []
    for (x, y, width, height), (left, top, wide, _) in itertools.permutations([*rects, *plan.boxes.values()], 2):
        low, gap = y + height, top - y - height
        if (x, width) == (left, wide) and 0 < gap < JOINT_MM and overlap((x, y, width, height), plan.frame_mm):
            sides = [("M", x, low), ("L", x, top), ("M", x + width, low), ("L", x + width, top)]
            nodes.append(Path(rect(x, low, width, gap), fill=ink["panel"]))
            nodes.append(Path(tuple(sides), stroke=Stroke(ink.frame, 1.0)))
    return nodes


def _tracks_and_boxes(game: Game, plan: MapPlan, ink: MapInk) -> list[Node]:
    nodes: list[Node] = _joints(game, plan, ink)
    if game.map.kind == "hexes":
        from pnp.generators.maps.hex.sheet import hex_tracks  # typesets: only a hex map needs it

        return [*nodes, *hex_tracks(game, plan, ink)]
    for track in game.map.tracks:
        draw, placed = grid_track if track.title_at == "top" else track_panel, plan.tracks[track.id]
        nodes.append(draw(game, track, placed, ink.on(plan.frame_mm, placed.rect)))
    nodes += [box_panel(game, box, plan.boxes[box.id], ink) for box in game.map.boxes if box.id in plan.boxes]
    return nodes


def _panels(game: Game, plan: MapPlan, ink: MapInk, kind: PanelKind) -> list[Node]:
    panels = [(panel.rect_mm, _placed_panel(game, plan, ink, panel)) for panel in game.map.panels if panel.kind == kind]
    backwards = is_right_to_left(game.language)
    return [mirrored((drawn,), 2 * area[0] + area[2]) if backwards else drawn for area, drawn in panels]


def _placed_panel(game: Game, plan: MapPlan, ink: MapInk, panel: Panel) -> Group:
    """The panel. Raises SourceError at its place in the source when its contents don't fit."""
    try:
        return _panel(game, plan, ink.on(plan.frame_mm, panel.rect_mm), panel)
    except LayoutError as error:
        where, by_hand = panel.where("rect_mm"), panel.where("rect_mm") != panel.where()
        remedies = "make `size_mm` larger", "make its `rect_mm` larger, or remove that: the sheet then makes room"
        mend = remedies[by_hand]
        line = next((s.line(where.line) for s in game.files.values() if where and s.path == where.path), "")
        raise SourceError(Problem("layout", str(error), where, mend, game=game.id, source_line=line)) from error


def _panel(game: Game, plan: MapPlan, ink: MapInk, panel: Panel) -> Group:
    if panel.kind == "title" and (game.style.cartouche != "scene" or game.map.kind != "points"):
        from pnp.generators.maps.hex.furniture import hex_title

        return hex_title(game, panel.rect_mm, ink)
    if panel.kind in ("title", "legend") and game.map.kind == "points":
        from pnp.generators.maps.point.furniture import points_legend, points_title  # needs shapely

        return (
            points_title(game, panel.rect_mm, ink)
            if panel.kind == "title"
            else points_legend(game, plan, panel.rect_mm, ink)
        )
    of_hexes = game.map.kind == "hexes" and (panel.beside or panel.kind not in ("table", "credits"))
    if of_hexes or panel.kind == "victory":
        from pnp.generators.maps.hex.sheet import hex_panel

        return hex_panel(game, plan, panel, ink)
    if panel.kind == "legend":
        return area_legend(game, plan, panel.rect_mm, ink)
    if panel.kind == "credits":
        return credits_panel(game, panel.rect_mm, ink)
    if panel.kind != "table":
        raise LayoutError(f"{game.map.id}: only a map of hexes has a panel of the kind {panel.kind!r}")
    if panel.table is None:
        raise LayoutError(f"{game.map.id}: a table panel without the id of its table")
    from pnp.generators.maps.tables import table_panel  # typesets: only a map with tables needs it

    return table_panel(game, game.table(panel.table), panel.rect_mm, ink, brief=panel.brief)
