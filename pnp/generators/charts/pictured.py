"""Pictures with words beside them, the form of terrain, units, symbols and areas on charts.

In: entries, a width. Out: a `Drawing` in columns, read across. Entries side by side are
alike high, a hair line apart; one alone in the last row has all of the width.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    most: int = MOST_COLUMNS,
) -> Drawing:  # fmt: skip
    """Entries, each with its words in the middle beside its picture, in as many columns, but not more than `most`, as
    divide no word of a name and leave all words in few lines, or in two.

    picture_mm  the width of a picture, and the least height of a row without its white
    air_mm      what is added to the height of each row
    """
    left, right = picture_mm[0] + BESIDE_MM, max(entry.figure.width_mm for entry in entries)
    least = max(LEAST_MM, *(1.0 + width_mm(word, entry.style.faces.bold, entry.style.size_pt)
                            for entry in entries for word in _plain(entry.words[0]).split()))  # fmt: skip
    columns = min(most, len(entries), int((width + GAP_MM) // (left + least + right + GAP_MM)) or 1)

    def wide(number: int, place: int) -> float:
        alone = place == len(entries) - 1 and place % number == 0
        return (width + GAP_MM) / (1 if alone else number) - GAP_MM

    def told(number: int) -> list[Drawing]:
        return [entry.told(wide(number, place) - left - entry.figure.width_mm - 1.0)
                for place, entry in enumerate(entries)]  # fmt: skip

    while columns > 2 and max(words.height_mm for words in told(columns)) > LINES_MM:
        columns -= 1
    fewer = max(columns - 1, min(columns, 2))
    columns = min((columns, fewer), key=lambda number: max(1, -len(entries) % number))
    y, nodes, cells = 0.0, list[Node](), [*zip(entries, told(columns), strict=True)]
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        high = PAD_MM + air_mm + max(picture_mm[1], *(part.height_mm for entry, words in row
                                                      for part in (entry.picture, words, entry.figure)))  # fmt: skip
        for column, (entry, words) in enumerate(row):
            room, picture = wide(columns, start + column), entry.picture
            x = column * (room + GAP_MM)
            nodes += [line(x, y, x + room, y, Stroke(HAIR, HAIR_PT))] if y else []
            for part, at in ((picture, (left - BESIDE_MM - picture.width_mm) / 2), (words, left),
                             (entry.figure, room - entry.figure.width_mm)):  # fmt: skip
                nodes.append(part.at(x + at, y + (high - part.height_mm) / 2))
        y += high
    return Drawing((*nodes, ruled(y, width)), width, y)


def _plain(words: Words) -> str:
    return words.replace("*", "") if isinstance(words, str) else "".join(span.text for span in words)
