"""Pictures with words beside them, the form of terrain, units, symbols and areas on charts.

In: entries, a width. Out: a `Drawing` in columns; a hair line parts entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
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
LINES_MM = 14.2
"""The height of three lines of words, of four in small type, of a row that its picture makes high."""
PAD_MM, WORDS_MM, BESIDE_MM = 1.3, 0.7, 2.2
"""Above and below what stands in a row, together, and more of words; right of the picture."""
TABLES_MM, EDGE_MM, LOWER = 6.0, 0.6, 0.92
"""Between two columns of a table; left of its pictures; the share of the height of two columns that three may have."""
CELL = BODY.with_(raised=False)
SMALL_CELL = NOTE.with_(colour=INK, raised=False)
Words = str | Sequence[Span]


class PicturedRow(NamedTuple):
    """An entry.

    picture  stands at the left
    words    a paragraph each, the name first
    figure   stands at the right
    style    of the name, and of all without `small`
    small    of the other words
    """

    picture: Drawing
    words: Sequence[Words]
    figure: Drawing = Drawing((), 0.0, 0.0)
    style: TextStyle = CELL
    small: TextStyle | None = None

    def told(self, room: float) -> Drawing:
        """The words in a column of so many mm."""
        name, *others = self.words
        small = [text_block(part, self.small or self.style, room) for part in others]
        return below_one_another([text_block(name, self.style, room), *small])


def grid_columns(entries: Sequence[PicturedRow], width: float, picture_mm: float, longer: int = 0) -> int:
    """The most columns that divide no word of a name and leave the words of all but so many `longer` entries in few
    lines.
    """
    left, right = picture_mm + BESIDE_MM, _figures_mm(entries)
    least = max(LEAST_MM, *(1.0 + width_mm(word, entry.style.faces.bold, entry.style.size_pt)
                            for entry in entries for word in _plain(entry.words[0]).split(" ")))  # fmt: skip
    columns = min(MOST_COLUMNS, int((width + GAP_MM) // (left + least + right + GAP_MM)) or 1)
    while columns > 1:
        room = (width + GAP_MM) / columns - GAP_MM - left - right - 1.0
        if sorted(entry.told(room).height_mm for entry in entries)[-1 - longer] <= LINES_MM:
            break
        columns -= 1
    return columns


def picture_grid(
    entries: Sequence[PicturedRow], width: float, picture_mm: tuple[float, float], air_mm: float, columns: int = 0
) -> Drawing:
    """Entries, each with its words in the middle beside its picture, in so many columns; 0: in as many as look well.

    picture_mm  the width of a picture, and the least height of a row without its white
    air_mm      what is added to the height of each row
    """
    left = picture_mm[0] + BESIDE_MM
    if not columns:
        columns = min(len(entries), grid_columns(entries, width, picture_mm[0]))
        columns = min((columns, max(columns - 1, min(columns, 2))), key=lambda number: max(1, -len(entries) % number))
    room = (width + GAP_MM) / columns - GAP_MM
    cells = [(entry, entry.told(room - left - _figures_mm([entry]) - 1.0)) for entry in entries]
    heights = [PAD_MM + air_mm + max(picture_mm[1], entry.picture.height_mm, entry.figure.height_mm,
                                     words.height_mm + WORDS_MM) for entry, words in cells]  # fmt: skip
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
    entries: Sequence[PicturedRow], width: float, picture_mm: tuple[float, float], heads: Drawing,
    notes: Sequence[Span], ground: str, air_mm: float = 0.0, columns: int = 0,
) -> Drawing:  # fmt: skip
    """Entries down `columns` in the same rows, two or without figures three where these are much lower, every second
    row on `ground`, with `heads` over their figures; `notes` stand in the first place that is free, else below.

    picture_mm, air_mm  as in `picture_grid`
    """
    if not columns:
        wide, narrow = (picture_table(entries, width, picture_mm, heads, notes, ground, 0.0, count).height_mm
                        for count in (2, 3))  # fmt: skip
        columns = 2 if heads.width_mm or narrow > LOWER * wide else 3
    left, per, free = picture_mm[0] + BESIDE_MM + EDGE_MM, -(-len(entries) // columns), -len(entries) % columns
    room = (width + TABLES_MM) / columns - TABLES_MM
    words_mm = room - left - max(heads.width_mm, PAD_MM)
    told = [entry._replace(small=SMALL_CELL).told(words_mm) for entry in entries]
    below = text_block(notes, SMALL_CELL, room - 2 * PAD_MM if free else width)
    heights = [max(picture_mm[1], words.height_mm + WORDS_MM) for words in (*told, *[below] * min(free, 1))]
    rows = [PAD_MM + air_mm + max(heights[row::per]) for row in range(per)]
    tops, nodes = [*accumulate(rows, initial=heads.height_mm)], list[Node]()
    for x in (column * (room + TABLES_MM) for column in range(columns)):
        nodes += [Path(rect(x, tops[row], room, rows[row]), fill=ground) for row in range(0, per, 2)]
        nodes += [line(x, y, x + room, y, Stroke(INK, 0.9)) for y in (tops[0], tops[-1])]
        nodes.append(heads.at(x + room - heads.width_mm, 0.0))
    for n, (entry, words) in enumerate(zip(entries, told, strict=True)):
        column, row = divmod(n, per)
        for part, at in (entry.picture, EDGE_MM), (words, left), (entry.figure, room - entry.figure.width_mm):
            middle = tops[row] + (rows[row] - part.height_mm) / 2
            nodes.append(part.at(column * (room + TABLES_MM) + at, middle))
    if not free:
        return below_one_another([Drawing(tuple(nodes), width, tops[-1]), below], PAD_MM)
    column, row = divmod(len(entries), per)
    top = tops[row] + (rows[row] - below.height_mm) / 2
    return Drawing((*nodes, below.at(column * (room + TABLES_MM) + PAD_MM, top)), width, tops[-1])


def _figures_mm(entries: Sequence[PicturedRow]) -> float:
    """The width of the widest figure, with the white beside it."""
    return max((entry.figure.width_mm + GAP_MM / 2 for entry in entries if entry.figure.width_mm), default=0.0)


def _plain(words: Words) -> str:
    return words.replace("*", "") if isinstance(words, str) else "".join(span.text for span in words)
