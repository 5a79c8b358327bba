"""The picture of the board: the printed sheet, and below it the boxes that the sheet lacks. A PNG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pnp.draw import png
from pnp.draw.scene import Group, Node, Path, Scene, Stroke, rect
from pnp.generators.map_sheet import draw_board
from pnp.generators.map_sheet_furniture import box_panel
from pnp.generators.map_sheet_ink import MapInk, label, map_ink, mix, panel
from pnp.generators.map_sheet_names import corner_ticks
from pnp.generators.sheet_held import without_counters
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.map import Box
from pnp.output import Packed, content_hash, packed
from pnp.vassal.board_bands import Bands, Over, joined, parted, quiet_bands
from pnp.vassal.board_over import over
from pnp.vassal.images import drawing_key
from pnp.vassal.keeping import Keeper
from pnp.vassal.layout import BOX_HEAD_MM, SETUP_BOX, BoardLayout, RectMm
from pnp.vassal.naming import on_hexes
from pnp.vassal.sheet_plan import sheet_plan


def board_scene(game: Game, plan: MapPlan, layout: BoardLayout, *, key: str = "") -> Scene:
    """The printed sheet, and below it the boxes that the sheet lacks. `key`: as for `draw_board`."""
    sheet = draw_board(game, plan, key=key)
    ink = map_ink(game.map, game.style)
    width, height = layout.size_mm
    ground = Path(rect(0, 0, width, height), fill=game.style.palette.get("paper", "#ffffff"))
    asked = without_counters(game) if key else game
    strip = [_strip_panel(asked, name, area, layout, ink) for name, area in layout.strip_mm.items()]
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


def module_board(game: Game, plan: Callable[[], MapPlan], layout: BoardLayout, keeper: Keeper) -> Packed:
    """The board as a module holds it: a large one, of hexes, in 256 colours, which nobody can tell from all of them.

    plan  gives the plan of the map in the language of `game`, when something is to be drawn
    """
    if not on_hexes(game):
        return keeper.made_file(f"vassal-board {layout.dpi}", (game,), lambda games: board_image(games[0], plan(), layout))
    boxes = repr((layout.dpi, layout.size_mm, layout.counter_mm, sorted(layout.strip_mm.items()), sorted(layout.boxes.items())))
    key = content_hash(keeper.quiet(game), boxes)

    def parts(asked: Game) -> tuple[list[Node], list[Node]]:
        return parted(board_scene(asked, sheet_plan(game, plan, keeper), layout, key="board"))

    def quiet() -> bytes:
        return quiet_bands(layout.size_mm, parts(game)[0], layout.dpi).as_bytes()

    def own(games: Sequence[Game]) -> bytes:
        return over(bands, parts(games[0])[1], layout.size_mm, layout.dpi, partial(keeper.bytes_for, "board-strips", key)).as_bytes()

    bands = Bands.from_bytes(keeper.bytes_for("vassal-board", key, quiet))
    return packed(joined(bands, Over.from_bytes(keeper.made(f"board-over {content_hash(boxes)}", (game,), own))))


def board_key(game: Game, layout: BoardLayout) -> str:
    """A hash of all that the board picture depends on, for a cache."""
    return content_hash(f"vassal-board:{layout.dpi}", drawing_key(game), game.counters.model_dump_json())
