"""Who leads what, for players who share a side: each formation with its units.

In: a game with `formations`, a width in mm. Out: a `Drawing` with its heading; None for a game without them.
"""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Stroke, line, rect
from pnp.generators.counters.chit import chit
from pnp.generators.tables.parts import BODY, titled
from pnp.generators.tables.tables import INK
from pnp.generators.typeset.block import Drawing, text_block
from pnp.model.game import Game

CHIT_MM, PITCH_MM = 9.6, 10.4
LABEL_MM, LABEL_SHARE = 62.0, 0.36
"""Room for what a formation is called, and its largest share of the width."""
_RULE = Stroke(INK, 0.9)


def commands_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """A row for each formation: who leads it, its name, its counters; or that it has all that others don't have.

    air_mm  what is added to the height of each row
    """
    if not game.info.formations:
        return None
    words, counters = game.words, {str(c.id): c for c in game.all_counters()}
    names = {seat.id: seat.name for seat in (*game.info.sides, *game.info.seats)}
    left = min(LABEL_MM, LABEL_SHARE * width)
    across = int((width - left) // PITCH_MM)
    nodes: list[Node] = [line(0, 0, width, 0, _RULE)]
    y = 0.0
    for number, formation in enumerate(game.info.formations):
        label = text_block(f"**{names[formation.seat]}:** {formation.name}", BODY, left - 3.0)
        units = [counters[str(name)] for name in formation.units]
        if units:
            rows = -(-len(units) // across)
            inner, high = [], rows * PITCH_MM - (PITCH_MM - CHIT_MM)
            for index, counter in enumerate(units):
                inner += chit(game, counter, index % across * PITCH_MM, index // across * PITCH_MM, CHIT_MM, "front")
            side = Drawing(tuple(inner), width - left, high)
        else:
            side = text_block(words.text("All other units of the side."), BODY, width - left)
        height = max(label.height_mm, side.height_mm) + 2.4 + air_mm
        if number % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        for part, x in ((label, 1.0), (side, left)):
            nodes.append(part.at(x, y + (height - part.height_mm) / 2))
        y += height
    nodes.append(line(0, y, width, y, _RULE))
    return titled(words.text("Who leads what"), Drawing(tuple(nodes), width, y))
