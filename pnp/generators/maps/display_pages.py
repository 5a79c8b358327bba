"""The displays of a game on paper: each on a page of its own, at 100 %.

One that is larger than the paper is printed in tiles like a map, or reduced where it says so (`on_paper: scaled`); then
its sheet gives the scale.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pnp.draw.scene import Document, Group, Page, Scene, Show
from pnp.errors import LayoutError, SourceError
from pnp.generators.maps.display import draw_display
from pnp.generators.maps.tiles import tile_pages
from pnp.generators.sheets.large_edition import enlarged
from pnp.generators.sheets.margin import EDGE_MM, FOOT_MM, sheet_margin
from pnp.maps.displays import display_plan
from pnp.model.displays import Display
from pnp.model.game import Game
from pnp.units import PAPERS_MM

LEAST_FOOT_MM = 150.0
"""Width of the words at the foot, which are as wide as the display, at least."""


def displays_document(game: Game, paper: str, *, enlarge: float = 1.0) -> Document:
    """All displays on `paper`, one after the other.

    Raises SourceError where a display has too little room for its sections, LayoutError for an unknown paper.
    """
    if paper not in PAPERS_MM:
        raise LayoutError(f"unknown paper {paper!r}; known: {', '.join(sorted(PAPERS_MM))}")
    forms = {display.id: enlarged(_drawn(game, display), enlarge) for display in game.boards}
    sheets: dict[str, Sequence[Page]] = {
        display.id: _pages(game, display, forms[display.id], paper) for display in game.boards
    }
    title = f"{game.info.printed_title} · {game.words.text('Displays')}"
    pages = tuple(page for display in game.boards for page in sheets[display.id])
    return Document(title=title, language=game.language, pages=pages, forms=forms)


def _drawn(game: Game, display: Display) -> Scene:
    plan = display_plan(game, display)
    if plan.problems:
        raise SourceError(*plan.problems)
    return draw_display(game, display, plan)


def _pages(game: Game, display: Display, scene: Scene, paper: str) -> Sequence[Page]:
    """A display on its page, reduced or in tiles where it is larger."""
    short, long = PAPERS_MM[paper]
    page = (long, short) if scene.width_mm > scene.height_mm else (short, long)
    room = (page[0] - 2 * EDGE_MM, page[1] - EDGE_MM - FOOT_MM)
    scale = min(1.0, room[0] / scene.width_mm, room[1] / scene.height_mm)
    if scale < 1.0 and display.on_paper == "tiles":
        return tile_pages(game, scene, paper, display.id, display.title)
    return [_one_page(game, display, scene, page, scale)]


def _one_page(game: Game, display: Display, scene: Scene, page: tuple[float, float], scale: float) -> Page:
    width, height = scale * scene.width_mm, scale * scene.height_mm
    x = (page[0] - width) / 2
    y = EDGE_MM + (page[1] - EDGE_MM - FOOT_MM - height) / 2
    notes = ""
    if scale < 1.0:
        percent = math.floor(scale * 100)
        notes = game.words.text("The display is reduced to {percent} %: use smaller counters.", percent=percent)
    at = (round(x, 4), round(y, 4))
    shown = Group((Show(display.id, (scale, 0.0, 0.0, scale, *at)),), layer="display")
    side_mm = min(x, (page[0] - LEAST_FOOT_MM) / 2)
    margin = sheet_margin(
        game, paper_mm=page, title=display.title, sheet=1, sheets=0, notes=notes, side_mm=side_mm
    )
    trim = (*at, width, height)
    return Page(Scene(*page, (shown, margin), display.title), trim_mm=trim, bookmark=display.title)
