"""Pictures with words beside them, the form of terrain, units, symbols and areas on charts.

In: entries, a width. Out: a `Drawing` in columns; a hair line parts entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple

from pnp.draw.scene import Node, Path, Stroke, line, rect
from pnp.draw.text import width_mm
from pnp.generators.tables.look import HAIR, HAIR_PT, INK, ruled
from pnp.generators.tables.parts import BODY, NOTE
from pnp.generators.typeset.block import Drawing, below_one_another, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import TextStyle

GAP_MM, LEAST_MM, MOST_COLUMNS = 4.0, 20.0, 4
"""Between columns; the least room for words in several; how many they are at the most."""
LINES_MM = 12.4
"""The height of three lines of words, of a row that its picture makes high."""
PAD_MM, BESIDE_MM = 1.3, 2.2
"""Above and below what stands in a row, together; right of the picture."""
TABLES_MM = 8.0
"""Between the two columns of a table."""
CELL = BODY.with_(raised=False)
SMALL_CELL = NOTE.with_(colour=INK, raised=False)
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
    most: int = MOST_COLUMNS,
) -> Drawing:  # fmt: skip
    """Entries, each with its words in the middle beside its picture, in as many columns, but not more than `most`, as
    divide no word of a name and leave all words in few lines, or in two.

    picture_mm  the width of a picture, and the least height of a row without its white
    air_mm      what is added to the height of each row
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
    room, cells = (width + GAP_MM) / columns - GAP_MM, [*zip(entries, told(columns), strict=True)]
    heights = [PAD_MM + air_mm + max(picture_mm[1], *(part.height_mm for part in (entry.picture, words, entry.figure)))
               for entry, words in cells]  # fmt: skip
    rows = [max(heights[n : n + columns]) for n in range(0, len(cells), columns)]
    tops, nodes = [*accumulate(rows, initial=0.0)], list[Node]()
    for n, (entry, words) in enumerate(cells):
        row, column = divmod(n, columns)
        x, y, high = column * (room + GAP_MM), tops[row], rows[row]
        nodes += [line(x, y, x + room, y, Stroke(HAIR, HAIR_PT))] if row else []
        for part, at in ((entry.picture, (left - BESIDE_MM - entry.picture.width_mm) / 2), (words, left),
                         (entry.figure, room - entry.figure.width_mm)):  # fmt: skip
            nodes.append(part.at(x + at, y + (high - part.height_mm) / 2))
    return Drawing((*nodes, ruled(tops[-1], width)), width, tops[-1])


def picture_table(
    entries: Sequence[PicturedRow], width: float, picture_mm: tuple[float, float], air_mm: float, head: str,
    notes: Sequence[Span], ground: str,
) -> Drawing:  # fmt: skip
    """Entries down two columns in the same rows, every second one on `ground`, with `head` over their figures; `notes`
    stand in the last place where that is free, else below.

    picture_mm, air_mm  as in `picture_grid`
    """
    left, figure_mm = picture_mm[0] + BESIDE_MM, max(entry.figure.width_mm for entry in entries)
    per, room, free = -(-len(entries) // 2), (width - TABLES_MM) / 2, len(entries) % 2
    styles = CELL, *[SMALL_CELL] * max(len(entry.words) for entry in entries)
    told = [below_one_another([text_block(part, style, room - left - figure_mm)
                               for part, style in zip(entry.words, styles, strict=False)]) for entry in entries]
    below = text_block(notes, SMALL_CELL, room - 2 * PAD_MM if free else width)
    heights = [max(picture_mm[1], words.height_mm) for words in (*told, *[below] * free)]
    rows = [PAD_MM + air_mm + max(heights[row::per]) for row in range(per)]
    headed = text_block((Span(head, italic=True),), NOTE, figure_mm, anchor="middle")
    tops, nodes = [*accumulate(rows, initial=headed.height_mm + PAD_MM / 2)], list[Node]()
    for x in (0.0, room + TABLES_MM):
        nodes += [Path(rect(x, tops[row], room, rows[row]), fill=ground) for row in range(0, per, 2)]
        nodes += [line(x, y, x + room, y, Stroke(INK, 0.9)) for y in (tops[0], tops[-1])]
        nodes.append(headed.at(x + room - figure_mm, 0.0))
    for n, (entry, words) in enumerate(zip(entries, told, strict=True)):
        column, row = divmod(n, per)
        for part, at in ((entry.picture, (left - entry.picture.width_mm) / 2), (words, left),
                         (entry.figure, room - entry.figure.width_mm)):  # fmt: skip
            middle = tops[row] + (rows[row] - part.height_mm) / 2
            nodes.append(part.at(column * (room + TABLES_MM) + at, middle))
    high = tops[-1] + (0.0 if free else PAD_MM + below.height_mm)
    last = tops[-1] - (rows[-1] + below.height_mm) / 2
    nodes.append(below.at(*((room + TABLES_MM + PAD_MM, last) if free else (0.0, tops[-1] + PAD_MM))))
    return Drawing(tuple(nodes), width, high)


def level_columns(heights: Sequence[float], columns: int) -> list[range]:
    """What stands in each column, so that the highest is as low as it can be; the first are the longer ones."""
    last = range(len(heights) - 1, 0, -1)
    ends = ((0, *reversed(inner), len(heights)) for inner in combinations(last, min(columns, len(heights)) - 1))
    ways = [[range(*run) for run in pairwise(one)] for one in ends]
    return min(ways, key=lambda way: max(round(sum(heights[n] for n in run), 3) for run in way))


def _plain(words: Words) -> str:
    return words.replace("*", "") if isinstance(words, str) else "".join(span.text for span in words)
