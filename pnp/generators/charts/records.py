"""Blank records: a row for each turn, a box to tick for each loss, lines for notes."""

from __future__ import annotations

import math

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.scenarios.lists import draw_band
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
"""With more boxes than this, they are empty."""
CHIT_MM, BOX_MM, BOX_GAP_MM, CLEAR_MM = 9.0, 5.0, 0.9, 1.2
"""Of losses: the picture of a kind, the size of a box, the white between boxes, that above and below."""
NAME_LEAST_MM = 14.0
"""The room for a name at the least."""
MANY_BOXES, TEN, TEN_GAP_MM, CELL_GAP_MM = 12, 10, 2.0, 6.0
"""More boxes stand across the whole width, in tens; the white between tens, and between cells side by side."""


def turns_part(game: Game, width: float, looseness: float = 0.0) -> Drawing:
    """The turn record, its rows between a line by hand and two."""
    row = LEAST_ROW_MM + looseness * (MOST_ROW_MM - LEAST_ROW_MM)
    return titled(game.words.text("Turn record"), _turns(game, width, row))


def least_turns_mm(game: Game) -> float:
    """The width in which no word of a head of the turn record is divided."""
    heads = record_heads(game)
    words = [width_mm(word, "sans-italic", _HEAD.size_pt) for head in heads for word in head.split()]
    return max(LEAST_MM, len(heads) * (max(words, default=0.0) + 3.0) / (1.0 - NAMES_SHARE))


def losses_part(game: Game, width: float, air_mm: float = 0.0, *, only: str = "") -> Drawing | None:
    """The losses, with pictures where units are many; None where a display keeps them.

    air_mm  what is added to the height of each row
    only    the side whose losses are listed; "" = all
    """
    groups = [group for group in game.counters.groups if group.type and group.factors and only in ("", group.side)]
    if _lost_on_displays(game) or not groups:
        return None
    return _losses(game, groups, width, air_mm)


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


def _losses(game: Game, groups: list[CounterGroup], width: float, air_mm: float) -> Drawing:
    """The losses by side: a cell for each group of units, a box for each of their steps beside its name.

    Cells stand in rows of several, and below them those with many boxes across the whole width.
    """
    words, sides = game.words, {str(side.id): side.name for side in game.info.sides}
    stepped = any(group.back == "reduced" for group in game.counters.groups)
    counts = {group.id: len(_values(game, group)) for group in groups}
    names_mm = max(width_mm(word, "sans-regular", _SMALL.size_pt) for group in groups for word in group.name.split())
    left = CHIT_MM + max(NAME_LEAST_MM, names_mm + 1.0) + 2.4
    small = [n for n in counts.values() if n <= MANY_BOXES] or [1]
    across = (max(small), math.ceil(max(small) / 2))  # in one row where that leaves several columns
    fitting = [int((width + CELL_GAP_MM) // (left + n * (BOX_MM + BOX_GAP_MM) + CELL_GAP_MM)) for n in across]
    most = max(1, fitting[0] if fitting[0] > 1 else fitting[1])
    nodes: list[Node] = []
    y = 0.0
    for owner in dict.fromkeys(group.side or "" for group in groups):
        own = [group for group in groups if (group.side or "") == owner]
        if len(groups) > len(own):
            head = draw_band(game, owner, sides.get(owner, ""), "", width)
            nodes.append(head.at(0.0, y))
            y += head.height_mm
        few = [group for group in own if counts[group.id] <= MANY_BOXES]
        rows = [few[first : first + most] for first in range(0, len(few), most)]
        for row in [*rows, *([group] for group in own if group not in few)]:
            step = width + CELL_GAP_MM if row[0] not in few else (width + CELL_GAP_MM) / most
            cells = [_loss_cell(game, group, step - CELL_GAP_MM, left, sum(counts.values()) <= MANY) for group in row]
            high = max(cell.height_mm for cell in cells) + air_mm
            for column, cell in enumerate(cells):
                nodes.append(cell.at(column * step, y + (high - cell.height_mm) / 2))
            y += high
            nodes.append(line(0.0, y, width, y, _THIN))
        y += 2.0
    note = words.text("Tick a box for each step lost.") if stepped else words.text("Tick a unit when it is eliminated.")
    title = words.text("Losses") if stepped else words.text("Lost for good")
    return titled(title, Drawing(tuple(nodes), width, y - 2.0), note=note)


def _loss_cell(game: Game, group: CounterGroup, width: float, left: float, valued: bool) -> Drawing:
    """A counter of the group, its name, and a box for each step, in which its value stands: many in rows of tens."""
    counter, values = next(c for c in game.all_counters() if c.group.id == group.id), _values(game, group)
    pitch = BOX_MM + BOX_GAP_MM
    most = max(1, int((width - left + BOX_GAP_MM) // pitch))
    tens = int((width - left + TEN_GAP_MM) // (TEN * pitch + TEN_GAP_MM)) if len(values) > MANY_BOXES else 0
    across = TEN * tens or -(-len(values) // -(-len(values) // most))
    rows = -(-len(values) // across)
    name = text_block(group.name, _SMALL, left - CHIT_MM - 2.4)
    height = max(CHIT_MM, name.height_mm, rows * pitch - BOX_GAP_MM) + 2 * CLEAR_MM
    nodes: list[Node] = [name.at(CHIT_MM + 1.4, (height - name.height_mm) / 2)]
    nodes += chit(game, counter, 0.0, (height - CHIT_MM) / 2, CHIT_MM)
    top = (height - rows * pitch + BOX_GAP_MM) / 2
    for number, value in enumerate(values):
        x, y = left + number % across * pitch, top + number // across * pitch
        x += number % across // TEN * TEN_GAP_MM if tens else 0.0
        nodes.append(Path(rect(x, y, BOX_MM, BOX_MM, 0.5), fill="#ffffff", stroke=Stroke(INK, 0.5)))
        if valued and value:
            base = centred_baseline("condensed-regular", 8.4, y + BOX_MM / 2)
            nodes.append(Text(x + BOX_MM / 2, base, value, "condensed-regular", 8.4, QUIET, anchor="middle"))
    return Drawing(tuple(nodes), width, height)


def _values(game: Game, group: CounterGroup) -> list[str]:
    """The first factor of every unit in a group, and of its reduced side, as printed."""
    values = []
    for counter in game.all_counters():
        if counter.group.id == group.id:
            values.append(f"{counter.factors[0][1]}{group.suffix}" if counter.factors else "")
            if counter.reduced:
                values.append(f"{counter.reduced[0][1]}{group.suffix}")
    return values
