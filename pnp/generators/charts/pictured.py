"""Rows that begin with a picture, the form of terrain, units, symbols and areas on charts.

In: entries, a width, in how many columns. Out: a `Drawing`. Rows side by side are alike high; the last one may end with
empty places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.generators.tables.parts import BODY, NOTE
from pnp.generators.tables.tables import INK, QUIET
from pnp.generators.typeset.block import Drawing, below_one_another, text_block
from pnp.generators.typeset.markup import Span
from pnp.model.game import Game

GAP_MM, HEAD_MM = 6.0, 4.6
"""Between columns; the height of their heads."""
PAD_MM, BESIDE_MM, INDENT_MM = 1.6, 2.6, 1.0
"""Above and below what stands in a row, together; right of the picture; left of it."""
CELL = BODY.with_(raised=False)
Words = str | Sequence[Span]


class PicturedRow(NamedTuple):
    """A row.

    picture  (room in mm) -> the picture, in a row that is so much high without its white
    words    a paragraph each, the name first
    figure   stands at the right
    """

    picture: Callable[[float], Drawing]
    words: Sequence[Words]
    figure: Drawing = Drawing((), 0.0, 0.0)


def picture_rows(
    game: Game, entries: Sequence[PicturedRow], width: float, columns: int, picture_mm: tuple[float, float],
    heads: tuple[str, str] = ("", ""), air_mm: float = 0.0,
) -> Drawing:  # fmt: skip
    """`entries` in so many columns, downwards in each.

    picture_mm  the width of a picture, and the least height of a row without its white
    heads       of the words and of the figures
    air_mm      what is added to the height of each row
    """
    columns = min(columns, len(entries))
    room, step = (width + GAP_MM) / columns - GAP_MM, (width + GAP_MM) / columns
    right, left = max(entry.figure.width_mm for entry in entries), INDENT_MM + picture_mm[0] + BESIDE_MM
    told = [below_one_another([text_block(part, CELL, room - left - entry.figure.width_mm - 1.0)
                               for part in entry.words]) for entry in entries]  # fmt: skip
    ends = [-(-len(entries) * column // columns) for column in range(columns + 1)]
    rows = list[tuple[list[tuple[PicturedRow, Drawing]], float]]()
    for beside in zip_longest(*([*zip(entries, told, strict=True)][start:end] for start, end in pairwise(ends))):
        row = [cell for cell in beside if cell]
        most = max(part.height_mm for entry, words in row for part in (words, entry.figure))
        rows.append((row, max(picture_mm[1], most) + PAD_MM + air_mm))
    size, nodes, y = min(high for _, high in rows) - PAD_MM, list[Node](), HEAD_MM if any(heads) else 0.0
    for x in (column * step for column in range(columns)):
        for head, at, anchor in zip(heads, (left, step - GAP_MM - right / 2), ("start", "middle"), strict=True):
            nodes.append(Text(x + at, 3.1, head, "sans-italic", NOTE.size_pt, QUIET, anchor=anchor))
        nodes.append(line(x, y, x + step - GAP_MM, y, Stroke(INK, 0.9)))
    for number, (row, high) in enumerate(rows):
        nodes += [Path(rect(n * step, y, room, high), fill=game.style.colour("zebra"))
                  for n in range(columns) if number % 2 == 0]  # fmt: skip
        for place, (entry, words) in enumerate(row):
            x, picture = place * step, entry.picture(size)
            shown = ((picture, INDENT_MM + (picture_mm[0] - picture.width_mm) / 2), (words, left),
                     (entry.figure, room - entry.figure.width_mm))  # fmt: skip
            nodes += [part.at(x + at, y + (high - part.height_mm) / 2) for part, at in shown]
        y += high
    return Drawing((*nodes, line(0.0, y, width, y, Stroke(INK, 0.9))), width, y)
