"""The picture of the board: the printed sheet, and below it the boxes that the sheet lacks. A PNG."""

from __future__ import annotations

import io

from pnp.draw import png
from pnp.draw.scene import Group, Node, Path, Scene, Stroke, rect
from pnp.generators.map_sheet import draw_board
from pnp.generators.map_sheet_furniture import box_panel
from pnp.generators.map_sheet_ink import MapInk, label, map_ink, mix, panel
from pnp.generators.map_sheet_names import corner_ticks
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.map import Box
from pnp.output import content_hash
from pnp.vassal.images import drawing_key
from pnp.vassal.layout import BOX_HEAD_MM, SETUP_BOX, BoardLayout, RectMm
from pnp.vassal.naming import on_hexes


def board_scene(game: Game, plan: MapPlan, layout: BoardLayout) -> Scene:
    """The printed sheet, and below it the boxes that the sheet lacks."""
    sheet = draw_board(game, plan)
    ink = map_ink(game.map, game.style)
    width, height = layout.size_mm
    ground = Path(rect(0, 0, width, height), fill=game.style.palette.get("paper", "#ffffff"))
    strip = [_strip_panel(game, name, area, layout, ink) for name, area in layout.strip_mm.items()]
    return Scene(width, height, (ground, *sheet.children, *strip))


def _strip_panel(game: Game, name: str, area: RectMm, layout: BoardLayout, ink: MapInk) -> Node:
    """A box below the sheet; in two rows, and below hexes, it has a spot for each kind of counter that may come to lie in it."""
    box, placed = _strip_box(game, name), layout.boxes[name]
    if placed.rows == 1 and not on_hexes(game):
        return box_panel(game, box, area, ink)
    x, y, width, _ = area
    side = game.style.sides.get(box.side or "")
    colour, ink_on = (side.ground, side.ink) if side else (ink["border"], "#ffffff")
    nodes: list[Node] = [*panel(area, ink["panel"], ink["border"]), Path(rect(x, y, width, BOX_HEAD_MM), fill=colour)]
    nodes.append(label(box.name.upper(), x + width / 2, y + 3.7, "condensed-bold", 8.0, width - 2.4, anchor="middle", colour=ink_on))
    size = layout.counter_mm
    spots = list(dict.fromkeys(placed.slots.values())) or [placed.centre]
    apart = not on_hexes(game) or len(spots) == 1 or spots[1][0] - spots[0][0] > layout.px(size)
    for px, py in spots if len(spots) == 1 or (on_hexes(game) and apart) else ():  # those that overlap are not drawn
        centre = px / layout.px(25.4) * 25.4, py / layout.px(25.4) * 25.4
        spot = (round(centre[0] - size / 2, 3), round(centre[1] - size / 2, 3), size, size)
        nodes.append(Path(rect(*spot), fill="#ffffff", fill_opacity=0.4))
        nodes.append(Path(corner_ticks(spot, 2.0), stroke=Stroke(mix(ink["panel"], ink["border"], 0.6), 0.45)))
    nodes.append(Path(rect(*area), stroke=Stroke(ink["border"], 0.8)))
    return Group(tuple(nodes))


def _strip_box(game: Game, name: str) -> Box:
    if name == SETUP_BOX:
        side = next((p.side for s in game.scenarios.values() for p in s.placements), None)
        return Box(id=SETUP_BOX, name=game.words.text("Units to set up"), kind="holding", side=side)
    return next(box for box in game.map.boxes if box.id == name)


def board_image(game: Game, plan: MapPlan, layout: BoardLayout) -> bytes:
    """The board as PNG at the layout's resolution."""
    return png.render(board_scene(game, plan, layout), dpi=layout.dpi)


def module_board(game: Game, plan: MapPlan, layout: BoardLayout) -> bytes:
    """The board as a module holds it: a large one, of hexes, in 256 colours, which nobody can tell from all of them."""
    data = board_image(game, plan, layout)
    return in_few_colours(data) if on_hexes(game) else data


def in_few_colours(data: bytes) -> bytes:
    """A PNG with a palette of 256 colours, a third as large."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
        few = picture.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    kept = io.BytesIO()
    few.save(kept, "PNG", optimize=False, compress_level=9)
    return kept.getvalue()


def board_key(game: Game, layout: BoardLayout) -> str:
    """A hash of all that the board picture depends on, for a cache."""
    return content_hash(f"vassal-board:{layout.dpi}", drawing_key(game))
