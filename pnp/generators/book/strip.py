"""A strip of the printed map across a page of a book, as large as the map lies on the table, with the stacks of the
start on their spaces.

In: a game, the plan of its map, the size of the strip. Out: a drawing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, product

from pnp.draw.scene import texts_in
from pnp.generators.book.cover_art import NAMES, StartStack, View, around, covers, piled, place_of, starts
from pnp.generators.book.figures.frame import framed
from pnp.generators.maps.hex.ground import bare_ground_layers
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.hex.piece import letters, piece_of
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import map_layers
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Rect, overlap
from pnp.maps.parts import MapPlan
from pnp.model.game import Game

FIRST_MM, EDGE_MM, AIR_MM, STEPS = 41.0, 1.5, 1.0, 20
"""Height of the strip that opens the rules; white between the edge and what is whole, and about a counter; how many
pieces are looked at each way.
"""
WORTH, SHOWN = 14, 2
"""What a stack is worth, where a whole name is worth 2; so many of its units are seen."""


def draw_strip(game: Game, plan: MapPlan, width: float, height: float, piece: int = 0) -> Drawing:
    """The piece of the map with the most stacks and names, or that of a later rank, which shows nothing of those
    before; stacks hide no name and no other stack.
    """
    ink, (x, y, wide, high) = map_ink(game.map, game.style), plan.frame_mm
    hexes = (*bare_ground_layers(plan, ink), *hex_name_layers(game, plan, ink)) if plan.hexes else ()
    layers, scale = hexes or map_layers(game, plan), max(1.0, width / wide, height / high)
    across, size, edge = width / scale, game.style.counters.size_mm / scale, EDGE_MM / scale
    signs = [around(letters(text)) for text in texts_in(layer for layer in layers if layer.layer in NAMES or not hexes)]
    stacks: dict[StartStack, Rect] = {}
    for place, units in starts(game, plan).items():
        if at := place_of(plan, place):
            box = at[0] - size / 2, at[1] - size / 2, size, size
            if not any(overlap(box, other, AIR_MM) for other in (*signs, *stacks.values())):
                stacks[StartStack(tuple(units[:SHOWN]), at)] = box
    signs += [space.stack for space in plan.spaces.values()]

    def worth(piece: Rect) -> int:
        """What is whole in a piece, less what is cut."""
        seen = [_whole(piece, sign, edge) for sign in signs if overlap(piece, sign)]
        return WORTH * sum(_whole(piece, box, edge) for box in stacks.values()) + 3 * sum(seen) - len(seen)

    steps, shown = [n / STEPS for n in range(STEPS + 1)], list[Rect]()
    for down in (*[min(FIRST_MM, height) / scale] * piece, height / scale):
        places = ((x + u * (wide - across), y + v * (high - down)) for u, v in product(steps, steps))
        pieces = sorted(((*at, across, down) for at in places), key=worth, reverse=True)
        pieces = [one for one in pieces if not any(overlap(one, before) for before in shown)] or pieces
        shown.append(next((one for one in pieces if covers(plan, View(1.0, one[:2], one[:2]), one)), pieces[0]))
    left, top, _, down = shown[-1]
    nodes = piece_of(layers, (left + edge / 2, top + edge, left + across - edge / 2, top + down - edge / 2))
    counters = (piled(game, stack, stack.at, size, 0.0, shadow=True)
                for stack, box in stacks.items() if _whole(shown[-1], box, edge))  # fmt: skip
    drawn = framed(game, [*nodes, *chain(*counters)], (left, top, left + across, top + down), scale, ())
    return replace(drawn, upright=True)


def _whole(piece: Rect, box: Rect, edge: float) -> bool:
    """Whether a box lies in a piece, so far from its edges."""
    return all(piece[n] + edge <= box[n] and box[n] + box[n + 2] + edge <= piece[n] + piece[n + 2] for n in (0, 1))
