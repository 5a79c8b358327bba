"""The picture of the board: the printed sheet, and below it the boxes that the sheet lacks. A PNG."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import gcd
from typing import Any

from pnp.draw import png
from pnp.draw.colour import mix
from pnp.draw.scene import IDENTITY, Group, Node, Path, Scene, Store, Stroke, Text, rect
from pnp.generators.maps.area.names import corner_ticks
from pnp.generators.maps.furniture import box_panel
from pnp.generators.maps.ink import MapInk, label, map_ink, panel
from pnp.generators.maps.sheet import COUNTED, counted_layer, draw_board
from pnp.generators.sheets.bounds import marks
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.map import Box
from pnp.output import content_hash
from pnp.units import MM_PER_INCH
from pnp.vassal.image_names import drawing_key
from pnp.vassal.layout import BOX_HEAD_MM, SETUP_BOX, BoardLayout, RectMm
from pnp.vassal.naming import on_hexes

BOARD_COLOURS, COUNTED_COLOURS, SAMPLE = 112, 80, 500_000
"""Colours of a picture: of the board, and of what pictures counters on it; pixels by which they are chosen."""

NAMES, TOWNS = ("names", "area names", "leaders"), "towns"
"""The layers of names, and the one of towns, whose dots stay."""


def board_scene(game: Game, plan: MapPlan, layout: BoardLayout) -> Scene:
    """The printed sheet, and below it the boxes that the sheet lacks."""
    sheet = draw_board(game, plan)
    ink = map_ink(game.map, game.style)
    width, height = layout.size_mm
    ground = Path(rect(0, 0, width, height), fill=game.style.palette.get("paper", "#ffffff"))
    strip = [_strip_panel(game, name, area, layout, ink) for name, area in layout.strip_mm.items()]
    return Scene(width, height, (ground, *sheet.children, *strip))


def _strip_panel(game: Game, name: str, area: RectMm, layout: BoardLayout, ink: MapInk) -> Node:
    """A box below the sheet; in two rows, and below hexes, it has a spot for each kind of counter it may hold."""
    box, placed = _strip_box(game, name), layout.boxes[name]
    if placed.rows == 1 and not on_hexes(game):
        return box_panel(game, box, area, ink)
    x, y, width, _ = area
    side = game.style.sides.get(box.side or "")
    colour, ink_on = (side.ground, side.ink) if side else (ink.frame, "#ffffff")
    nodes: list[Node] = [panel(area, ink), Path(rect(x, y, width, BOX_HEAD_MM), fill=colour)]
    nodes.append(
        label(
            box.name.upper(), x + width / 2, y + 3.7, "condensed-bold", 8.0, width - 2.4, anchor="middle", colour=ink_on
        )
    )
    size = layout.counter_mm
    spots = list(dict.fromkeys(placed.slots.values())) or [placed.centre]
    apart = not on_hexes(game) or len(spots) == 1 or spots[1][0] - spots[0][0] > layout.px(size)
    for px, py in spots if len(spots) == 1 or (on_hexes(game) and apart) else ():  # those that overlap are not drawn
        centre = px / layout.px(25.4) * 25.4, py / layout.px(25.4) * 25.4
        spot = (round(centre[0] - size / 2, 3), round(centre[1] - size / 2, 3), size, size)
        nodes.append(Path(rect(*spot), fill="#ffffff", fill_opacity=0.4))
        nodes.append(Path(corner_ticks(spot, 2.0), stroke=Stroke(mix(ink["panel"], ink.frame, 0.6), 0.45)))
    nodes.append(Path(rect(*area), stroke=Stroke(ink.frame, 0.8)))
    return Group(tuple(nodes))


def _strip_box(game: Game, name: str) -> Box:
    if name == SETUP_BOX:
        side = next((p.side for s in game.scenarios.values() for p in s.placements), None)
        return Box(id=SETUP_BOX, name=game.words.text("Units to set up"), kind="holding", side=side)
    return next(box for box in game.boxes if box.id == name)


def board_image(game: Game, plan: MapPlan, layout: BoardLayout) -> bytes:
    """The board as PNG at the layout's resolution, by our own painter: see `pnp.draw.png` for how much faster it is."""
    return png.render(board_scene(game, plan, layout), dpi=layout.dpi)


def module_board(game: Game, plan: MapPlan, layout: BoardLayout, store: Store) -> bytes:
    """The board's PNG for the module, in few colours, with no visible difference.

    The layers without counters are drawn once and cached in `store`; the one that pictures counters (turn record,
    tracks, boxes) is drawn over them in colours of its own when one of these has changed.
    """
    scale = layout.dpi / MM_PER_INCH
    key, counted = _rest_key(game, layout), counted_layer(game, plan)

    def whole() -> bytes:
        background = store("vassal-board-rest", key, lambda: _rest(board_scene(game, plan, layout), scale))
        with _opened(background) as picture:
            picture.load()
            return as_png(with_counters(picture, [counted], scale))

    return store("vassal-board", content_hash(key, repr(counted)), whole)


def nameless_image(game: Game, plan: MapPlan, layout: BoardLayout, store: Store) -> bytes:
    """What hides the names on the board: the ground where each of them stands, and nothing elsewhere. A PNG."""
    def make() -> bytes:
        from PIL import Image, ImageChops, ImageFilter

        scene = board_scene(game, plan, layout)
        bare = replace(scene, children=tuple(_without_names(node) for node in scene.children))
        named, ground = (_painted(shown, shown.children, layout.dpi / MM_PER_INCH) for shown in (scene, bare))
        differs = ImageChops.difference(named, ground).convert("L").point([0, *[255] * 255])
        # A wide soft edge: the engine's scaling would draw a line along a hard one. Six pixels wider all around first.
        differs = differs.filter(ImageFilter.BoxBlur(6)).point([0, *[255] * 255])
        hidden = differs.filter(ImageFilter.GaussianBlur(1.8))
        ground.putalpha(hidden)
        return as_png(Image.composite(ground, Image.new("RGBA", ground.size), hidden.point([0, *[255] * 255])))

    return store("vassal-names", _rest_key(game, layout), make)


def _without_names(node: Node) -> Node:
    if not isinstance(node, Group):
        return node
    if node.layer in NAMES:
        return replace(node, children=())
    if node.layer == TOWNS:
        return replace(node, children=tuple(child for child in node.children if not isinstance(child, Text)))
    return replace(node, children=tuple(_without_names(child) for child in node.children))


def _rest(scene: Scene, scale: float) -> bytes:
    """The board without the layers that picture counters, as PNG."""
    quiet = [node for node in scene.children if not (isinstance(node, Group) and node.layer == COUNTED)]
    return as_png(in_colours(_painted(scene, quiet, scale), BOARD_COLOURS))


def _painted(scene: Scene, nodes: Iterable[Node], scale: float) -> Any:
    """A picture of `nodes` in the size of `scene`."""
    from PIL import Image

    size = (round(scene.width_mm * scale), round(scene.height_mm * scale))
    data = png.painted_over(bytes(4 * size[0] * size[1]), size, nodes, scale)
    return Image.frombytes("RGB", size, data, "raw", "BGRX")


def _rest_key(game: Game, layout: BoardLayout) -> str:
    """A hash of what the board shows besides counters."""
    return content_hash(
        drawing_key(game), repr((layout.dpi, layout.size_mm, layout.counter_mm, layout.strip_mm, layout.boxes))
    )


def with_counters(picture: Any, nodes: Iterable[Node], scale: float) -> Any:
    """`picture`, of BOARD_COLOURS, with `nodes` over it."""
    from PIL import Image

    boxes = [_pixels(part, scale, picture.size) for node in nodes for part in _parts(node)]
    if not boxes:
        return picture
    patches = Image.new("RGB", (max(box[2] - box[0] for box in boxes), sum(box[3] - box[1] for box in boxes)))
    tops = list(itertools.accumulate((box[3] - box[1] for box in boxes), initial=0))
    for box, top in zip(boxes, tops, strict=False):
        under = picture.crop(box).convert("RGBA")
        data = png.painted_over(under.tobytes("raw", "BGRA"), under.size, nodes, scale, box[:2])
        patches.paste(Image.frombytes("RGB", under.size, data, "raw", "BGRX"), (0, top))
    few = in_colours(patches, COUNTED_COLOURS)
    colours = [*picture.getpalette(), *([0] * 768)][: 3 * BOARD_COLOURS] + few.getpalette()[: 3 * COUNTED_COLOURS]
    shifted = few.point([min(255, colour + BOARD_COLOURS) for colour in range(256)])
    for box, top in zip(boxes, tops, strict=False):
        picture.paste(shifted.crop((0, top, box[2] - box[0], top + box[3] - box[1])), box[:2])
    picture.putpalette(colours)
    return picture


def _parts(node: Node) -> Iterator[Node]:
    """The parts of a layer, which lie apart from one another."""
    if isinstance(node, Group) and node.transform == IDENTITY and node.clip is None and node.layer:
        for child in node.children:
            yield from _parts(child)
    else:
        yield node


def _pixels(node: Node, scale: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The box of pixels that a node may cover: left, top, right, bottom."""
    covered = [box for _, _, box in marks((node,)) if box[0] <= box[2]]
    left, top = (max(0, int(min(box[i] for box in covered) * scale) - 2) for i in (0, 1))
    right, bottom = (min(size[i - 2], int(max(box[i] for box in covered) * scale) + 3) for i in (2, 3))
    return left, top, right, bottom


def in_colours(picture: Any, colours: int) -> Any:
    """`picture` reduced to a palette of `colours` colours: those of a median cut, then the middle of what each stands
    for, so that the rare ones of thin lines stay. A large picture is judged by about SAMPLE of its pixels.
    """
    from numpy import asarray
    from PIL import Image

    steps = itertools.count(1 + picture.width * picture.height // SAMPLE)
    step = next(step for step in steps if gcd(step, picture.width) == 1)
    sample = Image.fromarray(asarray(picture).reshape(1, -1, 3)[:, ::step])
    few = sample.quantize(colours, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    return picture.quantize(palette=few, dither=Image.Dither.NONE)


def few_colours(data: bytes) -> bytes:
    """A PNG in BOARD_COLOURS."""
    return as_png(in_colours(_opened(data).convert("RGB"), BOARD_COLOURS))


def _opened(data: bytes) -> Any:
    from PIL import Image

    return Image.open(io.BytesIO(data), formats=("PNG",))


def as_png(picture: Any) -> bytes:
    """A picture as PNG; compression level 6 takes a tenth of the time of level 9 and 3 % more bytes."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=False, compress_level=6)
    return buffer.getvalue()
