"""The tables printed on the map sheet: the charts' own drawing at the largest size that its panel takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pnp.draw.scene import Group, Node, Path, rect
from pnp.errors import LayoutError
from pnp.generators.maps.ink import INK, MapInk, framed, label, nearest_step, on_scale
from pnp.generators.tables.look import TableLook
from pnp.generators.tables.results import code_tints
from pnp.generators.tables.tables import draw_table
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.tables import EventsTable, ResultsTable

BODY_PT, LEAST_SHARE, STEP = 6.6, 0.55, 0.03
"""Size of the words of a table; the least share of the requested sizes, and by how much it grows."""
AIRY, AIRY_STEPS = 1.8, 16
"""By how much the rows of a table may become higher to fill their panel, and the steps that are tried."""


def table_panel(
    game: Game,
    table: ResultsTable | EventsTable,
    area: Sequence[float],
    ink: MapInk,
    *,
    brief: bool = False,
) -> Group:
    """A panel with the table and, below it, the key to its results; with `brief` only their names.

    Raises LayoutError, with the height that it needs, when it doesn't fit at the smallest size.
    """
    if brief:
        table = shortened(table)
    nodes, (x, y, inner, room) = framed(area, ink, table.title)
    # The drawing grows with its type, so the largest that fits is found by halving.
    low, high, best, fitting = 0, int((ink.sizes[0] / BODY_PT - LEAST_SHARE) / STEP) + 1, None, None
    while low <= high:
        step = (low + high) // 2
        drawing = _stacked(game, table, inner, _step_look(step))
        if drawing.height_mm <= room:
            best, fitting, low = drawing, step, step + 1
        else:
            high = step - 1
    if best is None:
        _, _, width, height = area
        least = math.ceil(drawing.height_mm + height - room)  # the last one tried is the smallest
        raise LayoutError(
            f"{table.title}: no room on the map in a panel of {width:g} × {height:g} mm; it needs {least} mm of height"
        )
    drawing = best if fitting is None else _airy(game, table, inner, room, best, fitting)
    return Group((*nodes, drawing.at(x, y)))


def _step_look(step: int) -> TableLook:
    return _look(LEAST_SHARE + STEP * step)


def _airy(
    game: Game, table: ResultsTable | EventsTable, width: float, room: float, drawing: Drawing, step: int
) -> Drawing:
    """`drawing`, or the same with higher rows, as far as `room` and AIRY go: a panel is filled by what it holds."""
    look, low, high = _step_look(step), 1, AIRY_STEPS
    while low <= high:
        middle = (low + high) // 2
        higher = replace(look, row_mm=look.row_mm * (1.0 + (AIRY - 1.0) * middle / AIRY_STEPS))
        tried = _stacked(game, table, width, higher)
        if tried.height_mm <= room:
            drawing, low = tried, middle + 1
        else:
            high = middle - 1
    return drawing


def shortened(table: ResultsTable | EventsTable) -> ResultsTable | EventsTable:
    """The table with the names of its results or events, but without their effects."""
    if isinstance(table, ResultsTable):
        return table.model_copy(update={"codes": tuple(code.model_copy(update={"text": ""}) for code in table.codes)})
    return table.model_copy(
        update={"rows": tuple(row.model_copy(update={"text": "", "after_text": ""}) for row in table.rows)}
    )


def _look(share: float) -> TableLook:
    """Sizes for the map, at `share` of the requested ones; type is on the sheet's scale."""
    body, small = (nearest_step(size * share) for size in (BODY_PT, 6.4))
    cell, die = (on_scale(size * share) for size in (9.0, 8.6))
    return TableLook(
        row_mm=4.8 * share, face_mm=3.8 * share, die_pt=die, head_pt=cell, cell_pt=cell,
        body_pt=body, leading_pt=body * 1.2, small_pt=small,
    )  # fmt: skip


def _stacked(game: Game, table: ResultsTable | EventsTable, width: float, look: TableLook) -> Drawing:
    """The table and, for a results table, the key to its codes in two columns."""
    drawing = draw_table(game, table, width, look)
    if not isinstance(table, ResultsTable):
        return drawing
    style = TextStyle(SANS, look.body_pt, look.leading_pt, INK)
    tints = code_tints(game, table)
    top = drawing.height_mm + 1.2
    half = (width - 2.4) / 2
    nodes: list[Node] = [drawing.at(0, 0)]
    heights = [0.0, 0.0]
    rows = (len(table.codes) + 1) // 2
    swatch = look.cell_pt * 0.72
    for index, code in enumerate(table.codes):
        column = index // rows
        left = column * (half + 2.4)
        words = f"**{code.name}.** {code.text}" if code.text else code.name
        block = text_block(words, style, half - swatch - 1.2)
        at = top + heights[column]
        nodes.append(Path(rect(left, at, swatch, block.height_mm - 0.4), fill=tints[code.id]))
        middle = (left + swatch / 2, at + block.height_mm / 2 + look.body_pt * 0.07)
        nodes.append(label(code.id, *middle, "sans-bold", look.body_pt, swatch - 0.6, anchor="middle"))
        nodes.append(block.at(left + swatch + 1.2, at))
        heights[column] += block.height_mm + 0.9
    return Drawing(tuple(nodes), width, top + max(heights))
