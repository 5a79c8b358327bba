"""A map on paper: a poster at full size, or tiles to print at home and glue; a single page when the map fits.

Tiles overlap by 10 mm, and only on two sides: a tile's right and lower strip carries glue, the next tile is cut
along its left and upper edge and laid on it. So each seam needs one cut. The map is drawn once, as a form of the
document, and every tile shows it through a clip.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pnp.draw.colour import INK, QUIET
from pnp.draw.scene import (
    Document,
    Group,
    Node,
    Page,
    Path,
    Scene,
    Show,
    Stroke,
    Text,
    TextOnPath,
    line,
    moved,
    polyline,
    rect,
)
from pnp.draw.text import width_mm
from pnp.generators.maps.ink import label
from pnp.generators.maps.page import HOME_PAPERS, one_page, one_page_at
from pnp.generators.maps.seams import REACH_MM, cross_points
from pnp.generators.maps.tiling import LEFT_MM, OVERLAP_MM, TOP_MM, Tile, Tiling, inked, tiling
from pnp.generators.sheets.head import HEAD_MM, sheet_head
from pnp.generators.sheets.margin import EDGE_LINE_MM, EDGE_MM, FOOT_MM, SIDE_MM, edge_line, sheet_margin, wrapped
from pnp.model.game import Game
from pnp.units import PAPERS_MM

BLEED_MM = 2.0
"""Bleed: art beyond a cut edge, so that a crooked cut shows no white."""
FORM, PLAIN_FORM = "map", "plain map"
LEAST_REDUCED_PT = 4.5
"""Smaller type can't be read: a map is never reduced below it."""
_TICK_MM = 2.4
_NAME_PT, _NAME_GAP_MM = 15.0, 1.2
"""Size of a tile's name in the corner, and what stays white between it and a tick beside it."""
_LETTERS_MM = 2.0
"""Height of the letters of `_edge_text` above their baseline."""
_PLAN_MM, _STEPS_MM, _STEPS_GAP_MM = SIDE_MM + HEAD_MM + 6.0, 58.0, 8.0
"""The top of the small map on an assembly plan, the least width of the steps beside it, and what parts both."""
_WHITE_MM = EDGE_MM + 0.25
"""White about a poster: with lines as a printer's dots draw them EDGE_MM remain."""


# Poster -----------------------------------------------------------------------------------------


def poster(game: Game, scene: Scene) -> Document:
    """The map at full size on a page of its own size, and reduced to 11 × 17 in (Tabloid).

    The page is as large as the sheet; larger where something is drawn nearer than EDGE_MM to the sheet's edge.
    A map that fits on a page at home gets a margin like the other sheets, and is not reduced. A reduced map has no type
    below LEAST_REDUCED_PT: if need be without the numbers of its hexes, else there is none.
    """
    title = game.words.text("Map")
    if any(one_page_at(scene, PAPERS_MM[paper]) for paper in HOME_PAPERS):
        page = (scene.width_mm + 2 * EDGE_LINE_MM, scene.height_mm + 2 * EDGE_LINE_MM)
        pages = (one_page(game, scene, page, (EDGE_LINE_MM, EDGE_LINE_MM), FORM),)
        return Document(
            title=f"{game.info.printed_title} · {title}", language=game.language, pages=pages, forms={FORM: scene}
        )
    forms = {FORM: scene}
    reduced = _reduced(game, scene, "tabloid", title, forms)
    sheets = 1 + len(reduced)
    left, top, right, foot = _lacking(scene)
    width = scene.width_mm + left + right
    line_ = edge_line(game, width_mm=width, title=title, sheet=1, sheets=sheets)
    full = Scene(width, scene.height_mm + top + foot, (Show(FORM, moved(left, top)), line_), title)
    pages = (Page(full, bookmark=game.words.text("Full size") if reduced else ""), *reduced)
    return Document(title=f"{game.info.printed_title} · {title}", language=game.language, pages=pages, forms=forms)


def _lacking(scene: Scene) -> tuple[float, float, float, float]:
    """What the sheet lacks of EDGE_MM about all that is drawn on it: left, above, right, below."""
    left, top, right, foot = inked(scene)
    white = (left, top, scene.width_mm - right, scene.height_mm - foot)
    return tuple(round(max(0.0, _WHITE_MM - side), 3) for side in white)  # type: ignore[return-value]


def _reduced(game: Game, scene: Scene, paper: str, title: str, forms: dict[str, Scene]) -> tuple[Page, ...]:
    """The map on one sheet of `paper`, where its type stays legible; a form without numbers is added to `forms`."""
    scale = _fitted_scale(scene, paper)[2]
    if scale * least_type_pt(scene.children) >= LEAST_REDUCED_PT:
        return (_fitted_page(game, scene, paper, title, FORM),)
    plain = replace(scene, children=tuple(_without(scene.children, "numbers")))
    if plain.children == scene.children or scale * least_type_pt(plain.children) < LEAST_REDUCED_PT:
        return ()
    forms[PLAIN_FORM] = plain
    return (_fitted_page(game, scene, paper, title, PLAIN_FORM),)


def _without(nodes: Iterable[Node], layer: str) -> Iterator[Node]:
    return (node for node in nodes if not (isinstance(node, Group) and node.layer == layer))


def least_type_pt(nodes: Iterable[Node], scale: float = 1.0) -> float:
    """The size of the smallest type of `nodes`, credits and imprint aside; infinite where there is none."""
    least = math.inf
    for node in nodes:
        if isinstance(node, Group) and node.layer != "credits":
            a, b, *_ = node.transform
            least = min(least, least_type_pt(node.children, scale * math.hypot(a, b)))
        elif isinstance(node, Text | TextOnPath) and node.text.strip():
            least = min(least, scale * node.size_pt)
    return least


def _fitted_scale(scene: Scene, paper: str) -> tuple[float, float, float]:
    """Width and height of `paper` as it lies for the map, and the largest scale at which the art fits, at most 1."""
    short, long = PAPERS_MM[paper]
    width, height = (long, short) if scene.width_mm > scene.height_mm else (short, long)
    left, top, right, foot = inked(scene)
    room = (width - 2 * _WHITE_MM, height - EDGE_LINE_MM - _WHITE_MM)
    return width, height, min(room[0] / (right - left), room[1] / (foot - top), 1.0)


def _fitted_page(game: Game, scene: Scene, paper: str, title: str, form: str) -> Page:
    """The map as large as fits on one sheet of `paper`, below an edge line."""
    width, height, scale = _fitted_scale(scene, paper)
    left, top, right, foot = inked(scene)
    x = (width - scale * (left + right)) / 2
    y = (height + EDGE_LINE_MM - _WHITE_MM - scale * (top + foot)) / 2
    percent = math.floor(scale * 100)
    if percent == 100:
        note = ""
    elif form == FORM:
        note = game.words.text("The map is reduced to {percent} %: use smaller counters.", percent=percent)
    else:
        note = game.words.text(
            "The map is reduced to {percent} %, without the numbers of its hexes: use smaller counters.",
            percent=percent,
        )
    margin = edge_line(game, width_mm=width, title=title, sheet=2, sheets=2, note=note)
    name = game.words.text("Reduced to 11 × 17 in")
    return Page(Scene(width, height, (Show(form, (scale, 0.0, 0.0, scale, x, y)), margin), name), bookmark=name)


# Tiles ------------------------------------------------------------------------------------------


def tiles(game: Game, scene: Scene, paper: str) -> Document:
    """The map in tiles at 100 %, an assembly plan first.

    paper   "a4" or "letter" (any of `pnp.units.PAPERS_MM`)

    A map that fits on the page is a single page, without assembly plan or cut marks.
    """
    at = one_page_at(scene, PAPERS_MM[paper]) if paper in PAPERS_MM else None
    title = f"{game.info.printed_title} · {game.words.text('Map')}"
    pages = [one_page(game, scene, PAPERS_MM[paper], at, FORM)] if at else tile_pages(game, scene, paper)
    return Document(title=title, language=game.language, pages=tuple(pages), forms={FORM: scene})


@dataclass(frozen=True, slots=True)
class _Board:
    """What is cut into tiles.

    form   the form of the document that shows it
    title  what it is called on its sheets; "" = the map
    """

    form: str = FORM
    title: str = ""

    def tile_title(self, game: Game, tile: Tile) -> str:
        """The title of a tile's sheet."""
        if self.title:
            return game.words.text("{board}, tile {name}", board=self.title, name=tile.name)
        return game.words.text("Map, tile {name}", name=tile.name)

    def plan_title(self, game: Game) -> str:
        """The title of the assembly plan."""
        if self.title:
            return game.words.text("{board}, assembly plan", board=self.title)
        return game.words.text("Map, assembly plan")


def tile_pages(game: Game, scene: Scene, paper: str, form: str = FORM, title: str = "") -> list[Page]:
    """The assembly plan of a board, then its tiles.

    form   the form of the document that shows the board
    title  what the board is called; "" = the map
    """
    cut, board = tiling(scene, paper), _Board(form, title)
    sheets = len(cut.tiles) + 1
    pages = [_plan_page(game, scene, cut, sheets, board)]
    for number, tile in enumerate(cut.tiles, start=2):
        pages.append(_tile_page(game, cut, tile, number, sheets, board))
    return pages


def _origin(cut: Tiling, tile: Tile) -> tuple[float, float]:
    """The upper left corner of a tile on its page, centred in the available space."""
    width, height = cut.paper_mm
    x = LEFT_MM + (width - LEFT_MM - cut.side_mm - tile.width) / 2
    y = TOP_MM + (height - TOP_MM - FOOT_MM - 5.0 - tile.height) / 2
    return round(x, 4), round(y, 4)


def _tile_page(game: Game, cut: Tiling, tile: Tile, sheet: int, sheets: int, board: _Board) -> Page:
    x, y = _origin(cut, tile)
    left, above = cut.at(tile.column - 1, tile.row), cut.at(tile.column, tile.row - 1)
    bleed_x, bleed_y = (BLEED_MM if left else 0.0), (BLEED_MM if above else 0.0)
    window = rect(x - bleed_x, y - bleed_y, tile.width + bleed_x, tile.height + bleed_y)
    # The clip is in the page's coordinates, the form is moved under it.
    shown = Group((Show(board.form, moved(x - tile.x, y - tile.y)),), layer="map", clip=Path(window))
    title = board.tile_title(game, tile)
    children: list[Node] = [
        shown,
        Group(tuple(_crosses(cut, tile, x, y)), layer="register"),
        Group(tuple(_edges(game, cut, tile, x, y)), layer="cut"),
        sheet_margin(game, paper_mm=cut.paper_mm, title=title, sheet=sheet, sheets=sheets),
    ]
    return Page(Scene(*cut.paper_mm, tuple(children), title), trim_mm=(x, y, tile.width, tile.height), bookmark=title)


def _crosses(cut: Tiling, tile: Tile, x: float, y: float) -> list[Node]:
    """Registration crosses: bold on the strip that will be covered, hairlines on the tile that covers it."""
    nodes: list[Node] = []
    for px, py in cross_points(cut, tile):
        covered = (px > tile.x + tile.width - OVERLAP_MM and cut.at(tile.column + 1, tile.row) is not None) or (
            py > tile.y + tile.height - OVERLAP_MM and cut.at(tile.column, tile.row + 1) is not None
        )
        cx, cy = px - tile.x + x, py - tile.y + y
        reach = REACH_MM if covered else 1.2
        pens = [Stroke("#ffffff", 1.2), Stroke(INK, 0.35)] if covered else [Stroke(INK, 0.2)]
        for pen in pens:
            nodes += [line(cx - reach, cy, cx + reach, cy, pen), line(cx, cy - reach, cx, cy + reach, pen)]
    return nodes


def _edges(game: Game, cut: Tiling, tile: Tile, x: float, y: float) -> list[Node]:
    """Cut ticks, limits of the glue strips, and the name of the tile at each edge."""
    words = game.words
    right, bottom = x + tile.width, y + tile.height
    nodes: list[Node] = []
    left, above = cut.at(tile.column - 1, tile.row), cut.at(tile.column, tile.row - 1)
    after, below = cut.at(tile.column + 1, tile.row), cut.at(tile.column, tile.row + 1)
    pen, dash = Stroke(INK, 0.35), Stroke(INK, 0.35, (1.2, 0.8))
    head = BLEED_MM + 1.0
    middle_x, middle_y = (x + right) / 2, (y + bottom) / 2
    if left:
        nodes += [line(x, y - head - _TICK_MM, x, y - head, pen), line(x, bottom + 1, x, bottom + 1 + _TICK_MM, pen)]
        text = words.text("cut this edge and lay it on the strip of {name}", name=left.name)
        nodes.append(_edge_text(text, max(EDGE_MM + _LETTERS_MM, x - head - 1.2), middle_y, -90, tile.height))
    if above:
        nodes += [line(x - head - _TICK_MM, y, x - head, y, pen), line(right + 1, y, right + 1 + _TICK_MM, y, pen)]
        text = words.text("cut this edge and lay it on the strip of {name}", name=above.name)
        nodes.append(_edge_text(text, middle_x, y - head - 0.8, 0, tile.width))
    if after:
        edge = right - OVERLAP_MM
        nodes += [
            line(edge, y - 1 - _TICK_MM, edge, y - 1, dash),
            line(edge, bottom + 1, edge, bottom + 1 + _TICK_MM, dash),
        ]
        text = words.text("glue on the 10 mm strip: {name} comes here", name=after.name)
        inside = cut.paper_mm[0] - EDGE_MM - _LETTERS_MM
        nodes.append(_edge_text(text, min(right + 3.0, inside), middle_y, 90, tile.height))
    if below:
        edge = bottom - OVERLAP_MM
        nodes += [
            line(x - 1 - _TICK_MM, edge, x - 1, edge, dash),
            line(right + 1, edge, right + 1 + _TICK_MM, edge, dash),
        ]
        text = words.text("glue on the 10 mm strip: {name} comes here", name=below.name)
        nodes.append(_edge_text(text, middle_x, bottom + 3.4, 0, tile.width))
    base = EDGE_MM + 4.4
    room = x - _NAME_GAP_MM - width_mm(tile.name, "condensed-bold", _NAME_PT)
    beside = left is not None and y - head - _TICK_MM < base  # the tick of the cut edge reaches up to the name
    at = max(EDGE_MM, min(SIDE_MM, room)) if beside else SIDE_MM
    nodes.append(Text(round(at, 3), base, tile.name, "condensed-bold", _NAME_PT, INK))
    return nodes


def _edge_text(text: str, x: float, y: float, turn: float, room: float) -> Text:
    return label(text, x, y, "condensed-medium", 7.0, room - 20, anchor="middle", rotate_deg=turn, colour=QUIET)


# Assembly plan ----------------------------------------------------------------------------------


def _plan_page(game: Game, scene: Scene, cut: Tiling, sheets: int, board: _Board) -> Page:
    """The first sheet: a map with the tiles drawn in, and the steps beside or below it, whichever leaves it larger."""
    width, height = cut.paper_mm
    title, steps = board.plan_title(game), _steps(game, cut)
    inner, room = width - 2 * SIDE_MM, height - FOOT_MM - _PLAN_MM - _STEPS_GAP_MM
    beside = min((inner - _STEPS_MM - _STEPS_GAP_MM) / scene.width_mm, room / scene.height_mm)
    below_mm = room - _STEPS_GAP_MM - _step_nodes(steps, 0.0, 0.0, inner)[1]
    below = min(inner / scene.width_mm, below_mm / scene.height_mm)
    scale = max(beside, below)
    wide, high = scale * scene.width_mm, scale * scene.height_mm
    if beside >= below:
        told, _ = _step_nodes(steps, SIDE_MM + wide + _STEPS_GAP_MM, _PLAN_MM, inner - wide - _STEPS_GAP_MM)
    else:
        told, _ = _step_nodes(steps, SIDE_MM, _PLAN_MM + high + _STEPS_GAP_MM, inner)
    nodes: list[Node] = [
        sheet_head(game, title, inner, (game.info.printed_title,)).at(SIDE_MM, SIDE_MM),
        Show(board.form, (scale, 0.0, 0.0, scale, SIDE_MM, _PLAN_MM)),
        *_mini_grid(cut, scene, scale, SIDE_MM, _PLAN_MM),
        *told,
        sheet_margin(game, paper_mm=cut.paper_mm, title=title, sheet=1, sheets=sheets),
    ]
    return Page(Scene(width, height, tuple(nodes), title), bookmark=title)


def _step_nodes(steps: Iterable[str], x: float, y: float, room: float) -> tuple[list[Node], float]:
    """The numbered steps from (x, y) on, and where the last ends, in mm."""
    nodes: list[Node] = []
    for number, step in enumerate(steps, start=1):
        nodes.append(Text(x, y + 3.4, f"{number}", "condensed-bold", 12.0, INK))
        for part in wrapped(step, "sans-regular", 9.5, room - 7):
            nodes.append(Text(x + 6.5, y + 3.4, part, "sans-regular", 9.5, INK))
            y += 4.6
        y += 2.6
    return nodes, y


def _steps(game: Game, cut: Tiling) -> list[str]:
    words = game.words
    steps = [words.text("Print all sheets at 100 %, without fitting to the page. Check both rulers on one of them.")]
    if len(cut.tiles) == 1:
        return steps
    first = cut.tiles[0]
    steps += [
        words.text(
            "Leave tile {name} whole. Cut each other tile with a steel rule along its left and upper edge, where the "
            "ticks are.",
            name=first.name,
        ),
        words.text(
            "Do not cut the right and lower edges: their outer 10 mm, between the dashed ticks, are the glue strips."
        ),
        words.text(
            "Row by row, put glue on the right strip and lay the next tile on it: its cut edge runs along the dashed "
            "ticks, the crosses meet."
        ),
    ]
    if cut.rows > 1:
        steps.append(words.text("Then join the rows in the same way, each on the lower strip of the one above."))
    return [*steps, words.text("Trim the outer white margins last, when the glue is dry.")]


def _mini_grid(cut: Tiling, scene: Scene, scale: float, x: float, y: float) -> list[Node]:
    """The tiles over the small map: overlaps grey, names large in their middles."""
    nodes: list[Node] = []
    for tile in cut.tiles:
        left, top = x + scale * tile.x, y + scale * tile.y
        w, h = scale * tile.width, scale * tile.height
        strip = scale * OVERLAP_MM
        if cut.at(tile.column + 1, tile.row):
            nodes.append(Path(rect(left + w - strip, top, strip, h), fill=INK, fill_opacity=0.28))
        if cut.at(tile.column, tile.row + 1):
            nodes.append(Path(rect(left, top + h - strip, w, strip), fill=INK, fill_opacity=0.28))
    for tile in cut.tiles:
        left, top = x + scale * tile.x, y + scale * tile.y
        w, h = scale * tile.width, scale * tile.height
        nodes.append(Path(polyline([(left, top + h), (left, top), (left + w, top)]), stroke=Stroke("#b3261e", 1.0)))
        nodes.append(Path(rect(left + w / 2 - 6, top + h / 2 - 4, 12, 8, 1), fill="#ffffff"))
        nodes.append(Text(left + w / 2, top + h / 2 + 2.1, tile.name, "condensed-bold", 16.0, INK, anchor="middle"))
    nodes.append(
        Path(rect(x, y, scale * scene.width_mm, scale * scene.height_mm), stroke=Stroke("#b3261e", 1.0))
    )
    return nodes
