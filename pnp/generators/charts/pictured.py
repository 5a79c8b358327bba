"""Pictures with words beside them, the form of terrain, units, symbols and areas on charts.

In: entries, a width. Out: a `Drawing` in as many columns as make it lowest, read downwards. Entries side by side are
alike high, a hair line apart; the last row may end early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from pnp.draw.scene import Node, Stroke, line
from pnp.draw.text import width_mm
from pnp.generators.tables.look import HAIR, HAIR_PT, ruled
from pnp.generators.tables.parts import BODY
from pnp.generators.typeset.block import Drawing, below_one_another, text_block
from pnp.generators.typeset.markup import Span

GAP_MM, LEAST_MM, MOST_COLUMNS = 5.0, 19.0, 5
"""Between columns; the least room for words in several; how many they are at the most."""
PAD_MM, BESIDE_MM = 1.3, 2.2
"""Above and below what stands in a row, together; right of the picture."""
CELL = BODY.with_(raised=False)
Words = str | Sequence[Span]


class PicturedRow(NamedTuple):
    """An entry.

    picture  (room in mm) -> the picture, in a row that is so much high without its white
    words    a paragraph each, the name first
    figure   stands at the right
    """

    picture: Callable[[float], Drawing]
    words: Sequence[Words]
    figure: Drawing = Drawing((), 0.0, 0.0)


def picture_rows(
    entries: Sequence[PicturedRow], width: float, picture_mm: tuple[float, float], air_mm: float = 0.0,
    most: int = MOST_COLUMNS,
) -> Drawing:  # fmt: skip
    """`entries` in at most so many columns, in which no word of a name is divided.

    picture_mm  the width of a picture, and the least height of a row without its white
    air_mm      what is added to the height of each row
    """
    left, right = picture_mm[0] + BESIDE_MM, max(entry.figure.width_mm for entry in entries)
    least = max(LEAST_MM, *(width_mm(word, CELL.faces.bold, CELL.size_pt)
                            for entry in entries for word in _plain(entry.words[0]).split(" ")))  # fmt: skip
    columns = range(1, min(most, len(entries), int((width + GAP_MM) // (left + least + right + GAP_MM)) or 1) + 1)
    ways = [_Grid(entries, (width + GAP_MM) / n - GAP_MM, n, left, picture_mm[1], air_mm) for n in columns]
    grid = min(ways, key=lambda way: way.height_mm)
    return Drawing((*grid.nodes(), ruled(grid.height_mm, width)), width, grid.height_mm)


def _plain(words: Words) -> str:
    return words.replace("*", "") if isinstance(words, str) else "".join(span.text for span in words)


class _Grid:
    """Entries in so many columns, each `wide` mm."""

    def __init__(
        self, entries: Sequence[PicturedRow], wide: float, columns: int, left: float, least: float, air_mm: float
    ) -> None:  # fmt: skip
        told = [below_one_another([text_block(part, CELL, wide - left - entry.figure.width_mm - 1.0)
                                   for part in entry.words]) for entry in entries]  # fmt: skip
        cells = [*zip(entries, told, strict=True)]
        ends = [-(-len(entries) * column // columns) for column in range(columns + 1)]
        self.left, self.wide, self.picture_mm = left, wide, least + air_mm
        self.rows = [[cell for cell in beside if cell]
                     for beside in zip_longest(*(cells[start:end] for start, end in pairwise(ends)))]
        self.heights = [max(least, *(part.height_mm for entry, words in row for part in (words, entry.figure)))
                        + PAD_MM + air_mm for row in self.rows]  # fmt: skip
        self.height_mm = sum(self.heights)

    def nodes(self) -> Iterator[Node]:
        """The pictures, beside them the words, each in the middle of its row."""
        y = 0.0
        for row, high in zip(self.rows, self.heights, strict=True):
            for column, (entry, words) in enumerate(row):
                x, picture = column * (self.wide + GAP_MM), entry.picture(self.picture_mm)
                if y:
                    yield line(x, y, x + self.wide, y, Stroke(HAIR, HAIR_PT))
                for part, at in ((picture, (self.left - BESIDE_MM - picture.width_mm) / 2), (words, self.left),
                                 (entry.figure, self.wide - entry.figure.width_mm)):  # fmt: skip
                    yield part.at(x + at, y + (high - part.height_mm) / 2)
            y += high
