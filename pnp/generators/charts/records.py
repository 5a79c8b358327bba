"""Blank records: a row for each turn, a box to tick for each loss."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.tables.parts import NOTE, titled, turn_names
from pnp.generators.tables.tables import INK, QUIET
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import RecordColumn

_THIN = Stroke("#8d867b", 0.4)
_HEAD = NOTE
NAME_MM = 13.0
"""The x at which the names of turns begin, after their numerals."""
NOTE_MM, NOTE_TYPE = 2.2, ("condensed-regular", 8.4)
"""White before a note of the turn track beside the name of the turn; its type."""
MOST_ROW_MM = 11.0
"""The highest row of the turn record: two lines by hand."""
LEAST_ROW_MM = 8.2
"""The lowest."""
COLUMN_MM, NAMES_SHARE, NOTES_SHARE = 16.0, 0.3, 2.4
"""The least width of a column, the share of all that the names of the turns may take; the width of the column for
notes, the last one, in that of another.
"""
BOX_MM, BOX_GAP_MM, BOX_TYPE = 5.0, 1.2, ("condensed-regular", 8.4)
"""Of losses: the size of a box, the white between those of two units, the type in them."""
FIVE, FIVE_GAP_MM = 5, 1.1
"""So many stand together, and what parts them from the next."""


def turns_part(game: Game, width: float, looseness: float = 0.0) -> Drawing:
    """The turn record, its rows between a line by hand and two."""
    row = LEAST_ROW_MM + looseness * (MOST_ROW_MM - LEAST_ROW_MM)
    return titled(game.words.text("Turn record"), _turns(game, width, row))


def least_turns_mm(game: Game) -> float:
    """The width in which columns have room for words by hand, and no word of a head is divided."""
    needed = [max(COLUMN_MM, room) for room in _head_rooms(record_heads(game))]
    return (sum(needed) + (NOTES_SHARE - 1.0) * COLUMN_MM) / (1.0 - NAMES_SHARE)


def _head_rooms(heads: Sequence[str]) -> list[float]:
    """The width that each head needs for its longest word."""
    return [max(width_mm(word, "sans-italic", _HEAD.size_pt) for word in head.split()) + 3.0 for head in heads]


def _scenario(game: Game) -> Scenario:
    return next(iter(game.scenarios.values()))


def record_heads(game: Game) -> list[str]:
    """The column heads of the turn record, as markup: those that the game declares, else general ones; then notes.

    A game that declares none records its markers on tracks and the lots drawn; without such tracks, it records
    arrivals, losses, and points where they decide.
    """
    scenario, words = _scenario(game), game.words
    if game.charts.record is not None:
        return [*(_head(game, scenario, column) for column in game.charts.record.columns), words.text("Notes")]
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
    first = NAME_MM + max(spans, default=0.0) + 4.0
    first = min(max(first, 0.15 * width), NAMES_SHARE * width)
    unit = (width - first) / (len(heads) - 2 + NOTES_SHARE)
    needed = [max(unit, room) for room in _head_rooms(heads[1:-1])]
    rooms = [first, *(needed if first + sum(needed) + unit <= width else [unit] * len(needed))]
    rooms.append(width - sum(rooms))
    columns = [(sum(rooms[:number]), room) for number, room in enumerate(rooms)]
    drawn = [
        text_block(f"*{head}*", _HEAD, room - 2.0, gap_pt=0.0) for head, (_, room) in zip(heads, columns, strict=True)
    ]
    head_mm = max(d.height_mm for d in drawn) + 1.2
    bottom = head_mm + len(names) * row
    nodes: list[Node] = [Path(rect(0.0, head_mm, first, bottom - head_mm), fill=game.style.colour("zebra"))]
    nodes += [d.at(x + 1.0, head_mm - 1.2 - d.height_mm) for d, (x, _) in zip(drawn, columns, strict=True)]
    for index, (numeral, name) in enumerate(names):
        y = head_mm + index * row
        base = centred_baseline("sans-bold", 11.5, y + row / 2)
        nodes.append(Text(1.5, base, numeral, "sans-bold", 11.5, INK))
        raised = 1.8 if below and notes[index] else 0.0
        nodes.append(Text(NAME_MM, base - raised, name, "sans-regular", 9.0, INK))
        if notes[index]:
            x = NAME_MM if below else NAME_MM + width_mm(name, "sans-regular", 9.0) + NOTE_MM
            stretch = min(1.0, (first - x - 1.5) / width_mm(notes[index], *NOTE_TYPE))
            nodes.append(Text(x, base + (raised and 1.5), notes[index], *NOTE_TYPE, QUIET, stretch=stretch))
        nodes += [line(0.0, y, width, y, _THIN)] if index else []
    nodes += [line(x, head_mm, x, bottom, _THIN) for x, _ in columns[1:]]
    nodes += [line(0, y, width, y, Stroke(INK, 0.9)) for y in (head_mm, bottom)]
    return Drawing(tuple(nodes), width, bottom)


def _turn_notes(game: Game, turns: int) -> list[str]:
    """What the turn track says of each turn besides its name, such as its hours."""
    track = next((t for t in game.tracks if t.kind == "turn"), None)
    notes = [space.note for space in track.spaces][:turns] if track else []
    return notes + [""] * (turns - len(notes))


# Losses ------------------------------------------------------------------------------------------


def is_recorded(game: Game, group: CounterGroup) -> bool:
    """Whether losses of a group are ticked: of units, where they aren't laid out on a display."""
    kept = any(box.kind == "eliminated" for board in game.boards for one in board.sections for box in one.boxes)
    return bool(group.type and group.factors) and not kept


def how_to_tick(game: Game) -> str:
    """What a box stands for."""
    if any(group.back == "reduced" for group in game.counters.groups):
        return game.words.text("Tick a box for each step lost.")
    return game.words.text("Tick a unit when it is eliminated.")


def values_in_boxes(counters: Sequence[Counter]) -> bool:
    """Whether boxes show values: those of a kind that differ, where its units have no names."""
    return not _named(counters) and (any(c.reduced for c in counters) or len({c.factors for c in counters}) > 1)


def loss_boxes(counters: Sequence[Counter], room: float) -> Drawing:
    """A box for each step of each unit of a kind, with its name or value; in rows of one length, fives apart."""
    named, valued = _named(counters), values_in_boxes(counters)
    labels = [c.designation if named else f"{c.factors[0][1]}{c.group.suffix}" if valued else "" for c in counters]
    first = max(BOX_MM, max(width_mm(label, *BOX_TYPE) for label in labels) + 1.6)
    step = first + (BOX_MM if any(c.reduced for c in counters) else 0.0) + BOX_GAP_MM

    def at(column: int) -> float:
        return column * step + column // FIVE * FIVE_GAP_MM

    most = next((n for n in range(len(labels), 1, -1) if at(n - 1) + step - BOX_GAP_MM <= room), 1)
    across = -(-len(labels) // -(-len(labels) // most))
    across = -(-across // FIVE) * FIVE if across > FIVE and -(-across // FIVE) * FIVE <= most else across
    nodes: list[Node] = []
    for number, (counter, label) in enumerate(zip(counters, labels, strict=True)):
        x, y = at(number % across), number // across * (BOX_MM + BOX_GAP_MM)
        nodes += _box(x, y, first, label)
        if counter.reduced:
            nodes += _box(x + first, y, BOX_MM, "" if named else f"{counter.reduced[0][1]}{counter.group.suffix}")
    rows = -(-len(labels) // across)
    return Drawing(tuple(nodes), room, rows * (BOX_MM + BOX_GAP_MM) - BOX_GAP_MM)


def _named(counters: Sequence[Counter]) -> bool:
    names = {counter.designation for counter in counters}
    return len(names) == len(counters) > 1 and "" not in names


def _box(x: float, y: float, width: float, label: str) -> list[Node]:
    base = centred_baseline(BOX_TYPE[0], BOX_TYPE[1], y + BOX_MM / 2)
    words = [Text(x + width / 2, base, label, *BOX_TYPE, QUIET, anchor="middle")] if label else []
    return [Path(rect(x, y, width, BOX_MM, 0.5), fill="#ffffff", stroke=Stroke(INK, 0.5)), *words]
