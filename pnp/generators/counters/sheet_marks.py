"""Everything on a counter sheet that is not a counter: cut ticks, fold, registration marks, captions.

All in plan coordinates (origin at the trimmed block's top left), so one transform moves a whole side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.draw.scene import Group, Node, Path, Point, Stroke, Text, circle, line
from pnp.draw.text import width_mm
from pnp.generators.counters.imposition import (
    TICK_GAP_MM,
    TICK_MM,
    SheetBlock,
    SheetPlan,
    block_spans,
    cut_columns,
    cut_rows,
)  # fmt: skip
from pnp.generators.sheets.margin import EDGE_MM, wrapped
from pnp.generators.sheets.sides import FOLD_GAP_MM
from pnp.generators.typeset.hyphens import division_points
from pnp.model.game import Game
from pnp.units import scale_step_pt

INK = "#000000"
QUIET = "#55504a"
CUT = "#ff00ff"
"""Cut lines of drawings: the magenta that cutting software takes for a contour, used for nothing else."""

TICK_PT = 0.35
HAIRLINE_PT = 0.25
SHEET_REACH_MM = 9.0
"""Margin around the trimmed block in a drawing, for bleed, ticks and registration marks."""

FEW_LINES, MANY_LINES = 2, 40
"""Most lines of captions beside a row: of a sheet with a key of its own; of one whose key takes a page."""
NARROW_MM = 75.0
"""A narrower block has its heading on two lines."""
_LINE_MM = 2.15
_APART_MM = 1.2
"""Gap between the captions of neighbouring rows, which are set end to end."""
_NAME_PT, _ROW_PT, _LEAST_PT = 6.6, 5.6, 5.0
_ROW_FONT, _NUMBER_FONT = "condensed-italic", "condensed-semibold"


def hairline(start: Point, end: Point, *, dashed: bool = False) -> Path:
    """A line of a drawing for cutting or folding; without fill."""
    return line(*start, *end, Stroke(INK if dashed else CUT, HAIRLINE_PT, dash_mm=(2.4, 1.6) if dashed else ()))


def cut_ticks(plan: SheetPlan, *, fold: str = "") -> tuple[Node, ...]:
    """Ticks at the ends of every cut, outside the bleed, and short ones in the gaps between blocks.

    fold  "left", "right" or "bottom": the side at the fold, where ticks stop short
    """
    pen = Stroke(INK, TICK_PT)
    start = plan.bleed + TICK_GAP_MM
    end = start + TICK_MM
    left, right, below = (FOLD_GAP_MM / 2 - 0.3 if fold == side else end for side in ("left", "right", "bottom"))
    ticks: list[Node] = []
    spans = block_spans(plan)
    for x in cut_columns(plan):
        ticks.append(line(x, -end, x, -start, pen))
        for (_, upper), (lower, _) in pairwise(spans):
            room = lower - upper - 2 * plan.bleed
            if room > 0.8:
                middle, half = (upper + lower) / 2, room / 2 - 0.3
                ticks.append(line(x, middle - half, x, middle + half, pen))
        ticks.append(line(x, plan.height + start, x, plan.height + below, pen))
    for y in cut_rows(plan):
        ticks.append(line(-left, y, -start, y, pen))
        ticks.append(line(plan.width + start, y, plan.width + right, y, pen))
    return tuple(ticks)


def register_marks(plan: SheetPlan, *, without: str = "") -> tuple[Node, ...]:
    """A cross in a circle off each corner, the same on both sides, so that they coincide against the light.

    without  "left", "right" or "bottom": the side at the fold, which has none
    """
    away = plan.bleed + TICK_GAP_MM + TICK_MM - 0.4
    columns = {"left": -away, "right": plan.width + away}
    rows = {"top": -away, "bottom": plan.height + away}
    return tuple(
        _register(x, y) for below, y in rows.items() for beside, x in columns.items() if without not in (below, beside)
    )


def _register(x: float, y: float) -> Group:
    pen = Stroke(INK, HAIRLINE_PT)
    arm = 1.7
    return Group(
        (
            Path(circle(x, y, 1.05), stroke=pen),
            line(x - arm, y, x + arm, y, pen),
            line(x, y - arm, x, y + arm, pen),
        )
    )


def fold_line(page_mm: tuple[float, float], word: str, *, upright_mm: tuple[float, float] | None = None) -> Group:
    """The dashed line across the middle of a page, with its name at the left end.

    upright_mm  top and bottom of an upright fold, which has its name at the top
    """
    width, height = page_mm
    pen = Stroke(INK, 0.5, dash_mm=(3.0, 1.8))
    style = {"font": "condensed-italic", "size_pt": 7.0, "colour": QUIET}
    if upright_mm is not None:
        top, bottom = upright_mm
        x = width / 2
        name = Text(x, top - 1.2, word, anchor="middle", **style)  # type: ignore[arg-type]
        return Group((name, line(x, top, x, bottom, pen)), layer="fold")
    y = height / 2
    left = EDGE_MM + 1.0
    label_mm = width_mm(word, "condensed-italic", 7.0)
    name = Text(left, y + 0.75, word, **style)  # type: ignore[arg-type]
    return Group((name, line(left + label_mm + 1.2, y, width - left, y, pen)), layer="fold")


# Captions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RowCaption:
    """What stands beside a row of a sheet.

    number  of the row on its sheet, from 1
    names   its formations
    lines   (text, size in pt) of each line
    keyed   the line is the number, and the names stand in the key at the end of the file
    """

    number: int
    names: tuple[str, ...]
    lines: tuple[tuple[str, float], ...]
    keyed: bool

    @property
    def joined(self) -> str:
        """The names in one text; the dot between two ends a line, and never begins one."""
        return _joined(self.names)


def heading(title: str, note: str, width: float) -> list[Node]:
    """The heading above a block `width` mm wide: what the counters are, and how they are ordered.

    Above a narrow block the note stands below the title; it is set in smaller type where it would be wider than the
    block.
    """
    y = -8.2
    text = title.upper()
    after, above = width_mm(text, "condensed-bold", 9.5, 0.08) + 2.6, 0.0
    if width < NARROW_MM:
        after, above = 0.0, 3.4
    size_pt = scale_step_pt(min(7.5, 7.5 * (width - after) / width_mm(note, "condensed-italic", 7.5)))
    return [
        Text(0.0, y - above, text, "condensed-bold", 9.5, INK, tracking_em=0.08),
        Text(after, y, note, "condensed-italic", size_pt, QUIET),
    ]


def side_captions(
    game: Game, plan: SheetPlan, beside_mm: float, *, without: str = "", most: int = MANY_LINES
) -> list[Node]:
    """The side and formations of each row, left and right of the block, from the block outwards.

    As many lines as the paper has room for: the side's name first, then a line for each formation, or the number of a
    row whose names stand in the key.

    beside_mm  from the block to the paper's edge
    without    "left" or "right": the side at the fold, which has none
    most       a row that would need more lines has a number
    """
    gap = plan.bleed + TICK_GAP_MM + TICK_MM + 0.9
    nodes: list[Node] = []
    rows = captioned_rows(game, plan, beside_mm, most)
    for block in plan.blocks:
        block_rows = [next(rows) for _ in block.rows]
        outermost = max((len(row.lines) for row in block_rows), default=0)
        for place, row in zip(block.rows, block_rows, strict=True):
            middle = place.y + plan.size[1] / 2
            for index, (text, size_pt) in enumerate(row.lines):
                # The last name lies outermost on the left, so that the column reads downward when turned.
                column = len(row.lines) - index
                font, colour = (_NUMBER_FONT, INK) if row.keyed else (_ROW_FONT, QUIET)
                nodes += _captions(plan, gap, column, middle, text, font, size_pt, colour, without)
        top, bottom = block.rows[0].y, block.rows[-1].y + plan.size[1]
        name = _block_name(game, plan, block).upper()
        nodes += _captions(plan, gap, outermost + 1, (top + bottom) / 2, name, "condensed-bold", _NAME_PT, INK, without)
    return nodes


def captioned_rows(
    game: Game, plan: SheetPlan, beside_mm: float, most: int = MANY_LINES
) -> Iterator[RowCaption]:
    """The caption of each row of a sheet, from the top.

    beside_mm  from the block to the paper's edge
    most       a row that would need more lines has a number
    """
    room = min(most, int((beside_mm - EDGE_MM - plan.bleed - TICK_GAP_MM - TICK_MM - 0.9) / _LINE_MM) - 1)
    rows = [row for block in plan.blocks for row in block.rows]
    for number, row in enumerate(rows, 1):
        names = tuple(dict.fromkeys(cell.group.name for cell in row.cells if cell.counter is not None))
        lines = _row_lines(names, plan.size[1] - _APART_MM, room, game.language)
        keyed = bool(names) and not lines and room > 0
        yield RowCaption(number, names, ((str(number), _NAME_PT),) if keyed else tuple(lines), keyed)


def _captions(
    plan: SheetPlan, gap: float, number: int, middle: float, text: str, font: str, size_pt: float, colour: str,
    without: str
) -> list[Node]:
    """A caption in column `number` (from 1, away from the block) on the left and on the right."""
    away = gap + (number - 1) * _LINE_MM
    tracking = 0.06 if font == "condensed-bold" else 0.0
    return [
        Text(x, middle, text, font, size_pt, colour, rotate_deg=turn, anchor="middle", tracking_em=tracking)
        for side, x, turn in (("left", -away, -90.0), ("right", plan.width + away, 90.0))
        if side != without
    ]


def _block_name(game: Game, plan: SheetPlan, block: SheetBlock) -> str:
    if block.side is None:
        return game.words.text("Markers")
    if not block.side:
        return next(sheet.name for sheet in game.counters.sheets if sheet.id == plan.sheet)
    return next(side.name for side in game.info.sides if side.id == block.side)


def _joined(names: Sequence[str]) -> str:
    return "\u00a0· ".join(names)


def _row_lines(names: Sequence[str], length_mm: float, room: int, language: str) -> list[tuple[str, float]]:
    """The formations of a row, a line each, or all on one line when there is room for one only; [] without room.

    A name too long for the row's height is broken when there is room for another line. Where all together have too
    little room they run on from line to line.
    """
    texts = names if len(names) <= room else [_joined(names)]
    lines: list[tuple[str, float]] = []
    for text in texts:
        lines += _caption_lines(text, length_mm, language)
    if all(size_pt for _, size_pt in lines) and len(lines) <= room:
        return lines
    run_on = wrapped(_joined(names), _ROW_FONT, _LEAST_PT, length_mm)
    fits = len(run_on) <= room and all(width_mm(line, _ROW_FONT, _LEAST_PT) <= length_mm for line in run_on)
    return [(line, _LEAST_PT) for line in run_on] if fits else []


def _caption_lines(text: str, length_mm: float, language: str) -> list[tuple[str, float]]:
    """`text` on one line or on two, broken at a space, after a slash or else with a hyphen, and its size; size 0 when
    it doesn't fit.
    """
    whole = _caption_size(text, length_mm)
    if whole:
        return [(text, whole)]
    spaces = [place for place, letter in enumerate(text[:-1], 1) if letter in " /"]
    lines = [(text, 0.0)]
    for places, mark in ((spaces, ""), (division_points(text, language), "-")):
        if places:
            place = min(places, key=lambda place: max(place, len(text) - place))
            parts = (text[:place].rstrip() + mark, text[place:])
            lines = [(part, _caption_size(part, length_mm)) for part in parts]
        if all(size_pt for _, size_pt in lines):
            break
    return lines


def _caption_size(text: str, length_mm: float) -> float:
    return next((size_pt for size_pt in (_ROW_PT, _LEAST_PT) if width_mm(text, _ROW_FONT, size_pt) <= length_mm), 0.0)
