"""Pieces that stand below one another in a column, which ends level with those beside it.

In: `FlowPart`s as wide as the column, and its room. Out: nodes; white between pieces grows until the room is full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from pnp.draw.scene import Node
from pnp.generators.typeset.block import Drawing

ROW_AIR_MM = 1.8
"""What a row of a block grows by where the white between pieces doubles."""


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


def whole(drawing: Drawing, gap_mm: float = 0.0, white: float = 0.0) -> FlowPart:
    """A drawing as a piece."""
    return FlowPart(lambda _air: drawing, drawing.height_mm, gap_mm, white=white)


def high(column: Sequence[FlowPart]) -> float:
    """The height of a column as it is without more white."""
    return sum(piece.high_mm for piece in column) + sum(piece.gap_mm for piece in column[1:])


def give(column: Sequence[FlowPart]) -> float:
    """What a column grows by where its white doubles."""
    return sum(piece.gap_mm for piece in column[1:]) + ROW_AIR_MM * sum(piece.rows for piece in column)


def set_column(column: Sequence[FlowPart], x: float, y: float, room: float, most: float) -> list[Node]:
    """A column from a height on; its white grows, up to `most` times what it is, until it fills its room."""
    more = min(most, max(0.0, room - high(column)) / max(give(column), 0.001))
    nodes: list[Node] = []
    for number, piece in enumerate(column):
        y += (1.0 + more) * piece.gap_mm if number else 0.0
        nodes.append(piece.draw(more * ROW_AIR_MM if piece.rows else 0.0).at(x, y))
        y += piece.high_mm + more * ROW_AIR_MM * piece.rows
    return nodes


def as_one(column: Sequence[FlowPart], width: float) -> Drawing:
    """A column as it is without more white."""
    return Drawing(tuple(set_column(column, 0.0, 0.0, 0.0, 0.0)), width, high(column))


def levelled(heights: Sequence[float], number: int) -> list[slice]:
    """What stands in each of so many columns, none of them empty, for these to be as level as can be."""
    ends = ((0, *cuts, len(heights)) for cuts in combinations(range(1, len(heights)), number - 1))
    ways = ([slice(a, b) for a, b in pairwise(cuts)] for cuts in ends)
    return min(ways, key=lambda way: max(sum(heights[part]) for part in way))


def below_one_another(parts: Sequence[Drawing], gap_mm: float = 0.0) -> Drawing:
    """Parts as one."""
    return as_one([whole(part, gap_mm) for part in parts], max(part.width_mm for part in parts))


__all__ = ["FlowPart", "as_one", "below_one_another", "give", "high", "levelled", "set_column", "whole"]
