"""The turn record: what each turn brings, and on charts room to write in for each thing that is tracked. A turn has a
column; a row where a calendar tells of it or units of a side come in at several places.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.scenarios.lists import LaidStack, arrival_stacks, stack_row
from pnp.generators.tables.parts import BODY, NOTE, titled, turn_names
from pnp.generators.tables.tables import INK, marked
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.model.game import Game, standard_scenario
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import ListTable, RecordColumn

_THIN, _APART = Stroke("#8d867b", 0.4), Stroke("#ffffff", 2.0)
_NAME, _TOLD = BODY, TextStyle(CONDENSED, 8.6, 10.0, INK, raised=False)
NUMERAL_TYPE = ("sans-bold", 15.0)
START_MM, ROW_MM, ROW_AIR_MM, PAD_MM, WRITTEN_AIR_MM = 15.0, 7.2, 2.0, 0.6, 1.2
"""The width of the numerals; the height of a row to write in where nothing arrives, how much higher rows are on a page
with room, the white above and below what stands in one, together, and how much higher one to write in is at the most.
"""
PAGE_MM = 215.0, 259.0
"""Width and height of what is never parted: of a page of small type."""
COLUMN_MM, NOTES_SHARE = 13.0, 1.6
"""The least width of a column to write in; the width of that for notes, the last one, in that of another."""
MOST_ACROSS, LABEL_MM, NUMERAL_MM, BAR_MM = 10, 25.0, 6.4, 1.2
"""Turns in columns, at the most; what their rows are called; the height of their numerals, and of the bar through those
for which a note holds.
"""
TOLD_MM, ARRIVING_MM, ARRIVING_AIR_MM, APART_MM = 38.0, 48.0, 3.0, 0.8
"""The least width of what a calendar tells of a turn; the greatest width of a line of arrivals, the white beside it,
and beside a counter in the column of a turn.
"""
PALER = 0.45
"""The share of a turn's tint in the ground on which words are read."""


def turns_part(
    game: Game, width: float, looseness: float = 0.0, part: tuple[int, int] = (0, 1), only: str | None = None
) -> Drawing:  # fmt: skip
    """The turn record: what each turn brings, and columns to write in.

    part  which part of how many
    only  nothing to write in, and arrivals of this side alone; "" = of all
    """
    calendar, air_mm = calendar_of(game), looseness * ROW_AIR_MM
    heads, draw = record_heads(game) if only is None else [], _across if _is_across(game) else _turns
    drawing = draw(game, width, air_mm, part, heads, only or "")
    general = game.words.text("Turn record") if heads else game.words.text("Arrivals")
    title = calendar.title if calendar and not heads else general
    return titled(game, title, marked(calendar, drawing) if calendar else drawing)


def tells_of_turns(game: Game, only: str = "") -> bool:
    """Whether a calendar tells of them, or units of a side arrive."""
    return calendar_of(game) is not None or bool(arrival_stacks(game, _scenario(game), only=only))


def parts_of_turns(game: Game) -> int:
    """In how many parts the turn record fits pages."""
    return math.ceil(turns_part(game, PAGE_MM[0]).height_mm / PAGE_MM[1])


def least_turns_mm(game: Game, only: str | None = None) -> float:
    """The width in which columns have room for words by hand, no word of a head is divided, and arrivals and what the
    calendar tells beside them have theirs. `only` is that of `turns_part`.
    """
    if _is_across(game):
        coming = (own for _, by_turn, _ in _arriving(game, "") for own in by_turn.values())
        stacks = [replace(stack, name="") for own in coming for stack in own]
        widest = stack_row(game, stacks, 0.0).width_mm  # a counter and its number
        return LABEL_MM + max(COLUMN_MM, widest + 2 * APART_MM) * _scenario(game).turns
    told, heads = _told_mm(_turns_told(game, _scenario(game))), record_heads(game) if only is None else []
    return START_MM + sum(_needed_mm(heads)) + _arriving_mm(game, ARRIVING_MM, only or "") + told


def _told_mm(turns: Sequence[_Turn]) -> float:
    """The least width of the names of turns, and of what is told of them."""
    names = [width_mm(turn.name, _NAME.faces.bold, _NAME.size_pt) for turn in turns]
    words = [width_mm(span.text, _TOLD.faces.bold, _TOLD.size_pt) for turn in turns for span in turn.told[:1]]
    return min(max(*names, *words, 0.0) + 5.0, TOLD_MM)


def _arriving_mm(game: Game, most: float, only: str) -> float:
    """The width of the column of arrivals of a side, in lines of at most so much; 0 without any."""
    arriving = arrival_stacks(game, _scenario(game), only=only).values()
    return max((stack_row(game, stacks, most).width_mm + ARRIVING_AIR_MM for stacks in arriving), default=0.0)


def _needed_mm(heads: Sequence[str]) -> list[float]:
    """The least widths of the columns, that of notes the last."""
    words = [max(width_mm(word, "sans-italic", NOTE.size_pt) for word in head.split()) for head in heads]
    return [*(max(COLUMN_MM, word + 3.0) for word in words[:-1]), NOTES_SHARE * COLUMN_MM][: len(heads)]


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


def _is_across(game: Game) -> bool:
    """Whether turns have columns: few turns, of which no calendar tells; the units of a side come in at one place."""
    few = _scenario(game).turns <= MOST_ACROSS
    return few and calendar_of(game) is None and all(len(places) < 2 for *_, places in _arriving(game, ""))


def _arriving(game: Game, only: str) -> list[tuple[str, dict[int, tuple[LaidStack, ...]], set[str]]]:
    """The name of each side whose units arrive, its stacks turn by turn, and the places where they come in."""
    sides = ((side.name, arrival_stacks(game, _scenario(game), only=side.id)) for side in game.info.sides
             if only in ("", side.id))  # fmt: skip
    return [(name, by_turn, {stack.name for stacks in by_turn.values() for stack in stacks})
            for name, by_turn in sides if by_turn]  # fmt: skip


def _across(
    game: Game, width: float, air_mm: float, _part: tuple[int, int], record: Sequence[str], only: str
) -> Drawing:  # fmt: skip
    """A column for each turn: its numeral and name over what holds and arrives in it, and over rows to write in."""
    turns, sides = _turns_told(game, _scenario(game)), _arriving(game, only)
    step = (width - LABEL_MM) / len(turns)
    noted = [[note for span in turn.told for note in span.text.split(" · ")] for turn in turns]
    lasting = [note for note, n in Counter(itertools.chain(*noted)).items() if n > 1]
    told = [(*(f"**{part}**" for part in _halved(turn.name, step - 1.2)), *(n for n in own if n not in lasting))
            for turn, own in zip(turns, noted, strict=True)]  # fmt: skip
    heads = [text_block("\n\n".join(lines), _TOLD, step - 1.0, anchor="middle", gap_pt=0.0) for lines in told]
    rows, none = [("", heads, 1.0, NUMERAL_MM)], Drawing((), 0.0, 0.0)
    bar = Drawing((Path(rect(0.0, 0.0, step, BAR_MM), fill=_THIN.colour),), step, BAR_MM)
    rows += [(note, [bar if note in own else none for own in noted], PALER, BAR_MM) for note in lasting]
    for name, by_turn, places in sides:
        label = "\n\n".join((f"**{name}**", *(place for place in places if place)))
        stacks = [[replace(stack, name="") for stack in by_turn.get(n, ())] for n in range(1, len(turns) + 1)]
        drawn = [stack_row(game, own, step - 2.0) if own else Drawing((), 0.0, 0.0) for own in stacks]
        rows.append((label, drawn, PALER, 1.2))
    rows += [(f"*{head}*", [], 0.0, ROW_MM - PAD_MM) for head in record]
    nodes, y, written = list[Node](), 0.0, 0.0
    for label, cells, share, above in rows:
        named = text_block(label, NOTE.with_(colour=INK), LABEL_MM - 2.0, gap_pt=0.0)
        most = max((cell.height_mm for cell in cells), default=0.0)
        high = max(above + most, named.height_mm) + 2 * PAD_MM + (air_mm if share else min(air_mm, WRITTEN_AIR_MM))
        written += high if share else 0.0
        nodes.append(named.at(1.0, y + (high - named.height_mm) / 2))
        for number, turn in enumerate(turns if share else ()):
            x, cell = LABEL_MM + number * step, cells[number]
            nodes.append(Path(rect(x, y, step, high), fill=_ground(game, turn.tint, share)))
            nodes.append(cell.at(x + (step - cell.width_mm) / 2, y + above + PAD_MM + air_mm / 2))
            if above == NUMERAL_MM:
                base = centred_baseline(*NUMERAL_TYPE, y + PAD_MM + above / 2 + air_mm / 2)
                nodes.append(Text(x + step / 2, base, turn.numeral, *NUMERAL_TYPE, INK, anchor="middle"))
        nodes += [line(0.0, y, width, y, _THIN if y else Stroke(INK, 0.9))]
        y += high
    for x in (LABEL_MM + n * step for n in range(len(turns))):
        nodes += [line(x, 0.0, x, written, _APART), line(x, written, x, y, _THIN)]
    return Drawing((*nodes, line(0.0, y, width, y, Stroke(INK, 0.9))), width, y)


def _halved(name: str, room: float) -> list[str]:
    """A date in one line, or where it is wider than the room in the two that are most even."""
    def wide(text: str) -> float:
        return width_mm(text, _TOLD.faces.bold, _TOLD.size_pt)

    ways = [(name[: at.end()], name[at.end() :]) for at in re.finditer("[ –]", name)]
    parts = (name,) if wide(name) <= room or not ways else min(ways, key=lambda way: max(map(wide, way)))
    return [part.strip().replace(" ", "\u00a0") for part in parts]


def _turns(
    game: Game, width: float, air_mm: float, part: tuple[int, int], record: Sequence[str], only: str
) -> Drawing:  # fmt: skip
    """A row for each turn: its numeral, what it is called and brings; a column for each head."""
    scenario = _scenario(game)
    turns, arriving = _turns_told(game, scenario), arrival_stacks(game, scenario, only=only)
    needed = _needed_mm(record)
    left = width - START_MM - sum(needed)
    first = _told_mm(turns)
    second = _arriving_mm(game, left - first - ARRIVING_AIR_MM, only)
    said = [sum(width_mm(span.text, _TOLD.faces.regular, _TOLD.size_pt) for span in turn.told) for turn in turns]
    first = min(left - second, max(first, max(said) + 5.0) if record else left)
    more = (left - first - second) / (sum(needed) or 1.0) + 1.0
    arrivals = [(game.words.text("Arrivals"), second)] if arriving else []
    named = [(game.words.text("Turn"), START_MM + first), *arrivals,
             *((head, room * more) for head, room in zip(record, needed, strict=True))]  # fmt: skip
    ends = [*itertools.accumulate(room for _, room in named)]
    drawn = [text_block(f"*{head}*", NOTE, room - 2.0, gap_pt=0.0) for head, room in named]
    y = head_mm = max(part.height_mm for part in drawn) + 1.2
    nodes: list[Node] = [
        part.at(x + 1.0, head_mm - 1.2 - part.height_mm) for part, x in zip(drawn, (0.0, *ends), strict=False)
    ]
    begin, end = (math.ceil(len(turns) * n / part[1]) for n in (part[0], part[0] + 1))
    rows = []
    for number, turn in enumerate(turns[begin:end], begin + 1):
        stacks = arriving.get(number, ())
        pictured = stack_row(game, stacks, second - ARRIVING_AIR_MM)
        room = first - 4.0 + (0.0 if stacks else second)
        lines = text_block(f"**{turn.name}**", _NAME, room), text_block(turn.told, _TOLD, room)
        told = below_one_another(lines[: 2 if turn.told else 1], 0.0)
        least = pictured.height_mm if arriving else ROW_MM
        rows.append((turn, told, pictured, max(told.height_mm + 1.0, least) + PAD_MM + air_mm))
    for turn, told, pictured, high in rows:
        nodes += [
            Path(rect(x, y, wide, high), fill=_ground(game, turn.tint, share))
            for x, wide, share in ((0.0, START_MM, 1.0), (START_MM, first + second, PALER))
        ]
        nodes += [line(0.0, y, width, y, _THIN)] if y > head_mm else []
        if turn.numeral:
            stretch = min(1.0, (START_MM - 2.0) / width_mm(turn.numeral, *NUMERAL_TYPE))
            base = centred_baseline(*NUMERAL_TYPE, y + high / 2)
            nodes.append(Text(START_MM / 2, base, turn.numeral, *NUMERAL_TYPE, INK, anchor="middle", stretch=stretch))
        for part, x in ((told, START_MM + 2.0), (pictured, START_MM + first + 1.0)):
            nodes.append(part.at(x, y + (high - part.height_mm) / 2))
        y += high
    nodes += [line(x, head_mm, x, y, _THIN) for x in ends[1 if arriving else 0 : -1]]
    nodes += [line(0, at, width, at, Stroke(INK, 0.9)) for at in (head_mm, y)]
    return Drawing(tuple(nodes), width, y)


class _Turn(NamedTuple):
    """Numeral and name of a turn, the tint of its track, and what is told of it there and in the calendar."""

    numeral: str
    name: str
    tint: str = ""
    told: tuple[Span, ...] = ()


def _ground(game: Game, tint: str, share: float) -> str:
    """The ground of a turn, with so much of the tint of its track, or of grey where it has none."""
    tinted = tint in game.style.palette and game.style.ink != "low"
    return mix("#ffffff", game.style.palette[tint] if tinted else game.style.colour("zebra"), share)


def calendar_of(game: Game) -> ListTable | None:
    """The list that has a row for each turn, and stands in the turn record."""
    declared = game.charts.record and game.charts.record.calendar
    return next((t for t in game.charts.tables if isinstance(t, ListTable) and t.id == declared), None)


def _turns_told(game: Game, scenario: Scenario) -> list[_Turn]:
    """Every turn; after them what else the calendar has, such as the day on which the game is over."""
    track = next((t for t in game.tracks if t.kind == "turn"), None)
    spaces = [(space.note, str(space.tint or "")) for space in track.spaces][: scenario.turns] if track else []
    calendar, index = calendar_of(game), rule_index(game)
    rows = calendar.rows if calendar else ()
    said = [index.cited(row.text, row.rule or "") for row in rows]
    turns = []
    for (numeral, name), space, text in zip_longest(turn_names(game, scenario.turns), spaces, said[: scenario.turns]):
        note, tint = space or ("", "")
        first, *_ = re.split(r"\W", note)
        known = text and "".join(span.text for span in text).casefold().startswith(first.casefold())
        noted = [Span(f"{note}. " if text else note, bold=True)] if note and not known else []
        turns.append(_Turn(numeral, name, tint, (*noted, *(text or ()))))
    after = [_Turn("", row.key, told=text) for row, text in zip(rows, said, strict=True)]
    return [*turns, *after[scenario.turns :]]
