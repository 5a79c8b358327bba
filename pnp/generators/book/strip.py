"""A strip of the printed map across a page of a book, about as large as the map lies on the table, with the stacks of
the start on their spaces.

In: a game, the plan of its map, the size of the strip. Out: a drawing.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from pnp.generators.book.cover_art import StartStack, View, covers, piled, place_of, starts
from pnp.generators.book.figures.frame import framed, layer_piece
from pnp.generators.book.figures.standing import widened, within
from pnp.generators.book.figures.words import legible
from pnp.generators.maps.hex.piece import Pieces
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Rect
from pnp.maps.parts import MapPlan
from pnp.model.game import Game

FIRST_MM, EDGE_MM, STEPS = 41.0, 1.5, 20
"""Height of the strip that opens the rules; white between the edge and what is whole; how many pieces are looked at
each way.
"""
COUNTER_MM, SHOWN, FEWEST = 12.7, 2, 3
"""The greatest size of a counter; so many of a stack are seen; a strip that opens the rules has so many stacks."""


def draw_strip(game: Game, plan: MapPlan, layers: Sequence[Pieces], width: float, height: float) -> Drawing | None:
    """The piece of the map where the most stacks of two sides face each other; None where hardly any stand in it. Names
    that stacks would cut are left out.

    layers  of the printed map
    """
    (x, y, wide, high), size = plan.frame_mm, game.style.counters.size_mm
    scale = max(min(1.0, COUNTER_MM / size), width / wide, height / high)
    across, down, edge = width / scale, height / scale, EDGE_MM / scale
    stacks = [StartStack(tuple(units[:SHOWN]), at) for place, units in starts(game, plan).items()
              if (at := place_of(plan, place))]  # fmt: skip

    def whole(piece: Rect) -> list[StartStack]:
        inside = widened((piece[0], piece[1], piece[0] + across, piece[1] + down), -size / 2 - edge)
        return [stack for stack in stacks if within(stack.at, inside)]

    def worth(piece: Rect) -> int:
        """How many stacks are whole in a piece, those of the two sides with the most of them above all."""
        first, second, *_ = *sorted(Counted(stack.side for stack in whole(piece)).values(), reverse=True), 0, 0
        return 3 * min(first, second) + len(whole(piece))

    steps = [n / STEPS for n in range(STEPS + 1)]
    spots = ((x + u * (wide - across), y + v * (high - down)) for u, v in product(steps, steps))
    pieces = sorted(((*at, across, down) for at in spots), key=worth, reverse=True)
    best = next((one for one in pieces if covers(plan, View(1.0, one[:2], one[:2]), one)), pieces[0])
    if len(shown := whole(best)) < FEWEST:
        return None
    box = best[0], best[1], best[0] + across, best[1] + down
    covered = [widened(stack.at * 2, size / 2 + edge) for stack in shown]
    ground = [node for layer in layers for node in layer_piece(layer, box, covered)]
    counters = [node for stack in shown for node in piled(game, stack, stack.at, size, 0.0, shadow=True)]
    return replace(framed(game, [*legible(ground, scale), *counters], box, scale, ()), upright=True)
