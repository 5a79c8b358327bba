"""Results tables as drawings: tinted results, true signs in the column heads, and the modifiers below.

After `looks/target-chart`: no vertical rules, results centred, tints that darken towards both ends.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, SourceMarks, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.tables.dice import die_column_mm, row_head
from pnp.generators.tables.lists import draw_list
from pnp.generators.tables.look import INK, QUIET, TableLook, end_of
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, text_block
from pnp.model.game import Game
from pnp.model.tables import DieModifier, ListRow, ListTable, ResultCode, ResultRow, ResultsTable
from pnp.model.words import capital, signed
from pnp.units import MM_PER_PT


def draw_results(game: Game, tables: Sequence[ResultsTable], width: float, look: TableLook) -> Drawing:
    """Results tables of one die side by side, a name above each where they are several: heads, rows, notes, modifiers.
    """
    left = die_column_mm(game.words, tables[0].dice, (row.die for row in tables[0].rows), look)
    step = (width - left - APART_MM * (len(tables) - 1)) / sum(len(table.columns) for table in tables)
    starts = [*itertools.accumulate((len(table.columns) * step + APART_MM for table in tables), initial=left)]
    head_mm = look.head_pt * MM_PER_PT * 1.55
    entry = text_block(f"*{column_entry(game, tables[0])}*", look.small(), width - left, anchor="middle")
    top = entry.height_mm + look.small_pt * MM_PER_PT * 0.2
    nodes: list[Node] = [entry.at(left, 0)]
    if len(tables) > 1:
        named = [text_block(f"**{end_of(table.title)}**", look.body().with_(size_pt=look.head_pt - 1.5),
                            len(table.columns) * step, anchor="middle") for table in tables]  # fmt: skip
        high = max(name.height_mm for name in named)
        nodes += [name.at(x, top + 0.8 + high - name.height_mm) for name, x in zip(named, starts, strict=False)]
        top += high + 1.6
        nodes += [line(x, top, x + len(table.columns) * step, top, Stroke(INK, 0.5))
                  for table, x in zip(tables, starts, strict=False)]  # fmt: skip
    y, face = top + head_mm, _cell_type(tables, step, look)
    bottom = y + len(tables[0].rows) * look.row_mm
    zebra = game.style.colour("zebra")
    nodes += [Path(rect(0, y + n * look.row_mm, left, look.row_mm), fill=zebra)
              for n in range(0, len(tables[0].rows), 2)]  # fmt: skip
    for number, (table, start) in enumerate(zip(tables, starts, strict=False)):
        heads = _heads(game, table, 0.0 if number else left, start, step, top + head_mm / 2, look)
        rows = _result_rows(game, table, y, 0.0 if number else left, start, step, look, face)
        nodes.append(Group((heads, *rows), role="Table"))
        nodes += [line(start if number else 0.0, at, start + len(table.columns) * step, at, Stroke(INK, 0.9))
                  for at in (y, bottom)]  # fmt: skip
    notes, height = _notes(game, tables, width, bottom, look)
    nodes += notes
    modifiers = tuple(dict.fromkeys(modifier for table in tables for modifier in table.modifiers))
    if modifiers:
        drawing = modifiers_box(game, modifiers, width, look)
        gap = look.row_mm * 0.32
        nodes.append(drawing.at(0, height + gap))
        height += gap + drawing.height_mm
    ends = [start + len(table.columns) * step for table, start in zip(tables, starts, strict=False)]
    begins = [0.0, *(end + APART_MM for end in ends)]
    marks = [("table", table.id, x, 0.0, end - x, height) for table, x, end in zip(tables, begins, ends, strict=False)]
    return Drawing((SourceMarks(tuple(marks)), *nodes), width, height)


_CELL_FONTS = (("sans-semibold", "sans-regular", 0.74, 2.6), ("condensed-semibold", "condensed-regular", 0.86, 1.2))
"""Fonts of a result and of one in brackets, the relative size of the latter, and the least distance between two
results in mm; condensed and closer in narrow columns.
"""


APART_MM = 3.0
"""Between two tables of one die."""

HEAD_GAP_MM = 0.4
"""Least distance between two heads of columns."""

MOST_BESIDE = 1
"""Lines of footnotes beside the arrow; longer ones stand below it, in the whole width."""


def code_tints(game: Game, table: ResultsTable) -> dict[str, str]:
    """Result code -> tint: the worse for the attacker, the redder, and what serves neither yellow, paler where nobody
    loses. Codes of a table of values are alike, but for a dash.
    """
    tint, middle = game.style.colour, (len(table.codes) - 1) / 2
    if not table.ranked:
        return {code.id: tint("result-neutral") if code.id.strip("-–—") else "#ffffff" for code in table.codes}
    served: dict[str, list[ResultCode]] = {"defender": [], "neither": [], "attacker": []}
    for number, code in enumerate(table.codes):
        by_place = "neither" if number == middle else "defender" if number < middle else "attacker"
        served[code.favours or by_place].append(code)
    served["neither"].sort(key=lambda code: code.losses == (0, 0))
    ends = {"defender": ("worst", "bad"), "neither": ("neutral", ""), "attacker": ("good", "best")}
    shades = {code.id: shade for whom, (first, last) in ends.items() for code, shade in zip(served[whom], _between(
              tint(f"result-{first}"), tint(f"result-{last}" if last else "paper"), len(served[whom])), strict=True)}
    return {code.id: shades[code.id] for code in table.codes}


def _between(first: str, last: str, count: int) -> list[str]:
    """`count` colours in even steps from `first` to `last`, both included."""
    return [mix(first, last, index / max(count - 1, 1)) for index in range(count)]


# Heads and rows ------------------------------------------------------------------------------


def _heads(
    game: Game, table: ResultsTable, left: float, start: float, step: float, middle: float, look: TableLook
) -> Group:  # fmt: skip
    """The heads of the die column, where it has room, and of the result columns, condensed where one would touch the
    next.
    """
    nodes: list[Node] = []
    if left:
        die = game.words.text("die")
        baseline, size = centred_baseline("sans-italic", look.small_pt, middle), look.small_pt + 1
        named = Text(left / 2, baseline, capital(die), "sans-italic", size, QUIET, anchor="middle")
        nodes.append(Group((named,), role="TH Column"))
    labels = [column_label(table, index, room=step, size_pt=look.head_pt) for index in range(len(table.columns))]
    tight = max(width_mm(label, "sans-bold", look.head_pt) for label in labels) > step - HEAD_GAP_MM
    font = "condensed-semibold" if tight else "sans-bold"
    widest = max(width_mm(label, font, look.head_pt) for label in labels)
    head_pt = look.head_pt * min(1.0, (step - HEAD_GAP_MM) / widest)
    baseline = centred_baseline(font, head_pt, middle)
    for index, label in enumerate(labels):
        x = start + (index + 0.5) * step
        nodes.append(Group((Text(x, baseline, label, font, head_pt, INK, anchor="middle"),), role="TH Column"))
    return Group(tuple(nodes), role="TR")


def column_entry(game: Game, table: ResultsTable) -> str:
    """How to find the column, in a few words."""
    words = game.words
    if table.column_kind == "odds":
        return words.text("odds: attacker to defender, rounded down")
    if table.column_kind == "difference":
        shifts = next((t.title for t in game.charts.tables if t.id == table.shifts), "")
        if shifts:
            return words.text("attacker’s strength less the defender’s, shifted by the {title}", title=shifts)
        return words.text("attacker’s strength less the defender’s")
    return table.column_name or words.text("column")


def column_label(table: ResultsTable, index: int, *, room: float = math.inf, size_pt: float = 1.0) -> str:
    """The head of a column with true signs; "≤" or "≥" where differences beyond an end use it and there is room."""
    column = table.columns[index]
    if table.column_kind == "value":
        return column
    ends = table.open_end and index == len(table.columns) - 1
    if table.column_kind != "difference":
        return column.replace("-", "–") + ("+" if ends else "")
    label = column.replace("-", "−")
    starts = table.open_start and index == 0
    marked = ("≤\u2009" if starts else "≥\u2009" if ends else "") + label
    return marked if width_mm(marked, "sans-bold", size_pt) < room - HEAD_GAP_MM else label


def _result_rows(
    game: Game, table: ResultsTable, top: float, left: float, start: float, step: float, look: TableLook,
    face: tuple[str, str, float, float],
) -> list[Node]:  # fmt: skip
    """The rows: a tinted rectangle for each run of equal results, then white rules, then dice, where they have room,
    and codes.
    """
    tints = code_tints(game, table)
    zebra = game.style.colour("zebra")
    ground: list[Node] = []
    ink: list[Node] = []
    for index, row in enumerate(table.rows):
        x, y = start, top + index * look.row_mm
        middle = y + look.row_mm / 2
        for code, run in itertools.groupby(row.results):
            wide = len([*run]) * step
            ground.append(Path(rect(x, y, wide, look.row_mm), fill=tints.get(code, zebra)))
            x += wide
        if index:
            x = 0.0 if left else start
            ground.append(line(x, y, start + len(row.results) * step, y, Stroke("#ffffff", 0.9)))
        cells = [Group(row_head(game.words, table.dice, row.die, look, middle, left), role="TH Row")] if left else []
        baseline = centred_baseline(face[0], face[3], middle)
        for column, cell in enumerate(_shown(row)):
            cells.append(Group(tuple(_cell(cell, start + (column + 0.5) * step, baseline, face)), role="TD"))
        ink.append(Group(tuple(cells), role="TR"))
    return ground + ink


def shown_code(code: str) -> str:
    """A code as printed: a single hyphen becomes a dash."""
    return "–" if code == "-" else code


def _cell_type(tables: Sequence[ResultsTable], room: float, look: TableLook) -> tuple[str, str, float, float]:
    """One type for all results, in which the widest stands clear of its neighbours: both fonts, the relative size of
    what is in brackets, and the size.
    """
    cells = {cell for table in tables for row in table.rows for cell in _shown(row)}
    for big, small, share, gap in _CELL_FONTS:
        widest = max(_cell_mm(*cell, big, small, share, look.cell_pt) for cell in cells)
        if widest <= room - gap:
            break
    return big, small, share, look.cell_pt * min(1.0, (room - gap) / widest)


def _shown(row: ResultRow) -> list[tuple[str, str]]:
    """Each result of a row as printed, and the one in brackets; "" = none."""
    inner = itertools.chain(row.bracketed, itertools.repeat(""))
    return [(shown_code(code), f"({more})" if more else "") for code, more in zip(row.results, inner, strict=False)]


def _cell_mm(code: str, inner: str, big: str, small: str, share: float, size: float) -> float:
    return width_mm(code, big, size) + (0.07 * size + width_mm(inner, small, share * size) if inner else 0.0)


def _cell(cell: tuple[str, str], x: float, baseline: float, face: tuple[str, str, float, float]) -> list[Node]:
    """A result and, smaller and lighter, the one in brackets, centred together."""
    (code, inner), (big, small, share, size) = cell, face
    wide = _cell_mm(code, inner, big, small, share, size)
    result = Text(x - wide / 2, baseline, code, big, size, INK)
    end = x + wide / 2 - width_mm(inner, small, share * size)
    return [result, Text(end, baseline, inner, small, share * size, INK)] if inner else [result]


def printed_notes(game: Game, table: ResultsTable) -> list[str]:
    """The notes below a table: its own, when results in brackets are used, and which columns serve beyond the ends."""
    words = game.words
    notes = [note.text for note in table.notes]
    if table.bracket_note:
        notes.append(table.bracket_note)
    if table.open_end and table.open_start and table.column_kind == "odds":
        notes.append(words.text("Higher odds use the last column, lower odds the first."))
    elif table.open_end and table.column_kind == "odds":
        notes.append(words.text("Higher odds use the last column."))
    elif table.open_start and table.open_end:
        notes.append(words.text("What lies beyond either end uses the column there."))
    return notes


def _notes(
    game: Game, tables: Sequence[ResultsTable], width: float, bottom: float, look: TableLook
) -> tuple[list[Node], float]:  # fmt: skip
    """Footnotes at the left, long ones below; at the right an arrow towards the end that is better for the attacker."""
    words = game.words
    good = words.text("better for the attacker")
    size = look.small_pt
    length = width_mm(good, "sans-italic", size)
    y = bottom + 1.2
    arrow_y = y + size * MM_PER_PT * 0.72
    palette = game.style.palette
    blue = palette.get("port") or palette.get("crossing") or palette.get("navy") or INK
    start = width - length - 10.5
    nodes: list[Node] = [
        Text(width, y + size * MM_PER_PT, good, "sans-italic", size, blue, anchor="end"),
        line(start, arrow_y, start + 6.0, arrow_y, Stroke(blue, 0.9)),
        Path(
            polyline([(start + 6.0, arrow_y - 0.9), (start + 8.8, arrow_y), (start + 6.0, arrow_y + 0.9)], close=True),
            fill=blue,
        ),
    ]
    if not tables[0].ranked:
        nodes, start = [], width
    told = dict.fromkeys(note for table in tables for note in printed_notes(game, table))
    text, line_mm = game.words.sentences(told), size * MM_PER_PT * 1.4
    beside = start - 4.0
    drawing = text_block(text, look.small(), max(beside, width / 2.2))
    if nodes and (beside < width / 2.2 or drawing.height_mm > MOST_BESIDE * line_mm):
        drawing = text_block(text, look.small(), width)
        y += line_mm
    nodes.append(drawing.at(0, y))
    return nodes, y + max(drawing.height_mm, line_mm)


# Modifiers -----------------------------------------------------------------------------------


def modifiers_box(game: Game, modifiers: tuple[DieModifier, ...], width: float, look: TableLook) -> Drawing:
    """The modifiers of the roll, each with its sign and its condition."""
    title = game.words.text("Modifiers of the roll")
    rows = [ListRow(id=one.id, key=_modifier_key(game, one), text=_modifier_text(game, one)) for one in modifiers]
    table = ListTable(kind="list", id="modifiers", title=title, rule=modifiers[0].rule, rows=tuple(rows))
    head = text_block(f"**{title}**", look.body(), width)
    return below_one_another([head, draw_list(game, table, width, look)], 2 * HEAD_GAP_MM)


def _modifier_key(game: Game, modifier: DieModifier) -> str:
    """The value of a modifier: a number with its sign, or the name of a marker's value."""
    track = next((t for t in game.tracks if t.id == modifier.track), None)
    if track is None:
        return signed(modifier.add)
    share = "" if abs(modifier.add) == 1 else f"{abs(modifier.add)} × "
    return f"{'+' if modifier.add > 0 else '−'}\u2009{share}{track.name}"


def _modifier_text(game: Game, modifier: DieModifier) -> str:
    if modifier.most == 1:
        return modifier.text
    most = game.words.text("at most {value}", value=signed(modifier.add * modifier.most))
    return f"{modifier.text.removesuffix('.')} ({most})"
