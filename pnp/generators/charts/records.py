"""Blank records: a row for each turn, a box to tick for each loss, lines for notes."""

from __future__ import annotations

import math

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.tables.parts import BODY, NOTE, titled, turn_names
from pnp.generators.tables.tables import INK, QUIET
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.model.counters import CounterGroup
from pnp.model.game import Game
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import RecordColumn

_THIN = Stroke("#8d867b", 0.4)
_CELL = BODY
_SMALL = NOTE.with_(colour=INK, leading_pt=9.4)
_HEAD = NOTE
NAME_MM = 13.0
"""The x at which the names of turns begin, after their numerals."""
NOTE_MM, NOTE_TYPE = 2.2, ("condensed-regular", 8.4)
"""White before a note of the turn track beside the name of the turn; its type."""
MOST_ROW_MM = 11.0
"""The highest row of the turn record: two lines by hand."""
LEAST_ROW_MM = 8.2
"""The lowest."""
LEAST_MM, NAMES_SHARE = 100.0, 0.3
"""The least width of the turn record, and the share of it that the names of the turns may take."""
NOTE_LINES, MORE_NOTE_LINES = 4, 8
MANY = 60
"""With more boxes than this, they are small and empty."""
CHIT_MM, BOXES_MM, BOX_MM, BOX_GAP_MM = 8.6, 38.0, 4.5, 0.9
"""Of many units: the picture of a kind, so large that its values can be read; the x at which their boxes begin, the
size of a box, the white between.
"""


def turns_part(game: Game, width: float, looseness: float = 0.0) -> Drawing:
    """The turn record, its rows between a line by hand and two."""
    row = LEAST_ROW_MM + looseness * (MOST_ROW_MM - LEAST_ROW_MM)
    return titled(game.words.text("Turn record"), _turns(game, width, row))


def least_turns_mm(game: Game) -> float:
    """The width in which no word of a head of the turn record is divided."""
    heads = record_heads(game)
    words = [width_mm(word, "sans-italic", _HEAD.size_pt) for head in heads for word in head.split()]
    return max(LEAST_MM, len(heads) * (max(words, default=0.0) + 3.0) / (1.0 - NAMES_SHARE))


def losses_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The losses, with pictures where units are many; None where a display keeps them.

    air_mm  what is added to the height of each row
    """
    return None if _lost_on_displays(game) else _losses(game, width, air_mm)


def notes_part(game: Game, width: float, looseness: float = 0.0) -> Drawing:
    """Ruled lines for what else players want to note, many of them where there is room."""
    height = LEAST_ROW_MM * (NOTE_LINES + looseness * MORE_NOTE_LINES)
    lines = [LEAST_ROW_MM * number for number in range(1, int(height / LEAST_ROW_MM + 0.01) + 1)]
    body = Drawing(tuple(line(0, y, width, y, _THIN) for y in lines), width, height)
    return titled(game.words.text("Notes"), body)


def _scenario(game: Game) -> Scenario:
    return next(iter(game.scenarios.values()))


def record_heads(game: Game) -> list[str]:
    """The column heads of the turn record, as markup: those that the game declares, else general ones.

    A game that declares none records its markers on tracks and the lots drawn; without such tracks, it records
    arrivals, losses, and points where they decide.
    """
    scenario = _scenario(game)
    if game.charts.record is not None:
        return [_head(game, scenario, column) for column in game.charts.record.columns]
    words = game.words
    markers = [head for track in game.tracks if track.kind == "value" for head in _marker_heads(game, track)]
    if markers:
        drawn = [words.text("Drawn")] if any(box.kind == "pool" for box in game.boxes) else []
        return [*markers, *drawn, words.text("Notes")]
    arriving = any(a.turn for a in scenario.arrivals) or any(code.isdecimal() for code in scenario.codes.values())
    counted = scenario.victory_points or scenario.victory or scenario.levels
    return [
        *([words.text("Reinforcements")] if arriving else []), words.text("Lost"),
        *([_with_goal(game, scenario, words.text("Points"))] if counted else []), words.text("Notes"),
    ]  # fmt: skip


def _head(game: Game, scenario: Scenario, column: RecordColumn) -> str:
    head = _with_goal(game, scenario, column.head) if column.points else column.head
    track = next((track for track in game.tracks if track.id == column.track), None)
    return _with_range(head, track) if track else head


def _with_goal(game: Game, scenario: Scenario, head: str) -> str:
    """`head` with the points that win the scenario, where points decide it."""
    goal = scenario.victory_points
    return game.words.text("{head} (win: {points})", head=head, points=goal) if goal else head


def _marker_heads(game: Game, track: Track) -> list[str]:
    """A head for each marker on a track of values, with the range of the track."""
    names = {str(c.id): c.name for c in game.all_counters()}
    heads: list[str] = []
    for counter in (c for c in game.all_counters() if c.id in (track.markers or (track.id,))):
        owners = counter.group.belongs_to
        owner = names.get(owners[min(counter.index, len(owners) - 1)], "") if owners else ""
        heads.append(_with_range(owner or counter.name, track))
    return heads


def _with_range(head: str, track: Track) -> str:
    """`head` with the lowest and the highest value of the track below it."""
    values = [space.value for space in track.spaces if space.value is not None]
    return f"{head}*\n\n*{_numeral(track, min(values))} … {_numeral(track, max(values))}" if values else head


def _numeral(track: Track, value: int) -> str:
    return next(s.numeral for s in track.spaces if s.value == value) or str(value)


def _turns(game: Game, width: float, row: float) -> Drawing:
    """The turn record: a row for each turn, a column for each head."""
    scenario = _scenario(game)
    names = turn_names(game, scenario.turns)
    notes, beside = _turn_notes(game, scenario.turns), NAMES_SHARE * width - NAME_MM - 6.0
    spans = [width_mm(name, "sans-regular", 9.0) for _, name in names]
    lengths = [span + NOTE_MM + width_mm(note, *NOTE_TYPE) for span, note in zip(spans, notes, strict=True) if note]
    below = max(lengths, default=0.0) > beside  # beside their names notes would leave too little room for columns
    spans += [] if below else lengths
    heads = [game.words.text("Turn"), *record_heads(game)]
    spans += [width_mm(note, *NOTE_TYPE) for note in notes] if below else []
    first = NAME_MM + max(spans, default=0.0) + 6.0
    first = min(max(first, 0.15 * width), NAMES_SHARE * width)
    step = (width - first) / max(len(heads) - 1, 1)
    columns = [(0.0, first), *((first + number * step, step) for number in range(len(heads) - 1))]
    drawn = [
        text_block(f"*{head}*", _HEAD, room - 2.0, gap_pt=0.0) for head, (_, room) in zip(heads, columns, strict=True)
    ]
    head_mm = max(d.height_mm for d in drawn) + 1.2
    nodes: list[Node] = [d.at(x + 1.0, head_mm - 1.2 - d.height_mm) for d, (x, _) in zip(drawn, columns, strict=True)]
    for index, (numeral, name) in enumerate(names):
        y = head_mm + index * row
        if index % 2 == 0:
            nodes.append(Path(rect(0, y, width, row), fill=game.style.colour("zebra")))
        base = centred_baseline("sans-bold", 11.5, y + row / 2)
        nodes.append(Text(1.5, base, numeral, "sans-bold", 11.5, INK))
        raised = 1.8 if below and notes[index] else 0.0
        nodes.append(Text(NAME_MM, base - raised, name, "sans-regular", 9.0, INK))
        if notes[index]:
            x = NAME_MM if below else NAME_MM + width_mm(name, "sans-regular", 9.0) + NOTE_MM
            stretch = min(1.0, (first - x - 1.5) / width_mm(notes[index], *NOTE_TYPE))
            nodes.append(Text(x, base + (raised and 1.5), notes[index], *NOTE_TYPE, QUIET, stretch=stretch))
        nodes += [line(x, y + row - 2.2, x + room - 3.0, y + row - 2.2, _THIN) for x, room in columns[1:]]
    bottom = head_mm + len(names) * row
    nodes += [line(0, head_mm, width, head_mm, Stroke(INK, 0.9)), line(0, bottom, width, bottom, Stroke(INK, 0.9))]
    return Drawing(tuple(nodes), width, bottom)


def _turn_notes(game: Game, turns: int) -> list[str]:
    """What the turn track says of each turn besides its name, such as its hours."""
    track = next((t for t in game.tracks if t.kind == "turn"), None)
    notes = [space.note for space in track.spaces][:turns] if track else []
    return notes + [""] * (turns - len(notes))


def _lost_on_displays(game: Game) -> bool:
    """Whether lost units are laid out on a display, so that nobody has to record them."""
    return any(box.kind == "eliminated" for board in game.boards for section in board.sections for box in section.boxes)


def _losses(game: Game, width: float, air_mm: float) -> Drawing:
    """The losses: a row for each group of units, a box with its value for each step of each unit."""
    words = game.words
    stepped = any(group.back == "reduced" for group in game.counters.groups)
    title = words.text("Losses") if stepped else words.text("Lost for good")
    by_step, by_unit = words.text("Tick a box for each step lost."), words.text("Tick a unit when it is eliminated.")
    note = by_step if stepped else by_unit
    groups = [group for group in game.counters.groups if group.type]
    largest = max((len(_values(game, group)) for group in groups), default=1)
    if sum(len(_values(game, group)) for group in groups) > MANY:
        return titled(title, _many_losses(game, groups, width, air_mm), note=note)
    nodes: list[Node] = []
    columns = 2 if largest <= 6 and len(groups) > 3 and width > 130.0 else 1
    between = 5.0
    step = (width - between * (columns - 1)) / columns
    rows = -(-len(groups) // columns)
    label, gap = 44.0, 1.4
    size = min(7.0, max(5.6, (step - label + gap) / largest - gap))
    bottom = y = 0.0
    for number, group in enumerate(groups):
        if number % rows == 0:
            y = 0.0
        most = int((step - label + gap + 1e-6) // (size + gap))
        y = _loss_row(game, group, nodes, number // rows * (step + between), y, label, size, most)
        y += air_mm
        bottom = max(bottom, y)
    return titled(title, Drawing(tuple(nodes), width, bottom), note=note)


def _many_losses(game: Game, groups: list[CounterGroup], width: float, air_mm: float) -> Drawing:
    """The losses of many units: each kind with empty boxes in rows of one length, in two level columns."""
    between = 7.0
    step = (width - between) / 2 if width > 130.0 else width
    drawn = [_loss_block(game, group, step, air_mm) for group in groups if group.factors]
    whole = sum(block.height_mm for block in drawn) if step < width else math.inf
    nodes: list[Node] = []
    x, y, bottom = 0.0, 0.0, 0.0
    for block in drawn:
        if not x and y >= whole / 2:
            x, y = step + between, 0.0
        nodes.append(block.at(x, y))
        y += block.height_mm
        bottom = max(bottom, y)
    return Drawing(tuple(nodes), width, bottom)


def _loss_block(game: Game, group: CounterGroup, width: float, air_mm: float) -> Drawing:
    """A counter of the group or its values, its name, and a box for each unit."""
    counter = next(c for c in game.all_counters() if c.group.id == group.id)
    pitch = BOX_MM + BOX_GAP_MM
    rows = -(-group.count // int((width - BOXES_MM + BOX_GAP_MM) // pitch))
    across = -(-group.count // rows)
    left = CHIT_MM + 1.2
    name = text_block(group.name, _SMALL, BOXES_MM - left - 0.8)
    height = max(CHIT_MM, name.height_mm, rows * pitch - BOX_GAP_MM) + air_mm
    top = (height - rows * pitch + BOX_GAP_MM) / 2
    nodes: list[Node] = [name.at(left, (height - name.height_mm) / 2)]
    nodes += chit(game, counter, 0.0, (height - CHIT_MM) / 2, CHIT_MM)
    for number in range(group.count):
        x, y = BOXES_MM + number % across * pitch, top + number // across * pitch
        nodes.append(Path(rect(x, y, BOX_MM, BOX_MM, 0.5), fill="#ffffff", stroke=Stroke(INK, 0.5)))
    nodes.append(line(0, height + 0.5, width, height + 0.5, Stroke(_THIN.colour, 0.25)))
    return Drawing(tuple(nodes), width, height + 1.0)


def _loss_row(
    game: Game, group: CounterGroup, nodes: list[Node], left: float, y: float, label: float, size: float, most: int
) -> float:
    """Draw the name of a group and its boxes, `most` in a line, from (left, y); returns the y of the next row."""
    name = text_block(_name_of(game, group), _CELL, label - 2.0)
    nodes.append(name.at(left, y + max(0.0, (size - name.height_mm) / 2)))
    values = _values(game, group)
    for index, value in enumerate(values):
        x = left + label + index % most * (size + 1.4)
        top = y + index // most * (size + 1.4)
        nodes.append(Path(rect(x, top, size, size, 0.6), fill="#ffffff", stroke=Stroke(INK, 0.6)))
        nodes.append(Text(x + size - 0.9, top + size - 1.0, value, "condensed-regular", 8.4, QUIET, anchor="end"))
    return y + max(-(-len(values) // most) * (size + 1.4), name.height_mm) + 1.4


def _name_of(game: Game, group: CounterGroup) -> str:
    """The name of a group, with its side where the other side has units of the same name."""
    alike = {other.side for other in game.counters.groups if other.name == group.name}
    side = next((side for side in game.info.sides if side.id == group.side), None)
    return f"{group.name} *{side.name}*" if side and len(alike) > 1 else group.name


def _values(game: Game, group: CounterGroup) -> list[str]:
    """The first factor of every unit in a group, and of its reduced side, as printed."""
    values = []
    for counter in game.all_counters():
        if counter.group.id == group.id:
            values.append(f"{counter.factors[0][1]}{group.suffix}" if counter.factors else "")
            if counter.reduced:
                values.append(f"{counter.reduced[0][1]}{group.suffix}")
    return values
