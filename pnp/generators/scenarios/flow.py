"""Pieces that run on through columns: rows of lists under their heads, and blocks that are never parted.

In: `FlowPart`s as wide as a column. Out: the pieces of each column, set so that it ends level with its room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pnp.draw.scene import Node, Stroke, line
from pnp.generators.tables.look import QUIET
from pnp.generators.typeset.block import Drawing

BLOCK_MM = 5.6
"""White above a block."""
ROW_AIR_MM = 1.8
"""What a row of a block grows by where the white between pieces doubles."""
BEGUN = 1 / 3
"""The least share of a list at the foot of a column."""


@dataclass(frozen=True, slots=True)
class FlowPart:
    """What isn't parted.

    draw       the piece, each of its rows so many mm higher
    high_mm    its height, without that
    gap_mm     the white above it, but for the first of a column
    rows       how many rows of it may become higher
    holds      whether it stays with the next piece, as a heading does
    head       what stands again above it where it begins a column
    again      what it is there, as the row of a list that goes on has its label again
    white_mm2  what is white left and right of its counters
    ruled      whether a line stands in the white above it, but for the first below a head
    """

    draw: Callable[[float], Drawing]
    high_mm: float
    gap_mm: float = 0.0
    rows: int = 0
    holds: bool = False
    head: FlowPart | None = None
    again: FlowPart | None = None
    white_mm2: float = 0.0
    ruled: bool = False


def whole(drawing: Drawing, gap_mm: float = 0.0, *, holds: bool = False) -> FlowPart:
    """A drawing as a piece."""
    return FlowPart(lambda _air: drawing, drawing.height_mm, gap_mm, holds=holds)


def under(head: Drawing, rows: Sequence[FlowPart]) -> list[FlowPart]:
    """Rows under a head, which stands again where they go on in another column."""
    top = whole(head, BLOCK_MM, holds=True)
    pieces = [top]
    rows = [replace(rows[0], gap_mm=0.0), *rows[1:]]
    for number, row in enumerate(rows):
        # Neither the first row nor the last stands alone in a column.
        alone = number + 1 < len(rows) and number in (0, len(rows) - 2)
        pieces.append(replace(row, head=top, holds=row.holds or alone))
    return pieces


def flowed(pieces: Sequence[FlowPart], rooms: Sequence[float]) -> list[list[FlowPart]] | None:
    """The pieces of columns with so much room; None where they don't fit."""
    columns: list[list[FlowPart]] = [[]]
    left, first = 0, True
    while left < len(pieces):
        end = left + 1
        while pieces[end - 1].holds and end < len(pieces):
            end += 1
        group = list(pieces[left:end])
        if not columns[-1] and not first and (head := group[0].head) is not None:
            group[0] = replace(group[0].again or group[0], gap_mm=0.0, ruled=False)
            group.insert(0, head)
        if high([*columns[-1], *group]) <= rooms[len(columns) - 1] + 0.01:
            columns[-1] += group
            left, first = end, False
        elif len(columns) == len(rooms):
            return None
        else:
            columns.append([])
    return [*columns, *([] for _ in rooms[len(columns) :])]


def kept(pieces: Sequence[FlowPart], most: float) -> list[FlowPart]:
    """The same, each list begun with a third of it at least; those no higher than `most` in one piece."""
    found = list(pieces)
    for head in {id(piece.head): piece.head for piece in pieces if piece.head is not None}.values():
        rows = [n for n, piece in enumerate(pieces) if piece.head is head]
        total = high([pieces[n] for n in rows])
        share, run = (1.0 if total + head.high_mm <= most else BEGUN), 0.0
        for n in rows[:-1]:
            run += pieces[n].gap_mm + pieces[n].high_mm
            if run < share * total:
                found[n] = replace(pieces[n], holds=True)
    return found


def list_breaks(columns: Sequence[Sequence[FlowPart]], room: float) -> tuple[int, int]:
    """How many lists begin at the foot of a column with less than a third of them, and how many are parted although so
    much room would hold them.
    """
    lists: dict[int, list[float]] = {}
    for column in columns:
        heads = {id(piece.head) for piece in column if piece.head is not None}
        for n, piece in enumerate(column):
            if id(piece) in heads:
                rows = [row for m, row in enumerate(column[n + 1 :]) if m == 0 or row.head is piece]
                lists.setdefault(id(piece), []).append(high(rows))
    broken = [parts for parts in lists.values() if len(parts) > 1]
    return (sum(parts[0] < BEGUN * sum(parts) for parts in broken), sum(sum(parts) <= room for parts in broken))


def high(column: Sequence[FlowPart]) -> float:
    """The height of a column as it is without more white."""
    return sum(piece.high_mm for piece in column) + sum(piece.gap_mm for piece in column[1:])


def give(column: Sequence[FlowPart]) -> float:
    """What a column grows by where its white doubles."""
    return sum(piece.gap_mm for piece in column[1:]) + ROW_AIR_MM * sum(piece.rows for piece in column)


def least(pieces: Sequence[FlowPart], rooms: Callable[[float], Sequence[float]], most: float) -> float | None:
    """The least height at which columns hold all pieces, to half a mm; `rooms` gives theirs. None where `most` is too
    little.
    """
    if flowed(pieces, rooms(most)) is None:
        return None
    low, fits = -0.5, most
    while fits - low > 0.5:
        middle = (low + fits) / 2
        low, fits = (low, middle) if flowed(pieces, rooms(middle)) is not None else (middle, fits)
    return fits


def set_column(column: Sequence[FlowPart], x: float, y: float, room: float, most: float) -> list[Node]:
    """A column from a height on; its white grows, up to `most` times what it is, until it fills its room."""
    more = min(most, max(0.0, room - high(column)) / max(give(column), 0.001))
    nodes: list[Node] = []
    for number, piece in enumerate(column):
        above = (1.0 + more) * piece.gap_mm if number else 0.0
        drawn = piece.draw(more * ROW_AIR_MM if piece.rows else 0.0)
        if piece.ruled and number:
            nodes.append(line(x, y + above / 2, x + drawn.width_mm, y + above / 2, Stroke(QUIET, 0.35)))
        y += above
        nodes.append(drawn.at(x, y))
        y += piece.high_mm + more * ROW_AIR_MM * piece.rows
    return nodes


def in_columns(pieces: Sequence[FlowPart], columns: int, width: float, gutter: float) -> Drawing:
    """All pieces in so many columns, as low as can be."""
    total = high(pieces) + sum(piece.head.high_mm for piece in pieces if piece.head is not None)
    room = least(pieces, lambda most: [most] * columns, total) or total
    step = (width + gutter) / columns
    found = flowed(pieces, [room] * columns) or [list(pieces)]
    nodes = [node for n, column in enumerate(found) for node in set_column(column, n * step, 0.0, 0.0, 0.0)]
    return Drawing(tuple(nodes), width, max(map(high, found)))


def below_one_another(parts: Sequence[Drawing], gap_mm: float = 0.0) -> Drawing:
    """Parts as one."""
    nodes, y = [], 0.0
    for part in parts:
        nodes.append(part.at(0.0, y))
        y += part.height_mm + gap_mm
    return Drawing(tuple(nodes), max(part.width_mm for part in parts), y - gap_mm)


__all__ = [
    "BLOCK_MM", "FlowPart", "below_one_another", "flowed", "give", "high", "in_columns", "kept", "least", "list_breaks",
    "set_column", "under", "whole",
]  # fmt: skip
