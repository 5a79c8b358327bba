"""The key of a counter sheet's rows: pages of their own, with the names of those that the margin has no room for."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Group, Node, Page, Scene, Text
from pnp.generators.counters.sheet_marks import RowCaption
from pnp.generators.sheets.margin import EDGE_MM, FOOT_MM, sheet_margin, wrapped
from pnp.model.game import Game

INK = "#000000"
HEAD_PT, SHEET_PT, TEXT_PT = 14.0, 9.5, 8.0
LINE_MM, BETWEEN_MM, NUMBER_MM, GUTTER_MM = 3.6, 1.2, 6.5, 8.0
COLUMNS = 2


def row_key_pages(
    game: Game, page_mm: tuple[float, float], sheets: Sequence[tuple[str, Sequence[RowCaption]]]
) -> list[Page]:
    """Pages with the formations of each row, in two columns.

    sheets  (heading of the sheet, its rows) of each sheet that has rows in the key
    """
    width, height = page_mm
    title = game.words.text("Key to the rows")
    left = EDGE_MM + 8.0
    top, bottom = EDGE_MM + 18.0, height - FOOT_MM - 4.0
    column_mm = (width - 2 * left - (COLUMNS - 1) * GUTTER_MM) / COLUMNS
    head = Text(left, EDGE_MM + 12.0, title, "condensed-bold", HEAD_PT, INK)
    pages: list[list[Node]] = [[head]]
    column, y = 0, top
    for entry in (entry for sheet in sheets for entry in _entries(*sheet, column_mm)):
        if y + LINE_MM * len(entry) > bottom:
            column, y = column + 1, top
        if column >= COLUMNS:
            column = 0
            pages.append([head])
        x = left + column * (column_mm + GUTTER_MM)
        for line in entry:
            pages[-1] += [Text(x + across, y, text, font, size_pt, INK) for across, text, font, size_pt in line]
            y += LINE_MM
        y += BETWEEN_MM
    keys: list[Page] = []
    for number, nodes in enumerate(pages, 1):
        margin = sheet_margin(game, paper_mm=page_mm, title=title, sheet=number, sheets=len(pages))
        scene = Scene(width, height, (Group(tuple(nodes), layer="key"), margin), title=title)
        keys.append(Page(scene, bookmark=title if number == 1 else ""))
    return keys


_Part = tuple[float, str, str, float]
"""x in the column, text, font, size in pt."""


def _entries(heading: str, rows: Sequence[RowCaption], column_mm: float) -> list[list[list[_Part]]]:
    """A blank line, the heading of a sheet and its first row, then each other row: lines of parts."""
    entries: list[list[list[_Part]]] = []
    for row in rows:
        lines = wrapped(row.joined, "sans-regular", TEXT_PT, column_mm - NUMBER_MM)
        parts: list[list[_Part]] = [[(NUMBER_MM, line, "sans-regular", TEXT_PT)] for line in lines]
        parts[0].insert(0, (0.0, str(row.number), "condensed-bold", TEXT_PT))
        entries.append(parts)
    entries[0][:0] = [[], [(0.0, heading, "condensed-bold", SHEET_PT)]]
    return entries


__all__ = ["row_key_pages"]
