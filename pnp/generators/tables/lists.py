"""Tables without dice as drawings: lists of costs or questions, and column shifts by a ratio."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.tables.look import HAIR, HAIR_PT, INK, LOSS, TableLook, ruled, told_pair
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.model.game import Game
from pnp.model.tables import ListTable, ShiftsTable, TableNote
from pnp.model.words import Words
from pnp.units import MM_PER_PT

KEY_SHARES = (0.34, 0.28, 0.41, 0.48)
"""Of a list's width, for its keys, the usual one first."""


def draw_list(game: Game, table: ListTable, width: float, look: TableLook) -> Drawing:
    """A list with a row for each entry: the key in bold, then name and text. Words are on white, their key once for
    rows that share it, and a few words each on one key in one line; where keys are figures these lead: large, in every
    row, on grounds by turns, red below zero. The column of keys is as wide as makes the list lowest.
    """
    keys = [row.key for row in table.rows]
    figures = 2 * sum(map(_is_figure, keys)) > len(keys)
    ways = [_listed(game, table, width, look, key_mm, figures) for key_mm in _key_widths(table, look, width, figures)]
    return min(ways, key=lambda drawing: drawing.height_mm)


def _listed(game: Game, table: ListTable, width: float, look: TableLook, key_mm: float, figures: bool) -> Drawing:
    style, small, rules, room = look.body(), look.small(), rule_index(game), width - key_mm - 1.0
    heads = {"key": "", "name": "", "text": "", **table.heads}
    nodes: list[Node] = []

    def fits(text: str) -> bool:
        return width_mm(text, style.faces.regular, style.size_pt) < room - 1.0

    def keyed(key: str) -> Drawing:
        large = figures and _is_figure(key)
        shown = style.with_(size_pt=look.cell_pt, colour=LOSS if key.startswith("−") else INK) if large else style
        return text_block(f"**{key}**", shown, max(key_mm - 2.0, 1.0))

    drawing = text_block(f"*{heads['key']}*" if heads["key"] else "", small, key_mm)
    beside = text_block(f"*{heads['text']}*" if heads["text"] else "", small, room)
    y = max(drawing.height_mm, beside.height_mm)
    nodes += [drawing.at(1.0, y - drawing.height_mm), beside.at(key_mm, y - beside.height_mm)]
    y += 0.9 if y else 0.0
    top, pad = y, look.row_mm * 0.1
    rows: list[Group] = []
    for name, alike in groupby(enumerate(table.rows), lambda one: one[1].key or one[0]):
        key = keyed(name if isinstance(name, str) else "")
        begins = y
        shown = [row for _, row in alike]
        joined = "; ".join(row.text for row in shown)
        if not any(row.name or row.rule or row.text.endswith((game.words.stop, "?")) for row in shown) and fits(joined):
            shown = [shown[0].replaced(text=joined)]
        for row in shown:
            lead = f"**{row.name}{game.words.stop}** " if row.name else ""
            told = re.sub(r" (\d+)(?=[,.;]|$)", "\u00a0\\1", row.text)  # a name and its value stay together
            text = text_block(rules.cited(lead + told, row.rule or ""), style, room - 0.8)
            at = y + pad + look.air_mm / 2
            if figures and len(rows) % 2 == 0:
                nodes.append(Path(rect(0.0, y, width, text.height_mm + at - y + pad), fill=game.style.colour("zebra")))
            elif y > top and not figures:
                nodes.append(line(key_mm if y > begins else 0.0, y, width, y, Stroke(HAIR, HAIR_PT)))
            named = Group(()) if y > begins and not figures else key.at(1.0, at - 0.1)
            rows.append(told_pair(named, text.at(key_mm, at)))
            y += text.height_mm + 2 * pad + look.air_mm
        y = max(y, begins + key.height_mm + 2 * pad + look.air_mm)
    nodes += [Group(tuple(rows), role="Table"), ruled(top, width), ruled(y, width)]
    return noted(nodes, table.notes, width, y, look)


def _is_figure(key: str) -> bool:
    """Whether a key is points, a cost, a factor."""
    return bool(key) and not any(letter.isalpha() for letter in key)


def _key_widths(table: ListTable, look: TableLook, width: float, figures: bool) -> list[float]:
    """The widths to try for the keys: none without any, that of the widest, and shares of the list's width, in which no
    word is divided.
    """
    keys, style = [row.key for row in table.rows], look.body()
    if not any(keys):
        return [0.0]
    sizes = [look.cell_pt if figures and _is_figure(key) else style.size_pt for key in keys]
    wide = [width_mm(key, style.faces.bold, size) for key, size in zip(keys, sizes, strict=True)]
    whole = 4.0 + max(width_mm(table.heads.get("key", ""), style.faces.italic, style.size_pt), *wide)
    longest = 4.0 + max(mm if _is_figure(key) else width_mm(word, style.faces.bold, style.size_pt)
                        for key, mm in zip(keys, wide, strict=True) for word in key.split())  # fmt: skip
    least = min(longest, KEY_SHARES[-1] * width)
    return [*dict.fromkeys(min(whole, max(share * width, least)) for share in KEY_SHARES)]


# Shifts --------------------------------------------------------------------------------------


def draw_shifts(game: Game, table: ShiftsTable, width: float, look: TableLook) -> Drawing:
    """A table of shifts: a column for each ratio, below it the shift."""
    words = game.words
    labels = [_ratio_label(words, table, index) for index in range(len(table.columns))]
    step = width / len(labels)
    widest = max(width_mm(label, "sans-bold", look.head_pt) for label in labels)
    heads = look.head_pt * min(1.0, (step - 1.0) / widest)
    head_mm, row_mm = look.head_pt * MM_PER_PT * 1.55 + look.air_mm, look.row_mm + 2 * look.air_mm
    legend = words.text("attacker’s strength to the defender’s, rounded down")
    above = text_block(f"*{legend}*", look.small(), width, anchor="middle")
    top = above.height_mm + 0.4
    nodes: list[Node] = [*above.nodes]
    y = top + head_mm
    base = centred_baseline("sans-semibold", look.cell_pt, y + row_mm / 2)
    ratios: list[Group] = []
    values: list[Group] = []
    for index, (label, shift) in enumerate(zip(labels, table.shifts, strict=True)):
        x = index * step
        baseline = centred_baseline("sans-bold", heads, top + head_mm / 2)
        named = Text(x + step / 2, baseline, label, "sans-bold", heads, INK, anchor="middle")
        ratios.append(Group((named,), role="TH Column"))
        nodes.append(Path(rect(x, y, step, row_mm), fill=_shift_tint(game, shift, table.shifts)))
        shown = Text(x + step / 2, base, shift_label(words, shift), "sans-semibold", look.cell_pt, INK, anchor="middle")
        values.append(Group((shown,), role="TD"))
    nodes.append(Group((Group(tuple(ratios), role="TR"), Group(tuple(values), role="TR")), role="Table"))
    bottom = y + row_mm
    nodes += [ruled(y, width), ruled(bottom, width)]
    drawing = text_block(words.text("Columns to the left (L) or to the right (R)."), look.small(), width)
    nodes.append(drawing.at(0, bottom + 1.0))
    return noted(nodes, table.notes, width, bottom + 1.0 + drawing.height_mm, look)


def _ratio_label(words: Words, table: ShiftsTable, index: int) -> str:
    label = words.decimal(table.columns[index])
    if table.open_start and index == 0:
        return "≤\u2009" + label
    return "≥\u2009" + label if table.open_end and index == len(table.columns) - 1 else label


def shift_label(words: Words, shift: int) -> str:
    """A shift as printed: 3L, 0, 2R."""
    if not shift:
        return "0"
    return words.text("{n}L", n=-shift) if shift < 0 else words.text("{n}R", n=shift)


def _shift_tint(game: Game, shift: int, shifts: tuple[int, ...]) -> str:
    """The tint of a shift, darker for larger ones, in the colours of the two ends of a results table."""
    most = max(abs(value) for value in shifts)
    if not shift or not most:
        return game.style.colour("result-neutral")
    strong = abs(shift) * 2 > most
    role = ("result-worst" if strong else "result-bad") if shift < 0 else ("result-best" if strong else "result-good")
    return game.style.colour(role)


def noted(nodes: list[Node], notes: Iterable[TableNote], width: float, y: float, look: TableLook) -> Drawing:
    """What is drawn down to `y`, with the footnotes of its tables below."""
    if note_text := " ".join(dict.fromkeys(note.text for note in notes)):
        notes_drawing = text_block(note_text, look.small(), width)
        nodes.append(notes_drawing.at(0, y + 1.0))
        y += 1.0 + notes_drawing.height_mm
    return Drawing(tuple(nodes), width, y)
