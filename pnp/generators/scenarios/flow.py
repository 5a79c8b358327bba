"""Pieces that stand below one another in a column, which ends level with those beside it.

In: `FlowPart`s as wide as the column, and its room. Out: nodes; white between pieces grows until the room is full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from math import inf

from pnp.draw.scene import Node
from pnp.generators.typeset.block import Drawing

WIDTHS_MM = tuple(8.0 * n for n in range(3, 23))
"""Of words and lists."""
MOST_BESIDE, BESIDE_MM, UNEVEN = 5, 3.0, 0.6
"""Blocks beside each other at the most, how much lower one more of them makes a row, and how much higher a row may be
to leave less white, of the height of that in all its width.
"""
LOOSEST_MM = 7.0
"""How much the white between pieces grows at the most."""


@dataclass(frozen=True, slots=True)
class FlowPart:
    """What isn't parted.

    draw     the piece, at least so high; a box becomes higher
    high_mm  its height
    gap_mm   the white above it, but for the first of a column
    white    what of it is empty, mm²
    """

    draw: Callable[[float], Drawing]
    high_mm: float
    gap_mm: float = 0.0
    white: float = 0.0


Column = Sequence[FlowPart]


@dataclass(frozen=True, slots=True)
class Slab:
    """A block that stands beside others or below them, on a shelf as wide as the sheet or a column of it.

    at      its pieces at a width; None where they have no room
    widths  those that are tried: of a box those at which it becomes lower
    """

    at: Callable[[float], Column | None]
    widths: Sequence[float] = WIDTHS_MM


def whole(drawing: Drawing, gap_mm: float = 0.0) -> FlowPart:
    """A drawing as a piece."""
    return FlowPart(lambda _high: drawing, drawing.height_mm, gap_mm)


def high(column: Column) -> float:
    """The height of a column as it is without more white."""
    return sum(piece.high_mm for piece in column) + sum(piece.gap_mm for piece in column[1:])


def set_column(column: Column, x: float, y: float, room: float) -> list[Node]:
    """A column from a height on; its white grows, as far as it may, until it fills its room; so does a piece alone."""
    more = min(LOOSEST_MM, max(0.0, room - high(column)) / max(1, gaps(column)))
    nodes: list[Node] = []
    for number, piece in enumerate(column):
        y += piece.gap_mm + (more if piece.gap_mm else 0.0) if number else 0.0
        nodes.append(piece.draw(max(room, piece.high_mm) if len(column) == 1 else piece.high_mm).at(x, y))
        y += piece.high_mm
    return nodes


def gaps(column: Column) -> int:
    """How many gaps of a column may grow."""
    return sum(piece.gap_mm > 0 for piece in column[1:])


def as_one(column: Column, width: float) -> Drawing:
    """A column as it is without more white."""
    return Drawing(tuple(set_column(column, 0.0, 0.0, 0.0)), width, high(column))


def shelves(blocks: Sequence[Slab], width: float, gutter_mm: float, most_mm: float = inf) -> list[Column] | None:
    """Blocks in their order, in rows of as many beside each other as make all of them low and fill the width.

    most_mm   the greatest height of blocks beside each other, which are one piece
    Returns the pieces of each row, None where some block has no room.
    """
    tables = [
        [(high(column), wide) for wide in (*block.widths, width) if wide <= width and (column := block.at(wide))]
        for block in blocks
    ]
    best: list[tuple[float, list[tuple[int, list[float]]]] | None] = [(0.0, [])]
    for end in range(1, len(blocks) + 1):
        ways = []
        for first in range(max(0, end - MOST_BESIDE), end):
            tall, wide = _lowest(tables[first:end], width - gutter_mm * (end - first - 1))
            if (before := best[first]) and wide and (tall <= most_mm or len(wide) == 1):
                ways.append((before[0] + tall + gutter_mm + BESIDE_MM * (len(wide) - 1), [*before[1], (first, wide)]))
        best.append(min(ways, key=lambda way: way[0], default=None))
    if best[-1] is None:
        return None
    rows = [([one.at(wide) or () for one, wide in zip(blocks[first:], widths, strict=False)], widths)
            for first, widths in best[-1][1]]  # fmt: skip
    return [columns[0] if len(columns) == 1 else [_beside(columns, widths, gutter_mm)] for columns, widths in rows]


def _lowest(tables: Sequence[Sequence[tuple[float, float]]], room: float) -> tuple[float, list[float]]:
    """How high blocks beside each other are where they are as low as can be, more the more white they leave, and their
    widths, which fill the room; none where there isn't as much. A table has the heights of a block with its widths.
    """
    for tall in sorted({tall for table in tables for tall, _ in table}):
        least = [min(((wide, high_mm) for high_mm, wide in table if high_mm <= tall), default=(inf, tall))
                 for table in tables]  # fmt: skip
        if (needed := sum(wide for wide, _ in least)) <= room:
            white = tall - sum(wide * high_mm for wide, high_mm in least) / room
            return tall + UNEVEN * white, [wide * room / needed for wide, _ in least]
    return inf, []


def _beside(columns: Sequence[Column], widths: Sequence[float], gutter_mm: float) -> FlowPart:
    """Columns beside each other as one piece."""
    starts = [0.0, *accumulate(wide + gutter_mm for wide in widths)]
    tall = max(map(high, columns))

    def draw(room: float) -> Drawing:
        drawn = (set_column(column, x, 0.0, room) for column, x in zip(columns, starts, strict=False))
        return Drawing(tuple(chain.from_iterable(drawn)), starts[-1] - gutter_mm, room)

    white = sum((tall - high(column)) * wide for column, wide in zip(columns, widths, strict=True))
    return FlowPart(draw, tall, columns[0][0].gap_mm, white + sum(part.white for part in chain(*columns)))


__all__ = ["Column", "FlowPart", "Slab", "as_one", "gaps", "high", "set_column", "shelves", "whole"]
