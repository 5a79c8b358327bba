"""Pieces that stand below one another in a column, or two by two where these are short.

In: `FlowPart`s as wide as the column, and its room. Out: nodes; rows grow a little until the room is full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from pnp.draw.scene import Node
from pnp.generators.typeset.block import Drawing, levelled

MOST_AIR_MM, APART_MM, GUTTER_MM = 3.2, 1.6, 5.6
"""What a row grows by at the most, as white is better in one piece, at the foot; the white between counters, and
between pieces beside each other.
"""


@dataclass(frozen=True, slots=True)
class FlowPart:
    """What isn't parted.

    draw     the piece, each of its rows so many mm higher
    high_mm  its height, without that
    gap_mm   the white above it, but for the first of a column
    rows     how many rows of it may become higher
    white    what of it is empty, mm²
    """

    draw: Callable[[float], Drawing]
    high_mm: float
    gap_mm: float = 0.0
    rows: int = 0
    white: float = 0.0


Block = Callable[[float], "Sequence[FlowPart] | None"]
"""Pieces at a width; None where they have no room."""


def whole(drawing: Drawing, gap_mm: float = 0.0) -> FlowPart:
    """A drawing as a piece."""
    return FlowPart(lambda _air: drawing, drawing.height_mm, gap_mm)


def high(column: Sequence[FlowPart]) -> float:
    """The height of a column as it is, without more white."""
    return sum(piece.high_mm for piece in column) + sum(piece.gap_mm for piece in column[1:])


def set_column(column: Sequence[FlowPart], x: float, y: float, room: float) -> list[Node]:
    """A column from a height on, its rows as much higher as its room and `MOST_AIR_MM` let them be."""
    air = min(MOST_AIR_MM, max(0.0, room - high(column)) / max(1, sum(piece.rows for piece in column)))
    nodes: list[Node] = []
    for number, piece in enumerate(column):
        y += piece.gap_mm if number else 0.0
        nodes.append(piece.draw(air).at(x, y))
        y += piece.high_mm + air * piece.rows
    return nodes


def as_one(column: Sequence[FlowPart], width: float, air_mm: float = 0.0) -> Drawing:
    """A column, each of its rows so much higher."""
    tall = high(column) + air_mm * sum(piece.rows for piece in column)
    return Drawing(tuple(set_column(column, 0.0, 0.0, tall)), width, tall)


def by_twos(
    blocks: Sequence[Block], width: float, most_mm: float = inf
) -> list[list[FlowPart]] | None:  # fmt: skip
    """Blocks in their order, each across the width or half as wide beside another, whichever makes all of them lowest.

    most_mm  the greatest height of two, which are one piece; the right one begins where a counter does on a grid of an
             even number of columns
    Returns the pieces of each row, None where some block has no room.
    """
    half = (width + APART_MM) / 2
    best: list[tuple[float, list[list[FlowPart]]]] = [(0.0, [])]
    for end, block in enumerate(blocks, 1):
        ways = [(best[-1], [*(block(width) or ())])]
        two = [each(wide) or () for each, wide in zip(blocks[max(0, end - 2): end], (half - GUTTER_MM, width - half),
                                                      strict=False)]  # fmt: skip
        if len(two) == 2 and all(two) and max(map(high, two)) <= most_mm:
            ways.append((best[-2], [_beside(two, half)]))
        found = [(before[0] + row[0].gap_mm + high(row), [*before[1], row]) for before, row in ways if row]
        best.append(min(found, key=lambda way: way[0], default=(inf, [])))
    return best[-1][1] if best[-1][0] < inf else None


def _beside(two: Sequence[Sequence[FlowPart]], step: float) -> FlowPart:
    """Two columns beside each other as one piece, with the rows of the one that has more."""
    tall, rows = max(map(high, two)), max(sum(part.rows for part in column) for column in two)

    def draw(air: float) -> Drawing:
        drawn = (as_one(column, step, air).at(n * step, 0.0) for n, column in enumerate(two))
        return Drawing(tuple(drawn), 2 * step, tall + air * rows)

    white = sum(part.white for column in two for part in column) + step * sum(tall - high(column) for column in two)
    return FlowPart(draw, tall, two[0][0].gap_mm, rows, white)


def below_one_another(parts: Sequence[Drawing], gap_mm: float = 0.0) -> Drawing:
    """Parts as one."""
    return as_one([whole(part, gap_mm) for part in parts], max(part.width_mm for part in parts))


__all__ = [
    "APART_MM", "GUTTER_MM", "MOST_AIR_MM", "Block", "FlowPart", "as_one", "below_one_another", "by_twos", "high",
    "levelled", "set_column", "whole",
]  # fmt: skip
