"""The turn record: a box for each turn with what it brings, and on charts room to write in for each thing that is
tracked. Boxes are of one width, and stand in the same columns in all bands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from typing import NamedTuple

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.book.index import rule_index
from pnp.generators.scenarios.lists import LaidStack, arrival_stacks, row_mm, stack_row
from pnp.generators.tables.look import ruled
from pnp.generators.tables.parts import NOTE, titled, turn_names
from pnp.generators.tables.tables import INK, marked
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.model.game import Game, standard_scenario
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import ListTable, RecordColumn

_THIN, _APART = Stroke("#8d867b", 0.4), Stroke("#ffffff", 2.0)
_TOLD = TextStyle(CONDENSED, 8.6, 10.0, INK, raised=False)
_HEAD = TextStyle(SANS, 10.5, 11.0, INK)
NUMERAL_TYPE = ("sans-bold", 15.0)
NUMERAL_MM, ROW_MM, ROW_AIR_MM, WRITTEN_AIR_MM = 6.4, 7.2, 2.0, 1.2
"""The height of numerals and of a row to write in, how much higher rows are on a page with room, and one to write in at
the most.
"""
PAD_MM, GAP_MM = 0.9, 2.0
"""The white around what stands in a box, and between two bands."""
LABEL_MM, LEAST_MM, TOLD_MM = 20.0, 12.6, 26.0
"""The least width of what rows are called, that of a turn, and of one of which a calendar tells."""
MOST_BANDS, MOST_WAYS, MOST_WRITTEN = 9, 3, 16
"""Bands of boxes at the most, how many numbers of them are drawn, and turns side by side to write in."""
CHIT_MM, LARGE_MM = 11.2, 80.0
"""The least size of counters; they are as large as they are cut where boxes are so high at the most."""
PALER = 0.45
"""The share of a turn's tint in the ground of words."""
Arriving = Sequence[Sequence[LaidStack]]
"""What arrives turn by turn."""


def turns_part(game: Game, width: float, looseness: float = 0.0, only: str | None = None) -> Drawing:
    """The turn record: what each turn brings, and rows to write in.

    only  nothing to write in, and arrivals of this side alone; "" = of all
    """
    heads, calendar = record_heads(game) if only is None else [], calendar_of(game)
    record = _Record(game, width, looseness * ROW_AIR_MM, heads, only or "")
    large = record.drawn(game.style.counters.size_mm)
    small = large is None or large.height_mm - ROW_MM * len(heads) > LARGE_MM
    drawing = record.drawn(CHIT_MM) if small else large
    if drawing is None:
        raise LayoutError(f"the turns of {game.info.title!r} don't fit in {width:.0f} mm")
    general = game.words.text("Turn record") if heads else game.words.text("Arrivals")
    title = calendar.title if calendar and not heads else general
    return titled(game, title, marked(calendar, drawing) if calendar else drawing, note=record.place)


def tells_of_turns(game: Game, only: str = "") -> bool:
    """Whether a calendar tells of them, or units of a side arrive."""
    return calendar_of(game) is not None or bool(arrival_stacks(game, _scenario(game), only=only))


def _scenario(game: Game) -> Scenario:
    return standard_scenario(game) or next(iter(game.scenarios.values()))


def record_heads(game: Game) -> list[str]:
    """What the turn record has rows for, as markup: what the game declares.

    A game that declares nothing records the markers on its tracks; without such tracks losses, and points where they
    decide.
    """
    scenario, words = _scenario(game), game.words
    if game.charts.record is not None:
        return [_head(game, scenario, column) for column in game.charts.record.columns]
    if markers := [head for track in game.tracks if track.kind == "value" for head in _marker_heads(game, track)]:
        return markers
    counted = scenario.victory_points or scenario.victory or scenario.levels
    return [words.text("Lost"), *([_with_goal(game, scenario, words.text("Points"))] if counted else [])]


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


def _arriving(game: Game, only: str) -> list[tuple[str, Arriving, set[str]]]:
    """The name of each side whose units arrive, its stacks turn by turn, and the places where they come in."""
    scenario, sides = _scenario(game), [side for side in game.info.sides if only in ("", side.id)]
    coming = ((side.name, arrival_stacks(game, scenario, only=side.id)) for side in sides)
    return [(name, [by_turn.get(n, ()) for n in range(1, scenario.turns + 1)],
             {stack.name for stacks in by_turn.values() for stack in stacks}) for name, by_turn in coming if by_turn]


class _Row(NamedTuple):
    """A row of a band: its name, what is in it turn by turn; nothing to be written in."""

    label: str
    cells: Sequence[Drawing] = ()


class _Record:
    """The turns of a game in bands."""

    def __init__(self, game: Game, width: float, air_mm: float, heads: Sequence[str], only: str) -> None:
        self.game, self.width, self.air_mm = game, width, air_mm
        self.turns, self.sides = _turns_told(game, _scenario(game)), _arriving(game, only)
        self.written = [_Row(f"*{head}*") for head in heads]
        stacks = arrival_stacks(game, _scenario(game), only=only)
        self.all = [stacks.get(number, ()) for number in range(1, len(self.turns) + 1)]
        one = self.sides[0][2] if len(self.sides) == 1 else set[str]()
        self.place = one.pop() if len(one) == 1 else ""

    def drawn(self, chit_mm: float) -> Drawing | None:
        """In as many bands as make it lowest, boxes that stay empty counted; None where turns are too wide."""
        all_of = len(self.turns)
        ways = ((way.height_mm * -(-all_of // count) * count / all_of, way)
                for count in range(1, MOST_BANDS + 1) if (way := self._banded(count, chit_mm)))  # fmt: skip
        return min(islice(ways, MOST_WAYS), key=lambda one: one[0], default=(0.0, None))[1]

    def _banded(self, count: int, chit_mm: float) -> Drawing | None:
        """So many bands. One has a row for each side, and is written on; several are followed by what is."""
        alone = [(f"**{name}**\n\n{''.join(places)}", [[replace(one, name="") for one in stacks] for stacks in coming])
                 for name, coming, places in self.sides if count == 1 and len(places) < 2]  # fmt: skip
        rows = alone if len(alone) == len(self.sides) else [("", self.all)]
        labels = [*(label for label, _ in rows[1:] and rows), *(row.label for row in self.written)]
        words = [width_mm(word, NOTE.faces.bold, NOTE.size_pt) for label in labels for word in re.split(r"\W", label)]
        wide_mm = max(LABEL_MM, *words, 0.0) + 2.0
        label_mm, across = wide_mm if labels and count == 1 else 0.0, -(-len(self.turns) // count)
        wide, parts = (self.width - label_mm) / across, list[Drawing]()
        if any(self._needed_mm(turn, [coming[n] for _, coming in rows], chit_mm) > wide - 2 * PAD_MM
               for n, turn in enumerate(self.turns)):  # fmt: skip
            return None
        for turns in _runs(len(self.turns), across):
            shown = [_Row("", [text_block(self.turns[n].told, _TOLD, wide - 2 * PAD_MM) for n in turns])]
            shown += [_Row(label, [stack_row(self.game, coming[n], wide - 2 * PAD_MM, chit_mm) for n in turns])
                      for label, coming in rows]  # fmt: skip
            shown = [row for row in shown if any(cell.height_mm for cell in row.cells)]
            parts.append(self._band(turns, wide, label_mm, [*shown, *(self.written if count == 1 else ())]))
        if count > 1 and self.written:
            played = sum(bool(turn.numeral) for turn in self.turns)
            across = -(-played // -(-played // MOST_WRITTEN))
            head = text_block(f"**{self.game.words.text('Record')}**", _HEAD, self.width)
            parts.append(Drawing((head.at(0.0, GAP_MM),), self.width, head.height_mm + GAP_MM))
            parts += [self._band(turns, (self.width - wide_mm) / across, wide_mm, self.written, brief=True)
                      for turns in _runs(played, across)]  # fmt: skip
        bands = below_one_another(parts, GAP_MM)
        return replace(bands, nodes=(*bands.nodes, ruled(0.0, self.width), ruled(bands.height_mm, self.width)))

    def _needed_mm(self, turn: _Turn, rows: Arriving, chit_mm: float) -> float:
        """How wide a turn is inside at the least: as its words and counters need it."""
        text = "".join(span.text for span in turn.told)
        told, *words = (width_mm(part, _TOLD.faces.regular, _TOLD.size_pt) for part in (text, *text.split(" ")))
        words += [*map(_bold_mm, _halved(turn.name, 0.0)), min(told, TOLD_MM)]
        return max(LEAST_MM - 2 * PAD_MM, *words, *(row_mm(stacks, chit_mm) for stacks in rows))

    def _band(self, turns: range, wide: float, label_mm: float, rows: Sequence[_Row], brief: bool = False) -> Drawing:
        """Numerals and names over what holds and what is told, over rows to write in; a brief band has no names."""
        shown, inside = [self.turns[n] for n in turns], wide - 2 * PAD_MM
        told = [(*(f"**{part}**" for part in _halved(turn.name, inside)), " · ".join(turn.notes)) for turn in shown]
        heads = [text_block("\n\n".join(lines), _TOLD, inside, gap_pt=0.0) for lines in told]
        edges = [label_mm + n * wide for n in range(len(turns) + 1)]
        y = NUMERAL_MM + PAD_MM + (0.0 if brief else max(head.height_mm for head in heads) + PAD_MM)
        base, nodes = centred_baseline(*NUMERAL_TYPE, PAD_MM + NUMERAL_MM / 2), list[Node]()
        for turn, name, x in zip(shown, heads, edges, strict=False):
            nodes.append(Path(rect(x, 0.0, wide, y), fill=_ground(self.game, turn.tint, 1.0)))
            nodes.append(Text(x + PAD_MM, base, turn.numeral, *NUMERAL_TYPE, INK))
            nodes += [] if brief else [name.at(x + PAD_MM, PAD_MM + NUMERAL_MM)]
        printed = y
        for label, cells in rows:
            named = text_block(label, NOTE.with_(colour=INK), label_mm - 1.0, gap_pt=0.0)
            least = max((cell.height_mm + self.air_mm for cell in cells), default=ROW_MM - 2 * PAD_MM)
            more = 0.0 if cells else min(self.air_mm, WRITTEN_AIR_MM)
            high = max(least, named.height_mm) + more + 2 * PAD_MM
            printed += high if cells else 0.0
            nodes += [line(0.0, y, edges[-1], y, _THIN)] if label else []
            nodes += [named.at(0.0, y + (high - named.height_mm) / 2)] if label_mm else []
            for turn, cell, x in zip(shown, cells, edges, strict=False):
                nodes.append(Path(rect(x, y, wide, high), fill=_ground(self.game, turn.tint, PALER)))
                nodes.append(cell.at(x + PAD_MM, y + PAD_MM + self.air_mm / 2))
            y += high
        for x in edges[:-1]:
            nodes += [line(x, 0.0, x, printed, _APART), *([line(x, printed, x, y, _THIN)] if y > printed else [])]
        return Drawing(tuple(nodes), self.width, y)


def _runs(length: int, most: int) -> Iterator[range]:
    """So many at a time."""
    return (range(first, min(first + most, length)) for first in range(0, length, most))


def _bold_mm(text: str) -> float:
    return width_mm(text, _TOLD.faces.bold, _TOLD.size_pt)


def _halved(name: str, room: float) -> list[str]:
    """A date in one line, or where it is wider than the room in the two that are most even."""
    ways = [(name[: at.end()], name[at.end() :]) for at in re.finditer("[ –]", name)]
    parts = (name,) if _bold_mm(name) <= room or not ways else min(ways, key=lambda way: max(map(_bold_mm, way)))
    return [part.strip().replace(" ", "\u00a0") for part in parts]


class _Turn(NamedTuple):
    """Numeral and name of a turn, the tint of its track, what the calendar tells of it, and else the track."""

    numeral: str
    name: str
    tint: str = ""
    told: tuple[Span, ...] = ()
    notes: tuple[str, ...] = ()


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
        noted = [Span(f"{note}. ", bold=True)] if note and not known else []
        notes = () if text or not note else tuple(note.split(" · "))
        turns.append(_Turn(numeral, name, tint, (*noted, *text) if text else (), notes))
    after = [_Turn("", row.key, told=text) for row, text in zip(rows, said, strict=True)]
    return [*turns, *after[scenario.turns :]]
