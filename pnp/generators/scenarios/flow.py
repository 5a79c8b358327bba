"""Pieces that stand below one another in a column, which ends level with those beside it.

In: `FlowPart`s as wide as the column, and its room. Out: nodes; white between pieces grows until the room is full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, pairwise
from math import inf

from pnp.draw.scene import Node
from pnp.generators.typeset.block import Drawing

GRID, MOST_BESIDE, BESIDE_MM = 8, 4, 5.0
"""Columns of a grid across, blocks beside each other at the most, and how much lower one more of them makes a row."""
ROW_AIR_MM, LOOSEST = 3.4, 1.8
"""What a row of a block grows by where the white between pieces doubles; how many times more that may be."""


@dataclass(frozen=True, slots=True)
class FlowPart:
    """What isn't parted.

    draw     the piece, each of its rows so many mm higher
    high_mm  its height, without that
    gap_mm   the white above it, but for the first of a column
    rows     how many rows of it may become higher
    boxed    whether these are boxes, which take all the room that is left
    white    what of it is empty, mm²
    """

    draw: Callable[[float], Drawing]
    high_mm: float
    gap_mm: float = 0.0
    rows: int = 0
    boxed: bool = False
    white: float = 0.0


Block = Callable[[float], "Sequence[FlowPart] | None"]
"""Pieces at a width; None where they have no room."""


def whole(drawing: Drawing, gap_mm: float = 0.0, white: float = 0.0) -> FlowPart:
    """A drawing as a piece."""
    return FlowPart(lambda _air: drawing, drawing.height_mm, gap_mm, white=white)


def high(column: Sequence[FlowPart]) -> float:
    """The height of a column as it is without more white."""
    return sum(piece.high_mm for piece in column) + sum(piece.gap_mm for piece in column[1:])


def give(column: Sequence[FlowPart]) -> float:
    """What a column grows by where its white doubles; the white between boxes doesn't."""
    gaps = 0.0 if any(piece.boxed for piece in column) else sum(piece.gap_mm for piece in column[1:])
    return gaps + ROW_AIR_MM * sum(piece.rows for piece in column)


def set_column(column: Sequence[FlowPart], x: float, y: float, room: float) -> list[Node]:
    """A column from a height on; its white grows, as far as it may, until it fills its room; boxes take the rest."""
    left, boxes = max(0.0, room - high(column)), sum(piece.rows for piece in column if piece.boxed)
    more = min(LOOSEST, left / max(give(column), 0.001))
    rest = (left - more * give(column)) / max(boxes, 1)
    nodes: list[Node] = []
    for number, piece in enumerate(column):
        y += (1.0 if boxes else 1.0 + more) * piece.gap_mm if number else 0.0
        air = more * ROW_AIR_MM + rest * piece.boxed
        nodes.append(piece.draw(air).at(x, y))
        y += piece.high_mm + air * piece.rows
    return nodes


def as_one(column: Sequence[FlowPart], width: float, air_mm: float = 0.0) -> Drawing:
    """A column with so much more white for each piece."""
    tall = high(column) + air_mm * len(column)
    return Drawing(tuple(set_column(column, 0.0, 0.0, tall)), width, tall)


def shelves(
    blocks: Sequence[Block], width: float, gutter_mm: float, most_mm: float = inf
) -> list[list[FlowPart]] | None:
    """Blocks in their order, in rows of one to four on a grid, as many beside each other as make all of them lowest,
    and of as low ones those of even white.

    most_mm   the greatest height of blocks beside each other, which are one piece
    Returns the pieces of each row, None where some block has no room.
    """
    step = (width + gutter_mm) / GRID
    spans = [[], *([_measured(block(n * step - gutter_mm) or (), n * step - gutter_mm) for block in blocks]
                   for n in range(1, GRID + 1))]  # fmt: skip
    best: list[tuple[float, float, list[list[FlowPart]]] | None] = [(0.0, 0.0, [])]
    for end in range(1, len(blocks) + 1):
        ways = []
        for cuts in chain.from_iterable(combinations(range(1, GRID), n) for n in range(min(MOST_BESIDE, end))):
            starts, first = (0, *cuts, GRID), end - len(cuts) - 1
            row = [spans[b - a][first + n] for n, (a, b) in enumerate(pairwise(starts))]
            before, tall = best[first], max(one[2] for one in row)
            if before and all(one[0] for one in row) and (not cuts or tall <= most_mm):
                uneven = before[1] + sum((white + (tall - high_mm) * wide) ** 2 for _, wide, high_mm, white in row)
                cost = before[0] + row[0][0][0].gap_mm + tall + BESIDE_MM * len(cuts)
                ways.append((round(cost, 1), uneven, starts, first, row))
        if ways:
            cost, uneven, starts, first, row = min(ways, key=lambda way: way[:3])
            pieces = [*row[0][0]] if len(row) == 1 else [_beside(row, [start * step for start in starts])]
            best.append((cost, uneven, [*(best[first] or best[0])[2], pieces]))
        else:
            best.append(None)
    return best[-1][2] if best[-1] else None


_Measured = tuple[Sequence[FlowPart], float, float, float]
"""Pieces with their width, height and white."""


def _measured(column: Sequence[FlowPart], width: float) -> _Measured:
    return column, width, high(column), sum(piece.white for piece in column)


def _beside(row: Sequence[_Measured], starts: Sequence[float]) -> FlowPart:
    """Columns beside each other as one piece, its boxes the rows of the column that has most."""
    tall, boxes = max(one[2] for one in row), max(sum(part.rows for part in one[0] if part.boxed) for one in row)

    def draw(air: float) -> Drawing:
        room = tall + air * boxes
        drawn = (set_column(one[0], x, 0.0, room) for one, x in zip(row, starts, strict=False))
        return Drawing(tuple(chain.from_iterable(drawn)), starts[-1], room)

    white = sum(white + (tall - high_mm) * wide for _, wide, high_mm, white in row)
    return FlowPart(draw, tall, row[0][0][0].gap_mm, boxes, boxes > 0, white)


__all__ = ["Block", "FlowPart", "as_one", "give", "high", "set_column", "shelves", "whole"]
