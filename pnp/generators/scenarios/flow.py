"""Pieces that stand below one another in a column, which ends level with those beside it.

In: `FlowPart`s as wide as the column, and its room. Out: nodes; white between pieces grows until the room is full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import Node
from pnp.generators.typeset.block import Drawing

LOOSEST = 1.5
"""How much of itself the white between pieces grows by at the most."""
AIR_MM = 3.6
"""And then that in each row of a table."""


@dataclass(frozen=True, slots=True)
class FlowPart:
    """What isn't parted.

    draw       the piece, with so much more white in each of its rows
    high_mm    its height without
    gap_mm     the white above it, but for the first of a column
    rows       how many rows it has that may grow
    white_mm2  what it leaves empty
    """

    draw: Callable[[float], Drawing]
    high_mm: float
    gap_mm: float = 0.0
    rows: int = 0
    white_mm2: float = 0.0


Column = Sequence[FlowPart]


def whole(drawing: Drawing, gap_mm: float = 0.0) -> FlowPart:
    """A drawing as a piece."""
    return FlowPart(lambda _: drawing, drawing.height_mm, gap_mm)


def high(column: Column) -> float:
    """The height of a column as it is without more white."""
    return sum(piece.high_mm for piece in column) + _gaps_mm(column)


def set_column(column: Column, x: float, y: float, room: float) -> list[Node]:
    """A column from a height on; its white grows, as far as it may, until it fills its room."""
    spare, gaps, rows = max(0.0, room - high(column)), _gaps_mm(column), sum(piece.rows for piece in column)
    more = min(LOOSEST, spare / gaps) if gaps else 0.0
    air = min(AIR_MM, (spare - more * gaps) / max(1, rows))
    nodes: list[Node] = []
    for number, piece in enumerate(column):
        y += piece.gap_mm * (1.0 + more) if number else 0.0
        nodes.append(piece.draw(air).at(x, y))
        y += piece.high_mm + air * piece.rows
    return nodes


def loosest(column: Column) -> float:
    """The height of a column with as much white as it may have."""
    return high(column) + LOOSEST * _gaps_mm(column) + AIR_MM * sum(piece.rows for piece in column)


def _gaps_mm(column: Column) -> float:
    """The white between the pieces of a column."""
    return sum(piece.gap_mm for piece in column[1:])


def as_one(column: Column, width: float) -> Drawing:
    """A column as it is without more white."""
    return Drawing(tuple(set_column(column, 0.0, 0.0, 0.0)), width, high(column))


def running(blocks: Sequence[Column], room: float) -> list[Column]:
    """Blocks in columns so high: one begun below another wherever that leaves it two pieces, and its head again where
    it goes on.
    """
    columns: list[Column] = [[]]
    for block in blocks:
        for n, piece in enumerate(block):
            ahead = block[1:2] if n == 0 else ()
            if columns[-1] and high([*columns[-1], piece, *ahead]) > room:
                columns.append([block[0]] if n else [])
            columns[-1].append(replace(piece, gap_mm=0.0) if n and len(columns[-1]) == 1 else piece)
    return columns
