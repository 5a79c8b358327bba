"""The words around the counters of a sheet: the heading above them, and beside them whose they are, and how many.

In: a game and the plan of a sheet. Out: nodes in plan coordinates (origin at the trimmed block's top left), except for
the heading, which stands on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pnp.draw.scene import Node, Text
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.imposition import CAPTION_GAP_MM, SheetBlock, SheetCell, SheetPlan, SheetRow
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
"""Distance of lines in sizes of type; white between rows; widest caption; where more sides begin in a row each has one
line.
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


def side_captions(game: Game, plan: SheetPlan, face: FaceKind, beside_mm: float, *, without: str = "") -> list[Node]:
    """Beside the row where they begin, the counters of each side: its name and how many there are; beside each row its
    spares.

    They are read without turning the sheet, and of one size: rather smaller than with divided words.

    beside_mm  from the block to the paper's edge
    without    "left" or "right": the side at the fold, which has none
    Raises LayoutError with the names beside a row that don't fit.
    """
    room_mm = min(beside_mm - EDGE_MM - CAPTION_GAP_MM - plan.bleed, WIDEST_MM)
    told = [(row, lines) for block in plan.blocks for row, lines in _told(game, block, face)]
    for language, size_pt in product(("", game.language), ROW_PT):
        broken = [[part for line in lines for part in _broken(*line, size_pt, room_mm, language)] for _, lines in told]
        high = (plan.size[1] - APART_MM) / (LEADING * size_pt * MM_PER_PT)
        fits = [
            len(lines) <= high and all(width_mm(*part, size_pt) <= room_mm for part in lines) for lines in broken
        ]
        if all(fits):
            break
    else:
        names = ", ".join(repr(text) for text, _ in told[fits.index(False)][1])
        raise LayoutError(
            f"counter sheet {plan.sheet!r}: no room beside the row for {names}. "
            "Shorten the names of the sides in game.yaml"
        )
    return [
        node
        for (row, _), lines in zip(told, broken, strict=True)
        for node in _lines(lines, size_pt, plan, row.y + plan.size[1] / 2, at_left=without != "left")
    ]


def _told(game: Game, block: SheetBlock, face: FaceKind) -> Iterator[tuple[SheetRow, list[_Line]]]:
    """The rows of a block at which the counters of a side or markers begin, or with spares, and what is said there."""
    words, sides = game.words, {side.id: side.name for side in game.info.sides}

    def owner(cell: SheetCell) -> str:
        if cell.group.marker:
            return words.text("Markers")
        return sides.get((face == "back" and cell.group.switches_to) or cell.group.side or "", "")

    needed = [cell for row in block.rows for cell in row.cells if not cell.spare]
    loyal = {owner(cell) for cell in needed if face == "front" or not cell.group.switches_to}
    beside: dict[str, SheetRow] = {}  # the first row of which they take half, else that in which they begin
    for share in (0.5, 0.0):
        for row in block.rows:
            owners = [owner(cell) for cell in row.cells if not cell.spare]
            for name in owners if face == "front" else reversed(owners):
                if owners.count(name) >= share * len(row.cells):
                    beside.setdefault(name, row)
    for row in block.rows:
        names = [name for name, first in beside.items() if first is row]
        lines: list[_Line] = []
        for name in names:
            several = len({cell.counter.id for cell in needed if cell.counter and owner(cell) == name})
            count = words.count("{n} counter", "{n} counters", several)
            if len(names) > MOST_TOLD:
                lines.append((f"{name.upper()} · {count}", SIDE_FONT))
                continue
            lines += [(name.upper(), SIDE_FONT), (count, ROW_FONT)]
            if name not in loyal:
                lines.append((words.text("after changing sides"), ROW_FONT))
        if spares := sum(cell.spare for cell in row.cells):
            lines.append((words.count("{n} spare", "{n} spares", spares), ROW_FONT))
        if lines:
            yield row, lines


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


def _lines(lines: Sequence[_Line], size_pt: float, plan: SheetPlan, middle: float, *, at_left: bool) -> list[Node]:
    """Lines about the middle of a row, which end or begin at its cut ticks."""
    leading = LEADING * size_pt * MM_PER_PT
    y = middle - (len(lines) - 1) * leading / 2 + CAP_HEIGHT_EM * size_pt * MM_PER_PT / 2
    away = plan.bleed + CAPTION_GAP_MM
    x, anchor = (-away, "end") if at_left else (plan.width + away, "start")
    return [
        Text(x, y + number * leading, text, font, size_pt, INK if font == SIDE_FONT else QUIET, anchor=anchor)
        for number, (text, font) in enumerate(lines)
    ]
