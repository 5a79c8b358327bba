"""Who leads what, for players who share a side: each formation with its units.

In: a game with `formations`, a side, a width in mm. Out: a `Drawing` with its heading; None for a side without them.
"""

from __future__ import annotations

from itertools import groupby

from pnp.draw.text import width_mm
from pnp.generators.charts.pictured import BESIDE_MM, CELL, PicturedRow, picture_grid
from pnp.generators.counters.chit import chit
from pnp.generators.scenarios.lists import draw_band
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing, below_one_another, text_block
from pnp.model.game import Game

CHIT_MM, PITCH_MM = 11.2, 11.7
LABEL_MM, LABEL_SHARE = 46.0, 0.26
"""Room for what a formation is called, and its largest share of the width."""
PART_MM = 2.0
"""The white between two leaders."""


def commands_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """Under a band for each leader a row for each formation: its name, its counters, or that it has all others.

    air_mm  what is added to the height of each row
    """
    if not (formations := game.info.formations):
        return None
    counters = {str(c.id): c for c in game.all_counters()}
    names = {seat.id: seat.name for seat in (*game.info.sides, *game.info.seats)}
    widest = max(width_mm(word, "sans-bold", CELL.size_pt) for one in formations for word in one.name.split())
    across = int((width - max(min(LABEL_MM, LABEL_SHARE * width), min(widest + 6.0, width / 2))) // PITCH_MM)
    lists, bands = list[list[PicturedRow]](), list[Drawing]()
    for (side, seat), led in groupby(formations, key=lambda one: (one.side, one.seat)):
        rows = []
        for one in led:
            inner = (node for n, name in enumerate(one.units) for node in chit(
                game, counters[str(name)], n % across * PITCH_MM, n // across * PITCH_MM, CHIT_MM, "front"
            ))  # fmt: skip
            shown = Drawing(tuple(inner), across * PITCH_MM, -(-len(one.units) // across) * PITCH_MM)
            if not one.units:
                shown = text_block(game.words.text("All other units of the side."), CELL, across * PITCH_MM)
            rows.append(PicturedRow(Drawing((), 0.0, 0.0), [f"**{one.name}**"], shown))
        lists.append(rows)
        bands.append(draw_band(game, side, names[seat], (), width))
    grids = [picture_grid(rows, width, (-BESIDE_MM, CHIT_MM), air_mm, 1) for rows in lists]
    parts = [below_one_another(part) for part in zip(bands, grids, strict=True)]
    return titled(game, game.words.text("Who leads what"), below_one_another(parts, PART_MM))
