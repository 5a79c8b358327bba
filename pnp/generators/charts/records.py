"""The blank record: a row for each turn, a column for each thing that is tracked."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.scenarios.lists import arrival_stacks, stack_row
from pnp.generators.tables.parts import NOTE, titled, turn_names
from pnp.generators.tables.tables import INK, QUIET, marked
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.model.game import Game, standard_scenario
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import ListTable, RecordColumn

_THIN = Stroke("#8d867b", 0.4)
_HEAD = NOTE
NAME_MM, NAME_TYPE = 11.0, ("sans-semibold", 9.0)
"""The x at which the names of turns begin, after their numerals; their type."""
NOTE_MM, NOTE_TYPE = 2.2, ("condensed-regular", 8.4)
"""White before a note of the turn track beside the name of the turn; its type."""
MOST_ROW_MM = 8.4
"""The highest row of the turn record where nothing is printed in it: a line by hand, with air."""
LEAST_ROW_MM, PAD_MM = 7.6, 1.0
"""The lowest, and the white above and below what stands in one."""
PAGE_MM = 200.0, 240.0
"""Width and height of what is never parted: of a page of smaller type."""
COLUMN_MM, NAMES_SHARE, NOTES_SHARE = 13.0, 0.25, 2.0
"""The least width of a column, the share of all that the names of the turns may take; the width of the column for
notes, the last one, in that of another.
"""
TOLD_MM, ARRIVING_MM = 34.0, 40.0
"""The least width of what a calendar tells of a turn beside arrivals, and the width of a line of these."""
TOLD_SHARE, ALONE_SHARE = 0.26, 0.54
"""The share of the turns where a calendar tells of them, beside arrivals and without."""
PALER = 0.6
"""The share of a turn's tint in its ground, on which words are read."""
_TOLD = TextStyle(CONDENSED, 8.6, 10.0, INK, raised=False)


def turns_part(game: Game, width: float, looseness: float = 0.0, part: tuple[int, int] = (0, 1)) -> Drawing:
    """The turn record, its rows between a line by hand and two.

    part  which part of how many
    """
    row = looseness * (MOST_ROW_MM - LEAST_ROW_MM)
    drawing, calendar = _turns(game, width, row, part), calendar_of(game)
    return titled(game.words.text("Turn by turn"), marked(calendar, drawing) if calendar else drawing)


def parts_of_turns(game: Game) -> int:
    """In how many parts the turn record fits pages."""
    return math.ceil(turns_part(game, PAGE_MM[0]).height_mm / PAGE_MM[1])


def least_turns_mm(game: Game) -> float:
    """The width in which columns have room for words by hand, no word of a head is divided, and arrivals and what the
    calendar tells beside them have theirs.
    """
    columns, turns = sum(_needed_mm(game)), _turns_told(game, _scenario(game))
    arriving = _arriving_mm(game)
    first = TOLD_MM if any(turn.text for turn in turns) else _named_mm(turns)
    return max(columns / (1.0 - NAMES_SHARE), columns + first + arriving if arriving else 0.0)


def _arriving_mm(game: Game) -> float:
    """The least width of the column of arrivals; 0 without any."""
    arriving = arrival_stacks(game, _scenario(game)).values()
    return max((stack_row(game, stacks, ARRIVING_MM).width_mm + 3.0 for stacks in arriving), default=0.0)


def _needed_mm(game: Game) -> list[float]:
    """The least widths of the columns, that of notes the last."""
    needed = [max(COLUMN_MM, room) for room in _head_rooms(record_heads(game))]
    return [*needed[:-1], NOTES_SHARE * COLUMN_MM]


def _head_rooms(heads: Sequence[str]) -> list[float]:
    """The width that each head needs for its longest word."""
    return [max(width_mm(word, "sans-italic", _HEAD.size_pt) for word in head.split()) + 3.0 for head in heads]


def _scenario(game: Game) -> Scenario:
    return standard_scenario(game) or next(iter(game.scenarios.values()))


def record_heads(game: Game) -> list[str]:
    """The column heads of the turn record, as markup: those that the game declares, else general ones; then notes.

    A game that declares none records its markers on tracks and the lots drawn; without such tracks, it records
    losses, and points where they decide.
    """
    scenario, words = _scenario(game), game.words
    if game.charts.record is not None:
        return [*(_head(game, scenario, column) for column in game.charts.record.columns), words.text("Notes")]
    markers = [head for track in game.tracks if track.kind == "value" for head in _marker_heads(game, track)]
    if markers:
        drawn = [words.text("Drawn")] if any(box.kind == "pool" for box in game.boxes) else []
        return [*markers, *drawn, words.text("Notes")]
    counted = scenario.victory_points or scenario.victory or scenario.levels
    return [
        words.text("Lost"),
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


def _turns(game: Game, width: float, air_mm: float, part: tuple[int, int]) -> Drawing:
    """The turn record: a row for each turn, with what it brings; a column for each head."""
    scenario = _scenario(game)
    turns = _turns_told(game, scenario)
    arriving = arrival_stacks(game, scenario)
    below = arriving or any(turn.note and turn.text for turn in turns)
    names = 0.0 if below else max(width_mm(turn.name, *NAME_TYPE) for turn in turns)
    left = width - sum(_needed_mm(game))
    first = min(_first_mm(turns, width, TOLD_SHARE if arriving else ALONE_SHARE), left - _arriving_mm(game))
    natural = max((stack_row(game, stacks, math.inf).width_mm for stacks in arriving.values()), default=-3.0)
    second = min(natural + 3.0, left - first)
    named = [(game.words.text("Turn"), first), *([(game.words.text("Arrivals"), second)] if arriving else [])]
    rooms = _columns_mm(record_heads(game), width - first - second)
    heads, rooms = zip(*named, *zip(record_heads(game), rooms, strict=True), strict=True)
    columns = [(sum(rooms[:number]), room) for number, room in enumerate(rooms)]
    drawn = [
        text_block(f"*{head}*", _HEAD, room - 2.0, gap_pt=0.0) for head, (_, room) in zip(heads, columns, strict=True)
    ]
    head_mm = max(d.height_mm for d in drawn) + 1.2
    nodes: list[Node] = [d.at(x + 1.0, head_mm - 1.2 - d.height_mm) for d, (x, _) in zip(drawn, columns, strict=True)]
    y = head_mm
    start, end = (math.ceil(len(turns) * n / part[1]) for n in (part[0], part[0] + 1))
    for number, told in enumerate(turns[start:end]):
        stacks = arriving.get(start + number + 1, ())
        pictured = stack_row(game, stacks, second - 2.0)
        turn = _turn(told, first if stacks else first + second, names)
        high = max(turn.height_mm + PAD_MM, pictured.height_mm + PAD_MM, LEAST_ROW_MM) + air_mm
        nodes.append(Path(rect(0.0, y, first + second, high), fill=_ground(game, told.tint)))
        nodes.append(turn.at(0.0, y + (high - turn.height_mm) / 2))
        nodes.append(pictured.at(first + 1.0, y + (high - pictured.height_mm) / 2))
        nodes += [line(0.0, y, width, y, _THIN)] if number else []
        y += high
    nodes += [line(x, head_mm, x, y, _THIN) for x, _ in columns[2 if arriving else 1 :]]
    nodes += [line(0, at, width, at, Stroke(INK, 0.9)) for at in (head_mm, y)]
    return Drawing(tuple(nodes), width, y)


def _columns_mm(heads: Sequence[str], room: float) -> list[float]:
    """The widths of the columns in so much room, which have what their heads need; the last one, for notes, is wide."""
    unit = room / (len(heads) - 1 + NOTES_SHARE)
    needed = [max(unit, least) for least in _head_rooms(heads[:-1])]
    needed = needed if sum(needed) + unit <= room else [unit] * len(needed)
    return [*needed, room - sum(needed)]


class _Turn(NamedTuple):
    """Numeral and name of a turn, the note and the tint on its track, and what the calendar says of it."""

    numeral: str
    name: str
    note: str = ""
    tint: str = ""
    text: tuple[Span, ...] = ()


def _ground(game: Game, tint: str) -> str:
    """The ground of a turn: paler than on its track, grey where it has no tint there."""
    tinted = tint in game.style.palette and game.style.ink != "low"
    return mix("#ffffff", game.style.palette[tint], PALER) if tinted else game.style.colour("zebra")


def calendar_of(game: Game) -> ListTable | None:
    """The list that has a row for each turn, most of them under its name; it stands in the turn record."""
    names = [name for _, name in turn_names(game, _scenario(game).turns)]
    for table in game.charts.tables:
        if isinstance(table, ListTable) and len(table.rows) >= len(names):
            alike = sum(row.key == name != "" for row, name in zip(table.rows, names, strict=False))
            if alike > len(names) / 2:
                return table
    return None


def _turns_told(game: Game, scenario: Scenario) -> list[_Turn]:
    """Every turn; after them what else the calendar has, such as the day on which the game is over."""
    track = next((t for t in game.tracks if t.kind == "turn"), None)
    spaces = [(space.note, str(space.tint or "")) for space in track.spaces][: scenario.turns] if track else []
    calendar, index = calendar_of(game), rule_index(game)
    rows = calendar.rows if calendar else ()
    said = [index.cited(row.text, row.rule or "") for row in rows]
    turns = []
    for named, space, text in zip_longest(turn_names(game, scenario.turns), spaces, said[: scenario.turns]):
        note, tint = space or ("", "")
        first, *_ = re.split(r"\W", note)
        known = text and "".join(span.text for span in text).casefold().startswith(first.casefold())
        turns.append(_Turn(*named, "" if known else note, tint, text or ()))
    after = [_Turn("", row.key, text=text) for row, text in zip(rows, said, strict=True)]
    return [*turns, *after[scenario.turns :]]


def _first_mm(turns: Sequence[_Turn], width: float, told: float) -> float:
    """The width of the first column: of names and notes; where a calendar says more, the share `told`."""
    if any(turn.text for turn in turns):
        return told * width
    return min(max(_named_mm(turns), 0.15 * width), NAMES_SHARE * width)


def _named_mm(turns: Sequence[_Turn]) -> float:
    """The width of numerals, names and notes of turns."""
    return NAME_MM + 2.0 + max(max(width_mm(turn.name, *NAME_TYPE), width_mm(turn.note, *NOTE_TYPE)) for turn in turns)


def _turn(turn: _Turn, width: float, names: float) -> Drawing:
    """A turn in the first column: its numeral, its name with the note below it, or beside it where the calendar says
    something, which stands below that, or beside it where the column is wide.

    names  the width of the longest name where it stands beside it, else 0
    """
    room, name = width - NAME_MM - 2.0, width_mm(turn.name, *NAME_TYPE)
    nodes: list[Node] = [Text(NAME_MM, 3.4, turn.name, *NAME_TYPE, INK)]
    y, left = 4.4, NAME_MM + (names + NOTE_MM if names else 0.0)
    if turn.note:
        x, base = (NAME_MM + name + NOTE_MM, 3.4) if turn.text else (NAME_MM, 7.0)
        stretch = min(1.0, (NAME_MM + room - x) / width_mm(turn.note, *NOTE_TYPE))
        nodes.append(Text(x, base, turn.note, *NOTE_TYPE, QUIET, stretch=stretch))
        y = base + 1.0
    if turn.text:
        text = text_block(turn.text, _TOLD, width - left - 2.0)
        top = y - 0.2 if left == NAME_MM else 0.3
        nodes.append(text.at(left, top))
        y = max(y, top + text.height_mm)
    base = centred_baseline("sans-bold", 11.5, 2.2 if turn.text else y / 2)
    stretch = min(1.0, (NAME_MM - 3.0) / max(width_mm(turn.numeral, "sans-bold", 11.5), 1.0))
    return Drawing((Text(1.5, base, turn.numeral, "sans-bold", 11.5, INK, stretch=stretch), *nodes), width, y)
