"""The words around the counters of a sheet: the heading above them, and beside each row the formations in it.

In: a game and the plan of a sheet. Out: nodes in plan coordinates (origin at the trimmed block's top left), except for
the heading, which stands on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pnp.draw.scene import Node, Text
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.imposition import CAPTION_GAP_MM, SheetBlock, SheetPlan, SheetRow
from pnp.generators.counters.layout import CAP_HEIGHT_EM
from pnp.generators.sheets.margin import EDGE_MM, wrapped
from pnp.generators.typeset.hyphens import division_points
from pnp.model.game import Game
from pnp.units import MM_PER_PT, scale_step_pt

INK = "#000000"
QUIET = "#55504a"
HEADING_PT, NOTE_PT = 9.5, 7.5
NARROW_MM = 75.0
"""A narrower heading has its note on a second line."""
SIDE_FONT, ROW_FONT = "condensed-bold", "condensed-italic"
ROW_PT = (6.6, 5.6, 5.0, 4.6)
"""Of all captions of a sheet: the largest at which every row has room for its formations."""
LEADING, NAMES_APART, APART_MM, WIDEST_MM = 1.1, 0.4, 0.6, 36.0
"""Distance of lines in sizes of type; of names, beyond that, in lines; white between rows; widest caption."""

_Line = tuple[str, str]
"""A line of a caption and its font."""
_Entries = Sequence[Sequence[_Line]]
"""The lines of each name."""


@dataclass(frozen=True, slots=True)
class RowCaption:
    """What stands beside a row: names before it, and after it those for which the room before it is too small."""

    before: _Entries
    after: _Entries = ()


def heading(title: str, note: str, x: float, y: float, width: float, ink: str = INK, quiet: str = QUIET) -> list[Node]:
    """What the counters are, and how they are ordered, on a baseline in at most `width` mm.

    Where that is narrow, the note stands below the title; a note that is still too wide is set in smaller type.
    """
    text = title.upper()
    after, above = width_mm(text, SIDE_FONT, HEADING_PT, 0.08) + 2.6, 0.0
    if width < NARROW_MM:
        after, above = 0.0, 3.4
    size_pt = scale_step_pt(min(NOTE_PT, NOTE_PT * (width - after) / width_mm(note, ROW_FONT, NOTE_PT)))
    return [
        Text(x, y - above, text, SIDE_FONT, HEADING_PT, ink, tracking_em=0.08),
        Text(x + after, y, note, ROW_FONT, size_pt, quiet),
    ]


def side_captions(game: Game, plan: SheetPlan, beside_mm: float, *, without: str = "") -> list[Node]:
    """The formations of each row as words that are read without turning the sheet, headed by the side's name.

    They begin at the left of a row, and go on at its right end.

    beside_mm  from the block to the paper's edge
    without    "left" or "right": the side at the fold, which has none
    Raises LayoutError naming the row when it has more formations than both ends have room for.
    """
    room_mm = min(beside_mm - EDGE_MM - CAPTION_GAP_MM - plan.bleed, WIDEST_MM)
    both_ends = (False,) if without in ("left", "right") else (False, True)
    rows = [(row, _names(game, block, row)) for block in plan.blocks for row in block.rows]
    # Smaller type rather than divided words, these rather than names at both ends.
    for both, language, size_pt in product(both_ends, ("", game.language), ROW_PT):
        most = int((plan.size[1] - APART_MM) / (LEADING * size_pt * MM_PER_PT))
        captions = [row_caption(names, size_pt, room_mm, most, language, both=both) for _, names in rows]
        if None not in captions:
            break
    nodes: list[Node] = []
    for number, ((row, names), caption) in enumerate(zip(rows, captions, strict=True), 1):
        if caption is None:
            raise LayoutError(
                f"counter sheet {plan.sheet!r}, row {number}: no room beside it for the names of "
                f"{', '.join(repr(text) for text, _ in names)}. Shorten them in counters.yaml"
            )
        middle = row.y + plan.size[1] / 2
        nodes += _lines(caption.before, size_pt, most, plan, middle, at_left=without != "left")
        nodes += _lines(caption.after, size_pt, most, plan, middle, at_left=False)
    return nodes


def row_caption(
    names: Sequence[_Line], size_pt: float, room_mm: float, most: int, language: str, *, both: bool
) -> RowCaption | None:
    """The names of a row in at most `most` lines `room_mm` wide: each begins a line, or they run on; first before the
    row only, then at `both` ends. None when they don't fit.

    language  whose words are divided where they are wider than the room; "" = none
    """

    def fits(entries: _Entries) -> bool:
        lines = [line for entry in entries for line in entry]
        return len(lines) <= most and all(width_mm(*line, size_pt) <= room_mm for line in lines)

    apart = [_broken(*name, size_pt, room_mm, language) for name in names]
    heads = [entry for entry, (_, font) in zip(apart, names, strict=True) if font == SIDE_FONT]
    joined = "\u00a0· ".join(text for text, font in names if font == ROW_FONT)
    run_on = [*heads, *([line] for line in _broken(joined, ROW_FONT, size_pt, room_mm, language))]
    for entries in (apart, run_on):
        for count in range(len(entries), 0 if both else len(entries) - 1, -1):
            if fits(entries[:count]) and fits(entries[count:]):
                return RowCaption(entries[:count], entries[count:])
    return None if names else RowCaption(())


def _names(game: Game, block: SheetBlock, row: SheetRow) -> list[_Line]:
    """The names beside a row: in the first row of a block its side's, which a solid sheet's has not, then those of the
    formations; of a further set only which it is. Markers bear their own.
    """
    number = next(r.set_number for r in reversed(block.rows[: block.rows.index(row) + 1]) if r.set_number)
    if number > 1:
        sets = {2: game.words.text("second set"), 3: game.words.text("third set")}
        return [(sets[number], ROW_FONT)] if row.set_number else []
    units = (cell.group for cell in row.cells if cell.counter is not None and not cell.group.marker)
    names = dict.fromkeys(group.name for group in units)
    head = ""
    if row is block.rows[0] and block.side is None:
        head = game.words.text("Markers")
    elif row is block.rows[0] and block.side:
        head = next(side.name for side in game.info.sides if side.id == block.side)
    return [*([(head.upper(), SIDE_FONT)] if head else []), *((name, ROW_FONT) for name in shortened(list(names)))]


def shortened(names: Sequence[str]) -> Iterator[str]:
    """The names without what they share with the one before, up to a comma or colon: "1st Corps, foot", "horse"."""
    heads = [re.split(r"(?<=[^,:])[,:] ", name, maxsplit=1) for name in ("", *names)]
    for before, (name, (head, *rest)) in zip(heads, zip(names, heads[1:], strict=True), strict=False):
        yield rest[0] if rest and head == before[0] else name


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


def _lines(
    entries: _Entries, size_pt: float, most: int, plan: SheetPlan, middle: float, *, at_left: bool
) -> list[Node]:
    """Names about the middle of a row, a little apart where there is room, which end or begin at its cut ticks."""
    leading = LEADING * size_pt * MM_PER_PT
    count = sum(map(len, entries))
    apart = min(NAMES_APART, (most - count) / max(len(entries) - 1, 1)) * leading
    height = (count - 1) * leading + (len(entries) - 1) * apart
    y = middle - height / 2 + CAP_HEIGHT_EM * size_pt * MM_PER_PT / 2
    away = plan.bleed + CAPTION_GAP_MM
    x = -away if at_left else plan.width + away
    nodes: list[Node] = []
    for entry in entries:
        for text, font in entry:
            colour = INK if font == SIDE_FONT else QUIET
            nodes.append(Text(x, y, text, font, size_pt, colour, anchor="end" if at_left else "start"))
            y += leading
        y += apart
    return nodes
