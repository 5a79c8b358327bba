"""Pictures with words beside them, the form of terrain, units, symbols and areas on charts.

In: entries, a width. Out: a `Drawing` in as many columns as make it lowest, read across. Entries side by side are
alike high, a hair line apart; the last row may end early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pnp.draw.scene import Node, Stroke, line
from pnp.draw.text import width_mm
from pnp.generators.tables.look import HAIR, HAIR_PT, ruled
from pnp.generators.tables.parts import BODY
from pnp.generators.typeset.block import Drawing, below_one_another, text_block
from pnp.generators.typeset.markup import Span

GAP_MM, LEAST_MM, MOST_COLUMNS = 5.0, 20.0, 4
"""Between columns; the least room for words in several; how many they are at the most."""
LINES_MM, LONG, ALONE_MM = 12.2, 5.0, 20.0
"""The height of three lines of words; what each mm above it and one alone in the last row of a list cost, in mm."""
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

    def told(self, room: float) -> Drawing:
        """The words in a column of so many mm."""
        return below_one_another([text_block(part, CELL, room) for part in self.words])


def picture_grids(
    groups: Sequence[Sequence[PicturedRow]], width: float, picture_mm: tuple[float, float], air_mm: float,
    most: int = MOST_COLUMNS,
) -> list[Drawing]:  # fmt: skip
    """Lists of entries, all in the same columns, at most so many, in which no word of a name is divided.

    picture_mm  the width of a picture, and the least height of a row without its white
    air_mm      what is added to the height of each row
    """
    entries = [entry for group in groups for entry in group]
    left, right = picture_mm[0] + BESIDE_MM, max(entry.figure.width_mm for entry in entries)
    least = max(LEAST_MM, *(width_mm(word, CELL.faces.bold, CELL.size_pt)
                            for entry in entries for word in _plain(entry.words[0]).split(" ")))  # fmt: skip
    columns = min(most, max(map(len, groups)), int((width + GAP_MM) // (left + least + right + GAP_MM)) or 1)

    def grids(number: int, air: float) -> list[_Grid]:
        return [_Grid(group, (width + GAP_MM) / number - GAP_MM, number, left, picture_mm[1], air) for group in groups]

    def cost(number: int) -> float:
        tried = grids(number, 0.0)
        alone = sum(len(grid.rows[-1]) == 1 < len(grid.rows) for grid in tried) if number > 2 else 0
        long_mm = max(LINES_MM, *(grid.words_mm for grid in tried)) - LINES_MM
        return sum(grid.height_mm for grid in tried) + LONG * long_mm + ALONE_MM * alone

    drawn = grids(min(range(1, columns + 1), key=cost), air_mm)
    return [Drawing((*g.nodes(), ruled(g.height_mm, width)), width, g.height_mm) for g in drawn]


def _plain(words: Words) -> str:
    return words.replace("*", "") if isinstance(words, str) else "".join(span.text for span in words)


class _Grid:
    """Entries in so many columns, each `wide` mm."""

    def __init__(
        self, entries: Sequence[PicturedRow], wide: float, columns: int, left: float, least: float, air_mm: float
    ) -> None:  # fmt: skip
        told = [entry.told(wide - left - entry.figure.width_mm - 1.0) for entry in entries]
        cells = [*zip(entries, told, strict=True)]
        self.left, self.wide, self.picture_mm = left, wide, least + air_mm
        self.words_mm = max(words.height_mm for words in told)
        self.rows = [cells[n : n + columns] for n in range(0, len(cells), columns)]
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
