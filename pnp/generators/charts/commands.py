"""Who leads what, for players who share a side: each formation with its units.

In: a game with `formations`, a width in mm. Out: a `Drawing` with its heading; None for a game without them.
"""

from __future__ import annotations

from itertools import groupby

from pnp.draw.scene import Node, Path, rect
from pnp.generators.counters.chit import chit
from pnp.generators.scenarios.flow import below_one_another
from pnp.generators.scenarios.lists import draw_band
from pnp.generators.tables.parts import BODY, titled
from pnp.generators.typeset.block import Drawing, text_block
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.info import Formation

CHIT_MM, PITCH_MM, PAD_MM = 9.6, 10.4, 1.2
LABEL_MM, LABEL_SHARE = 46.0, 0.3
"""Room for what a formation is called, and its largest share of the width."""


def commands_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """Under a band for each leader a row for each formation: its name, its counters, or that it has all others.

    air_mm  what is added to the height of each row
    """
    if not game.info.formations:
        return None
    counters = {str(c.id): c for c in game.all_counters()}
    names = {seat.id: seat.name for seat in (*game.info.sides, *game.info.seats)}
    parts: list[Drawing] = []
    for (seat, side), led in groupby(game.info.formations, key=lambda one: (one.seat, one.side)):
        parts.append(draw_band(game, side, names[seat], "", width))
        parts += [
            _row(game, formation, [counters[str(name)] for name in formation.units], width, (air_mm, number % 2 == 1))
            for number, formation in enumerate(led)
        ]
    return titled(game.words.text("Who leads what"), below_one_another(parts))


def _row(game: Game, formation: Formation, units: list[Counter], width: float, how: tuple[float, bool]) -> Drawing:
    """A formation with its counters, of air, and on a ground or white."""
    (air_mm, grounded), left = how, min(LABEL_MM, LABEL_SHARE * width)
    label = text_block(f"**{formation.name}**", BODY, left - 3.0)
    across = int((width - left) // PITCH_MM)
    inner: list[Node] = []
    for index, counter in enumerate(units):
        inner += chit(game, counter, index % across * PITCH_MM, index // across * PITCH_MM, CHIT_MM, "front")
    shown = Drawing(tuple(inner), width - left, -(-len(units) // across) * PITCH_MM - (PITCH_MM - CHIT_MM))
    if not units:
        shown = text_block(game.words.text("All other units of the side."), BODY, width - left)
    height = max(label.height_mm, shown.height_mm) + 2 * PAD_MM + air_mm
    nodes: list[Node] = [Path(rect(0, 0, width, height), fill=game.style.colour("zebra"))] if grounded else []
    nodes += [part.at(x, (height - part.height_mm) / 2) for part, x in ((label, 1.0), (shown, left))]
    return Drawing(tuple(nodes), width, height)
