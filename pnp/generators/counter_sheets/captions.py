"""The words beside the counters of a sheet: whose they are, and how many.

In: a game and the plan of a sheet. Out: nodes in plan coordinates (origin at the trimmed block's top left).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from pnp.draw.colour import INK, QUIET
from pnp.draw.scene import Text
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counter_sheets.imposition import CAPTION_GAP_MM, SheetBlock, SheetCell, SheetPlan
from pnp.generators.counters.layout import CAP_HEIGHT_EM
from pnp.generators.sheets.margin import EDGE_MM, wrapped
from pnp.generators.typeset.hyphens import division_points
from pnp.model.counters import FaceKind
from pnp.model.game import Game
from pnp.units import MM_PER_PT

SIDE_FONT, ROW_FONT = "condensed-bold", "condensed-italic"
ROW_PT = (7.5, 6.6)
"""Of all captions of a sheet: the largest in which each has room."""
LEADING, APART_MM, STACKED_MM, WIDEST_MM = 1.15, 0.6, 1.2, 36.0
"""Distance of lines in sizes of type; white between rows, and more between two captions of one; widest caption."""

_Line = tuple[str, str]
"""A line of a caption and its font."""


def side_captions(game: Game, plan: SheetPlan, face: FaceKind, beside_mm: float) -> list[Text]:
    """Beside the row where the counters of a side begin, its name and how many there are; beside that where its spares
    begin, how many; at the right where they begin within the row. All are of one size, that with the fewest lines, and
    read without turning the sheet.

    beside_mm  from the block to the paper's edge
    Raises LayoutError with the names beside a row that don't fit.
    """
    room_mm = min(beside_mm - EDGE_MM - CAPTION_GAP_MM - plan.bleed, WIDEST_MM)
    told = [caption for block in plan.blocks for caption in _told(game, block, face)]
    told.sort(key=lambda caption: caption.top)
    away, fitting = plan.bleed + CAPTION_GAP_MM, list[list[Text]]()
    for language, size_pt in product(("", game.language), ROW_PT):
        leading, nodes, lacking = LEADING * size_pt * MM_PER_PT, list[Text](), list[str]()
        first_mm = (APART_MM + leading + CAP_HEIGHT_EM * size_pt * MM_PER_PT) / 2
        used = {False: 0.0, True: 0.0}
        for caption in told:
            right, end = caption.right, used[caption.right]
            below = end + STACKED_MM if end > caption.top else caption.top
            lines = [part for line in caption.lines for part in _broken(*line, size_pt, room_mm, language)]
            used[right] = below + len(lines) * leading + APART_MM
            end = min((next.top for next in told if next.right == right and next.top > below), default=plan.height)
            if used[right] > end + 1e-6 or max(width_mm(*line, size_pt) for line in lines) > room_mm:
                lacking.append(caption.lines[0][0])
            nodes += [
                Text(plan.width + away if right else -away, below + first_mm + number * leading, text, font, size_pt,
                     INK if font == SIDE_FONT else QUIET, anchor="start" if right else "end")
                for number, (text, font) in enumerate(lines)
            ]  # fmt: skip
        if not lacking:
            fitting.append(nodes)
    if fitting:
        return min(fitting, key=len)
    raise LayoutError(
        f"counter sheet {plan.sheet!r}: no room beside the row for {', '.join(map(repr, lacking))}. "
        "Shorten the names of the sides in game.yaml"
    )


@dataclass(frozen=True, slots=True)
class _Caption:
    """What is said beside the row that begins at `top`."""

    top: float
    right: bool
    lines: list[_Line]


def _told(game: Game, block: SheetBlock, face: FaceKind) -> Iterator[_Caption]:
    """A caption for each side of a block, for nations with a name of their own, and for its markers."""
    words, sides = game.words, {side.id: side.name for side in game.info.sides}

    def owner(cell: SheetCell) -> str:
        if cell.group.marker:
            return words.text("Markers")
        nation = game.style.sides[cell.group.nationality].nation if cell.group.nationality else ""
        return nation or sides.get((face == "back" and cell.group.switches_to) or cell.group.side or "", "")

    cells = [cell for row in block.rows for cell in row.cells]
    for name in dict.fromkeys(map(owner, cells)):
        own = [cell for cell in cells if owner(cell) == name]
        row = next(row for row in block.rows if any(owner(cell) == name for cell in row.cells))
        lines = [(name.upper(), SIDE_FONT)]
        lines.append((words.count("{n} counter", "{n} counters", sum(not cell.spare for cell in own)), ROW_FONT))
        if face == "back" and all(cell.group.switches_to for cell in own):
            lines.append((words.text("after changing sides"), ROW_FONT))
        yield _Caption(row.y, owner(row.cells[0]) != name, lines)
        if spares := sum(cell.spare for cell in own):
            row = next(row for row in block.rows if any(cell.spare and owner(cell) == name for cell in row.cells))
            said = words.count("{n} spare", "{n} spares", spares)
            yield _Caption(row.y, not row.cells[0].spare or owner(row.cells[0]) != name, [(said, ROW_FONT)])


def _broken(text: str, font: str, size_pt: float, room_mm: float, language: str) -> list[_Line]:
    """`text` in lines, a number apart from what it counts if need be; a word wider than the room is divided after a
    slash or with a hyphen.
    """
    words = [part for word in text.split(" ") for part in _divided(word, font, size_pt, room_mm, language)]
    lines = wrapped(" ".join(words), font, size_pt, room_mm)
    if any(width_mm(line, font, size_pt) > room_mm for line in lines):
        lines = [line for word in words for line in wrapped(word, font, size_pt, room_mm)]
    return [(line, font) for line in lines]


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
