"""A map that fits whole on one page, with the margin of every printed sheet."""

from __future__ import annotations

from pnp.draw.scene import Group, Page, Scene, Show, moved
from pnp.generators.sheets.margin import EDGE_LINE_MM, EDGE_MM, FOOT_MM, edge_line, sheet_margin
from pnp.model.game import Game

HOME_PAPERS = ("a4", "letter")


def one_page_at(scene: Scene, paper_mm: tuple[float, float]) -> tuple[float, float] | None:
    """Where the map's upper left corner lies when it fits whole on a page of `paper_mm`; None when it doesn't.

    The margin's text stands at the foot if there is room, else as a line along the upper edge.
    """
    width, height = paper_mm
    top, foot = _margins(scene, paper_mm)
    room_x, room_y = width - 2 * EDGE_MM - scene.width_mm, height - top - foot - scene.height_mm
    if room_x < 0 or room_y < 0:
        return None
    return round(EDGE_MM + room_x / 2, 4), round(top + room_y / 2, 4)


def _margins(scene: Scene, paper_mm: tuple[float, float]) -> tuple[float, float]:
    """The heights kept free above and below the map."""
    if _has_foot(scene, paper_mm):
        return EDGE_MM, FOOT_MM
    return EDGE_LINE_MM, EDGE_MM


def _has_foot(scene: Scene, paper_mm: tuple[float, float]) -> bool:
    return scene.height_mm <= paper_mm[1] - EDGE_MM - FOOT_MM


def one_page(game: Game, scene: Scene, paper_mm: tuple[float, float], at: tuple[float, float], form: str) -> Page:
    """The page with the map, a form of the document, placed at `at`, and with the margin's text."""
    title = game.words.text("Map")
    if _has_foot(scene, paper_mm):
        credited = any(panel.kind == "credits" for panel in game.map.panels)
        margin = sheet_margin(game, paper_mm=paper_mm, title=title, sheet=1, sheets=1, credited=credited)
    else:
        margin = edge_line(game, width_mm=paper_mm[0], title=title, sheet=1, sheets=1)
    children = (Group((Show(form, moved(*at)),), layer="map"), margin)
    trim = (*at, scene.width_mm, scene.height_mm)
    return Page(Scene(*paper_mm, children, title), trim_mm=trim, bookmark=title)
