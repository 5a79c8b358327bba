"""Tables of events as drawings: a row per die result, what happens, and what happens later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.draw.scene import Group, Node, Path, SourceMarks, Stroke, Text, line, rect, texts_in
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex, rule_index
from pnp.generators.tables.dice import die_column_mm, die_face, row_head
from pnp.generators.tables.lists import noted
from pnp.generators.tables.look import INK, TableLook, end_of, ruled, told_pair
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.paragraph import first_baseline_pt
from pnp.model.game import Game
from pnp.model.tables import AnyTable, DieModifier, EventRow, EventsTable, die_span
from pnp.symbols.badges import modifier as die_modifier
from pnp.units import MM_PER_PT

LATER_SHARES = (0.3, 0.38, 0.46, 0.54)
"""Of the width of a table, for later effects."""


def draw_events(game: Game, table: EventsTable, width: float, look: TableLook) -> Drawing:
    """A table of events, a row for each die result: name, effect, later effect, in columns that make it lowest."""
    shares = LATER_SHARES if any(row.after_text for row in table.rows) else (0.0,)
    return min((_events(game, table, width, look, share) for share in shares), key=lambda drawing: drawing.height_mm)


def _events(game: Game, table: EventsTable, width: float, look: TableLook, later: float) -> Drawing:
    """A table with a column for later effects of that share, where it isn't 0."""
    left = die_column_mm(game.words, table.dice, (row.die for row in table.rows), look)
    room, gap = width - left - 1.6, look.body_pt * 0.28
    columns = {"text": (left + 0.8, room)}
    if later:
        at = left + 0.8 + (1.0 - later) * room
        columns = {"text": (left + 0.8, (1.0 - later) * room - gap), "after": (at, later * room)}
    heads = {"die": "", "text": "", "after": "", **table.heads}
    nodes, style = list[Node](), look.small()
    drawn = [(x, text_block(f"*{heads[name]}*" if heads[name] else "", style, room, anchor="start" if x else "middle"))
             for name, (x, room) in (("die", (0.0, left)), *columns.items())]  # fmt: skip
    head_height = max(drawing.height_mm for _, drawing in drawn)
    named = [drawing.at(x, head_height - drawing.height_mm) for x, drawing in drawn]
    rows = [Group(tuple(Group((head,), role="TH Column") for head in named), role="TR")] if head_height else []
    top = y = head_height + 0.9
    rules = rule_index(game)
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
    return noted(nodes, table.notes, width, y, look)


def _modifier(game: Game, modifier: DieModifier, width: float, look: TableLook) -> Drawing:
    """What is added to the roll and when: the badge of the map, then the text."""
    radius = look.face_mm * 0.5
    left = look.face_mm * 0.14 + 2 * radius + look.body_pt * 0.2
    text = text_block(f"**{modifier.text}**", look.body(), width - left)
    height = max(text.height_mm, 2 * radius)
    colour = game.style.accent
    badge = die_modifier(look.face_mm * 0.14 + radius, height / 2, radius, colour, "#ffffff", modifier.add)
    return Drawing((*badge, text.at(left, (height - text.height_mm) / 2)), width, height)


def _event_row(
    game: Game, table: EventsTable, row: EventRow, columns: dict[str, tuple[float, float]], look: TableLook,
    left: float, rules: RuleIndex,
) -> tuple[tuple[Node, ...], float]:  # fmt: skip
    """The nodes of a row, measured from its top, and its height: the event's name before its text."""
    style, cited = look.body(), row.rule or ""
    named = f"**{row.name}**" if any(row.text for row in table.rows) else row.name
    name = f"**{row.name}{game.words.stop}** {row.text}" if row.text else named
    said = {"text": rules.cited(name, cited), "after": row.after_text}
    cells = {column: text_block(said[column], style, room) for column, (_, room) in columns.items()}
    height = max(look.row_mm, max(cell.height_mm for cell in cells.values()) + look.row_mm * 0.28) + look.air_mm
    head = Group(row_head(game.words, table.dice, row.die, look, height / 2, left), role="TH Row")
    return (head, *(Group((cells[name].at(x, (height - cells[name].height_mm) / 2),), role="TD")
                    for name, (x, _) in columns.items())), height  # fmt: skip


# Several tables as one -----------------------------------------------------------------------------------

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def joins(tables: Sequence[EventsTable]) -> bool:
    """Whether tables are drawn as one: rolled for with one die, with events in common, none with a later effect.

    An id stands for one event: tables where it has two names, texts or cases are not joined.
    """
    dice, rows = {table.dice for table in tables}, [row for table in tables for row in table.rows]
    events = {row.id for row in rows}
    die = tables[0].dice
    return (
        len(tables) > 1 and len(dice) == 1 and die.count == 1 and die.sides <= MOST_FACES
        and len({(row.id, row.name, row.text, row.rule) for row in rows}) == len(events)
        and len(events) <= min(0.75 * len(rows), len(LETTERS))
        and not any(row.after_text for row in rows) and not any(table.modifiers for table in tables)
    )  # fmt: skip


def draw_joined_events(game: Game, tables: Sequence[EventsTable], width: float, look: TableLook) -> Drawing:
    """Tables of events in common as one: a row for each table, the events below; under each face a letter, or the name
    of an event where these are as short as codes.
    """
    faces = range(1, tables[0].dice.sides + 1)
    rules = rule_index(game)
    events = {row.id: row for table in tables for row in table.rows}
    labels = [text_block(f"**{end_of(table.title)}**", look.body(), width * LABEL_SHARE - 2.0) for table in tables]
    widths = [width_mm(text.text, text.font, text.size_pt) for label in labels for text in texts_in(label.nodes)]
    left = max(14.0, max(widths, default=0.0) + 3.0)
    step = (width - left) / len(faces)
    letters, face, size = {name: row.name for name, row in events.items()}, "condensed-semibold", look.cell_pt
    size *= min(1.0, (step - 1.4) / max(width_mm(name, face, size) for name in letters.values()))
    if size < look.body_pt - 0.5:  # names that aren't codes
        letters, face, size = _letters(rules, events), "sans-semibold", look.cell_pt
    named = {name: text_block(row.name, look.small().with_(colour=INK), step - 2.0, anchor="middle")
             for name, row in events.items() if step >= NAMED_MM and letters[name] not in (row.name, "–")}  # fmt: skip
    if any(text.text.endswith("-") for drawn in named.values() for text in texts_in(drawn.nodes)):
        named = {}  # the key below has them undivided
    name_mm = max((name.height_mm for name in named.values()), default=0.0)
    nodes: list[Node] = [*_die_faces(tables[0].dice.sides, len(faces), left, step, look)]
    top = y = look.face_mm + 2.0
    rows = []
    for number, (table, label) in enumerate(zip(tables, labels, strict=True)):
        height = max(look.row_mm * 0.8 + name_mm, label.height_mm + 1.6) + look.air_mm
        nodes.append(SourceMarks((("table", table.id, 0.0, y, width, height),)))
        if number % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        cells = [Group((label.at(1.0, y + (height - label.height_mm) / 2),), role="TH Row")]
        for rolled in faces:
            event, x = table.row_for(rolled).id, left + (rolled - 0.5) * step
            below = named[event].height_mm if event in named else 0.0
            base = centred_baseline(face, size, y + (height - below) / 2)
            shown: list[Node] = [Text(x, base, letters[event], face, size, INK, anchor="middle")]
            if event in named:
                shown.append(named[event].at(x - step / 2 + 1.0, y + (height - below) / 2 + size * MM_PER_PT * 0.6))
            cells.append(Group(tuple(shown), role="TD"))
        rows.append(Group(tuple(cells), role="TR"))
        y += height
    nodes += [Group(tuple(rows), role="Table"), ruled(top, width), ruled(y, width)]
    key = _events_key(rules, [(letters[name], row) for name, row in events.items()], width, look)
    nodes.append(key.at(0, y + 1.6))
    notes = (note for table in tables for note in table.notes)
    return noted(nodes, notes, width, y + 1.6 + key.height_mm, look)


def are_spans(table: AnyTable) -> bool:
    """Whether a table has so few events, each for faces in a row, that a row of a joint table shows it."""
    return (
        isinstance(table, EventsTable) and table.dice.count == 1 and table.dice.sides == PIPPED
        and len(table.rows) <= MOST_SPANS and not table.modifiers and not table.notes
        and not any(row.after_text or row.rule for row in table.rows)
        and all(None not in die_span(row.die) for row in table.rows)
    )  # fmt: skip


def draw_spans(game: Game, tables: Sequence[EventsTable], width: float, look: TableLook) -> Drawing:
    """Tables of few events as one: a row for each table, in it each event across the faces that bring it about."""
    style = look.body()
    labels = [text_block(f"**{end_of(table.title)}**", style, width * SPANS_LABEL - 3.0) for table in tables]
    left, top = width * SPANS_LABEL, look.face_mm + 2.0
    step = (width - left) / PIPPED
    nodes, rows, y = [*_die_faces(PIPPED, PIPPED, left, step, look)], list[Group](), top
    for number, (table, label) in enumerate(zip(tables, labels, strict=True)):
        told = []
        for row in table.rows:
            first, last = die_span(row.die)
            assert first is not None and last is not None
            text = text_block(f"**{row.name}.** {row.text}", style, (last - first + 1) * step - 3.0)
            told.append((left + (first - 1) * step, text))
        inner = max(text.height_mm for text in (label, *(text for _, text in told)))
        height = max(look.row_mm * 0.8, inner + 2.0) + look.air_mm
        nodes.append(SourceMarks((("table", table.id, 0.0, y, width, height),)))
        if number % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        cells = [Group((label.at(1.0, y + (height - label.height_mm) / 2),), role="TH Row")]
        for x, text in told:
            nodes.append(line(x, y + 0.8, x, y + height - 0.8, Stroke(INK, 0.9)))
            cells.append(Group((text.at(x + 1.8, y + (height - text.height_mm) / 2),), role="TD"))
        rows.append(Group(tuple(cells), role="TR"))
        y += height
    nodes += [Group(tuple(rows), role="Table"), ruled(top, width), ruled(y, width)]
    return Drawing(tuple(nodes), width, y)


def _die_faces(sides: int, count: int, left: float, step: float, look: TableLook) -> Iterator[Node]:
    """The faces of a die as heads of columns."""
    for rolled in range(1, count + 1):
        x = left + (rolled - 0.5) * step
        if sides == PIPPED:
            yield from die_face(x - look.face_mm / 2, 0.6, look.face_mm, rolled)
        else:
            yield Text(x, look.face_mm, str(rolled), "sans-bold", look.die_pt, INK, anchor="middle")


MOST_FACES, PIPPED, MOST_SPANS = 10, 6, 2
LABEL_SHARE, SPANS_LABEL = 0.45, 0.2
"""Most of the width that the names of the tables may take, and what those of few events take."""


def _letters(rules: RuleIndex, events: Mapping[str, EventRow]) -> dict[str, str]:
    """Event -> the letter of its case where each has its own, else the next one; a dash for what does nothing."""
    cases = {name: rules.bare(row.rule)[-1:] for name, row in events.items() if row.rule}
    own = {name: case for name, case in cases.items() if case in LETTERS and [*cases.values()].count(case) == 1}
    after = LETTERS.index(max(own.values(), default=LETTERS[-1]))
    left = (letter for letter in LETTERS[after + 1 :] + LETTERS if letter not in own.values())
    return {name: "–" if name == NOTHING else own.get(name) or next(left) for name in events}


NAMED_MM = 20.0
"""The width of a column in which an event's name has room below its letter."""
NOTHING = "none"
"""The id of an event that is none."""


def _events_key(rules: RuleIndex, events: Sequence[tuple[str, EventRow]], width: float, look: TableLook) -> Drawing:
    """What each letter means, by letter; in columns where there is room. A name that says all is left out."""
    left = max(5.6, *(width_mm(letter, "sans-semibold", look.body_pt) + 3.0 for letter, _ in events))
    longest = max(width_mm(row.text, "sans-regular", look.body_pt) for _, row in events) + left + 3.4
    columns = min(max(1, int(width // min(longest, 75.0))), 3)
    step = width / columns
    texts = [
        (letter, text_block(rules.cited(f"**{row.name}.** {row.text}" if letter != row.name else row.text,
                                        row.rule or ""), look.body(), step - left - 3.4))
        for letter, row in sorted(events, key=lambda event: (event[0] == "–", event[0]))
        if letter != row.name or row.text
    ]  # fmt: skip
    per, nodes, told, bottom, gap_mm = -(-len(texts) // columns), [], [], 0.0, 0.8 + look.air_mm / 2
    for first in range(0, len(texts), per):
        y = 0.0
        for letter, text in texts[first : first + per]:
            x, base = first // per * step, y + first_baseline_pt(look.body()) * MM_PER_PT
            shown = Text(x + 1.0, base, letter, "sans-semibold", look.body_pt, INK)
            told.append(told_pair(shown, text.at(x + left, y)))
            y += text.height_mm + gap_mm
        bottom = max(bottom, y - gap_mm)
    nodes.append(Group(tuple(told), role="Table"))
    return Drawing(tuple(nodes), width, bottom)
