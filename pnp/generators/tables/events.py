"""Tables of events as drawings: a row per die result, what happens, and what happens later."""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.scene import Group, Node, Path, rect
from pnp.generators.book.index import RuleIndex
from pnp.generators.tables.dice import die_column_mm, row_head
from pnp.generators.tables.look import INK, TableLook, ruled
from pnp.generators.typeset.block import Drawing, text_block
from pnp.model.game import Game
from pnp.model.tables import DieModifier, EventRow, EventsTable
from pnp.symbols.badges import modifier as die_modifier


def draw_events(game: Game, table: EventsTable, width: float, look: TableLook) -> Drawing:
    """A table of events, a row for each die result: name, effect, later effect; stacked when the table is narrow."""
    left = die_column_mm(game.words, table.dice, (row.die for row in table.rows), look)
    columns = _event_columns(table, width, look, left + 0.8)
    heads = {"name": "", "text": "", "after": "", **table.heads}
    nodes: list[Node] = []
    style = look.small()
    head_height = 0.0
    for name, (_, room) in columns.items():
        drawing = text_block(f"*{heads[name]}*" if heads[name] else "", style, room)
        head_height = max(head_height, drawing.height_mm)
    drawing = text_block(f"*{heads['die']}*" if heads.get("die") else "", style, left, anchor="middle")
    named = [drawing.at(0, head_height - drawing.height_mm)]
    for name, (x, room) in columns.items():
        drawing = text_block(f"*{heads[name]}*" if heads[name] else "", style, room)
        named.append(drawing.at(x, head_height - drawing.height_mm))
    rows = [Group(tuple(Group((head,), role="TH Column") for head in named), role="TR")] if head_height else []
    y = head_height + 0.9
    top = y
    rules = RuleIndex(game)
    for index, row in enumerate(table.rows):
        drawn_row, height = _event_row(game, table, row, columns, look, left, rules)
        if index % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        rows.append(replace(Drawing(drawn_row, width, height).at(0, y), role="TR"))
        y += height
    nodes += [Group(tuple(rows), role="Table"), ruled(top, width), ruled(y, width)]
    for modifier in table.modifiers:
        drawing = _modifier(game, modifier, width, look)
        nodes.append(drawing.at(0, y + 1.2))
        y += 1.2 + drawing.height_mm
    notes = " ".join(n.text for n in table.notes)
    drawing = text_block(notes, style, width) if notes else Drawing((), width, 0.0)
    nodes.append(drawing.at(0, y + 1.0))
    return Drawing(tuple(nodes), width, y + (1.0 + drawing.height_mm if notes else 0.0))


def _modifier(game: Game, modifier: DieModifier, width: float, look: TableLook) -> Drawing:
    """What is added to the roll and when: the badge of the map, then the text."""
    radius = look.face_mm * 0.5
    left = look.face_mm * 0.14 + 2 * radius + look.body_pt * 0.2
    text = text_block(f"**{modifier.text}**", look.body(), width - left)
    height = max(text.height_mm, 2 * radius)
    colour = game.style.palette.get("accent", INK)
    badge = die_modifier(look.face_mm * 0.14 + radius, height / 2, radius, colour, "#ffffff", modifier.add)
    return Drawing((*badge, text.at(left, (height - text.height_mm) / 2)), width, height)


def _event_columns(
    table: EventsTable, width: float, look: TableLook, left: float
) -> dict[str, tuple[float, float]]:
    """Column -> (x, width); no column for later effects when there are none.

    A narrow table has the event's name above its text, in one column.
    """
    room = width - left
    gap = look.body_pt * 0.28
    later = any(row.after_text for row in table.rows)
    if width < 110:
        half = (room - gap) * 0.54 if later else room - 0.8
        columns = {"text": (left, half), "after": (left + half + gap, room - half - gap - 0.8)}
    else:
        shares = (0.3, 0.36, 0.34) if later else (0.3, 0.7, 0.0)
        gaps = 2 if later else 1
        widths = [(room - gaps * gap - 1.0) * share for share in shares]
        columns = {
            "name": (left, widths[0]),
            "text": (left + widths[0] + gap, widths[1]),
            "after": (left + widths[0] + widths[1] + 2 * gap, widths[2]),
        }
    return columns if later else {name: place for name, place in columns.items() if name != "after"}


def _event_row(
    game: Game, table: EventsTable, row: EventRow, columns: dict[str, tuple[float, float]], look: TableLook,
    left: float,
    rules: RuleIndex,
) -> tuple[tuple[Node, ...], float]:  # fmt: skip
    """The nodes of a row, measured from its top, and its height."""
    style = look.body()
    texts = {"name": rules.cited(f"**{row.name}**", row.rule or ""), "text": row.text, "after": row.after_text}
    pad = look.row_mm * 0.14
    title: list[Node] = []
    above = 0.0
    if "name" not in columns:
        x, room = columns["text"]
        over = columns["after"][0] + columns["after"][1] - x if "after" in columns else room
        named = text_block(texts["name"], style, over)
        above = named.height_mm
        title.append(named.at(x, pad))
    cells = {name: text_block(texts[name], style, room) for name, (_, room) in columns.items()}
    inner = above + max(d.height_mm for d in cells.values())
    height = max(look.row_mm, inner + 2 * pad)
    shift = (height - inner) / 2 - pad
    if above:
        title = [Drawing(tuple(title), 0, 0).at(0, shift)]
    told = [Group(row_head(game.words, table.dice, row.die, look, height / 2, left), role="TH Row")]
    room = height - 2 * pad - above - 2 * shift
    for name, (x, _) in columns.items():
        lower = 0.0 if above else (room - cells[name].height_mm) / 2
        told.append(Group((*title, cells[name].at(x, pad + shift + above + lower)), role="TD"))
        title = []
    return tuple(told), height
