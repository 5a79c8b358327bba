"""Pictures with words beside them, the form of terrain, units, symbols and areas on charts.

In: entries, a width. Out: a `Drawing` in columns; a hair line parts entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple

from pnp.draw.scene import Node, Stroke, line
from pnp.draw.text import width_mm
from pnp.generators.tables.look import HAIR, HAIR_PT, ruled
from pnp.generators.tables.parts import BODY
from pnp.generators.typeset.block import Drawing, below_one_another, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import TextStyle

GAP_MM, LEAST_MM, MOST_COLUMNS = 4.0, 20.0, 4
"""Between columns; the least room for words in several; how many they are at the most."""
LINES_MM = 12.4
"""The height of three lines of words, of a row that its picture makes high."""
PAD_MM, BESIDE_MM = 1.3, 2.2
"""Above and below what stands in a row, together; right of the picture."""
CELL = BODY.with_(raised=False)
Words = str | Sequence[Span]


class PicturedRow(NamedTuple):
    """An entry.

    picture  stands at the left
    words    a paragraph each, the name first
    figure   stands at the right
    style    of the words
    """

    picture: Drawing
    words: Sequence[Words]
    figure: Drawing = Drawing((), 0.0, 0.0)
    style: TextStyle = CELL

    def told(self, room: float) -> Drawing:
        """The words in a column of so many mm."""
        return below_one_another([text_block(part, self.style, room) for part in self.words])


def picture_grid(
    entries: Sequence[PicturedRow], width: float, picture_mm: tuple[float, float], air_mm: float,
    most: int = MOST_COLUMNS, *, down: bool = False,
) -> Drawing:  # fmt: skip
    """Entries, each with its words in the middle beside its picture, in as many columns, but not more than `most`, as
    divide no word of a name and leave all words in few lines, or in two.

    picture_mm  the width of a picture, and the least height of a row without its white
    air_mm      what is added to the height of each row
    down        where columns can't have as many, entries are read down them, else across; those side by side are alike
                high
    """
    left, right = picture_mm[0] + BESIDE_MM, max(entry.figure.width_mm for entry in entries)
    least = max(LEAST_MM, *(1.0 + width_mm(word, entry.style.faces.bold, entry.style.size_pt)
                            for entry in entries for word in _plain(entry.words[0]).split(" ")))  # fmt: skip
    columns = min(most, len(entries), int((width + GAP_MM) // (left + least + right + GAP_MM)) or 1)

    def told(number: int) -> list[Drawing]:
        words_mm = (width + GAP_MM) / number - GAP_MM - left - 1.0
        return [entry.told(words_mm - entry.figure.width_mm) for entry in entries]

    while columns > 2 and max(words.height_mm for words in told(columns)) > LINES_MM:
        columns -= 1
    fewer = max(columns - 1, min(columns, 2))
    columns = min((columns, fewer), key=lambda number: max(1, -len(entries) % number))
    per = -(-len(entries) // columns)
    down = down and len(entries) % columns > 0
    room, cells = (width + GAP_MM) / columns - GAP_MM, [*zip(entries, told(columns), strict=True)]
    heights = [PAD_MM + air_mm + max(picture_mm[1], *(part.height_mm for part in (entry.picture, words, entry.figure)))
               for entry, words in cells]  # fmt: skip
    places = [(n // per, n % per) if down else (n % columns, n // columns) for n in range(len(cells))]
    rows = [max(high for high, (_, at) in zip(heights, places, strict=True) if at == row) for row in range(per)]
    tops, nodes = [*accumulate(rows, initial=0.0)], list[Node]()
    for (entry, words), (column, row) in zip(cells, places, strict=True):
        x, y, high = column * (room + GAP_MM), tops[row], rows[row]
        nodes += [line(x, y, x + room, y, Stroke(HAIR, HAIR_PT))] if row else []
        for part, at in ((entry.picture, (left - BESIDE_MM - entry.picture.width_mm) / 2), (words, left),
                         (entry.figure, room - entry.figure.width_mm)):  # fmt: skip
            nodes.append(part.at(x + at, y + (high - part.height_mm) / 2))
    return Drawing((*nodes, ruled(tops[-1], width)), width, tops[-1])


def level_columns(heights: Sequence[float], columns: int) -> list[range]:
    """What stands in each column, so that the highest is as low as it can be; the first are the longer ones."""
    last = range(len(heights) - 1, 0, -1)
    ends = ((0, *reversed(inner), len(heights)) for inner in combinations(last, min(columns, len(heights)) - 1))
    ways = [[range(*run) for run in pairwise(one)] for one in ends]
    return min(ways, key=lambda way: max(round(sum(heights[n] for n in run), 3) for run in way))


def _plain(words: Words) -> str:
    return words.replace("*", "") if isinstance(words, str) else "".join(span.text for span in words)
