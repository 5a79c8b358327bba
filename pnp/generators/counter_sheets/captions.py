"""The words around the counters of a sheet: the heading above them, and beside them whose they are, and how many.

In: a game and the plan of a sheet. Out: nodes in plan coordinates (origin at the trimmed block's top left), except for
the heading, which stands on the page.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator, Sequence
from itertools import product

from pnp.draw.scene import Node, Text
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counter_sheets.imposition import CAPTION_GAP_MM, SheetBlock, SheetCell, SheetPlan, SheetRow
from pnp.generators.counters.layout import CAP_HEIGHT_EM
from pnp.generators.sheets.margin import EDGE_MM, wrapped
from pnp.generators.typeset.hyphens import division_points
from pnp.model.counters import FaceKind
from pnp.model.game import Game
from pnp.units import MM_PER_PT, scale_step_pt

INK = "#000000"
QUIET = "#55504a"
HEADING_PT, NOTE_PT = 8.5, 7.5
SIDE_FONT, ROW_FONT = "condensed-bold", "condensed-italic"
ROW_PT = (7.5, 6.6)
"""Of all captions of a sheet: the largest in which each has room."""
LEADING, APART_MM, WIDEST_MM, MOST_TOLD = 1.15, 0.6, 36.0, 2
"""Distance of lines in sizes of type; white between rows; widest caption; where more sides stand beside a row each has
one line.
"""

_Line = tuple[str, str]
"""A line of a caption and its font."""


def heading(
    title: str, notes: Sequence[str], x: float, y: float, width: float, ink: str = INK, quiet: str = QUIET
) -> list[Node]:
    """What the counters are, and how they are ordered, on a baseline in at most `width` mm.

    notes  the first that has room is said: beside the title or below it
    """
    text = title.upper()
    after = width_mm(text, SIDE_FONT, HEADING_PT, 0.08) + 2.6
    for note in notes:
        for right, above in ((after, 0.0), (0.0, 3.4)):
            size_pt = scale_step_pt(min(NOTE_PT, NOTE_PT * (width - right) / width_mm(note, ROW_FONT, NOTE_PT)))
            if size_pt >= ROW_PT[-1]:
                return [
                    Text(x, y - above, text, SIDE_FONT, HEADING_PT, ink, tracking_em=0.08),
                    Text(x + right, y, note, ROW_FONT, size_pt, quiet),
                ]
    return [Text(x, y, text, SIDE_FONT, HEADING_PT, ink, tracking_em=0.08)]


def side_captions(game: Game, plan: SheetPlan, face: FaceKind, beside_mm: float) -> list[Node]:
    """Beside a row of them, the counters of each side: its name, how many there are, and how many spares.

    They are read without turning the sheet, level with the tops of rows and of one size: that with the fewest lines.

    beside_mm  from the block to the paper's edge
    Raises LayoutError with the names beside a row that don't fit.
    """
    room_mm = min(beside_mm - EDGE_MM - CAPTION_GAP_MM - plan.bleed, WIDEST_MM)
    told = [part for block in plan.blocks for part in _told(game, block, face, plan.size[1])]
    fitting: list[tuple[int, float, list[float], list[list[_Line]]]] = []
    for language, size_pt in product(("", game.language), ROW_PT):
        broken = [
            [part for line in lines for part in _broken(*line, size_pt, room_mm, language)] for _, _, lines in told
        ]
        leading, used = LEADING * size_pt * MM_PER_PT, 0.0
        tops, fits = [], []
        for (row, end, _), lines in zip(told, broken, strict=True):
            tops.append(max(used, row.y))
            used = tops[-1] + len(lines) * leading + APART_MM
            fits.append(used <= end + 1e-6 and all(width_mm(*part, size_pt) <= room_mm for part in lines))
        if all(fits):
            fitting.append((sum(map(len, broken)), -size_pt, tops, broken))
    if not fitting:
        names = ", ".join(repr(text) for text, _ in told[fits.index(False)][2])
        raise LayoutError(
            f"counter sheet {plan.sheet!r}: no room beside the row for {names}. "
            "Shorten the names of the sides in game.yaml"
        )
    _, size_pt, tops, broken = min(fitting)
    return [
        node
        for top, lines in zip(tops, broken, strict=True)
        for node in _lines(lines, -size_pt, plan, top + APART_MM / 2)
    ]


def _told(game: Game, block: SheetBlock, face: FaceKind, size: float) -> Iterator[tuple[SheetRow, float, list[_Line]]]:
    """The rows of a block beside which something is said, the y where it must end, and what: of each side and the
    markers once, beside the first row of which they take half, else that which has most of them, not too many others.
    """
    words, sides = game.words, {side.id: side.name for side in game.info.sides}

    def owner(cell: SheetCell) -> str:
        if cell.group.marker:
            return words.text("Markers")
        return sides.get((face == "back" and cell.group.switches_to) or cell.group.side or "", "")

    cells = [cell for row in block.rows for cell in row.cells]
    loyal = {owner(cell) for cell in cells if face == "front" or not cell.group.switches_to}
    owners = [Counted(owner(cell) for cell in row.cells if not cell.spare) for row in block.rows]
    rows = {name: [n for n, row in enumerate(owners) if row[name]] for row in owners for name in row}
    beside: dict[str, int] = {}
    for name, its in sorted(rows.items(), key=lambda entry: len(entry[1])):
        free = [row for row in its if list(beside.values()).count(row) < MOST_TOLD] or its
        beside[name] = max(free, key=lambda row: min(owners[row][name], len(block.rows[row].cells) / 2))
    for number, row in enumerate(block.rows):
        names = [name for name in rows if beside[name] == number]
        lines: list[_Line] = []
        for name in names:
            count = words.count("{n} counter", "{n} counters", sum(row[name] for row in owners))
            if len(names) > MOST_TOLD:
                lines.append((f"{name.upper()} · {count}", SIDE_FONT))
                continue
            lines += [(name.upper(), SIDE_FONT), (count, ROW_FONT)]
            if name not in loyal:
                lines.append((words.text("after changing sides"), ROW_FONT))
            if spares := sum(cell.spare and owner(cell) == name for cell in cells):
                lines.append((words.count("{n} spare", "{n} spares", spares), ROW_FONT))
        if lines:
            end = min((its for its in beside.values() if its > number), default=len(owners)) - 1
            yield row, block.rows[end].y + size, lines


def _broken(text: str, font: str, size_pt: float, room_mm: float, language: str) -> list[_Line]:
    """`text` in lines; a word wider than the room is divided after a slash or with a hyphen."""
    words = [part for word in text.split(" ") for part in _divided(word, font, size_pt, room_mm, language)]
    return [(line, font) for line in wrapped(" ".join(words), font, size_pt, room_mm)]


def _divided(word: str, font: str, size_pt: float, room_mm: float, language: str) -> list[str]:
    if all(width_mm(part, font, size_pt) <= room_mm for part in wrapped(word, font, size_pt, room_mm)):
        return [word]
    places = [place for place in range(1, len(word)) if word[place - 1] in "/-"]
    heads = [word[:place] for place in places]
    points = division_points(word.lower(), language) if language else ()
    heads += [f"{word[:place]}-" for place in points if place not in places]
    heads = [head for head in heads if width_mm(head, font, size_pt) <= room_mm]
    if not heads:
        return [word]
    head = min(heads, key=lambda head: max(len(head), len(word) - len(head)))
    taken = len(head) if word.startswith(head) else len(head) - 1
    return [head, *_divided(word[taken:], font, size_pt, room_mm, language)]


def _lines(lines: Sequence[_Line], size_pt: float, plan: SheetPlan, top: float) -> list[Node]:
    """Lines from `top` down, which end at the cut ticks of a block."""
    leading = LEADING * size_pt * MM_PER_PT
    y = top + (leading + CAP_HEIGHT_EM * size_pt * MM_PER_PT) / 2
    x = -plan.bleed - CAPTION_GAP_MM
    return [
        Text(x, y + number * leading, text, font, size_pt, INK if font == SIDE_FONT else QUIET, anchor="end")
        for number, (text, font) in enumerate(lines)
    ]
